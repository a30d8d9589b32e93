"""What a Drawer and a SwipeView of Qt Quick Controls did with the gestures, beside Pantograph's presets for them.

Positions are in pixels: of the drawer's edge, or of the pages' content toward its end. At the release they are absolute,
after it they count from there. Velocities are in px/s. A drawer settles from rest, so its velocity is 0.
"""

from lab import HEIGHT, MM_PER_PX, WIDTH, explained, module, of_kind, replayed

pages = module("qt")
complete_page, observe_page, predict_page = pages.complete, pages.observe, pages.predict
is_paged, reports, way_of_page = pages.is_paged, pages.reports, pages.way
SHORT, FIXUP_MS, TICK_MS, TAKES_NEWEST = pages.SHORT, pages.FIXUP_MS, pages.TICK_MS, pages.TAKES_NEWEST
PREDICTED = "`qt-drawer`, `qt-drawer-close`, `qt-swipeview`"
PACKAGES = ["libqt6quicktemplates2-6", "libqt6quick6", "qt6-wayland", "libinput10", "sway"]
# The drawer's width, how near to the edge a finger has to land to open it, and what it moves before the drawer follows; it
# may have moved as far across.
DRAWER, EDGE, SLOP = 240, 10, 20
# The drawer's mean velocity while it settles, in widths per second.
SETTLES = 5
# The velocity at which a flicked page begins: four widths per second.
FASTEST = 4 * WIDTH
STALE = {}
# Why outcomes differ.
REASONS = []


def mm(px):
    return {"mm": px * MM_PER_PX}


def interaction(gesture):
    """Progress 1 is the drawer opened, or closed."""
    is_open = gesture["start"] == "open"
    # A finger that lands beside the open drawer drags it once it has reached it.
    beside = float(gesture["x"]) / MM_PER_PX - DRAWER if is_open else 0
    slop = mm(max(SLOP, beside))
    preset = "qt-drawer-close" if is_open else "qt-drawer"
    return {
        "version": 1, "surface": {"fit": {"width": WIDTH, "height": HEIGHT}}, "rate": 1000,
        "gesture": {"pan": {"as": "qt-drawer", "slop": slop, "direction": "horizontal",
                            **({} if is_open else {"edge": {"at": "left", "width": mm(EDGE)}})}},
        "progress": {"toward": "left" if is_open else "right", "distance": {"points": DRAWER}},
        "rule": {"preset": preset}, "animation": {"duration": 1}, "settle": {"preset": preset},
    }


def observe(gesture, entries):
    if is_paged(gesture):
        return observe_page(gesture, entries)
    down, up = of_kind(entries, "down")[0], of_kind(entries, "up")[0]
    dragged = of_kind(entries[entries.index(down):entries.index(up)], "frame")
    frames = of_kind(entries[entries.index(up):], "frame")
    # Its animation goes on by 16 ms per frame, while the clock of the log is up to 2 ms late.
    path = [(round((frame["frame"] - up["frame"]) / 1000 / TICK_MS) * TICK_MS,
             DRAWER * (frame["position"] - up["position"])) for frame in frames]
    rests = (frames or [up])[-1]["position"]
    result = {"outcome": "open" if rests > 0.5 else "closed"}
    if dragged:
        result |= {"velocity": 0.0, "position": DRAWER * up["position"], "path": path}
    return complete(gesture, result)


def complete(gesture, theirs):
    """The written numbers, with those that follow from them."""
    if is_paged(gesture):
        return complete_page(gesture, theirs)
    return {**theirs, "rests": DRAWER * (theirs["outcome"] == "open"), "flicked": False, "paged": False}


def predict(pantograph, gesture, recording):
    if is_paged(gesture):
        ours = predict_page(pantograph, gesture, recording, "qt-swipeview")
        # Beyond the first and the last page, a SwipeView begins no drag.
        if not 0 <= ours.get("position", 0) <= pages.LAST:
            return {"outcome": "none"}
        if "velocity" in ours:
            ours["velocity"] = min(max(ours["velocity"], -FASTEST), FASTEST)
        return ours
    return complete(gesture, predict_drawer(pantograph, gesture, recording))


def predict_drawer(pantograph, gesture, recording):
    release = explained(pantograph, recording, interaction(gesture))
    is_open = gesture["start"] == "open"
    if not release:
        points, _ = reports(recording)
        # A touch beside the open drawer closes it, unless it drags: for that, it has to come as near as the edge.
        beside = all(x > DRAWER + EDGE for _, x in (points[0], points[-1]))
        return {"outcome": "open" if is_open and not beside else "closed"}
    width = -DRAWER if is_open else DRAWER
    path = [width * progress for time, progress in replayed(pantograph, recording, interaction(gesture))
            if time >= release["time"]]
    return {"outcome": "open" if (release["target"] == 1) != is_open else "closed", "velocity": 0.0,
            "position": (DRAWER if is_open else 0) + width * release["release"]["fraction"],
            "path": lambda ms: path[min(ms, len(path) - 1)] - path[0]}


def rule(theirs, recording):
    """The velocity of pages by Qt's rule, given when the toolkit's frames took the reports."""
    return pages.rule(theirs, recording, FASTEST)


def law(release, ms):
    """How far the drawer or the content has moved since the release."""
    distance = release["rests"] - release["position"]
    if not distance:
        return 0.0
    if release["flicked"]:
        share = min(ms / 1000 * FASTEST / 2 / abs(distance), 1)
        return distance * (2 * share - share * share)
    share = min(ms / (FIXUP_MS if release["paged"] else 1000 * abs(distance) / DRAWER / SETTLES), 1)
    return distance * (2 * share * share if share < 0.5 else 1 - 2 * (1 - share) ** 2)


def way(release):
    """The distance from the release to the rest; 0 where the path is not compared."""
    return way_of_page(release) if release["paged"] else abs(release["rests"] - release["position"])
