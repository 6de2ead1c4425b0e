"""A page's path: which spellings name a place inside the workspace, and why the others are refused.

What is decided here needs no disk. Links, which only the disk knows, are the adapter's part.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from dayleaf.core.errors import PathRefused
from dayleaf.core.fact import Problem, Source
from dayleaf.core.listing import Stamp
from dayleaf.core.regex import regex

PART_LIMIT = 255
"""Bytes of one part of a path in UTF-8: what every common file system takes."""

PATH_LIMIT = 3072
"""Bytes of a whole path in UTF-8: Linux ends at 4,096 with the workspace's own path before it."""

_BAD = regex(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\]")
_DRIVE = regex(r"[A-Za-z]:")
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"))
)
"""Device names on Windows, with any suffix: such a page could not be checked out there."""


def parts_of(path: str) -> tuple[str, ...]:
    """The parts of a path relative to the workspace, each an ordinary visible name.

    Nothing is decoded or normalised: `%2e%2e` and full-width dots are names like any other.

    Raises:
        PathRefused: it is empty, absolute, goes up, is hidden, or holds a name no page may have.
    """
    if path.startswith(("/", "\\")) or _DRIVE.match(path):
        raise PathRefused("an absolute path is no page", hint="write it relative to the workspace, with /")
    parts = tuple(path.split("/"))
    reason = next(filter(None, map(blemish, parts)), None)
    if reason is None and len(path.encode()) > PATH_LIMIT:
        reason = f"is longer than {PATH_LIMIT} bytes"
    if reason is not None:
        raise PathRefused(f"{shown(path)!r} {reason}", hint="write a path inside the workspace, such as memory/2025-11-27.md")
    return parts


def blemish(part: str) -> str | None:
    """Why this name may be no part of a page's path, as the end of a sentence; None if it may."""
    if part == "..":
        return "goes up with .."
    if not part:
        return "has an empty part"
    if part[0] == ".":
        return "has a hidden part"
    if _BAD.search(part):
        return "has a name with a backslash, a control character or bytes that are not UTF-8"
    if part.partition(".")[0].rstrip(" ").casefold() in _RESERVED:
        return "has a name that is reserved on some systems"
    if len(part) * 4 > PART_LIMIT and len(part.encode()) > PART_LIMIT:
        return f"has a name longer than {PART_LIMIT} bytes"
    return None


def shown(path: str) -> str:
    """The path fit for a message: at most 200 characters, `?` for what is no UTF-8."""
    return path[:200].encode("utf-8", "replace").decode()


def same_name(one: str, other: str) -> bool:
    """Whether two names differ only in how their accents are composed (macOS writes NFD, most people NFC)."""
    return one == other or unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


def one_core(stamps: Iterable[Stamp]) -> tuple[list[Stamp], list[Problem]]:
    """Of `memory.md` and `MEMORY.md` keep the first; the other is a problem, for only one can be the core."""
    kept = list(stamps)
    paths = {stamp.path for stamp in kept}
    if not {"memory.md", "MEMORY.md"} <= paths:
        return kept, []
    message = "memory.md is the core page and this one is not read; move its lines there and delete it"
    return [stamp for stamp in kept if stamp.path != "MEMORY.md"], [Problem(Source("MEMORY.md", 0, 0), "two_core_files", message)]
