"""What a gesture does to an animation."""

from __future__ import annotations

import json
import os
import pathlib

from . import _native
from ._native import library


class Interaction:
    """What a gesture does to an animation, from the JSON of an interaction file.

    `text` is JSON, or a dictionary that is written as JSON. An interaction never changes.
    """

    def __init__(self, text: str | bytes | dict, *, name: str = ""):
        if isinstance(text, dict):
            text = json.dumps(text)
        if isinstance(text, str):
            text = text.encode()
        self._own(
            _native.handle(library.pg_interaction_create, text, len(text), what="Interaction", name=name)
        )

    def _own(self, handle) -> None:
        self._handle = handle
        count = library.pg_interaction_value_count(handle)
        #: The names of the animated properties.
        self.columns: tuple[str, ...] = tuple(
            library.pg_interaction_value_name(handle, index).decode() for index in range(count)
        )
        #: The samples per second.
        self.rate: float = library.pg_interaction_rate(handle)

    @classmethod
    def from_file(cls, path: str | os.PathLike) -> Interaction:
        """Reads an interaction file."""
        return cls(pathlib.Path(path).read_bytes(), name=str(path))

    @classmethod
    def from_template(cls, name: str) -> Interaction:
        """Returns the interaction of a template, such as "sheet"; `pantograph.TEMPLATES` has their names."""
        made = cls.__new__(cls)
        made._own(
            _native.handle(
                library.pg_interaction_create_from_template, name.encode(), what="Interaction.from_template"
            )
        )
        return made

    def changed(self, path: str, value: object) -> Interaction:
        """Returns an interaction that differs in one value, such as `changed("animation/duration", 0.4)`."""
        made = type(self).__new__(type(self))
        made._own(
            _native.handle(
                library.pg_interaction_create_with, self._handle, path.encode(), json.dumps(value).encode(),
                what="changed",
            )
        )
        return made

    def __del__(self):
        if handle := getattr(self, "_handle", None):
            library.pg_interaction_destroy(handle)


def interaction(source: Interaction | str | os.PathLike | dict) -> Interaction:
    """Returns an interaction, which may be given as a file or as a dictionary."""
    if isinstance(source, Interaction):
        return source
    return Interaction(source) if isinstance(source, dict) else Interaction.from_file(source)
