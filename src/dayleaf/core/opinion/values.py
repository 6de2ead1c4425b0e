"""What an opinion is: a statement with a confidence, and the evidence for and against it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from dayleaf.core.fact import Source


@dataclass(frozen=True, slots=True)
class Evidence:
    """A fact that speaks for or against an opinion.

    Attributes:
        fact: its id.
        stance: `supports` or `contradicts`.
        source: where it stands.
        quote: what it says, or the beginning of it.
        weight: by how much it moved the log-odds, 0 or more; see `core.opinion.weigh`.
        on: the day it was told.
        force: `strongly`, `weakly`, `again`, or empty for the ordinary much.
    """

    fact: str
    stance: str
    source: Source | None
    quote: str
    weight: float
    on: dt.date
    force: str = ""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A belief.

    Attributes:
        id: stays the same as long as the belief does, wherever its line moves.
        statement: as it is written.
        confidence: 0 (surely not) to 1 (surely), after all evidence so far.
        entities: whom or what it is about.
        evidence: for and against, oldest first.
        last_updated: the day of the last evidence, or on which it was told or set by hand; None on an undated page.
        source: where the statement stands.
        rivals: ids of opinions that cannot well be true together with it.
        superseded_by: the id of the fact that replaced it; None: it holds.
    """

    id: str
    statement: str
    confidence: float
    entities: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    last_updated: dt.date | None
    source: Source
    rivals: tuple[str, ...] = ()
    superseded_by: str | None = None
