"""Judges a release as the page Rules.md defines it, unless the rule depends on a velocity: an estimator's result is not
recomputed."""
from fractions import Fraction
from typing import NamedTuple

MM_PER = {"mm": Fraction(1), "pt": Fraction(254, 1630), "dp": Fraction(254, 1600), "px": Fraction(254, 960),
          "pad-px": Fraction(254, 2968)}
PRESETS = {  # the numbers that `pantograph rules NAME` prints
    "tutorial-pull": {"fractionAbove": Fraction(1, 2)},
    "tutorial-reveal": {"clauses": [{"when": {"fraction": {"below": Fraction(1, 2)}}, "then": "cancel"}],
                        "otherwise": "finish"},
    "tutorial-interrupt": {"clauses": [
        {"when": {"travel": {"above": 40, "unit": "pt"}}, "then": "finish"},
        {"when": {"travel": {"below": -40, "unit": "pt"}}, "then": "cancel"}], "otherwise": "nearest"},
    "tutorial-drag": {"clauses": [], "otherwise": "finish"},
    "tutorial-reverse": {"clauses": [], "otherwise": "cancel"},
    "tutorial-press": {"clauses": [{"when": {"peak": {"atLeast": 1}}, "then": "finish"}], "otherwise": "cancel"},
    "kwin": {"clauses": [{"when": {"fraction": {"atLeast": 1}}, "then": "finish"}], "otherwise": "cancel"},
}
PRESSES = PRESETS["tutorial-press"]
SIDES = {"above": lambda a, b: a > b, "atLeast": lambda a, b: a >= b,
         "below": lambda a, b: a < b, "atMost": lambda a, b: a <= b}


class NotRecomputed(Exception):
    """The text says what is not recomputed, and why."""


class Release(NamedTuple):
    fraction: Fraction
    held: Fraction  # where the fingers grabbed it
    peak: Fraction
    travel: Fraction  # mm toward progress
    aside: Fraction  # mm across
    distance: Fraction  # mm
    duration: float  # seconds
    restTime: float

    def quantity(self, name):
        """(value, "way" in mm, "progress" or "time" in seconds)"""
        if name in ("fraction", "snapIntervalFraction"):
            return self.fraction, "progress"
        if name == "progressSinceGrab":
            return self.fraction - self.held, "progress"
        if name == "peak":
            return self.peak, "progress"
        if name == "travel":
            return self.travel, "way"
        if name == "travelSize":
            return abs(self.travel), "way"
        if name == "travelAxisExcess":
            return abs(self.travel) - abs(self.aside), "way"
        if name == "straightDistance":
            return (float(self.travel) ** 2 + float(self.aside) ** 2) ** 0.5, "way"
        if name in ("duration", "restTime"):
            return getattr(self, name), "time"
        raise NotRecomputed(f"the decision asks for {name}, and velocities are an estimator's")


def holds(name, condition, release):
    value, kind = release.quantity(name)
    unit = condition.get("unit")
    if kind == "way":
        value = value / release.distance if unit == "progress" else value / MM_PER[unit or "mm"]
    elif kind == "time":
        value = value * (1000 if unit == "ms" else 1)
    return all(SIDES[side](value, condition[side]) for side in SIDES if side in condition)


def judged(rule, release, unasked=False):
    """The verdict, or None if no clause holds and the fingers are not released (judge: moving)."""
    if "preset" in rule:
        if rule["preset"] not in PRESETS or len(rule) > 1:
            raise NotRecomputed(f"the decision is by the preset {rule['preset']}")
        rule = PRESETS[rule["preset"]]
    if rule.get("snapPoints", [0, 1]) != [0, 1]:
        raise NotRecomputed("snap points")
    if "fractionAbove" in rule:
        rule = {"clauses": [{"when": {"fraction": {"above": rule["fractionAbove"]}}, "then": "finish"}],
                "otherwise": "cancel"}
    for clause in rule.get("clauses", []):
        if all(holds(name, condition, release) for name, condition in clause["when"].items()):
            return ends(clause["then"], release)
    return None if unasked else ends(rule["otherwise"], release)


def ends(verdict, release):
    if verdict in ("finish", "cancel"):
        return verdict
    if verdict == "nearest":
        return "finish" if release.fraction > Fraction(1, 2) else "cancel"
    if verdict in ("next", "previous"):
        return "finish" if verdict == "next" else "cancel"
    raise NotRecomputed(f"the verdict {verdict} is by a projection")
