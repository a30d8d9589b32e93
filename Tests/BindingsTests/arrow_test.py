"""Tests of the Python package's tables for Arrow."""
import pathlib
import unittest

import pantograph

RECORDINGS = pathlib.Path("Recordings")
FLICK = (RECORDINGS / "touchpad-flick/recording.yml", RECORDINGS / "touchpad-flick/interaction.json")


class Tables(unittest.TestCase):
    def test_they_are_those_of_pandas(self):
        flick = pantograph.replay(*FLICK)
        table, events = flick.to_arrow(), flick.events_to_arrow()
        self.assertEqual([str(kind) for kind in table.schema.types], ["double", "string", *4 * ["double"]])
        for name, column in flick.to_pandas().items():
            self.assertEqual(table[name].to_pylist(), list(column), name)
        self.assertEqual(events["kind"].to_pylist(), list(flick.events_to_pandas().kind))
        self.assertEqual(events["outcome"].to_pylist(), [None, None, "finish", None, None])
        self.assertEqual(events["target"].to_pylist(), [None, None, 1, None, 1])
        nothing = pantograph.replay(RECORDINGS / "b2-press-preview/recording.evemu", FLICK[1]).events_to_arrow()
        self.assertEqual((len(nothing), nothing.schema), (0, events.schema))


if __name__ == "__main__":
    unittest.main()
