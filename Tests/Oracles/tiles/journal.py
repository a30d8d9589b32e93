"""What journal.c has noted, and what sessions in this process make of the same calls: each frame must have had their values.

PANTOGRAPH_LIBRARY names the library.
"""
import math

UNITS = {0: "progress", 5: "pad-px", 6: "scroll-px"}


class Journal:
    """A journal that was read, with what is wrong in it."""

    def __init__(self, folder, interactions):
        import pantograph
        self.folder, self.library = folder, pantograph
        # Comments of an interaction file are no JSON.
        texts = ("\n".join(line.split("//")[0] for line in path.read_text().splitlines()) for path in interactions)
        self.interactions = [pantograph.Interaction(text) for text in texts]
        self.sessions, self.wrong, self.calls, self.frames, self.pictures = [], [], 0, 0, []
        # The times of the events that the next frame shows; from an event to the beginning and the commit of its frame.
        self.inputs, self.begins, self.ends, self.commits = [], [], [], []
        lines = (folder / "journal").read_text().splitlines()
        self.values = [None] * 2
        # When a touchpad is unplugged, no event of the kernel says so.
        self.unplugging = max((index for index, line in enumerate(lines) if line.startswith("end ")), default=0)
        for index, line in enumerate(lines):
            kind, *words = line.split()
            if kind == "create":
                start = int(words[1])
                self.sessions.append(pantograph.Session(self.interactions[int(words[0])], start=start))
                self.sessions[-1].set_listener()
            elif kind == "picture":
                self.pictures.append((folder / f"{words[0]}.ppm", *map(float, words[1:])))
            elif kind == "frame":
                self.take_frame(line, *map(int, words[:3]), list(map(float, words[3:])))
            else:
                self.take_call(index, kind, words)

    def take_frame(self, line, begin, commit, seen, shown):
        self.frames += 1
        self.begins += [begin - time for time in self.inputs]
        self.ends += [commit - time for time in self.inputs]
        self.inputs = []
        for number, session in enumerate(self.sessions):
            try:
                self.values[number] = float(session.sample_at(seen).values[0])
            except ValueError:
                # An event is newer, and the former value stays.
                self.values[number] = shown[number] if self.values[number] is None else self.values[number]
            if abs(self.values[number] - shown[number]) > 1e-8:
                self.wrong.append(f"{line}: {self.values[number]:.9f} in session {number}")
        self.commits.append((commit, *shown[:len(self.sessions)]))

    def take_call(self, index, kind, words):
        self.calls += 1
        session, time, status = self.sessions[int(words[0])], int(words[1]), int(words[-1])
        if status == 0 and index != self.unplugging:
            self.inputs.append(time)
        arguments, named = (time,), {}
        if kind == "move":
            arguments += (float(words[2]), float(words[3]), UNITS[int(words[4])])
        elif kind == "begin":
            arguments += (int(words[2]) or None,)
        elif kind == "settle_to":
            arguments += (float(words[2]),)
        elif kind == "end":
            named = {"cancelled": words[2] == "1"}
        try:
            getattr(session, kind)(*arguments, **named)
            same = status == 0
        except (ValueError, RuntimeError):
            same = status != 0
        if not same:
            self.wrong.append(f"{kind} {arguments}: status {status}")

    def rests(self):
        """The values of which nothing changes for half a second, each once in a row."""
        rests = []
        for one, other in zip(self.commits, [*self.commits[1:], (math.inf,)]):
            rest = tuple(round(value, 3) for value in one[1:])
            if other[0] - one[0] > 400_000 and rests[-1:] != [rest]:
                rests.append(rest)
        return rests

    def expect_rests(self, expected):
        rests = self.rests()
        print(f"{self.calls} calls and {self.frames} frames; rests at {' '.join(map(str, rests))}")
        if rests != [tuple(map(float, rest)) for rest in expected]:
            self.wrong.append(f"it should rest at {' '.join(map(str, expected))}")

    def largest_step(self):
        """Of the first session, between two frames."""
        return max((abs(other[1] - one[1]) for one, other in zip(self.commits, self.commits[1:])
                    if other[0] - one[0] < 20_000), default=0)

    def end(self):
        """Prints what is wrong; whether all is right."""
        for sentence in self.wrong[:20]:
            print(f"wrong: {sentence}")
        return not self.wrong
