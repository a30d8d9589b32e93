"""What SDL 2 makes of a touchscreen's fingers, beside the contacts of the recording.

Positions are in px of the screen, angles in degrees. SDL measures both axes as shares of the window, so its distances
and angles are those of a square window; the column `scale` is 1 + 2 · Σ dDist / the first distance in those shares,
`spread` and `turned` are the scale and the angle of the recorded contacts in mm.
"""
import itertools
import json
import math

import lab
from fingers import frames

PACKAGES = ["libsdl2-2.0-0", "sway", "libinput10"]
# The device's units; libinput divides by one more.
UNITS = [lab.screen()[axis] + 1 for axis in ("35", "36")]
# Milliseconds without a finger, after which the next gesture begins: 1200 between two, less where the guest stops.
GAP = 300

# A report may be late by this many milliseconds.
LATE = 3


def table(folder):
    """Prints a line per gesture, and returns the rows of the oracle."""
    known = lab.gestures(folder.name)
    runs = split(folder)
    if len(runs) != len(lab.rounds_of(folder.name)):
        raise SystemExit(f"sdl: {len(runs)} touches in the log, {len(lab.rounds_of(folder.name))} gestures were played")
    print(f"{'gesture':18} {'fingers':>7} {'events':>9} {'px':>7} {'late ms':>7} {'multi':>6} {'scale':>7}"
          f" {'spread':>7} {'angle':>8} {'turned':>8} {'rule':>9}")
    rows, unlike, differing, farthest, worst = [], [], [], 0, 0
    for number, gesture in enumerate(known):
        name = gesture["name"]
        seen = [run(one, folder / f"{name}.evemu") for one in runs[number::len(known)]]
        # The guest's pauses delay SDL's clock, which counts when it reads an event; of many fingers, the kernel drops
        # what does not fit in its buffer meanwhile.
        one = min(seen, key=lambda run: (run["events"] != run["expected"], run["late"] > LATE))
        differing += [name] * any(other["key"] != one["key"] for other in seen)
        unlike += [name] * (one["events"] != one["expected"] or one["px"] >= 1)
        farthest, worst = max(farthest, one["px"]), max(worst, one["rule"])
        print(f"{name:18} {one['fingers']:>7} {one['events']:>4}/{one['expected']:<4} {one['px']:>7.3f}"
              f" {one['late']:>7.1f} {one['multi']:>6} {one['scale']:>7.3f} {one['spread']:>7.3f} {one['angle']:>8.2f}"
              f" {one['turned']:>8.2f} {one['rule']:>9.6f}")
        rows.append({**gesture, "outcome": f"{one['fingers']} fingers", "events": one["events"], "multi": one["multi"],
                     "px": f"{one['px']:.6f}", "sumDistance": f"{one['distance']:.6f}",
                     "sumAngle": f"{one['angle']:.6f}",
                     **{key: f"{one[key]:.6f}" for key in ("spread", "turned")}})
    print(f"\n{len(rows)} gestures; other in another round: {' '.join(differing) or 'none'}")
    print(f"contacts: {len(rows) - len(unlike)} of {len(rows)} as recorded, farthest {farthest:.3f} px;"
          f" others: {' '.join(unlike) or 'none'}")
    print(f"SDL's rule of two fingers and more, event by event: largest difference {worst:.6f}")
    return rows


def split(folder):
    """The log's entries of each gesture: from the first finger to the last."""
    result, down, last = [], set(), -math.inf
    for line in open(folder / "log"):
        entry = json.loads(line)
        if "ms" not in entry:
            continue
        if not down and entry["kind"] == "down" and entry["ms"] - last > GAP:
            result.append([])
        if entry["kind"] == "down":
            down.add(entry["id"])
        elif entry["kind"] == "up":
            down.discard(entry["id"])
        result[-1].append(entry)
        last = entry["ms"]
    return result


def recorded(file):
    """The events of a recording as (milliseconds, kind, finger, x, y), positions as shares of the screen."""
    result = []
    for seconds, places, changed in frames(open(file)):
        result += [(seconds * 1000, kind, finger, *(value / units for value, units in zip(places[finger], UNITS)))
                   for finger, kind in sorted(changed.items())]
    return [(ms - result[0][0], *rest) for ms, *rest in result]


def run(entries, file):
    """What SDL reported of a gesture, and how far that is from the recording and from SDL's own rule."""
    fingers, multi = lab.of_kind(entries, "down", "move", "up"), lab.of_kind(entries, "multi")
    expected = recorded(file)
    order = list(dict.fromkeys(finger for _, _, finger, _, _ in expected))
    ids = list(dict.fromkeys(entry["id"] for entry in fingers))
    farthest, late = 0.0, 0.0
    for finger, number in itertools.zip_longest(order, ids):
        ours = [event for event in expected if event[2] == finger]
        theirs = [entry for entry in fingers if entry["id"] == number]
        if [event[1] for event in ours] != [entry["kind"] for entry in theirs]:
            farthest = math.inf
            continue
        for (ms, _, _, x, y), entry in zip(ours, theirs):
            farthest = max(farthest, math.hypot((x - entry["x"]) * lab.WIDTH, (y - entry["y"]) * lab.HEIGHT))
            late = max(late, abs(entry["ms"] - fingers[0]["ms"] - ms))
    first = {finger: next((x, y) for _, _, one, x, y in expected if one == finger) for finger in order}
    last = {finger: [(x, y) for _, _, one, x, y in expected if one == finger][-1] for finger in order}
    (size, _), (start, direction), (end, turned) = (shape(first, 1, 1), *(
        shape(one, lab.WIDTH, lab.HEIGHT) for one in (first, last)))
    distance, angle = (sum(entry[key] for entry in multi) for key in ("distance", "angle"))
    return {"fingers": len(ids), "events": len(fingers), "expected": len(expected), "px": farthest, "late": late,
            "multi": len(multi), "distance": distance, "angle": math.degrees(angle),
            "scale": 1 + 2 * distance / size if len(order) == 2 else math.nan,
            "spread": end / start if len(order) > 1 else math.nan,
            "turned": math.degrees(math.remainder(turned - direction, 2 * math.pi)), "rule": rule(entries),
            "key": [(entry["kind"], round(entry["x"], 5), round(entry["y"], 5)) for entry in fingers]}


def shape(positions, width, height):
    """The mean distance of fingers from their centre, twice, and the direction from the first to the second one."""
    points = [(x * width, y * height) for x, y in positions.values()]
    centre = [sum(axis) / len(points) for axis in zip(*points)]
    spread = 2 * sum(math.dist(point, centre) for point in points) / len(points)
    a, b = points[0], points[-1] if len(points) == 1 else points[1]
    return spread, math.atan2(b[1] - a[1], b[0] - a[0])


def rule(entries):
    """The largest difference of SDL's events of several fingers from its rule.

    That is how the finger that moves turns about the centre, and moves away from it, with the centre before and after.
    """
    down, moved, worst = {}, None, 0.0
    for entry in entries:
        if entry["kind"] == "multi":
            if moved:
                worst = max(worst, *(abs(entry[key] - value) for key, value in zip(("angle", "distance"), moved)))
            continue
        if entry["kind"] == "up":
            down.pop(entry["id"], None)
            continue
        before = down.get(entry["id"])
        centre = middle(down)
        down[entry["id"]] = entry["x"], entry["y"]
        if entry["kind"] == "move" and len(down) > 1:
            old = [a - b for a, b in zip(before, centre)]
            new = [a - b for a, b in zip(down[entry["id"]], middle(down))]
            moved = (math.atan2(old[0] * new[1] - old[1] * new[0], old[0] * new[0] + old[1] * new[1]),
                     math.hypot(*new) - math.hypot(*old))
    return worst


def middle(positions):
    return [sum(axis) / len(positions) for axis in zip(*positions.values())]
