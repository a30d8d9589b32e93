"""What a scroller and a carousel did with the gestures in Firefox, beside the estimator `firefox`.

Positions are in CSS pixels, at the release those of the content and after it the distance since then; velocities are in
px/s. All count toward the end of the content. A page sees its scroll offset in whole pixels, and once per frame: the
position at the release is that of the finger, and the velocity is the one by which the law follows the path.
"""
import math

from lab import HEIGHT, MM_PER_PX, PER_INCH, WIDTH, explained, module, of_kind, rms

ESTIMATOR = "firefox"
PREDICTED = f"estimator and momentum `{ESTIMATOR}`"
PACKAGES = ["firefox-esr", "libinput10", "sway"]
# The distance after which the content begins to move, and that is not scrolled, both measured: a tenth of an inch.
SLOP = {"mm": 2.54}
KEPT = 2.54 / MM_PER_PX
# The offset at the last page of the scroller and of the carousel.
END, LAST = 10000, 8 * WIDTH
# The share of the velocity that is left after a millisecond, and the velocities in px/s at which it begins and stops.
KEPT_PER_MS, SLOWEST, STOP = 0.998, 500, 10
FRICTION = -1000 * math.log(KEPT_PER_MS)
# A display frame in milliseconds, and how far a fling goes in all, in seconds of its velocity: in each frame it slows
# down, and moves then.
FRAME_MS = 50 / 3
REACH = FRAME_MS / 1000 * KEPT_PER_MS ** FRAME_MS / (1 - KEPT_PER_MS ** FRAME_MS)
# The velocity: the mean of so many samples, each over so many milliseconds at least, not older than that at the lift.
SAMPLES, SHORTEST_MS, OLDEST_MS = 5, 5, 100
# The shortest way that counts as coasting, and whose path counts.
MOVED, SHORT = 3, 20
SETTLING = 3100
# A velocity can't be seen where the content reaches an end.
STALE = {name: "stopped at the end of the content" for name in ("edge-300", "edge-9700")}
# The contents are those of the bench of Qt.
qt = module("qt")
is_paged, start, last, direction = qt.is_paged, qt.start, qt.last, qt.direction
turned = module("chromium").turned


def kept(gesture):
    """How much of the movement along the content is not scrolled; the slop counts along the movement."""
    x, y = float(gesture["byX"]), float(gesture["byY"])
    return KEPT * direction(gesture) * abs(x) / math.hypot(x, y)


def interaction(gesture, estimator=ESTIMATOR):
    """Progress 1 is the whole content, in the direction of the first movement."""
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}},
        "gesture": {"pan": {"as": "firefox", "slop": SLOP}},
        "progress": {"toward": "left" if direction(gesture) > 0 else "right", "distance": {"points": END},
                     "limits": "none"},
        "rule": {"estimator": estimator, "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }


def distance(velocity):
    """How far a fling goes."""
    return math.copysign(max(abs(velocity) - STOP, 0) * REACH, velocity) if abs(velocity) >= SLOWEST else 0.0


def curve(velocity, ms):
    """How far a fling moves in a time."""
    moved = velocity * REACH * -math.expm1(-FRICTION * ms / 1000)
    return math.copysign(min(abs(moved), max(abs(velocity) - STOP, 0) * REACH), velocity)


def seen_velocity(path):
    """The velocity by which the law follows the path."""
    moved = path[-1][1] if path else 0.0
    if abs(moved) < MOVED:
        return 0.0
    low, high = 0.0, 10000.0
    # The sum of the squares has one minimum.
    for _ in range(40):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        off = [rms(curve(math.copysign(speed, moved), ms) - position for ms, position in path)
               for speed in (first, second)]
        low, high = (low, second) if off[0] < off[1] else (first, high)
    return math.copysign(low, moved)


def page(gesture, position, velocity):
    """The page to which a release leads."""
    target = math.floor((position + distance(velocity)) / WIDTH + 0.5)
    return turned(gesture, min(max(target, 0), 8))


def outcome(gesture, position, moved):
    if position + moved <= 0 < position:
        return "first"
    if position + moved >= END > position:
        return "last"
    return "coasts" if abs(moved) >= MOVED else "stops"


def observe(gesture, entries):
    down, up = of_kind(entries, "down")[0], of_kind(entries, "up")[0]
    frames = [frame for frame in of_kind(entries, "frame") if frame["ms"] > down["ms"]]
    if not frames:
        return {"outcome": "none"}
    moved = down["x"] - up["x"] - kept(gesture)
    position = min(max(start(gesture) + moved, 0), last(gesture))
    path = [(round(frame["ms"] - up["ms"], 1), frame["position"] - position) for frame in frames
            if 0 < frame["ms"] - up["ms"] <= SETTLING]
    if is_paged(gesture):
        return {"outcome": turned(gesture, round(frames[-1]["position"] / WIDTH))}
    result = outcome(gesture, position, path[-1][1] if path else 0)
    return {"outcome": result, "velocity": seen_velocity(path), "position": position, "path": path,
            "flicked": result == "coasts",
            "reports": [(report["ms"] - up["ms"], report["x"]) for report in of_kind(entries, "down", "move")]}


def rule(theirs, recording):
    """The velocity by Firefox's rule, with the reports of its log."""
    samples, (last_ms, last_x) = [], theirs["reports"][0]
    for ms, x in theirs["reports"][1:]:
        # A report that comes too soon counts with the next one.
        if ms - last_ms >= SHORTEST_MS:
            samples.append((ms, 1000 * (last_x - x) / (ms - last_ms)))
            last_ms, last_x = ms, x
    new = [velocity for ms, velocity in samples[-SAMPLES:] if ms > -OLDEST_MS]
    return sum(new) / len(new) if new else 0.0


def predict(pantograph, gesture, recording):
    release = explained(pantograph, recording, interaction(gesture))
    if not release:
        return {"outcome": "none"}
    sign = direction(gesture)
    velocity = sign * release["release"]["velocity"] * PER_INCH / 25.4
    position = min(max(start(gesture) + sign * release["release"]["fraction"] * END, 0), last(gesture))
    if is_paged(gesture):
        return {"outcome": page(gesture, position, velocity)}
    velocity = velocity if abs(velocity) >= SLOWEST else 0.0
    # A page sees whole pixels.
    if not velocity and abs(position - start(gesture)) < 0.5:
        return {"outcome": "none"}
    ours = {"outcome": outcome(gesture, position, distance(velocity)), "velocity": velocity, "position": position}
    return {**ours, "path": lambda ms: law(ours, ms)}


def law(release, ms):
    """How far the content has moved since the release."""
    moved = curve(release["velocity"], ms)
    return min(max(release["position"] + moved, 0), END) - release["position"]


# Why outcomes differ.
REASONS = []


def way(release):
    """The distance from the release to the rest; 0 where the path is not compared."""
    if release["outcome"] != "coasts":
        return 0
    return abs(release["path"][-1][1]) if release["path"] else 0
