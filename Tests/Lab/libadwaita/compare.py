"""What an AdwCarousel did with the gestures, beside Pantograph's preset `libadwaita-touch`.

Positions are in pages in the direction of progress, velocities in px/ms.
"""
import math

from lab import HEIGHT, MM_PER_PX, PER_INCH, WIDTH, as_wayland, explained, of_kind, replayed

PREDICTED = "`libadwaita-touch`"
PACKAGES = ["libadwaita-1-0", "libgtk-4-1", "libinput10", "sway"]
# The carousel's own 16 px before it begins.
SLOP = {"mm": 16 * MM_PER_PX}
# How long after the release the path is compared, in milliseconds.
SETTLING = 500
# The shortest way whose path counts, in pages.
SHORT = 0.02
# Gestures whose velocity the widget takes from an earlier touch.
STALE = {}


def toward(gesture):
    """The direction of progress: that of the first movement, or away from the edge at the first and the last page."""
    return {"0": "left", "1": "left" if float(gesture["byX"]) < 0 else "right", "2": "right"}[gesture["start"]]


def interaction(gesture):
    """Progress 1 is the next page."""
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}}, "rate": 1000,
        "gesture": {"pan": {"as": "libadwaita-touch", "slop": SLOP, "direction": "horizontal"}},
        "progress": {"toward": toward(gesture), "distance": {"points": WIDTH},
                     "limits": [-1, 1] if gesture["start"] == "1" else [0, 2]},
        "rule": {"preset": "libadwaita-touch", "snapPoints": [-1, 0, 1] if gesture["start"] == "1" else [0, 1, 2]},
        "animation": {"duration": 0.4}, "settle": {"preset": "libadwaita-touch"},
    }


def pages(count):
    return "0" if abs(count) < 0.5 else f"{count:+.0f}"


def observe(gesture, entries):
    """The outcome, and if a swipe began, the release and the path after it as (ms, position)."""
    ends, begins = of_kind(entries, "end"), of_kind(entries, "begin")
    if not ends or not begins:
        return {"outcome": "none"}
    sign = 1 if toward(gesture) == "left" else -1
    start, end = float(gesture["start"]), ends[0]
    place = lambda entry: sign * (entry["position"] - start)
    path = [(ms, place(frame)) for ms, frame in after(entries, end)]
    return {"outcome": pages(sign * (end["to"] - start)), "velocity": sign * end["velocity"], "position": place(end),
            "path": [(ms, position) for ms, position in path if 0 < ms <= SETTLING]}


def after(entries, end):
    """The frames from a release on, by the milliseconds of the animation.

    It counts whole milliseconds from its first frame, the last one that is still at the position of the release.
    """
    frames = of_kind(entries[entries.index(end):], "frame")
    still = [frame["frame"] for frame in frames if frame["position"] == end["position"] != end["to"]]
    started = max([end["frame"], *still]) // 1000
    return [(frame["frame"] // 1000 - started, frame) for frame in frames]


def predict(pantograph, gesture, recording):
    return predict_with(pantograph, as_wayland(recording), interaction(gesture))


def predict_with(pantograph, recording, interaction):
    release = explained(pantograph, recording, interaction)
    if not release:
        return {"outcome": "none"}
    path = [position for _, position in replayed(pantograph, recording, interaction)]
    return {"outcome": pages(release["target"]), "velocity": release["release"]["velocity"] * PER_INCH / 25.4 / 1000,
            "position": release["release"]["fraction"], "path": lambda ms: path[min(ms, len(path) - 1)]}


def law(release, ms):
    """Where the carousel's spring is, from its own position and velocity: the px/ms are pages per second."""
    frequency, seconds, target = math.sqrt(500 / 0.5), ms / 1000, float(release["outcome"])
    offset = release["position"] - target
    state = lambda t: math.exp(-frequency * t) * (offset + (release["velocity"] + frequency * offset) * t)
    # It is over once it crosses its target or is within a thousandth of a page.
    over = any(state(step / 1000) * offset <= 0 or abs(state(step / 1000)) < 0.001 for step in range(1, ms + 1))
    return target if over else target + state(seconds)


# Why outcomes differ: they don't.
REASONS = []


def way(release):
    """The distance from the release to the rest."""
    return abs(float(release["outcome"]) - release["position"])
