"""What has outlived its use: statements about a moment that is long past. Conservative: both what it says and when must tell."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.dream.words import key_of
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.regex import regex
from dayleaf.core.truth import read
from dayleaf.core.truth.statement import Mark

LONG_PAST = 30
"""Days after which a moment is long past."""

_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def _set(*lists: str) -> frozenset[str]:
    return frozenset(key_of(word) for words in lists for word in words.split())


_MOMENT = _set("today tonight heute gerade momentan augenblicklich", "currently presently derzeit")
_MOMENTS = ("right now", "at the moment", "this morning", "this afternoon", "this evening", "im moment", "im augenblick", "zur zeit")
_FLEETING = _set(
    "headache tired sleepy exhausted hungry thirsty sneezing coughing raining snowing sunny windy foggy rain weather mood grumpy",
    "stuck traffic queue waiting bored nervous hungover lunch jetlagged offline busy",
    "kopfschmerzen kopfweh müde erschöpft hungrig durstig niest hustet regnet schneit sonnig windig neblig regen wetter laune gelaunt",
    "stau warteschlange wartet gelangweilt nervös verkatert beschäftigt muskelkater schnupfen bauchschmerzen",
)
_LASTING = _set(
    "always never every allergic allergy chronic diagnosed since born married signed bought hired birthday deadline decided",
    "immer nie jeden allergisch allergie chronisch diagnose seit geboren geheiratet unterschrieben gekauft eingestellt geburtstag frist",
    "beschlossen entschieden",
)


def is_stale(fact: Fact, today: dt.date) -> bool:
    """Whether a fact speaks of nothing but a moment that is more than `LONG_PAST` days ago.

    It must say that it is about a moment ("today", "gerade", or a `when` of at most two days), and that of something fleeting: how
    somebody feels, the weather, the traffic. What was done or decided is no such thing, nor what has a number, a category or a mark.
    """
    if fact.kind is not Kind.WORLD or fact.category is not None or fact.supersedes is not None or fact.told is None:
        return False
    if any(letter.isdigit() for letter in fact.text) or len(fact.text) > _SHORT:
        return False
    last = fact.told if fact.when is None or fact.when.end is None else max(fact.told, fact.when.end)
    if (today - last).days <= LONG_PAST:
        return False
    words = {key_of(found[0]) for found in _WORD.finditer(fact.text)}
    if words.isdisjoint(_FLEETING) or not words.isdisjoint(_LASTING):
        return False
    text = " ".join(fact.text.casefold().split())
    momentary = not words.isdisjoint(_MOMENT) or any(phrase in text for phrase in _MOMENTS) or _is_short(fact)
    statement = read(fact)
    return momentary and statement.mark in (Mark.NONE, Mark.NOW) and not statement.event and not statement.unsure


_SHORT = 120
"""Characters above which a statement says more than how a moment was."""


def _is_short(fact: Fact) -> bool:
    """Whether the bullet dates the fact to at most two days."""
    return (
        fact.when is not None and fact.when.start is not None and fact.when.end is not None and (fact.when.end - fact.when.start).days <= 2
    )
