"""Recognisers written from the pages Pan.md and Recognizers.md: pans, presses, previews and taps, without velocities.
Each takes the frames one after another and returns what has begun, changed or ended."""
import math
from fractions import Fraction
from typing import NamedTuple

from case_recording import UnknownKey, Unreadable

REST = Fraction(1, 2)  # mm: a finger that has moved less does not count beside others that move
STEADY = Fraction(85, 100)  # of the greatest pressure so far: below it, a finger rolls
ROLLING = Fraction(4)  # mm: the slop of fingers that roll
# libinput's rule for jumps of a touchpad's sensor: a movement of more than JUMP mm within 12 ms, or of JUMP_MORE mm
# more than before. After a longer silence it does not apply.
JUMP, JUMP_MORE, JUMP_PER, JUMP_SILENCE = 20, 7, 12_000, 25_000
# The last two have to do with velocities only.
PAN_KEYS = {"fingers", "slop", "rollingSlop", "direction", "axisLock", "edge", "translationFrom", "fewestReports",
            "estimator", "velocityFrom"}
EDGE_KEYS = {"at", "width"}
TAP_TIME, TAP_SLOP = 200_000, Fraction(2)  # microseconds, mm


class Event(NamedTuple):
    phase: str  # began, changed, ended, cancelled
    way: tuple = (0, 0)  # mm since it began
    place: tuple = (0, 0)  # mm
    progress: Fraction = Fraction(0)  # of a press


def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def squared(way):
    return way[0] ** 2 + way[1] ** 2


def mean(ways):
    return tuple(Fraction(sum(way[axis] for way in ways), 1) / len(ways) for axis in (0, 1))


class Finger:
    def __init__(self):
        self.all = self.steady = (Fraction(0), Fraction(0))
        self.moves = False

    def take(self, before, now, greatest, rest, jumps):
        move = (now.x - before.x, now.y - before.y) if not jumps else (Fraction(0), Fraction(0))
        self.all = add(self.all, move)
        if min(before.pressure, now.pressure) >= STEADY * greatest:
            self.steady = add(self.steady, move)
        self.moves = self.moves or squared(self.all) >= rest ** 2
        return move


def check_keys(what, plan, known):
    for key in plan:
        if key not in known:
            raise UnknownKey(f"{what}: the key '{key}' is not known to Tests/Oracles/case_gestures.py")


class Pan:
    def __init__(self, plan, surface):
        check_keys("pan", plan, PAN_KEYS)
        check_keys("pan.edge", plan.get("edge") or {}, EDGE_KEYS)
        fingers = plan.get("fingers", 1)
        self.fewest, self.most = fingers if isinstance(fingers, list) else (fingers, fingers)
        self.slop = Fraction(plan["slop"]["mm"]) if "slop" in plan else Fraction("1.6")
        self.rolling = Fraction(plan["rollingSlop"]["mm"]) if "rollingSlop" in plan else ROLLING
        self.direction, self.lock = plan.get("direction"), plan.get("axisLock")
        self.edge, self.surface = plan.get("edge"), surface
        self.origin, self.fewest_reports = plan.get("translationFrom", "slop"), plan.get("fewestReports", 1)
        self.rest = min(REST, self.slop)
        self.before, self.greatest, self.fingers = {}, {}, {}
        self.way, self.barred, self.locked, self.last, self.ways = None, set(), None, 0, {}

    def step(self, time, contacts):
        before, self.before = self.before, contacts
        jumping = self.jumping(before, contacts, time - self.last)
        self.last = time
        landed = [c for c in contacts if c not in before]
        self.greatest = {c: max(self.greatest.get(c, 0), contacts[c].pressure) for c in contacts}
        left = [c for c in self.fingers if c not in contacts]
        moves = {c: finger.take(before[c], contacts[c], self.greatest[c], self.rest, bool(jumping))
                 for c, finger in self.fingers.items() if c in contacts}
        for c in left:
            del self.fingers[c]
        if not contacts:
            self.barred = set()
        if self.way is not None:
            return self.go_on(contacts, landed, moves)
        return self.wait(contacts, landed, left, moves)

    def jumping(self, before, contacts, silence):
        ways, jumping = {}, set()
        for c in contacts:
            if c not in before or self.surface.direct or not 0 < silence:
                continue
            way = math.hypot(contacts[c].x - before[c].x, contacts[c].y - before[c].y) * JUMP_PER / silence
            if silence <= JUMP_SILENCE:
                ways[c] = way
                if way > JUMP or way - self.ways.get(c, 0) > JUMP_MORE:
                    jumping.add(c)
        self.ways = ways
        return jumping

    def wait(self, contacts, landed, left, moves):
        free = [c for c in contacts if c not in self.barred]
        if self.barred and any(c in self.barred for c in contacts):
            self.barred |= set(contacts)
            return None
        if len(free) > self.most or not self.lands_well(landed, contacts):
            return self.fail(contacts)
        if len(free) < self.fewest:
            self.fingers = {}
            return None
        if not self.fingers:
            if left and free:
                raise Unreadable("fingers that change before the pan begins")
            self.fingers = {c: Finger() for c in free}
            self.reports = 1
            return None
        self.reports += 1
        if landed or left:
            raise Unreadable("a finger that joins or leaves before the pan begins")
        taken = [c for c in self.fingers if self.fingers[c].moves] or list(self.fingers)
        those = [self.fingers[c] for c in taken]
        for way, slop in ((mean([f.steady for f in those]), self.slop),
                          (mean([f.all for f in those]), max(self.rolling, self.slop))):
            if squared(way) and squared(way) >= slop ** 2 and self.reports >= self.fewest_reports:
                return self.begin(way, slop, mean([moves[c] for c in taken]), contacts)
        return None

    def begin(self, way, slop, last, contacts):
        if self.direction and not heads(way, self.direction):
            return self.fail(contacts)
        length = Fraction(math.sqrt(squared(way)))
        # Unless it counts from elsewhere, the slop is subtracted along the translation, so that nothing jumps.
        share = 1 - slop / length if squared(way) > slop ** 2 else 0
        self.way = {"slop": (way[0] * share, way[1] * share), "landing": way, "lastReport": last,
                    "beginning": (0, 0)}[self.origin]
        if self.lock:
            along, across = sorted((0, 1), key=lambda axis: -abs(way[axis]))
            if abs(way[along]) >= Fraction(self.lock) * abs(way[across]):
                self.locked = across
        return Event("began", self.kept(), self.place(contacts))

    def go_on(self, contacts, landed, moves):
        if not self.fingers:
            last = Event("ended", self.kept(), self.last_place)
            self.way, self.locked = None, None
            self.barred = set(c for c in contacts if c not in landed)
            if landed:
                self.wait(contacts, landed, [], {})
            return last
        those = [c for c in self.fingers if self.fingers[c].moves] or list(self.fingers)
        self.way = add(self.way, mean([moves[c] for c in those]))
        for c in landed[:max(self.most - len(self.fingers), 0)]:
            self.fingers[c] = Finger()
        return Event("changed", self.kept(), self.place(contacts))

    def kept(self):
        return tuple(0 if axis == self.locked else self.way[axis] for axis in (0, 1))

    def place(self, contacts):
        self.last_place = mean([(contacts[c].x, contacts[c].y) for c in self.fingers])
        return self.last_place

    def lands_well(self, landed, contacts):
        if not self.edge or not landed or self.fingers:
            return True
        width = Fraction(self.edge["width"]["mm"]) if "width" in self.edge else Fraction("3.1")
        name = "x" if self.edge["at"] in ("left", "right") else "y"
        places = [getattr(contacts[c], name) for c in landed]
        if self.edge["at"] in ("right", "bottom"):
            places = [self.surface.size(name) - place for place in places]
        return min(places) <= width

    def fail(self, contacts):
        self.fingers, self.barred = {}, set(contacts)


def heads(way, direction):
    x, y = way
    wide = abs(x) >= abs(y)
    return {"right": wide and x > 0, "left": wide and x < 0, "down": not wide and y > 0,
            "up": not wide and y < 0, "horizontal": wide, "vertical": not wide}[direction]


class Press:
    """A press, or the two stages of a preview."""

    def __init__(self, plan, kind):
        first = {"press": Fraction("0.2"), "preview": Fraction("0.15")}[kind]
        self.kind, self.start = kind, Fraction(plan.get("start", first))
        self.peak = Fraction(plan.get("peak", "0.75") if kind == "press" else plan.get("peek", "0.2"))
        self.pop = plan.get("pop", "0.75") if kind == "preview" else None
        self.release = Fraction(plan["release"]) if "release" in plan else self.start * 5 / 6
        self.at_peak, self.contact = plan.get("commits") == "atPeak", plan.get("contact", "hardest")
        self.on, self.over, self.reached, self.progress, self.place = False, False, False, Fraction(0), (0, 0)

    def step(self, _, contacts):
        if not contacts:
            was, self.over = self.on, False
            return self.end() if was else None
        chosen = (next(iter(contacts.values())) if self.contact == "first"
                  else max(contacts.values(), key=lambda c: c.pressure))
        force = chosen.pressure
        if self.over:
            # Another preview can begin when this one has been released, another press when the finger has lifted.
            self.over = self.kind == "press" or force >= self.release
            return None
        if not self.on and force < self.start:
            return None
        self.place = (chosen.x, chosen.y)
        if self.on and force < self.release:
            self.progress = Fraction(1 if self.kind == "preview" and self.reached else 0)
            return self.end()
        phase, self.on = ("changed" if self.on else "began"), True
        if not (self.kind == "preview" and self.reached):
            self.progress = min(max((force - self.start) / (self.peak - self.start), Fraction(0)), Fraction(1))
        self.reached = self.reached or force >= self.peak
        last = self.reached and (self.at_peak if self.kind == "press" else
                                 self.pop is None or force >= Fraction(self.pop))
        if last:
            self.over = True
            return self.end("ended")
        return Event(phase, place=self.place, progress=self.progress)

    def end(self, phase=None):
        if phase is None:
            phase = "ended" if self.reached and self.kind == "press" else "cancelled"
        self.on, self.reached = False, False
        return Event(phase, place=self.place, progress=self.progress)


class Taps:
    """True in the frame in which a tap's finger lifts."""

    def __init__(self):
        self.landed, self.many = None, False

    def step(self, time, contacts):
        if len(contacts) > 1:
            self.many = True
        if contacts:
            finger = next(iter(contacts.values()))
            if self.landed is None:
                self.landed = (time, finger)
            first = self.landed[1]
            self.many = self.many or squared((finger.x - first.x, finger.y - first.y)) > TAP_SLOP ** 2
            return False
        landed, many = self.landed, self.many
        self.landed, self.many = None, False
        return landed is not None and not many and time - landed[0] <= TAP_TIME
