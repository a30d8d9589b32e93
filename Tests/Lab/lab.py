"""What the benches share: the recordings of their gestures, what the bench logged, and what Pantograph predicts."""
import csv
import importlib.util
import json
import math
import os
import pathlib
import subprocess
import tempfile

import draw
import people
from fingers import frames

HERE = pathlib.Path(__file__).resolve().parent
# The screen has 360 × 240 px at 96 px per inch.
WIDTH, HEIGHT, PER_INCH = 360, 240, 96
MM_PER_PX = 25.4 / PER_INCH
UNITS_PER_MM = 100
# How often the gestures are played, if not three times: every half minute the guest stops for two thirds of a second.
# More often where gestures are long, less often where a browser is slow.
ROUNDS = {"chromium": 1, "firefox": 1, "libadwaita-flap": 2, "qt-drawer": 2, "libadwaita-touchpad": 2}
USUAL_ROUNDS = 3
# How many gestures are played once more at the beginning, while a bench is still slow; they do not count.
WARM_UP = {"firefox": 4}
# They report no movement before it exceeds their slop, and merge others.
BROWSERS = ["chromium", "firefox"]
# How many milliseconds a report may be late.
LATE = 3
FRAMES_PER_SECOND = 60
# 50 ms are three display frames, and whole milliseconds, in which Wayland counts.
STARTS_PER_SECOND = 20
# A display frame in milliseconds, and the longest time after which one takes a report: two frames and a little.
FRAME, LONGEST_FRAME = 17, 40
# How long after the first scroll the frames are taken to begin, in milliseconds: fitted to libadwaita's ladders, of which
# 2 to 5 ms lead to 159 or 160 of 164 outcomes, and other times from 0.5 to 16 ms to 153 to 159.
FIRST_FRAME = 4
# How late the guest sends a report, in milliseconds: with 0.12 to 0.22, the velocities of Qt's flicks are exact.
SENT_MS = 0.17
# Between gestures; the bench prepares the next one in this time.
PAUSE = {"libadwaita": 1.2, "gtk": 3.0, "qt": 3.4, "libinput": 1.2, "gtk-touchpad": 3.0, "libinput-corpus": 1.2,
         "libadwaita-touchpad": 1.2, "chromium": 4.0, "firefox": 4.0, "sway": 1.2, "sdl": 1.2, "kwin": 1.2,
         "libadwaita-flap": 2, "qt-drawer": 2.4, "gtk-corpus": 3.0}
# A bench that also plays the gestures of another one.
ALSO = {"sway": "libinput"}
# The device that plays the gestures; a touchscreen gets the size of the screen.
DEVICES = {"libinput": "touchpad", "gtk-touchpad": "touchpad", "libadwaita-touchpad": "touchpad",
           "sway": "touchpad", "kwin": "touchpad", "gtk-corpus": "touchpad", "libinput-corpus": "touchpad"}
# The options of `pantograph synth` that have a column of the same name.
OPTIONS = ["duration", "lift", "hold", "back", "fingers", "spacing", "stagger", "radius", "scale", "angle", "peak",
           "rate", "noise", "seed"]


def gestures(bench):
    """The bench's gestures, each as a dictionary of its parameters; with a seed in LAB_DRAWN, others like them."""
    with open(HERE / bench / "gestures.csv") as file:
        table = csv.DictReader(file)
        seed = os.environ.get("LAB_DRAWN")
        if seed:
            return draw.gestures(bench, table.fieldnames, int(seed))
        return (gestures(ALSO[bench]) if bench in ALSO else []) + list(table)


def measured(bench):
    """What a toolkit did with each gesture, as written, and where that comes from."""
    with open(HERE.parent / "Oracles/measured" / f"lab_{bench}.csv") as file:
        source = file.readline().removeprefix("# source: ").strip()
        rows = list(csv.DictReader(file))
    for row in rows:
        theirs = {"outcome": row["outcome"]}
        if row["velocity"]:
            points = [point.split(":") for point in row["path"].split()]
            theirs |= {"velocity": float(row["velocity"]), "position": float(row["position"]),
                       "path": [(float(ms) if "." in ms else int(ms), float(position)) for ms, position in points]}
            if "hidden" in row:
                theirs["hidden"] = [float(ms) for ms in row["hidden"].split()]
        if row.get("frames"):
            *frames, lift = row["frames"].split()
            theirs |= {"frames": [tuple(map(float, frame.split(":"))) for frame in frames], "lift": float(lift)}
        row["theirs"] = theirs
    return source, rows


def rounds_of(bench):
    """All gestures, as often as they are played."""
    known = gestures(bench)
    return known[:WARM_UP.get(bench, 0)] + ROUNDS.get(bench, USUAL_ROUNDS) * known


def screen():
    """The description of the screen, as the head of an evemu file."""
    width, height = (round(px * MM_PER_PX * UNITS_PER_MM) for px in (WIDTH, HEIGHT))
    axes = {"00": width, "01": height, "35": width, "36": height}
    return axes


def recording(pantograph, gesture, device):
    """The lines of a gesture's events."""
    command = [pantograph, "synth", gesture["kind"], "--device", device, "--format", "evemu",
               "--from", f"{gesture['x']},{gesture.get('y', 30)}", "--pressure-noise", gesture["pressureNoise"]]
    if gesture["byX"]:
        command += ["--by", f"{gesture['byX']},{gesture['byY']}"]
    unused = {"reversal": ["hold"], "flick": ["hold", "back"]}.get(gesture["kind"], ["back"])
    for option in OPTIONS:
        if gesture.get(option) and option not in unused:
            command += [f"--{option}", gesture[option]]
    return run(*command)


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def record(pantograph, bench, folder):
    """Writes a recording per gesture, one of all of them, and where each begins."""
    folder = pathlib.Path(folder)
    kind = DEVICES.get(bench, "touchscreen")
    model = run(pantograph, "synth", "tap", "--device", kind, "--format", "evemu")
    head = []
    for line in model.splitlines():
        words = line.split()
        if words[:1] == ["E:"]:
            continue
        if kind == "touchscreen" and words[:1] == ["A:"] and words[1] in screen():
            line = f"A: {words[1]} 0 {screen()[words[1]]} 0 0 {UNITS_PER_MM}"
        head.append(line)
    device = folder / "device.evemu"
    device.write_text("\n".join(head + ["E: 0.000001 0000 0000 0", ""]))
    all_events, start = [], 0.0
    for gesture in rounds_of(bench):
        text = people.recording(gesture, head) if "file" in gesture else recording(pantograph, gesture, device)
        (folder / f"{gesture['name']}.evemu").write_text(text)
        events = [line.split() for line in text.splitlines() if line.startswith("E:")]
        first = float(events[0][1])
        # A recording begins with slot 0, in which nothing presses, wherever the one before has ended.
        all_events += [f"E: {start:.6f} 0003 002f 0", f"E: {start:.6f} 0003 003a 0"]
        for words in events:
            all_events.append(f"E: {start + float(words[1]) - first:.6f} {' '.join(words[2:5])}")
        start = next_start(bench, start, float(events[-1][1]) - first)
    (folder / "gestures.evemu").write_text("\n".join(head + all_events + [""]))
    (folder / "starts").write_text("".join(gesture.get("start", "0") + "\n" for gesture in rounds_of(bench)))


def next_start(bench, start, length):
    """When the gesture after one begins, in seconds: after a pause, and in the same phase of frames and milliseconds."""
    return math.ceil((start + length + PAUSE[bench]) * STARTS_PER_SECOND - 1e-6) / STARTS_PER_SECOND


def logged(folder):
    """The log's entries for each gesture."""
    result = []
    for line in open(pathlib.Path(folder) / "log"):
        entry = json.loads(line)
        if entry["kind"] == "gesture":
            result.append([])
        if result:
            result[-1].append(entry)
    return result


def rounds(bench, folder):
    """For each gesture, the entries of those rounds in which its reports were on time."""
    known, entries = gestures(bench), logged(folder)[WARM_UP.get(bench, 0):]
    good = [on_time(run, pathlib.Path(folder) / f"{known[index % len(known)]['name']}.evemu",
                    has_all=bench not in BROWSERS)
            for index, run in enumerate(entries)]
    # A touch that stalls leaves its positions in GTK's history of the next one.
    if bench == "gtk":
        good = [is_good and before for is_good, before in zip(good, [True] + good)]
    return [[entries[index] for index in range(number, len(entries), len(known)) if good[index]]
            for number in range(len(known))]


def on_time(entries, recording, has_all=True):
    """Whether a gesture arrived as a whole, each of its reports within some milliseconds.

    With `has_all`, the log has at least one report for each display frame in which the finger moves.
    """
    touches = of_kind(entries, "down", "move", "up")
    if [touch["kind"] for touch in touches if touch["kind"] != "move"] != ["down", "up"]:
        return False
    times = [float(line.split()[1]) * 1000 for line in open(recording) if line.startswith("E:")]
    expected = [time - times[0] for time in times]
    # What a bench logs, or only its frames take, may not be far apart while the finger moves. A browser's page gets
    # pointer events only for a while, until the browser scrolls.
    seen = of_kind(entries, "at") or (touches if has_all else of_kind(entries, "pointermove"))
    taken = [entry["ms"] - touches[0]["ms"] for entry in seen]
    moved = [time for time in movements(recording) if has_all or taken and taken[0] <= time <= taken[-1]]
    if not all(any(-4 <= ms - time <= LONGEST_FRAME for ms in taken) for time in moved):
        return False
    return all(min(abs(touch["ms"] - touches[0]["ms"] - time) for time in expected) <= LATE
               for touch in touches) and abs(touches[-1]["ms"] - touches[0]["ms"] - expected[-1]) <= LATE


def movements(recording):
    """When the finger moves along x, in milliseconds from its landing."""
    times, moved = [], False
    for line in open(recording):
        words = line.split()
        if words[:1] != ["E:"]:
            continue
        moved = moved or words[2:4] == ["0003", "0035"]
        if words[2:4] == ["0000", "0000"]:
            if moved:
                times.append(float(words[1]) * 1000)
            moved = False
    return [time - times[0] for time in times]


def moving(recording, with_landing=False):
    """A copy of a recording without the reports that move nothing, which libinput does not pass on.

    Their pressure comes with the next report. Those before the first movement can stay: a finger that lands presses
    lightly at first.
    """
    result, frame, begun, left = [], [], not with_landing, []
    for line in open(recording):
        if not line.startswith("E:"):
            result.append(line)
            continue
        frame.append(line)
        words = line.split()
        if words[2:4] != ["0000", "0000"]:
            continue
        codes = {event.split()[3] for event in frame}
        moved = bool(codes & {"0035", "0036", "0039"})
        if moved or not begun:
            result += [" ".join(["E:", words[1], *event.split()[2:]]) + "\n" for event in left] + frame
            left = []
        else:
            left += frame[:-1]
        begun = begun or moved and "0039" not in codes
        frame = []
    copy = recording.with_suffix(".moving.evemu")
    copy.write_text("".join(result))
    return copy


def reports(recording):
    """The milliseconds of each report from the landing, and the mean displacement in mm of the fingers until then."""
    lines = open(recording).readlines()
    unit = next(int(line.split()[6]) for line in lines if line.startswith("A: 35"))
    result, before, x, y = [], {}, 0.0, 0.0
    for seconds, fingers, changed in frames(lines):
        fingers = {finger: place for finger, place in fingers.items() if changed.get(finger) != "up"}
        moved = [(fingers[finger][0] - before[finger][0], fingers[finger][1] - before[finger][1])
                 for finger in fingers if finger in before and changed.get(finger) != "down"]
        x += sum(one[0] for one in moved) / max(len(fingers), 1) / unit
        y += sum(one[1] for one in moved) / max(len(fingers), 1) / unit
        before = fingers
        result.append((seconds * 1000, x, y))
    return [(ms - result[0][0], x, y) for ms, x, y in result]


def hidden(recording, axis, scrolls, px_per_mm, has_last):
    """When reports come that reach a widget only with a later one: GDK adds up the scrolls between two display frames.

    `scrolls` are the milliseconds and the px of what the widget got along an axis, 0 or 1. All times count from the
    landing. The last report may come with the lift, and `has_last` says whether it still counts there.
    """
    known = reports(recording)
    if not scrolls or scrolls[0][0] <= 0:
        return []
    taken = [min(range(len(known)), key=lambda number: abs(known[number][0] - ms)) for ms, _ in scrolls]
    # With the first scroll, there may be others: its length says which.
    at = [displacement[axis] for _, *displacement in known]
    count = min(range(1, min(4, max(taken[0], 1)) + 1),
                key=lambda count: abs(at[taken[0]] - at[taken[0] - count] - scrolls[0][1] / px_per_mm))
    moved = [number for number in range(taken[-1] + 1, len(known)) if at[number] != at[number - 1]]
    kept = {*taken, *(moved[-1:] if has_last else [])}
    first, last = taken[0] - count + 1, max([taken[-1], *moved])
    # Without a scroll in the next display frame, the report has moved nothing.
    later = [known[number][0] for number in sorted(kept)] + ([] if has_last else [known[-1][0]])
    return [round(known[number][0], 1) for number in range(first, last + 1) if number not in kept
            and any(0 < time - known[number][0] <= FRAME for time in later)]


def whole_ms(ms):
    """The whole millisecond that libinput's clients see for a report, `ms` after the beginning of its gesture."""
    return math.floor(ms + SENT_MS)


def in_milliseconds(recording):
    """A copy of a recording with the times of libinput's clients, which are whole milliseconds."""
    result, first = [], None
    for line in open(recording):
        words = line.split()
        if words[:1] == ["E:"]:
            first = float(words[1]) if first is None else first
            line = " ".join(["E:", f"{whole_ms((float(words[1]) - first) * 1000) / 1000:.6f}", *words[2:]]) + "\n"
        result.append(line)
    copy = recording.with_suffix(".ms.evemu")
    copy.write_text("".join(result))
    return copy


def merged(recording, times):
    """A copy of a recording in which the reports at these milliseconds since the landing come with the next one."""
    result, first = [], None
    for line in open(recording):
        words = line.split()
        if words[:1] == ["E:"]:
            first = float(words[1]) * 1000 if first is None else first
            at = float(words[1]) * 1000 - first
            if words[2:4] == ["0000", "0000"] and any(abs(at - ms) < 0.1 for ms in times):
                continue
        result.append(line)
    copy = recording.with_suffix(".merged.evemu")
    copy.write_text("".join(result))
    return copy


def delivered(recording, begin):
    """A copy of a recording whose reports come with the display frames that are assumed for an idle screen.

    `begin` is the millisecond of the first scroll, with which the frames are assumed to begin.
    """
    known = reports(recording)
    number = lambda ms: math.floor((ms - begin - FIRST_FRAME) * FRAMES_PER_SECOND / 1000)
    # Whether no display frame is between a report and the next one.
    waits = [ms for (ms, *_), (after, *_) in zip(known, known[1:]) if ms > begin and number(ms) == number(after)]
    return merged(recording, waits)


def whole_pixels(recording):
    """A copy of a touchscreen's recording whose positions are whole pixels, as GTK's history of a touch has them."""
    unit = MM_PER_PX * UNITS_PER_MM
    result = []
    for line in open(recording):
        words = line.split()
        if words[:1] == ["E:"] and words[2:4] in (["0003", "0035"], ["0003", "0036"]):
            line = f"{' '.join(words[:4])} {math.ceil(int(int(words[4]) / unit) * unit)}\n"
        result.append(line)
    copy = recording.with_suffix(".pixels.evemu")
    copy.write_text("".join(result))
    return copy


def as_wayland(recording):
    """A copy of a touchscreen's recording whose positions are rounded to 1/256 px, as Wayland's are.

    libinput takes a screen for as wide as its axis has values. 127 units of the copy are 1/256 px.
    """
    result = []
    for line in open(recording):
        words = line.split()
        axis = words[1] if words[:1] == ["A:"] else words[3][2:] if words[2:3] == ["0003"] else ""
        if axis in ("00", "01", "35", "36"):
            px = WIDTH if axis in ("00", "35") else HEIGHT
            values = round(px * MM_PER_PX * UNITS_PER_MM) + 1
            if words[0] == "A:":
                line = f"A: {axis} 0 {127 * 256 * px} 0 0 {round(127 * 256 / MM_PER_PX)}\n"
            else:
                line = f"{' '.join(words[:4])} {127 * math.floor(256 * px * int(words[4]) / values + 0.5)}\n"
        result.append(line)
    copy = recording.with_suffix(".wayland.evemu")
    copy.write_text("".join(result))
    return copy


def of_kind(entries, *kinds):
    return [entry for entry in entries if entry["kind"] in kinds]


def explained(pantograph, recording, interaction, *options):
    """The release as `pantograph explain` reports it; None if there is none."""
    releases = with_file(interaction, lambda name: json.loads(
        run(pantograph, "explain", recording, "-i", name, "--json", *options)))["releases"]
    return releases[0] if releases else None


def replayed(pantograph, recording, interaction):
    """The seconds and progress of a trajectory, from the release on."""
    rows = with_file(interaction, lambda name: list(csv.reader(
        run(pantograph, "replay", recording, "-i", name, "--format", "csv").splitlines())))
    head, rows = rows[0], rows[1:]
    time, phase, progress = 0, head.index("phase"), 2
    settling = next((i for i, row in enumerate(rows) if row[phase] in ("settling", "rest")), None)
    if settling is None:
        return []
    return [(float(row[time]), float(row[progress])) for row in rows[max(settling - 1, 0):]]


def module(bench):
    """A bench's compare.py."""
    spec = importlib.util.spec_from_file_location("compare", HERE / bench / "compare.py")
    result = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(result)
    return result


def with_file(interaction, use):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(interaction, file)
        file.flush()
        return use(file.name)


def rms(numbers):
    numbers = list(numbers)
    return math.sqrt(sum(number * number for number in numbers) / len(numbers)) if numbers else 0.0
