"""The C library: where it is, what its functions take, and what its memory looks like."""

import ctypes
import importlib
import operator
import os
import pathlib
import types
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, byref, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint16, c_void_p
from typing import Any, ClassVar, SupportsIndex

import numpy as np

#: An array of any numbers, or of rows of C's structures.
Array = np.ndarray[Any, np.dtype[Any]]

OK, END, INVALID, UNUSABLE, BUSY, TOO_LATE, FULL = range(7)
NEVER = 2**63 - 1

SAMPLE = np.dtype(
    [("time", "i8"), ("fraction", "f8"), ("velocity", "f8"), ("phase", "i4"), ("value_count", "u4")]
)
EVENT = np.dtype(
    [
        ("time", "i8"), ("fraction", "f8"), ("velocity", "f8"), ("target", "f8"), ("judged", "f8"),
        ("kind", "i4"), ("outcome", "i4"), ("clause", "i4"), ("detail", "i4"),
    ]
)
FINDING = np.dtype(
    [
        ("clause", "i4"), ("holds", "i4"), ("value", "f8"), ("threshold", "f8"), ("quantity", "i4"),
        ("comparison", "i4"), ("unit", "i4"), ("reserved", "i4"),
    ]
)
CONTACT = np.dtype(
    [("id", "i8"), ("x", "f8"), ("y", "f8"), ("pressure", "f8"), ("flags", "u4"), ("reserved", "u4")]
)
INPUT_EVENT = np.dtype([("time", "i8"), ("type", "u2"), ("code", "u2"), ("value", "i4")])
POSITION = np.dtype([("time", "i8"), ("x", "f8"), ("y", "f8")])


class Error(ctypes.Structure):
    _fields_ = [("line", c_int32), ("column", c_int32), ("message", c_char * 248)]


class Surface(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("width", "height", "units_per_mm_x", "units_per_mm_y")]


class Motion(ctypes.Structure):
    _fields_ = [("position", c_double), ("velocity", c_double)]


class Spring(ctypes.Structure):
    _fields_ = [("frequency", c_double), ("damping_ratio", c_double)]


class Curve(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("x1", "y1", "x2", "y2")]


class Release(ctypes.Structure):
    _fields_ = [
        (name, c_double)
        for name in (
            "fraction", "start_fraction", "peak", "distance", "travel", "cross_travel", "last_movement",
            "duration", "rest_time", "velocity", "cross_velocity", "earlier_travel", "held_back",
        )
    ]


class Listener(ctypes.Structure):
    SAMPLE = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_double), c_size_t)
    EVENT = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_size_t)
    _fields_ = [("sample", SAMPLE), ("event", EVENT), ("data", c_void_p)]


def _load() -> list[ctypes.CDLL]:
    """Returns the libraries: the engine, and what reads recordings and devices with libevdev."""
    if chosen := os.environ.get("PANTOGRAPH_LIBRARY"):
        return [ctypes.CDLL(name) for name in chosen.split(os.pathsep)]
    engine, evdev = "libpantograph.so.0", "libpantograph-evdev.so.0"
    folder = pathlib.Path(__file__).parent
    if not (folder / engine).exists():
        return [ctypes.CDLL(engine), ctypes.CDLL(evdev)]
    # The wheel's own copies: each finds those before it by their names.
    return [ctypes.CDLL(str(folder / name)) for name in (engine, "libevdev.so.2", evdev)]


_HANDLE = POINTER(c_void_p)
# The parameters of each function, and its result where that is not a status.
_FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    "pg_version": ([], c_char_p),
    "pg_name": ([c_int32, c_size_t], c_char_p),
    "pg_format": ([c_double, ctypes.c_int, c_char_p, c_size_t], c_size_t),
    "pg_interaction_create": ([c_char_p, c_size_t, _HANDLE, POINTER(Error)], c_int32),
    "pg_interaction_create_from_template": ([c_char_p, _HANDLE, POINTER(Error)], c_int32),
    "pg_interaction_create_with": ([c_void_p, c_char_p, c_char_p, _HANDLE, POINTER(Error)], c_int32),
    "pg_interaction_destroy": ([c_void_p], None),
    "pg_interaction_rate": ([c_void_p], c_double),
    "pg_interaction_value_count": ([c_void_p], c_size_t),
    "pg_interaction_value_name": ([c_void_p, c_size_t], c_char_p),
    "pg_interaction_text": ([c_void_p, c_char_p, c_size_t], c_size_t),
    "pg_interaction_check_surface": ([c_void_p, POINTER(Surface), POINTER(Error)], c_int32),
    "pg_device_create": ([c_char_p, _HANDLE, POINTER(Error)], c_int32),
    "pg_device_create_from_fd": ([ctypes.c_int, _HANDLE, POINTER(Error)], c_int32),
    "pg_device_add_property": ([c_void_p, c_uint16, POINTER(Error)], c_int32),
    "pg_device_add_code": ([c_void_p, c_uint16, c_uint16, POINTER(Error)], c_int32),
    "pg_device_add_axis": ([c_void_p, c_uint16, c_int32, c_int32, c_int32, POINTER(Error)], c_int32),
    "pg_device_destroy": ([c_void_p], None),
    "pg_session_create": ([c_void_p, c_int64, POINTER(Surface), _HANDLE, POINTER(Error)], c_int32),
    "pg_session_create_for_device": ([c_void_p, c_int64, c_void_p, _HANDLE, POINTER(Error)], c_int32),
    "pg_session_destroy": ([c_void_p], None),
    "pg_session_feed": ([c_void_p, c_int64, c_void_p, c_size_t], c_int32),
    "pg_session_feed_events": ([c_void_p, c_void_p, c_size_t], c_int32),
    "pg_session_begin": ([c_void_p, c_int64, c_int32], c_int32),
    "pg_session_move": ([c_void_p, c_int64, c_double, c_double, c_int32], c_int32),
    "pg_session_end": ([c_void_p, c_int64, c_int32], c_int32),
    "pg_session_advance": ([c_void_p, c_int64], c_int32),
    "pg_session_next_time": ([c_void_p], c_int64),
    "pg_session_sample_at": ([c_void_p, c_int64, c_void_p, c_void_p, c_size_t], c_int32),
    "pg_session_hold": ([c_void_p, c_int64], c_int32),
    "pg_session_resume": ([c_void_p, c_int64], c_int32),
    "pg_session_reverse": ([c_void_p, c_int64], c_int32),
    "pg_session_settle_to": ([c_void_p, c_int64, c_double], c_int32),
    "pg_session_place": ([c_void_p, c_int64, c_double], c_int32),
    "pg_session_set_interaction": ([c_void_p, c_int64, c_void_p, c_int32], c_int32),
    "pg_session_cancel": ([c_void_p, c_int64], c_int32),
    "pg_session_finish": ([c_void_p], c_int32),
    "pg_session_take_samples": ([c_void_p, c_void_p, c_size_t, c_void_p, c_size_t], c_size_t),
    "pg_session_take_events": ([c_void_p, c_void_p, c_size_t], c_size_t),
    "pg_session_findings": ([c_void_p, c_void_p, c_size_t], c_size_t),
    "pg_session_set_listener": ([c_void_p, POINTER(Listener)], c_int32),
    "pg_session_error": ([c_void_p, POINTER(Error)], c_int32),
    "pg_recording_open": ([c_char_p, _HANDLE, POINTER(Error)], c_int32),
    "pg_recording_create": ([c_char_p, c_size_t, _HANDLE, POINTER(Error)], c_int32),
    "pg_recording_destroy": ([c_void_p], None),
    "pg_recording_device": ([c_void_p], c_void_p),
    "pg_recording_start": ([c_void_p], c_int64),
    "pg_recording_read": ([c_void_p, c_void_p, c_size_t, POINTER(c_size_t), POINTER(Error)], c_int32),
    "pg_spring_with_mass": ([c_double, c_double, c_double], Spring),
    "pg_spring_with_response": ([c_double, c_double], Spring),
    "pg_spring_state": ([Spring, c_double, Motion], Motion),
    "pg_spring_settling_time": ([Spring, c_double], c_double),
    "pg_curve_named": ([c_char_p, POINTER(Curve), POINTER(Error)], c_int32),
    "pg_curve_at": ([Curve, c_double], Motion),
    "pg_velocity": (
        [c_char_p, c_void_p, c_size_t, c_int64, POINTER(c_double), POINTER(c_double), POINTER(Error)], c_int32,
    ),
    "pg_momentum_at": (
        [c_char_p, c_double, c_double, POINTER(Motion), POINTER(c_double), POINTER(c_double), POINTER(Error)], c_int32,
    ),
    "pg_rule_decide": ([c_char_p, POINTER(Release), POINTER(c_int32), POINTER(c_double), POINTER(Error)], c_int32),
}

#: The functions of all libraries.
library = types.SimpleNamespace()
_libraries = _load()
for _name, (_parameters, _result) in _FUNCTIONS.items():
    _function = getattr(next((each for each in _libraries if hasattr(each, _name)), _libraries[0]), _name)
    _function.argtypes, _function.restype = _parameters, _result
    setattr(library, _name, _function)


class PantographError(ValueError):
    """A text or a recording that can't be used; `line` and `column` say where, from 1, or are 0."""

    def __init__(self, message: str, name: str = "", line: int = 0, column: int = 0):
        place = ":".join([name] * bool(name) + [str(number) for number in (line, column) if number])
        super().__init__(f"{place}: {message}" if place else message)
        self.line, self.column = line, column


def check(status: int, what: str, error: Error, name: str = "") -> None:
    """Raises the exception that goes with a status, with the message of the library."""
    if status == OK:
        return
    message = error.message.decode(errors="replace")
    if status == UNUSABLE:
        raise PantographError(message, name, error.line, error.column)
    raise (RuntimeError if status == BUSY else ValueError)(f"{what}: {message}")


def call(function: Callable[..., int], *arguments: Any, what: str, name: str = "") -> None:
    """Calls a function that stores its error in the last argument."""
    error = Error()
    check(function(*arguments, byref(error)), what, error, name)


def create(function: Callable[..., int], *arguments: Any, what: str, name: str = "") -> c_void_p:
    """Calls a function that creates something, and returns its handle."""
    place = c_void_p()
    call(function, *arguments, byref(place), what=what, name=name)
    return place


class Owner:
    """An object that owns something of the library, and frees it once."""

    _handle: c_void_p
    #: The function that frees it.
    _free: ClassVar[Callable[[c_void_p], None]]

    def __del__(self) -> None:
        if handle := getattr(self, "_handle", None):
            type(self)._free(handle)

    def __reduce__(self) -> str | tuple[Any, ...]:
        # What copies would share, each of them would free.
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled")


def rows(place: int | None, kind: np.dtype[Any], count: int) -> Array:
    """Returns a copy of structures in the library's memory."""
    return np.frombuffer(ctypes.string_at(place, count * kind.itemsize) if place else b"", kind)


def integer(value: SupportsIndex, what: str, least: int = -(2**63), most: int = 2**63 - 1) -> int:
    """Returns an integer for C, which would wrap one that does not fit."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{what}: {number} is out of range")
    return number


def text(value: str, what: str) -> bytes:
    """Returns a text for C, which would cut it off at a null character."""
    if "\0" in value:
        raise ValueError(f"{what}: {value!r} contains a null character")
    return value.encode()


def shown(path: str | os.PathLike[str]) -> str:
    """Returns a path for messages; its bytes need not be UTF-8."""
    return os.fsencode(path).decode(errors="backslashreplace")


def names(number: int) -> list[str]:
    """Returns a list of names by its number in the header."""
    found: list[str] = []
    while (name := library.pg_name(number, len(found))) is not None:
        found.append(name.decode())
    return found


def optional(module: str, what: str) -> Any:
    """Imports a module that only some functions need."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        raise ModuleNotFoundError(
            f"{what} needs {package}: python3 -m pip install {package}", name=error.name
        ) from error
