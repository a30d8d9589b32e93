"""A recording's events as frames of contacts, in millimetres and from 0 to 1, read anew from the file.

libinput's YAML is read by PyYAML, evemu's text by the lines below. Slots (protocol B), lists of all contacts in every
frame (protocol A) and single contacts (pens, old screens) have the same result: for each SYN_REPORT, the contacts and
their positions. Lengths are exact rationals, so that no threshold depends on how sums are rounded.
"""
import re
from fractions import Fraction
from typing import NamedTuple

import yaml

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
MT_SLOT, MT_X, MT_Y, MT_TOOL_TYPE, MT_ID, MT_PRESSURE = 0x2F, 0x35, 0x36, 0x37, 0x39, 0x3A
BTN_TOUCH = 0x14A
INPUT_PROP_DIRECT = 1
MT_TOOL_PALM = 2
NEAREST_MM = 20  # protocol A without ids: a contact that is farther away than this is another finger
ASSUMED_MM = {"x": 69, "y": 50}  # libinput's, for devices without a resolution


class Unreadable(Exception):
    """The input is invalid or not supported here; the text says why."""


class UnknownKey(Exception):
    """A key is not known here, so that nothing that follows from it can be computed."""


class Axis(NamedTuple):
    low: int
    high: int
    resolution: int


class Contact(NamedTuple):
    x: Fraction  # mm from the left
    y: Fraction  # mm from the top
    pressure: Fraction  # share of the axis


class Recording(NamedTuple):
    axes: dict  # code -> Axis
    events: list  # (microseconds, type, code, value), the first at 0
    direct: bool  # a screen, not a pad


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if re.search(r"^\s*devices:", text, re.MULTILINE):
        axes, events, direct = read_libinput(text)
    elif re.search(r"^[AE]: ", text, re.MULTILINE):
        axes, events, direct = read_evemu(text)
    else:
        raise Unreadable(f"{path}: neither an evemu nor a libinput recording")
    if not events:
        raise Unreadable(f"{path}: no events")
    at, last, shifted = 0, events[0][0], []
    for usec, *event in events:
        # After a clock has jumped back, time continues from where it was.
        at, last = at + max(usec - last, 0), usec
        shifted.append((at, *event))
    return Recording(axes, shifted, direct)


def read_libinput(text):
    document = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    devices = [d for d in document["devices"] if has_place(d["evdev"].get("absinfo") or {})]
    if len(devices) != 1:
        raise Unreadable(f"{len(devices)} devices with places in the recording")
    axes = {int(code): Axis(numbers[0], numbers[1], numbers[4])
            for code, numbers in devices[0]["evdev"]["absinfo"].items()}
    events = [(sec * 1_000_000 + usec, kind, code, value)
              for item in devices[0]["events"] or []
              for sec, usec, kind, code, value in item.get("evdev") or []]
    return axes, events, INPUT_PROP_DIRECT in (devices[0]["evdev"].get("properties") or [])


def has_place(axes):
    return ABS_X in axes or MT_X in axes


def read_evemu(text):
    axes, events, properties = {}, [], 0
    for line in text.split("\n"):
        if line.startswith("P: ") and not properties:
            properties = int(line.split()[1], 16)  # the first byte of the bitmap
        elif line.startswith("A: "):
            code, low, high, _, _, *rest = line[3:].split("#")[0].split()
            axes[int(code, 16)] = Axis(int(low), int(high), int(rest[0]) if rest else 0)
        elif line.startswith("E: "):
            time, kind, code, value = line[3:].split("#")[0].split()[:4]
            sec, usec = time.split(".")
            events.append((int(sec) * 1_000_000 + int(usec), int(kind, 16), int(code, 16), int(value)))
    return axes, events, bool(properties >> INPUT_PROP_DIRECT & 1)


class Surface:
    """The device's units per millimetre, and its size."""

    def __init__(self, axes, direct=False):
        self.direct = direct
        multitouch = MT_X in axes
        self.codes = {"x": MT_X, "y": MT_Y, "p": MT_PRESSURE} if multitouch else {
            "x": ABS_X, "y": ABS_Y, "p": ABS_PRESSURE}
        self.axes = {name: axes[code] for name, code in self.codes.items() if code in axes}
        if not {"x", "y"} <= set(self.axes):
            raise Unreadable("the recording does not describe where its contacts are")
        self.per_mm = {}
        for name in ("x", "y"):
            low, high, resolution = self.axes[name]
            self.per_mm[name] = Fraction(resolution) or Fraction(high - low, ASSUMED_MM[name])

    def mm(self, name, value):
        return (value - self.axes[name].low) / self.per_mm[name]

    def pressure(self, value):
        if "p" not in self.axes or self.axes["p"].high <= self.axes["p"].low:
            return Fraction(0)
        low, high, _ = self.axes["p"]
        return Fraction(min(max(value, low), high) - low, high - low)

    def size(self, name):
        """Of the axis, in mm."""
        return (self.axes[name].high - self.axes[name].low) / self.per_mm[name]


def frames(recording):
    """Yields (microseconds, {contact: Contact}) for each SYN_REPORT, contacts by a number of their own, in the order
    in which they landed."""
    surface = Surface(recording.axes)
    if any(kind == EV_SYN and code == SYN_DROPPED for _, kind, code, _ in recording.events):
        raise Unreadable("events were lost (SYN_DROPPED)")
    if any(kind == EV_ABS and code == MT_TOOL_TYPE and value == MT_TOOL_PALM
           for _, kind, code, value in recording.events):
        raise Unreadable("a palm")
    codes = {code: name for name, code in surface.codes.items()}
    if MT_X not in recording.axes:
        return single(recording.events, surface, codes)
    if MT_SLOT in recording.axes:
        return slots(recording.events, surface, codes)
    return anonymous(recording.events, surface, codes)


def contact(surface, values):
    """A value that was never sent is 0, as in the kernel."""
    return Contact(surface.mm("x", values.get("x", 0)), surface.mm("y", values.get("y", 0)),
                   surface.pressure(values.get("p", 0)))


def slots(events, surface, codes):
    values, inside, slot, serial = {}, {}, 0, 0
    for usec, kind, code, value in events:
        if kind == EV_ABS and code == MT_SLOT:
            slot = value
        elif kind == EV_ABS and code in codes:
            # Kept after the lift, because unchanged values are not sent again.
            values.setdefault(slot, {})[codes[code]] = value
        elif kind == EV_ABS and code == MT_ID:
            inside.pop(slot, None)
            if value >= 0:
                serial += 1
                inside[slot] = serial
        elif kind == EV_SYN and code == SYN_REPORT:
            there = sorted((number, at) for at, number in inside.items())
            yield usec, {number: contact(surface, values.get(at, {})) for number, at in there}


def single(events, surface, codes):
    values, down, serial, was = {}, False, 0, False
    for usec, kind, code, value in events:
        if kind == EV_ABS and code in codes:
            values[codes[code]] = value
        elif kind == EV_KEY and code == BTN_TOUCH:
            down = value != 0
        elif kind == EV_SYN and code == SYN_REPORT:
            serial += down and not was
            was = down
            yield usec, {serial: contact(surface, values)} if down else {}


def anonymous(events, surface, codes):
    """Protocol A: contacts are identified by the nearest position, the nearest pair first."""
    now, values, before, serial = [], {}, {}, 0
    for usec, kind, code, value in events:
        if kind == EV_ABS and code in codes:
            values[codes[code]] = value
        elif kind == EV_SYN and code == SYN_MT_REPORT:
            if values:
                now.append(contact(surface, values))
            values = {}
        elif kind == EV_SYN and code == SYN_REPORT:
            pairs = sorted(((a.x - b.x) ** 2 + (a.y - b.y) ** 2, number, index)
                           for number, a in before.items() for index, b in enumerate(now))
            known = {}
            for square, number, index in pairs:
                if square <= NEAREST_MM ** 2 and number not in known.values() and index not in known:
                    known[index] = number
            for index in range(len(now)):
                if index not in known:
                    serial += 1
                    known[index] = serial
            before = {number: now[index] for index, number in sorted(known.items(), key=lambda pair: pair[1])}
            now = []
            yield usec, before
