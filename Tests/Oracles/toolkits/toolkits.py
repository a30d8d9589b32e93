"""The scrolls that tools/ci/check-toolkits plays to pagers of toolkits, and what must have been seen of them.

    toolkits.py record PANTOGRAPH FOLDER    writes FOLDER/pad.evemu
    toolkits.py compare FOLDER              reads FOLDER/journal; PANTOGRAPH_LIBRARY names the library

Each frame must have had the value of a session in this process, which gets the same calls.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tiles"))
from journal import Journal  # noqa: E402

INTERACTION = pathlib.Path(__file__).resolve().parents[2] / "Examples/gtk4-pager/pages.json"


def flick(by):
    return ("flick", "--fingers", "2", "--from", f"{50 - by / 2},30", f"--by={by},0", "--duration", "0.3")


# Each gesture, with the seconds since the one before. The first one is of a finger, which moves the pointer.
GESTURES = [
    (0, ("swipe", "--from", "40,30", "--by", "8,4", "--duration", "0.4")),
    (1.0, flick(45)),
    (1.5, flick(45)),
    # Less than half of a page, and at rest: it goes back.
    (1.5, ("swipe", "--fingers", "2", "--from", "30,30", "--by", "12,0", "--duration", "0.8", "--hold", "0.3")),
    # While the pages go back, fingers catch them, and send them on again.
    (1.5, flick(-45)),
    (0.06, flick(45)),
    (1.5, flick(-45)),
]
RESTS = [(1,), (2,), (1,)]


def record(pantograph, folder):
    words = ["synth", "--format", "evemu"]
    for number, (pause, gesture) in enumerate(GESTURES):
        words += gesture if number == 0 else ("then", *gesture, "--wait", str(pause))
    done = subprocess.run([pantograph, *words], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr}")
    (folder / "pad.evemu").write_text(done.stdout)


def compare(folder):
    journal = Journal(folder, [INTERACTION])
    journal.expect_rests(RESTS)
    places = [place for _, place in journal.commits]
    # The pages are caught between 2 and 1, after they have been at 2 twice.
    turns = sum(1 for one, two, three in zip(places, places[1:], places[2:]) if one > two < three and 1.05 < two < 1.95)
    print(f"caught {turns} times; the largest step between two frames: {journal.largest_step():.3f}")
    if turns != 1:
        journal.wrong.append("the pages should be caught once on their way back")
    if journal.frames < 100:
        journal.wrong.append(f"only {journal.frames} frames")
    return journal.end()


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "record":
        record(words[0], pathlib.Path(words[1]))
    else:
        sys.exit(not compare(pathlib.Path(words[0])))
