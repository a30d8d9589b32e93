"""Tests of the Python package that need its language: types, tables and exceptions."""
import math
import pathlib
import threading
import unittest

import numpy as np
import pantograph

RECORDINGS = pathlib.Path("Recordings")
FLICK = (RECORDINGS / "touchpad-flick/recording.yml", RECORDINGS / "touchpad-flick/interaction.json")


def flick(session, by=15, steps=12):
    """Moves a finger up, lifts it, and returns the time of the lift."""
    for number in range(steps + 1):
        session.feed(number * 8_000, [(1, 30, 100 - by * number / steps)])
    session.feed((steps + 1) * 8_000)
    return (steps + 1) * 8_000


class Replays(unittest.TestCase):
    def test_arrays_are_the_columns_of_the_table(self):
        flick = pantograph.replay(*FLICK)
        rows = [
            line.split(",")
            for line in (FLICK[0].parent / "expected.csv").read_text().splitlines()
            if line[0].isdigit()
        ]
        self.assertEqual(len(flick), len(rows))
        np.testing.assert_allclose(flick.seconds, [float(row[0]) for row in rows], atol=5e-7)
        np.testing.assert_allclose(flick.velocity, [float(row[3]) for row in rows], atol=5.1e-7)
        np.testing.assert_allclose(flick["offset"], [float(row[4]) for row in rows], atol=5.1e-7)
        self.assertEqual(flick.outcomes, ["finish"])
        with self.assertRaisesRegex(KeyError, "no property 'offst'; there are offset, alpha"):
            flick["offst"]

    def test_bytes_are_a_recording_too(self):
        same = pantograph.replay(FLICK[0].read_bytes(), pantograph.Interaction.from_file(FLICK[1]))
        np.testing.assert_array_equal(same.fraction, pantograph.replay(*FLICK).fraction)

    def test_tables(self):
        flick = pantograph.replay(*FLICK)
        table = flick.to_pandas()
        self.assertEqual(list(table.columns), ["seconds", "phase", "fraction", "velocity", "offset", "alpha"])
        self.assertEqual(len(table), len(flick))
        events = flick.events_to_pandas()
        self.assertEqual(list(events.kind), ["began", "ended", "decided", "handoff", "completed"])
        self.assertEqual(events.outcome[2], "finish")

    def test_mistakes_have_a_place(self):
        with self.assertRaisesRegex(pantograph.PantographError, "^nowhere.yml: no such file"):
            pantograph.replay("nowhere.yml", FLICK[1])
        with self.assertRaises(pantograph.PantographError) as caught:
            pantograph.Interaction('{ "ratr": 60 }', name="sheet.json")
        self.assertTrue(str(caught.exception).startswith("sheet.json:1:3: unknown key 'ratr'"))
        self.assertEqual((caught.exception.line, caught.exception.column), (1, 3))


class Sessions(unittest.TestCase):
    def setUp(self):
        self.sheet = pantograph.Interaction.from_template("sheet")
        self.session = pantograph.Session(self.sheet, surface=(65, 120))

    def test_asks_for_any_time(self):
        lift = flick(self.session)
        state = self.session.sample_at(lift + 12_345)
        self.assertEqual(state.phase, "settling")
        self.assertEqual(len(state.values), len(self.sheet.columns))
        with self.assertRaisesRegex(ValueError, "sample_at: the time is before the latest"):
            self.session.sample_at(lift - 1)
        self.assertIsNotNone(self.session.next_time)
        self.session.finish()
        self.assertIsNone(self.session.next_time)
        samples, values = self.session.take_samples()
        self.assertEqual(samples["fraction"][-1], 1)
        self.assertEqual(values.shape, (len(samples), len(self.sheet.columns)))
        decision = next(event for event in self.session.take_events() if event.kind == "decided")
        self.assertEqual((decision.outcome, decision.target), ("finish", 1))
        self.assertTrue(any(found.holds for found in decision.findings))

    def test_turns_back(self):
        lift = flick(self.session)
        before = self.session.sample_at(lift + 50_000)
        self.session.reverse(lift + 50_000)
        self.assertAlmostEqual(self.session.sample_at(lift + 50_000).velocity, before.velocity, 9)
        self.session.finish()
        self.assertEqual(self.session.take_events()[-1].target, 0)

    def test_changes_one_value(self):
        self.assertEqual(self.sheet.changed("rate", 60).rate, 60)
        with self.assertRaisesRegex(pantograph.PantographError, "did you mean 'rate'"):
            self.sheet.changed("ratr", 60)

    def test_each_thread_has_a_session(self):
        results = []

        def work():
            session = pantograph.Session(self.sheet, surface=(65, 120))
            flick(session)
            session.finish()
            results.append(session.take_samples()[0]["fraction"])

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results[1:]:
            np.testing.assert_array_equal(result, results[0])


class Mathematics(unittest.TestCase):
    def test_spring(self):
        # The closed form of a critically damped spring from rest at 1.
        motion = pantograph.Spring.with_response(0.5).at(0.1)
        turns = 2 * math.pi / 0.5 * 0.1
        self.assertAlmostEqual(motion.position, (1 + turns) * math.exp(-turns), 12)

    def test_names(self):
        self.assertIn("android", pantograph.ESTIMATORS)
        self.assertIn("libadwaita", pantograph.RULES)
        self.assertAlmostEqual(pantograph.velocity("hammer", [(0, 0, 0), (10_000, 1, 2)], 10_000)[1], 200, 9)
        with self.assertRaisesRegex(ValueError, "'nobody'"):
            pantograph.velocity("nobody", [], 0)
        self.assertEqual(pantograph.Curve.named("linear").at(0.25).position, 0.25)
        self.assertAlmostEqual(pantograph.momentum("gtk-4.8", 1000, 0.25).motion.velocity, 1000 * math.exp(-1), 9)
        self.assertEqual(pantograph.decide("android-viewpager", distance=60, fraction=0.4), ("cancel", 0))


if __name__ == "__main__":
    unittest.main()
