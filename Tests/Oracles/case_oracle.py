#!/usr/bin/env python3
"""Computes the cases of Recordings a second time, and compares the results with the expected ones.

    python3 case_oracle.py [--self-test] [FOLDER…]

Nothing here is the program's: recordings are read by PyYAML or by readers written here, gestures and interaction files
follow their pages, curves are inverted by bisection, and springs are solved by SciPy's integrator. The velocities of an
estimator, and decisions that depend on them, are not recomputed: they are taken from the expected rows, and reported.
What can't be recomputed at all is reported, too, and is no failure. A row that differs is a failure.

The tolerances: rows have six decimals, so half of the last one, 5e-7, is lost by rounding. While fingers drive the
animation, positions are exact rationals here, and nothing else is lost: the tolerance is 6e-7, in fractions and in
values. A settling begins with a printed velocity, which is off by up to 5e-7 per second. That moves the position by
less than a tenth of this, and the integrator errs by less: the tolerance is 2e-6, for values times the property's
distance if that is longer than 1. The same applies to an animation that was caught while it settled.
"""
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import case_plan
import case_recording
from case_evidence import Expected
from case_replay import Replay

TRACKING = 6e-7
SETTLING = 2e-6
VELOCITY = 2e-6  # per second, or as a share of what is faster than 1


class Disagreement(Exception):
    """The row, the column and both numbers."""


class Result:
    def __init__(self):
        self.counts = {"idle": 0, "tracking": 0, "settling": 0, "rest": 0}
        self.worst = {"tracking": 0.0, "settling": 0.0, "velocity": 0.0}
        self.total, self.notes = 0, []


def ranges(document):
    found = {}
    for plan in document["animation"]["properties"] + document.get("then", {}).get("properties", []):
        ends = [float(plan[key]) for key in ("from", "to") if key in plan]
        ends += [float(keyframe["to"]) for keyframe in plan.get("keyframes", [])]
        found[plan["name"]] = max(found.get(plan["name"], 1.0), max(ends) - min(ends))
    return found


def compare(recording, document, expected_path):
    expected = Expected(expected_path)
    replay = Replay(recording, document, expected)
    scale, result = ranges(document), Result()
    result.total, result.notes = len(expected.rows), expected.notes
    if expected.names != replay_names(document, replay):
        raise Disagreement(f"columns {expected.names}, computed {replay_names(document, replay)}")
    computed = replay.rows(Fraction(document.get("rate", 120)))
    for number, row in enumerate(expected.rows, 1):
        mine = next(computed, None)
        if mine is None:
            raise Disagreement(f"row {number}: {row['time']} {row['phase']}, computed: nothing more")
        where = f"row {number} at {row['time']} ({row['phase']})"
        if f"{mine.time:.6f}" != row["time"] or mine.phase != row["phase"]:
            raise Disagreement(f"{where}: computed {mine.phase} at {mine.time:.6f}")
        part = "settling" if row["phase"] == "settling" else "tracking"
        exact = part == "tracking" and not replay.caught
        limit = TRACKING if exact else SETTLING
        check(result, part, where, "fraction", float(row["fraction"]), mine.fraction, limit, 1.0)
        if mine.velocity is not None:
            check(result, "velocity", where, "velocity", float(row["velocity"]), mine.velocity, VELOCITY,
                  max(1.0, abs(mine.velocity)))
        for name in expected.names:
            check(result, part, where, name, float(row[name]), float(mine.values[name]), limit,
                  1.0 if exact else scale[name])
        result.counts[row["phase"]] += 1
    extra = next(computed, None)
    if extra is not None:
        raise Disagreement(f"after the last row: computed {extra.phase} at {extra.time:.6f}")
    return result


def replay_names(document, replay):
    later = [p["name"] for p in document.get("then", {}).get("properties", [])]
    return list(dict.fromkeys(replay.stage.names + later))


def check(result, part, where, name, theirs, mine, limit, scale):
    off = abs(theirs - mine)
    result.worst[part] = max(result.worst[part], off / scale)
    if off > limit * scale:
        raise Disagreement(f"{where}: {name} {theirs:.6f}, computed {mine:.6f}, off by {off:.1e}")


def cases(paths):
    for path in paths:
        for interaction in sorted(pathlib.Path(path).rglob("interaction.json")):
            folder = interaction.parent
            recordings = sorted(folder.glob("recording.*"))
            if (folder / "expected.csv").exists() and len(recordings) == 1:
                yield folder, recordings[0]


def verify(paths):
    lines, failed, rows, checked = [], 0, 0, 0
    for folder, path in cases(paths):
        try:
            result = compare(case_recording.read(path), case_plan.read(folder / "interaction.json"),
                             folder / "expected.csv")
        except (Disagreement, case_recording.UnknownKey) as problem:
            failed += 1
            rows += len(Expected(folder / "expected.csv").rows)
            print(f"{folder}/expected.csv: {problem}")
            lines.append((folder.name, "disagrees"))
            continue
        except case_recording.Unreadable as problem:
            rows += len(Expected(folder / "expected.csv").rows)
            print(f"{folder}: not recomputed: {problem}")
            lines.append((folder.name, "not recomputed"))
            continue
        sums = result.counts
        done = sum(sums.values())
        rows, checked = rows + result.total, checked + done
        print(f"{folder}: {done} of {result.total} rows; {sums['tracking']} under the hand within "
              f"{result.worst['tracking']:.1e}, {sums['settling']} of tails within {result.worst['settling']:.1e}, "
              f"their velocity within {result.worst['velocity']:.1e}")
        for note in result.notes:
            print(f"    {note}")
        lines.append((folder.name, done, result.total, sums["tracking"], result.worst["tracking"], sums["settling"],
                      result.worst["settling"], result.worst["velocity"]))
    print_table(lines)
    if not lines:
        print("no cases", file=sys.stderr)
        return 2
    print(f"{len(lines)} cases, {checked} of {rows} rows recomputed; "
          + (f"{failed} cases do not agree" if failed else "all of them agree"))
    return 1 if failed else 0


def print_table(lines):
    width = max((len(line[0]) for line in lines), default=0)
    print(f"\n{'case':{width}}  {'rows':>9}  {'hand':>5} {'within':>8}  {'tail':>5} {'within':>8} {'velocity':>8}")
    for name, *line in lines:
        if len(line) == 1:
            print(f"{name:{width}}  {line[0]}")
            continue
        done, total, hand, hand_off, tail, tail_off, velocity = line
        print(f"{name:{width}}  {done:>4}/{total:<4}  {hand:>5} {hand_off:>8.1e}  {tail:>5} {tail_off:>8.1e} "
              f"{velocity:>8.1e}")


def main(arguments):
    root = pathlib.Path(__file__).resolve().parents[2] / "Recordings"
    if "--self-test" in arguments:
        import case_mutations
        return case_mutations.run(root)
    return verify(arguments or [root])


if __name__ == "__main__":
    # Imported under the name that the other files use, so that there is one of each class.
    sys.modules["case_oracle"] = sys.modules["__main__"]
    sys.exit(main(sys.argv[1:]))
