"""The front matter of a page: where it ends, and what an entity's page says of itself there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import NamedTuple

from dayleaf.core.regex import regex

HeaderReader = Callable[[str], Mapping[str, object]]
"""Reads the YAML text of a front matter; raises ValueError (best: `BadHeader`) when it is none."""

LONGEST_HEADER = 65_536
"""Characters; what is longer is not read as YAML, so that no page can make reading slow."""

_OPEN = regex(r"(?:[ \t]*+\n)*---[ \t]*+\n(?![ \t]*+(?:\n|\Z))")  # a blank line after it makes it a mere rule, as in Pandoc
_CLOSE = regex(r"^(?:---|\.\.\.)[ \t]*+$", re.MULTILINE)


class BadHeader(ValueError):
    """Front matter that cannot be read; `line` counts from 1 within it, 0 is unknown."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class Front(NamedTuple):
    """The front matter of a page.

    Attributes:
        text: what stands between the two fences.
        first: the line of the page on which that begins.
        end: the offset in the page's text behind the closing fence.
        below: the number of the line behind the closing fence.
    """

    text: str
    first: int
    end: int
    below: int


class Card(NamedTuple):
    """What an entity's page may say in its front matter."""

    name: str | None = None
    aliases: tuple[str, ...] = ()
    sort: str | None = None
    same: str | None = None


def front_of(text: str) -> Front | None:
    """The front matter at the head of a page (LF line ends, no BOM), or None; blank lines may stand above it."""
    opened = _OPEN.match(text)
    closed = opened and _CLOSE.search(text, opened.end())
    if not opened or not closed:
        return None
    first = 1 + text.count("\n", 0, opened.end())
    within = text[opened.end() : closed.start()]
    end = min(closed.end() + 1, len(text))
    return Front(within, first, end, first + within.count("\n") + 1)


def read_front(front: Front, header: HeaderReader) -> Mapping[str, object]:
    """The values of a front matter.

    Raises:
        BadHeader: it is too long or the reader could make nothing of it; `line` counts in the page.
    """
    if len(front.text) > LONGEST_HEADER:
        raise BadHeader(f"the front matter is longer than {LONGEST_HEADER} characters", front.first)
    try:
        return header(front.text)
    except BadHeader as bad:
        raise BadHeader(str(bad), front.first + max(bad.line, 1) - 1) from bad
    except ValueError as bad:
        raise BadHeader(str(bad), front.first) from bad


def card_of(values: Mapping[str, object]) -> Card:
    """Name, aliases (a list, or one text with commas), kind, and whom it is the same as; values of another form are left out."""
    aliases = values.get("aliases")
    listed = aliases.split(",") if isinstance(aliases, str) else aliases if isinstance(aliases, list | tuple) else ()
    names = tuple(dict.fromkeys(name for alias in listed if (name := _name(alias))))
    return Card(_name(values.get("name")), names, _name(values.get("kind")), _name(values.get("same_as")))


def _name(value: object) -> str | None:
    """One line of NFC text, or None when the value holds no such thing."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    return unicodedata.normalize("NFC", " ".join(str(value).split())).lstrip("@") or None
