"""What callers may give in several forms — one text or many, a kind or its letter, a range or words — read once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind, TimeRange
from dayleaf.core.when import window


def each(texts: Sequence[str]) -> Sequence[str]:
    """Several texts; a lone one counts as one, not as its letters."""
    return (texts,) if isinstance(texts, str) else texts


def kind_of(kind: str) -> Kind:
    """A kind by its name or letter.

    Raises:
        UsageError: there is none of that name.
    """
    if found := Kind.of_letter(kind) or next((one for one in Kind if one == kind), None):
        return found
    raise UsageError(f"there is no kind {kind!r}", hint=f"kinds are {', '.join(Kind)}")


def range_of(when: str | TimeRange | None, now: dt.datetime) -> TimeRange | None:
    """The days of an event, given as a range or in words.

    Raises:
        UsageError: the words are not understood.
    """
    return window(when, now, "during") if isinstance(when, str) else when


def during_of(since: str | None, until: str | None, during: str | None, now: dt.datetime) -> TimeRange | None:
    """The window that options ask for; None when they ask for none.

    Raises:
        UsageError: the words are not understood, or two options exclude each other.
    """
    if during is not None and (since is not None or until is not None):
        raise UsageError("--during cannot be joined with --since or --until", hint="give the one or the others")
    if during is not None:
        return window(during, now, "during")
    start = None if since is None else window(since, now, "since").start
    end = None if until is None else window(until, now, "until").end
    return TimeRange(start, end) if start or end else None
