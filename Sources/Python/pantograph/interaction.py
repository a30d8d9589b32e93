"""What a gesture does to an animation."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from typing import Any, NamedTuple

from . import _native
from ._native import library


class Surface(NamedTuple):
    """A touch surface: its size in millimetres, and its units per millimetre, 0 if not known.

    Only interactions in device units need the latter.
    """

    width: float
    height: float
    units_per_mm_x: float = 0
    units_per_mm_y: float = 0


def plane(surface: Surface | tuple[float, ...] | None) -> Any:
    """Returns a surface for C."""
    return None if surface is None else ctypes.byref(_native.Surface(*Surface(*surface)))


class Interaction(_native.Owner):
    """What a gesture does to an animation, from the JSON of an interaction file.

    `text` is JSON, or a dictionary that is written as JSON. An interaction never changes.
    Those with the same text are equal.
    """

    _free = library.pg_interaction_destroy

    def __init__(self, text: str | bytes | dict[str, Any], *, name: str = ""):
        if isinstance(text, dict):
            text = json.dumps(text)
        if isinstance(text, str):
            text = text.encode()
        handle = _native.create(library.pg_interaction_create, text, len(text), what="Interaction", name=name)
        self._own(handle, type(self), text)

    def _own(self, handle: ctypes.c_void_p, *origin: Any) -> None:
        self._handle, self._origin = handle, origin
        count = library.pg_interaction_value_count(handle)
        #: The names of the animated properties.
        self.columns: tuple[str, ...] = tuple(
            library.pg_interaction_value_name(handle, index).decode() for index in range(count)
        )
        #: The samples per second.
        self.rate: float = library.pg_interaction_rate(handle)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Interaction:
        """Reads an interaction file."""
        return cls(pathlib.Path(path).read_bytes(), name=_native.shown(path))

    @classmethod
    def from_template(cls, name: str) -> Interaction:
        """Returns the interaction of a template, such as "sheet"; `pantograph.TEMPLATES` has their names."""
        what, made = "Interaction.from_template", cls.__new__(cls)
        handle = _native.create(
            library.pg_interaction_create_from_template, _native.text(name, what), what=what
        )
        made._own(handle, cls.from_template, name)
        return made

    def changed(self, path: str, value: object) -> Interaction:
        """Returns an interaction that differs in one value, such as `changed("animation/duration", 0.4)`."""
        made = type(self).__new__(type(self))
        handle = _native.create(
            library.pg_interaction_create_with, self._handle, _native.text(path, "changed"),
            json.dumps(value).encode(), what="changed",
        )
        made._own(handle, type(self).changed, self, path, value)
        return made

    @property
    def text(self) -> str:
        """The interaction as JSON, with comments where it has some."""
        memory = ctypes.create_string_buffer(library.pg_interaction_text(self._handle, None, 0) + 1)
        library.pg_interaction_text(self._handle, memory, len(memory))
        return memory.value.decode()

    def __repr__(self) -> str:
        return f"<Interaction of {', '.join(self.columns) or 'no values'} at {self.rate:g} samples a second>"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Interaction) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def check_surface(self, surface: Surface | tuple[float, ...] | None = None) -> None:
        """Raises `ValueError` with the reason if a `Session` can't be created on a surface; `None` if it is not known."""
        what = "check_surface"
        _native.call(library.pg_interaction_check_surface, self._handle, plane(surface), what=what)

    def __copy__(self) -> Interaction:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Interaction:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        function, *arguments = self._origin
        return function, tuple(arguments)


def interaction(source: Interaction | str | os.PathLike[str] | dict[str, Any]) -> Interaction:
    """Returns an interaction, which may be given as a file or as a dictionary."""
    if isinstance(source, Interaction):
        return source
    return Interaction(source) if isinstance(source, dict) else Interaction.from_file(source)
