"""What a GtkScrolledWindow did with two fingers on a touchpad, beside the estimator `gtk-scroll` and the momentum `gtk-4.8`.

Positions and velocities are as in the bench `gtk`.
"""

from lab import explained, hidden, module, of_kind

touchscreen = module("gtk")
law, outcome, way = touchscreen.law, touchscreen.outcome, touchscreen.way
END, SETTLING, SHORT = touchscreen.END, touchscreen.SETTLING, touchscreen.SHORT
PREDICTED = "`gtk-scroll`, `gtk-4.8`"
PACKAGES = ["libgtk-4-1", "libinput10", "sway"]
# Measured: the content moves 2.5 px per px of libinput's scroll, while the fingers move and after.
GAIN = 2.5
PX_PER_MM = GAIN * 267.12 / 25.4
# libinput's slop of two fingers.
SLOP = 1.5
# Whether the widget gets the reports of a display frame as one.
ADDS_UP = True
STALE = {}
REASONS = []


def direction(gesture):
    """1 if the first movement scrolls toward the end of the content, otherwise −1."""
    return -1 if float(gesture["byX"]) < 0 else 1


def interaction(gesture):
    """Progress 1 is the whole content, in the direction of the first movement."""
    return {
        "version": 1,
        "gesture": {"pan": {"as": "gtk-touchpad", "slop": {"mm": SLOP}}},
        "progress": {"toward": "right" if direction(gesture) > 0 else "left", "distance": {"mm": END / PX_PER_MM},
                     "limits": "none"},
        "rule": {"estimator": "gtk-scroll", "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }


def observe(gesture, entries):
    ends = of_kind(entries, "end")
    if not ends or not any(entry["x"] for entry in of_kind(entries, "scroll")):
        return {"outcome": "none"}
    end = ends[0]
    velocity, position = GAIN * end["velocity"], end["position"]
    frames = of_kind(entries[entries.index(end):], "frame")
    path = [((frame["frame"] - end["frame"]) / 1000, frame["position"] - position) for frame in frames]
    path = [(round(ms, 1), moved) for ms, moved in path if 0 < ms <= SETTLING]
    rests = position + (path[-1][1] if path else 0)
    down = of_kind(entries, "down")[0]["ms"]
    seen = [(entry["ms"] - down, entry["x"]) for entry in of_kind(entries, "scroll")]
    kind = "first" if rests <= 0 < position else "last" if rests >= END > position else "coasts"
    return {"outcome": kind if abs(rests - position) > 0.1 else "stops", "velocity": velocity, "position": position,
            "path": path, "flicked": velocity != 0,
            "scrolls": [(entry["ms"], entry["x"]) for entry in of_kind(entries, "scroll", "scroll-stop")],
            "hide": lambda recording: hidden(recording, 0, seen, PX_PER_MM / GAIN, has_last=True)}


def rule(theirs, recording):
    """GTK's rule with the scrolls that reached it: those within 150 ms, by the time since the first of them."""
    end = theirs["scrolls"][-1][0]
    recent = [(ms, x) for ms, x in theirs["scrolls"] if end - ms <= 150]
    return GAIN * sum(x for _, x in recent) / (end - recent[0][0]) * 1000


def predict(pantograph, gesture, recording):
    return predict_with(pantograph, gesture, recording, interaction(gesture))


def predict_with(pantograph, gesture, recording, interaction):
    release = explained(pantograph, recording, interaction)
    if not release:
        return {"outcome": "none"}
    velocity = direction(gesture) * release["release"]["velocity"] * PX_PER_MM
    moved = direction(gesture) * release["release"]["fraction"] * END
    position = min(max(float(gesture["start"]) + moved, 0), END)
    ours = {"outcome": outcome(True, position, velocity), "velocity": velocity, "position": position}
    return {**ours, "path": lambda ms: law(ours, ms)}
