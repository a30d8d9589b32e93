"""Replays of recordings."""

from __future__ import annotations

import ctypes
import html
import os

import numpy as np

from . import _native
from ._native import library
from .interaction import Interaction, interaction as _interaction
from .session import PHASES, Event, Session


class Trajectory:
    """The samples and events of a replayed recording; times count from its first event."""

    def __init__(
        self, columns: tuple[str, ...], samples: np.ndarray, values: np.ndarray, events: list[Event],
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

    def __getitem__(self, column: str) -> np.ndarray:
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

    def to_pandas(self):
        """Returns a DataFrame with a row for each sample."""
        pandas = _native.optional("pandas", "to_pandas")
        table = {"seconds": self.seconds, "phase": self.phase, "fraction": self.fraction, "velocity": self.velocity}
        return pandas.DataFrame(table | {name: self[name] for name in self.columns})

    def events_to_pandas(self):
        """Returns a DataFrame with a row for each event, except movements."""
        pandas = _native.optional("pandas", "events_to_pandas")
        rows = [event for event in self.events if event.kind != "changed"]
        names = ("kind", "fraction", "velocity", "target", "outcome", "detail", "clause")
        table = {"seconds": [event.time / 1e6 for event in rows]}
        return pandas.DataFrame(table | {name: [getattr(event, name) for event in rows] for name in names})


class _Recording:
    """An open recording."""

    def __init__(self, source: str | os.PathLike | bytes):
        if isinstance(source, bytes):
            arguments, name = (library.pg_recording_create, source, len(source)), "recording"
        else:
            arguments, name = (library.pg_recording_open, os.fsencode(source)), str(source)
        self.name = name
        self.handle = _native.handle(*arguments, what="replay", name=name)

    def __del__(self):
        if handle := getattr(self, "handle", None):
            library.pg_recording_destroy(handle)

    def __iter__(self):
        """Yields arrays of events."""
        count, error = ctypes.c_size_t(), _native.Error()
        while True:
            events = np.empty(4096, _native.INPUT_EVENT)
            status = library.pg_recording_read(
                self.handle, events.ctypes.data, len(events), ctypes.byref(count), ctypes.byref(error)
            )
            if status == _native.END:
                return
            _native.check(status, "replay", error, self.name)
            yield events[: count.value]


def replay(
    recording: str | os.PathLike | bytes, interaction: Interaction | str | os.PathLike | dict
) -> Trajectory:
    """Replays a recording of any format that Pantograph reads, given as a file or as its bytes."""
    interaction = _interaction(interaction)
    source = _Recording(recording)
    start = library.pg_recording_start(source.handle)
    session = Session._for_device(interaction, start, library.pg_recording_device(source.handle))
    samples, values, events = [], [], []

    def take():
        rows, table = session.take_samples()
        samples.append(rows)
        values.append(table)
        events.extend(session.take_events())

    for batch in source:
        session._feed_events(batch)
        take()
    session.finish()
    take()
    return Trajectory(interaction.columns, np.concatenate(samples), np.concatenate(values), events, start)
