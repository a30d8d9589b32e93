"""What is animated: the fraction, the properties with their own parts of the time, and the curves and springs on
which they run.

A run moves the fraction and each block of properties from their current positions to one end. A coordinate x counts
from the current position to 1 in that direction. So a curve is entered where its value is x, and the distance of a
spring is the one that is left.
"""
import math
from typing import NamedTuple, Optional

from case_recording import Unreadable


class Property:
    def __init__(self, plan):
        self.name, self.start = plan["name"], float(plan["from"]) if "from" in plan else None
        self.keys = [(float(k["start"]), float(k["duration"]), float(k["to"])) for k in plan.get("keyframes", [])]
        self.end = self.keys[-1][2] if self.keys else float(plan["to"])
        self.delay = float(plan.get("delayFactor", 0))
        self.across, self.additive = plan.get("axis") == "across", plan.get("additive", False)

    def value(self, share):
        if not self.keys:
            return self.start + (self.end - self.start) * share
        value, time = self.start, min(max(share, 0), 1)
        for start, duration, to in self.keys:
            if time < start:
                break
            # What lies beyond the end is cut off; each keyframe continues from the current value.
            duration = min(duration, 1 - start)
            done = 1 if duration <= 0 else min((time - start) / duration, 1)
            value += (to - value) * done
        return value


class Block(NamedTuple):
    """A part of the time: when it begins, as a fraction, and how far it is."""
    begins: float
    share: float


class Shape:
    def over(self, stretch):
        """The same timing over a part of its time."""
        return self


class CurveShape(Shape):
    """From a position to 1 on a curve, over a share u of the time; scaled to what is left if the curve never has it."""

    def __init__(self, curve, afresh=False):
        self.curve, self.afresh = curve, afresh

    def entry(self, start):
        return None if self.afresh else self.curve.entry(start)

    def at(self, start, u):
        time = self.entry(start)
        if time is None:
            return start + (1 - start) * self.curve.value(u)
        return self.curve.value(time + (1 - time) * u)

    def slope(self, start, u):
        time = self.entry(start)
        if time is None:
            return (1 - start) * self.curve.slope(u)
        return self.curve.slope(time + (1 - time) * u) * (1 - time)

    def left(self, start):
        """The share of the whole duration that this takes by itself."""
        time = self.entry(start)
        way = abs(1 - start)
        return (way if self.afresh else min(way, 1)) if time is None else 1 - time


class BackShape(Shape):
    """Back through the animation's own curve."""

    def __init__(self, curve):
        self.curve, self.beyond = curve, CurveShape(curve, True)

    def at(self, start, u):
        time = self.curve.entry(1 - start)
        return self.beyond.at(start, u) if time is None else 1 - self.curve.value(time * (1 - u))

    def slope(self, start, u):
        time = self.curve.entry(1 - start)
        return self.beyond.slope(start, u) if time is None else self.curve.slope(time * (1 - u)) * time

    def left(self, start):
        time = self.curve.entry(1 - start)
        return min(abs(1 - start), 1) if time is None else time


class SpringShape(Shape):
    """A spring with a velocity in remaining distances per second, for the time that it takes. A spring given by a
    damping ratio alone has the stiffness that the time requires, so that a part of the time has another spring."""

    def __init__(self, timing, velocity, given):
        self.timing, self.velocity = timing, velocity
        self.spring = timing.spring(given, velocity)
        self.duration = self.spring.duration(velocity) if timing.has_own_time else given

    def over(self, stretch):
        return self if self.timing.has_own_time else SpringShape(self.timing, self.velocity, self.duration * stretch)

    def at(self, start, u):
        return start + (1 - start) * self.spring.position(u * self.duration, self.velocity)[0]

    def slope(self, start, u):
        return (1 - start) * self.spring.position(u * self.duration, self.velocity)[1] * self.duration


class Run:
    """From a fraction to an end, and from a `place` in time, which differs from the fraction if fingers drive the time;
    `home` is how the properties across return to their start."""

    def __init__(self, began, duration, fraction, end, shape, blocks, across=0.0, home=None, home_duration=0.0,
                 place=None, lines=None):
        self.began, self.duration, self.start, self.end = began, duration, float(fraction), end
        self.shape, self.blocks, self.away = shape, blocks, float(across)
        self.home, self.home_duration = home, home_duration
        self.lines = lines
        self.linear = min(max(self.start if place is None else place, 0), 1)

    @property
    def ends(self):
        """At the first whole microsecond when nothing moves any more."""
        return math.ceil((self.began + max(self.duration, self.home_duration if self.away else 0)) * 1e6 - 1e-5) / 1e6

    def place(self, fraction):
        return fraction if self.end == 1 else 1 - fraction

    def fraction(self, time):
        """(fraction, velocity)"""
        u = (time - self.began) / self.duration if self.duration > 0 else 1
        if u >= 1:
            return float(self.end), 0.0
        x = self.place(self.start)
        way, slope = self.shape.at(x, u), self.shape.slope(x, u) / self.duration
        return (way, slope) if self.end == 1 else (1 - way, -slope)

    def share(self, delay, time):
        """The progress of a block with this delay."""
        if delay == 0:
            return self.fraction(time)[0]
        block = self.blocks[delay]
        u = (time - self.began) / self.duration if self.duration > 0 else 1
        if u >= 1:
            return float(self.end)
        if self.lines:
            return self.lines.share(delay, self.fraction(time)[0])
        if self.end == 1:
            if block.begins > self.linear and block.share == 0:
                wait = (block.begins - self.linear) / (1 - self.linear)
                return self.shape.over(1 - wait).at(0.0, (u - wait) / (1 - wait)) if u > wait else 0.0
            return self.shape.at(block.share, u)
        if block.share == 0 or self.linear <= 0:
            return 0.0
        stretch = (self.linear - block.begins) / self.linear
        return 1 - self.shape.over(stretch).at(1 - block.share, u / stretch) if u < stretch else 0.0

    def across(self, time):
        if not self.away or self.home_duration <= 0:
            return 0.0
        u = (time - self.began) / self.home_duration
        return self.away * (1 - self.home.at(0.0, u)) if u < 1 else 0.0

    def held(self, delay, time):
        """Its block, with the time shifted so that the fraction is where the fingers grab it."""
        fraction, _ = self.fraction(time)
        block = self.blocks[delay]
        u = min((time - self.began) / self.duration, 1) if self.duration > 0 else 1
        linear = self.linear + (self.end - self.linear) * u
        share = self.share(delay, time)
        if block is None or block.begins <= 0 or self.lines:
            return block and Block(block.begins, share)
        if not 0 < fraction < 1:
            return Block(block.begins, share) if fraction in (0, 1) else None
        if block.begins < linear:
            return Block(block.begins * fraction / linear, share)
        return Block(fraction + (1 - fraction) * (block.begins - linear) / (1 - linear), share)


class Held:
    """While fingers drive them, blocks move in straight lines from their positions to their ends, or along a curve."""

    def __init__(self, fraction, blocks, curve=None):
        self.fraction, self.blocks, self.curve = min(max(float(fraction), 0), 1), blocks, curve

    def share(self, delay, fraction):
        block = self.blocks[delay]
        if self.curve:
            return self.curve.value((self.curve.entry(fraction) - delay) / (1 - delay))
        if delay == 0:
            return fraction
        if block is None:
            raise Unreadable("a property with a delay, held where the fraction was beyond its ends")
        if block.share == 0 or fraction < self.fraction:
            high, top = (self.fraction, block.share) if block.share else (1.0, 1.0)
            if fraction <= block.begins:
                return 0.0
            return min(top * (fraction - block.begins) / (high - block.begins), 1.0)
        if self.fraction >= 1 or fraction >= 1:
            return 1.0  # beyond the end, parts stay where they are
        return block.share + (1 - block.share) * (fraction - self.fraction) / (1 - self.fraction)


class Stage:
    """The properties, and their values."""

    def __init__(self, plans):
        self.properties = [Property(plan) for plan in plans]
        self.names = list(dict.fromkeys(p.name for p in self.properties))
        self.delays = sorted({p.delay for p in self.properties if not p.across} | {0.0})
        self.moved = {}  # the value to which a later animation has moved a property of this one

    def fresh(self, share=0.0):
        return {delay: Block(delay, share) for delay in self.delays}

    def values(self, share, across, moved: Optional[dict] = None):
        """The values, from a function that returns the progress for each delay."""
        values = {}
        for p in self.properties:
            value = p.value(across if p.across else share(p.delay))
            values[p.name] = values[p.name] + value - p.start if p.additive and p.name in values else value
        return values | (moved or {})
