#!/usr/bin/env python3
"""Computes the velocity of one finger at its lift, for many recordings in evemu's format, with NumPy.

    hand_features.py FOLDER     prints a line for each recording in it: its name, and the velocities to the
                                right and downwards, in mm/s, by a line and by a parabola through the last 100 ms

Android's rules (VelocityTracker.cpp, lsq1 and lsq2) use those of the last 20 positions that are at most a tenth of a
second old, with equal weights. Written from their description, independently of Pantograph's code.
"""
import pathlib
import sys

import numpy

ABS, SYN, X, Y, ID = 3, 0, 0x35, 0x36, 0x39


def places(text):
    """The times of the frames with the finger, and its positions, in mm."""
    axes, events = {}, []
    for line in text.splitlines():
        if line.startswith("E:"):
            _, time, kind, code, value = line.split()[:5]
            events.append((float(time), int(kind, 16), int(code, 16), int(value)))
        elif line.startswith("A:"):
            words = line.split()
            axes[int(words[1], 16)] = float(words[6])
    table = numpy.array(events)
    time, kind, code, value = table.T
    ends = numpy.flatnonzero((kind == SYN) & (code == 0))

    def followed(axis):
        """The value of an axis at the end of each frame."""
        told = numpy.flatnonzero((kind == ABS) & (code == axis))
        last = numpy.searchsorted(told, ends) - 1
        return numpy.where(last >= 0, value[told[numpy.maximum(last, 0)]], numpy.nan)

    there = followed(ID) >= 0
    ways = numpy.stack([followed(X) / axes[X], followed(Y) / axes[Y]], axis=1)
    return time[ends][there], ways[there]


def velocities(time, ways):
    time, ways = time[-20:], ways[-20:]
    late = time >= time[-1] - 0.1 - 1e-9
    since, late_ways = time[late] - time[-1], ways[late]
    return [numpy.polyfit(since, late_ways, degree)[-2] for degree in (1, 2)]


for path in sorted(pathlib.Path(sys.argv[1]).glob("*.evemu")):
    line, parabola = velocities(*places(path.read_text()))
    print(path.name, *(f"{number:.6f}" for number in (*line, *parabola)))
