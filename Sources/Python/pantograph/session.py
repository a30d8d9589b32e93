"""Sessions: touches in, samples and events out."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from . import _native
from ._native import library
from .interaction import Interaction

PHASES = ("idle", "tracking", "settling", "rest")
KINDS = ("began", "changed", "ended", "cancelled", "decided", "handoff", "completed", "held", "started")
OUTCOMES = ("finish", "cancel", "snap")
#: The names of an event's detail, by its kind.
_DETAILS = {4: _native.names(5), 6: _native.names(6), 8: _native.names(7)}
_QUANTITIES, _COMPARISONS, _UNITS = (_native.names(number) for number in (8, 9, 10))


class Contact(NamedTuple):
    """A finger: a number that it keeps until it lifts, and its position in millimetres."""

    id: int
    x: float
    y: float
    #: From 0 to 1; NaN if the device does not report it.
    pressure: float = float("nan")
    is_palm: bool = False


class Sample(NamedTuple):
    """The state of an animation at a time in microseconds."""

    time: int
    phase: str
    fraction: float
    velocity: float
    #: The values of the interaction's `columns`.
    values: np.ndarray


class Finding(NamedTuple):
    """A condition of the rule, and what the release had for it."""

    clause: int
    holds: bool
    quantity: str
    value: float
    comparison: str
    threshold: float
    unit: str


class Event(NamedTuple):
    """Something that happened between two samples."""

    time: int
    kind: str
    fraction: float
    velocity: float
    #: Where the animation comes to rest, has ended, or runs to; NaN for other events.
    target: float
    #: For a decision: "finish", "cancel" or "snap".
    outcome: str | None
    #: For a decision, the verdict; for an end, the position; for a start, the animation.
    detail: str | None
    #: For a decision, the number of the deciding clause from 0.
    clause: int | None
    #: For a decision, what was found about each condition.
    findings: tuple[Finding, ...]
    #: For a decision by a snap point, the progress that was compared with the points; else NaN.
    judged: float


class Session:
    """Drives one animation with touch frames.

    Times are whole microseconds on any clock that never goes back; `start` is the time of the first frame, and `surface`
    the width and height of the touch surface in millimetres.
    """

    def __init__(
        self, interaction: Interaction, start: int = 0, surface: tuple[float, float] | None = None
    ):
        plane = None if surface is None else ctypes.byref(_native.Surface(*surface, 0, 0))
        self._own(
            interaction,
            _native.handle(
                library.pg_session_create, interaction._handle, start, plane, what="Session", has_error=False
            ),
        )

    @classmethod
    def _for_device(cls, interaction: Interaction, start: int, device) -> Session:
        made = cls.__new__(cls)
        made._own(
            interaction,
            _native.handle(
                library.pg_session_create_for_device, interaction._handle, start, device, what="Session"
            ),
        )
        return made

    def _own(self, interaction: Interaction, handle) -> None:
        self.interaction, self._handle = interaction, handle
        self._width = len(interaction.columns)

    def __del__(self):
        if handle := getattr(self, "_handle", None):
            library.pg_session_destroy(handle)

    # Touches and time

    def feed(self, time: int, contacts: Iterable[Contact | tuple] = ()) -> None:
        """Takes a touch frame: all contacts at a time, none when the last finger has lifted."""
        rows = [(*Contact(*contact), 0) for contact in contacts]
        array = np.array(rows, _native.CONTACT)
        _native.check(library.pg_session_feed(self._handle, time, array.ctypes.data, len(rows)), "feed")

    def _feed_events(self, events: np.ndarray) -> None:
        _native.check(
            library.pg_session_feed_events(self._handle, events.ctypes.data, len(events)), "feed_events"
        )

    def advance(self, time: int) -> None:
        """Advances to a time by which every frame has been fed."""
        _native.check(library.pg_session_advance(self._handle, time), "advance")

    @property
    def next_time(self) -> int | None:
        """The time of the next sample; None while nothing moves."""
        time = library.pg_session_next_time(self._handle)
        return None if time == _native.NEVER else time

    def sample_at(self, time: int) -> Sample:
        """Returns the state at a time that need not be on the grid, such as that of the next display frame."""
        sample, values = np.zeros(1, _native.SAMPLE), np.zeros(self._width)
        status = library.pg_session_sample_at(
            self._handle, time, sample.ctypes.data, values.ctypes.data
        )
        _native.check(status, "sample_at")
        row = sample[0]
        return Sample(
            int(row["time"]), PHASES[row["phase"]], float(row["fraction"]), float(row["velocity"]), values
        )

    # Control

    def hold(self, time: int) -> None:
        """Holds the running animation until it is resumed, reversed, or grabbed by a gesture."""
        _native.check(library.pg_session_hold(self._handle, time), "hold")

    def resume(self, time: int) -> None:
        """Resumes the animation that `hold` has held."""
        _native.check(library.pg_session_resume(self._handle, time), "resume")

    def reverse(self, time: int) -> None:
        """Runs the animation toward its other end, from wherever it is."""
        _native.check(library.pg_session_reverse(self._handle, time), "reverse")

    def cancel(self, time: int) -> None:
        """Cancels the active gesture at a time; advances to it first, and has no other effect without a gesture."""
        _native.check(library.pg_session_cancel(self._handle, time), "cancel")

    def finish(self) -> None:
        """Ends the input, and runs the animation until it rests."""
        _native.check(library.pg_session_finish(self._handle), "finish")

    # Results

    def take_samples(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the samples since the last call, and a row of values for each."""
        rows, tables = [np.empty(0, _native.SAMPLE)], [np.empty((0, self._width))]
        while True:
            samples, values = np.empty(1024, _native.SAMPLE), np.empty((1024, self._width))
            count = library.pg_session_take_samples(
                self._handle, samples.ctypes.data, values.ctypes.data, len(samples)
            )
            rows.append(samples[:count])
            tables.append(values[:count])
            if count < len(samples):
                return np.concatenate(rows), np.concatenate(tables)

    def take_events(self) -> list[Event]:
        """Returns the events since the last call."""
        found: list[Event] = []
        place = np.empty(1, _native.EVENT)
        while library.pg_session_take_events(self._handle, place.ctypes.data, 1) == 1:
            found.append(self._event(place[0]))
        return found

    def _event(self, row) -> Event:
        kind = int(row["kind"])
        is_decision = KINDS[kind] == "decided"
        details = _DETAILS.get(kind, [])
        return Event(
            int(row["time"]), KINDS[kind], float(row["fraction"]), float(row["velocity"]), float(row["target"]),
            OUTCOMES[row["outcome"]] if is_decision else None,
            details[row["detail"]] if row["detail"] >= 0 else None,
            int(row["clause"]) if is_decision and row["clause"] >= 0 else None,
            self._findings() if is_decision else (), float(row["judged"]),
        )

    def _findings(self) -> tuple[Finding, ...]:
        count = library.pg_session_findings(self._handle, None, 0)
        rows = np.empty(count, _native.FINDING)
        library.pg_session_findings(self._handle, rows.ctypes.data, count)
        return tuple(
            Finding(
                int(row["clause"]), bool(row["holds"]), _QUANTITIES[row["quantity"]], float(row["value"]),
                _COMPARISONS[row["comparison"]], float(row["threshold"]), _UNITS[row["unit"]],
            )
            for row in rows
        )
