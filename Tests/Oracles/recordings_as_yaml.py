#!/usr/bin/env python3
"""Reads libinput YAML with PyYAML, and prints each file's devices and events as plain numbers.

    recordings_as_yaml.py FILE...

For each file a line with its name, for each device a line `device NAME bus vendor product version`, and
for each event a line of five numbers: seconds, microseconds, type, code, value.
"""
import sys

import yaml

loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        recording = yaml.load(file, loader)
    assert recording["version"] == 1
    assert recording["ndevices"] == len(recording["devices"])
    print(path)
    for device in recording["devices"]:
        evdev = device["evdev"]
        print("device", *evdev["id"], evdev["name"])
        for code in (evdev["codes"] or {}).get(3, []):
            assert len(evdev["absinfo"][code]) == 5
        for item in device["events"] or []:
            for event in item["evdev"]:
                print(*event)
