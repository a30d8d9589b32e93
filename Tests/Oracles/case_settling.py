"""What the animation does when it is grabbed, released, started by itself, followed by another one, and dismissed."""
from case_plan import Timing
from case_recording import Unreadable
from case_stage import BackShape, Block, CurveShape, Held, Run, SpringShape, Stage


class Settling:
    """The part of a Replay that depends on time and not on fingers."""

    def hold(self, time):
        if self.dismissing:
            raise Unreadable("a dismissal that is caught")
        if self.mode == "run":
            run = self.run
            self.at, _ = run.fraction(time)
            self.aside = run.across(time)
            blocks = {delay: run.held(delay, time) for delay in run.blocks}
        else:
            blocks = self.stage.fresh(self.at)
        self.was, self.caught = self.run, self.caught or self.run is not None
        self.held, self.run, self.mode = Held(self.at, blocks, self.by_time), None, "held"
        self.from_hold = self.by_time.entry(self.at) if self.by_time else self.at
        self.aside_held = self.aside

    def blocks(self):
        """The position of each block at the release."""
        if self.mode != "held":
            return self.stage.fresh(self.at)
        blocks = {}
        for delay, block in self.held.blocks.items():
            share = self.held.share(delay, float(self.at))
            blocks[delay] = Block(block.begins if block else delay, share)
        return blocks

    def go(self, time, end=1):
        """On its own timing."""
        place = self.at if end == 1 else 1 - self.at
        if self.timing.is_spring:
            shape = SpringShape(self.timing, self.timing.own_velocity, self.duration * (1 - place))
            self.start(time, end, shape, shape.duration)
        else:
            shape = CurveShape(self.timing.curve) if end == 1 else BackShape(self.timing.curve)
            self.start(time, end, shape, shape.left(place) * self.duration)

    def go_on(self, time):
        """Continues after fingers that held it without a gesture."""
        if self.was is None:
            raise Unreadable("what was held did not run")
        place = self.was.place(float(self.at))
        if isinstance(self.was.shape, SpringShape):
            # From rest: an animation that was held has no velocity.
            shape = SpringShape(self.was.shape.timing, 0.0, self.duration * abs(1 - place))
            self.start(time, self.was.end, shape, shape.duration)
            return
        self.start(time, self.was.end, self.was.shape, self.was.shape.left(place) *
                   self.was.duration / self.was.shape.left(self.was.place(self.was.start)))

    def start(self, time, end, shape, duration, home=None, home_duration=0.0):
        blocks = self.blocks()
        place = self.by_time.entry(float(self.at)) if self.by_time else None
        # A new animation moves all properties in straight lines, as the fingers did.
        lines = Held(self.at, blocks) if getattr(shape, "afresh", False) else None
        self.run = Run(time, duration, self.at, end, shape, blocks, self.aside, home, home_duration, place, lines)
        self.mode, self.held = "run", None

    def let_go(self, time, verdict):
        self.done = float(self.at)
        if self.driving and self.mode == "run":
            self.hold(time)
            # Time drove it: this much of the duration has passed.
            self.done = self.timing.curve.entry(self.at) if self.timing.curve else float(self.at)
        self.driving = False
        end = 1 if verdict == "finish" else 0
        plan = self.settle.get(verdict, {})
        place = float(self.at) if end == 1 else 1 - float(self.at)
        left, aside = abs(1 - place), abs(float(self.aside))
        if plan.get("jump"):
            self.start(time, end, CurveShape(None), 0.0)
            return
        timing = Timing(plan) if "curve" in plan or "spring" in plan else self.timing
        own = timing is self.timing
        given = self.given_time(plan)
        if timing.is_spring:
            speed = plan.get("speed")
            time_given = given if given is not None else left * self.duration / float(speed or 1)
            velocity = self.evidence.velocity(self, time, end, timing, time_given)
            shape, home = SpringShape(timing, velocity, time_given), None
            if aside:
                home = self.evidence.home(
                    self, time, timing, aside * self.duration if given is None and not speed else time_given)
            self.start(time, end, shape, shape.duration if left else 0.0, home, home.duration if home else 0.0)
            return
        shape = BackShape(timing.curve) if own and end == 0 else CurveShape(timing.curve, plan.get("fullCurve", False))
        if given is not None:
            length, home_length = given, given
        elif "speed" in plan:
            length = home_length = left * self.duration / float(plan["speed"])
        else:
            length, home_length = shape.left(place) * self.duration, aside * self.duration
        self.start(time, end, shape, length if left else 0.0, CurveShape(timing.curve, True), home_length)

    def given_time(self, plan):
        factor = plan.get("durationFactor", 0)
        if factor == "done":
            return min(max(self.done, 0), 1) * self.duration
        return float(factor) * self.duration if factor else None

    @property
    def can_be_dismissed(self):
        return self.mode == "rest" and self.at == 1 and "dismiss" in self.document

    def tap(self, time):
        if self.can_be_dismissed:
            self.dismiss(time)
        elif self.begins == "tap" and self.mode in ("idle", "rest"):
            self.go(time, 1 if self.at == 0 else 0)

    # The second animation, and the dismissal

    def follow(self, time):
        plan = self.document["then"]
        values = self.stage.values(lambda _: 1.0, 0.0)
        stage = Stage([p if "from" in p else p | {"from": values[p["name"]]} for p in plan["properties"]])
        self.followed = True
        self.second = (stage, self.one_way(time, plan, stage))
        self.moved = self.second_values(time)

    def one_way(self, time, plan, stage):
        timing = Timing(plan)
        duration = float(plan.get("duration", 0))
        if timing.is_spring:
            shape = SpringShape(timing, timing.own_velocity, duration)
            duration = shape.duration
        else:
            shape = CurveShape(timing.curve)
        return Run(time, duration, 0.0, 1, shape, stage.fresh())

    def second_values(self, time):
        stage, run = self.second
        return stage.values(lambda delay: run.share(delay, time), 0.0)

    def close(self):
        self.moved = self.second_values(self.second[1].ends + 1)
        self.second = None

    def dismiss(self, time):
        """Each value goes straight back to its start."""
        if self.second:
            self.moved, self.second = self.second_values(time), None
        here = self.stage.values(lambda _: 1.0, 0.0, self.moved)
        home = self.unmoved | self.stage.values(lambda _: 0.0, 0.0)
        way = self.one_way(time, self.document["dismiss"], self.stage)
        self.run = Run(time, way.duration, 1.0, 0, way.shape, {0.0: Block(0.0, 1.0)})
        self.dismissing = {name: (float(here[name]), float(home[name])) for name in here}
        self.mode = "run"
