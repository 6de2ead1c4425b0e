"""Whether one statement makes an older one untrue, and how much of it. Conservative: when in doubt, both stay."""

from __future__ import annotations

from dataclasses import dataclass

from dayleaf.core.fact import Kind
from dayleaf.core.truth import words as w
from dayleaf.core.truth.statement import Claim, Mark, Statement

COVERED = 0.6
"""Share of an older statement's content that a denial must name to end it."""

WHOLE = 0.5
"""A closed part of at least this share makes the whole statement past; a smaller one only sets it behind its successor."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Why a statement is no longer true: the rule that found it, and the share of the statement it concerns."""

    rule: str
    share: float = 1.0


def closing(old: Statement, new: Statement) -> Closing | None:
    """Whether `new`, valid later or told as its correction, makes `old` untrue.

    Both must speak of the same entity (the caller sees to that). Nothing closes an event, a guess or plain narrative, and
    nothing is closed by a guess or by what only adds to it.
    """
    if not old.lasting or new.unsure or new.fact.kind in (Kind.PASSAGE, Kind.OBSERVATION):
        return None
    return (
        _denied(old, new)
        or _dropped(old, new)
        or (None if new.also else _by_claims(old, new) or _by_dates(old, new) or _by_frame(old, new))
        or _by_taste(old, new)
    )


def _common(old: Statement, new: Statement) -> frozenset[str]:
    return old.content & new.content


def _denied(old: Statement, new: Statement) -> Closing | None:
    """`is locked` — `is no longer locked`; `has no licence` — `has a licence`."""
    common = _common(old, new)
    if not common or new.event and new.mark is Mark.NONE:
        return None
    if new.mark is Mark.END and any(claim.value & new.denied for claim in old.claims if claim.family in _STATES and not claim.topic):
        return Closing("ended")
    flipped = common & (old.denied ^ new.denied)
    weighty = old.content - {word.stem for word in old.words if word.key in w.MANY}
    if not flipped or len(common & weighty) < COVERED * len(weighty):
        return None
    if new.denied & flipped:
        fits = new.mark is not Mark.END or len(flipped & new.denied) > len(new.denied) / 2
    else:
        fits = len(common) >= COVERED * len(new.content)
    return Closing("denied") if fits else None


_STATES = frozenset(("home", "work at", "work as", "wed"))


def _dropped(old: Statement, new: Statement) -> Closing | None:
    """`from X to Y`, `Y instead of X`: whatever says X."""
    if new.dropped and new.dropped <= old.content - old.denied and new.mark:
        return Closing("replaced by name")
    return None


def _by_claims(old: Statement, new: Statement) -> Closing | None:
    for theirs in new.claims:
        for mine in old.claims:
            if mine.family == theirs.family and mine.value.isdisjoint(theirs.value) and _same_slot(mine, theirs, old, new):
                return Closing(f"another value of the same slot: {mine.family}", mine.share)
            if theirs.family.startswith("is ") and mine.family.startswith("is ") and mine.topic == theirs.topic and new.mark:
                if mine.value.isdisjoint(theirs.value):
                    return Closing("another place", mine.share)
    return None


def _same_slot(mine: Claim, theirs: Claim, old: Statement, new: Statement) -> bool:
    if mine.family == "role":
        fits = mine.topic <= theirs.topic or theirs.topic <= mine.topic or 3 * len(mine.topic & theirs.topic) >= 2 * max(len(mine.topic), len(theirs.topic))
        return bool(fits and mine.value and theirs.value and ((mine.single and theirs.single) or new.mark))
    if mine.family[:2] in ("n ", "u ") or mine.family == "weekday":
        return _same_number(mine, theirs, old, new)
    if mine.family.startswith("is"):
        return mine.topic == theirs.topic or bool(new.mark and (mine.topic <= theirs.topic or theirs.topic <= mine.topic))
    if mine.family == "system":
        return new.mark is Mark.CHANGE and mine.topic == theirs.topic
    return mine.topic == theirs.topic


def _same_number(mine: Claim, theirs: Claim, old: Statement, new: Statement) -> bool:
    """The same label, unit or weekday: the rest must agree, or the change be said of the same thing."""
    if mine.topic == theirs.topic:
        return new.fact.kind is not Kind.EXPERIENCE or bool(new.mark)
    if not new.mark:
        return False
    if mine.things <= theirs.things or theirs.things <= mine.things:
        return True
    return new.mark is Mark.CHANGE and _is_object(new) and _named(old) and mine.family.startswith("n ")


def _named(statement: Statement) -> bool:
    return any(word.named for word in statement.words)


def _is_object(statement: Statement) -> bool:
    """Whether the sentence names the entity as the thing itself, not as the place or owner of another ("of X", "in X")."""
    words = statement.words
    places = [at for at, word in enumerate(words) if word.named]
    return any((words[at - 1].key if at else "") not in w.OF for at in places) if places else False


def _by_dates(old: Statement, new: Statement) -> Closing | None:
    """An appointment gets another day: `starts on March 16` — `starts on March 2`; `is moved to June 14`."""
    if not (old.dates and new.dates) or new.dates[0] in old.dates:
        return None
    common = _common(old, new)
    told = old.fact.told
    planned = told is not None and old.dates[0].start is not None and old.dates[0].start >= told
    if not common or not planned:
        return None
    if new.mark in (Mark.CHANGE, Mark.FIX, Mark.NOW):
        return Closing("another day", 1.0) if _first(old) in common else None
    return Closing("another day") if old.content == new.content and not new.event else None


def _first(statement: Statement) -> str:
    return next((word.stem for word in statement.words if word.counts and not word.number), "")


def _by_frame(old: Statement, new: Statement) -> Closing | None:
    """The same sentence with another word in one place, told as a change: `shows feet` — `shows metres now`."""
    if new.mark in (Mark.NONE, Mark.END) or old.mark is Mark.END or (new.event and new.mark is Mark.NONE):
        return None
    common = _common(old, new)
    mine, theirs = old.content - common, new.content - common
    if not common or not mine or not theirs or len(mine) > min(3, len(common) + 1) or len(theirs) > 4:
        return None
    if old.dates or _first(old) not in common or not (_together(old, mine) and _together(new, theirs)):
        return None
    if any(word.key in w.MANY for word in old.words[:3]) or _is_open(old, common):
        return None
    return Closing("the same with another value")


def _is_open(old: Statement, common: frozenset[str]) -> bool:
    """Whether all that is common is a verb that says too little alone."""
    return all(word.key in w.OPEN for word in old.words if word.stem in common)


def _together(statement: Statement, stems: frozenset[str]) -> bool:
    """Whether these stems stand side by side in the sentence."""
    order = [word.stem for word in statement.words if word.counts]
    places = [at for at, stem in enumerate(order) if stem in stems]
    return places[-1] - places[0] < len(places)


def _by_taste(old: Statement, new: Statement) -> Closing | None:
    """`likes X` — `can't stand X any more`; `prefers X` — `prefers Y over X`."""
    liked, disliked = tastes(old)
    likes, dislikes = tastes(new)
    if liked and dislikes and set(dislikes) <= set(liked):
        return Closing("the taste changed")
    if disliked and likes and not liked and set(likes) <= set(disliked):
        return Closing("the taste changed")
    return None


def tastes(statement: Statement) -> tuple[list[str], list[str]]:
    """The stems of what somebody likes, and of what he does not, in order."""
    words = statement.words
    at = next((n for n, word in enumerate(words) if word.key in w.LIKES or word.key in w.HATES), None)
    bear = next((n for n, word in enumerate(words) if word.key in w.BEAR and word.denied), None)
    if at is None and bear is None:
        return [], []
    segment = words[at if at is not None else bear or 0].segment
    here = [word for word in words if word.segment == segment]
    stems = [word.stem for word in here if word.counts and word.key not in w.LIKES | w.HATES | w.BEAR]
    aside = next((n for n, word in enumerate(here) if word.key in ("with", "mit", "without", "ohne")), len(here))
    mains = [word.stem for word in here[:aside] if word.counts and word.key not in w.LIKES | w.HATES | w.BEAR]
    if at is None or words[at].key in w.HATES or words[at].denied:
        return [], stems
    over = next((n for n, word in enumerate(here) if word.key in w.OVER_WORDS), None)
    if over is None:
        return mains, []
    behind = [word.stem for word in here[over:] if word.counts]
    return [stem for stem in stems if stem not in behind], behind
