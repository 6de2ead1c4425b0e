"""Whose opinion a sentence tells: the one's whom a belief is about, or somebody else's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact
from dayleaf.core.opinion import words as w
from dayleaf.core.opinion.sense import Signal, is_content, term_of
from dayleaf.core.truth import words as truth
from dayleaf.core.truth.slots import LONGEST, TOKEN, look, names_of
from dayleaf.core.truth.statement import Word


class Whose(NamedTuple):
    """Whom a belief is about, and who else a fact mentions.

    Attributes:
        keys: every key that means the one it is about; empty when it is about nobody.
        holder: the stems of all his names.
        others: the stems of the names of everybody else the fact mentions.
    """

    keys: frozenset[str]
    holder: frozenset[str]
    others: frozenset[str] = frozenset()


def beside(whose: Whose, fact: Fact) -> Whose:
    """The same, with those whom a fact mentions besides."""
    strangers = [name for name, key in zip(fact.entities, map(_key, fact.entities), strict=True) if key not in whose.keys]
    return whose._replace(others=names_of(strangers) - whose.holder)


def _key(name: str) -> str:
    return keys_of((name,))[0]


def mine(fact: Fact, whose: Whose) -> bool:
    """Whether a fact may tell what the one holds: he is mentioned first, or is named before anybody else."""
    if not whose.keys:
        return not fact.entities
    keys = [_key(name) for name in fact.entities]
    if not any(key in whose.keys for key in keys):
        return False
    named = next((stem for raw in TOKEN.findall(fact.text[:LONGEST]) if (stem := _stem(raw)) in whose.holder | whose.others), None)
    if named is not None and whose.others:
        return named in whose.holder
    return keys[0] in whose.keys


def _stem(raw: str) -> str:
    seen = look(raw)
    return seen.stem or seen.key


def is_theirs(words: Sequence[Word], signal: Signal, whose: Whose, core: frozenset[str], *, turned: bool = False) -> bool:
    """Whether a signal is felt, said or done by the one spoken of: nobody else stands where its subject stands.

    `turned`: the thing is what something else was compared with, so that praise is of the other.
    """
    word = words[signal.at]
    part = [other for other in words if other.segment == word.segment]
    before = [other for other in part if other.at < signal.at]
    if any(_foreign(words, other, whose, core) for other in part) or _in_an_aside(words, part, signal):
        return False
    if any(other.key in _SOURCES for other in part) or _behind_a_name(words, part, whose, core):
        return False
    edge = _behind_saying(before)
    named = any(other.stem in whose.holder for other in before if other.at >= edge)
    if not named and _others_say(words, signal, edge, whose, core):
        return False
    subject = [other for other in before if other.at >= edge]
    if signal.kind == "praise":
        return turned or _of_the_thing(words, subject, whose, core)
    if any(other.key in _FIRST for other in subject):
        return not whose.keys
    if any(_strange(words, other, whose, core) for other in subject):
        return False
    if signal.kind != "feel" or _verbal(part[0]):
        return True  # a deed names its thing anywhere, and a sentence that begins with its verb has no other subject
    led = [other for other in subject if term_of(other) in core and _leads(words, other, whose)]
    names = before if any(other.key in _NOMINATIVE for other in subject) else part
    return not led or any(other.key in _ONE for other in part) or any(other.stem in whose.holder for other in names)


_NOMINATIVE = frozenset("the a an her his their its der die das ein eine".split())
"""Articles of what may be a subject; `den`, `einen` are of an object."""

_ONE = frozenset("he she er sie".split())


def _leads(words: Sequence[Word], word: Word, whose: Whose) -> bool:
    """Whether a word of the thing itself stands where a subject stands: `The CEO likes …`."""
    if word.key in w.VERB or not is_content(word, whose.holder):
        return False
    return _has_article(words, word) or _strange(words, word, whose, frozenset())


def others_among(words: Sequence[Word], segments: set[int], whose: Whose, core: frozenset[str]) -> bool:
    """Whether somebody else stands in one of these parts of a sentence."""
    return any(_foreign(words, word, whose, core) for word in words if word.segment in segments)


def _in_an_aside(words: Sequence[Word], part: Sequence[Word], signal: Signal) -> bool:
    """Whether a part of a sentence is a relative clause, which tells of whoever stands before it: `, who hates`, `, der … hasst`."""
    first = part[0]
    for other in words[: signal.at]:
        if other.key in _WHO and other.clause == first.clause:
            return other.segment == first.segment or not words[max(other.at - 1, 0)].named
    inner = first.at > 0 and words[first.at - 1].clause == first.clause
    return inner and first.key in _RELATIVE and signal.at == part[-1].at and signal.kind != "praise"


_SOURCES = frozenset("according laut zufolge".split())


def _behind_a_name(words: Sequence[Word], part: Sequence[Word], whose: Whose, core: frozenset[str]) -> bool:
    """Whether a part of a sentence goes on about somebody named before an aside: `Pam, her roommate, hates …`."""
    first = part[0]
    if not first.at or not _verbal(first) or words[first.at - 1].clause != first.clause or first.key in truth.AND:
        return False
    head = next(other for other in words if other.clause == first.clause)
    alone = words[head.at + 1].segment != head.segment
    return alone and head.proper and is_content(head, whose.holder) and term_of(head) not in core


_WHO = frozenset("who whom whose".split())
_RELATIVE = frozenset("der die das den dem welcher welche welches".split())


def _others_say(words: Sequence[Word], signal: Signal, edge: int, whose: Whose, core: frozenset[str]) -> bool:
    """Whether what is said is said by somebody else: `Clara told him that she …`, `Man sagt, …`."""
    clause = words[signal.at].clause
    ahead = [word for word in words[: max(edge, signal.at)] if word.clause == clause]
    sayings = [word.at for word in ahead if word.key in w.ABOUT and word.at < signal.at]
    for at in sayings:
        sayer = [word for word in ahead if word.at < at and word.segment == words[at].segment]
        if any(word.key in _PEOPLE or word.key in w.SOMEONE or _stranger(word) or _strange(words, word, whose, core) for word in sayer):
            return True
    return False


_PEOPLE = frozenset("they we i ich wir".split())


_FIRST = frozenset("i we you they ich wir du ihr".split())
"""Who speaks, is spoken to, or is many: not the one."""


def _behind_saying(before: Sequence[Word]) -> int:
    """Where the subject of what is said begins: behind the last verb of saying, or "that"."""
    return max((other.at + 1 for other in before if other.key in w.ABOUT or other.key in ("that", "dass")), default=0)


def _foreign(words: Sequence[Word], word: Word, whose: Whose, core: frozenset[str]) -> bool:
    """Whether a word names somebody else who may be the one that feels: `his wife`, another mention; not `with his wife`."""
    if term_of(word) in core or word.stem in whose.holder:
        return False
    if not _stranger(word) and word.stem not in whose.others:
        return False
    back = words[max(word.at - 3, 0) : word.at]
    if any(other.key in _PART for other in back):
        return True  # both of her sons
    if back and back[-1].key in w.ABOUT and back[-1].at:
        return False  # told Kofi that …
    return not any(other.key in _WITH and other.segment == word.segment for other in back)


_WITH = frozenset("with for to from of by at without than over about mit fur von bei an ohne uber zu zum zur als".split())


_PART = frozenset("of von".split())


def _stranger(word: Word) -> bool:
    return word.key in w.OTHERS or word.key.partition("-")[0] in w.OTHERS


def _strange(words: Sequence[Word], word: Word, whose: Whose, core: frozenset[str]) -> bool:
    """Whether a word before a verb looks like its subject, and is neither the one spoken of nor the thing."""
    if word.key in w.SOMEONE:
        return True
    if not is_content(word, whose.holder) or term_of(word) in core or word.key in w.VERB or _is_adverb(word.key):
        return False
    if not word.proper:
        return _has_article(words, word)
    after = words[word.at + 1] if word.at + 1 < len(words) else None
    if word.at == 0 and (after is None or not _verbal(after)):
        return False
    back = words[max(word.at - 2, 0) : word.at]
    return not any(other.key in _WITH or other.key in truth.PLACES for other in back if other.segment == word.segment)


def _has_article(words: Sequence[Word], word: Word) -> bool:
    """Whether a noun has an article, and no preposition before that: `the girl`, not `at the party`."""
    back = [other for other in words[max(word.at - 3, 0) : word.at] if other.segment == word.segment]
    article = next((n for n in range(len(back) - 1, -1, -1) if back[n].key in truth.ARTICLES), None)
    return article is not None and not (article and (back[article - 1].key in _WITH or back[article - 1].key in truth.PLACES))


def _is_adverb(key: str) -> bool:
    return key.endswith(("ly", "weise")) or key in w.FORMER or key in w.EXCEPTION or key in truth.NOW


def _verbal(word: Word) -> bool:
    key = word.key
    return (
        key in w.LIKE or key in w.DISLIKE or key in w.SEEK or key in w.SHUN or key in w.ENDS or key in w.VERB or key in w.BEAR
        or key in w.ABOUT or key in w.LIGHT or key in truth.COPULA or key in w.NOT or key in _AUXILIARY or key.endswith(("ed", "te"))
    )  # fmt: skip


_AUXILIARY = frozenset(
    "can cannot could has have had was were does did kann konnte hat war wurde wird always often never immer oft really still".split()
)


def _of_the_thing(words: Sequence[Word], subject: Sequence[Word], whose: Whose, core: frozenset[str]) -> bool:
    """Whether praise is meant for the thing: the noun before "is" is the thing itself, a pronoun, or nobody."""
    copula = next((other.at for other in reversed(subject) if other.key in truth.COPULA or other.key in _WAS), None)
    if copula is None:
        return not any(_strange(words, other, whose, core) for other in subject)
    heads = [other for other in subject if other.at < copula and is_content(other, whose.holder)]
    return not heads or any(term_of(other) in core for other in heads)


_WAS = frozenset("was were war waren tasted tastes schmeckt schmeckte felt feels".split())
