"""What a Flickable and a paged ListView of Qt Quick did with the gestures, beside the estimator and the momentum `qt`,
and the preset `qt-listview`.

`rule` is Qt's rule with the frames of the log, where the estimator takes the mean over all phases of the frames.

Positions are in pixels, at the release those of the content and after it the distance since then; velocities are in
px/s. All count toward the end of the content.
"""
import math

from lab import HEIGHT, MM_PER_PX, PER_INCH, WIDTH, explained, of_kind, replayed, whole_ms

PREDICTED = "`qt-listview`, estimator and momentum `qt`"
PACKAGES = ["libqt6quick6", "qt6-wayland", "libinput10", "sway"]
# Whether a display frame takes the newest report only.
TAKES_NEWEST = True
# QStyleHints::startDragDistance.
KEPT = 10
SLOP = {"mm": KEPT * MM_PER_PX}
# The offset at the last page of the Flickable and of the ListView.
END, LAST = 10000, 8 * WIDTH
SETTLING = 2300
# qquickflickablebehavior_p.h and qquickflickable_p_p.h of Qt 6.4.2: QML_FLICK_DEFAULTDECELERATION,
# QML_FLICK_DEFAULTMAXVELOCITY, MinimumFlickVelocity and QML_FLICK_SAMPLEBUFFER. The 100 ms are measured; the header
# has 50 ms for QML_FLICK_VELOCITY_DECAY_TIME.
DECELERATION, FASTEST, SLOWEST, REST_MS, SAMPLES = 1500, 2500, 75, 100, 3
# qquickflickable.cpp, FlickThreshold: the displacement in pixels that a flick exceeds. QML_FLICK_SNAPONETHRESHOLD: the
# distance that turns a page without a flick.
FLICK, SNAP = 15, 30
# How far beyond the first or the last page, in pixels, a flick back turns one page more, measured: from 12.5 px it does
# not, from 16 px it does. It slows down evenly there, and ends more than SNAP from the page. The content moves by half
# as much as the finger beyond its end.
BEYOND, RESISTANCE = 14, 0.5
# The velocity that Qt 6.4.2 gives a touch is this share of that between its last two reports, measured; nothing of the
# velocity before is left.
GAIN = 0.7
# A display frame, in milliseconds.
FRAME_MS = 50 / 3
# By how much Qt's animations go on with each frame, in milliseconds.
TICK_MS = 16
# The milliseconds in which a ListView that is not flicked moves to its page: half of fixupDuration.
FIXUP_MS = 200
# The shortest way whose path counts, in pixels.
SHORT = 8
# The clauses of `qt-listview` that are about a velocity, from 1.
FLICKS = (1, 2)
STALE = {}


def is_paged(gesture):
    return gesture["start"].startswith("page")


def start(gesture):
    return int(gesture["start"][4:]) * WIDTH if is_paged(gesture) else float(gesture["start"])


def last(gesture):
    return LAST if is_paged(gesture) else END


def direction(gesture):
    """1 if the first movement scrolls toward the end of the content, otherwise −1."""
    return 1 if float(gesture["byX"]) < 0 else -1


def interaction(gesture, estimator="qt"):
    """Progress 1 is the whole content, in the direction of the first movement."""
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}},
        "gesture": {"pan": {"as": "qt-flickable", "slop": SLOP}},
        "progress": {"toward": "left" if direction(gesture) > 0 else "right", "distance": {"points": END},
                     "limits": "none"},
        "rule": {"estimator": estimator, "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }


def page_interaction(gesture, preset="qt-listview"):
    """Progress 1 is the next page; at the first and the last one, there is none on the other side."""
    first, last_page = gesture["start"] == "page0", gesture["start"] == "page8"
    leads_left = first or direction(gesture) > 0 and not last_page
    return interaction(gesture) | {
        "progress": {"toward": "left" if leads_left else "right", "distance": {"points": WIDTH},
                     "limits": [0 if first or last_page else -1, 1]},
        "rule": {"preset": preset}, "settle": {"preset": preset}, "rate": 1000,
    }


def turned(pantograph, gesture, recording, preset):
    """The pages by which the preset turns, as text, whether it is a flick, and the way that the content then moves."""
    page = page_interaction(gesture, preset)
    release = explained(pantograph, recording, page)
    way = 1 if page["progress"]["toward"] == "left" else -1
    pages = round(release["target"]) * way
    begins = (release["time"], release["release"]["fraction"])
    rows = [begins] + [row for row in replayed(pantograph, recording, page) if row[0] > release["time"]]
    moved = [((time - begins[0]) * 1000, way * WIDTH * (progress - begins[1])) for time, progress in rows]
    return f"{pages:+d}".replace("+0", "0"), release["clause"] in FLICKS, lambda ms: interpolated(moved, ms)


def interpolated(points, x):
    """The value at `x` between two of the points, or that of the last one."""
    for (before, old), (after, new) in zip(points, points[1:]):
        if x <= after:
            return old + (new - old) * (x - before) / (after - before)
    return points[-1][1]


def halved(velocity, position, end):
    """The velocity of a flick, which Qt halves if it leads on from beyond an end of the content."""
    leads_on = position < 0 > velocity or position > end and velocity > 0
    return velocity / 2 if leads_on else velocity


def outcome(gesture, displacement, position, velocity, last_movement):
    """The result of a release: a page, or whether the content coasts, stops, or reaches an edge."""
    flicked = abs(velocity) > SLOWEST and abs(displacement) > FLICK
    first, end = start(gesture), last(gesture)
    if not is_paged(gesture):
        limited = math.copysign(min(abs(velocity), FASTEST), velocity)
        target = position + limited * abs(limited) / 2 / DECELERATION
        if not flicked:
            return "stops"
        return "first" if target <= 0 else "last" if target >= end else "coasts"
    moved = (position - first) / WIDTH
    if flicked:
        # To the next page in the direction of the flick, from where the content is.
        turned = math.floor(moved) + 1 if velocity > 0 else math.ceil(moved) - 1
        beyond = position if velocity > 0 else end - position
        if -beyond * RESISTANCE > BEYOND:
            turned += math.copysign(1, velocity)
    elif abs(moved) > SNAP / WIDTH and (moved > 0) == (last_movement > 0):
        turned = math.copysign(max(1, round(abs(moved))), moved)
    else:
        turned = round(moved)
    page = min(max(round(first / WIDTH) + int(turned), 0), 8)
    return f"{page - round(first / WIDTH):+d}".replace("+0", "0")


def observe(gesture, entries):
    ends, ups = of_kind(entries, "end"), of_kind(entries, "up")
    down = of_kind(entries, "down")[0]
    taken = {"frames": [(entry["ms"] - down["ms"], entry["x"]) for entry in of_kind(entries, "at")],
             "lift": ups[0]["ms"] - down["ms"], "paged": is_paged(gesture)}
    if not ends:
        return {"outcome": "none", **taken}
    end = ends[0]
    flicks = of_kind(entries[entries.index(end):], "flick")
    position = end["position"]
    velocity = flicks[0]["velocity"] if flicks else 0.0
    frames = of_kind(entries[entries.index(end):], "frame")
    # Its animation goes on by 16 ms per frame, while the clock of the log is up to 2 ms late.
    path = [(round((frame["frame"] - end["frame"]) / 1000 / TICK_MS) * TICK_MS, frame["position"] - position)
            for frame in frames]
    # The last frame repeats the time of the one before if nothing moves any more.
    path = list({ms: moved for ms, moved in path if 0 < ms <= SETTLING}.items())
    rests = position + (path[-1][1] if path else 0)
    if is_paged(gesture):
        page = round((rests - start(gesture)) / WIDTH)
        kind = f"{page:+d}".replace("+0", "0")
    else:
        reached = [position + moved for _, moved in path]
        kind = "stops" if not flicks else "first" if min(reached) <= 0 else "last" if max(reached) >= END else "coasts"
    return {"outcome": kind, "velocity": velocity, "position": position, "path": path, **taken,
            "flicked": bool(flicks), "rests": rests}


def complete(gesture, theirs):
    """The written numbers, with those that follow from them."""
    theirs = {**theirs, "paged": is_paged(gesture)}
    if "velocity" not in theirs:
        return theirs
    moved = theirs["path"][-1][1] if theirs["path"] else 0
    return {**theirs, "flicked": theirs["velocity"] != 0, "rests": theirs["position"] + moved}


def predict(pantograph, gesture, recording, preset="qt-listview"):
    release = explained(pantograph, recording, interaction(gesture))
    # Qt begins no drag if the second frame has no report to take.
    if not release or release["cutOff"]:
        return {"outcome": "none"}
    points = [x for _, x in reports(recording)[0]]
    dragged, total = points[-2] - points[-1], points[0] - points[-1]
    velocity = direction(gesture) * release["release"]["velocity"] * PER_INCH / 25.4
    moved = direction(gesture) * release["release"]["fraction"] * END
    position = start(gesture) + moved
    ours = {"position": position, "paged": is_paged(gesture), "rests": None}
    if is_paged(gesture):
        ours["outcome"], ours["flicked"], ours["path"] = turned(pantograph, gesture, recording, preset)
        ours["rests"] = start(gesture) + WIDTH * float(ours["outcome"])
    else:
        ours["outcome"] = outcome(gesture, total, position, velocity, dragged)
        ours["flicked"] = abs(velocity) > SLOWEST and abs(total) > FLICK
        ours["path"] = lambda ms: law(ours, ms)
    # What Qt calls a flick has a velocity; anything else is at rest at once.
    ours["velocity"] = halved(velocity, position, last(gesture)) if ours["flicked"] else 0.0
    return ours


def outcome_with_frames(gesture, theirs, recording):
    """The outcome by the same rules, given when the toolkit's frames took the reports.

    The content follows from the frame after that in which the finger exceeds the slop.
    """
    points = [x for _, x in theirs["frames"]]
    begin = next((number for number, x in enumerate(points) if abs(x - points[0]) > KEPT), len(points)) + 1
    if begin >= len(points):
        return "none"
    position = start(gesture) + points[begin] - points[-1]
    return outcome(gesture, points[0] - points[-1], position, rule(theirs, recording), points[-2] - points[-1])


def law(release, ms):
    """How far the content has moved since the release."""
    velocity, seconds = release["velocity"], ms / 1000
    if release["paged"]:
        distance = release["rests"] - release["position"]
        if not release["flicked"]:
            share = min(ms / FIXUP_MS, 1)
            return distance * (2 * share * share if share < 0.5 else 1 - 2 * (1 - share) ** 2)
        # It begins at the maximum velocity, and slows down so as to end at the page.
        share = min(seconds * FASTEST / 2 / abs(distance), 1) if distance else 1
        return distance * (2 * share - share * share)
    if not release["flicked"]:
        return 0.0
    # Qt adjusts the deceleration so that the movement ends at a whole pixel.
    distance = velocity * abs(velocity) / 2 / DECELERATION
    distance = round(release["position"] + distance) - release["position"]
    share = min(seconds * abs(velocity) / 2 / abs(distance), 1)
    return distance * (2 * share - share * share)


# Why outcomes differ.
REASONS = [("page-rest", "the phase of the frames, at the threshold of 30 px"),
           ("page-last-back", "Qt slows down beyond the end, and turns no page")]


def way(release):
    """The distance from the release to the rest; 0 where the path is not compared."""
    beyond = release["paged"] and not 0 <= release["position"] <= LAST
    if beyond or release["outcome"] in ("first", "last", "stops", "none"):
        return 0
    return abs(release["path"][-1][1]) if release["path"] else 0


def reports(recording):
    """The milliseconds and pixels of the reports that move, from the landing, and the milliseconds of the lift."""
    result, x, now = [], None, 0.0
    for line in open(recording):
        words = line.split()
        if words[:1] != ["E:"]:
            continue
        now = float(words[1]) * 1000
        if words[2:4] == ["0003", "0035"]:
            x = int(words[4]) / 100 / MM_PER_PX
        if words[2:4] == ["0000", "0000"] and x is not None and (not result or result[-1][1] != x):
            result.append((now, x))
    return [(ms - result[0][0], x) for ms, x in result], now - result[0][0]


def rule(theirs, recording, fastest=FASTEST):
    """The velocity by Qt's rule, given when the toolkit's frames took the reports.

    A frame takes the newest report, whose velocity is that since the report before; the mean of the last three frames
    counts. Wayland's times are whole milliseconds.
    """
    points, _ = reports(recording)
    moved = [(now, new, GAIN * (new - old) / (whole_ms(now) - whole_ms(before)) * 1000)
             for (before, old), (now, new) in zip(points, points[1:]) if whole_ms(now) > whole_ms(before)]
    # A reversal passes each position twice: what counts is a report's time, to a frame, and then its position.
    late = lambda report, ms, x: (not -4 <= ms - report[0] <= 2 * FRAME_MS, abs(report[1] - x))
    taken = [min(moved, key=lambda report: late(report, ms, x))[2]
             for ms, x in theirs["frames"][1:][-SAMPLES:] if moved]
    if theirs["lift"] - theirs["frames"][-1][0] >= REST_MS or not taken:
        return 0.0
    velocity = -sum(min(max(one, -fastest), fastest) for one in taken) / len(taken)
    return halved(velocity, theirs.get("position", 0), LAST if theirs["paged"] else END)
