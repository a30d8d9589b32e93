"""Functions of time, without a session."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from . import _native
from ._native import library


def format(value: float, decimals: int = 6) -> str:
    """Returns a number as Pantograph's tables have it: rounded half away from zero, and without a minus zero."""
    memory = ctypes.create_string_buffer(40)
    library.pg_format(value, _native.integer(decimals, "format", -(2**31), 2**31 - 1), memory, len(memory))
    return memory.value.decode()


class Motion(NamedTuple):
    """A position or distance, and its change per second."""

    position: float
    velocity: float


class Spring(NamedTuple):
    """A damped spring of unit mass: its angular frequency in radians per second, and its damping ratio."""

    frequency: float
    damping_ratio: float

    @classmethod
    def with_mass(cls, mass: float, stiffness: float, damping: float) -> Spring:
        """Returns the spring with a mass, a stiffness and a damping."""
        spring = library.pg_spring_with_mass(mass, stiffness, damping)
        return cls(spring.frequency, spring.damping_ratio)

    @classmethod
    def with_response(cls, response: float, damping_ratio: float = 1) -> Spring:
        """Returns the spring with a response in seconds, the period without damping."""
        spring = library.pg_spring_with_response(response, damping_ratio)
        return cls(spring.frequency, spring.damping_ratio)

    def at(self, seconds: float, position: float = 1, velocity: float = 0) -> Motion:
        """Returns the motion after some seconds, relative to the rest, from a position and a velocity."""
        motion = library.pg_spring_state(
            _native.Spring(*self), seconds, _native.Motion(position, velocity)
        )
        return Motion(motion.position, motion.velocity)

    def settling_time(self, velocity: float = 0) -> float:
        """Returns the seconds after which it counts as settled, as Core Animation has it."""
        seconds: float = library.pg_spring_settling_time(_native.Spring(*self), velocity)
        return seconds


class Curve(NamedTuple):
    """A cubic curve from (0, 0) to (1, 1) with two control points."""

    x1: float
    y1: float
    x2: float
    y2: float

    @classmethod
    def named(cls, name: str) -> Curve:
        """Returns the curve with a name, such as "easeInOut"; `pantograph.CURVES` has them."""
        curve, what = _native.Curve(), "Curve.named"
        _native.call(library.pg_curve_named, _native.text(name, what), ctypes.byref(curve), what=what)
        return cls(curve.x1, curve.y1, curve.x2, curve.y2)

    def at(self, fraction: float) -> Motion:
        """Returns the value at a fraction of the duration, and the slope there."""
        motion = library.pg_curve_at(_native.Curve(*self), fraction)
        return Motion(motion.position, motion.velocity)


class Momentum(NamedTuple):
    """What content that coasts does: its motion now, and how far and how long it goes."""

    motion: Motion
    distance: float
    duration: float


def momentum(law: str, velocity: float, seconds: float) -> Momentum:
    """Returns how far content coasts by the law of a toolkit, such as "gtk"; `pantograph.MOMENTA` has them."""
    motion, distance, duration = _native.Motion(), ctypes.c_double(), ctypes.c_double()
    _native.call(
        library.pg_momentum_at, _native.text(law, "momentum"), velocity, seconds, ctypes.byref(motion),
        ctypes.byref(distance), ctypes.byref(duration), what="momentum",
    )
    return Momentum(Motion(motion.position, motion.velocity), distance.value, duration.value)


def velocity(
    estimator: str, positions: Iterable[tuple[int, float, float]], now: int
) -> tuple[float, float]:
    """Estimates the velocity of a finger at a time, from rows of time in µs, x and y.

    `pantograph.ESTIMATORS` has the names of the estimators.
    """
    rows = np.array([(_native.integer(time, "velocity"), x, y) for time, x, y in positions], _native.POSITION)
    x, y = ctypes.c_double(), ctypes.c_double()
    _native.call(
        library.pg_velocity, _native.text(estimator, "velocity"), rows.ctypes.data, len(rows),
        _native.integer(now, "velocity"), ctypes.byref(x), ctypes.byref(y), what="velocity",
    )
    return x.value, y.value


def decide(rule: str, *, distance: float, fraction: float, **release: float) -> tuple[str, float]:
    """Judges a release by the rule of a toolkit, such as "android-viewpager"; `pantograph.RULES` has their names.

    Returns the outcome, and the progress at which the animation comes to rest. The other numbers are those of
    `struct pg_release` in the C header, and 0 unless given; `peak` is at least the fraction.
    """
    numbers = {"peak": fraction, **release}
    values = _native.Release(distance=distance, fraction=fraction, **numbers)
    outcome, target = ctypes.c_int32(), ctypes.c_double()
    _native.call(
        library.pg_rule_decide, _native.text(rule, "decide"), ctypes.byref(values), ctypes.byref(outcome),
        ctypes.byref(target), what="decide",
    )
    return ("finish", "cancel", "snap")[outcome.value], target.value
