"""Whether one statement makes an older one untrue, and how much of it. Conservative: when in doubt, both stay."""

from __future__ import annotations

from typing import NamedTuple

from dayleaf.core.fact import Kind
from dayleaf.core.truth import words as w
from dayleaf.core.truth.amounts import moves_an_amount, same_amount_changed
from dayleaf.core.truth.slots import MOST_WORDS
from dayleaf.core.truth.statement import Claim, Mark, Statement

COVERED = 0.6
"""Share of an older statement's content that a denial must name to end it."""

WHOLE = 0.5
"""A closed part of at least this share makes the whole statement past; a smaller one only sets it behind its successor."""


FEW = 3
"""So many words may two sentences about a number differ; so many dates make a schedule, not an appointment."""


class Closing(NamedTuple):
    """Why a statement is no longer true: the rule that found it, and the share of the statement it concerns."""

    rule: str
    share: float = 1.0


def closing(old: Statement, new: Statement) -> Closing | None:
    """Whether `new`, valid later or told as its correction, makes `old` untrue.

    Both must speak of the same entity (the caller sees to that). Nothing closes an event, a guess, plain narrative or a long
    story, and nothing is closed by a guess or by what only adds to it.
    """
    if not old.lasting or new.unsure or new.fact.kind in (Kind.PASSAGE, Kind.OBSERVATION):
        return None
    if old.fact.kind is Kind.OPINION and new.fact.kind is not Kind.OPINION and not new.mark:
        return None  # what somebody did once moves a belief, it does not end it
    if (old.content, old.denied, old.dates, old.disliked) == (new.content, new.denied, new.dates, new.disliked):
        return None
    if max(len(old.content), len(new.content)) > MOST_WORDS + FEW:
        return None
    return (
        _denied(old, new)
        or _dropped(old, new)
        or (None if new.also else _by_claims(old, new) or _by_amount(old, new) or _by_dates(old, new) or _by_frame(old, new))
        or _by_taste(old, new)
    )


def closed_whole(old: Statement) -> bool:
    """Whether whatever closes it closes the whole of it: none of its claims is a smaller part."""
    return all(claim.share > WHOLE for claim in old.claims)


def _common(old: Statement, new: Statement) -> frozenset[str]:
    return old.content & new.content


def _denied(old: Statement, new: Statement) -> Closing | None:
    """`is locked` — `is no longer locked`; `has no licence` — `has a licence`."""
    if new.event and new.mark is Mark.NONE:
        return None
    if new.mark is Mark.END and any(claim.value & new.denied for claim in old.claims if claim.family in _STATES and not claim.topic):
        return Closing("ended")
    if not old.denied and not new.denied:
        return None
    weighty = old.content - {word.stem for word in old.words if word.key in w.MANY}
    first = _first(old)
    for clause in {word.clause for word in new.words}:
        said = _said(new, clause)
        flipped = said & old.content & (old.denied ^ new.denied)
        if len(weighty) > 1 and flipped <= {first}:
            continue
        if flipped and len(said & weighty) >= COVERED * len(weighty) and _outweighs(old, new, said, flipped):
            return Closing("denied")
    return None


def _said(statement: Statement, clause: int) -> frozenset[str]:
    """The content of one of its clauses."""
    return frozenset(word.stem for word in statement.words if word.counts and word.clause == clause)


def _outweighs(old: Statement, new: Statement, said: frozenset[str], flipped: frozenset[str]) -> bool:
    """Whether the denial is meant for this and no more than this."""
    if 3 * len(said & old.content) < len(said):
        return False
    if flipped & new.denied:
        return new.mark is not Mark.END or len(flipped) > len(said & new.denied) / 2
    return len(said & old.content) >= COVERED * len(said)


_STATES = frozenset(("home", "work at", "work as", "wed"))


def _dropped(old: Statement, new: Statement) -> Closing | None:
    """`from X to Y`, `Y instead of X`: whatever says X."""
    if not new.dropped or not new.mark or not new.dropped <= old.content - old.denied:
        return None
    names = {word.stem for word in old.words if word.counts and not word.number}
    if new.dropped & names and (len(_common(old, new)) > 1 or 3 * len(new.dropped) >= len(old.content)):
        return Closing("replaced by name")
    return None


def _by_claims(old: Statement, new: Statement) -> Closing | None:
    for theirs in new.claims:
        for mine in old.claims:
            if mine.family == theirs.family and mine.value.isdisjoint(theirs.value) and _same_slot(mine, theirs, old, new):
                return Closing(f"another value of the same slot: {mine.family}", mine.share)
            if new.mark and _are_places(mine, theirs) and mine.topic == theirs.topic and mine.value.isdisjoint(theirs.value):
                return Closing("another place", mine.share)
    return None


def _by_amount(old: Statement, new: Statement) -> Closing | None:
    if not same_amount_changed(old, new):
        return None
    share = max((claim.share for claim in old.claims if claim.family.startswith("u ")), default=1.0)
    return Closing("another amount", share if share > WHOLE else WHOLE / 2)  # an offer whose price is half of it stands otherwise


def _are_places(mine: Claim, theirs: Claim) -> bool:
    """Whether both say where something is; what it is under (repair, snow) from then on may be how it is."""
    return mine.family.startswith("is ") and theirs.family.startswith("is ") and theirs.family not in ("is under", "is unter")


def _same_slot(mine: Claim, theirs: Claim, old: Statement, new: Statement) -> bool:
    if mine.family == "role":
        fits = (
            mine.topic <= theirs.topic
            or theirs.topic <= mine.topic
            or 3 * len(mine.topic & theirs.topic) >= 2 * max(len(mine.topic), len(theirs.topic))
        )
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
    if not new.mark or abs(len(mine.topic) - len(theirs.topic)) > FEW:
        return False
    if mine.things and not theirs.things and mine.family.startswith("u ") and moves_an_amount(new):
        return False  # of which thing it does not say: `_by_amount` looks whether it can be meant
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
    if not (0 < len(old.dates) < FEW and 0 < len(new.dates) < FEW) or new.dates[0] in old.dates:
        return None
    common = _common(old, new)
    told, planned = old.fact.told, old.dates[0].start
    if told is None or planned is None or _first(old) not in common:
        return None
    if new.mark in (Mark.CHANGE, Mark.FIX, Mark.NOW):
        bare = [frozenset(stem for stem in one.content if not stem[0].isdigit()) for one in (old, new)]
        fits = 2 * len(common) >= len(bare[0]) and 3 * len(common) >= len(bare[1])
        return Closing("another day") if fits else None
    weekly = any(word.key in w.DAYS for word in old.words)
    return Closing("another day") if planned >= told and old.content == new.content and not new.event and not weekly else None


def _first(statement: Statement) -> str:
    return next((word.stem for word in statement.words if word.counts and not word.number), "")


def _by_frame(old: Statement, new: Statement) -> Closing | None:
    """The same sentence with another word in one place, told as a change: `shows feet` — `shows metres now`."""
    best = _superlative(old) and _superlative(new)
    if (new.mark is Mark.NONE and not best) or new.mark is Mark.END or old.mark is Mark.END or (new.event and new.mark is Mark.NONE):
        return None
    clause = max({word.clause for word in new.words}, key=lambda clause: (len(_said(new, clause) & old.content), -clause), default=0)
    common = old.content & _said(new, clause)
    mine, theirs = old.content - common, _said(new, clause) - common
    if not common or not mine or not theirs or len(mine) > min(3, len(common) + 1) or len(theirs) > len(mine) + 1:
        return None
    if _hours(old) != _hours(new) and _hours(old) and _hours(new):
        return None
    if old.dates or _first(old) not in common or not _same_place(old, mine, new, theirs):
        return None
    if any(word.key in w.MANY for word in old.words[:3]) or _is_open(old, common) or not _same_way(old, mine, new, theirs):
        return None
    return Closing("the same with another value")


def _hours(statement: Statement) -> set[str]:
    return {word.key for word in statement.words if word.key in w.HOURS}


def _superlative(statement: Statement) -> bool:
    """`am liebsten`, `favourite`: of many things only one."""
    return any(word.key in _BEST for word in statement.words)


_BEST = frozenset("liebsten favourite favorite".split())


def _is_open(old: Statement, common: frozenset[str]) -> bool:
    """Whether all that is common is a verb that says too little alone."""
    return all(word.key in w.OPEN for word in old.words if word.stem in common)


def _same_place(old: Statement, mine: frozenset[str], new: Statement, theirs: frozenset[str]) -> bool:
    """Whether what differs stands together in both sentences, behind or before the same word."""
    one, two = _around(old, mine), _around(new, theirs)
    return one is not None and two is not None and (one[0] == two[0] or one[1] == two[1])


def _same_way(old: Statement, mine: frozenset[str], new: Statement, theirs: frozenset[str]) -> bool:
    """Whether two things are said of a thing in the same way: what it is made of, where it is, and how it is are three questions."""
    one, two = _way(old, mine), _way(new, theirs)
    return one is None or two is None or one == two or (one in w.WHERE and two in w.WHERE)


def _way(statement: Statement, stems: frozenset[str]) -> str | None:
    """The preposition before these stems behind "is", "" if there is none; None behind another verb."""
    first = next(word for word in statement.words if word.stem in stems)
    found = ""
    for word in reversed(statement.words[: first.at]):
        if word.key in w.COPULA:
            return found
        if word.key in w.WAYS and not found:
            found = word.key
        elif word.counts:
            return None
    return None


def _around(statement: Statement, stems: frozenset[str]) -> tuple[str, str] | None:
    """The content words before and behind these stems, or None if they do not stand side by side; "" at an end."""
    clause = next(word.clause for word in statement.words if word.stem in stems)
    order = ["", *(word.stem for word in statement.words if word.counts and word.clause == clause), ""]
    places = [at for at, stem in enumerate(order) if stem in stems]
    if places[-1] - places[0] >= len(places):
        return None
    return order[places[0] - 1], order[places[-1] + 1]


def _by_taste(old: Statement, new: Statement) -> Closing | None:
    """`likes X` — `can't stand X any more`; `prefers X` — `prefers Y over X`."""
    liked, disliked, likes, dislikes = old.liked, old.disliked, new.liked, new.disliked
    if liked and dislikes and set(dislikes) <= set(liked):
        return Closing("the taste changed")
    if disliked and likes and not liked and set(likes) <= set(disliked):
        return Closing("the taste changed")
    return None
