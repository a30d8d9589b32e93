"""Tests of the Python package that need its language: types, tables and exceptions."""
import base64
import copy
import importlib.util
import json
import math
import os
import pathlib
import pickle
import re
import sys
import tempfile
import threading
import unittest
from unittest import mock

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

    def test_names_of_files_need_not_be_utf_8(self):
        class Named:
            def __init__(self, path):
                self.path = path

            def __fspath__(self):
                return self.path

        with tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.path.join(os.fsencode(folder), b"flick-\xff.yml"))
            pathlib.Path(path).write_bytes(FLICK[0].read_bytes())
            plan = os.fsdecode(os.path.join(os.fsencode(folder), b"sheet-\xff.json"))
            pathlib.Path(plan).write_bytes(FLICK[1].read_bytes())
            expected = pantograph.replay(*FLICK).fraction
            for recording in (path, pathlib.Path(path), Named(path)):
                for interaction in (plan, pathlib.Path(plan), Named(plan)):
                    np.testing.assert_array_equal(pantograph.replay(recording, interaction).fraction, expected)
            os.remove(path)
            with self.assertRaisesRegex(pantograph.PantographError, r"flick-\\xff\.yml: no such file$") as caught:
                pantograph.replay(Named(path), plan)
            str(caught.exception).encode()

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


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs Matplotlib")
class Figures(unittest.TestCase):
    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.addCleanup(pyplot.close, "all")
        self.pyplot, self.flick = pyplot, pantograph.replay(*FLICK)

    @staticmethod
    def events(kind, folder=FLICK[0].parent):
        """Returns the time, the fraction and the velocity of an expected trajectory's events."""
        line = rf"^# event (\S+) {kind} .*?\bfraction (\S+) velocity (\S+)"
        return np.array(re.findall(line, (folder / "expected.csv").read_text(), re.M), float)

    @staticmethod
    def marks(axes):
        """Returns the times of the vertical lines, which axvline draws from 0 to 1."""
        lines = [(*line.get_xdata(), *line.get_ydata()) for line in axes.lines if len(line.get_xdata()) == 2]
        return [line[0] for line in lines if line[0] == line[1] and line[2:] == (0, 1)]

    def test_the_curve_is_the_column_of_the_table(self):
        for quantity, values in (
            ("fraction", self.flick.fraction), ("velocity", self.flick.velocity), ("offset", self.flick["offset"])
        ):
            axes = pantograph.plot(self.flick, quantity)
            curve = axes.lines[0]
            self.assertEqual((curve.get_label(), axes.get_xlabel()), (quantity, "seconds"))
            samples = list(zip(self.flick.seconds, values))
            self.assertEqual([point for point in zip(*curve.get_data()) if point in samples], samples)
        with self.assertRaisesRegex(KeyError, "no property 'offst'"):
            pantograph.plot(self.flick, "offst")

    def test_the_curve_is_level_while_nothing_moves(self):
        folder = RECORDINGS / "e6-swipes-ann"
        swipes = pantograph.replay(folder / "recording.evemu", folder / "interaction.json")
        seconds, values = pantograph.plot(swipes).lines[0].get_data()
        # Between the first gesture's rest and the second one, which begins at 1.1 s: no ramp, but a step.
        began = self.events("began", folder)[1]
        self.assertEqual(np.interp(began[0] - 0.01, seconds, values), 0)
        self.assertEqual(swipes.fraction[np.searchsorted(swipes.seconds, began[0] - 0.01) - 1], 0)
        self.assertTrue((np.diff(seconds) >= 0).all())

    def test_marks_are_the_events(self):
        axes = pantograph.plot(self.flick)
        times = [self.events(kind)[0][0] for kind in ("began", "ended", "completed")]
        np.testing.assert_allclose(self.marks(axes), times)
        top = axes.child_axes[0]
        self.assertEqual([label.get_text() for label in top.get_xticklabels()], ["begins", "handoff", "rest"])
        np.testing.assert_allclose(top.get_xticks(), times)
        dots = next(line for line in axes.lines if line.get_label() == "released")
        np.testing.assert_allclose(np.ravel(dots.get_data()), self.events("ended")[0][:2], atol=5.1e-7)
        dots = next(line for line in pantograph.plot(self.flick, "velocity").lines if line.get_label() == "released")
        np.testing.assert_allclose(np.ravel(dots.get_data()), self.events("ended")[0][[0, 2]], atol=5.1e-7)

    def test_thresholds_are_those_of_the_rule(self):
        threshold = json.loads(FLICK[1].read_text())["rule"]["fractionAbove"]
        label = f"above {threshold:g}"
        line = next(line for line in pantograph.plot(self.flick).lines if line.get_label() == label)
        self.assertEqual(list(line.get_ydata()), [threshold, threshold])
        # They are fractions: a property has others.
        self.assertNotIn(label, [line.get_label() for line in pantograph.plot(self.flick, "offset").lines])

    def test_phases_are_shaded(self):
        began, ended = (self.events(kind)[0][0] for kind in ("began", "ended"))
        axes = pantograph.plot(self.flick)
        back = axes.transData.inverted()
        tracking, settling = ([x for x, _ in back.transform(patch.get_window_extent())] for patch in axes.patches)
        # The samples are 1/120 s apart.
        np.testing.assert_allclose([*tracking, settling[0]], [began, ended, ended], atol=1 / 120)

    def test_axes_may_be_given(self):
        figure, (top, bottom) = self.pyplot.subplots(2)
        self.assertIs(pantograph.plot(self.flick, axes=top), top)
        self.assertIs(pantograph.plot(self.flick, "velocity", axes=bottom), bottom)
        self.assertEqual(self.pyplot.get_fignums(), [figure.number])

    def test_notebooks_show_a_picture(self):
        shown = self.flick._repr_html_()
        data = re.search(r'^<p>Trajectory: 104 samples.*<img src="data:image/png;base64,(.*)">$', shown)
        self.assertTrue(base64.b64decode(data[1]).startswith(b"\x89PNG"))
        self.assertEqual(self.pyplot.get_fignums(), [])
        nothing = pantograph.replay(RECORDINGS / "b2-press-preview/recording.evemu", FLICK[1])
        self.assertIn("no release", nothing._repr_html_())

    def test_many_events_have_no_words(self):
        folder = RECORDINGS / "e6-swipes-ann"
        axes = pantograph.plot(pantograph.replay(folder / "recording.evemu", folder / "interaction.json"))
        self.assertGreater(len(self.marks(axes)), 12)
        self.assertEqual(axes.child_axes, [])


class WithoutOtherPackages(unittest.TestCase):
    def test_errors_have_a_remedy(self):
        flick = pantograph.replay(*FLICK)
        absent = {"matplotlib": None, "matplotlib.pyplot": None, "matplotlib.figure": None, "pandas": None, "pyarrow": None}
        with mock.patch.dict(sys.modules, absent):
            with self.assertRaisesRegex(ModuleNotFoundError, "^plot needs matplotlib: .*pip install matplotlib$"):
                pantograph.plot(flick)
            with self.assertRaisesRegex(ModuleNotFoundError, "^to_pandas needs pandas: .*pip install pandas$"):
                flick.to_pandas()
            with self.assertRaisesRegex(ModuleNotFoundError, "^to_arrow needs pyarrow: .*pip install pyarrow$"):
                flick.to_arrow()
            self.assertRegex(flick._repr_html_(), r"^<p>Trajectory: 104 samples, [\d.]+ s, finish</p>$")


class Sessions(unittest.TestCase):
    def setUp(self):
        self.sheet = pantograph.Interaction.from_template("sheet")
        self.session = pantograph.Session(self.sheet, surface=(65, 120))

    def test_asks_for_any_time(self):
        lift = flick(self.session)
        state = self.session.sample_at(lift + 12_345)
        self.assertEqual(state.phase, "settling")
        self.assertEqual(len(state.values), len(self.sheet.columns))
        with self.assertRaisesRegex(ValueError, "^sample_at: the time is before the last frame or the last advance$"):
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

    def test_goes_where_it_is_sent(self):
        lift = flick(self.session)
        before = self.session.sample_at(lift + 50_000)
        self.session.settle_to(lift + 50_000, 0.25)
        self.assertAlmostEqual(self.session.sample_at(lift + 50_000).velocity, before.velocity, 6)
        with self.assertRaisesRegex(ValueError, "^place: it moves"):
            self.session.place(lift + 60_000, 0.5)
        self.session.finish()
        self.assertAlmostEqual(self.session.take_samples()[0]["fraction"][-1], 0.25, 9)

    def test_goes_on_with_another_interaction(self):
        lift = flick(self.session)
        time = lift + 50_000
        before = self.session.sample_at(time)
        slow = self.sheet.changed("settle/finish/spring/response", 1.5)
        self.session.set_interaction(time, slow, keep="value")
        self.assertIs(self.session.interaction, slow)
        self.assertAlmostEqual(self.session.sample_at(time).velocity, before.velocity, 6)
        with self.assertRaisesRegex(ValueError, "^set_interaction: the interaction has other values"):
            self.session.set_interaction(time, pantograph.Interaction.from_template("pager"))
        self.assertIs(self.session.interaction, slow)
        with self.assertRaisesRegex(ValueError, "expected one of progress, value"):
            self.session.set_interaction(time, slow, keep="place")
        self.session.finish()
        self.assertEqual(self.session.take_events()[-1].target, 1)

    def test_values_are_written_where_one_wants(self):
        lift, out = flick(self.session), np.zeros(2)
        state = self.session.sample_at(lift, out)
        self.assertIs(state.values, out)
        np.testing.assert_array_equal(out, self.session.sample_at(lift).values)
        self.assertGreater(out[0], 0)
        for wrong in (np.zeros(1), np.zeros(3), np.zeros(2, "f4"), np.zeros(4)[::2], np.zeros((2, 1))):
            with self.assertRaisesRegex(ValueError, "^sample_at: out .*; expected a contiguous array of 2 float64$"):
                self.session.sample_at(lift, wrong)

    def test_refusals_say_why(self):
        for message, call in (
            ("feed: contacts[1] has the id of another one, 1", lambda: self.session.feed(0, [(1, 1, 1), (1, 1, 1)])),
            ("advance: the time 9223372036854775807 is not within 200 years of the start",
             lambda: self.session.advance(2**63 - 1)),
            ("hold: nothing runs that could be held", lambda: self.session.hold(0)),
            ("resume: nothing is held", lambda: self.session.resume(0)),
            ("feed_events: the session takes touch frames", lambda: self.session.feed_events([])),
            ("Session: a surface of 0 × 1 mm: expected 0.001 to 1e6 mm",
             lambda: pantograph.Session(self.sheet, surface=(0, 1))),
            ("check_surface: a surface of 0 × 1 mm: expected 0.001 to 1e6 mm",
             lambda: self.sheet.check_surface((0, 1))),
            ("check_surface: lengths depend on the size of the surface, which is not known",
             lambda: self.sheet.changed("progress/distance", {"share": 0.5}).check_surface()),
            ("Interaction.from_template: unknown template 'shet'; did you mean 'sheet'?",
             lambda: pantograph.Interaction.from_template("shet")),
            ("Curve.named: unknown curve 'lineer'; did you mean 'linear'?", lambda: pantograph.Curve.named("lineer")),
            ("velocity: unknown estimator 'andriod'; did you mean 'android'?",
             lambda: pantograph.velocity("andriod", [], 0)),
            ("velocity: positions[1] is earlier than the one before it",
             lambda: pantograph.velocity("android", [(1, 0, 0), (0, 0, 0)], 1)),
            ("momentum: -1 seconds: expected a number from 0", lambda: pantograph.momentum("gtk", 1, -1)),
            ("decide: release: distance is 0; expected more than 0",
             lambda: pantograph.decide("kwin", distance=0, fraction=0)),
        ):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertEqual(str(caught.exception), message)
        self.assertIsNone(self.sheet.check_surface((65, 120)))

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


    def test_listeners_receive_what_would_be_kept(self):
        received = []
        for listens in (True, False):
            session, samples, events = pantograph.Session(self.sheet, surface=(65, 120)), [], []
            if listens:
                session.set_listener(samples.append, events.append)
            flick(session)
            session.finish()
            rows, values = session.take_samples()
            kept = session.take_events()
            if listens:
                self.assertEqual((len(rows), kept), (0, []))
                received = [(sample.time, sample.fraction, *sample.values) for sample in samples], events
        self.assertEqual(received[0], [(row["time"], row["fraction"], *more) for row, more in zip(rows, values)])
        without_nan = [
            [tuple(filter(lambda value: value == value, event)) for event in events] for events in (received[1], kept)
        ]
        self.assertEqual(without_nan[0], without_nan[1])
        # The preset of the sheet has conditions.
        self.assertTrue(next(event for event in received[1] if event.outcome).findings)
        self.assertGreater(len(rows), 50)

    def test_nothing_is_kept_without_functions(self):
        self.session.set_listener()
        lift = flick(self.session)
        self.assertEqual(len(self.session.take_samples()[0]), 0)
        self.session.remove_listener()
        self.session.advance(lift + 100_000)
        # The sheet has 120 samples a second.
        self.assertEqual(len(self.session.take_samples()[0]), 12)

    def test_what_a_listener_raises_is_raised(self):
        calls = []

        def fails(sample):
            calls.append(sample)
            raise KeyError(len(calls))

        self.session.set_listener(fails)
        with self.assertRaisesRegex(KeyError, "^1$"):
            flick(self.session)
        self.session.set_listener(lambda sample: self.session.finish())
        with self.assertRaisesRegex(RuntimeError, "^finish: the session is in use .* by its own listener"):
            flick(self.session)
        # Also what returns no status.
        for what, call in (
            ("take_samples", lambda _: self.session.take_samples()), ("take_events", lambda _: self.session.take_events()),
            ("next_time", lambda _: self.session.next_time),
        ):
            session = self.session = pantograph.Session(self.sheet, surface=(65, 120))
            session.set_listener(call)
            with self.assertRaisesRegex(RuntimeError, f"^{what}: the session is in use .* by its own listener"):
                flick(session)

    def test_a_call_that_has_been_made_stays_made_if_a_listener_raises(self):
        def fails(event):
            raise KeyError(event.kind)

        lift = flick(self.session)
        slow = self.sheet.changed("settle/finish/spring/response", 1.5)
        self.session.set_listener(None, fails)
        with self.assertRaisesRegex(KeyError, "handoff"):
            self.session.set_interaction(lift + 50_000, slow)
        self.assertIs(self.session.interaction, slow)

    def test_a_listener_ends_with_its_session(self):
        for _ in range(20):
            session = pantograph.Session(self.sheet, surface=(65, 120))
            session.set_listener(lambda sample: None, lambda event: None)
            flick(session)
            del session

    def test_interactions_are_copied_and_pickled(self):
        changed = self.sheet.changed("rate", 60)
        self.assertIs(copy.copy(changed), changed)
        self.assertEqual(copy.deepcopy([changed]), [changed])
        for interaction in (changed, pantograph.Interaction.from_file(FLICK[1])):
            same = pickle.loads(pickle.dumps(interaction))
            self.assertEqual((same.rate, same.columns), (interaction.rate, interaction.columns))
            self.assertEqual((same, hash(same)), (interaction, hash(interaction)))
        self.assertNotEqual(changed, self.sheet)
        self.assertNotEqual(changed, changed.text)
        self.assertEqual(pantograph.Interaction(changed.text), changed)

    def test_what_is_printed_says_what_it_is(self):
        changed = self.sheet.changed("rate", 60)
        self.assertEqual(repr(changed), "<Interaction of top, dimming at 60 samples a second>")
        self.assertEqual(repr(pantograph.Session(changed)), f"<Session of {changed!r}>")

    def test_nothing_else_is_copied(self):
        for owner in (self.session, pantograph.Device()):
            for function in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "can't be copied or pickled"):
                    function(owner)
        flick(self.session)

    def test_numbers_and_texts_that_do_not_fit_are_refused(self):
        for call in (
            lambda: self.session.feed(2**64 + 8_000),
            lambda: self.session.feed(0, [(2**64, 1, 2)]),
            lambda: self.session.advance(-(2**63) - 1),
            lambda: pantograph.Session(self.sheet, 2**64 + 5),
            lambda: pantograph.Device().add_code(1, 2**16),
            lambda: pantograph.velocity("hammer", [(2**64, 0, 0)], 0),
            lambda: pantograph.velocity("hammer", [], 2**64),
        ):
            self.assertRaisesRegex(ValueError, r"-?\d+ is out of range", call)
        for call in (lambda: self.session.feed(0, [(1.7, 1, 2)]), lambda: self.session.feed(8_000.5)):
            self.assertRaisesRegex(TypeError, "float", call)
        for call in (
            lambda: pantograph.Interaction.from_template("sheet\0x"),
            lambda: self.sheet.changed("rate\0x", 60),
            lambda: pantograph.Curve.named("linear\0x"),
            lambda: pantograph.replay(b"".join([b"a\0b"]).decode(), self.sheet),
        ):
            self.assertRaisesRegex(ValueError, "null character", call)
        # Numbers of NumPy are whole numbers, too.
        self.session.feed(np.int64(8_000), [(np.int32(1), 1, 2)])

    def test_a_surface_may_have_units(self):
        interaction = pantograph.Interaction({
            "version": 1, "surface": {"unit": "device"},
            "gesture": {"pan": {"slop": {"mm": 0}}},
            "progress": {"toward": "right", "distance": {"points": 400}},
            "animation": {"duration": 1, "properties": [{"name": "x", "from": 0, "to": 1}]},
        })
        for units in (10, 20):
            session = pantograph.Session(interaction, surface=pantograph.Surface(100, 65, units, units))
            session.feed(0, [(1, 20, 30)])
            session.feed(8_000, [(1, 30, 30)])
            self.assertAlmostEqual(session.sample_at(8_000).fraction, 10 * units / 400, 12)


class Devices(unittest.TestCase):
    """A recording, read by these tests, as if its device were open."""

    def setUp(self):
        folder = RECORDINGS / "e6-swipes-ann"
        self.interaction = pantograph.Interaction.from_file(folder / "interaction.json")
        self.expected = pantograph.replay(folder / "recording.evemu", self.interaction)
        self.device, self.events, codes = pantograph.Device("Touchpad"), [], {}
        for line in (folder / "recording.evemu").read_text().splitlines():
            kind, *words = line.split()
            if kind == "P:":
                for number in range(8 * len(words)):
                    if int(words[number // 8], 16) >> number % 8 & 1:
                        self.device.add_property(number)
            elif kind == "B:":
                codes.setdefault(int(words[0], 16), []).extend(words[1:])
            elif kind == "A:":
                minimum, maximum, _, _, resolution = map(int, words[1:])
                self.device.add_axis(int(words[0], 16), minimum, maximum, resolution)
            elif kind == "E:":
                seconds, micros = map(int, words[0].split("."))
                numbers = int(words[1], 16), int(words[2], 16), int(words[3])
                self.events.append(pantograph.InputEvent(1_000_000 * seconds + micros, *numbers))
        for type, words in codes.items():
            for code in range(8 * len(words)):
                if type == 1 and int(words[code // 8], 16) >> code % 8 & 1:
                    self.device.add_code(type, code)

    def test_events_move_the_animation(self):
        array = np.array(self.events, [("time", "i8"), ("type", "u2"), ("code", "u2"), ("value", "i4")])
        for events in (self.events, array):
            session = pantograph.Session(self.interaction, self.events[0].time, device=self.device)
            session.feed_events(events)
            session.finish()
            np.testing.assert_array_equal(session.take_samples()[0]["fraction"], self.expected.fraction)
            self.assertEqual(
                [event.outcome for event in session.take_events() if event.outcome], self.expected.outcomes
            )

    def test_mistakes(self):
        with self.assertRaisesRegex(ValueError, "feed_events"):
            pantograph.Session(self.interaction, surface=(100, 65)).feed_events(self.events)
        with self.assertRaisesRegex(ValueError, "surface of its own"):
            pantograph.Session(self.interaction, surface=(100, 65), device=self.device)
        with self.assertRaises(pantograph.PantographError):
            pantograph.Session(self.interaction, device=pantograph.Device("nothing"))
        with tempfile.TemporaryFile() as file, self.assertRaises(pantograph.PantographError):
            pantograph.Device.from_file(file)


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
