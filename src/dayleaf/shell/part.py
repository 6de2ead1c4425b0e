"""What of a memory is loaded or made when it is first asked for, so that a plain recall starts without it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from threading import Lock
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


class Later(Generic[Kept]):
    """Something that is made when it is first called for, once, and shared by all copies of a memory at other moments."""

    def __init__(self, make: Callable[[], Kept]) -> None:
        self._make = make
        self._made: Kept | None = None
        self._lock = Lock()

    def __call__(self) -> Kept:
        """What it is."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    @property
    def made(self) -> Kept | None:
        """What it is, if anybody has called for it."""
        return self._made
