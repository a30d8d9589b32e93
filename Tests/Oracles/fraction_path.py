#!/usr/bin/env python3
"""Independent oracle: the fraction that the first pan of a touchpad recording drives.

Usage: python3 fraction_path.py RECORDING INTERACTION.json

Prints CSV `time,phase,fraction`, one row per input frame in which the pan began, changed or ended.
Distances are exact rationals, so that the slop threshold never depends on how sums are rounded.
"""
import json
import math
import re
import sys
from fractions import Fraction

EV_SYN, EV_ABS = 0, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
MT_SLOT, MT_X, MT_Y, MT_TRACKING_ID, MT_PRESSURE = 0x2F, 0x35, 0x36, 0x39, 0x3A
ASSUMED_SIZE_MM = {MT_X: 69, MT_Y: 50}  # for devices without a resolution
DIRECTIONS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}  # y grows downwards


class Unreadable(Exception):
    """The input is invalid; the text says why."""


# Recordings: (axes, events) with axes {code: (min, max, resolution)} and events (usec, type, code, value)

def read_evemu(text):
    axes, events = {}, []
    axis_line = re.compile(r"A:\s*([0-9a-fA-F]+)\s+(-?\d+)\s+(-?\d+)\s+-?\d+\s+-?\d+(?:\s+(\d+))?")
    event_line = re.compile(r"E:\s*(\d+)\.(\d+)\s+([0-9a-fA-F]+)\s+([0-9a-fA-F]+)\s+(-?\d+)")
    for line in text.split("\n"):
        if not line.startswith(("A:", "E:")):
            continue
        match = (axis_line if line[0] == "A" else event_line).match(line)
        if not match:
            raise Unreadable(f"malformed evemu line: {line.strip()}")
        if line[0] == "A":
            code, low, high, resolution = match.groups()
            axes[int(code, 16)] = (int(low), int(high), int(resolution or 0))
        else:
            sec, usec, kind, code, value = match.groups()
            events.append((int(sec) * 1_000_000 + int(usec), int(kind, 16), int(code, 16), int(value)))
    return axes, events


def read_libinput(text):
    axes, events = {}, []
    five = r"\[\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*\]"
    section = ""  # the last key, which defines what a list of five numbers means
    devices = 0
    for line in text.split("\n"):
        line = line.split("#")[0]
        key = re.match(r"\s*(?:-\s+)?([A-Za-z_]\w*)\s*:", line)
        if key:
            section = key.group(1)
            devices += section == "node"
        axis = re.match(r"\s*(\d+)\s*:\s*" + five, line)
        if section == "absinfo" and axis:
            code, low, high, _, _, resolution = map(int, axis.groups())
            axes[code] = (low, high, resolution)
        elif section == "evdev":
            for match in re.finditer(five, line):
                sec, usec, kind, code, value = map(int, match.groups())
                events.append((sec * 1_000_000 + usec, kind, code, value))
    if devices > 1:
        raise Unreadable("more than one device in the recording")
    return axes, events


def read_recording(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if re.search(r"^\s*devices:", text, re.MULTILINE):
        axes, events = read_libinput(text)
    elif re.search(r"^[AE]: ", text, re.MULTILINE):
        axes, events = read_evemu(text)
    else:
        raise Unreadable("neither an evemu nor a libinput recording")
    for _, kind, code, _ in events:
        if kind == EV_SYN and code == SYN_DROPPED:
            raise Unreadable("SYN_DROPPED is out of scope")
    return axes, events


# Frames: what is on the surface after each SYN_REPORT

def millimetre_scale(axes, code):
    if code not in axes:
        raise Unreadable(f"the recording does not describe axis {code:#04x}")
    low, high, resolution = axes[code]
    scale = resolution or Fraction(high - low, ASSUMED_SIZE_MM[code])
    if scale <= 0:
        raise Unreadable(f"axis {code:#04x} has an empty range")
    return lambda value: Fraction(value - low) / scale


def frames(axes, events):
    """Yields (usec, {contact: (x, y, pressure)}) per frame, in mm, contacts in the order they landed.

    Contacts have serial numbers, because slots and tracking ids are both used again.
    """
    to_mm = {MT_X: millimetre_scale(axes, MT_X), MT_Y: millimetre_scale(axes, MT_Y)}
    # (slot, axis) -> mm; kept after the lift, since unchanged values are not sent again, and that of
    # the value 0 until another one is sent, as in the kernel
    position = {}
    low, high, _ = axes.get(MT_PRESSURE, (0, 0, 0))
    has_pressure = high > low
    pressure = {}  # slot -> share of the range
    in_slot = {}  # slot -> serial of the contact in it
    slot, serial, time, last = 0, 0, None, None
    # Without slots (protocol A) each frame lists all contacts, or an empty entry if there is none; one
    # contact after another is as if it were in slot 0.
    has_lists = any(kind == EV_SYN and code == SYN_MT_REPORT for _, kind, code, _ in events)
    listed, told = 0, False
    for usec, kind, code, value in events:
        if kind == EV_ABS and code == MT_SLOT:
            slot = value
        elif kind == EV_ABS and code in to_mm:
            position[slot, code] = to_mm[code](value)
            told = True
        elif kind == EV_ABS and code == MT_PRESSURE and has_pressure:
            pressure[slot] = Fraction(min(max(value, low), high) - low, high - low)
        elif kind == EV_ABS and code == MT_TRACKING_ID:
            in_slot.pop(slot, None)
            if value >= 0:
                serial += 1
                in_slot[slot] = serial
        elif kind == EV_SYN and code == SYN_MT_REPORT:
            listed, told = listed + told, False
            if listed > 1:
                raise Unreadable("several contacts in a list (protocol A) are out of scope")
        elif kind == EV_SYN and code == SYN_REPORT:
            if has_lists and listed and not in_slot:
                serial += 1
                in_slot[0] = serial
            elif has_lists and not listed:
                in_slot.clear()
            listed = 0
            # After a clock has jumped back, time continues from where it was.
            time = usec if last is None else time + max(usec - last, 0)
            last = usec
            yield time, {
                contact: tuple(
                    position[at, axis] if (at, axis) in position else to_mm[axis](0)
                    for axis in (MT_X, MT_Y)) + (pressure.get(at, Fraction(0)),)
                for contact, at in sorted((contact, at) for at, contact in in_slot.items())
            }


# The pan

def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def mean_displacement(contacts, before, now):
    """Only contacts present in both frames count, so a landing or lifting finger makes no jump."""
    stayed = [c for c in contacts if c in before and c in now]
    if not stayed:
        return (Fraction(0), Fraction(0))
    return tuple(sum(now[c][axis] - before[c][axis] for c in stayed) / len(stayed) for axis in (0, 1))


REST = Fraction(1, 2)  # mm: a finger that has moved less does not count beside others that move
ROLLING = 4  # mm: the slop for movements at which the pressure is not steady
STEADY = Fraction(85, 100)  # of the greatest pressure so far


class Finger:
    """The movement of a finger since the pan became possible, or since another finger joined or left."""

    def __init__(self):
        self.all = self.steady = self.way = (Fraction(0), Fraction(0))
        self.rests = True

    def take(self, before, now, greatest, rest):
        move = (now[0] - before[0], now[1] - before[1])
        self.all, self.way = add(self.all, move), add(self.way, move)
        if min(before[2], now[2]) >= STEADY * greatest:
            self.steady = add(self.steady, move)
        if squared(self.way) >= rest ** 2:
            self.rests = False


def squared(way):
    return way[0] ** 2 + way[1] ** 2


def mean(ways):
    return tuple(sum(way[axis] for way in ways) / len(ways) for axis in (0, 1))


class Pan:
    def __init__(self, fewest, most, slop):
        self.fewest, self.most, self.slop = fewest, most, slop
        self.rest = min(REST, slop)
        self.before = {}  # the contacts of the previous frame
        self.greatest = {}  # the greatest pressure of each
        self.tracked = []  # at most `most`, those that landed first
        self.fingers = None  # contact -> Finger while possible, else None
        self.translation = None  # since it began, else None
        self.blocked = False  # waiting for an empty surface

    def step(self, contacts):
        """Takes one frame, returns (phase, translation) or None.

        Leaving contacts are dropped before new ones join, so a finger cannot take over from the last one.
        """
        landed = [c for c in contacts if c not in self.before]
        self.greatest = {c: max(self.greatest.get(c, 0), contacts[c][2]) for c in contacts}
        before = self.before
        self.tracked = [c for c in self.tracked if c in contacts]
        self.before = contacts
        if self.blocked:
            self.blocked = bool(contacts)
            return None
        if self.translation is None:
            return self.wait(before, contacts, landed)
        return self.go_on(before, contacts, landed)

    def wait(self, before, contacts, landed):
        if len(contacts) > self.most:
            self.give_up(contacts)
            return None
        if len(self.tracked) < self.fewest:
            self.fingers = None
        elif self.fingers is not None and (landed or len(self.tracked) < len(self.fingers)):
            raise Unreadable("a finger that joins or leaves before the pan begins is out of scope")
        self.tracked += landed
        if len(self.tracked) < self.fewest:
            return None
        if self.fingers is None:
            self.fingers = {c: Finger() for c in self.tracked}
            return None
        for c in self.tracked:
            self.fingers[c].take(before[c], contacts[c], self.greatest[c], self.rest)
        movers = self.movers()
        for travel, slop in ((mean([f.steady for f in movers]), self.slop),
                             (mean([f.all for f in movers]), max(ROLLING, self.slop))):
            square = squared(travel)
            if square and square >= slop ** 2:
                # The slop is subtracted along the translation, so that the pan starts without a jump.
                rest = 1 - slop / Fraction(math.sqrt(square)) if square > slop ** 2 else 0
                self.translation = (travel[0] * rest, travel[1] * rest)
                return "began", self.translation
        return None

    def movers(self):
        fingers = [self.fingers[c] for c in self.tracked]
        return [f for f in fingers if not f.rests] or fingers

    def go_on(self, before, contacts, landed):
        if not self.tracked:
            last = self.translation
            self.give_up(contacts)
            return "ended", last
        for c in self.tracked:
            if c in before:
                self.fingers[c].take(before[c], contacts[c], self.greatest[c], self.rest)
        moving = [c for c in self.tracked if not self.fingers[c].rests] or self.tracked
        self.translation = add(self.translation, mean_displacement(moving, before, contacts))
        for c in landed[:self.most - len(self.tracked)]:
            self.tracked.append(c)
            self.fingers[c] = Finger()
        return "changed", self.translation

    def give_up(self, contacts):
        self.tracked, self.fingers, self.translation = [], None, None
        self.blocked = bool(contacts)


# The interaction file and the output

def read_interaction(path):
    """Returns (fewest, most, slop, direction, distance), lengths in mm."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, parse_float=Fraction)  # 1.6 stays exactly 1.6
        pan = document["gesture"]["pan"]
        fingers = pan.get("fingers", 1)
        fewest, most = fingers if isinstance(fingers, list) else (fingers, fingers)
        slop = Fraction(pan["slop"]["mm"]) if "slop" in pan else Fraction("1.6")
        if set(document["progress"]) != {"toward", "distance"}:
            raise Unreadable(f"{path}: this kind of progress is out of scope")
        direction = DIRECTIONS[document["progress"]["toward"]]
        distance = Fraction(document["progress"]["distance"]["mm"])
        usable = 1 <= fewest <= most and slop >= 0 and distance > 0
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unreadable(f"{path}: no usable interaction: {error!r}")
    if not usable:
        raise Unreadable(f"{path}: fingers, slop or distance out of range")
    return fewest, most, slop, direction, distance


def fraction_of(translation, direction, distance):
    """The first gesture grabs the animation at progress 0, so nothing is added to the translation."""
    toward = translation[0] * direction[0] + translation[1] * direction[1]
    return float(min(max(toward / distance, 0), 1))


def rows(recording, interaction):
    axes, events = recording
    fewest, most, slop, direction, distance = interaction
    pan = Pan(fewest, most, slop)
    ended = False
    for usec, contacts in frames(axes, events):
        step = pan.step(contacts)
        if step is None:
            continue
        if ended:
            print("note: a second gesture follows, which is out of scope", file=sys.stderr)
            return
        phase, translation = step
        ended = phase == "ended"
        seconds = (usec - events[0][0]) / 1e6
        yield f"{seconds:.6f},{phase},{fraction_of(translation, direction, distance):.9f}"


def main(arguments):
    if len(arguments) != 2:
        print("usage: fraction_path.py RECORDING INTERACTION.json", file=sys.stderr)
        return 2
    try:
        lines = list(rows(read_recording(arguments[0]), read_interaction(arguments[1])))
    except (Unreadable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("time,phase,fraction", *lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
