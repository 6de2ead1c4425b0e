"""A part of a memory that is loaded when it is first asked for, so that a plain recall starts without it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Generic, TypeVar, cast

Kept = TypeVar("Kept")


class Part(Generic[Kept]):
    """An attribute of a memory: `core = Part["Core"]("dayleaf.shell.core_pages:Core")`.

    Made once for each memory, from the ground it stands on.
    """

    def __init__(self, home: str) -> None:
        self._home = home
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, memory: Any, owner: type | None = None) -> Kept:  # noqa: ANN401 whatever stands on a ground
        module, _, name = self._home.partition(":")
        made = getattr(import_module(module), name)(memory._ground)  # noqa: SLF001 the part is one of its own
        memory.__dict__[self._name] = made  # found there before this descriptor, from now on
        return cast("Kept", made)
