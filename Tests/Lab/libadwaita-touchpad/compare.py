"""What an AdwCarousel did with two fingers on a touchpad, beside Pantograph's preset `libadwaita`.

Positions are in pages in the direction of progress, velocities in px/ms of libinput's scroll.
"""

from lab import delivered, explained, hidden, module, of_kind, replayed

touchscreen = module("libadwaita")
after, law, pages, way = touchscreen.after, touchscreen.law, touchscreen.pages, touchscreen.way
SETTLING, SHORT = touchscreen.SETTLING, touchscreen.SHORT
PREDICTED = "`libadwaita`"
PACKAGES = ["libadwaita-1-0", "libgtk-4-1", "libinput10", "sway"]
# libinput's scroll, and its slop of two fingers.
PX_PER_MM = 267.12 / 25.4
SLOP = 1.5
# The distance of a page in px of scroll, along and across.
DISTANCE = {"horizontal": 400, "vertical": 300}
# Whether the widget gets the reports of a display frame as one.
ADDS_UP = True
STALE = {}
# Why outcomes differ.
LOST = "behind by the last scroll, which is lost in the frame of the lift"
AHEAD = "the first scroll has two reports, and libadwaita moves twice by both"
REASONS = [("back-", LOST), ("reversal", LOST), ("vertical-rest-", AHEAD),
           *((name, "the phase of the frames, at the threshold")
             for name in ("rate-90-slow", "rate-180-slow", "pressure-hold", "hold-0.04"))]


def place(gesture):
    """The axis of the carousel, and the page from which the gesture begins."""
    start = int(gesture["start"])
    return ("vertical", start - 10) if start >= 10 else ("horizontal", start)


def direction(gesture):
    """1 if progress goes toward the last page: that of the first movement, or away from the edge."""
    axis, start = place(gesture)
    first = float(gesture["byX"] if axis == "horizontal" else gesture["byY"])
    return {0: 1, 1: -1 if first < 0 else 1, 2: -1}[start]


def interaction(gesture):
    """Progress 1 is the next page."""
    axis, start = place(gesture)
    toward = {"horizontal": ("left", "right"), "vertical": ("up", "down")}[axis][direction(gesture) > 0]
    return {
        "version": 1, "rate": 1000,
        "gesture": {"pan": {"as": "libadwaita-touchpad", "slop": {"mm": SLOP}}},
        "progress": {"toward": toward, "distance": {"mm": DISTANCE[axis] / PX_PER_MM},
                     "limits": [-1, 1] if start == 1 else [0, 2], "beyondLimits": "forgotten"},
        "rule": {"preset": "libadwaita", "snapPoints": [-1, 0, 1] if start == 1 else [0, 1, 2]},
        "animation": {"duration": 0.4}, "settle": {"preset": "libadwaita"},
    }


def observe(gesture, entries):
    """The outcome, and if a swipe began, the release and the path after it as (ms, position)."""
    begins = of_kind(entries, "begin")
    if not begins:
        return {"outcome": "none"}
    begin = entries.index(begins[-1])
    end = of_kind(entries[begin:], "end")[0]
    sign, start = direction(gesture), place(gesture)[1]
    where = lambda entry: sign * (entry["position"] - start)
    path = [(ms, where(frame)) for ms, frame in after(entries, end)]
    # The scroll that begins the swipe comes just before it.
    first = max(number for number in range(begin) if entries[number]["kind"] == "scroll")
    axis = "x" if place(gesture)[0] == "horizontal" else "y"
    scrolls = [(entry["ms"], sign * entry[axis]) for entry in of_kind(entries[first:], "scroll", "scroll-stop")]
    down = of_kind(entries, "down")[0]["ms"]
    seen = [(entry["ms"] - down, entry[axis]) for entry in of_kind(entries, "scroll")]
    return {"outcome": pages(sign * (end["to"] - start)), "velocity": sign * end["velocity"], "position": where(end),
            "path": [(ms, position) for ms, position in path if 0 < ms <= SETTLING],
            "scrolls": scrolls, "flicked": end["velocity"] != 0,
            # libadwaita 1.2.2 does not read the movement that comes with the lift.
            "hide": lambda recording: hidden(recording, axis == "y", seen, PX_PER_MM, has_last=False)}


def rule(theirs, recording):
    """libadwaita's rule with the scrolls that reached it: 1.2.2 has the first one three times, and not that of the lift."""
    end = theirs["scrolls"][-1][0]
    scrolls = [theirs["scrolls"][0]] * 2 + theirs["scrolls"][:-1]
    recent = [(ms, px) for ms, px in scrolls if end - ms <= 150]
    return sum(px for _, px in recent[1:]) / (recent[-1][0] - recent[0][0])


def deliver(pantograph, gesture, recording):
    """The recording as GDK is assumed to deliver it: its display frames begin with the first scroll, where ours begins."""
    release = explained(pantograph, recording, interaction(gesture))
    if not release:
        return recording
    return delivered(recording, 1000 * (release["time"] - release["release"]["duration"]))


def predict(pantograph, gesture, recording):
    release = explained(pantograph, recording, interaction(gesture))
    if not release:
        return {"outcome": "none"}
    path = [position for _, position in replayed(pantograph, recording, interaction(gesture))]
    return {"outcome": pages(release["target"]), "velocity": release["release"]["velocity"] * PX_PER_MM / 1000,
            "position": release["release"]["fraction"], "path": lambda ms: path[min(ms, len(path) - 1)]}
