"""What to move out of the core when it is larger than it should be, and where to."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from dayleaf.core import tokens
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.reading import Reading

CORE_LIMIT = 2000
"""Tokens of all core pages together that a context can spare at every turn: as much as a whole recall brings by default."""

_HOMES = {Kind.EXPERIENCE: "bank/experience.md", Kind.OPINION: "bank/opinions.md"}
_STAYS = {Kind.EXPERIENCE: 1, Kind.OBSERVATION: 2, Kind.PASSAGE: 2, Kind.WORLD: 3, Kind.OPINION: 4}
"""What leaves first: what once happened, then summaries and narrative, then facts, and preferences last."""


class Move(NamedTuple):
    """Lines of a core page that would be found by recall just as well elsewhere.

    Attributes:
        source: where they stand.
        content: what they say.
        to: the page they would fit into.
        tokens: what moving them saves at every turn.
        why: the reason they come before others.
    """

    source: Source
    content: str
    to: str
    tokens: int
    why: str


def moves_out(readings: Sequence[Reading], limit: int, today: dt.date) -> tuple[Move, ...]:
    """The fewest lines to move so that the core fits its limit: what is over first, then by kind, then the longest.

    Args:
        readings: the core pages.
        limit: tokens they may have together.
        today: tells what is over.
    """
    excess = sum(tokens.count(reading.page.text) for reading in readings) - limit
    candidates = [fact for reading in readings for fact in reading.facts if not fact.text.startswith("#")]
    chosen: list[Move] = []
    for fact in sorted(candidates, key=lambda fact: (not _over(fact, today), _STAYS[fact.kind], -tokens.count(fact.text), fact.source)):
        if excess <= 0:
            break
        chosen.append(_move(fact, today))
        excess -= chosen[-1].tokens
    return tuple(chosen)


def _over(fact: Fact, today: dt.date) -> bool:
    return fact.when is not None and fact.when.end is not None and fact.when.end <= today


def _move(fact: Fact, today: dt.date) -> Move:
    why = "it is over" if _over(fact, today) else f"it is {'narrative' if fact.kind is Kind.PASSAGE else fact.kind.value}, found by recall"
    return Move(fact.source, fact.text, _HOMES.get(fact.kind, "bank/world.md"), tokens.count(fact.text), why)
