"""What the command-line program computes: tables of features, and thresholds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from ._native import PantographError, optional

if TYPE_CHECKING:
    import pandas

#: The value of an option: `True` for one without a value; a sequence is joined with commas.
Option = str | os.PathLike[str] | float | bool | Sequence[str | os.PathLike[str] | float] | None
#: A path, or several.
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
#: The columns of features that identify a gesture; the others are its features.
IDENTITY = ("recording", "gesture", "time", "ending", "label", "person", "device", "subject", "outcome")


def find(program: str | None = None) -> str:
    """Returns the path of the program: the one given, that of PANTOGRAPH_PROGRAM, or `pantograph` in PATH."""
    name = program or os.environ.get("PANTOGRAPH_PROGRAM") or "pantograph"
    if found := shutil.which(name):
        return found
    raise FileNotFoundError(
        f"no program '{name}', which the library does not contain: install it with tools/install or Debian's package"
        " of tools/package, or set PANTOGRAPH_PROGRAM to its path"
    )


def _run(command: str, paths: Paths, **options: Option) -> str:
    """Runs a command of the program, and returns its standard output."""
    arguments = [find(), command]
    for name, value in options.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            values = [value] if isinstance(value, str) or not isinstance(value, Sequence) else value
            arguments[-1] += "=" + ",".join(
                os.fspath(one) if isinstance(one, os.PathLike) else str(one) for one in values
            )
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    # Names of files need not be UTF-8.
    run = subprocess.run(
        [*arguments, "--", *(os.fspath(path) for path in paths)], capture_output=True, encoding="utf-8", errors="surrogateescape"
    )
    if run.returncode != 0:
        raise PantographError(run.stderr.strip() or f"pantograph {command} ended with status {run.returncode}")
    return run.stdout


def features(
    paths: Paths, interaction: str | os.PathLike[str] | None = None, *, shape: Literal["wide", "long"] = "wide",
    **options: Option,
) -> pandas.DataFrame:
    """Returns the features of every gesture in recordings, or in folders that are searched for them.

    The wide table has a row for each gesture and a column for each feature, with names that pandas and R take, such as
    `velocity_least_squares_1`. The long one has a row for each feature of each gesture, in the columns `feature` and
    `value`. `interaction` is a file; by default, each recording of a case has its own. The other options are those of
    `pantograph features`, such as `labels="labels.csv"` or `in_turn=True`. Raises `PantographError` with the message of
    the program if a file can't be used.
    """
    pandas = optional("pandas", "features")
    if shape not in ("wide", "long"):
        raise ValueError(f"features: the shape is 'wide' or 'long', not '{shape}'")
    text = _run("features", paths, interaction=interaction, format="ndjson", output="-", **options)
    table = pandas.DataFrame(map(json.loads, text.splitlines()))
    table.columns = [re.sub(r"\W", "_", name) for name in table.columns]
    identity = [name for name in IDENTITY if name in table.columns]
    # What a gesture lacks is NaN, also if all gestures lack it.
    table = table.astype({name: float for name in table.columns if name not in identity})
    if shape == "wide":
        return table
    return table.melt(identity, var_name="feature", value_name="value")


def tune(
    paths: Paths = (), interaction: str | os.PathLike[str] | None = None, **options: Option
) -> dict[str, Any]:
    """Returns the best thresholds for labelled gestures: the object that `pantograph tune --json` prints.

    `interaction` is the file whose rule is tuned. The other options are those of `pantograph tune`, such as
    `costs=(3, 1)`, `free="velocity"`, or `features="rows.csv"` instead of paths. Raises `PantographError` with the
    message of the program.
    """
    found: dict[str, Any] = json.loads(_run("tune", paths, interaction=interaction, json=True, output="-", **options))
    return found
