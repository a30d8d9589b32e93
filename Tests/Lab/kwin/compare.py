"""Which desktop KWin showed after each swipe, beside Pantograph's preset `kwin` and beside KWin's own rule.

Distances are in px of libinput's accelerated swipes, times in milliseconds since the landing. A row has five desktops.
`rule` is that of KWin's source with the swipes of the log. The others have Pantograph's swipes, accelerated as libinput's:
`full` is the preset `kwin`, `quarter` is `kwin-desktop`, and `twice` is the same with KWin's bug, by which a swipe whose
first event passes the threshold switches two desktops.
"""
import csv

import lab

libinput = lab.module("libinput")
PREDICTED = "`kwin-desktop`, and KWin's bug that switches twice"
PACKAGES = ["kwin-wayland", "libinput10"]
COLUMNS, ROWS = 5, 4
# globalshortcuts.cpp of KWin 5.27.5, GlobalShortcut::GlobalShortcut: setMinimumDelta, in px.
DISTANCE = 200
# virtualdesktops.cpp, GESTURE_SWITCH_THRESHOLD: the share of it that switches the desktop.
SHARE = 0.25
# gestures.cpp, GestureRecognizer::updateSwipeGesture: from here on, in px, the axis stays.
AXIS = 5
# Pantograph's `pad-px` in px per mm.
PAD_PX = 296.8 / 25.4
# libinput's threshold of a swipe in mm by fingers, from the bench `libinput`.
SLOPS = {3: 2, 4: 2.5}
# After the lift, KWin needs a moment; 600 ms after it, the next desktop becomes current.
SETTLED_MS = 400
# Where the fingers lead, in columns and rows: virtualdesktops.cpp, initShortcuts.
STEPS = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}
# A finger is on the touchpad from 12 % of the pressure on, and until 10 %: libinput's default.
PRESSURE = "12,10"
# What of these the documentation has, and how many gestures agree by that.
WRITTEN = "twice"
outcomes = ""
# Why its outcomes differ.
REASONS = [("up-low", "libinput begins later at the lower edge"),
           ("slant-46", "the axis is that of the first 5 px, which rounding makes equal")]


def table(folder):
    """Prints a line per gesture, and returns the rows of the oracle."""
    global outcomes
    known, program = lab.gestures(folder.name), folder / "pantograph"
    runs, current = [], None
    for entries, gesture in zip(libinput.split(folder), lab.rounds_of(folder.name)):
        # Only if its desktop was current before it began.
        is_prepared = current in (None, int(gesture["start"]))
        runs.append(run(folder, entries, gesture) if is_prepared else None)
        current = next((entry["desktop"] for entry in reversed(entries) if entry["kind"] == "desktop"), current)
    print(f"{'gesture':24} {'theirs':>11} {'rule':>11} {'twice':>11} {'quarter':>8} {'full':>8} {'px along':>9}"
          f" {'ours':>8} {'per mm':>7} {'switch':>12}")
    rows, agreed, differing, late = [], {"rule": 0, "twice": 0, "quarter": 0, "full": 0}, 0, 0
    for number, gesture in enumerate(known):
        seen = [one for one in runs[number::len(known)] if one]
        if not seen:
            late += 1
            print(f"{gesture['name']:24} late in every round")
            continue
        theirs = seen[0]
        recording = folder / f"{gesture['name']}.evemu"
        ours = {"rule": theirs["rule"]}
        ours["full"], _ = predict(program, gesture, recording, "kwin")
        ours["quarter"], ours_along = predict(program, gesture, recording, "kwin-desktop")
        ours["twice"] = twice(program, gesture, recording, ours["quarter"])
        for name, outcome in ours.items():
            agreed[name] += outcome == theirs["outcome"]
        repeated = [one["outcome"] for one in seen]
        note = "" if len(set(repeated)) == 1 else "REPEAT " + " ".join(repeated)
        differing += note != ""
        if ours[WRITTEN] != theirs["outcome"]:
            note = f"{note} {reason(gesture)}".lstrip()
        if ours["rule"] != theirs["outcome"]:
            note += " RULE"
        along = max(map(abs, theirs["moved"]), default=None) if theirs["moved"] else None
        switch = " ".join(f"{ms:.0f}" for ms, _ in theirs["switches"])
        print(f"{gesture['name']:24} {theirs['outcome']:>11} {ours['rule']:>11} {ours['twice']:>11} {ours['quarter']:>8}"
              f" {ours['full']:>8}"
              f" {'-' if along is None else f'{along:.2f}':>9} {'-' if ours_along is None else f'{ours_along:.2f}':>8}"
              f" {theirs['perMm'] or '-':>7} {switch:>12} {note}".rstrip())
        moved = [f"{px:.6f}" for px in theirs["moved"] or ()] or ["", ""]
        rows.append({**gesture, "outcome": theirs["outcome"], "movedX": moved[0], "movedY": moved[1],
                     "switches": " ".join(f"{ms:.1f}:{desktop}" for ms, desktop in theirs["switches"])})
    count = len(rows)
    print(f"\n{count} gestures; late: {late}; with another outcome in another round: {differing}")
    for name, number in agreed.items():
        print(f"{name}: {number} of {count} agree ({100 * number / count:.1f} %)")
    outcomes = f"{agreed[WRITTEN]} of {count}"
    return rows


def reason(gesture):
    return next((text for start, text in REASONS if gesture["name"].startswith(start)), "DIFFERS")


def run(folder, entries, gesture):
    """What KWin did with a gesture; None if a report was late."""
    reports = libinput.frames(folder, gesture)
    times = [entry["us"] / 1000 for entry in entries if entry["kind"] == "frame"]
    if len(times) != len(reports) or any(
            abs(time - times[0] - report[0]) > libinput.LATE for time, report in zip(times, reports)):
        return None
    start = int(gesture["start"])
    switches = [(entry["us"] / 1000 - times[0], entry["desktop"]) for entry in entries
                if entry["kind"] == "desktop" and times[0] < entry["us"] / 1000 < times[-1] + SETTLED_MS]
    swipes = [entry for entry in entries if entry["kind"].startswith("swipe")]
    updates = [entry for entry in swipes if entry["kind"] == "swipe"]
    moved = [sum(entry[axis] for entry in updates) for axis in ("acceleratedX", "acceleratedY")] if updates else None
    begin = next((entry["us"] / 1000 - times[0] for entry in swipes if entry["kind"] == "swipe-begin"), None)
    per_mm = ""
    if moved:
        before = [report for report in reports if report[0] <= begin + libinput.LATE][-2:][0]
        axis = 0 if abs(moved[0]) >= abs(moved[1]) else 1
        distance = reports[-1][1 + axis] - before[1 + axis]
        per_mm = f"{moved[axis] / distance:.2f}" if abs(distance) > 1 else ""
    return {"outcome": outcome(start, [desktop for _, desktop in switches]), "switches": switches, "moved": moved,
            "perMm": per_mm, "rule": outcome(start, rule(swipes, start))}


def outcome(start, desktops):
    """Where the desktops lead, as the direction of the fingers, once for each switch."""
    words, at = [], start
    for desktop in desktops:
        step = place(desktop)[0] - place(at)[0], place(desktop)[1] - place(at)[1]
        words.append(next((name for name, known in STEPS.items() if known == step), str(step)))
        at = desktop
    return "+".join(words) or "none"


def place(desktop):
    return (desktop - 1) % COLUMNS, (desktop - 1) // COLUMNS


def rule(swipes, start):
    """The desktops to which KWin's recogniser leads with these swipes of libinput.

    A recogniser of a direction that is not that of the swipe so far is cancelled, and a cancelled one switches desktops
    like one that ends: at the first event, and when the swipe passes its start.
    """
    at, desktops, offset, active, total, axis = start, [], {"x": 0, "y": 0}, [], [0, 0], None

    def released(name):
        nonlocal at
        sign = (offset[name] >= SHARE) - (offset[name] <= -SHARE)
        column, row = place(at)
        column, row = (column + sign, row) if name == "x" else (column, row + sign)
        if sign and 0 <= column < COLUMNS and 0 <= row < ROWS:
            at = row * COLUMNS + column + 1
            desktops.append(at)
        offset.update(x=0, y=0)

    def started(fingers):
        known = {3: ["left", "right", "down", "up"], 4: ["left", "right"]}.get(fingers, [])
        return [name for name in known if axis is None or axis == axis_of(name)]

    for entry in swipes:
        cancelled = []
        if entry["kind"] == "swipe-begin":
            fingers, active = entry["fingers"], started(entry["fingers"])
        elif entry["kind"] == "swipe":
            total = [total[0] + entry["acceleratedX"], total[1] + entry["acceleratedY"]]
            along = axis or ("x" if abs(total[0]) >= abs(total[1]) else "y")
            if max(map(abs, total)) >= AXIS:
                axis = along
            direction = (("left" if total[0] < 0 else "right") if along == "x" else ("up" if total[1] < 0 else "down"))
            for _ in range(2):
                active = active or started(fingers)
                cancelled += [name for name in active if name != direction]
                active = [name for name in active if name == direction]
            for name in active:
                share = min(abs(total[along == "y"]) / DISTANCE, 1)
                offset[along] = share * (1 if name in ("left", "up") else -1)
        else:
            cancelled, active, total, axis = active, [], [0, 0], None
        for name in cancelled:
            released(axis_of(name))
    return desktops


def interaction(gesture, toward, preset):
    """Progress 1 is the distance of KWin's recogniser."""
    fingers = int(gesture["fingers"])
    slop = {"mm": SLOPS[fingers]}
    return {
        "version": 1,
        "gesture": {"pan": {"as": "libinput-swipe", "fingers": fingers, "slop": slop,
                            "direction": "horizontal" if axis_of(toward) == "x" else "vertical"}},
        "progress": {"toward": toward, "distance": {"mm": DISTANCE / PAD_PX}},
        "rule": {"preset": preset}, "animation": {"duration": 0.4},
    }


def predict(pantograph, gesture, recording, preset):
    """The outcome, and the largest movement in px in one of the four directions."""
    if int(gesture["fingers"]) not in SLOPS:
        return "none", None
    result, largest = "none", None
    for toward in STEPS:
        if gesture["fingers"] == "4" and axis_of(toward) == "y":
            continue
        if not float(gesture["byX" if axis_of(toward) == "x" else "byY"]):
            continue
        release = lab.explained(pantograph, recording, interaction(gesture, toward, preset),
                                "--touch-pressure", PRESSURE)
        if not release:
            continue
        moved = release["release"]["travel"] * PAD_PX
        largest = max(largest or 0, moved)
        if release["target"] == 1 and exists(int(gesture["start"]), [toward]):
            result = toward
    return result, largest


def twice(pantograph, gesture, recording, once):
    """The outcome with KWin's bug: a swipe whose first event passes the threshold switches one desktop more."""
    if once == "none":
        return once
    settings = interaction(gesture, once, "kwin-desktop")
    # A sample in each millisecond shows the first report alone.
    settings["rate"] = 1000
    rows = lab.with_file(settings, lambda name: lab.run(
        pantograph, "replay", recording, "-i", name, "--format", "csv", "--touch-pressure", PRESSURE)).splitlines()
    first = next(row for row in csv.DictReader(rows) if row["phase"] == "tracking")
    is_twice = float(first["fraction"]) >= SHARE and exists(int(gesture["start"]), [once, once])
    return f"{once}+{once}" if is_twice else once


def exists(start, directions):
    """Whether there is a desktop where these directions of the fingers lead."""
    column, row = place(start)
    for direction in directions:
        column, row = column + STEPS[direction][0], row + STEPS[direction][1]
    return 0 <= column < COLUMNS and 0 <= row < ROWS


def axis_of(direction):
    return "x" if direction in ("left", "right") else "y"
