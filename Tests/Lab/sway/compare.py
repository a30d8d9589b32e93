"""What a Wayland client gets from sway of a touchpad's gestures, beside libinput's own events of the same reports, and
what GTK's gestures make of it.

Distances are in libinput's pixels: scrolls and motions without acceleration, swipes and pinches with it, because the
protocol has only those. Times are in milliseconds since the landing. The velocities of GtkGestureSwipe, in px/s, are
compared with its rule on the events of the log, and with Pantograph's estimator `gtk-swipe` on the recording.
"""
import csv
import math
import sys

import lab

libinput = lab.module("libinput")
PACKAGES = ["sway", "libwlroots10", "libinput10", "libgtk-4-1"]
# GTK looks back this far, in milliseconds (gtkgestureswipe.c, CAPTURE_THRESHOLD_MS).
HISTORY = 150
# The unit `pad-px`: 11.685 px/mm.
PAD_PX_PER_MM = 11.685
# How far three and four fingers move before libinput's swipe begins, in mm (the bench of libinput).
SLOPS = {3: 2.0, 4: 2.5}
# The pressure of a finger on the touchpad, as in the bench of KWin.
PRESSURE = "12,10"
COLUMNS = ["begin", "movedX", "movedY", "endScale", "endAngle"]


def table(folder):
    """Prints a line per gesture, and returns the rows of the oracle."""
    known = lab.gestures(folder.name)
    with open(lab.HERE.parent / "Oracles/measured/lab_libinput.csv") as file:
        file.readline()
        written = {row["name"]: row["outcome"] for row in csv.DictReader(file)}
    runs = [run(folder, entries, gesture)
            for entries, gesture in zip(libinput.split(folder), lab.rounds_of(folder.name))]
    print(f"{'gesture':22} {'client':>14} {'libinput':>14} {'begins':>7} {'moved x':>8} {'moved y':>8} {'scale':>6}"
          f" {'angle':>6} {'events':>7} {'largest':>8} {'swipe':>8} {'rule':>8} {'ours':>8}")
    rows, late, differing, same, unlike, largest, gtk_errors, our_errors, apart = [], 0, 0, 0, [], 0, [], [], []
    for number, gesture in enumerate(known):
        name = gesture["name"]
        seen = [one for one in runs[number::len(known)] if one]
        if not seen:
            late += 1
            print(f"{name:22} late in every round")
            continue
        one = seen[0]
        client, own = one["client"], one["libinput"]
        notes = ["DIFFERS " + " ".join(other["client"]["outcome"] for other in seen)] * (
            len({other["client"]["outcome"] for other in seen}) > 1)
        differing += len(notes)
        same += client["outcome"] == without_hold(own["outcome"])
        if name in written and without_hold(written[name]) != client["outcome"]:
            notes.append(f"written: {written[name]}")
        largest = max(largest, one["largest"])
        if client["outcome"] != without_hold(own["outcome"]) or one["events"][0] != one["events"][1]:
            unlike.append(name)
        swipe, ours = one.get("swipe"), None
        if swipe:
            ours = predict(gesture, lab.moving(folder / f"{name}.evemu", with_landing=True))
            size = math.hypot(*swipe)
            gtk_errors.append((math.dist(swipe, one["rule"]), size))
            if ours is not None:
                our_errors.append((ours - along(gesture, swipe), size))
                apart += [name] * (abs(our_errors[-1][0]) > max(0.15 * size, 10))
        cells = [text(client, "begin", 1), text(client, "movedX", 2), text(client, "movedY", 2),
                 text(client, "endScale", 3), text(client, "endAngle", 2), "/".join(map(str, one["events"])),
                 f"{one['largest']:.5f}", *(f"{along(gesture, value):.1f}" if value else "-"
                                            for value in (swipe, one.get("rule"))),
                 "-" if ours is None else f"{ours:.1f}"]
        print(f"{name:22} {client['outcome']:>14} {own['outcome']:>14} {cells[0]:>7} {cells[1]:>8} {cells[2]:>8}"
              f" {cells[3]:>6} {cells[4]:>6} {cells[5]:>7} {cells[6]:>8} {cells[7]:>8} {cells[8]:>8} {cells[9]:>8}"
              f" {' '.join(notes)}".rstrip())
        numbers = {key: client.get(key) for key in COLUMNS}
        numbers |= {"swipeX": swipe and swipe[0], "swipeY": swipe and swipe[1], **{
            key: one.get(key) for key in ("zoom", "turn", "dragX", "dragY")}}
        rows.append({**gesture, "outcome": client["outcome"],
                     **{key: "" if value is None else f"{value:.6f}" for key, value in numbers.items()},
                     "gtk": "+".join(one["gtk"]),
                     "reports": " ".join(f"{ms}:{x:.6f}:{y:.6f}" for ms, x, y in one["reports"])})
    print(f"\n{len(rows)} gestures; late: {late}; with another outcome in another round: {differing}")
    print(f"outcomes: {same} of {len(rows)} are libinput's own in the same run, but for holds; largest difference in an"
          f" event: {largest:.5f}; other events in: {' '.join(unlike) or 'none'}")
    for title, errors in (("by GTK's rule with its events", gtk_errors), ("by Pantograph's gtk-swipe", our_errors)):
        size = lab.rms(size for _, size in errors)
        print(f"GtkGestureSwipe {title}: {len(errors)} swipes, rms error"
              f" {100 * lab.rms(error for error, _ in errors) / size if size else 0:.2f} % of the rms velocity")
    print(f"more than 15 % and 10 px/s apart from Pantograph's: {' '.join(apart)}")
    for title, key, other in (("GtkGestureZoom, scale", "zoom", "endScale"),
                              ("GtkGestureRotate, degrees", "turn", "endAngle")):
        errors = [abs(math.remainder(float(row[key]) - float(row[other]), 360))
                  for row in rows if row[key] and row[other]]
        print(f"{title}: {len(errors)} pinches, largest difference from the client's {max(errors, default=0):.4f}")
    return rows


def without_hold(outcome):
    """sway 1.7 offers version 3 of the protocol, but passes on no hold."""
    return "none" if outcome.startswith("hold") else outcome


def text(values, key, digits):
    return f"{values[key]:.{digits}f}" if values.get(key) is not None else "-"


def along(gesture, vector):
    """The component of a velocity along the longer axis of a gesture's movement."""
    return vector[0] if abs(float(gesture["byX"] or 0)) >= abs(float(gesture["byY"] or 0)) else vector[1]


def run(folder, entries, gesture):
    """What each of the three made of a gesture; None if a report was late."""
    reports = [entry for entry in entries if entry["kind"] == "frame"]
    own = [entry for entry in entries if "client" not in entry and "gtk" not in entry]
    client = [{"acceleratedX": entry.get("x"), "acceleratedY": entry.get("y"), **entry}
              for entry in entries if "client" in entry]
    seen = [libinput.run(folder, part, gesture) for part in (reports + client, own)]
    if not all(seen):
        return None
    first = reports[0]["us"] / 1000
    events = [[event(entry) for entry in part if entry["kind"] != "frame" and not entry["kind"].startswith("hold")]
              for part in (client, own)]
    result = {"client": seen[0], "libinput": seen[1], "events": [len(part) for part in events], "largest": 0.0}
    for ours, theirs in zip(*events):
        # Times are whole milliseconds.
        if ours[0] == theirs[0] and abs(ours[1] - theirs[1]) <= 1:
            result["largest"] = max([result["largest"], *(abs(a - b) for a, b in zip(ours[2], theirs[2]))])
        else:
            result["largest"] = math.inf
    gtk = [entry for entry in entries if "gtk" in entry]
    result["gtk"] = []
    for entry in gtk:
        if entry["kind"].startswith("GtkGesture") and entry.get("phase") != "cancel":
            name = f"{entry['kind'].removeprefix('GtkGesture').lower()}{entry['points']}"
            result["gtk"] += [name] * (name not in result["gtk"])
    for entry in gtk:
        kind = entry["kind"]
        # After a cancelled swipe, GTK 4.8 emits the signal once more, with numbers that it never set.
        if kind == "GtkGestureSwipe" and "x" in entry and not any(other.get("cancelled") for other in gtk):
            result["swipe"] = entry["x"], entry["y"]
        elif kind == "GtkGestureZoom" and "scale" in entry:
            result["zoom"] = entry["scale"]
        elif kind == "GtkGestureRotate" and "angle" in entry:
            result["turn"] = math.degrees(entry["angle"])
        elif kind == "GtkGestureDrag" and "x" in entry:
            result["dragX"], result["dragY"] = entry["x"], entry["y"]
    # What GtkGestureSwipe got, as positions since the beginning.
    result["reports"], x, y = [], 0, 0
    for entry in gtk:
        if entry["kind"].startswith("swipe"):
            if not entry["kind"].endswith("end"):
                x, y = x + entry["x"], y + entry["y"]
            result["reports"].append((round(entry["us"] / 1000), x, y))
            pointer = entry.get("pointerX", 100), entry.get("pointerY", 100)
    if "swipe" in result:
        # GTK adds the movement to the pointer's position, and keeps whole pixels of the sum.
        result["rule"] = rule([(ms, *(int(start + moved) for start, moved in zip(pointer, (x, y))))
                               for ms, x, y in result["reports"]])
    result["reports"] = [(round(ms - first), x, y) for ms, x, y in result["reports"]]
    return result


def event(entry):
    """Kind, whole milliseconds and numbers of an event."""
    kind = entry["kind"]
    is_accelerated = kind in ("swipe", "pinch")
    keys = ["acceleratedX" if is_accelerated else "x", "acceleratedY" if is_accelerated else "y", "scale", "angle",
            "button", "pressed", "cancelled", "fingers"]
    # The end of a pinch has no scale in the protocol.
    if kind.endswith("-end"):
        keys.remove("scale")
    if kind.endswith("-begin"):
        keys = ["fingers"]
    return kind, entry["us"] // 1000, [entry.get(key, 0) for key in keys]


def rule(reports):
    """The rule that GTK's velocities follow: the movement since the last update that is older than 150 ms, by the time
    until the end. The beginning itself does not count.

    Old updates are dropped with each update, and once more at the end, but then only if one of them is not older.
    """
    updates = reports[1:-1]
    if not updates:
        return 0.0, 0.0
    for now in [report[0] for report in updates] + [reports[-1][0]]:
        seen = [number for number, report in enumerate(updates) if report[0] <= now]
        recent = next((number for number in seen if updates[number][0] + HISTORY > now), 0)
        updates = updates[max(recent - 1, 0):]
    elapsed = reports[-1][0] - updates[0][0]
    return tuple((b - a) / elapsed * 1000 if elapsed else 0.0 for a, b in zip(updates[0][1:], updates[-1][1:]))


def predict(gesture, recording):
    """Pantograph's velocity along the gesture's axis, in px/s."""
    fingers = int(gesture["fingers"])
    if fingers not in SLOPS or not gesture["byX"]:
        return None
    is_sideways = abs(float(gesture["byX"])) >= abs(float(gesture["byY"]))
    sign = 1 if float(gesture["byX"] if is_sideways else gesture["byY"]) >= 0 else -1
    toward = ("right" if sign > 0 else "left") if is_sideways else ("down" if sign > 0 else "up")
    release = lab.explained(sys.argv[1], recording, {
        "version": 1,
        "gesture": {"pan": {"as": "libinput-swipe", "fingers": fingers, "slop": {"mm": SLOPS[fingers]}}},
        "progress": {"toward": toward, "distance": {"mm": 10}, "limits": "none"},
        "rule": {"estimator": "gtk-swipe", "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }, "--touch-pressure", PRESSURE)
    return sign * release["release"]["velocity"] * PAD_PX_PER_MM if release else None
