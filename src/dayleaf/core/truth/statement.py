"""The values of truth over time: Word, Mark, Claim, Statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from dayleaf.core.fact import Fact, Kind, TimeRange


class Mark(IntEnum):
    """How a sentence says that something is no longer as it was."""

    NONE = 0
    NOW = 1
    CHANGE = 2
    END = 3
    FIX = 4


class Word:
    """One word: comparing form, stem ("" when it carries no content), and where it stands."""

    __slots__ = ("at", "clause", "denied", "key", "masked", "named", "number", "proper", "segment", "spaced", "stem")

    def __init__(
        self,
        key: str,
        stem: str,
        number: str,
        clause: int,
        segment: int,
        at: int,
        *,
        proper: bool,
        spaced: bool = True,
        named: bool = False,
        masked: bool = False,
    ) -> None:
        self.key, self.stem, self.number = key, stem, number
        self.clause, self.segment, self.at = clause, segment, at
        self.proper, self.spaced, self.named, self.masked = proper, spaced, named, masked
        self.denied = False

    @property
    def counts(self) -> bool:
        """Whether it is content of the claim itself: no name of the entity, no part of a date."""
        return bool(self.stem) and not self.named and not self.masked


class Claim(NamedTuple):
    """One attribute with its value.

    Attributes:
        family: the attribute: `home`, `work at`, `role`, `is`, `n LABEL` (a labelled number), `u UNIT` (an amount), …
        topic: stems that say of what; empty means of the entity itself.
        value: stems of the value (of a role: its holder).
        single: whether one value excludes every other, also when the sentence reports no change.
        share: which part of the statement's content the claim is, 0 to 1.
        things: of the topic, what may be a thing: in German its capitalised words, in English all.
    """

    family: str
    topic: frozenset[str]
    value: frozenset[str]
    single: bool
    share: float = 1.0
    things: frozenset[str] = frozenset()


class Statement(NamedTuple):
    """What a fact says, as far as truth over time needs it.

    Attributes:
        fact: the fact.
        words: its words in order.
        content: the stems it affirms or denies.
        denied: those it denies ("no longer locked", "without sugar").
        dropped: those it names as what was before ("from X to Y", "instead of X").
        mark: how it says that something changed.
        also: whether it says that it adds to what is true.
        unsure: whether it only says what may be.
        event: whether it tells what happened, not what is.
        since: from which day it says to hold; None when it does not say.
        until: the first day on which it says to hold no longer; None when it does not say.
        held: whether it says that this has been so until it was told ("since", "seit").
        dates: the days it speaks of otherwise.
        claims: the attributes it gives a value to.
        liked: the stems of what somebody likes, in order.
        disliked: the stems of what somebody does not like, in order.
    """

    fact: Fact
    words: tuple[Word, ...]
    content: frozenset[str]
    denied: frozenset[str]
    dropped: frozenset[str]
    mark: Mark
    also: bool
    unsure: bool
    event: bool
    since: dt.date | None
    until: dt.date | None
    held: bool
    dates: tuple[TimeRange, ...]
    claims: tuple[Claim, ...]
    liked: Sequence[str]
    disliked: Sequence[str]

    @property
    def lasting(self) -> bool:
        """Whether it is the kind of sentence that a later one can make untrue."""
        if self.unsure or self.fact.kind in (Kind.PASSAGE, Kind.OBSERVATION):
            return False
        told = self.mark in (Mark.NOW, Mark.CHANGE)
        return told or not (self.event or self.fact.kind is Kind.EXPERIENCE)
