"""Sessions: touches in, samples and events out."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from . import _native
from ._native import Array, library
from .device import Device, InputEvent
from .interaction import Interaction, Surface, plane

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
    values: Array


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


#: What stays as it is in `Session.set_interaction`.
KEPT = ("progress", "value")

#: The units of `Session.move`: the whole distance, millimetres, points of 163, 160 and 96 per inch, and libinput's for
#: movements and for scrolls on a touchpad.
LENGTH_UNITS = ("progress", "mm", "pt", "dp", "px", "pad-px", "scroll-px")


class Session(_native.Owner):
    """Drives one animation with touch frames, or with the events of a device.

    Times are whole microseconds on any clock that never goes back; `start` is the time of the first frame, and
    `surface` the touch surface, such as `(65, 120)` in millimetres. With a `device`, the session takes its events and
    not frames.
    """

    _free = library.pg_session_destroy

    def __init__(
        self, interaction: Interaction, start: int = 0, surface: Surface | tuple[float, ...] | None = None, *,
        device: Device | None = None,
    ):
        start = _native.integer(start, "Session")
        if device is not None:
            if surface is not None:
                raise ValueError("Session: the device has a surface of its own")
            handle = _native.create(
                library.pg_session_create_for_device, interaction._handle, start, device._handle, what="Session"
            )
        else:
            handle = _native.create(
                library.pg_session_create, interaction._handle, start, plane(surface), what="Session"
            )
        #: The interaction.
        self.interaction = interaction
        self._handle, self._width = handle, len(interaction.columns)
        self._listener: _native.Listener | None = None
        self._failures: list[BaseException] = []

    def __repr__(self) -> str:
        return f"<Session of {self.interaction!r}>"

    # Touches and time

    def feed(self, time: int, contacts: Iterable[Contact | tuple[Any, ...]] = ()) -> None:
        """Takes a touch frame: all contacts at a time, none when the last finger has lifted."""
        rows = [(_native.integer(contact[0], "feed"), *Contact(*contact)[1:], 0) for contact in contacts]
        array = np.array(rows, _native.CONTACT)
        self._call("feed", _native.integer(time, "feed"), array.ctypes.data, len(rows))

    def feed_events(self, events: Iterable[InputEvent | tuple[int, int, int, int]] | Array) -> None:
        """Takes events of the session's device; a frame is complete with a report.

        An array has the fields `time`, `type`, `code` and `value`, of 8, 2, 2 and 4 bytes.
        """
        if not isinstance(events, np.ndarray):
            what = "feed_events"
            events = np.array(
                [
                    (
                        _native.integer(time, what), _native.integer(type, what, 0, 2**16 - 1),
                        _native.integer(code, what, 0, 2**16 - 1), _native.integer(value, what, -(2**31), 2**31 - 1),
                    )
                    for time, type, code, value in events
                ],
                _native.INPUT_EVENT,
            )
        array = np.ascontiguousarray(events, _native.INPUT_EVENT)
        self._call("feed_events", array.ctypes.data, len(array))

    def begin(self, time: int, fingers: int | None = None) -> None:
        """Begins a gesture that a toolkit has recognised, and of which it reports movements instead of contacts.

        The toolkit has decided that it is a gesture: slop, direction and edge of the interaction do not apply.
        """
        count = 0 if fingers is None else _native.integer(fingers, "begin", 1, 64)
        self._call("begin", _native.integer(time, "begin"), count)

    def move(self, time: int, dx: float, dy: float, unit: str = "mm") -> None:
        """Moves the gesture of `begin` as the fingers move, to the right and downwards, in one of `LENGTH_UNITS`."""
        if unit not in LENGTH_UNITS:
            raise ValueError(f"move: the unit is {unit!r}; expected one of {', '.join(LENGTH_UNITS)}")
        self._call("move", _native.integer(time, "move"), float(dx), float(dy), LENGTH_UNITS.index(unit))

    def end(self, time: int, *, cancelled: bool = False) -> None:
        """Ends the gesture of `begin`: it is released and judged, or cancelled."""
        self._call("end", _native.integer(time, "end"), int(cancelled))

    def advance(self, time: int) -> None:
        """Advances to a time by which every frame has been fed."""
        self._call("advance", _native.integer(time, "advance"))

    @property
    def next_time(self) -> int | None:
        """The time of the next sample; None while nothing moves."""
        time: int = library.pg_session_next_time(self._handle)
        if time != _native.NEVER:
            return time
        self._check_idle("next_time")
        return None

    def sample_at(self, time: int, out: Array | None = None) -> Sample:
        """Returns the state at a time that need not be on the grid, such as that of the next display frame.

        The values are written to `out`, a contiguous array of as many floats as the interaction has `columns`, or to a
        new array.
        """
        values = np.zeros(self._width) if out is None else out
        if values.shape != (self._width,) or values.dtype != float or not values.flags.carray:
            raise ValueError(
                f"sample_at: out has the shape {values.shape} and the type {values.dtype}; expected a contiguous array"
                f" of {self._width} float64"
            )
        place = np.zeros(1, _native.SAMPLE)
        self._call(
            "sample_at", _native.integer(time, "sample_at"), place.ctypes.data, values.ctypes.data, len(values)
        )
        return _sample(place[0], values)

    # Control

    def hold(self, time: int) -> None:
        """Holds the running animation until it is resumed, reversed, or grabbed by a gesture."""
        self._call("hold", _native.integer(time, "hold"))

    def resume(self, time: int) -> None:
        """Resumes the animation that `hold` has held."""
        self._call("resume", _native.integer(time, "resume"))

    def reverse(self, time: int) -> None:
        """Runs the animation toward its other end, from wherever it is."""
        self._call("reverse", _native.integer(time, "reverse"))

    def settle_to(self, time: int, progress: float) -> None:
        """Settles at a progress, with the velocity that it has; fingers that drive it lose it."""
        self._call("settle_to", _native.integer(time, "settle_to"), float(progress))

    def place(self, time: int, progress: float) -> None:
        """Puts an animation that does not move at another progress at once."""
        self._call("place", _native.integer(time, "place"), float(progress))

    def set_interaction(self, time: int, interaction: Interaction, keep: str = "progress") -> None:
        """Goes on with another interaction, from where the animation is.

        It keeps the `progress`, or the first `value` that both have, where it is seen.
        """
        if not isinstance(interaction, Interaction):
            raise TypeError(f"set_interaction: expected an Interaction, not {type(interaction).__name__}")
        if keep not in KEPT:
            raise ValueError(f"set_interaction: keep is {keep!r}; expected one of {', '.join(KEPT)}")
        self._call(
            "set_interaction", _native.integer(time, "set_interaction"), interaction._handle, KEPT.index(keep),
            done=lambda: setattr(self, "interaction", interaction),
        )

    def cancel(self, time: int) -> None:
        """Cancels the active gesture at a time; advances to it first, and has no other effect without a gesture."""
        self._call("cancel", _native.integer(time, "cancel"))

    def finish(self) -> bool:
        """Ends the input, and runs the animation until it rests.

        Returns False if the session keeps as many samples as it can; take them, and call it again.
        """
        return self._call("finish") != _native.FULL

    def _call(self, name: str, *arguments: Any, done: Callable[[], None] = lambda: None) -> int:
        """Calls a function of the library, and raises what its status or a listener says.

        `done` is called first if the function has done what it should.
        """
        status: int = getattr(library, "pg_session_" + name)(self._handle, *arguments)
        if status == _native.OK:
            done()
        if self._failures:
            failure = self._failures[0]
            self._failures.clear()
            raise failure
        if status not in (_native.OK, _native.FULL):
            error = _native.Error()
            library.pg_session_error(self._handle, ctypes.byref(error))
            _native.check(status, name, error)
        return status

    def _check_idle(self, name: str) -> None:
        """Raises `RuntimeError` if a function that returns a number has returned none because the session is busy."""
        error = _native.Error()
        _native.check(library.pg_session_error(self._handle, ctypes.byref(error)), name, error)

    # Results

    def set_listener(
        self, sample: Callable[[Sample], object] | None = None, event: Callable[[Event], object] | None = None
    ) -> None:
        """Calls functions with each sample and event as they come, instead of keeping them until they are taken.

        Without functions nothing is kept, as for a program that only asks with `sample_at`. The functions may not
        call the session: that raises `RuntimeError`. What they raise, the call of the session raises; if several
        do, the first.
        """
        failures = self._failures

        def guarded(body: Callable[..., object]) -> Callable[..., None]:
            def call(data: int | None, *arguments: Any) -> None:
                try:
                    body(*arguments)
                except BaseException as failure:
                    failures.append(failure)

            return call

        def receive(send: Callable[[Sample], object], place: int, values: Any, count: int) -> None:
            send(_sample(_native.rows(place, _native.SAMPLE, 1)[0], np.array(values[:count], float)))

        def hear(tell: Callable[[Event], object], place: int, findings: int | None, count: int) -> None:
            event = _native.rows(place, _native.EVENT, 1)[0]
            tell(_event(event, _native.rows(findings, _native.FINDING, count)))

        listener = _native.Listener()
        if sample is not None:
            send = sample
            listener.sample = _native.Listener.SAMPLE(guarded(lambda *row: receive(send, *row)))
        if event is not None:
            tell = event
            listener.event = _native.Listener.EVENT(guarded(lambda *row: hear(tell, *row)))
        self._listen(listener)

    def remove_listener(self) -> None:
        """Keeps samples and events again, until they are taken."""
        self._listen(None)

    def _listen(self, listener: _native.Listener | None) -> None:
        self._call("set_listener", None if listener is None else ctypes.byref(listener))
        # The library copies the listener, but the functions live as long as this.
        self._listener = listener

    def take_samples(self) -> tuple[Array, Array]:
        """Returns the samples since the last call, and a row of values for each."""
        rows, tables = [np.empty(0, _native.SAMPLE)], [np.empty((0, self._width))]
        while True:
            samples, values = np.empty(1024, _native.SAMPLE), np.empty((1024, self._width))
            count = library.pg_session_take_samples(
                self._handle, samples.ctypes.data, len(samples), values.ctypes.data, self._width
            )
            rows.append(samples[:count])
            tables.append(values[:count])
            if count < len(samples):
                self._check_idle("take_samples")
                return np.concatenate(rows), np.concatenate(tables)

    def take_events(self) -> list[Event]:
        """Returns the events since the last call."""
        found: list[Event] = []
        place = np.empty(1, _native.EVENT)
        while library.pg_session_take_events(self._handle, place.ctypes.data, 1) == 1:
            findings = np.empty(library.pg_session_findings(self._handle, None, 0), _native.FINDING)
            library.pg_session_findings(self._handle, findings.ctypes.data, len(findings))
            found.append(_event(place[0], findings))
        self._check_idle("take_events")
        return found


def _sample(row: Any, values: Array) -> Sample:
    """Translates a sample."""
    return Sample(int(row["time"]), PHASES[row["phase"]], float(row["fraction"]), float(row["velocity"]), values)


def _event(row: Any, findings: Array) -> Event:
    """Translates an event; the findings are those of the last decision."""
    kind = int(row["kind"])
    is_decision = KINDS[kind] == "decided"
    details = _DETAILS.get(kind, [])
    return Event(
        int(row["time"]), KINDS[kind], float(row["fraction"]), float(row["velocity"]), float(row["target"]),
        OUTCOMES[row["outcome"]] if is_decision else None,
        details[row["detail"]] if row["detail"] >= 0 else None,
        int(row["clause"]) if is_decision and row["clause"] >= 0 else None,
        _findings(findings) if is_decision else (), float(row["judged"]),
    )


def _findings(rows: Array) -> tuple[Finding, ...]:
    """Translates what was found about the conditions of a decision."""
    return tuple(
        Finding(
            int(row["clause"]), bool(row["holds"]), _QUANTITIES[row["quantity"]], float(row["value"]),
            _COMPARISONS[row["comparison"]], float(row["threshold"]), _UNITS[row["unit"]],
        )
        for row in rows
    )
