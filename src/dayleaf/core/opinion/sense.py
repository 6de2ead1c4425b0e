"""Read a sentence for what it values: its terms, the signals of liking and praise in it, and which of them is denied.

Nothing here knows an opinion or a person; `belief` and `stance` put it together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dayleaf.core.opinion import words as w
from dayleaf.core.truth import words as truth
from dayleaf.core.truth.statement import Statement, Word

LIKING = "like"
"""The axis of liking and praise."""

DOING = "do"
"""The axis of what somebody does or does not do."""


class Signal(NamedTuple):
    """A word that says how something is valued.

    Attributes:
        at: the place of the word.
        axis: `like`, `do`, or what is measured (`fast`, `sure`, …).
        sign: +1 or -1, negation taken into account.
        loud: whether it says so strongly.
        kind: `feel` (likes), `praise` (good), `act` (ordered it), `end` (stopped it).
    """

    at: int
    axis: str
    sign: int
    loud: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word of content: how it is compared, where it stands, and -1 if it is said of its opposite ("shut", "without sugar")."""

    name: str
    at: int
    sign: int


def term_of(word: Word) -> str:
    """How a word is compared: its verb if it is a strong one, else its stem; empty without content."""
    if word.masked:
        return ""
    if word.number:
        return word.number
    return w.VERB.get(word.key) or word.stem


def is_content(word: Word, names: frozenset[str]) -> bool:
    """Whether a word may be part of what a sentence is about; `names` are the stems of the names of whom it is about."""
    key = word.key
    return bool(term_of(word)) and word.stem not in names and not (
        key in w.LIKE or key in w.DISLIKE or key in w.NOT or key in w.ABOUT or key in w.LIGHT or key in w.GOOD or key in w.BAD
        or key in w.AXES or key in w.CONDITIONAL or (key in w.ASIDE and key not in w.TIMES_OF_DAY) or key in w.IRONY or key in w.HEARSAY
    )  # fmt: skip


def terms(words: Sequence[Word], names: frozenset[str], also: frozenset[str] = frozenset()) -> list[Term]:
    """The words of content, in order, and those words of little content that are asked for."""
    found = []
    for at, word in enumerate(words):
        if is_content(word, names) or term_of(word) in also:
            opposite = word.key in truth.OPPOSITE and word.key not in truth.ONLY_LAST
            lacking = any(other.key in ("without", "ohne") for other in words[max(at - 2, 0) : at] if other.segment == word.segment)
            found.append(Term(term_of(word), at, -1 if opposite != lacking else 1))
    return found


def signals(words: Sequence[Word]) -> list[Signal]:
    """Every signal of a sentence, in order."""
    found = [*_sentence_signals(words)]
    for at, word in enumerate(words):
        if not word.masked:
            found += _signal(words, at, word.key)
    found.sort(key=lambda signal: signal.at)
    return found


def _sentence_signals(words: Sequence[Word]) -> Iterable[Signal]:
    """Signals of more than one word: `never again`, `can't stand`, `hält viel von`."""
    keys = [word.key for word in words]
    for at, word in enumerate(words):
        near = [(n, other.key) for n, other in enumerate(words) if other.segment == word.segment]
        if word.key in w.NEVER and any(key in w.AGAIN for n, key in near if n > at):
            yield Signal(at, LIKING, -1, True, "end")
        elif (word.key in w.BEAR and denied(words, at) and any(key in _CAN for _, key in near)) or (
            word.key == "riechen" and denied(words, at)
        ):
            yield Signal(at, LIKING, -1, True, "feel")
        elif word.key == "rather" and "than" in keys[at + 1 :]:
            yield Signal(at, LIKING, 1, False, "feel")
        elif word.key in _THINKS and "von" in keys[at + 1 :]:
            said = {key for _, key in near}
            if said & _MUCH:
                yield Signal(at, LIKING, -1 if denied(words, at) else 1, False, "feel")
            elif said & _LITTLE:
                yield Signal(at, LIKING, -1, False, "feel")


_THINKS = frozenset("halt hielt halte".split())
_MUCH = frozenset("viel vieles einiges grosse".split())
_LITTLE = frozenset("nichts wenig".split())
_CAN = frozenset("can cannot can't could couldn't kann konnte konne konnen kannst not nicht".split())


def _signal(words: Sequence[Word], at: int, key: str) -> Iterable[Signal]:
    after = words[at + 1].key if at + 1 < len(words) else ""
    sign = -1 if denied(words, at) else 1
    loud = key in w.LOUD and sign > 0
    if key in w.LIKE and not (key in ("like", "likes") and _compares(words, at)):
        yield Signal(at, LIKING, sign, False, "feel")
    elif key in w.DISLIKE and not (key in ("sick", "tired", "fed") and after not in ("of", "up")):
        yield Signal(at, LIKING, -sign, loud, "feel")
    elif key in w.ENDS and _ends(words, at):
        yield Signal(at, DOING, -sign, False, "end")
    elif key in w.GOOD or key in w.BAD:
        yield Signal(at, LIKING, sign if key in w.GOOD else -sign, loud, "praise")
    elif (
        key in w.SEEK
        and not (key in ("asked", "asks", "ask") and after not in ("for", "once", "again", "him", "her", "them"))
        and not (
            key == "booked" and (after in ("out", "up", "solid") or (at and words[at - 1].key in ("fully", "completely", "double", "over")))
        )
    ):
        yield Signal(at, LIKING, sign, False, "act")
    elif key in w.SHUN:
        yield Signal(at, LIKING, -sign, False, "act")
    if key in w.AXES:
        axis, side = w.AXES[key]
        yield Signal(at, axis, side * sign, loud, "praise")


def _compares(words: Sequence[Word], at: int) -> bool:
    """`looks like a barn`, `like his father`: no liking."""
    before = words[at - 1] if at else None
    return words[at].key == "like" and before is not None and (before.key in _SEEMS or words[at].segment != before.segment)


_SEEMS = frozenset(
    "look looks looked looking feel feels felt sound sounds sounded taste tastes tasted smell smells just is was are were seems".split()
)


def _ends(words: Sequence[Word], at: int) -> bool:
    key = words[at].key
    if key in _GIVES:
        return any(other.key in w.UP for other in words[at + 1 :] if other.segment == words[at].segment)
    return True


_GIVES = frozenset("give gives gave given gab gibt horte hort".split())


def denied(words: Sequence[Word], at: int) -> bool:
    """Whether what stands at a place is denied: an odd number of negations in its part of the sentence, before it or of its object."""
    word = words[at]
    count = 0
    for n, other in enumerate(words):
        if other.segment != word.segment or other.key not in w.NOT or n == at or other.key in ("without", "ohne"):
            continue
        after = words[n + 1].key if n + 1 < len(words) else ""
        if after in ("only", "nur", "just") or (other.key in ("no", "not") and after in ("doubt", "matter", "wonder")):
            continue
        count += 1
    return count % 2 == 1


def compared(words: Sequence[Word], at: int) -> bool:
    """Whether what stands at a place is what something else is better (or worse) than: `than X`, `over X`, `instead of X`, `als X`."""
    clause = words[at].clause
    better = any(other.key in _BETTER for other in words[:at] if other.clause == clause)
    for n in range(at - 1, -1, -1):
        other = words[n]
        if other.clause != clause or (other.segment != words[at].segment and other.key not in truth.ARTICLES):
            return False
        if other.key in _INSTEAD:
            return True
        if other.key in ("than", "over", "als", "gegenuber", "vor") and better:
            return True
        if other.key == "to" and _prefers(words, n):
            return True
    return False


_INSTEAD = frozenset("instead statt anstatt anstelle".split())
_BETTER = frozenset(
    "prefer prefers preferred preferring better worse rather more less favours favors favoured chose chooses choose picked nicer"
    " bevorzugt bevorzugte lieber besser schlechter eher mehr weniger schoner".split()
)


def _prefers(words: Sequence[Word], at: int) -> bool:
    """`prefers X to Y`: something stands between the verb and this `to`."""
    return any(other.key.startswith("prefer") and at - n > 1 for n, other in enumerate(words[:at]) if other.clause == words[at].clause)


def is_german(statement: Statement) -> bool:
    """Whether a sentence is rather German than English."""
    keys = [word.key for word in statement.words]
    return sum(key in _GERMAN for key in keys) > sum(key in _ENGLISH for key in keys) or any(
        mark in statement.fact.text for mark in "äöüßÄÖÜ"
    )


_GERMAN = frozenset(
    "der die das den dem des ein eine einen einem und auf mit ist hat im am zu von fur nicht "
    "seit bei als sie er es zum zur mag gern kein keine keinen wieder".split()
)
_ENGLISH = frozenset("the a an and on with is are has in at to of for not as it he she they her his likes prefers no over".split())
