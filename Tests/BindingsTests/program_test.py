"""Tests of what the Python package has from the command-line program: tables, thresholds, and the plugin for pytest.

The program is `pantograph` in PATH, or PANTOGRAPH_PROGRAM.
"""
import csv
import importlib.metadata
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import pantograph

RECORDINGS = pathlib.Path("Recordings")
SWIPES = sorted(RECORDINGS.glob("e6-swipes-*"))
FLICK = RECORDINGS / "touchpad-flick"
PROGRAM = pantograph.program.find()


class Features(unittest.TestCase):
    def test_the_wide_table_is_the_program_s(self):
        printed = subprocess.run([PROGRAM, "features", *SWIPES], capture_output=True, text=True, check=True).stdout
        rows = list(csv.reader(printed.splitlines()))
        table = pantograph.features(SWIPES)
        self.assertEqual([name.replace("-", "_") for name in rows[0]], list(table.columns))
        self.assertEqual(len(table), len(rows) - 1)
        for index, name in enumerate(rows[0]):
            column = table[name.replace("-", "_")]
            for row, value in zip(rows[1:], column):
                expected = type(value)(row[index]) if row[index] else None
                self.assertEqual(expected, None if value is None or value != value else value, name)

    def test_names_are_identifiers(self):
        table = pantograph.features(FLICK)
        self.assertIn("velocity_least_squares_1", table.columns)
        self.assertTrue(all(re.fullmatch(r"[A-Za-z]\w*", name) for name in table.columns))

    def test_fractions_are_those_of_the_expected_trajectories(self):
        texts = [(folder / "expected.csv").read_text() for folder in SWIPES]
        line = re.compile(r"^# event \S+ ended fraction (\S+)", re.M)
        expected = [float(fraction) for text in texts for fraction in line.findall(text)]
        table = pantograph.features(SWIPES, in_turn=True)
        for fraction, other in zip(table.fraction, expected, strict=True):
            self.assertAlmostEqual(fraction, other, delta=5.1e-7)

    def test_the_long_table_has_a_row_for_each_feature(self):
        wide, long = pantograph.features(SWIPES), pantograph.features(SWIPES, shape="long")
        identity = ["recording", "gesture", "time", "ending", "label", "person", "device", "outcome"]
        self.assertEqual(list(long.columns), [*identity, "feature", "value"])
        self.assertEqual(len(long), len(wide) * (len(wide.columns) - len(identity)))
        again = long.pivot(index=["recording", "gesture"], columns="feature", values="value").reset_index()
        for name in ("peak", "velocity_least_squares_1", "margin_2_1"):
            self.assertEqual(list(again[name]), list(wide[name]))

    def test_other_programs_have_features_too(self):
        table = pantograph.features("Tests/Examples/drawer-python", shape="long")
        self.assertIn("drawer_offset_peak", set(table.feature))
        self.assertEqual(set(table.subject), {"Tests/Examples/drawer-python/subject.json"})

    def test_what_is_missing_is_nan(self):
        # A press has no pan.
        table = pantograph.features(RECORDINGS / "b2-press-preview/recording.evemu", FLICK / "interaction.json")
        self.assertEqual((table.gesture[0], table.ending[0]), (0, "none"))
        self.assertEqual(table.duration.dtype, float)
        self.assertTrue(table.duration.isna().all() and table.velocity_android.isna().all())

    def test_labels_are_words(self):
        with tempfile.TemporaryDirectory() as folder:
            labels = pathlib.Path(folder, "labels.csv")
            labels.write_text(f"recording,gesture,label\n{(FLICK / 'recording.yml').resolve()},1,NA\n")
            self.assertEqual(list(pantograph.features(FLICK.resolve(), labels=labels).label), ["NA"])

    def test_mistakes_are_those_of_the_program(self):
        with self.assertRaisesRegex(pantograph.PantographError, "^nowhere: no such file or folder$"):
            pantograph.features("nowhere")
        with self.assertRaisesRegex(pantograph.PantographError, "unknown option '--jbs'; did you mean '--jobs'"):
            pantograph.features(FLICK, jbs=2)
        with self.assertRaisesRegex(ValueError, "'wide' or 'long', not 'tall'"):
            pantograph.features(FLICK, shape="tall")
        # What begins with a hyphen is no option.
        with self.assertRaisesRegex(pantograph.PantographError, "^--help: no such file"):
            pantograph.features("--help")

    def test_a_missing_program_has_a_remedy(self):
        with mock.patch.dict(os.environ, PANTOGRAPH_PROGRAM="/nowhere/pantograph"):
            with self.assertRaisesRegex(FileNotFoundError, "tools/install .* PANTOGRAPH_PROGRAM"):
                pantograph.features(FLICK)


class Tuning(unittest.TestCase):
    def test_counts_are_those_of_the_rule_on_the_table(self):
        result = pantograph.tune(SWIPES, SWIPES[0] / "interaction.json", folds=0, resamples=0)
        table = pantograph.features(SWIPES)
        thresholds = {found["name"]: found for found in result["thresholds"]}
        for time in ("before", "after"):
            velocity, fraction = (thresholds[name][time] for name in ("velocity", "fraction"))
            finishes = (table.velocity_pantograph > velocity) | (table.fraction > fraction)
            wrong = finishes != (table.label == "finish")
            self.assertEqual(result[time]["wrong"], wrong.sum())
            self.assertEqual(result[time]["falseFinishes"], (wrong & finishes).sum())
        self.assertLess(result["after"]["wrong"], result["before"]["wrong"])

    def test_sequences_are_lists(self):
        options = {"folds": 0, "resamples": 0, "rules": "none"}
        result = pantograph.tune(SWIPES, SWIPES[0] / "interaction.json", costs=(3, 1), **options)
        self.assertEqual(result["cost"], 3 * result["after"]["falseFinishes"] + result["after"]["falseCancels"])

    def test_mistakes_are_those_of_the_program(self):
        with self.assertRaisesRegex(pantograph.PantographError, "^pantograph tune: --interaction is required"):
            pantograph.tune(SWIPES)


class Plugin(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def case(self, name, *files):
        """Copies files of the flick to a folder."""
        (self.folder / name).mkdir(parents=True)
        for file in files or ("recording.yml", "interaction.json", "expected.csv"):
            shutil.copy(FLICK / file, self.folder / name / file)
        return self.folder / name

    def pytest(self, *arguments):
        """Runs pytest in the folder, and returns the status and what it prints."""
        package = pathlib.Path(pantograph.__file__).parent.parent
        path = os.pathsep.join([str(package), *(str(pathlib.Path(place).resolve()) for place in sys.path if place)])
        # An installed wheel registers the plugin.
        is_installed = "pantograph" in importlib.metadata.entry_points(group="pytest11").names
        plugin = [] if is_installed else ["-p", "pantograph_pytest"]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", *arguments],
            capture_output=True, text=True, cwd=self.folder,
            env=os.environ | {"PYTHONPATH": path, "PANTOGRAPH_PROGRAM": os.path.abspath(PROGRAM), "COLUMNS": "200"},
        )
        return run.returncode, run.stdout + run.stderr

    def test_a_case_that_is_as_expected_passes(self):
        self.case("gestures/open")
        # The folder of a case is one test, and the folders below it are others.
        self.case("gestures/open/again")
        status, text = self.pytest("--pantograph", "-v")
        self.assertEqual(status, 0, text)
        self.assertIn("gestures/open/recording.yml::check PASSED", text)
        self.assertIn("gestures/open/again/recording.yml::check PASSED", text)
        self.assertIn("2 passed", text)

    def test_a_case_that_differs_fails_with_its_cause(self):
        interaction = self.case("gestures/bad") / "interaction.json"
        self.case("gestures/bad/good")
        interaction.write_text(interaction.read_text().replace('"fractionAbove": 0.5', '"fractionAbove": 0.8'))
        printed = subprocess.run(
            [PROGRAM, "check", "gestures/bad"], cwd=self.folder, capture_output=True, text=True
        ).stdout.splitlines()[:4]
        status, text = self.pytest("--pantograph", "--pantograph-html", "pages")
        self.assertEqual(status, 1, text)
        self.assertIn("1 failed, 1 passed", text)
        self.assertIn("cancel instead of finish", printed[0])
        self.assertIn("fraction 0.729 is not above 0.800, by 0.071", printed[2])
        self.assertIn("\n".join([*printed, f"    curves: {self.folder}/pages/gestures-bad.html"]), text)
        self.assertNotIn("Traceback", text)
        page = (self.folder / "pages/gestures-bad.html").read_text()
        self.assertIn("cancel instead of finish", page)
        self.assertNotIn("bad/good", page)
        self.assertEqual(len(list((self.folder / "pages").iterdir())), 1)
        # Without a folder, the page is among pytest's temporary files.
        status, text = self.pytest("--pantograph", "--basetemp", "temporary", "gestures/bad/recording.yml")
        self.assertTrue(pathlib.Path(re.search(r"curves: (.*)", text)[1]).exists())
        self.assertIn(f"{self.folder}/temporary/", text)

    def test_a_case_without_an_expected_trajectory_fails_until_it_is_accepted(self):
        self.case("new", "recording.yml", "interaction.json")
        status, text = self.pytest("--pantograph")
        self.assertEqual(status, 1, text)
        self.assertIn("new: no expected trajectory yet", text)
        command = re.search(r"accept it with `pantograph (.*)`", text)[1]
        subprocess.run([PROGRAM, *command.split()], cwd=self.folder, capture_output=True)
        self.assertEqual(self.pytest("--pantograph")[0], 0)

    def test_incomplete_cases_are_skipped_and_stale_ones_fail(self):
        self.case("lone", "recording.yml")
        self.case("stale", "expected.csv")
        self.case("plain", "interaction.json")
        status, text = self.pytest("--pantograph", "-rs")
        self.assertEqual(status, 1, text)
        self.assertIn("1 failed, 2 skipped", text)
        self.assertIn("stale: expected.csv is stale: no recording to replay", text)
        self.assertIn("lone: recording.yml belongs to no case", text)
        self.assertIn("plain: interaction.json alone", text)

    def test_unusable_files_fail_with_their_place(self):
        (self.case("broken") / "interaction.json").write_text("{")
        (self.case("two") / "recording.evemu").write_text("")
        status, text = self.pytest("--pantograph")
        self.assertEqual(status, 1, text)
        self.assertIn("\nbroken/interaction.json:1:", text)
        self.assertIn("two: recording.evemu and recording.yml: a case has only one recording", text)
        self.assertIn("2 failed", text)

    def test_other_programs_are_cases_too(self):
        shutil.copytree("Tests/Examples/drawer-python", self.folder / "drawers")
        (self.folder / "drawers/again").mkdir()
        for file in ("recording.yml", "expected.csv"):
            shutil.copy(self.folder / "drawers" / file, self.folder / "drawers/again")
        status, text = self.pytest("--pantograph")
        self.assertEqual(status, 0, text)
        self.assertIn("2 passed", text)

    def test_collects_nothing_unless_it_is_asked_to(self):
        self.case("good")
        status, text = self.pytest()
        self.assertEqual(status, 5, text)
        status, text = self.pytest("--pantograph", "--pantograph-program", "/nowhere/pantograph")
        self.assertEqual(status, 4, text)
        self.assertIn("no program '/nowhere/pantograph'", text)
        self.assertIn("PANTOGRAPH_PROGRAM", text)


if __name__ == "__main__":
    unittest.main()
