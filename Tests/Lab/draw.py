"""Draws gestures at random, to judge a bench by gestures that its table does not have.

Every quantity is drawn from the whole range that a bench's ladders have, so few of them are near a threshold. For
`gtk-corpus`, other touches of the same people are drawn.
"""
import csv
import pathlib
import random

import people

COUNT = 60
# The touches of people that are drawn have two fingers, move by at least so many millimetres, and last at most so many
# seconds.
LEAST, LONGEST = 1, 5
# How far from a side and from the top libinput takes a touch for a palm, in millimetres: 8 and 5 percent.
EDGE, TOP = 8, 3.25
# Where a gesture begins: pages of the carousels and the list, pixels of the scrolled contents.
STARTS = {
    "libadwaita": ["0", "1", "1", "1", "2"],
    "libadwaita-touchpad": ["0", "1", "1", "1", "2", "10", "11", "11", "12"],
    "gtk": ["5000", "5000", "5000", "200", "9800"],
    "gtk-touchpad": ["5000", "5000", "5000", "200", "9800"],
    "qt": ["5000", "5000", "page4", "page4", "page0", "page8"],
    "chromium": ["5000", "5000", "5000", "5000", "5000", "5000", "page4", "page8"],
    "firefox": ["5000", "5000", "page4", "page4", "page0", "page8"],
    "libadwaita-flap": ["0", "0", "1", "1", "10", "11", "11", "12"],
    "qt-drawer": ["closed", "closed", "open", "open", "page4", "page0", "page8"],
}
# Reports per second.
RATES = [31, 60, 90, 125, 180]


def gestures(bench, columns, seed):
    """Returns gestures with the columns of a bench's table."""
    chance = random.Random(seed)
    if bench == "gtk-corpus":
        others = unplayed()
        drawn = chance.sample(others, min(COUNT, len(others)))
        return [{**dict.fromkeys(columns, ""), **one} for one in [TREMBLE, *drawn]]
    if bench not in STARTS:
        raise SystemExit(f"lab: --drawn knows no gestures for {bench}, but for {', '.join(STARTS)} and gtk-corpus")
    return [{**dict.fromkeys(columns, ""), **gesture(bench, number, chance)} for number in range(1, COUNT + 1)]


# What prepares libinput for the touches of people; see people.py.
TREMBLE = {"name": "tremble", "kind": "tremble", "start": "5000", "byX": "-1", "byY": "0"}


def unplayed():
    """The touches of two fingers that people have made, and that the table does not have."""
    with open(pathlib.Path(__file__).resolve().parent / "gtk-corpus/gestures.csv") as file:
        played = {(row["file"], row["touch"]) for row in csv.DictReader(file)}
    result = []
    # Palms and clicks are left out: here, every contact presses like a finger, and no button is pressed.
    for file in sorted(file for file in people.FOLDER.glob("*/*.dat") if not file.name.startswith("palm-")):
        clicks = people.clicks(file)
        for number, touch in enumerate(people.touches(file)):
            name = str(file.relative_to(people.FOLDER))
            first, last = touch[0][0], touch[-1][0]
            if (name, str(number)) in played or last - first > LONGEST or any(first <= click <= last for click in clicks):
                continue
            x, y = movement([fingers for _, fingers in touch if len(fingers) == 2])
            if max(abs(x), abs(y)) < LEAST or max(len(fingers) for _, fingers in touch) > 2:
                continue
            is_turned = abs(y) > abs(x)
            if not all(fits(*position[::-1 if is_turned else 1]) for _, fingers in touch for position in fingers.values()):
                continue
            person = file.parent.name.rpartition("-u")[2]
            result.append({
                "name": f"{person}-{file.stem}-{number}", "kind": "corpus", "file": name, "touch": str(number),
                "turned": "y" if is_turned else "", "start": "5000", "byX": f"{y if is_turned else x:.4g}",
                "byY": "0"})
    return result


def fits(x, y):
    """Whether a position lies on the model touchpad, and not at a side or the top, where libinput expects palms."""
    return abs(x) < people.WIDTH / 2 - EDGE and TOP - people.HEIGHT / 2 < y < people.HEIGHT / 2


def movement(pairs):
    """The mean movement of two fingers, in millimetres."""
    if not pairs or pairs[0].keys() != pairs[-1].keys():
        return 0, 0
    first, last = pairs[0], pairs[-1]
    return [sum(last[finger][axis] - first[finger][axis] for finger in first) / 2 for axis in (0, 1)]


def gesture(bench, number, chance):
    start = chance.choice(STARTS[bench])
    kind = chance.choice(["flick", "flick", "flick", "swipe", "swipe", "reversal", "hold-flick"])
    way = chance.choice([-1, 1])
    # A vertical carousel is as high as the touchpad allows.
    is_vertical = bench == "libadwaita-touchpad" and len(start) == 2
    along = way * chance.uniform(3, 45 if is_vertical else 70)
    across = along * chance.choice([0, 0, chance.uniform(-0.3, 0.3)])
    result = {
        "name": f"drawn-{number}", "kind": kind, "start": start, "x": 85 if way < 0 else 10, "y": 20,
        "byX": along, "byY": across, "duration": chance.uniform(0.1, 0.8),
        "lift": chance.uniform(0.3, 0.9) if "flick" in kind else chance.choice([0.5, 1]) if kind == "reversal" else 1,
        "hold": chance.uniform(0.05, 0.4) if kind != "swipe" or chance.random() < 0.5 else 0,
        "back": chance.uniform(0.2, 1) if kind == "reversal" else 0,
        "rate": chance.choice(RATES), "noise": chance.choice([0, 0, 0.01, 0.03]),
        "pressureNoise": chance.choice([0, 0.03]), "seed": number,
    }
    if "touchpad" in bench:
        result |= {"fingers": 2, "spacing": 18}
    else:
        del result["y"]
    if bench in ("libadwaita-flap", "qt-drawer"):
        result |= {"x": landing(bench, start, way, chance)}
    if is_vertical:
        result |= {"x": 50, "y": 55 if way < 0 else 10, "byX": across, "byY": along}
    return {key: f"{value:.4g}" if isinstance(value, float) else str(value) for key, value in result.items()}


def landing(bench, start, way, chance):
    """Where a finger lands: what is closed opens from an edge, and from no other part of the window."""
    if way > 0:
        return chance.uniform(1, 10 if start == "0" else 4) if start in ("0", "closed") else chance.uniform(3, 25)
    return chance.uniform(84, 94) if start in ("10", "11") else chance.uniform(72, 85)
