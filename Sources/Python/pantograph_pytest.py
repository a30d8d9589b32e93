"""A plugin for pytest that checks recorded gestures: `pytest --pantograph`.

Each folder of a case is a test: it runs `pantograph check`, and fails with its sentences. The plugin is a module of its
own, so that pytest loads the library only if it is asked to.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("pantograph", "recorded gestures")
    group.addoption("--pantograph", action="store_true", help="check the cases in folders, as `pantograph check` does")
    group.addoption(
        "--pantograph-program", metavar="FILE", help="the program; default: $PANTOGRAPH_PROGRAM, or pantograph in PATH"
    )
    group.addoption(
        "--pantograph-html", metavar="FOLDER",
        help="write a page with the curves of each failing case here; default: pytest's folder for temporary files",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Finds the program before any test runs."""
    if not config.getoption("pantograph"):
        return
    from pantograph import program

    try:
        config.stash[_PROGRAM] = program.find(config.getoption("pantograph_program"))
    except FileNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collect_file(file_path: pathlib.Path, parent: pytest.Collector) -> CaseFile | None:
    """Returns a collector for the file that represents the folder of a case."""
    if not parent.config.getoption("pantograph") or not _may_represent(file_path.name):
        return None
    # As `check` does, count what may be a part of a case: the recording represents it, or else what has none.
    names = sorted(filter(_may_represent, os.listdir(file_path.parent)), key=lambda name: (name in _OTHERS, name))
    return CaseFile.from_parent(parent, path=file_path) if file_path.name == names[0] else None


_PROGRAM, _PAGES = pytest.StashKey[str](), pytest.StashKey[pathlib.Path]()
_OTHERS = ("expected.csv", "interaction.json")


def _may_represent(name: str) -> bool:
    return name in _OTHERS or name.startswith("recording.") and not name.endswith("~")


class CaseFile(pytest.File):
    """The folder of a case."""

    def collect(self) -> Iterator[CaseItem]:
        """Yields the one test of the case."""
        yield CaseItem.from_parent(self, name="check")


class CaseFailure(Exception):
    """A case that is not as expected; its message has the sentences that `check` prints."""


class CaseItem(pytest.Item):
    """The check of a case."""

    @property
    def folder(self) -> str:
        """The folder, as a path from where pytest was started."""
        return os.path.relpath(self.path.parent, self.config.invocation_params.dir)

    def runtest(self) -> None:
        """Runs `pantograph check`, and fails or skips as its JUnit report does."""
        # The path of a file checks only its folder, and none below it.
        file = os.path.join(self.folder, self.path.name)
        with tempfile.TemporaryDirectory() as temporary:
            report, page = (pathlib.Path(temporary, name) for name in ("report.xml", "page.html"))
            run = subprocess.run(
                [self.config.stash[_PROGRAM], "check", "--junit", report, "--html", page, "--", file],
                cwd=self.config.invocation_params.dir, capture_output=True, encoding="utf-8", errors="replace",
            )
            case = ElementTree.parse(report).find(".//testcase") if report.exists() else None
            if case is None:
                raise CaseFailure(run.stderr.strip() or f"pantograph check ended with status {run.returncode}")
            for result in case:
                message = result.get("message", "")
                if result.tag == "skipped":
                    pytest.skip(f"{self.folder}: {message}")
                lines = [message, *(result.text or "").splitlines()]
                if result.tag == "failure":
                    lines[0] = f"{self.folder}: {message}"
                if result.get("type") in ("differs", "new"):
                    lines.append(f"curves: {self._keep(page)}")
                raise CaseFailure("\n    ".join(lines))

    def _keep(self, page: pathlib.Path) -> pathlib.Path:
        """Copies the page of a failing case to the folder of pages, and returns where it is."""
        name = re.sub(r"[^\w.-]+", "-", self.folder).strip("-.") or self.path.parent.name
        place = self._pages / f"{name}.html"
        place.write_bytes(page.read_bytes())
        return place

    @property
    def _pages(self) -> pathlib.Path:
        """The folder of the pages, which is created when a case fails."""
        if _PAGES not in self.config.stash:
            if chosen := self.config.getoption("pantograph_html"):
                folder = self.config.invocation_params.dir / chosen
                folder.mkdir(parents=True, exist_ok=True)
            else:
                # What the fixture of this name returns, which only functions can ask for.
                folder = getattr(self.config, "_tmp_path_factory").mktemp("pantograph")
            self.config.stash[_PAGES] = folder
        return self.config.stash[_PAGES]

    def repr_failure(self, excinfo, style=None):
        """Returns the sentences of the check alone, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, CaseFailure) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[pathlib.Path, None, str]:
        """Returns the heading of a failure."""
        return self.path, None, f"pantograph check {self.folder}"
