"""Tests of what the Python package has from the command-line program: tables and thresholds.

The program is `pantograph` in PATH, or PANTOGRAPH_PROGRAM.
"""
import csv
import os
import pathlib
import re
import subprocess
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
        identity = ["recording", "gesture", "time", "end", "label", "person", "device", "outcome"]
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
        self.assertEqual((table.gesture[0], table.end[0]), (0, "none"))
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


if __name__ == "__main__":
    unittest.main()
