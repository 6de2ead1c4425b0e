"""The smallest change of a page: Create, Append, Replace as byte splices that know what they expect."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Create:
    """Make a page that must not exist yet."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Append:
    """Insert whole lines at a byte offset of the page (`at` = its length means the end)."""

    path: str
    at: int
    text: str
    expects: bytes


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the bytes from `start` up to `end` by a text."""

    path: str
    start: int
    end: int
    text: str
    expects: bytes


Edit = Create | Append | Replace
