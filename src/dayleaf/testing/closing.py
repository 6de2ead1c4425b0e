"""What a suite opens is closed when its test is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar


class _Closes(Protocol):
    def close(self) -> None: ...


Made = TypeVar("Made", bound=_Closes)


class Closing:
    """Base of the suites whose subjects hold files."""

    def setup_method(self) -> None:
        """Begin with nothing."""
        self._made: list[Any] = []

    def teardown_method(self) -> None:
        """Close all."""
        for made in self._made:
            made.close()

    def new(self, make: Callable[[], Made]) -> Made:
        """One of them, closed when the test is over."""
        made = make()
        self._made.append(made)
        return made
