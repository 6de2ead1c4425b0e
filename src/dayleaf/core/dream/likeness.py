"""Whether two facts say the same, or one says all that the other says and more. When in doubt they do not: a wrong merge loses truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum

from dayleaf.core.dream import words as w
from dayleaf.core.dream.sense import LONGEST, Clause, Sense, Token
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.truth import read
from dayleaf.core.truth.slots import stem_of

LONG_WORD = 8
"""Letters from which on one letter more or less is a slip of the pen, not another word."""

A_WHILE = 14
"""Days that a statement about a moment may last."""

MOST_ADDED = 8
"""Words a richer statement may have more."""


class Likeness(Enum):
    """How one fact relates to another."""

    SAME = "the same statement"
    RICHER = "the other says all of it and more"
    POORER = "it says all of the other and more"


def likeness(one: Fact, other: Fact, mine: Sense, theirs: Sense) -> Likeness | None:
    """How a fact relates to another one of the same entities; None: they are two.

    Args:
        one: a fact.
        other: another one.
        mine: what the first one says.
        theirs: what the other one says.
    """
    if one.kind is not other.kind or _marked(one, other):
        return None
    found = _compared(mine, theirs, one, other)
    if found is None or not _one_event(one, other, found):
        return None
    return found


def _marked(one: Fact, other: Fact) -> bool:
    """Whether their brackets tell them apart: who said it, when it holds, how sure it is, where it is filed."""
    if (one.origin == "untrusted") != (other.origin == "untrusted"):
        return True
    pairs = ((one.when, other.when), (one.confidence, other.confidence), (one.category, other.category))
    return any(a != b for a, b in pairs if a is not None and b is not None) or (
        one.kind is Kind.OPINION and one.confidence != other.confidence
    )


def _compared(mine: Sense, theirs: Sense, one: Fact, other: Fact) -> Likeness | None:
    if mine.keys == theirs.keys and _cases(mine) == _cases(theirs):
        return Likeness.SAME
    if mine.wide or theirs.wide or max(len(one.text), len(other.text)) > LONGEST or not mine.clauses or not theirs.clauses:
        return None
    if mine.numbers == theirs.numbers and (_misspelled(mine, theirs) or _reworded(mine, theirs)):
        return _with_reason(mine, theirs)
    if one.kind is Kind.WORLD:
        if _adds(mine, theirs):
            return Likeness.RICHER
        if _adds(theirs, mine):
            return Likeness.POORER
    return None


def _cases(sense: Sense) -> tuple[str, ...]:
    return tuple(token.case for token in sense.tokens) if sense.german else ()


def _with_reason(mine: Sense, theirs: Sense) -> Likeness:
    """Of two wordings, the one that names a reason says more."""
    reasons = [any(clause.cause for clause in sense.clauses) for sense in (mine, theirs)]
    if reasons[0] == reasons[1]:
        return Likeness.SAME
    return Likeness.RICHER if reasons[1] else Likeness.POORER


def _one_event(one: Fact, other: Fact, found: Likeness) -> bool:
    """Whether, if both tell what happened, it happened once.

    What the agent did, told on two days, was done twice. Of the world, told on two days, it is one event only if it has its own date
    or is of a kind that happens once.
    """
    if one.told == other.told:
        return one.kind is not Kind.EXPERIENCE or found is Likeness.SAME
    if one.kind is Kind.EXPERIENCE:
        return False
    if one.when is not None and one.when == other.when:
        return True
    if _momentary(one) and (one.told is None or other.told is None or abs((one.told - other.told).days) > A_WHILE):
        return False
    first, second = read(one), read(other)
    if not (first.event or second.event):
        return True
    if first.dates and first.dates == second.dates:
        return True
    keys = [
        {word.key for word in statement.words} | {w.key_of(word) for word in statement.fact.text.split()} for statement in (first, second)
    ]
    return not (keys[0] & keys[1]).isdisjoint(_ONCE)


_ONCE = w.ONCE | {word.replace("ae", "a").replace("oe", "o").replace("ue", "u") for word in w.ONCE}


def _momentary(fact: Fact) -> bool:
    """Whether it says that it is about the moment it is told."""
    text = " ".join(map(w.key_of, fact.text.split()))
    return any(f" {said} " in f" {text.translate(_NO_MARKS)} " for said in w.MOMENT)


_NO_MARKS = str.maketrans(dict.fromkeys(".,;:!?", ""))


def _misspelled(mine: Sense, theirs: Sense) -> bool:
    """Whether they are the same but for one slip of the pen, or for a word written in two parts."""
    if len(mine.tokens) != len(theirs.tokens):
        return False
    odd = [(a, b) for a, b in zip(mine.tokens, theirs.tokens, strict=True) if a.key != b.key]
    return len(odd) == 1 and mine.german == theirs.german and _slip(*odd[0])


def _slip(one: Token, other: Token) -> bool:
    """Whether two words differ by one letter too few in the middle, such as a double one written once, and both are long."""
    long, short = sorted((one.key, other.key), key=len, reverse=True)
    if len(long) != len(short) + 1 or len(long) < LONG_WORD or not (long.isalpha() and short.isalpha()):
        return False
    if one.number or other.number or one.capital != other.capital or (one.name and other.name and not _common(one, other)):
        return False
    at = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    if not 1 < at < len(long) - 3 or long[at + 1 :] != short[at:] or frozenset((long, short)) in w.CONFUSED:
        return False
    return long[at - 1] == long[at] and not long[at + 1 :].startswith(("ing", "ed", "er", "en", "est", "e", "te", "el"))


def _common(one: Token, other: Token) -> bool:
    """Whether a capitalised word is a German noun behind its article, not a name."""
    return bool(one.case) and one.case == other.case


def _reworded(mine: Sense, theirs: Sense) -> bool:
    """Whether the clauses say the same, in another order of words or clauses."""
    if len(mine.clauses) != len(theirs.clauses) or _content(mine) != _content(theirs):
        return False
    german = mine.german and theirs.german
    pairs = list(zip(mine.clauses, theirs.clauses, strict=True))
    if all(_equal(a, b, german=german) for a, b in pairs) and all(a.cause == b.cause for a, b in pairs):
        return True
    reasons = [sum(clause.cause for clause in sense.clauses) for sense in (mine, theirs)]
    if len(mine.clauses) != 2 or not any(reasons):
        return False
    one, two = mine.clauses
    crossed = _equal(one, theirs.clauses[1], german=german) and _equal(two, theirs.clauses[0], german=german)
    straight = all(_equal(a, b, german=german) for a, b in pairs)
    if reasons[0] == reasons[1]:
        return crossed and one.cause == theirs.clauses[1].cause and two.cause == theirs.clauses[0].cause
    return crossed or straight


def _content(sense: Sense) -> Counter[str]:
    """The stems of its words, without those that only build a sentence."""
    return Counter(stem_of(token.key) for token in sense.tokens if token.key not in _BUILDING and token.key[0] != "@")


_BUILDING = w.LINKS | w.HE | w.HIM | w.BE | w.BECOME | {"|", "by", "von", "of"}


def _equal(one: Clause, other: Clause, *, german: bool) -> bool:
    """Whether two clauses say the same of the same."""
    if len(one.bare) != len(other.bare):
        return False
    if german:
        if Counter(one.bare) != Counter(other.bare) or not _same_order(one.nouns, other.nouns):
            return False
        return Counter(one.phrases) == Counter(other.phrases)
    if not all(_same_word(a, b) for a, b in zip(one.bare, other.bare, strict=True)):
        return False
    if one.phrases == other.phrases:
        return True
    free = one.fronted != other.fronted or {phrase[0] for phrase in one.phrases} <= _FREE
    return free and Counter(one.phrases) == Counter(other.phrases)


_FREE = frozenset("in at on with near beside".split())
"""Prepositions whose phrases may change places: where, and with whom."""


def _same_order(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether the nouns both have stand in the same order: who bites whom. The first word of a sentence may be no noun."""
    one, two = ([(noun.lstrip("^ARDG"), noun) for noun in nouns] for nouns in (mine, theirs))
    common = {key for key, _ in one} & {key for key, _ in two}
    return [noun for key, noun in one if key in common] == [noun for key, noun in two if key in common]


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    for stem, word in ((one, other), (other, one)):
        if stem[0] == "~" and word[0] != "~":
            return stem[1:] == stem_of(word)
    return False


def _adds(less: Sense, more: Sense) -> bool:
    """Whether the longer statement says all that the shorter one says, and only adds to it: from it the shorter one follows."""
    added = len(more.tokens) - len(less.tokens)
    if not 0 < added <= MOST_ADDED or len(less.tokens) < 2 or len(less.clauses) != len(more.clauses):
        return False
    if not Counter(less.numbers) <= Counter(more.numbers):
        return False
    if any(_blocks(sense.tokens, at) for sense in (less, more) for at in range(len(sense.tokens))):
        return False
    return _embedded(less.tokens, more.tokens, german=less.german or more.german)


def _blocks(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word forbids to conclude from more to less; "works as" does not."""
    key = tokens[at].key
    if key in ("as", "als") and at == 1 and tokens[0].key in _WORKS:
        return False
    return key in w.BLOCK or key in "?<>≤≥≈±°" or key.endswith(" not")


_WORKS = frozenset("works worked serves employed arbeitet jobbt".split())


def _embedded(less: Sequence[Token], more: Sequence[Token], *, german: bool) -> bool:
    """Whether the tokens of one stand in the other in their order, and what stands between only adds."""
    at = 0
    gaps: list[tuple[int, int]] = []
    for token in less:
        start = at
        while at < len(more) and more[at].key != token.key:
            at += 1
        if at == len(more) or more[at].case != token.case:
            return False
        if at > start:
            gaps.append((start, at))
        at += 1
    if at < len(more):
        gaps.append((at, len(more)))
    if any(start == 0 for start, _ in gaps):
        return False
    return all(_addition(more, start, end, german=german) for start, end in gaps)


def _addition(tokens: Sequence[Token], start: int, end: int, *, german: bool) -> bool:
    """Whether tokens put in at a place only add: one modifier before its noun, or an adjunct behind it."""
    extra = tokens[start:end]
    before = tokens[start - 1]
    behind = tokens[end] if end < len(tokens) else None
    if any(token.key in w.HOURS or token.key in w.HABIT or token.key in w.LINKS for token in extra):
        return False
    if extra[0].key in w.ADDING and len(extra) > 1:
        if behind is not None and behind.key not in w.PREPOSITIONS:
            return False
        place = (
            before.name and extra[0].key in ("an", "am", "on", "upon", "bei", "in", "near", "of", "from") and not (german and before.case)
        )
        return not (place and not german) and not (place and german and extra[0].key in ("an", "bei"))
    if extra[0].key in w.PREPOSITIONS:
        return False
    if behind is None or behind.key in w.PREPOSITIONS:
        return german and bool(before.case) and before.name and all(token.name for token in extra)
    modifier = extra[0]
    if len(extra) != 1 or modifier.key in w.PRIVATIVE or modifier.number or modifier.name or behind.number or before.number:
        return False
    if german:
        return behind.name and modifier.article and modifier.key.endswith(("e", "er", "es", "en", "em"))
    return not behind.name and modifier.article and modifier.key in w.PLAIN
