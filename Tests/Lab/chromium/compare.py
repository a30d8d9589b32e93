"""What a scroller and a carousel did with the gestures in Chromium, beside the estimator `chromium`.

`law` is the momentum `chromium-touch`, but that a fling ends after three widths of the window.

Positions are in CSS pixels, at the release those of the content and after it the distance since then; velocities are in
px/s. All count toward the end of the content. A page sees its scroll offset in whole pixels, and once per frame: the
position at the release is that of the finger, and the velocity is the one by which the law goes as far as the content.
"""
import math

from lab import HEIGHT, MM_PER_PX, PER_INCH, WIDTH, explained, module, of_kind, rms

PREDICTED = "`chromium`, `chromium-touch`"
PACKAGES = ["chromium", "libinput10", "sway"]
# The displacement at which the content begins to move, and how much of it is not scrolled, both measured.
BEGINNING, KEPT = 30, 15
SLOP = {"mm": BEGINNING * MM_PER_PX}
# The offset at the last page of the scroller and of the carousel.
END, LAST = 10000, 8 * WIDTH
# physics_based_fling_curve.cc: the deceleration of 2.7559e-5 in/ms² in px/s², the velocity per second of duration, the
# longest duration, and the distance in widths of the window. Chromium's window has 500 px, its least width.
DECELERATION, PER_SECOND, LONGEST, FARTHEST = 2.7559e-5 * 1e6 * PER_INCH, 2300, 2, 3 * 500
# When the curve of a fling begins, in milliseconds after the lift: so much, less a multiple of the time between two
# reports. The content is ahead of the finger, since Chromium extrapolates to the frame, and the fling goes on from there.
# Measured at 31 to 180 reports per second, within 5 ms in the median; the rest is the phase of the frames.
DELAY_MS, AHEAD = 20, 1.6
# Within which the beginning is looked for, and the distance from which on it can be seen.
EARLIEST_MS, LATEST_MS, VISIBLE = -40, 40, 50
# The shortest way that counts as coasting, and whose path counts: a page sees whole pixels, and at the lift the content is
# some pixels ahead of the finger.
MOVED, SHORT = 5, 20
# Pages: a fling leads to the page nearest to where the content would be if its movement in one display frame were the
# first of a sequence that shrinks by a ratio per frame; that is 12 times as far (cc/input/snap_fling_curve.cc; the ratio
# is measured, 0.91 to 0.92). The frame is that after 25 ms of the fling, measured, with 17 ms of spread. Between 130 and
# 1100 px/s all flings agree; beyond, some have the movement of two frames or of a third of one.
FRAME_MS, FRAMES, PAGE_AFTER_MS = 1000 / 60, 12, 25
# Below this velocity, in px/s, the nearest page is reached. Measured: 130 px/s always turn, 60 to 110 px/s in some rounds.
SLOWEST = 100
SETTLING = 2300
# A velocity can't be seen where the content reaches an end, and hardly where the fling is the longest one.
STALE = {name: "stopped at the end of the content" for name in ("edge-300", "edge-9700")}
STALE |= {name: "the longest fling" for name in ("fast-0.12", "fast-0.2")}
# The contents are those of the bench of Qt.
qt = module("qt")
is_paged, start, last, direction = qt.is_paged, qt.start, qt.last, qt.direction
# Pages are counted apart: Pantograph has no preset for `scroll-snap`, and no recording contains the display frames.
APART = ("carousel", is_paged, "a rule of the bench")


def interaction(gesture):
    """Progress 1 is the whole content, in the direction of the first movement."""
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}},
        "gesture": {"pan": {"as": "chromium", "slop": SLOP, "direction": "horizontal"}},
        "progress": {"toward": "left" if direction(gesture) > 0 else "right", "distance": {"points": END},
                     "limits": "none"},
        "rule": {"estimator": "chromium", "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }


def distance(velocity):
    return math.copysign(min(velocity * velocity / 2 / DECELERATION, FARTHEST), velocity)


def delay(gesture):
    """When the curve of a fling begins, in milliseconds after the lift."""
    return DELAY_MS - AHEAD * 1000 / float(gesture["rate"])


def curve(velocity, ms):
    """How far a fling moves in a time: a Bézier curve over its duration."""
    speed, end = abs(velocity), distance(velocity)
    if not end:
        return 0.0
    duration = min(LONGEST, speed / PER_SECOND)
    share = min(max(ms, 0) / 1000 / duration, 1)
    slope = speed * duration / abs(end)
    first = (0.2, 0.2 * slope) if 0.2 * slope < 1 else (1 / slope, 1)
    low, high = 0.0, 1.0
    for _ in range(30):
        u = (low + high) / 2
        if 3 * u * (1 - u) * ((1 - u) * first[0] + u * 0.55) + u ** 3 < share:
            low = u
        else:
            high = u
    return end * (3 * u * (1 - u) * ((1 - u) * first[1] + u) + u ** 3)


def seen_beginning(path, velocity):
    """The beginning of the curve by which the law follows the path; None if it does not show."""
    if not path or abs(path[-1][1]) < VISIBLE:
        return None
    return min(range(EARLIEST_MS, LATEST_MS),
               key=lambda begin: rms(curve(velocity, ms - begin) - position for ms, position in path))


def seen_velocity(path, begin):
    """The velocity by which the law goes as far as the content."""
    moved = path[-1][1] if path else 0.0
    # A fast finger is ahead of the content, so less than the longest distance is left.
    if abs(moved) < 0.95 * FARTHEST:
        return math.copysign(math.sqrt(2 * DECELERATION * abs(moved)), moved) if abs(moved) >= MOVED else 0.0
    # At the longest distance, only the path shows it.
    fits = ((rms(curve(math.copysign(speed, moved), ms - begin + off) - position for ms, position in path), speed)
            for speed in range(2700, 12000, 20) for off in range(-8, 9, 2))
    return math.copysign(min(fits)[1], moved)


def page(gesture, position, velocity):
    """The page to which a release leads."""
    if abs(velocity) < SLOWEST:
        target = math.floor(position / WIDTH + 0.5)
    else:
        begin = position + curve(velocity, PAGE_AFTER_MS)
        moved = curve(velocity, PAGE_AFTER_MS + FRAME_MS) - curve(velocity, PAGE_AFTER_MS)
        target = round((begin + FRAMES * moved) / WIDTH)
        target = max(target, math.ceil(position / WIDTH)) if velocity > 0 else min(target, math.floor(position / WIDTH))
    return turned(gesture, min(max(target, 0), 8))


def turned(gesture, target):
    return f"{target - round(start(gesture) / WIDTH):+d}".replace("+0", "0")


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
    moved = down["x"] - up["x"] - KEPT * direction(gesture)
    position = min(max(start(gesture) + moved, 0), last(gesture))
    path = [(round(frame["ms"] - up["ms"], 1), frame["position"] - position) for frame in frames
            if 0 < frame["ms"] - up["ms"] <= SETTLING]
    # Of two positions in one frame, the later one is drawn.
    path = [point for point, after in zip(path, path[1:] + [(math.inf, 0)]) if after[0] > point[0]]
    if is_paged(gesture):
        return {"outcome": turned(gesture, round(frames[-1]["position"] / WIDTH))}
    # Before the lift, the content may be ahead of the finger: Chromium extrapolates to the frame.
    return complete(gesture, {
        "outcome": outcome(gesture, position, path[-1][1] if path else 0),
        "velocity": seen_velocity(path, delay(gesture)), "position": position, "path": path})


def complete(gesture, theirs):
    """The measured numbers, with the beginning of the fling, which follows from them."""
    if "velocity" not in theirs:
        return theirs
    begin = seen_beginning(theirs["path"], theirs["velocity"])
    return {**theirs, "begin": delay(gesture) if begin is None else begin}


def predict(pantograph, gesture, recording):
    release = explained(pantograph, recording, interaction(gesture))
    if not release:
        return {"outcome": "none"}
    sign = direction(gesture)
    velocity = sign * release["release"]["velocity"] * PER_INCH / 25.4
    moved = sign * (release["release"]["fraction"] * END + BEGINNING - KEPT)
    position = min(max(start(gesture) + moved, 0), last(gesture))
    if is_paged(gesture):
        return {"outcome": page(gesture, position, velocity)}
    ours = {"outcome": outcome(gesture, position, distance(velocity)), "velocity": velocity, "position": position,
            "begin": delay(gesture)}
    return {**ours, "path": lambda ms: law(ours, ms)}


def law(release, ms):
    """How far the content has moved since the release."""
    moved = curve(release["velocity"], ms - release["begin"])
    return min(max(release["position"] + moved, 0), END) - release["position"]


# Why outcomes differ.
REASONS = [(name, "coasts by about 5 px") for name in ("lift-0.9", "slow-", "drawn-17")]
# Drawn at random, a fling may be faster or slower than those of the table.
REASONS += [("drawn-", "the first frame of the fling decides how many pages it turns")]


def is_stale(gesture, theirs):
    """Whether the velocity can't be seen: a fling of less than 5 px is none to a page, however fast."""
    return theirs["outcome"] != "coasts"


def way(release):
    """The distance from the release to the rest; 0 where the path is not compared."""
    if release["outcome"] != "coasts":
        return 0
    return abs(release["path"][-1][1]) if release["path"] else 0
