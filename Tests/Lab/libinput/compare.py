"""What libinput made of a touchpad's gestures, beside the movement of the fingers.

Distances are in libinput's units, times in milliseconds since the landing. The column `faster` is along x, with libinput's
acceleration. Pantograph's recognisers are compared by
Tests/TrajectoriesTests/LabTouchTests.swift.
"""
import json
import math
import pathlib

import lab

PACKAGES = ["libinput10"]
BUTTONS = {0x110: "tap1", 0x111: "tap2", 0x112: "tap3"}
# A report may be late by this many milliseconds.
LATE = 3


def table(folder):
    """Prints a line per gesture, and returns the rows of the oracle."""
    known = lab.gestures(folder.name)
    runs = [run(folder, entries, gesture) for entries, gesture in zip(split(folder), lab.rounds_of(folder.name))]
    print(f"{'gesture':22} {'libinput':>18} {'begins':>7} {'after mm':>8} {'per mm':>7} {'faster':>7} {'scale':>7}"
          f" {'of':>6} {'angle':>7} {'of':>6}")
    rows, differing, late = [], 0, 0
    for number, gesture in enumerate(known):
        seen = [one for one in runs[number::len(known)] if one]
        if not seen:
            late += 1
            print(f"{gesture['name']:22} late in every round")
            continue
        theirs = seen[0]
        note = "" if len({one["outcome"] for one in seen}) == 1 else "DIFFERS " + " ".join(one["outcome"] for one in seen)
        differing += note != ""
        scale, angle = shape(gesture)
        cells = [f"{theirs['begin']:.1f}" if theirs["begin"] is not None else "-",
                 f"{theirs['start']:.2f}" if theirs["begin"] is not None else "-",
                 f"{theirs['ratio']:.3f}" if theirs["ratio"] else "-",
                 f"{theirs['accelerated']:.3f}" if theirs.get("accelerated") else "-",
                 f"{theirs['endScale']:.3f}" if "endScale" in theirs else "-", f"{scale:.2f}",
                 f"{theirs['endAngle']:.1f}" if "endAngle" in theirs else "-", f"{angle:.1f}"]
        print(f"{gesture['name']:22} {theirs['outcome']:>18} {cells[0]:>7} {cells[1]:>8} {cells[2]:>7} {cells[3]:>7}"
              f" {cells[4]:>7} {cells[5]:>6} {cells[6]:>7} {cells[7]:>6} {note}".rstrip())
        text = {key: f"{theirs[key]:.6f}" if theirs.get(key) is not None else ""
                for key in ("begin", "movedX", "movedY", "endScale", "endAngle")}
        rows.append({**gesture, "outcome": theirs["outcome"], **text})
    print(f"\n{len(rows)} gestures; late: {late}; with another outcome in another round: {differing}")
    return rows


# Scrolls and swipes of which all that libinput reports is kept, to be beside the contacts that it comes from.
REPORTED = ["scroll-down-6", "scroll-left-20", "scroll-angle-25", "scroll-noise-0.1", "scroll-flick", "scroll-back",
            "swipe3-right-10", "swipe3-right-30", "swipe3-down-10", "swipe4-right-20"]
STEPS = {"swipe-begin": "begin", "swipe": "move", "swipe-end": "end", "scroll": "move"}


def reported(folder):
    """Returns a row for each of some gestures, with what libinput reports after which of its frames: `12:move:0.5:3`."""
    known = lab.rounds_of(folder.name)
    rows = {}
    for entries, gesture in zip(split(folder), known):
        name = gesture["name"]
        if name not in REPORTED or name in rows or run(folder, entries, gesture) is None:
            continue
        times = [entry["us"] for entry in entries if entry["kind"] == "frame"]
        words = []
        for entry in entries:
            step = STEPS.get(entry["kind"])
            if step is None:
                continue
            if entry["us"] not in times:
                raise SystemExit(f"{name}: libinput reports something at a time of no frame")
            x, y = entry.get("x", 0), entry.get("y", 0)
            if entry["kind"] == "scroll":
                # A scroll begins with its first movement, and ends with one of nothing.
                step = "end" if not x and not y else step
                if not words:
                    words.append(f"{times.index(entry['us'])}:begin:0:0")
            words.append(f"{times.index(entry['us'])}:{step}:{x:.6f}:{y:.6f}")
        rows[name] = {**gesture, "reported": " ".join(words)}
    return list(rows.values())


# What is written beside the table.
OTHERS = {"libinput-reported": reported}


def split(folder):
    """The log's entries for each gesture: those from when it begins to when the next one does."""
    known = lab.rounds_of(folder.name)
    entries = [json.loads(line) for line in open(folder / "log")]
    entries = sorted((entry for entry in entries if "us" in entry), key=lambda entry: entry["us"])
    first = next(entry["us"] for entry in entries if entry["kind"] == "frame")
    result, start = [], 0
    for gesture in known:
        end = 1000 * lab.next_start(folder.name, start / 1000, frames(folder, gesture)[-1][0] / 1000)
        # What comes after a gesture, such as the end of a tap, may be late.
        result.append([entry for entry in entries if start - 100 <= (entry["us"] - first) / 1000 < end - 100])
        start = end
    return result


def frames(folder, gesture):
    """The reports of a gesture, as `lab.reports` has them."""
    return lab.reports(folder / f"{gesture['name']}.evemu")


def run(folder, entries, gesture):
    """What libinput made of a gesture; None if a report was late."""
    reports = frames(folder, gesture)
    times = [entry["us"] / 1000 for entry in entries if entry["kind"] == "frame"]
    if len(times) != len(reports) or any(
            abs(time - times[0] - report[0]) > LATE for time, report in zip(times, reports)):
        return None
    first = times[0] * 1000
    names, begin, result = [], None, {"movedX": None, "movedY": None, "ratio": None}
    for entry in entries:
        kind = entry["kind"]
        if kind == "motion" or kind == "scroll" and (entry["x"] or entry["y"]):
            name = kind
        elif kind.endswith("-begin"):
            name = f"{kind[:-6]}{entry['fingers']}"
        elif kind == "button" and entry["pressed"]:
            name = BUTTONS[entry["button"]]
        else:
            continue
        if name not in names:
            names.append(name)
        if begin is None and not name.startswith("hold"):
            begin = entry["us"]
    for entry in entries:
        kind = entry["kind"]
        if kind in ("scroll", "swipe", "pinch", "motion", "swipe-begin", "pinch-begin"):
            result["movedX"] = (result["movedX"] or 0) + entry["x"]
            result["movedY"] = (result["movedY"] or 0) + entry["y"]
        if kind == "swipe":
            result["accelerated"] = result.get("accelerated", 0) + entry["acceleratedX"]
        if kind == "pinch":
            result["endScale"], result["endAngle"] = entry["scale"], result.get("endAngle", 0) + entry["angle"]
    # A hold ends where something else begins.
    moves = [name for name in names if not name.startswith("hold")]
    outcome = "+".join(moves or names) or "none"
    begin = None if begin is None else (begin - first) / 1000
    until = [report for report in reports if begin is not None and report[0] <= begin + LATE] or reports[:1]
    start = math.hypot(*until[-1][1:])
    # The first event has the movement since the report before.
    before, end = until[-2:][0], reports[-1]
    moved = math.hypot(end[1] - before[1], end[2] - before[2])
    if result["movedX"] is not None and moved > 1:
        result["ratio"] = math.hypot(result["movedX"], result["movedY"]) / moved
    if "accelerated" in result:
        result["accelerated"] = result["ratio"] and result["accelerated"] / moved
    return {**result, "outcome": outcome, "begin": begin, "start": start}


def shape(gesture):
    """The scale and the angle of the fingers' movement."""
    return float(gesture.get("scale") or 1), float(gesture.get("angle") or 0)
