"""Where a page lies and what that makes it: role and day from the path alone."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache

from dayleaf.core.page.reading import Place, Role
from dayleaf.core.regex import regex

CORE_PAGES = ("memory.md", "SOUL.md", "USER.md")
"""The pages that are always in context; `MEMORY.md` is accepted for the first."""

_CORE = frozenset((*CORE_PAGES, "MEMORY.md"))
_DAY = regex(r"(\d{4})-(\d{2})-(\d{2})(?:[-_ .].*)?\.md", re.ASCII | re.DOTALL)
_GLOB = regex(r"\*\*/|\*\*|\*|\?|[^*?]+")
_WILD = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def place_of(path: str) -> Place:
    """The role and day of a page, from its path relative to the workspace (with `/`).

    A log with an impossible date such as `memory/2026-06-31.md` stays a log, without a day. A note elsewhere whose name begins with a
    day (`notes/2024-05-01-idea.md`) was told on it.
    """
    parts = path.split("/")
    match parts:
        case [name] if name in _CORE:
            return Place(Role.CORE)
        case ["bank", "entities", _]:
            return Place(Role.ENTITY)
        case ["bank", "archive", *_]:
            return Place(Role.ARCHIVE)
        case ["bank", "proposals.md"]:
            return Place(Role.PROPOSALS)
        case ["bank", *_]:
            return Place(Role.BANK)
        case ["memory", *_] if dated := _DAY.fullmatch(parts[-1]):
            return Place(Role.LOG, _day(int(dated[1]), int(dated[2]), int(dated[3])))
    dated = _DAY.fullmatch(parts[-1])
    return Place(Role.NOTE, _day(int(dated[1]), int(dated[2]), int(dated[3])) if dated else None)


def is_page(path: str, include: Sequence[str] = ()) -> bool:
    """Whether a path relative to the workspace belongs to the memory.

    Markdown only, and nothing hidden: no part may begin with a dot (so neither `..` nor `memory/.dreams`).
    `include` adds glob patterns for pages elsewhere: `*` and `?` stay within a folder, `**` crosses folders.
    """
    parts = path.split("/")
    if not path.endswith(".md") or any(not part or part.startswith(".") for part in parts):
        return False
    if path in _CORE or (parts[0] in {"memory", "bank"} and len(parts) > 1):
        return True
    return any(_pattern(glob).fullmatch(path) for glob in include)


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


@lru_cache(maxsize=64)
def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile("".join(_WILD.get(piece) or re.escape(piece) for piece in _GLOB.findall(glob)), re.DOTALL)
