"""What a pass over the memory does to it, as values: what is planned for a page, and a Reflection that says what was done and why.

A plan does not hold an edit but a function from a page's fresh bytes to one, so that a line somebody saves during a long pass is
seen before anything is written. What the function decides carries its own report: only what was really done is reported.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from difflib import unified_diff
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from dayleaf.core.page.edit import Edit


class Stance(StrEnum):
    """How a fact stands to an opinion."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


class Change(NamedTuple):
    """A page that was changed: `kind` is `create` or `change`; `reason` for people; the exact `diff` when it was only rehearsed."""

    path: str
    kind: str
    reason: str
    diff: str = ""


class Cause(NamedTuple):
    """What moved a belief: a fact, where it stands, its stance. Of a confidence set by hand all three are empty."""

    fact: str
    source: str
    stance: str


class Shift(NamedTuple):
    """One move of a belief.

    Attributes:
        opinion: the opinion's id.
        before: the confidence before, 0 to 1.
        after: the confidence after, 0 to 1.
        on: the day it moved.
        because: what moved it most.
        why: the same in words.
    """

    opinion: str
    before: float
    after: float
    on: dt.date | None
    because: Cause
    why: str


class Merged(NamedTuple):
    """Facts that became one: the id of the one that stays, and the ids of those it was made of."""

    into: str
    parts: tuple[str, ...]


class Retired(NamedTuple):
    """A fact that was put away: its id, why, and where it lies now (`bank/archive/2025-11.md#L4`)."""

    fact: str
    reason: str
    archive: str


class Inferred(NamedTuple):
    """A fact that the machine derived: its id, the citations it was derived from, and why, for people (empty: no more than that)."""

    fact: str
    evidence: tuple[str, ...]
    why: str = ""


class Proposal(NamedTuple):
    """An edit that waits for a person: its id, the page, the exact diff, why, and the ids of the facts behind it."""

    id: str
    path: str
    diff: str
    reason: str
    facts: tuple[str, ...]


class Refused(NamedTuple):
    """What was not done, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Reflection:
    """What one pass did; after a rehearsal: what it would do."""

    edits: tuple[Change, ...] = ()
    shifts: tuple[Shift, ...] = ()
    merged: tuple[Merged, ...] = ()
    retired: tuple[Retired, ...] = ()
    inferred: tuple[Inferred, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    refused: tuple[Refused, ...] = ()

    def __add__(self, other: Reflection) -> Reflection:
        return Reflection(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def __bool__(self) -> bool:
        """Whether anything was done, or refused."""
        return any(getattr(self, field.name) for field in fields(self))


NOTHING = Reflection()
"""What a pass did that found nothing to do."""


def joined(reflections: Iterable[Reflection]) -> Reflection:
    """All of them as one, in order."""
    return reduce(Reflection.__add__, reflections, NOTHING)


class Decided(NamedTuple):
    """What is to be done to a page as it is now: the edit (None: nothing), and what to report if it is carried out.

    The report need not name the page: the pass adds the `Change` itself. Without an edit only what was refused is reported.
    """

    edit: Edit | None
    report: Reflection = NOTHING


class Planned(NamedTuple):
    """What a step wants of one page.

    Attributes:
        path: the page.
        reason: why, for people, a few words.
        decide: given the page's bytes (None: no such page), what to do; pure, and asked again when they changed meanwhile.
    """

    path: str
    reason: str
    decide: Callable[[bytes | None], Decided]


def diff_of(path: str, before: bytes | None, after: bytes) -> str:
    """The change of a page as a unified diff, its lines joined by LF; undecodable bytes are shown as U+FFFD."""
    old, new = ((data or b"").decode("utf-8", "replace").split("\n") for data in (before, after))
    name = "/dev/null" if before is None else f"a/{path}"
    return "\n".join(unified_diff(old, new, name, f"b/{path}", lineterm=""))
