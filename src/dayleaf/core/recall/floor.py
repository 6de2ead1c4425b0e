"""Say "nothing relevant" instead of filler: how much of a question its best answer must agree with.

Theory of operation. Every word of a question has a weight, its rarity; a word that the memory does not know weighs most of all.
The best row agrees with a share of that weight. In a question that the memory can answer the share is hardly ever below a tenth; in
one about something else it mostly is (measured by `benchmarks/nothing.py`). A question about somebody or something by a name that
stands nowhere is the clearest case, so it has a floor of its own. A request ("recommend …", "what should I …") is another matter:
what helps with it need not share its words, so its floor is lower. Identifiers and names that are known are never held back.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from dayleaf.core.recall.clue import Asked, Clue, rarity
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import Lit, Weighed
from dayleaf.core.regex import regex
from dayleaf.core.terms import is_spaceless, language_of

FLOOR = 0.1
"""Share of a question's weight that the best row must agree with."""

OF_STRANGER = 0.33
"""The same for a question about somebody or something by a name that stands nowhere."""

OF_REQUEST = 0.04
"""The same for a request, whose answer may lie in words that it does not use."""

OF_PAIRS = 0.05
"""The same where words are pairs of characters: some pairs of every question stand across two words and are found nowhere."""

LOOKED_AT = 20
"""Best rows that are compared with the question."""

FEW = 2
"""Words up to which a question is a list of keywords: any row that holds one of them answers."""

LONGEST_NUMBER = 4
"""Digits of a number that is a year or an amount; a longer one is looked for as an identifier."""

_REQUEST = regex(
    r"""\b(?:recommend\w*|suggest\w*|advi[cs]e|tips?|ideas?|help|can\ you|could\ you|should|would\ you|best|options?|ways?|some|plan\w*|
    i'm|kannst\ du|könntest\ du|soll(?:te)?n?|empfiehl|empfehl\w*|vorschl\w*|tipps?|ideen?|suche|hilf)\b |
    推荐 | 建议 | 帮我 | おすすめ | 教えて""",
    re.IGNORECASE | re.VERBOSE,
)
_ASKING = regex(r"\s*(?:who|whose|whom|what|when|where|which|why|how|did|does|do|is|are|was|were|has|have|had|will)\b", re.IGNORECASE)
_PERSONAL = regex(r"\b(?:i|my|me|mine|we|our|us|you|your)\b", re.IGNORECASE)


def agreement(asked: Asked, lit: Sequence[Lit], weighed: Sequence[Weighed], rows: int) -> float:
    """The largest share of the question that one of the best rows agrees with, 0 to 1.

    Args:
        asked: the question.
        lit: its clues with their rows, ascending.
        weighed: the best rows.
        rows: how many rows the index has.
    """
    weight = {(clue.way, clue.label): clue.weight for clue in lit}
    rarest = rarity(rows, 0)
    main = [clue for clue in asked.clues if not clue.beside]
    whole = sum(weight.get((clue.way, clue.label), clue.share * rarest) for clue in main)
    best = 0.0
    for item in weighed[:LOOKED_AT]:
        told: dict[tuple[Way, str], float] = {}
        for clue in lit:
            if _holds(clue.numbers, item.number):
                told[clue.way, clue.label] = max(told.get((clue.way, clue.label), 0.0), clue.weight)
        best = max(best, sum(told.values()))
    return min(best / whole, 1.0) if whole else 0.0


def floor_of(text: str, asked: Asked, lit: Sequence[Lit]) -> float:
    """What `agreement` must reach for the answer to be one; 0 if everything found is to be shown."""
    found = {clue.label for clue in lit}
    lexical = [clue for clue in asked.clues if clue.way is Way.LEXICAL and not clue.beside]
    if (
        len(lexical) <= FEW
        or any(clue.way is Way.ENTITY for clue in lit)
        or any(_is_code(clue) and clue.label in found for clue in lexical)
    ):
        return 0.0
    if _REQUEST.search(text):
        return OF_REQUEST
    if _is_about_strangers(text, asked, lit):
        return OF_STRANGER
    # a name that stands here may be all that a question in one language shares with an answer in another
    if language_of(text) != "en" and any(clue.label[:1].isupper() and clue.label in found for clue in lexical):
        return 0.0
    return OF_PAIRS if any(map(is_spaceless, text)) else FLOOR


def _is_about_strangers(text: str, asked: Asked, lit: Sequence[Lit]) -> bool:
    """Whether an English question names somebody or something, and nobody of those named stands anywhere.

    Not in German, where every noun has a capital.
    """
    if not _ASKING.match(text) or _PERSONAL.search(text) or language_of(text) != "en":
        return False
    strange = strangers(text, asked, lit)
    return bool(strange) and not any(clue.label[:1].isupper() and clue.label not in strange for clue in _inner(text, asked))


def strangers(text: str, asked: Asked, lit: Sequence[Lit]) -> list[str]:
    """The words of a question that are written like names and stand nowhere in the memory."""
    found = {clue.label for clue in lit}
    return [clue.label for clue in _inner(text, asked) if clue.label not in found and clue.label[:1].isupper()]


def _inner(text: str, asked: Asked) -> list[Clue]:
    """The words of a question but the first, which has a capital anyway."""
    first = text.split(None, 1)[0] if text.strip() else ""
    return [clue for clue in asked.clues if clue.way is Way.LEXICAL and not clue.beside and clue.label not in first]


def holds_phrase(question: str, text: str) -> bool:
    """Whether a text has the words of a question of stop words alone, in a row; capitals ("WHO") must be capitals there."""
    words = regex_of_words(question)
    return bool(words) and re.search(words, text, 0 if question.isupper() else re.IGNORECASE) is not None


def regex_of_words(question: str) -> str:
    """A pattern for the words of a question with any white space or marks between; empty if there is none."""
    words = re.findall(r"\w+(?:['’]\w+)?", question)
    if not words:
        return ""
    return r"\b" + r"\W+".join(map(re.escape, words)) + r"\b"


def _is_code(clue: Clue) -> bool:
    """Whether a word is an identifier: digits with something else, or many of them; a year or an amount is none."""
    label = clue.label
    return any(map(str.isdigit, label)) and (len(label) > LONGEST_NUMBER or not label.strip("%€$,.").isdigit())


def _holds(numbers: Sequence[int], number: int) -> bool:
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number
