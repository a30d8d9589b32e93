"""Replays of recordings."""

from __future__ import annotations

import ctypes
import html
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._native import Array, library
from .device import Device
from .interaction import Interaction, interaction as _interaction
from .session import PHASES, Event, Session

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Trajectory:
    """The samples and events of a replayed recording; times count from its first event."""

    def __init__(
        self, columns: tuple[str, ...], samples: Array, values: Array, events: list[Event],
        start: int,
    ):
        #: The names of the animated properties.
        self.columns = columns
        #: The times of the samples, in whole microseconds.
        self.time = samples["time"] - start
        #: The same in seconds.
        self.seconds = self.time / 1e6
        #: The progress: 0 at the start, 1 at the end.
        self.fraction = samples["fraction"].copy()
        #: The change of the progress per second.
        self.velocity = samples["velocity"].copy()
        #: What the animation is doing: "idle", "tracking", "settling" or "rest".
        self.phase = np.array(PHASES)[samples["phase"]]
        #: A row for each sample, a column for each property.
        self.values = values
        #: The events, in order of time.
        self.events = [event._replace(time=event.time - start) for event in events]

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, column: str) -> Array:
        """The values of a property."""
        if column not in self.columns:
            raise KeyError(f"no property '{column}'; there are {', '.join(self.columns)}")
        return self.values[:, self.columns.index(column)]

    @property
    def outcomes(self) -> list[str]:
        """What was decided at each release: "finish", "cancel" or "snap"."""
        return [event.outcome for event in self.events if event.outcome is not None]

    def __repr__(self) -> str:
        seconds = self.seconds[-1] if len(self) else 0
        return f"<Trajectory: {len(self)} samples, {seconds:g} s, {', '.join(self.outcomes) or 'no release'}>"

    def _repr_html_(self) -> str:
        """Shows itself in notebooks: with Matplotlib, as a figure."""
        from .figure import image

        picture = image(self)
        return f"<p>{html.escape(repr(self)[1:-1])}</p>" + (f'<img src="{picture}">' if picture else "")

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame with a row for each sample."""
        return _native.optional("pandas", "to_pandas").DataFrame(self._samples())

    def events_to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame with a row for each event, except movements."""
        return _native.optional("pandas", "events_to_pandas").DataFrame(self._rows())

    def to_arrow(self) -> pyarrow.Table:
        """Returns an Arrow table with a row for each sample."""
        return _native.optional("pyarrow", "to_arrow").table(self._samples())

    def events_to_arrow(self) -> pyarrow.Table:
        """Returns an Arrow table with a row for each event, except movements; what an event lacks is null."""
        arrow = _native.optional("pyarrow", "events_to_arrow")
        texts = dict.fromkeys(("kind", "outcome", "detail"), arrow.string()) | {"clause": arrow.int64()}
        columns = {
            name: arrow.array(column, texts.get(name, arrow.float64()), from_pandas=True)
            for name, column in self._rows().items()
        }
        return arrow.table(columns)

    def _samples(self) -> dict[str, Array]:
        table = {"seconds": self.seconds, "phase": self.phase, "fraction": self.fraction, "velocity": self.velocity}
        return table | {name: self[name] for name in self.columns}

    def _rows(self) -> dict[str, list[Any]]:
        rows = [event for event in self.events if event.kind != "changed"]
        names = ("kind", "fraction", "velocity", "target", "outcome", "detail", "clause")
        table: dict[str, list[Any]] = {"seconds": [event.time / 1e6 for event in rows]}
        return table | {name: [getattr(event, name) for event in rows] for name in names}


class _Recording(_native.Owner):
    """An open recording."""

    _free = library.pg_recording_destroy

    def __init__(self, source: str | os.PathLike[str] | bytes):
        if isinstance(source, bytes):
            self.name = "recording"
            self._handle = _native.create(library.pg_recording_create, source, len(source), what="replay", name=self.name)
        else:
            self.name, path = _native.shown(source), os.fsencode(source)
            if b"\0" in path:
                raise ValueError("replay: the path contains a null character")
            self._handle = _native.create(library.pg_recording_open, path, what="replay", name=self.name)

    @property
    def device(self) -> Device:
        """The description of its device, which lives as long as the recording."""
        return _BorrowedDevice(self)

    def __iter__(self) -> Iterator[Array]:
        """Yields arrays of events."""
        count, error = ctypes.c_size_t(), _native.Error()
        while True:
            events = np.empty(4096, _native.INPUT_EVENT)
            status = library.pg_recording_read(
                self._handle, events.ctypes.data, len(events), ctypes.byref(count), ctypes.byref(error)
            )
            if status == _native.END:
                return
            _native.check(status, "replay", error, self.name)
            yield events[: count.value]


class _BorrowedDevice(Device):
    """The device of a recording, which frees it."""

    def __init__(self, recording: _Recording):
        self._owner, self._handle = recording, library.pg_recording_device(recording._handle)

    def __del__(self) -> None:
        pass


def replay(
    recording: str | os.PathLike[str] | bytes, interaction: Interaction | str | os.PathLike[str] | dict[str, Any]
) -> Trajectory:
    """Replays a recording of any format that Pantograph reads, given as a file or as its bytes."""
    plan, source = _interaction(interaction), _Recording(recording)
    start: int = library.pg_recording_start(source._handle)
    session = Session(plan, start, device=source.device)
    samples: list[Array] = []
    values: list[Array] = []
    events: list[Event] = []

    def take() -> None:
        rows, table = session.take_samples()
        samples.append(rows)
        values.append(table)
        events.extend(session.take_events())

    for batch in source:
        session.feed_events(batch)
        take()
    while not session.finish():
        take()
    take()
    return Trajectory(plan.columns, np.concatenate(samples), np.concatenate(values), events, start)
