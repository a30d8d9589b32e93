"""What a GtkScrolledWindow did with the gestures, beside the estimator `gtk-swipe` and the momentum `gtk-4.8`.

Positions are in pixels, at the release those of the content and after it the distance since then; velocities are in px/s.
All count toward the end of the content.
"""
import math

from lab import HEIGHT, MM_PER_PX, PER_INCH, WIDTH, as_wayland, explained, of_kind, whole_pixels

PREDICTED = "`gtk-swipe`, `gtk-4.8`"
PACKAGES = ["libgtk-4-1", "libinput10", "sway"]
# gtk-dnd-drag-threshold.
KEPT = 8
SLOP = {"mm": KEPT * MM_PER_PX}
END = 10000
SETTLING = 2500
FRICTION = 4
# The shortest way whose path counts, in pixels.
SHORT = 8
# Gestures whose velocity GTK takes from positions of the touch before.
STALE = {name: "velocity from the touch before" for name in ("noise-0.05", "flick-10")}


def direction(gesture):
    """1 if the first movement scrolls toward the end of the content, otherwise −1."""
    return 1 if float(gesture["byX"]) < 0 else -1


def interaction(gesture):
    """Progress 1 is the whole content, in the direction of the first movement."""
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}},
        "gesture": {"pan": {"as": "gtk-touch", "slop": SLOP, "direction": "horizontal"}},
        "progress": {"toward": "left" if direction(gesture) > 0 else "right", "distance": {"points": END},
                     "limits": "none"},
        "rule": {"estimator": "gtk-swipe", "clauses": [], "otherwise": "finish"}, "animation": {"duration": 1},
    }


def outcome(begun, position, velocity):
    if not begun:
        return "none"
    if abs(velocity) < 0.5 or (position <= 0 and velocity < 0) or (position >= END and velocity > 0):
        return "stops"
    target = position + velocity / FRICTION
    return "first" if target <= 0 else "last" if target >= END else "coasts"


def observe(gesture, entries):
    ends = of_kind(entries, "end")
    if not ends:
        return {"outcome": "none"}
    end = ends[0]
    velocity, position = -end["velocity"], end["position"]
    frames = of_kind(entries[entries.index(end):], "frame")
    path = [((frame["frame"] - end["frame"]) / 1000, frame["position"] - position) for frame in frames]
    path = [(round(ms, 1), moved) for ms, moved in path if 0 < ms <= SETTLING]
    rests = position + (path[-1][1] if path else 0)
    kind = "first" if rests <= 0 < position else "last" if rests >= END > position else "coasts"
    return {"outcome": kind if abs(rests - position) > 0.1 else "stops", "velocity": velocity, "position": position,
            "path": path}


def predict(pantograph, gesture, recording):
    release = explained(pantograph, as_wayland(recording), interaction(gesture))
    if not release:
        return {"outcome": "none"}
    velocity = direction(gesture) * release["release"]["velocity"] * PER_INCH / 25.4
    # The history of the velocity has whole pixels: it does not see a finger tremble.
    still = interaction(gesture)
    still["gesture"] = {"pan": {"as": "chromium", "slop": {"mm": 0}}}
    if not explained(pantograph, whole_pixels(recording), still)["release"]["velocity"]:
        velocity = 0
    moved = direction(gesture) * release["release"]["fraction"] * END
    position = min(max(float(gesture["start"]) + moved, 0), END)
    ours = {"outcome": outcome(True, position, velocity), "velocity": velocity, "position": position}
    return {**ours, "path": lambda ms: law(ours, ms)}


def law(release, ms):
    """How far the content has moved since the release, by the friction alone."""
    moved = -release["velocity"] / FRICTION * math.expm1(-FRICTION * ms / 1000)
    return min(max(release["position"] + moved, 0), END) - release["position"]


# Why outcomes differ.
REASONS = []


def way(release):
    """The distance from the release to the rest."""
    moved = abs(release["path"][-1][1]) if release["path"] else 0
    return moved if moved > 0.1 else 0
