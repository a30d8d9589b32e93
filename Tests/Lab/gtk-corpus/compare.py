"""What a GtkScrolledWindow did with scrolls that people made, beside the estimator and the momentum of `gtk-touchpad`.

The recordings lie in ../shared/corpus; in vertical scrolls, x and y are exchanged. All else is that of `gtk-touchpad`.
"""
from lab import module, of_kind

touchpad = module("gtk-touchpad")
law, rule, way = touchpad.law, touchpad.rule, touchpad.way
ADDS_UP, PACKAGES, PREDICTED = touchpad.ADDS_UP, touchpad.PACKAGES, touchpad.PREDICTED
# The first gesture of people trembles, so that libinput's hysteresis is on for all.
PAN = {"hysteresis": {"mm": 0.25}}
# The velocity in px/s that counts as coasting, and how far it leads. At a rest, fingers still move by a fraction of a
# millimetre.
SLOWEST, SHORT = 40, 10
STALE = {"43ad-down-0": "the fingers scroll again while the content coasts"}
# Why outcomes differ.
REASONS = []


def interaction(gesture):
    settings = touchpad.interaction(gesture)
    settings["gesture"]["pan"] |= PAN
    return settings


def slow_stops(one):
    """Takes a release that coasts by less than 10 px for one that stops."""
    if one["outcome"] == "coasts" and abs(one["velocity"]) < SLOWEST:
        one["outcome"] = "stops"
    return one


def observe(gesture, entries):
    theirs = slow_stops(touchpad.observe(gesture, entries))
    ends = [number for number, entry in enumerate(entries) if entry["kind"] == "end"]
    return {**theirs, "again": bool(ends) and any(entry["x"] for entry in of_kind(entries[ends[0]:], "scroll"))}


def is_stale(gesture, theirs):
    """Whether the fingers scroll again while the content coasts, so that its path and its velocity are not compared."""
    return theirs.get("again", False)


def predict(pantograph, gesture, recording):
    return slow_stops(touchpad.predict_with(pantograph, gesture, recording, interaction(gesture)))
