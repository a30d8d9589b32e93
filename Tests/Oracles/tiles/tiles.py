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

from journal import Journal

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
# An event's time has whole milliseconds; a frame at 144 Hz; and what the journal takes to write a picture.
ROUNDED, FRAME, PICTURE = 1000, 1e6 / 144, 500
WIDTH, HEIGHT = 160, 90
COLORS = [(0.2 + 0.1 * number, 0.3, 0.6 - 0.1 * number) for number in range(5)]


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
    journal = Journal(folder, [EXAMPLE / name for name in ("workspaces.json", "overview.json")])
    # The sessions' own values; the frame has not been seen when the picture is taken.
    for path, place, scale in journal.pictures:
        if count := compare_picture(path, place, scale):
            journal.wrong.append(f"{path.name}: {count} pixels differ from workspace {place:.4f} at scale {scale:.4f}")
    journal.expect_rests(RESTS)
    begins, ends = journal.begins, journal.ends
    print(f"{len(journal.pictures)} pictures; a frame that shows an event begins after at most {max(begins) / 1000:.1f} ms and"
          f" is committed after {max(ends) / 1000:.1f} ms, {sum(ends) / len(ends) / 1000:.1f} ms in the mean")
    print(f"the largest step of a workspace between two frames: {journal.largest_step():.3f}")
    if len(journal.pictures) < 20:
        journal.wrong.append(f"only {len(journal.pictures)} pictures")
    if max(begins) > FRAME + ROUNDED + PICTURE or sum(ends) / len(ends) > FRAME:
        journal.wrong.append(f"the events come too late; a frame is {FRAME / 1000:.1f} ms, and their times are rounded to"
                             f" {ROUNDED / 1000:.0f} ms")
    return journal.end()


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "record":
        record(words[0], pathlib.Path(words[1]))
    else:
        sys.exit(not compare(pathlib.Path(words[0])))
