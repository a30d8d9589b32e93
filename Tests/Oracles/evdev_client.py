#!/usr/bin/env python3
"""Prints what other programs see of input devices, by libevdev and by the kernel's own rules.

    evdev_client.py read NODE          the events of a node, until it goes away
    evdev_client.py slots NODE         the contact in each slot now: slot, id, x, y
    evdev_client.py passed RECORDING   the events of an evemu recording that the kernel passes on

Events are printed as evemu writes them: type and code in hexadecimal, and the value.
`read` and `slots` need Debian's python3-libevdev.
"""
import collections
import os
import sys

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_LED, EV_SND = 0, 1, 2, 3, 4, 5, 17, 18
SYN_REPORT = 0
ABS_MT_SLOT, ABS_MT_FIRST, ABS_MT_LAST, ABS_MT_TRACKING_ID = 0x2F, 0x30, 0x3D, 0x39


def show(kind, code, value):
    print(f"{kind:04x} {code:04x} {value}")


def read(node):
    import libevdev
    import select
    with open(node, "rb") as file:
        os.set_blocking(file.fileno(), False)
        device = libevdev.Device(file)
        print("reading", file=sys.stderr, flush=True)
        poll = select.poll()
        poll.register(file, select.POLLIN)
        while not poll.poll()[0][1] & (select.POLLHUP | select.POLLERR):
            try:
                for event in device.events():
                    # The wrapper reports no end: after a device is removed, it returns empty events
                    # forever. No real one has the time 0.
                    if event.sec == event.usec == 0:
                        return
                    show(event.type.value, event.code.value, event.value)
                sys.stdout.flush()
            except libevdev.EventsDroppedException:
                sys.exit("events were lost")


def slots(node):
    import libevdev
    with open(node, "rb") as file:
        device = libevdev.Device(file)
        for number, slot in enumerate(device.slots):
            axes = (
                libevdev.EV_ABS.ABS_MT_TRACKING_ID, libevdev.EV_ABS.ABS_MT_POSITION_X,
                libevdev.EV_ABS.ABS_MT_POSITION_Y)
            print(number, *(slot[axis] for axis in axes))


class Kernel:
    """The filter of drivers/input/input.c: `input_get_disposition` and what it calls."""

    def __init__(self, codes, axes):
        self.codes = codes
        self.axes = axes
        self.values = collections.defaultdict(int)
        slots = axes[ABS_MT_SLOT][1] + 1 if ABS_MT_SLOT in axes else 0
        # `input_mt_init_slots` leaves all slots empty.
        self.slots = [collections.defaultdict(int, {ABS_MT_TRACKING_ID: -1}) for _ in range(slots)]
        self.slot = self.told_slot = 0
        self.frame = []

    def defuzz(self, axis, value, old):
        fuzz = self.axes[axis][2]
        half = fuzz // 2
        if fuzz:
            if old - half < value < old + half:
                return old
            if old - fuzz < value < old + fuzz:
                return int((old * 3 + value) / 4)
            if old - fuzz * 2 < value < old + fuzz * 2:
                return int((old + value) / 2)
        return value

    def take(self, kind, code, value):
        """The frame that an event completes, if any."""
        if kind == EV_SYN:
            self.frame.append((kind, code, value))
            if code != SYN_REPORT:
                return []
            # An empty frame is not passed on.
            frame, self.frame = self.frame, []
            return frame if len(frame) > 1 else []
        if (kind, code) not in self.codes:
            return []
        if kind == EV_ABS:
            value = self.place(code, value)
        elif kind in (EV_KEY, EV_SW, EV_LED, EV_SND):
            repeats = kind == EV_KEY and value == 2
            if not repeats:
                value = self.change((kind, code), int(bool(value)))
        elif kind == EV_REL and value == 0:
            value = None
        if value is not None:
            self.frame.append((kind, code, value))
        return []

    def change(self, key, value):
        if self.values[key] == value:
            return None
        self.values[key] = value
        return value

    def place(self, axis, value):
        if axis == ABS_MT_SLOT:
            if 0 <= value < len(self.slots):
                self.slot = value
            return None
        belongs_to_slot = ABS_MT_FIRST <= axis <= ABS_MT_LAST
        if belongs_to_slot and not self.slots:
            return value
        store, key = (
            (self.slots[self.slot], axis) if belongs_to_slot else (self.values, (EV_ABS, axis)))
        value = self.defuzz(axis, value, store[key])
        if store[key] == value:
            return None
        store[key] = value
        if belongs_to_slot and self.slot != self.told_slot:
            self.told_slot = self.slot
            self.frame.append((EV_ABS, ABS_MT_SLOT, self.slot))
        return value


def passed(path):
    bits = collections.defaultdict(list)
    axes = {}
    events = []
    for line in open(path):
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "B:":
            bits[int(words[1], 16)] += [int(word, 16) for word in words[2:]]
        elif words[0] == "A:":
            low, high, fuzz = map(int, words[2:5])
            axes[int(words[1], 16)] = (low, high, fuzz)
        elif words[0] == "E:":
            events.append((int(words[2], 16), int(words[3], 16), int(words[4])))
    codes = {
        (kind, 8 * byte + bit)
        for kind, bytes in bits.items() for byte, value in enumerate(bytes)
        for bit in range(8) if value >> bit & 1}
    kernel = Kernel(codes, axes)
    for event in events:
        for told in kernel.take(*event):
            show(*told)


if __name__ == "__main__":
    {"read": read, "slots": slots, "passed": passed}[sys.argv[1]](sys.argv[2])
