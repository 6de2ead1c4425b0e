"""The slots a fact is filed under, as numbers: where an index finds the facts that may close it, or that it may close.

Theory of operation. Slots only bring facts together that may contradict each other; `closing` reads them with care and decides.
So the labels here are found by a glance at single words: a number by the words beside it, a verb of state by its family, the
subject of "is", what somebody likes. A sentence that reports a change or denies something is filed under each word of its
content too, for it may close any that shares its words. Whoever looks for what may close a fact asks for its own labels
and for every word of its content. A slot is a label of an entity.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, reduce
from operator import itemgetter, or_
from typing import NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import Fact, Kind, entity_key
from dayleaf.core.terms.english import english
from dayleaf.core.terms.german import german
from dayleaf.core.truth import words as w

TRUTH_VERSION = 1
"""Raised with every change that files any fact under other slots."""

LONGEST = 600
"""Characters of a text that are read for claims; what is longer is a story, not a claim."""

MOST_NAMES = 6
"""Entities of one fact that it is filed under."""

MOST_WORDS = 20
"""Words of content beyond which a text tells a story, not a claim; it closes nothing and nothing closes it."""

_REMEMBERED = 50_000


# What a word may mean for truth over time: bits of `Look.sign` (plain numbers, for they are read millions of times).
STATE, COPULA, TASTE, CHANGE, NUMBER, MONTH, DAY, TIME = 1, 2, 4, 8, 16, 32, 64, 128


class Look(NamedTuple):
    """A word as it is compared: comparing form, stem ("" without content), the number it is, what it may mean, stem if no number."""

    key: str
    stem: str
    number: str
    sign: int
    word: str


_SIGN, _WORD = itemgetter(3), itemgetter(4)


_memo: dict[str, Look] = {}
TOKEN = re.compile(r"[\w.+-]+@[\w.-]+\w|\d+(?:[.,:]\d+)*|[^\W_]+(?:[-'’][^\W_]+)*")


def stem_of(key: str) -> str:
    """One stem for a word of either language: equal for equal words, whatever language the sentence was taken for."""
    return english(german(english(key)))


_SIGNS = (
    (w.FAMILY.keys() | w.TAKE_OVER, STATE),
    (w.COPULA | w.CALLED, COPULA),
    (w.LIKES | w.HATES | w.BEAR, TASTE),
    (w.CHANGE | w.OVER | w.NOT | w.FIX | w.NOW | set("back wieder again left broke turned turns heraus".split()), CHANGE),
    (w.MONTHS, MONTH),
    (w.DAYS, DAY),
    (w.TIMES, TIME),
)


def look(raw: str) -> Look:
    """A word, looked at; remembered."""
    have = _memo.get(raw)
    if have is None:
        if len(_memo) > _REMEMBERED:
            _memo.clear()
        have = _memo[raw] = _looked(raw)
    return have


def _looked(raw: str) -> Look:
    key = w.key_of(raw.replace("’", "'"))
    number = ""
    if raw[0].isdigit():
        number = re.sub(r"[.,](?=\d{3}\b)", "", raw)
    elif key in w.NUMBERS:
        number = w.NUMBERS[key]
    elif any(map(str.isdigit, raw)) or (len(raw) == 1 and raw.isupper() and raw != "I"):
        number = key
    bare = key[:-2] if key.endswith("'s") else key.rstrip("'")
    opposite = w.OPPOSITE.get(bare, "") if bare not in w.ONLY_LAST else ""
    frame = w.is_frame(bare) and not (len(raw) > 1 and raw.isupper())
    stem = number or ("" if frame else stem_of(opposite or bare))
    sign = (NUMBER if number else 0) | (CHANGE if opposite else 0)
    for words, bit in _SIGNS:
        if key in words:
            sign |= bit
    return Look(key, stem, number, sign, "" if number else stem)


class Glance(NamedTuple):
    """What a glance at a text tells: the labels it is filed under, its content, what its words may mean (bits of `Look.sign`)."""

    filed: tuple[str, ...]
    content: frozenset[str]
    signs: int

    @property
    def change(self) -> bool:
        """Whether it may report a change, or deny something."""
        return bool(self.signs & CHANGE)


_NOTHING = Glance((), frozenset(), 0)
_NO_NAMES = frozenset(("",))


def slots_of(fact: Fact) -> tuple[int, ...]:
    """The slots a fact is filed under: numbers of 60 bits, without repeats. Plain narrative, summaries and stories have none."""
    if _tells_nothing(fact):
        return ()
    seen = _looked_at(fact.text)
    signs = reduce(or_, map(_SIGN, seen), 0)
    filed = _glance(fact, seen, signs).filed if signs else ()
    return _slots(keys_of(fact.entities), list(map(_mark, filed))) if filed else ()


@lru_cache(4096)
def filed_under(fact: Fact) -> tuple[int, ...]:
    """The same, remembered for those that are asked about again and again."""
    filed = glanced(fact).filed
    return _slots(keys_of(fact.entities), list(map(_mark, filed))) if filed else ()


@lru_cache(4096)
def sought_by(fact: Fact, keys: tuple[str, ...] | None = None) -> tuple[int, ...]:
    """The slots under which facts are filed that may close this one, or that it may close.

    Args:
        fact: the fact.
        keys: the keys of its entities with all their other names; those it is written with by default.
    """
    seen = glanced(fact)
    if not seen.content and not seen.filed:
        return ()
    marks = dict.fromkeys((*map(_mark, seen.filed), *map(_mark_of_word, seen.content)))
    return _slots(keys_of(fact.entities) if keys is None else keys, marks)


def glance(fact: Fact) -> Glance:
    """A fact, glanced at."""
    if _tells_nothing(fact):
        return _NOTHING
    seen = _looked_at(fact.text)
    return _glance(fact, seen, reduce(or_, map(_SIGN, seen), 0))


def _tells_nothing(fact: Fact) -> bool:
    return fact.kind is Kind.PASSAGE or fact.kind is Kind.OBSERVATION or len(fact.text) > LONGEST


def _looked_at(text: str) -> list[Look]:
    raw = TOKEN.findall(text)
    try:
        return list(map(_memo.__getitem__, raw))
    except KeyError:
        return list(map(look, raw))


def _glance(fact: Fact, seen: Sequence[Look], signs: int) -> Glance:
    names = _names_of(fact.entities) if fact.entities else _NO_NAMES
    content = frozenset(map(_WORD, seen)) - names
    if len(content) > MOST_WORDS:
        return _NOTHING
    filed: list[str] = []
    if signs & (STATE | COPULA | NUMBER | DAY):
        for at, one in enumerate(seen):
            if one.sign:
                _file(seen, at, one.sign, names, filed)
    if signs & CHANGE:
        filed += [f"~{stem}" for stem in content]
    if signs & TASTE:
        filed += [f"taste {stem}" for stem in content]
    if content and (signs & MONTH or (signs & NUMBER and "-" in fact.text)):
        filed.append(f"on {min(content)}")
    return Glance(tuple(dict.fromkeys(filed)), content, signs)


def worth(mine: Glance, theirs: Glance) -> bool:
    """Whether two facts of a slot say enough in common to be read with care: at least what the rules of `closing` ask for."""
    common = len(mine.content & theirs.content)
    change = (mine.signs | theirs.signs) & CHANGE
    if change and common:
        small = min(len(mine.content), len(theirs.content))
        if 2 * common >= small or small <= _SHORT:
            return True
    elif change and not (mine.content and theirs.content):
        return True
    for label in mine.filed:
        if label[0] == "~" or label not in theirs.filed:
            continue
        kind = label[:2]
        if change or kind in _STRONG:
            return True
        if kind == "is" and 3 * common >= min(len(mine.content), len(theirs.content)):
            return True
        if 4 * common >= 3 * max(len(mine.content), len(theirs.content)):
            return True
    return False


_SHORT = 3
glanced = lru_cache(4096)(glance)  # the same facts come again in question after question
_STRONG = frozenset(("f ", "we", "ca", "ta"))


def _file(seen: Sequence[Look], at: int, sign: int, names: frozenset[str], filed: list[str]) -> None:
    one = seen[at]
    if sign & NUMBER:
        label = next((word for word in map(_WORD, seen[at - 1 :: -1] if at else ()) if word not in names), "")
        unit = seen[at + 1].stem if at + 1 < len(seen) else ""
        filed += [f"n {stem}" for stem in (label, unit) if stem]
    if sign & DAY:
        filed.append("weekday")
    if sign & STATE:
        filed.append(
            f"f {w.FAMILY.get(one.key, 'lead')}" if w.FAMILY.get(one.key) not in w.ROLES and one.key not in w.TAKE_OVER else "f role"
        )
    if sign & COPULA and one.key in w.CALLED:
        filed.append("called")
    if sign & COPULA:
        filed += [f"is {other.stem}" for other in seen[max(at - 5, 0) : at] if other.stem not in names]
        if any(other.key in w.DEFINITE for other in seen[at + 1 : at + 3]):
            filed += [f"is {other.stem}" for other in seen[at + 1 : at + 6] if other.stem not in names]


def names_of(entities: Iterable[str]) -> frozenset[str]:
    """The stems of the words of these names."""
    return _names_of(tuple(entities)) - _NO_NAMES


@lru_cache(4096)
def _names_of(entities: tuple[str, ...]) -> frozenset[str]:
    """These, and the word that says nothing."""
    parts = (part for name in entities for part in re.split(r"[\W_]+", name) if part)
    return _NO_NAMES.union(look(part).stem or look(part).key for part in parts)


@lru_cache(4096)
def keys_of(entities: tuple[str, ...]) -> tuple[str, ...]:
    """`entity_key` of each name, without repeats, in order."""
    return tuple(dict.fromkeys(map(entity_key, entities)))


def _slots(keys: Sequence[str], marks: Collection[int]) -> tuple[int, ...]:
    """The slots of labels, given as their marks, for these entities (for no entity when there is none)."""
    if len(keys) == 1:
        name = _number(keys[0])
        return tuple([name ^ mark for mark in marks])
    names = [_number(key) for key in keys[:MOST_NAMES]] or [_number("")]
    return tuple(dict.fromkeys([name ^ mark for name in names for mark in marks]))


@lru_cache(65_536)
def _mark(label: str) -> int:
    """A label's part of its slots."""
    return _number("\x00" + label)


@lru_cache(65_536)
def _mark_of_word(stem: str) -> int:
    return _mark("~" + stem)


@lru_cache(65_536)
def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 4
