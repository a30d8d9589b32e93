"""A recording driven through its interaction, from the raw events to the rows."""
from fractions import Fraction

from case_gestures import Pan, Press, Taps
from case_plan import Progress, Timing
from case_recording import Surface, frames
from case_rules import PRESSES, NotRecomputed, Release, judged
from case_settling import Settling
from case_stage import Stage


class Row:
    """The computed part of a row; `velocity` is None if it is an estimator's."""

    def __init__(self, time, phase, fraction, velocity, values):
        self.time, self.phase, self.fraction, self.velocity, self.values = time, phase, fraction, velocity, values


class Replay(Settling):
    def __init__(self, recording, document, evidence):
        self.frames = list(frames(recording))
        surface = Surface(recording.axes, recording.direct)
        self.document, self.evidence = document, evidence
        gesture = document.get("gesture", {"pan": {}})
        self.kind, plan = next(iter(gesture.items()))
        self.gesture = Pan(plan, surface) if self.kind == "pan" else Press(plan, self.kind)
        self.progress = Progress(document, surface)
        self.rule = document.get("rule", {"fractionAbove": Fraction(1, 2)} if self.kind == "pan" else PRESSES)
        animation = document["animation"]
        self.timing, self.stage = Timing(animation), Stage(animation["properties"])
        self.duration = self.own_duration(animation)
        self.by_time = self.timing.curve if animation.get("scrubsLinearly") is False else None
        self.settle, self.catch = document.get("settle", {}), document.get("catch", "moving")
        self.begins = document.get("start", "manual")
        self.taps = Taps() if self.begins == "tap" or "dismiss" in document else None
        self.mode, self.at, self.aside = "idle", 0.0, 0.0  # its position when nothing runs
        self.run = self.held = self.second = self.was = None
        self.dismissing = None  # of a dismissal: each value and its start
        self.followed = False  # by a second animation: the first is over, and can't be grabbed
        self.on, self.spent, self.judged, self.driving, self.fingers = False, False, False, False, set()
        # The properties of a later animation, and their values before and after it.
        self.moved = {p["name"]: p["from"] for p in reversed(document.get("then", {}).get("properties", []))
                      if "from" in p and p["name"] not in self.stage.names}
        self.unmoved = dict(self.moved)
        self.caught = False

    def own_duration(self, animation):
        if self.timing.has_own_time:
            # Such a spring determines its own duration (spec, 1.9).
            return self.timing.made.duration(self.timing.own_velocity)
        return float(animation["duration"])

    # Time

    def rows(self, rate):
        """A row for each sample, and only the first of several idle or resting ones; endless."""
        waiting, sample, quiet = list(self.frames), 0, None
        stirred = False  # something has happened since the last sample, though it may rest again
        while True:
            time = round(Fraction(sample * 1_000_000) / rate)
            while waiting and waiting[0][0] <= time:
                usec, contacts = waiting.pop(0)
                self.advance(usec / 1e6)
                self.feed(usec, contacts)
                stirred = stirred or self.mode in ("held", "run")
            self.advance(time / 1e6)
            row = self.row(time / 1e6)
            if stirred:
                quiet, stirred = None, False
            if row.phase not in ("idle", "rest") or row.phase != quiet:
                yield row
            quiet = row.phase
            if not waiting and not self.second and self.mode in ("rest", "idle") and not self.starts_later:
                return
            sample += 1

    @property
    def starts_later(self):
        return isinstance(self.begins, dict)

    def advance(self, time):
        """Ends everything that ends until then."""
        if self.starts_later and time >= float(self.begins["after"]):
            began, self.begins = float(self.begins["after"]), "manual"
            if self.mode == "idle":
                self.go(began)
        while self.mode == "run" and time >= self.run.ends - 1e-9:
            if self.driving:
                self.hold(self.run.ends)
                break
            self.finish()
        if self.second and time >= self.second[1].ends - 1e-9:
            self.close()

    def finish(self):
        run, self.run = self.run, None
        self.mode, self.at, self.aside = "rest", float(run.end), 0.0
        if self.dismissing:
            self.moved, self.followed, self.dismissing = dict(self.unmoved), False, None
        elif run.end == 1 and "then" in self.document:
            self.follow(run.ends)

    # Fingers

    def feed(self, usec, contacts):
        time, landed = usec / 1e6, bool(contacts) and not self.fingers
        lifted = not contacts and bool(self.fingers)
        self.fingers = set(contacts)
        if landed and self.catch == "landing" and self.mode == "run":
            self.hold(time)
        event = self.gesture.step(usec, contacts)
        if self.judged:
            # A gesture that was judged before its fingers lifted has no further effect.
            event, self.judged = None, bool(contacts)
            self.spent = self.judged
        tapped = self.taps.step(usec, contacts) if self.taps else False
        if event:
            self.take(time, event)
        elif lifted and self.mode == "held" and not self.on:
            self.go_on(time)
        if tapped and not self.on:
            self.tap(time)

    def take(self, time, event):
        if event.phase == "began" or (not self.on and not self.spent and event.phase in ("ended", "cancelled")):
            self.spent = (self.catch == "never" and self.mode == "run") or self.followed
            if self.spent:
                return
            if self.mode != "held":
                self.hold(time)
            if self.progress.of == "time":
                self.go(time)
                self.driving = True
            self.on, self.began, self.peak, self.way, self.newest = True, time, Fraction(0), (0, 0), time
            self.place = None  # where a location or a force caught the animation
        if not self.on or self.spent:
            self.on = False if event.phase in ("ended", "cancelled") else self.on
            self.spent = self.spent and event.phase not in ("ended", "cancelled")
            return
        if event.way != self.way:
            self.newest = time
        self.way = event.way
        self.lead(time, event)
        over = event.phase in ("ended", "cancelled")
        if over or self.document.get("judge") == "moving":
            verdict = self.verdict(time, event, over)
            if verdict:
                self.on, self.spent, self.judged = False, not over, not over
                self.let_go(time, verdict)

    def lead(self, time, event):
        from_hold, caught = self.from_hold, self.was is not None
        progress = self.progress
        if progress.of in ("time", "nothing"):
            return
        if progress.of == "translation":
            wanted = progress.unbound(from_hold) + progress.led(event.way)
        else:
            itself = progress.located(event.place) if progress.of == "location" else event.progress
            wanted = itself if progress.of == "location" else from_hold + (1 - from_hold) * itself
            if caught:
                self.place = itself if self.place is None else self.place
                wanted, caught = progress.bent(itself, self.place, from_hold)
        # A location at rest sets the progress; one that was caught may have been beyond a limit.
        self.at = progress.limited(wanted, from_hold if caught else None)
        if self.by_time:
            self.at = self.by_time.value(float(self.at))
        # A press that reaches its peak has done so, whatever the limits.
        reached = event.progress if self.place is not None else wanted
        self.peak = max(self.peak, reached if progress.of == "pressure" else self.at)
        if progress.of == "translation" and any(p.across for p in self.stage.properties):
            self.aside = self.aside_held + progress.across(event.way) / progress.distance

    def verdict(self, time, event, over):
        travel = event.progress if self.kind != "pan" else self.progress.along(event.way)
        travel = abs(travel) if self.progress.either else travel
        aside = 0 if self.kind != "pan" else self.progress.across(event.way)
        if self.driving and self.mode == "run":
            self.at, _ = self.run.fraction(time)
        release = Release(self.at, self.from_hold, self.peak, travel, aside, self.progress.distance,
                          time - self.began, time - self.newest)
        try:
            return judged(self.rule, release, unasked=not over)
        except NotRecomputed as reason:
            return self.evidence.verdict(time, str(reason), over)

    # Rows

    def row(self, time):
        if self.mode == "run":
            fraction, velocity = self.run.fraction(time)
            if self.dismissing:
                values = {name: home + (here - home) * fraction for name, (here, home) in self.dismissing.items()}
            else:
                values = self.stage.values(lambda d: self.run.share(d, time), self.run.across(time), self.moved)
            return Row(time, "tracking" if self.driving else "settling", fraction, velocity, values)
        fraction = float(self.at)
        if self.mode == "held":
            values = self.stage.values(lambda d: self.held.share(d, fraction), float(self.aside), self.moved)
            return Row(time, "tracking", fraction, None, values)
        if self.second:
            self.moved = self.second_values(time)
        values = self.stage.values(lambda _: fraction, 0.0, self.moved)
        return Row(time, "settling" if self.second else self.mode, fraction, 0.0, values)
