"""The ledger of a belief: the nested lines below an opinion's bullet on a bank page, each ⇄ one value.

    - O(c=0.706, id=…) @Peter: Prefers tea.
      - began at 0.75; 0.706 since 2026-03-09
      - 2026-03-03 supports: "Asked for tea." (memory/2026-03-03.md#L4, 2k5r0wzj8m1c)
      - 2026-03-09 contradicts strongly: "Cannot stand tea any more." (memory/2026-03-09.md#L7, 7d0q3m9x5a2b)
      - 2026-04-01 set to 0.4 by hand

They belong to the opinion, so they are no facts of their own and no narrative. Reading is liberal (any list marker, any case, blanks),
and whatever is no such line stays what it was: text of the opinion.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from dayleaf.core.fact import Source
from dayleaf.core.page.escape import normal_text
from dayleaf.core.regex import regex

LONGEST_QUOTE = 240
"""Characters of a quote; of a longer text its beginning stands there, with `…`."""

STANCES = ("supports", "contradicts", "unrelated", "stated")
"""How a fact stands to the opinion; `unrelated` strikes a line off, and only people write it; `stated` is where it was first said."""

FORCES = ("strongly", "weakly", "again")
"""How much a fact says, when it is not the ordinary much: with loud words, as a hint, or what was said already."""


class Began(NamedTuple):
    """Where a belief began, and what it was when it was last looked at; the numbers are 0 to 1."""

    at: float
    now: float
    since: dt.date | None


class SetByHand(NamedTuple):
    """A person gave the confidence: what counts from there on begins with this number."""

    on: dt.date
    at: float


class Testimony(NamedTuple):
    """One piece of evidence.

    Attributes:
        on: the day it speaks for.
        stance: one of `STANCES`.
        force: `strongly`, `weakly`, `again`, or empty.
        quote: the fact's text on one line, or its beginning.
        source: where the fact stands; None when nobody wrote it.
        fact: the fact's id, or empty.
    """

    on: dt.date
    stance: str
    force: str
    quote: str
    source: Source | None
    fact: str


Line = Began | SetByHand | Testimony

_MARKER = r"[ \t]*[-*+][ \t]+"
_DATE = r"(\d{4}-\d{2}-\d{2})"
_SCORE = r"(\d+(?:[.,]\d+)?|[.,]\d+)"
_BEGAN = regex(rf"{_MARKER}began at {_SCORE}(?:;\s*{_SCORE} since {_DATE})?\.?\s*", re.IGNORECASE | re.ASCII)
_SET = regex(rf"{_MARKER}{_DATE}:?\s+set to {_SCORE}(?:\s.*)?", re.IGNORECASE | re.ASCII)
_TESTIMONY = regex(
    rf"{_MARKER}{_DATE}:?\s+({'|'.join(STANCES)})(?:\s+({'|'.join(FORCES)}))?\s*:?\s*(?:\"(.*)\")?\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*",
    re.IGNORECASE,
)
_QUICK = regex(r"[ \t]*[-*+][ \t]+(?:\d{4}-|began at)", re.IGNORECASE | re.ASCII)


def read_line(line: str) -> Line | None:
    """The value a line stands for, its list marker included; None if it is no line of a ledger."""
    if not _QUICK.match(line):
        return None
    try:
        if found := _BEGAN.fullmatch(line):
            at = _score(found[1])
            return Began(at, _score(found[2]) if found[2] else at, dt.date.fromisoformat(found[3]) if found[3] else None)
        if found := _SET.fullmatch(line):
            return SetByHand(dt.date.fromisoformat(found[1]), _score(found[2]))
        if found := _TESTIMONY.fullmatch(line):
            place, _, fact = (found[5] or "").rpartition(",")
            source = Source.parse(place.strip()) if place.strip() else None
            quote = (found[4] or "").replace("<\\!--", "<!--")
            return Testimony(dt.date.fromisoformat(found[1]), found[2].lower(), (found[3] or "").lower(), quote, source, fact.strip())
    except (ValueError, OverflowError):
        return None
    return None


def write_line(line: Line) -> str:
    """The line, without indentation, with its list marker."""
    match line:
        case Began(at, now, since):
            return f"- began at {number(at)}" + (f"; {number(now)} since {since.isoformat()}" if since else "")
        case SetByHand(on, at):
            return f"- {on.isoformat()} set to {number(at)} by hand"
        case Testimony(on, stance, force, quote, source, fact):
            place = f" ({source}, {fact})" if source and fact else ""
            return f'- {on.isoformat()} {stance}{" " + force if force else ""}: "{quoted(quote)}"{place}'


def quoted(text: str) -> str:
    """A text as a quote holds it: on one line, not too long, opening no comment."""
    line = " ".join(normal_text(text).split())
    if len(line) > LONGEST_QUOTE:
        line = line[: LONGEST_QUOTE - 1].rstrip() + "…"
    return line.replace("<!--", "<\\!--")


def number(score: float) -> str:
    """A confidence with at most three digits behind the point."""
    return f"{round(score, 3):g}"


def without(body: str) -> tuple[str, int]:
    """The text of an item without the lines of a ledger, and how many of its lines are left up to the last that says something."""
    kept: list[str] = []
    last = 0
    lines = body.split("\n")
    for place, line in enumerate(lines, 1):
        if place > 1 and read_line(line) is not None:
            continue
        kept.append(line)
        if line.strip():
            last = place
    return ("\n".join(kept).rstrip(), last) if len(kept) < len(lines) else (body, len(lines))


def _score(text: str) -> float:
    """A number from 0 to 1. Raises ValueError if it is another one."""
    value = float(text.replace(",", "."))
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value
