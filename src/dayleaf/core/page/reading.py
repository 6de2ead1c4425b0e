"""Page and Reading: the bytes of one file, and everything they say."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import Entity, Fact, Kind, Problem, Source


class Role(StrEnum):
    """What a page is for; its path decides."""

    LOG = "log"
    BANK = "bank"
    ENTITY = "entity"
    ARCHIVE = "archive"
    CORE = "core"
    PROPOSALS = "proposals"
    NOTE = "note"


class Place(NamedTuple):
    """What a path says about its page: the role, and the day of a daily log (None when undated)."""

    role: Role
    day: dt.date | None = None


class Page(NamedTuple):
    """One file as text.

    Attributes:
        path: relative to the workspace, with `/`.
        text: decoded as UTF-8 (bad bytes replaced), BOM kept out, line ends as they are.
        digest: 16 bytes of BLAKE2b over the file's bytes.
        place: role and day, from the path.
    """

    path: str
    text: str
    digest: bytes
    place: Place


class Archived(NamedTuple):
    """A fact that was put away, as its entry in the archive tells.

    Attributes:
        fact: as it was where it stood; its name is its id.
        reason: why, for people.
        on: the day it was put away; None if that cannot be read.
        into: the id of the fact that says it now; None if none does.
        restored: the day somebody brought it back; None: it is put away.
        source: where the entry stands.
    """

    fact: Fact
    reason: str
    on: dt.date | None
    into: str | None
    restored: dt.date | None
    source: Source

    @property
    def id(self) -> str:
        """The id of the fact."""
        return self.fact.id


class Reading(NamedTuple):
    """Everything a page says, in document order.

    Attributes:
        page: what was read.
        facts: typed facts and passages, by line; consecutive ones are neighbours.
        entity: what an entity page's front matter and heading say of it, else None.
        problems: what could not be read as meant.
        archived: on a page of the archive, what was put away; these are no facts.
    """

    page: Page
    facts: tuple[Fact, ...]
    entity: Entity | None = None
    problems: tuple[Problem, ...] = ()
    archived: tuple[Archived, ...] = ()

    @property
    def opinions(self) -> tuple[Fact, ...]:
        """The facts of kind opinion."""
        return tuple(fact for fact in self.facts if fact.kind is Kind.OPINION)


def digest_of(data: bytes) -> bytes:
    """16 bytes of BLAKE2b: how a file's content is told apart."""
    return blake2b(data, digest_size=16).digest()
