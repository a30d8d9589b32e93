#!/usr/bin/env python3
"""Replays a recording, and prints the events and the samples as an expected trajectory has them.

    replay.py RECORDING INTERACTION
"""
import sys

import pantograph


def six(value):
    """A number with six decimals, rounded half away from zero as in Pantograph's tables."""
    return pantograph.format(value, 6)


def event_lines(event):
    words = [event.kind]
    if event.kind in ("started", "completed"):
        words.append(event.detail)
    if event.kind == "decided":
        words += [event.outcome, "target", six(event.target)]
        words += ["verdict", event.detail] if event.detail else []
        words += ["clause", str(event.clause + 1)] if event.clause is not None else []
        words += ["progress", six(event.judged)] if event.judged == event.judged else []
    yield (
        f"# event {six(event.time / 1e6)} {' '.join(words)}"
        f" fraction {six(event.fraction)} velocity {six(event.velocity)}"
    )
    for found in event.findings:
        yield (
            f"# found clause {found.clause + 1} {'holds' if found.holds else 'fails'} {found.quantity}"
            f" {six(found.value)} {found.comparison} {six(found.threshold)} {found.unit}"
        )


def main(recording, interaction):
    trajectory = pantograph.replay(recording, interaction)
    for event in trajectory.events:
        if event.kind != "changed":
            print(*event_lines(event), sep="\n")
    print("time,phase,fraction,velocity", *trajectory.columns, sep=",")
    numbers = zip(trajectory.seconds, trajectory.phase, trajectory.fraction, trajectory.velocity, trajectory.values)
    for time, phase, fraction, velocity, values in numbers:
        print(six(time), phase, *map(six, (fraction, velocity, *values)), sep=",")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except pantograph.PantographError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
