"""Presses Super and another key on a virtual keyboard, at seconds after a line on standard input: keys.py 3:5 7.5:O"""
import sys
import time

import libevdev

KEYS = [pair.split(":") for pair in sys.argv[1:]]
keyboard = libevdev.Device()
keyboard.name = "Pantograph Keyboard"
# From Escape to the left Super key, without which udev takes it for a few buttons.
for code in range(1, 126):
    keyboard.enable(libevdev.evbit(1, code))
device = keyboard.create_uinput_device()
sys.stdin.readline()
start = time.monotonic()


def press(name, value):
    device.send_events([libevdev.InputEvent(libevdev.evbit(f"KEY_{name}"), value),
                        libevdev.InputEvent(libevdev.EV_SYN.SYN_REPORT, 0)])


for at, name in KEYS:
    time.sleep(max(start + float(at) - time.monotonic(), 0))
    for key, value in (("LEFTMETA", 1), (name, 1), (name, 0), ("LEFTMETA", 0)):
        press(key, value)
time.sleep(1)
