"""A changed amount whose thing goes without saying: `Kern raises to 950 euros` after `Kern asks 900 euros for the wool`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dayleaf.core.truth import words as w
from dayleaf.core.truth.statement import Statement, Word

MOST = 2.0
"""How many times as much, or as little, an amount may become and still be taken for the same one."""

_UP = frozenset("raised raises increased increases erhoht erhohte angehoben hebt hob steigert".split())
_DOWN = frozenset("lowered lowers reduced reduces cut gesenkt senkt senkte reduziert".split())
_GOAL = frozenset("to auf".split())


def same_amount_changed(old: Statement, new: Statement) -> bool:
    """Whether `new` says that an amount rose or fell to so much, naming no thing, and `old` has one amount of that unit that fits.

    The direction must be right and the new amount at most twice or half the old one.
    """
    for at, word in enumerate(new.words):
        if word.key in _UP | _DOWN and not word.denied and (found := _goal(new.words, at)) is not None:
            amount, unit = found
            before = [number for number, other in _amounts(old.words) if other == unit]
            return len(before) == 1 and _fits(before[0], amount, rises=word.key in _UP)
    return False


def moves_an_amount(statement: Statement) -> bool:
    """Whether it says that an amount rises or falls."""
    return any(word.key in _UP | _DOWN for word in statement.words)


def _fits(before: float, after: float, *, rises: bool) -> bool:
    return (before < after <= MOST * before) if rises else (before / MOST <= after < before)


def _goal(words: Sequence[Word], verb: int) -> tuple[float, str] | None:
    """The amount and its unit behind "to" in the verb's part of the sentence, if that names no thing beside them and a cause."""
    part = [word for word in words if word.segment == words[verb].segment]
    goal = next((n for n, word in enumerate(part) if word.key in _GOAL and n + 2 < len(part) and part[n + 1].number), None)
    if goal is None or (amount := _value(part[goal + 1])) is None:
        return None
    caused = False
    for n, word in enumerate(part):
        caused = (caused or word.key in w.CAUSES) and word.key not in w.PLACES - w.CAUSES
        if word.counts and not caused and n not in (goal + 1, goal + 2):
            return None
    return amount, part[goal + 2].stem


def _amounts(words: Sequence[Word]) -> Iterator[tuple[float, str]]:
    for word, unit in pairwise(words):
        if word.number and unit.stem and not unit.number and unit.segment == word.segment and (value := _value(word)) is not None:
            yield value, unit.stem


def _value(word: Word) -> float | None:
    try:
        return float(word.number.replace(",", "."))
    except ValueError:
        return None
