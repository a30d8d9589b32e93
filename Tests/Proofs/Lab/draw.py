"""Draws gestures at random, to judge a bench by gestures that its table does not have.

Every quantity is drawn from the whole range that a bench's ladders have, so few of them are near a threshold.
"""
import random

COUNT = 60
# Where a gesture begins: pages of the carousels and the list, pixels of the scrolled contents.
STARTS = {
    "libadwaita": ["0", "1", "1", "1", "2"],
    "libadwaita-touchpad": ["0", "1", "1", "1", "2", "10", "11", "11", "12"],
    "gtk": ["5000", "5000", "5000", "200", "9800"],
    "gtk-touchpad": ["5000", "5000", "5000", "200", "9800"],
    "qt": ["5000", "5000", "page4", "page4", "page0", "page8"],
    "libadwaita-flap": ["0", "0", "1", "1", "10", "11", "11", "12"],
    "qt-drawer": ["closed", "closed", "open", "open", "page4", "page0", "page8"],
}
# Reports per second.
RATES = [31, 60, 90, 125, 180]


def gestures(bench, columns, seed):
    """Returns gestures with the columns of a bench's table."""
    if bench not in STARTS:
        raise SystemExit(f"lab: --drawn knows no gestures for {bench}, but for {', '.join(STARTS)}")
    chance = random.Random(seed)
    return [{**dict.fromkeys(columns, ""), **gesture(bench, number, chance)} for number in range(1, COUNT + 1)]


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
