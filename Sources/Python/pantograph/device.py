"""Input devices of evdev, for sessions that receive their events."""

from __future__ import annotations

from typing import NamedTuple, Protocol, SupportsIndex

from . import _native
from ._native import library


class InputEvent(NamedTuple):
    """An event of the kernel, as in `struct input_event`, with its time in microseconds."""

    time: int
    type: int
    code: int
    value: int


class _Open(Protocol):
    def fileno(self) -> int: ...


class Device(_native.Owner):
    """The description of an evdev device: what it can send, and the ranges of its axes.

    It begins without anything; `from_file` has it from the device itself.
    """

    _free = library.pg_device_destroy

    def __init__(self, name: str = ""):
        self._handle = _native.create(library.pg_device_create, _native.text(name, "Device"), what="Device")

    @classmethod
    def from_file(cls, file: int | _Open) -> Device:
        """Describes the open device of a file or a file descriptor, such as `open("/dev/input/event4", "rb")`."""
        made = cls.__new__(cls)
        descriptor = file if isinstance(file, int) else file.fileno()
        made._handle = _native.create(library.pg_device_create_from_fd, descriptor, what="Device.from_file")
        return made

    def add_property(self, number: int) -> None:
        """Adds an input property, such as 1, `INPUT_PROP_DIRECT` of a touchscreen."""
        what = "add_property"
        _native.call(library.pg_device_add_property, self._handle, _code(number, what), what=what)

    def add_code(self, type: int, code: int) -> None:
        """Adds a code that the device can send, such as 1 and 0x14a, `EV_KEY` and `BTN_TOUCH`."""
        what = "add_code"
        _native.call(library.pg_device_add_code, self._handle, _code(type, what), _code(code, what), what=what)

    def add_axis(self, code: int, minimum: int, maximum: int, resolution: int = 0) -> None:
        """Adds an absolute axis, or changes its range; `resolution` is units per millimetre, 0 if not known."""
        what = "add_axis"
        numbers = [_native.integer(number, what, -(2**31), 2**31 - 1) for number in (minimum, maximum, resolution)]
        _native.call(library.pg_device_add_axis, self._handle, _code(code, what), *numbers, what=what)


def _code(number: SupportsIndex, what: str) -> int:
    return _native.integer(number, what, 0, 2**16 - 1)
