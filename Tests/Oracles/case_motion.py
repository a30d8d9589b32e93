"""Curves and springs by other methods than the program's: cubic Béziers are inverted by bisection, and springs,
m x" + d x' + k x = 0, are solved by SciPy's integrator of order eight. No closed form of a spring's motion is used,
except for the rules by which a toolkit computes its duration."""
import math
from functools import lru_cache

from scipy.integrate import solve_ivp
from scipy.optimize import brentq

CURVES = {
    "linear": (0, 0, 1, 1), "easeIn": (0.42, 0, 1, 1), "easeOut": (0, 0, 0.58, 1),
    "easeInOut": (0.42, 0, 0.58, 1), "default": (0.25, 0.1, 0.25, 1),
}
STEPS = 1000  # of a curve that may pass a value several times
LEFT = 0.001  # of the distance, where a spring counts as settled


def bezier(s, a, b):
    return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3


def bezier_slope(s, a, b):
    return 3 * (1 - s) ** 2 * a + 6 * (1 - s) * s * (b - a) + 3 * s * s * (1 - b)


def bisect(function, target, low=0.0, high=1.0):
    """Where a rising function has this value, to the last bit."""
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        low, high = (middle, high) if function(middle) < target else (low, middle)


class Curve:
    def __init__(self, points):
        self.x1, self.y1, self.x2, self.y2 = CURVES[points] if isinstance(points, str) else map(float, points)

    def parameter(self, time):
        return bisect(lambda s: bezier(s, self.x1, self.x2), time)

    def value(self, time):
        if time <= 0 or time >= 1:
            return 0.0 if time <= 0 else 1.0
        return bezier(self.parameter(time), self.y1, self.y2)

    def slope(self, time):
        # If a control point is at its end, both slopes are 0, and their ratio is that of a point beside it.
        s = min(max(self.parameter(min(max(time, 0), 1)), 1e-8), 1 - 1e-8)
        across = bezier_slope(s, self.x1, self.x2)
        return bezier_slope(s, self.y1, self.y2) / across

    def entry(self, value):
        """The last time at which the curve rises to this value, or None."""
        def height(s):
            return bezier(s, self.y1, self.y2)

        if value in (0, 1) and 0 <= self.y1 <= 1 and 0 <= self.y2 <= 1:
            return float(value)
        for step in range(STEPS, 0, -1):
            low, high = (step - 1) / STEPS, step / STEPS
            if height(low) < value <= height(high):
                return bezier(bisect(height, value, low, high), self.x1, self.x2)
        return None


class Spring:
    """Mass, stiffness and damping; above the critical damping it runs as critical."""

    def __init__(self, mass, stiffness, damping):
        self.mass, self.stiffness = mass, stiffness
        self.damping = min(damping, 2 * math.sqrt(stiffness * mass))

    @staticmethod
    def response(response, ratio):
        return Spring(1, (2 * math.pi / response) ** 2, 4 * math.pi * ratio / response)

    @staticmethod
    def bounce(duration, bounce):
        return Spring.response(duration, 1 - bounce if bounce >= 0 else 1 / (1 + bounce))

    @staticmethod
    def settling(ratio, duration, velocity):
        """The spring with the stiffness with which it settles in this time (spec, 6.3)."""
        ratio = min(ratio, 1)
        if duration <= 0:
            return Spring(1, 1, 2 * ratio)

        def left(omega, velocity=velocity):
            if ratio == 1:
                return abs(1 + (omega - velocity) * duration) * math.exp(-omega * duration) - LEFT
            share = (ratio * omega - velocity) / (omega * math.sqrt(1 - ratio ** 2))
            return abs(share) * math.exp(-ratio * omega * duration) - LEFT

        def root(left):
            # The last crossing: a stiffer spring leaves less.
            high = 40 / (ratio * duration)
            while left(high) > 0:
                high *= 2
            low = high * 0.99
            while left(low) <= 0 and low * duration > 1e-6:
                high, low = low, low * 0.99
            return brentq(left, low, high, xtol=1e-13, rtol=1e-14) if left(low) > 0 else None

        omega = root(left) or root(lambda o: left(o, 0))
        return Spring(1, omega ** 2, 2 * ratio * omega)

    @property
    def omega(self):
        return math.sqrt(self.stiffness / self.mass)

    @property
    def ratio(self):
        return self.damping / (2 * math.sqrt(self.stiffness * self.mass))

    def duration(self, velocity):
        """Its duration (spec, 6.2), with a velocity in distances per second."""
        decay = self.ratio * self.omega
        if self.ratio >= 1 - 1e-12:
            time = 0.0
            while abs(self.position(time, velocity)[0] - 1) >= LEFT:
                time += 0.1
            return time
        ringing = self.omega * math.sqrt(1 - self.ratio ** 2)
        return (math.log(1 / LEFT) + math.log(1 + abs(velocity - decay) / ringing)) / decay

    def position(self, time, velocity):
        """(distance, velocity) after a time, of a distance of 1 that begins with this velocity."""
        if time <= 0:
            return 0.0, velocity
        return solved(self.mass, self.stiffness, self.damping, velocity, 2.0 ** math.ceil(math.log2(time)))(time)


@lru_cache(maxsize=256)
def solved(mass, stiffness, damping, velocity, until):
    def change(_, state):
        return state[1], -(stiffness * state[0] + damping * state[1]) / mass

    solution = solve_ivp(change, (0, until), (-1.0, velocity), method="DOP853", rtol=1e-12, atol=1e-13,
                         dense_output=True).sol

    def at(time):
        x, v = solution(time)
        return 1 + float(x), float(v)
    return at
