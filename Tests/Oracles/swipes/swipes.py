"""The swipes that tools/ci/check-swipe plays, and the comparison of what the example makes of them with `pantograph replay`.

    swipes.py record PANTOGRAPH FOLDER [CORPUS]    writes FOLDER/swipes.evemu and the interactions
    swipes.py compare PANTOGRAPH FOLDER            reads FOLDER/events, frames and bars
    swipes.py touch PANTOGRAPH FOLDER              writes FOLDER/touches.evemu and pad.evemu, for the Wayland window
    swipes.py screens PANTOGRAPH FOLDER            reads FOLDER/before, held, open and shut

Each frame is compared with a replay of the fingers' movements from when libinput says that a swipe begins. libinput waits
for fingers that land late, by its own rules; what it reports of a movement, and the factor of its units, are under test. The
workspaces in which the swipes come to rest are compared with a replay of the recording as it is, too.
"""
import bisect
import csv
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Examples/workspace-swipe"
# Swipes of three fingers that people made, on six models of touchpads, and the seconds since the last finger of the swipe
# before lifted. niri's spring takes 0.3 s to settle, so the short pauses interrupt it, in the same direction or in the
# other one.
PEOPLE = [
    ("celes_touchpad_164.17_three-finger-swipe-left", 1.0),
    ("gandof_touchpad_113.0_three-finger-swipe-left", 1.5),
    ("heli_touchpad_95.0_three-finger-swipe-right", 0.03),
    ("heli_touchpad_95.0_three-finger-swipe-left", 1.5),
    ("orco_touchpad_114.0_three-finger-swipe-left", 0.03),
    ("cyan_touchpad_42.0_three-finger-swipe-right", 1.5),
    ("veyron_minnie_touchpad_102.0_three-finger-swipe-right", 0.03),
    ("veyron_minnie_touchpad_102.0_three-finger-swipe-left", 1.5),
]
# Options of `pantograph synth`: out and back in one swipe, then a flick that another one reverses in flight.
SYNTHETIC = [
    (("reversal", "--from", "55,20", "--by=-45,0", "--back", "0.9", "--duration", "0.5"), 1.5),
    (("flick", "--from", "60,20", "--by=-50,0", "--duration", "0.3"), 1.5),
    (("flick", "--from", "30,20", "--by", "50,0", "--duration", "0.3"), 0.03),
]
# The recordings do not describe their touchpads: these ranges contain all their positions.
WIDTH, HEIGHT, UNITS_PER_MM = 2400, 1700, 24
# What three fingers must move for libinput, in millimetres, and what an event may be late by, in seconds.
SLOP, LATE = 2, 0.003
# Between the frames of the example, in seconds.
FRAME = 0.016667
# The width of a workspace in millimetres: less than in the example, so that these swipes lead to others.
WORKSPACE = 15
# The differences that are allowed, in workspaces.
MOST, MOST_RMS = 0.15, 0.015


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def events(text):
    """The events of an evemu file, from time 0: seconds, type and code, value."""
    rows = [line.split() for line in text.splitlines() if line.startswith("E:")]
    first = float(rows[0][1])
    return [(float(words[1]) - first, f"{words[2]} {words[3]}".lower(), int(words[4])) for words in rows]


def record(pantograph, folder, corpus=None):
    """Writes a recording of all swipes, and the same interaction as the example's for the fingers themselves."""
    ranges = {"00": WIDTH, "35": WIDTH, "01": HEIGHT, "36": HEIGHT}
    head, axes = [], set()
    for line in run(pantograph, "synth", "tap", "--format", "evemu").splitlines():
        words = line.split()
        if words[0] == "A:":
            axes.add(f"0003 00{words[1]}")
            if words[1] in ranges:
                line = f"A: {words[1]} 0 {ranges[words[1]]} 0 0 {UNITS_PER_MM}"
        if words[0] != "E:":
            head.append(line)
    device = folder / "device.evemu"
    device.write_text("\n".join([*head, "E: 0.000001 0000 0000 0", ""]))
    swipes = []
    if corpus:
        swipes = [((corpus / f"touch_TabSwitch__{name}").read_text(), pause) for name, pause in PEOPLE]
    for options, pause in SYNTHETIC:
        fingers = ("--fingers", "3", "--spacing", "12", "--device", device, "--format", "evemu")
        swipes.append((run(pantograph, "synth", *options, *fingers), pause))
    lines, time = [], 0.0
    for text, pause in swipes:
        time += pause
        rows = events(text)
        # A recording begins with slot 0, in which nothing presses, wherever the one before has ended.
        lines += [f"E: {time:.6f} 0003 002f 0", f"E: {time:.6f} 0003 003a 0"]
        # Not the axes that other touchpads have.
        lines += [f"E: {time + at:.6f} {code} {value}" for at, code, value in rows
                  if not code.startswith("0003") or code in axes]
        time += rows[-1][0]
    (folder / "swipes.evemu").write_text("\n".join([*head, *lines, ""]))
    interaction = json.loads(re.sub(r"//.*", "", (EXAMPLE / "workspaces.json").read_text()))
    interaction["progress"]["distance"]["mm"] = 4 * WORKSPACE
    (folder / "workspaces.json").write_text(json.dumps(interaction))
    # For the fingers of a recording.
    interaction |= {"rate": 1000}
    interaction["gesture"]["pan"]["fingers"] = 3
    (folder / "workspaces-3.json").write_text(json.dumps(interaction))
    interaction["gesture"]["pan"]["slop"] = {"mm": SLOP}
    (folder / "touchpad.json").write_text(json.dumps(interaction | {"catch": "moving"}))


def touches(folder, value):
    """When the first finger of each swipe lands, or its last one lifts."""
    played = events((folder / "swipes.evemu").read_text())
    return [at for at, code, state in played if (code, state) == ("0001 014a", value)]


def as_libinput_has_them(folder, holds, begins, offset):
    """Writes the recording with the swipes that libinput reports: fingers that have landed, by their later movement.

    libinput waits for fingers that land late and for its slop; until a swipe begins, nothing moves. The swipe ends when
    the last finger lifts. Fingers that rest for three before it begins are there, and do not move.
    """
    text = (folder / "swipes.evemu").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("E:")]
    start = float(next(line.split()[1] for line in text.splitlines() if line.startswith("E:")))
    slots, slot, frame, landed, begin, lifted = {}, 0, [], False, None, 0.0

    def emit(time, rows):
        lines.extend(f"E: {start + time:.6f} {code} {value}" for code, value in [*rows, ("0000 0000", 0)])

    # The same first event, from which times count.
    emit(0, [])
    for time, code, value in events(text):
        if code == "0003 002f":
            slot = value
        elif code == "0003 0039" and value >= 0:
            slots[slot] = {}
        elif code in ("0003 0035", "0003 0036") and slot in slots:
            frame.append((slot, code, value))
        elif code == "0000 0000":
            if begin is None and slots:
                begin = next(one - offset for one in begins if one - offset > time - 0.01)
            if slots and not landed and time > begin - LATE:
                held = [one - offset for one in holds if lifted < one - offset < begin]
                rows = [("0001 014a", 1)]
                for number, fields in slots.items():
                    rows += [("0003 002f", number), ("0003 0039", 100 + number), *fields.items(), ("0003 003a", 60)]
                emit(min([*held, time - LATE]), rows)
                landed = True
            if landed:
                # The example takes only what moves to the side.
                emit(time, [row for number, code, value in frame if code == "0003 0035"
                            for row in (("0003 002f", number), (code, value))])
            for number, code, value in frame:
                slots[number][code] = value
            frame = []
        elif code == "0001 014a" and value == 0:
            if landed:
                emit(time, [row for number in slots for row in (("0003 002f", number), ("0003 0039", -1))]
                     + [("0001 014a", 0)])
            slots, frame, landed, begin, lifted = {}, [], False, None, time
    path = folder / "as-libinput.evemu"
    path.write_text("\n".join([*lines, ""]))
    return path


def replay(pantograph, recording, interaction):
    """The times, workspaces and fractions of a replay, and what they are at a time."""
    rows = list(csv.DictReader(run(
        pantograph, "replay", recording, "-i", interaction, "--format", "csv").splitlines()))
    times = [float(row["time"]) for row in rows]

    def at(time, column="workspace"):
        return float(rows[max(bisect.bisect_right(times, time) - 1, 0)][column])

    return at, times[-1]


def compare(pantograph, folder):
    """Prints a line for each swipe, and returns whether the two agree."""
    printed = (folder / "events").read_text()
    begins, ends, holds = ([float(seconds) for seconds in re.findall(rf"GESTURE_{kind}\s+\+([\d.]+)s\s+3", printed)]
                           for kind in ("SWIPE_BEGIN", "SWIPE_END", "HOLD_BEGIN"))
    landings, expected = touches(folder, 1), touches(folder, 0)
    if not len(begins) == len(ends) == len(expected):
        print(f"libinput reports {len(ends)} swipes of {len(expected)}")
        return False
    # From libinput's clock to that of the recording.
    late = sorted(end - lift for end, lift in zip(ends, expected))
    offset = late[len(late) // 2]
    if max(late) - min(late) > LATE:
        print(f"the guest was late by {1000 * (max(late) - min(late)):.0f} ms: play it again")
        return False
    recording = as_libinput_has_them(folder, holds, begins, offset)
    at, _ = replay(pantograph, recording, folder / "workspaces-3.json")
    whole, last = replay(pantograph, folder / "swipes.evemu", folder / "touchpad.json")
    frames = [tuple(map(float, line.split())) for line in (folder / "frames").read_text().splitlines()]
    agree, all_errors = True, []
    print("swipe  begins at  lifts at  late ms  goes to  replayed  own recogniser  frames    rms   most")
    for number, (begin, end, lift) in enumerate(zip(begins, ends, expected)):
        following = begins[number + 1] if number + 1 < len(begins) else math.inf
        # While fingers move, a frame has what they have done until it is prepared, a frame before it is seen.
        pairs = [(value, at(time - offset), at(time - offset - FRAME)) for time, value in frames
                 if begin < time <= following]
        errors = [min(theirs - ours, theirs - before, key=abs) for theirs, ours, before in pairs]
        all_errors += errors
        rests = following - end > 1
        theirs, ours, _ = pairs[-1]
        same = not rests or abs(theirs - ours) < 0.01 and abs(theirs - round(theirs)) < 0.01
        most = max(map(abs, errors))
        agree = agree and same and most <= MOST
        own = whole(landings[number + 1] if number + 1 < len(landings) else math.inf)
        same = same and (not rests or abs(theirs - own) < 0.02)
        where = f"{theirs:7.2f} {ours:9.2f} {own:15.2f}" if rests else f"{'caught':>7} {ours:9.2f} {'':15}"
        print(f"{number + 1:5} {begin - offset:10.3f} {lift:9.3f} {1000 * (end - offset - lift):8.1f} {where} {len(errors):7}"
              f" {rms(errors):6.3f} {most:6.3f}{'' if same else '  differs'}")
    print(f"{len(all_errors)} frames: rms {rms(all_errors):.4f} workspaces, at most {max(map(abs, all_errors)):.4f};"
          f" allowed {MOST_RMS} and {MOST}")
    # The bar in the terminal draws 60 times a second.
    ours = rests_of(f"{100 * whole(number * FRAME, 'fraction'):.0f}" for number in range(int((last + 2) / FRAME)))
    theirs = rests_of(re.findall(r"(-?\d+) %", (folder / "bars").read_text()))
    print(f"the bar in the terminal rests at {' '.join(theirs)} %; replayed: {' '.join(ours)} %")
    return agree and rms(all_errors) <= MOST_RMS and theirs == ours


def rests_of(percents):
    """The percentages at which a bar stays for half a second, one after another."""
    groups = [(percent.replace("-0", "0"), len(list(group))) for percent, group in itertools.groupby(percents)]
    return [percent for percent, _ in itertools.groupby(percent for percent, count in groups if count >= 30)]


def rms(numbers):
    return math.sqrt(sum(number * number for number in numbers) / len(numbers))


def touch(pantograph, folder):
    """Writes drags of one finger up a touchscreen, by 120 and 200 of its 600 pixels, and a swipe down a touchpad."""
    model = run(pantograph, "synth", "tap", "--device", "touchscreen", "--format", "evemu")
    height, resolution = re.search(r"A: 36 0 (\d+) \d+ \d+ (\d+)", model).groups()
    mm = int(height) / int(resolution) / 600
    start = ["--from", f"100,{560 * mm:.3f}", "--duration", "0.4"]
    (folder / "touches.evemu").write_text(run(
        pantograph, "synth", "swipe", "--device", "touchscreen", "--noise", "0", "--format", "evemu", *start,
        f"--by=0,{-120 * mm:.3f}", "--hold", "4",
        "then", "swipe", *start, f"--by=0,{-200 * mm:.3f}", "--hold", "0.3", "--wait", "4"))
    (folder / "pad.evemu").write_text(run(
        pantograph, "synth", "swipe", "--device", "touchpad", "--fingers", "3", "--spacing", "12", "--format", "evemu",
        "--from", "30,10", "--by", "0,45", "--duration", "0.4"))


def screens(folder):
    """Returns whether the drawer was where it must be: under the finger less 1.6 mm of slop, and open, and shut."""
    agree = True
    for name, expected in (("before", 0), ("held", 120 - 1.6 * 96 / 25.4), ("open", 300), ("shut", 0)):
        _, size, _, pixels = (folder / name).read_bytes().split(b"\n", 3)
        width, height = map(int, size.split())
        blue = sum(pixels[3 * (y * width + 10):3 * (y * width + 11)] == b"\0\0\xff" for y in range(height))
        print(f"{name}: the drawer has {blue} px, expected {expected:.0f}")
        agree = agree and abs(blue - expected) <= 2
    return agree


if __name__ == "__main__":
    command, pantograph, folder, *corpus = sys.argv[1:]
    if command == "record":
        record(pantograph, pathlib.Path(folder), *map(pathlib.Path, corpus))
    elif command == "touch":
        touch(pantograph, pathlib.Path(folder))
    elif command == "screens":
        sys.exit(not screens(pathlib.Path(folder)))
    else:
        sys.exit(not compare(pantograph, pathlib.Path(folder)))
