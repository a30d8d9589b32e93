"""What a GtkScrolledWindow did with scrolls that people made, beside the estimator and the momentum of `gtk-touchpad`.

The recordings lie in ../shared/corpus; in vertical scrolls, x and y are exchanged. All else is that of `gtk-touchpad`.
"""
import runpy

from lab import HERE

touchpad = runpy.run_path(str(HERE / "gtk-touchpad/compare.py"))
globals().update(touchpad)
# Unlike a synthetic touch, one of people begins with a report that is not too light for libinput, here; and its fingers
# rest, tremble, and lift one after the other. The first gesture trembles, so that libinput's hysteresis is on for all.
PAN = {"fewestReports": 3, "follows": "allFingers", "hysteresis": {"mm": 0.25}}
# The velocity in px/s that counts as coasting, and how far it leads. At a rest, fingers still move by a fraction of a
# millimetre.
SLOWEST, SHORT = 40, 10
ADDS_UP = False
STALE = {"43ad-down-0": "one finger rests while the other one scrolls"}
# Why outcomes differ.
REASONS = [(name, "not explained: libinput begins no scroll") for name in ("ad87-after-up-0", "2f88-after-up-0")]
REASONS += [("43ad-", STALE["43ad-down-0"]),
            ("5efb-up-0", "the last scroll is just 150 ms old"),
            ("2f88-finger-spacing", "not explained"),
            *((name, "at a rest; near the 40 px/s that count") for name in ("0f55-", "94a2-down-0", "2f88-2nd"))]


def interaction(gesture):
    settings = touchpad["interaction"](gesture)
    settings["gesture"]["pan"] |= PAN
    return settings


def slow_stops(one):
    """Takes a release that coasts by less than 10 px for one that stops."""
    if one["outcome"] == "coasts" and abs(one["velocity"]) < SLOWEST:
        one["outcome"] = "stops"
    return one


def observe(gesture, entries):
    return slow_stops(touchpad["observe"](gesture, entries))


def predict(pantograph, gesture, recording):
    return slow_stops(touchpad["predict_with"](pantograph, gesture, recording, interaction(gesture)))
