"""Touches that people made on laptops' touchpads, as if they had been made on the model touchpad.

Most lie in ../shared/corpus/usability, recordings of a usability study: without a header, of a person and a touchpad each.
The axes of the touchpads are beside them. Some lie in ../shared/corpus/touchpad-gestures. Only positions and times count:
each finger presses equally all the time.
"""
import pathlib

from fingers import frames

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "shared/corpus/usability"
# The model touchpad of `pantograph synth`, in millimetres and units per millimetre.
WIDTH, HEIGHT, UNITS_PER_MM = 100, 65, 20
# Between the pressure at which libinput takes a contact for a finger, and that of a palm.
PRESSURE = 70


def axes(file):
    """The middle and the units per millimetre of a touchpad's x and y."""
    head = file if file.suffix == ".evemu" else FOLDER / f"{file.parent.name.partition('-')[0]}.axes"
    result = []
    for line in open(head):
        words = line.split()
        if words[:1] == ["A:"] and words[1] in ("35", "36"):
            first, last, per_mm = int(words[2]), int(words[3]), int(words[6])
            result.append(((first + last) / 2, per_mm))
    return result


def touches(file):
    """Each touch of a recording, from the first finger to the last: the seconds of its reports and their fingers in mm.

    Positions count from the middle of the touchpad.
    """
    known, current = axes(file), []
    for seconds, fingers, changed in frames(open(file)):
        down = {finger: place for finger, place in fingers.items() if changed.get(finger) != "up"}
        if not (fingers or current):
            continue
        current.append((seconds, {
            finger: tuple((value - middle) / per_mm for value, (middle, per_mm) in zip(place, known))
            for finger, place in down.items()}))
        if not down:
            yield current
            current = []


def clicks(file):
    """When the touchpad's button is pressed, in seconds."""
    return [float(line.split()[1]) for line in open(file) if line.split()[2:] == ["0001", "0110", "1"]]


def trembling():
    """A finger that trembles by 0.4 mm, after which libinput lets all fingers lag behind."""
    return [(0.01 * number, {0: (0.2 * (-1) ** number, 0)} if number < 12 else {}) for number in range(13)]


def recording(gesture, head):
    """The lines of a gesture on the model touchpad; in a vertical one, x and y are exchanged."""
    touch = trembling()
    if gesture["kind"] == "corpus":
        touch = list(touches(FOLDER / gesture["file"]))[int(gesture["touch"])]
    start, before, places, lines = touch[0][0], {}, {}, list(head)
    for seconds, fingers in touch:
        events = []
        for finger in sorted({*before, *fingers}):
            slot = f"0003 002f {finger}"
            if finger not in fingers:
                events += [slot, "0003 0039 -1"]
                del places[finger]
                continue
            x, y = fingers[finger] if not gesture["turned"] else fingers[finger][::-1]
            units = {"0035": round((x + WIDTH / 2) * UNITS_PER_MM), "0036": round((y + HEIGHT / 2) * UNITS_PER_MM)}
            changed = [f"0003 {code} {value}" for code, value in units.items()
                       if places.get(finger, {}).get(code) != value]
            if finger not in before:
                changed = [f"0003 0039 {finger}", f"0003 003a {PRESSURE}", *changed]
            events += [slot, *changed] if changed else []
            places[finger] = units
        for count, code in ((1, "0145"), (2, "014d"), (0, "014a")):
            was, now = (len(some) == count if count else bool(some) for some in (before, fingers))
            if was != now:
                events.append(f"0001 {code} {int(now)}")
        before = fingers
        # The kernel passes on no report that changes nothing.
        if events:
            lines += [f"E: {seconds - start + 1e-6:.6f} {event}" for event in [*events, "0000 0000 0"]]
    return "\n".join([*lines, ""])
