"""The table of a bench: table.py PANTOGRAPH BENCH FOLDER [--measured] [--write]

Compares the log in FOLDER with what Pantograph predicts, and prints a line per gesture and a summary. With --write, the
measured numbers become Tests/Oracles/measured/lab_BENCH.csv, and the bench's row in the documentation is written;
if the gestures were drawn at random, only their row is.
With --measured, those numbers are compared in place of the log; they have some points of each path.
"""
import csv
import datetime
import os
import pathlib
import subprocess
import sys

import lab

POINTS = 6
PAGE = lab.HERE.parents[1] / "Sources/Interactions/Interactions.docc/RunningToolkits.md"


def main():
    pantograph, bench, folder = sys.argv[1:4]
    compare = lab.module(bench)
    if hasattr(compare, "table"):
        versions = ", ".join(f"{package} {version(package)}" for package in compare.PACKAGES)
        print(f"{bench}: {versions}")
        rows = compare.table(pathlib.Path(folder))
        if "--write" in sys.argv:
            write(bench, versions, rows)
            for name, others in getattr(compare, "OTHERS", {}).items():
                write(name, versions, others(pathlib.Path(folder)), of=bench)
            if hasattr(compare, "PREDICTED"):
                document(f"`{bench}`", [compare.PREDICTED, release(version(compare.PACKAGES[0])), compare.outcomes, "–", "–", "–",
                                        str(datetime.date.today())])
        return
    is_measured = "--measured" in sys.argv
    if is_measured:
        versions, known = lab.measured(bench)
        played = [(gesture, [gesture]) for gesture in known]
        complete = getattr(compare, "complete", lambda _, theirs: theirs)
    else:
        versions = ", ".join(f"{package} {version(package)}" for package in compare.PACKAGES)
        played = zip(lab.gestures(bench), lab.rounds(bench, folder))
    print(f"{bench}: {versions}")
    print(f"{'gesture':26} {'theirs':>8} {'ours':>8} {'velocity':>9} {'ours':>9} {'position':>9} {'ours':>9}"
          f" {'path rms':>8} {'max':>7} {'law':>7} {'repeat':>7}")
    given = ["–"]
    rows, agreed, compared, late, begun, short, taken = [], 0, 0, 0, 0, 0, 0
    velocities, raw_errors, rule_errors, paths, laws, repeats, framed = [], [], [], [], [], [], []
    results = {}
    # What no preset predicts, but a rule of the bench.
    apart = []
    for gesture, runs in played:
        name = gesture["name"]
        # It only prepares the toolkit for the others.
        if gesture.get("kind") == "tremble":
            continue
        if not runs:
            late += 1
            print(f"{name:26} late in every round")
            continue
        seen = [complete(gesture, gesture["theirs"])] if is_measured else [compare.observe(gesture, run) for run in runs]
        theirs = seen[0]
        recording = pathlib.Path(folder) / f"{name}.evemu"
        moving = lab.moving(recording)
        deliver = getattr(compare, "deliver", lambda _, __, reports: reports)
        ours = compare.predict(pantograph, gesture, deliver(pantograph, gesture, moving))
        # Nearly always, each report moves something.
        is_same_text = moving.read_text() == recording.read_text()
        raw = ours if is_same_text else compare.predict(pantograph, gesture, deliver(pantograph, gesture, recording))
        if getattr(compare, "ADDS_UP", False):
            if "hide" in theirs:
                theirs["hidden"] = theirs["hide"](recording)
            framed.append(with_frames(compare, pantograph, gesture, theirs, recording))
        results[name] = theirs["outcome"], None if is_stale(compare, gesture, theirs) else theirs.get("velocity")
        same = is_same(theirs["outcome"], ours["outcome"])
        if hasattr(compare, "outcome_with_frames"):
            taken += is_same(theirs["outcome"], compare.outcome_with_frames(gesture, theirs, lab.moving(recording)))
        begun += (theirs["outcome"] == "none") != (ours["outcome"] == "none")
        if hasattr(compare, "APART") and compare.APART[1](gesture):
            apart.append(same)
        else:
            compared, agreed = compared + 1, agreed + same
        errors, laws_here, note = [], [], ""
        if "path" in theirs and "path" in ours and same:
            way = compare.way(theirs)
            errors = [(ours["path"](ms) - position) / way for ms, position in theirs["path"]] if way else []
            laws_here = [(compare.law(theirs, ms) - position) / way for ms, position in theirs["path"]] if way else []
            note = compare.STALE.get(name, "")
            if not is_stale(compare, gesture, theirs):
                laws += [lab.rms(laws_here)] if laws_here and way >= compare.SHORT else []
                raw_errors.append(raw.get("velocity", 0) - theirs["velocity"])
                if hasattr(compare, "rule") and ("frames" in theirs or not is_measured) and theirs["flicked"]:
                    rule_errors.append((compare.rule(theirs, lab.moving(recording)), theirs["velocity"]))
                velocities.append((ours["velocity"] - theirs["velocity"], theirs["velocity"]))
                if errors and way >= compare.SHORT:
                    paths.append(lab.rms(errors))
                else:
                    short += 1
        repeat = ""
        if len(seen) > 1:
            outcomes = {one["outcome"] for one in seen}
            repeat = "DIFFERS" if len(outcomes) > 1 else f"{abs(seen[1].get('velocity', 0) - theirs.get('velocity', 0)):.4f}"
            repeats.append(repeat)
        if not same:
            note = next((text for start, text in compare.REASONS if name.startswith(start)), "DIFFERS")
        numbers = [f"{one[key]:.4f}" if key in one else "-" for key in ("velocity", "position") for one in (theirs, ours)]
        path = ["-"] * 3
        if errors:
            path = [f"{value:.4f}" for value in (lab.rms(errors), max(map(abs, errors)), lab.rms(laws_here))]
        print(f"{name:26} {theirs['outcome']:>8} {ours['outcome']:>8} {numbers[0]:>9} {numbers[1]:>9} {numbers[2]:>9}"
              f" {numbers[3]:>9} {path[0]:>8} {path[1]:>7} {path[2]:>7} {repeat:>7} {note}".rstrip())
        step = max(1, len(theirs.get("path", [])) // POINTS)
        rows.append({**gesture, "outcome": theirs["outcome"],
                     **{key: f"{theirs[key]:.6f}" if key in theirs else "" for key in ("velocity", "position")},
                     **({"hidden": " ".join(map(str, theirs.get("hidden", [])))} if getattr(compare, "ADDS_UP", False) else {}),
                     **({"frames": taken_reports(theirs)} if getattr(compare, "TAKES_NEWEST", False) else {}),
                     "path": " ".join(f"{ms}:{position:.6f}" for ms, position in theirs.get("path", [])[::step])})
    if not paths or not laws:
        raise SystemExit(f"{bench}: no gesture settles as predicted ({late} late), so there is nothing to measure")
    scale = lab.rms(velocity for _, velocity in velocities)
    print(f"\noutcomes: {agreed} of {compared} agree ({100 * agreed / compared:.1f} %); late: {late}; without a swipe in only one: {begun}")
    if apart:
        print(f"{compare.APART[0]}: {sum(apart)} of {len(apart)} agree")
    velocity_error = 100 * lab.rms(error for error, _ in velocities) / scale
    print(f"release velocity: rms error {velocity_error:.2f} % of the rms velocity;"
          f" {100 * lab.rms(raw_errors) / scale:.2f} % if reports that move nothing count")
    if rule_errors:
        size = lab.rms(velocity for _, velocity in rule_errors)
        rule_error = 100 * lab.rms(own - velocity for own, velocity in rule_errors) / size
        print(f"release velocity by their rule, with their frames: rms error {rule_error:.2f} % of {len(rule_errors)}")
    small = sum(path <= 0.02 for path in paths)
    print(f"settling path: rms {100 * lab.rms(paths):.2f} % of the way, median {100 * sorted(paths)[len(paths) // 2]:.2f} %,"
          f" {small} of {len(paths)} within 2 %; {short} too short")
    print(f"settling from their release: rms {100 * lab.rms(laws):.2f} % of the way, largest {100 * max(laws):.2f} %")
    if framed:
        same = sum(agrees for agrees, _, _ in framed)
        errors = [error for _, error, _ in framed if error is not None]
        paths_here = [path for _, _, path in framed if path is not None]
        given = [f"{same} of {compared}", f"{100 * lab.rms(errors) / scale:.1f} %", f"{100 * lab.rms(paths_here):.1f} %"]
        print("with the frames of the log: outcomes: {} agree; release velocity: rms error {};"
              " settling path: rms {} of the way".format(*given))
    if hasattr(compare, "outcome_with_frames"):
        print(f"outcomes by their rule, with their frames: {taken} of {compared} agree")
        given = [f"{taken} of {compared}"]
    if repeats:
        print(f"repeated: {len(repeats)} gestures, {repeats.count('DIFFERS')} with another outcome")
    if not is_measured and "LAB_DRAWN" not in os.environ:
        compare_itself(bench, results)
    if "--write" in sys.argv and "LAB_DRAWN" in os.environ:
        drawn = [os.environ["LAB_DRAWN"], release(version(compare.PACKAGES[0]))]
        day = str(datetime.date.today())
        # With the frames given, if they are.
        exact = given[1] if framed else f"{rule_error if given[0] != '–' else velocity_error:.1f} %"
        document(f"`{bench}`, drawn", [*drawn, f"{agreed} of {compared}", given[0], exact, f"{100 * lab.rms(laws):.2f} %", day])
        if apart:
            document(f"`{bench}`, {compare.APART[0]}, drawn", [*drawn, f"{sum(apart)} of {len(apart)}", "–", "–", "–", day])
    elif "--write" in sys.argv:
        day = str(datetime.date.today())
        if is_measured:
            number, day = release(versions.split()[5]), versions.split(" on ")[1][:10]
        else:
            write(bench, versions, rows)
            number = release(version(compare.PACKAGES[0]))
        # The written paths have a few points only: they say nothing new about the law.
        settling = None if is_measured else f"{100 * lab.rms(laws):.2f} %"
        document(f"`{bench}`", [compare.PREDICTED, number, f"{agreed} of {compared}", f"{velocity_error:.1f} %",
                                f"{100 * lab.rms(paths):.1f} %", settling, day])
        if apart:
            document(f"`{bench}`, {compare.APART[0]}",
                     [compare.APART[2], number, f"{sum(apart)} of {len(apart)}", "–", "–", "–", day])
        if framed:
            document(f"`{bench}`, frames given", [compare.PREDICTED, number, *given, settling, day])
        elif rule_errors:
            document(f"`{bench}`, frames given", [None, number, given[0], f"{rule_error:.1f} %", "–", "–", day])


def compare_itself(bench, results):
    """Prints how far the toolkit repeats what was written before, given the outcome and the velocity of each gesture."""
    source, known = lab.measured(bench)
    both = [(*results[gesture["name"]], gesture["theirs"]) for gesture in known if gesture["name"] in results]
    same = [(velocity, before) for outcome, velocity, before in both if is_same(outcome, before["outcome"])]
    velocities = [(now - before["velocity"], before["velocity"]) for now, before in same
                  if now is not None and "velocity" in before]
    scale = lab.rms(velocity for _, velocity in velocities)
    if scale:
        print(f"beside itself on {source.split(' on ')[1][:10]}: {len(same)} of {len(both)} outcomes are the same;"
              f" release velocity: rms difference {100 * lab.rms(change for change, _ in velocities) / scale:.2f} %")


def taken_reports(theirs):
    """The milliseconds and px of the reports that display frames took, and the milliseconds of the lift."""
    return " ".join([f"{ms}:{x:.2f}" for ms, x in theirs["frames"]] + [str(theirs["lift"])]) if "frames" in theirs else ""


def is_stale(compare, gesture, theirs):
    """Whether a gesture is left out of velocities and paths."""
    return gesture["name"] in compare.STALE or hasattr(compare, "is_stale") and compare.is_stale(gesture, theirs)


def is_same(theirs, ours):
    """Whether two outcomes are the same; without a swipe, the widget stays where it is."""
    return theirs.replace("none", "0") == ours.replace("none", "0")


def with_frames(compare, pantograph, gesture, theirs, recording):
    """Compares a prediction whose reports are merged as in the widget's display frames, and have its whole milliseconds.

    Returns whether the outcome agrees, and the errors of the velocity and, as a share of the distance, of the path.
    """
    ours = compare.predict(pantograph, gesture, lab.moving(lab.in_milliseconds(lab.merged(recording, theirs.get("hidden", [])))))
    same = is_same(theirs["outcome"], ours["outcome"])
    if "path" not in theirs or "path" not in ours or not same:
        return same, None, None
    way = compare.way(theirs)
    if is_stale(compare, gesture, theirs):
        return same, None, None
    path = [(ours["path"](ms) - position) / way for ms, position in theirs["path"]] if way >= compare.SHORT else []
    return same, ours["velocity"] - theirs["velocity"], lab.rms(path) if path else None


def document(name, cells):
    """Writes a bench's row in the table of the documentation, if it has one; a cell without a value stays."""
    lines = PAGE.read_text().split("\n")
    place = next((number for number, line in enumerate(lines) if line.startswith(f"| {name} |")), None)
    if place is None:
        return
    before = [cell.strip() for cell in lines[place].split("|")[2:-1]]
    lines[place] = f"| {name} | " + " | ".join(cell or old for cell, old in zip(cells, before)) + " |"
    PAGE.write_text("\n".join(lines))
    print(f"wrote {PAGE.relative_to(lab.HERE.parents[1])}")


def release(version):
    """A package's version without what Debian adds; of a browser, only its first number."""
    number = version.rpartition(":")[2].partition("+")[0].partition("-")[0]
    first = number.partition(".")[0]
    return first if first.isdigit() and int(first) > 100 else number


def version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True).stdout


def write(name, versions, rows, of=None):
    file = lab.HERE.parent / "Oracles/measured" / f"lab_{name}.csv"
    with open(file, "w", newline="") as out:
        out.write(f"# source: tools/lab {of or name} on {datetime.date.today()}; {versions}\n")
        table = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    print(f"wrote {file.relative_to(lab.HERE.parents[1])}")


if __name__ == "__main__":
    main()
