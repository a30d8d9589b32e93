"""The expected.csv of a case, and the two things that are taken from it because they are not recomputed: the velocity
at the handoff, and a decision that depends on a velocity."""
import csv

from scipy.optimize import least_squares

from case_recording import Unreadable
from case_stage import SpringShape

ROWS = 30  # of the settling, from which a velocity is found that no row of the tracking has
SAME = 2e-6  # per second: how near the tracked velocity must be to the one with which the settling begins


class Expected:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        self.rows = list(csv.DictReader(lines))
        self.names = list(self.rows[0])[4:]
        self.times = [round(float(row["time"]) * 1e6) / 1e6 for row in self.rows]
        self.notes = []

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def tail(self, time):
        """The rows of the settling that begins at this time."""
        tail = []
        for at, row in zip(self.times, self.rows):
            if at >= time - 1e-9:
                if row["phase"] != "settling":
                    break
                tail.append((at, row))
        return tail

    def verdict(self, time, reason, over):
        """The end to which the animation went after this instant."""
        after = [row for at, row in zip(self.times, self.rows) if at >= time - 1e-9]
        if not over:
            # No row has the instant at which it comes true; it lies between two of them.
            raise Unreadable(f"judged while moving, and {reason}")
        self.note(reason)
        for row in after:
            if row["phase"] == "rest":
                return "finish" if float(row["fraction"]) > 0.5 else "cancel"
            if row["phase"] == "tracking":
                break
        tail = self.tail(time)
        return "finish" if tail and float(tail[-1][1]["velocity"]) > 0 else "cancel"

    def velocity(self, replay, time, end, timing, given):
        """Toward the end, in remaining distances per second."""
        if timing.velocity == "none":
            return 0.0
        if isinstance(timing.velocity, dict) and "perDistance" in timing.velocity:
            return float(timing.velocity["perDistance"])
        sign, place = (1, float(replay.at)) if end == 1 else (-1, 1 - float(replay.at))
        tail = self.tail(time)[:ROWS]
        if place == 1 or not tail:
            return 0.0
        per = sign / (1 - place)
        if isinstance(timing.velocity, dict):
            progress = replay.progress
            points = progress.distance * progress.lengths.points_per_mm(progress.axis)
            per = sign * float(points) / float(timing.velocity["pointsOver"])
        tracked = [float(row["velocity"]) for at, row in zip(self.times, self.rows)
                   if at < time - 1e-9 and row["phase"] == "tracking"]
        tracked = (tracked[-1] if tracked else 0.0) * per

        def misses(guess):
            shape, errors = SpringShape(timing, guess[0], given), []
            for at, row in tail:
                u = (at - time) / shape.duration
                way, speed = (shape.at(place, u), shape.slope(place, u) / shape.duration) if u < 1 else (1.0, 0.0)
                errors.append((way if end == 1 else 1 - way) - float(row["fraction"]))
                errors.append((speed if end == 1 else -speed) - float(row["velocity"]))
            return errors

        found = float(least_squares(misses, [tracked], xtol=1e-15, ftol=1e-15, gtol=1e-15, x_scale=10.0).x[0])
        if abs(found - tracked) <= SAME * max(1, abs(per)):
            self.note("handoff velocity: that of the last row under the hand (an estimator's)")
            return tracked
        self.note(f"handoff velocity: found from the first {len(tail)} rows of the tail (an estimator's)")
        return found

    def home(self, replay, time, timing, given):
        """The shape of what moves across; no row has its velocity."""
        away, tail = float(replay.aside), self.tail(time)[:ROWS]
        if not timing.has_own_time and not given:
            return None
        column = next(p for p in replay.stage.properties if p.across)
        if timing.velocity == "none":
            velocity = 0.0
        elif isinstance(timing.velocity, dict) and "perDistance" in timing.velocity:
            velocity = float(timing.velocity["perDistance"])
        else:
            def misses(guess):
                shape, errors = SpringShape(timing, guess[0], given), []
                for at, row in tail:
                    u = (at - time) / shape.duration
                    errors.append((away * (1 - shape.at(0.0, u)) if u < 1 else 0.0)
                                  - (float(row[column.name]) - column.start) / (column.end - column.start))
                return errors
            velocity = float(least_squares(misses, [0.0], xtol=1e-15, ftol=1e-15, gtol=1e-15, x_scale=10.0).x[0])
            self.note(f"velocity across: found from the first {len(tail)} rows of the tail (an estimator's)")
        return SpringShape(timing, velocity, given)
