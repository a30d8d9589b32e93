"""Reads the interaction file, including comments, as the page InteractionFile.md defines it."""
import json
import re
from fractions import Fraction

from case_motion import Curve, Spring
from case_recording import Unreadable

WAYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}  # y grows downwards
POINTS_PER_INCH = 163
WORDS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bare = WORDS.sub(lambda word: word[0] if word[0].startswith('"') else " ", text)
    return json.loads(bare, parse_float=Fraction)  # 1.6 stays exactly 1.6


class Lengths:
    """Lengths of the file in millimetres, and points."""

    def __init__(self, plan, surface):
        self.plan, self.surface = plan.get("surface", {}), surface

    def points_per_mm(self, axis):
        if "pointsPerMm" in self.plan:
            return Fraction(self.plan["pointsPerMm"])
        if "fit" in self.plan:
            return Fraction(self.plan["fit"]["width" if axis == "x" else "height"]) / self.surface.size(axis)
        if self.plan.get("unit") == "device":
            return self.surface.per_mm[axis]
        return None

    def mm(self, length, axis):
        if "mm" in length:
            return Fraction(length["mm"])
        if "share" in length:
            return Fraction(length["share"]) * self.surface.size(axis)
        points = self.points_per_mm(axis)
        if points is None:
            raise Unreadable("points without a surface")
        return Fraction(length["points"]) / points


class Progress:
    """The mapping from the fingers to progress."""

    def __init__(self, document, surface):
        plan = document.get("progress", {})
        kind = next(iter(document.get("gesture", {"pan": {}})))
        self.of = plan.get("of", "translation" if kind == "pan" else "pressure")
        toward = plan.get("toward", "right")
        self.way = WAYS[toward]
        self.axis = "x" if self.way[0] else "y"
        self.surface, lengths = surface, Lengths(document, surface)
        self.lengths = lengths
        self.either = plan.get("bothDirections", False)
        self.offset = lengths.mm(plan["offset"], self.axis) if "offset" in plan else 0
        self.distance = lengths.mm(plan["distance"], self.axis) if "distance" in plan else Fraction(1)
        self.limits = plan.get("limits", [0, 1])

    def along(self, way):
        return way[0] * self.way[0] + way[1] * self.way[1]

    def across(self, way):
        """The component across the direction: down for right or left, right for up or down."""
        return way[1] if self.way[0] else way[0]

    def led(self, way):
        """The progress of a translation."""
        length = abs(self.along(way)) if self.either else self.along(way)
        beyond = max(abs(length) - self.offset, 0)
        return (beyond if length > 0 else -beyond) / self.distance

    def located(self, place):
        length = self.along(place)
        if sum(self.way) < 0:
            length += self.surface.size(self.axis)
        return (length - self.offset) / self.distance

    def bent(self, wanted, place, held):
        """The progress of a location or force after a catch: straight lines through (position, held) and both ends."""
        low, high = (max(self.limits[0], 0), min(self.limits[1], 1)) if isinstance(self.limits, list) else (0, 1)
        here = self.unbound(held)
        # Beyond an end, or within a tenth of the distance from it, there is no line: it continues as a translation
        # does.
        corners = [(low, low)] * (place - low > 0.1) + [(place, here)] + [(high, high)] * (high - place > 0.1)
        corners.sort()
        (first, bottom), (last, top) = corners[0], corners[-1]
        if wanted < first:
            return (wanted - first + bottom, True) if first == place else (wanted, False)
        if wanted > last:
            return (wanted - last + top, True) if last == place else (wanted, False)
        for (x, y), (other, above) in zip(corners, corners[1:]):
            if x <= wanted <= other:
                # The weight of each corner is the nearness to it, so that the result is exact at the corners.
                return (y * (other - wanted) + above * (wanted - x)) / (other - x), True
        raise AssertionError("a progress between no two corners")

    def unbound(self, held):
        """The unlimited progress at which fingers grab the animation."""
        return stretched(held, self.limits["rubberBand"]) if isinstance(self.limits, dict) else held

    def limited(self, progress, caught=None):
        """Within the limits; an animation that was caught beyond one is driven from there."""
        if self.limits == "none":
            return progress
        if isinstance(self.limits, dict):
            return rubber(progress, Fraction(self.limits["rubberBand"]))
        low, high = self.limits
        if caught is not None:
            low, high = min(low, caught), max(high, caught)
        return min(max(progress, low), high)


def stretched(progress, coefficient):
    """The inverse: the progress that a rubber band shows here."""
    if 0 <= progress <= 1:
        return progress
    drawn = progress - 1 if progress > 1 else -progress
    if drawn >= 1:
        raise Unreadable("a rubber band that was caught farther out than it reaches")
    beyond = (1 / (1 - drawn) - 1) / float(coefficient)
    return 1 + beyond if progress > 1 else -beyond


def rubber(progress, coefficient):
    """(1 - 1 / (c x / d + 1)) d with the whole progress as d (spec, 10)."""
    if 0 <= progress <= 1:
        return progress
    beyond = progress - 1 if progress > 1 else -progress
    drawn = 1 - 1 / (coefficient * beyond + 1)
    return 1 + drawn if progress > 1 else -drawn


class Timing:
    """A curve, or a spring and its velocity. A damping ratio alone makes a spring for a given time and velocity."""

    def __init__(self, plan):
        self.curve = Curve(plan["curve"]) if "curve" in plan else None
        spring = plan.get("spring")
        self.made, self.ratio, self.velocity = None, None, "carried"
        if spring is not None:
            numbers = {key: float(value) for key, value in spring.items() if key != "velocity"}
            self.velocity = spring.get("velocity", "carried")
            if "response" in numbers:
                self.made = Spring.response(numbers["response"], numbers.get("dampingRatio", 1))
            elif "duration" in numbers:
                self.made = Spring.bounce(numbers["duration"], numbers.get("bounce", 0))
            elif "stiffness" in numbers:
                self.made = Spring(numbers.get("mass", 1), numbers["stiffness"], numbers["damping"])
            else:
                self.ratio = numbers["dampingRatio"]
        elif self.curve is None:
            self.curve = Curve("easeInOut")

    @property
    def own_velocity(self):
        """The velocity of a settling without a release."""
        given = isinstance(self.velocity, dict) and "perDistance" in self.velocity
        return float(self.velocity["perDistance"]) if given else 0.0

    @property
    def is_spring(self):
        return self.made is not None or self.ratio is not None

    @property
    def has_own_time(self):
        return self.made is not None

    def spring(self, time, velocity):
        return self.made or Spring.settling(self.ratio, time, velocity)
