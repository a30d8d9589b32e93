"""What an AdwFlap and an AdwLeaflet did with the gestures, beside Pantograph's preset `libadwaita-flap-touch`.

Positions are progress in the direction of the swipe: 1 is a flap opened or closed, or the next page of the leaflet.
Velocities are in px/ms.
"""

from lab import HEIGHT, MM_PER_PX, WIDTH, as_wayland, module, of_kind

carousel = module("libadwaita")
pages, way, after = carousel.pages, carousel.way, carousel.after
PACKAGES, SETTLING, SHORT = carousel.PACKAGES, carousel.SETTLING, carousel.SHORT
PREDICTED = "`libadwaita-flap-touch`"
# In pixels: the slop of libadwaita's swipes, the edge from which a flap opens and a leaflet turns forward (its page covers
# the one before), and the flap.
SLOP, EDGE, FLAP = 16, 32, 240
STALE = {}
# Why outcomes differ.
REASONS = []


def mm(px):
    return {"mm": px * MM_PER_PX}


def direction(gesture):
    """Whether progress leads to the left or to the right."""
    first = "left" if float(gesture["byX"]) < 0 else "right"
    return {"0": "right", "1": "left", "10": "left", "11": first, "12": "right"}[gesture["start"]]


def distance(gesture):
    return FLAP if gesture["start"] in ("0", "1") else WIDTH


def interaction(gesture):
    start, toward = gesture["start"], direction(gesture)
    # A finger that lands beside the open flap swipes once it has reached it.
    beside = float(gesture["x"]) / MM_PER_PX - FLAP if start == "1" else 0
    slop = mm(max(SLOP, beside))
    edge = "left" if start == "0" else "right" if start != "1" and toward == "left" else None
    # A leaflet makes the page ready that lies in the direction of the first motion event, and moves to no other.
    family = "libadwaita-touch" if start in ("0", "1") else "libadwaita-leaflet"
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}}, "rate": 1000,
        "gesture": {"pan": {"as": family, "slop": slop, "direction": toward,
                            **({"edge": {"at": edge, "width": mm(EDGE)}} if edge else {})}},
        "progress": {"toward": toward, "distance": {"points": distance(gesture)}, "beyondLimits": "forgotten"},
        "rule": {"preset": "libadwaita-flap-touch", "snapPoints": [0, 1]},
        "animation": {"duration": 0.4}, "settle": {"preset": "libadwaita-flap-touch"},
    }


def observe(gesture, entries):
    """The outcome, and if a swipe began, the release and the path after it as (ms, position)."""
    begins = of_kind(entries, "begin")
    if not begins:
        return {"outcome": "none"}
    end = of_kind(entries[entries.index(begins[0]):], "end")[0]
    start = 1 if gesture["start"] == "1" else 0
    sign = 1 if gesture["start"] == "0" or start == 0 and direction(gesture) == "left" else -1
    progress = lambda entry: sign * (entry["position"] - start)
    outcome = pages(sign * (end["to"] - start))
    # A leaflet that has turned has no progress any more.
    rests = lambda position: 1 if outcome == "+1" and position == 0 else position
    path = [(ms, rests(progress(frame))) for ms, frame in after(entries, end)]
    return {"outcome": outcome, "velocity": sign * end["velocity"], "position": progress(end),
            "path": [(ms, position) for ms, position in path if 0 < ms <= SETTLING]}


def predict(pantograph, gesture, recording):
    return carousel.predict_with(pantograph, as_wayland(recording), interaction(gesture))


def law(release, ms):
    """The carousel's law from rest."""
    return carousel.law({**release, "velocity": 0}, ms)
