"""Reads a libinput recording with PyYAML's fastest loader and prints the events and the seconds it took.

    yaml_read.py recording.yml
"""
import sys
import time

import yaml

start = time.perf_counter()
with open(sys.argv[1], "rb") as file:
    recording = yaml.load(file, yaml.CSafeLoader)
events = sum(len(frame["evdev"]) for device in recording["devices"] for frame in device["events"])
print(events, time.perf_counter() - start)
