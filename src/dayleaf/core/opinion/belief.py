"""What an opinion holds: on which axis, on which side, and of what — read from its statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.opinion import words as w
from dayleaf.core.opinion.sense import DOING, LIKING, Signal, Term, compared, is_content, is_german, signals, term_of, terms
from dayleaf.core.truth import read
from dayleaf.core.truth.slots import names_of
from dayleaf.core.truth.statement import Claim, Statement, Word


@dataclass(frozen=True, slots=True)
class Belief:
    """An opinion, read.

    Attributes:
        statement: its words.
        axis: `like`, `do`, or what is measured.
        sign: +1 or -1: the side it takes.
        core: what it is about; a fact that lacks one of these says nothing about it.
        mods: what tells the thing from others of its kind ("salted" liquorice); a fact must have half of them.
        context: what else it says.
        signs: of the terms said by their opposite, -1.
        needed: the stems that a fact must hold to say anything about it; a glance tells.
        values: the attributes it gives a value that excludes every other ("lives in …", "her favourite colour is …").
    """

    statement: Statement
    axis: str
    sign: int
    core: frozenset[str]
    mods: frozenset[str]
    context: frozenset[str]
    signs: dict[str, int]
    needed: frozenset[str]
    values: tuple[Claim, ...]

    @property
    def terms(self) -> frozenset[str]:
        """Everything it is about."""
        return self.core | self.mods | self.context


@lru_cache(4096)
def believed(text: str, entities: tuple[str, ...], holder: frozenset[str]) -> Belief | None:
    """The belief that an opinion states; None when nothing can be said for or against it by rules.

    Args:
        text: the statement.
        entities: the names it mentions.
        holder: the stems of all names of whom it is about.
    """
    statement = read(_fact(text, entities))
    words = statement.words
    found = terms(words, holder)
    signs = {term.name: term.sign for term in found if term.sign < 0}
    heard = signals(words)
    liking = next((signal for signal in heard if signal.kind == "feel" or (signal.kind == "act" and signal.axis == LIKING)), None)
    measure = next((signal for signal in heard if signal.kind == "praise" and signal.axis != LIKING), None) or next(
        (signal for signal in heard if signal.kind == "praise"), None
    )
    if liking is not None and liking.at <= _EARLY:
        core, mods = _object(words, _after(words, liking.at, holder), holder, german=is_german(statement))
        axis, sign = liking.axis, liking.sign
    elif measure is not None and (measure.axis != LIKING or _measured(words, measure, holder, german=is_german(statement))[0]):
        core, mods = _measured(words, measure, holder, german=is_german(statement))
        axis, sign = measure.axis, measure.sign
    else:
        core, mods = _done(words, found, holder, german=is_german(statement))
        axis, sign = DOING, -1 if _is_denied(words, heard) else 1
    if not core and axis in (LIKING, DOING):
        return None
    core |= frozenset(name for name, sign in signs.items() if sign < 0)  # without it, or shut: that is the point
    mods -= core
    context = frozenset(term.name for term in found if not compared(words, term.at)) - core - mods
    needed = frozenset(term for term in core if not term.startswith("v ") and not term[0].isdigit())
    return Belief(statement, axis, sign, core, mods, context, signs, needed, _values(statement))


def _values(statement: Statement) -> tuple[Claim, ...]:
    own = (claim for claim in statement.claims if claim.single and claim.family in _VALUED)
    return tuple(claim for claim in own if claim.topic or claim.family != "is")


_VALUED = frozenset(("is", "home", "work at", "work as", "wed"))

_EARLY = 8
"""A verb of liking within so many words is what the opinion says; a later one stands in an aside."""

_BLANK = Fact(Kind.WORLD, "", Source("", 0, 0))


def _fact(text: str, entities: tuple[str, ...]) -> Fact:
    return replace(_BLANK, text=text, entities=entities)


def _after(words: Sequence[Word], at: int, names: frozenset[str]) -> Sequence[Word]:
    """The words a verb of liking speaks of: those behind it, else those before it."""
    behind = words[at + 1 :]
    return behind if any(is_content(word, names) for word in behind) else words[:at]


def stretches(words: Sequence[Word], names: frozenset[str]) -> list[list[Word]]:
    """The phrases of content: runs of words of content with nothing but articles before them."""
    found: list[list[Word]] = [[]]
    for word in words:
        if is_content(word, names):
            if found[-1] and (found[-1][-1].segment != word.segment or not word.spaced):
                found.append([])
            found[-1].append(word)
        elif found[-1] and word.key not in w.GOOD and word.key not in w.BAD:
            found.append([])
    return [run for run in found if run and not all(word.key in w.ASIDE for word in run)]


def _object(words: Sequence[Word], region: Sequence[Word], names: frozenset[str], *, german: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The core and the modifiers of what is liked: its first phrase; of a deed, the deed and what it is done with."""
    runs = stretches([word for word in region if not compared(words, word.at)], names)
    if not runs:
        return frozenset(), frozenset()
    first, *rest = runs
    if german:
        return _german_object(runs)
    deed = first[0].key.endswith("ing") and first[0].key not in w.GERUND_NOT
    deed |= words[first[0].at - 1].key == "to" if first[0].at else False
    if deed and len(first) == 1:
        head, mods = (rest[0][-1:], rest[0][:-1]) if rest else ([], [])
        return _names([first[0], *head]), _names(mods)
    if deed:
        return _names([first[0], first[-1]]), _names(first[1:-1])
    return _with_number(first[-1:], first[:-1])


def _german_object(runs: Sequence[Sequence[Word]]) -> tuple[frozenset[str], frozenset[str]]:
    """In German the first phrase with a noun, and its adjectives; without a noun, the first phrase."""
    run = next((run for run in runs if any(word.proper for word in run)), runs[0])
    nouns = [n for n, word in enumerate(run) if word.proper]
    head = nouns[-1] if nouns else len(run) - 1
    return _with_number(run[head:], run[:head])


def _with_number(head: Sequence[Word], mods: Sequence[Word]) -> tuple[frozenset[str], frozenset[str]]:
    """A number is never a mere modifier: `line 6` is not line 7."""
    numbers = [word for word in mods if word.number]
    if head and head[-1].number and mods and not numbers:
        return _names([mods[-1], *head]), _names(mods[:-1])
    return _names([*head, *numbers]), _names([word for word in mods if not word.number])


def _names(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(term_of(word) for word in words)


def _measured(words: Sequence[Word], measure: Signal, names: frozenset[str], *, german: bool) -> tuple[frozenset[str], frozenset[str]]:
    """What a word of praise is about: the noun behind it, else the subject before the verb."""
    behind = words[measure.at + 1 : measure.at + 2]
    if behind and is_content(behind[0], names) and behind[0].segment == words[measure.at].segment:
        return _object(words, words[measure.at + 1 :], names, german=german)
    return _object(words, words[: measure.at], names, german=german)


def _done(words: Sequence[Word], found: Sequence[Term], names: frozenset[str], *, german: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The core of what somebody does: the verb, and the head of its first phrase; of a short sentence, all of it."""
    inside = [words[term.at] for term in found if not compared(words, term.at)]
    verb = next((word for word in words if term_of(word).startswith("v ") and word.stem not in names), None) or next(iter(inside), None)
    if verb is None:
        return frozenset(), frozenset()
    if len(inside) <= 2:
        return _names([verb, *inside]), frozenset()
    runs = stretches([word for word in words if word is not verb and not compared(words, word.at)], names)
    if german:
        core, mods = _german_object(runs) if runs else (frozenset(), frozenset())
    else:
        core, mods = _with_number(runs[0][-1:], runs[0][:-1]) if runs else (frozenset(), frozenset())
    return core | {term_of(verb)}, mods


def _is_denied(words: Sequence[Word], heard: Sequence[Signal]) -> bool:
    """Whether a sentence says that somebody does not do it, or no longer."""
    ended = any(signal.axis == DOING and signal.sign < 0 for signal in heard)
    segment = words[0].segment if words else 0
    here = [word for word in words if word.segment == segment]
    denials = [one for one, two in pairwise([*here, *here[-1:]]) if one.key in w.NOT and two.key not in ("only", "nur")]
    denials = [word for word in denials if word.key not in ("without", "ohne")]
    return (len(denials) % 2 == 1) != ended


def holder_of(names: Sequence[str]) -> frozenset[str]:
    """The stems of all names of somebody."""
    return names_of(names)
