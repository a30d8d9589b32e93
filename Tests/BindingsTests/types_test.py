"""Tests of the Python package's types with mypy."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pantograph


class Types(unittest.TestCase):
    USE = """
import pantograph

flick = pantograph.replay("recording.yml", {"version": 1})
total: float = flick.to_pandas()["fraction"].sum() + len(flick.to_arrow())
session = pantograph.Session(pantograph.Interaction.from_template("sheet"), surface=pantograph.Surface(65, 120))
session.set_listener(sample=lambda sample: print(sample.values.sum()))
session.feed(0, [pantograph.Contact(1, 30, 100)])
position: float = pantograph.Spring.with_response(0.5).at(0.1).position
"""

    def test_the_package_and_its_use_are_strictly_typed(self):
        package = pathlib.Path(pantograph.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            use = pathlib.Path(folder, "use.py")
            use.write_text(self.USE)
            # pandas and pyarrow have no types of their own.
            command = ["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", folder, package, use]
            run = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
