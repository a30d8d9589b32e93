"""The gestures that tools/ci/check-tiles plays to the compositor, and what must have been seen of them.

    tiles.py record PANTOGRAPH FOLDER    writes FOLDER/pad.evemu, and times, when keys are pressed
    tiles.py compare FOLDER              reads FOLDER/journal and the pictures; PANTOGRAPH_LIBRARY names the library

The journal has each call of the compositor, by which sessions in this process make the same: each frame must have had their
values for the time of its presentation, and each picture the workspaces where these values put them. In which workspaces it
comes to rest follows from what the gestures are. How late a frame is counts from the time that the kernel gave the event:
it begins no later than a frame after it.
"""
import math
import pathlib
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Examples/tiles-compositor"
THREE = ("--fingers", "3", "--spacing", "12")
# Each gesture, with the seconds since the one before; and what the screen shows when it has come to rest.
GESTURES = [
    (1.0, ("flick", "--from", "60,20", "--by=-45,0", "--duration", "0.3", *THREE)),
    (1.5, ("flick", "--from", "60,20", "--by=-45,0", "--duration", "0.3", *THREE)),
    # While the workspaces still move.
    (0.06, ("flick", "--from", "60,20", "--by=-45,0", "--duration", "0.3", *THREE)),
    # In the middle of it, a key asks for the last workspace.
    (1.5, ("swipe", "--from", "30,20", "--by", "25,0", "--duration", "1.6", *THREE)),
    (1.5, ("pinch", "--from", "50,30", "--radius", "24", "--scale", "0.4", "--duration", "0.5")),
    (1.5, ("pinch", "--from", "50,30", "--radius", "10", "--scale", "2.3", "--duration", "0.5")),
    # A key opens the overview and another one shuts it again. Then the touchpad is unplugged under moving fingers.
    (4.0, ("swipe", "--from", "25,20", "--by", "30,0", "--duration", "1.6", *THREE)),
]
# libinput ends the gesture of a touchpad that is unplugged as if its fingers had lifted, then more than half of the way back.
RESTS = [(0, 1), (1, 1), (3, 1), (4, 1), (4, 0.45), (4, 1), (4, 0.45), (4, 1), (3, 1)]
# An event's time has whole milliseconds; a frame at 144 Hz.
ROUNDED, FRAME = 1000, 1e6 / 144
WIDTH, HEIGHT = 160, 90
COLORS = [(0.2 + 0.1 * number, 0.3, 0.6 - 0.1 * number) for number in range(5)]
UNITS = {5: "pad-px", 0: "progress"}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def record(pantograph, folder):
    words = ["synth", "--format", "evemu"]
    for number, (pause, gesture) in enumerate(GESTURES):
        words += gesture if number == 0 else ("then", *gesture, "--wait", str(pause))
    text = run(pantograph, *words)
    (folder / "pad.evemu").write_text(text)
    times = [float(line.split()[1]) for line in text.splitlines() if line.startswith("E:")]
    lands = [float(line.split()[1]) for line in text.splitlines() if line.startswith("E:") and "0001 014a 1" in line]
    lands = [at - times[0] for at in lands]
    # In the drag, and between the last two gestures.
    (folder / "times").write_text(f"{lands[3] + 0.8:.2f}:5 {lands[6] - 3:.2f}:O {lands[6] - 1.5:.2f}:O\n")


def sessions(library):
    """Pairs of a session and its value."""
    def text(name):
        return "\n".join(line.split("//")[0] for line in (EXAMPLE / name).read_text().splitlines())

    return [library.Interaction(text(name)) for name in ("workspaces.json", "overview.json")]


def rows(number, place, scale):
    """The colors of a row of pixels in the gap above the tiles, as the workspaces must be there, and its height."""
    def box(workspace):
        left = WIDTH * (0.5 + (workspace - place - 0.5) * scale)
        return [math.floor(edge + 0.5) for edge in (left, left + WIDTH * scale)]

    row = [(0.05,) * 3] * WIDTH
    for workspace, color in enumerate(COLORS):
        left, right = box(workspace)
        for x in range(max(left, 0), min(right, WIDTH)):
            row[x] = color
    return row, math.floor(HEIGHT * (0.5 - 0.5 * scale) + 0.5) + 1


def compare_picture(path, place, scale):
    """The number of pixels of that row that have another color."""
    _, _, _, pixels = path.read_bytes().split(b"\n", 3)
    row, y = rows(path, place, scale)
    return sum(any(abs(pixels[3 * (y * WIDTH + x) + channel] - 255 * color[channel]) > 2 for channel in range(3))
               for x, color in enumerate(row))


def compare(folder):
    import pantograph
    interactions, mine, starts = sessions(pantograph), [], []
    wrong, calls, frames, values, rests, pictures = [], 0, 0, [0.0, 1.0], [], 0
    # The times of the events that the next frame shows; from an event to the beginning and the commit of its frame.
    inputs, begins, ends, commits = [], [], [], []

    def call(session, method, status, *arguments, **named):
        try:
            getattr(session, method)(*arguments, **named)
            same = status == 0
        except (ValueError, RuntimeError):
            same = status != 0
        if not same:
            wrong.append(f"{method} {arguments}: status {status}")

    lines = (folder / "journal").read_text().splitlines()
    # When a touchpad is unplugged, no event of the kernel says so.
    unplugging = max(index for index, line in enumerate(lines) if line.startswith("end "))
    for index, line in enumerate(lines):
        kind, *words = line.split()
        status = int(words[-1]) if "->" in words else 0
        if kind == "create":
            mine.append(pantograph.Session(interactions[int(words[0])], start=int(words[1])))
            mine[-1].set_listener()
        elif kind == "picture":
            pictures += 1
            path = folder / f"{words[0]}.ppm"
            # The sessions' own values; the frame has not been seen when the picture is taken.
            place, scale = (float(word) for word in words[1:])
            if count := compare_picture(path, place, scale):
                wrong.append(f"{path.name}: {count} pixels differ from workspace {place:.4f} at scale {scale:.4f}")
        elif kind == "frame":
            frames += 1
            begin, commit, seen = map(int, words[:3])
            begins += [begin - time for time in inputs]
            ends += [commit - time for time in inputs]
            inputs = []
            for number, session in enumerate(mine):
                try:
                    values[number] = float(session.sample_at(seen).values[0])
                except ValueError:
                    pass
                if abs(values[number] - float(words[3 + number])) > 1e-8:
                    wrong.append(f"{line}: {values[number]:.9f} in session {number}")
            commits.append((commit, *values))
        else:
            calls += 1
            session, time = mine[int(words[0])], int(words[1])
            if status == 0 and index != unplugging:
                inputs.append(time)
            if kind == "move":
                call(session, kind, status, time, float(words[2]), float(words[3]), UNITS[int(words[4])])
            elif kind == "begin":
                call(session, kind, status, time, int(words[2]) or None)
            elif kind == "end":
                call(session, kind, status, time, cancelled=words[2] == "1")
            elif kind == "settle_to":
                call(session, kind, status, time, float(words[2]))
            else:
                call(session, kind, status, time)
    # Half a second without a change is a rest.
    for one, other in zip(commits, [*commits[1:], (math.inf,)]):
        rest = tuple(round(value, 3) for value in one[1:])
        if other[0] - one[0] > 400_000 and rests[-1:] != [rest]:
            rests.append(rest)
    print(f"{calls} calls and {frames} frames; rests at {' '.join(map(str, rests))}")
    print(f"{pictures} pictures; a frame that shows an event begins after at most {max(begins) / 1000:.1f} ms and is committed"
          f" after {max(ends) / 1000:.1f} ms, {sum(ends) / len(ends) / 1000:.1f} ms in the mean")
    jumps = max((abs(other[1] - one[1]) for one, other in zip(commits, commits[1:]) if other[0] - one[0] < 20_000),
                default=0)
    print(f"the largest step of a workspace between two frames: {jumps:.3f}")
    if rests != [tuple(map(float, rest)) for rest in RESTS]:
        wrong.append(f"it should rest at {' '.join(map(str, RESTS))}")
    if pictures < 20:
        wrong.append(f"only {pictures} pictures")
    if max(begins) > FRAME + ROUNDED or sum(ends) / len(ends) > FRAME:
        wrong.append(f"the events come too late; a frame is {FRAME / 1000:.1f} ms, and their times are rounded to"
                     f" {ROUNDED / 1000:.0f} ms")
    for sentence in wrong[:20]:
        print(f"wrong: {sentence}")
    return not wrong


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "record":
        record(words[0], pathlib.Path(words[1]))
    else:
        sys.exit(not compare(pathlib.Path(words[0])))
