"""What a statement says, in a form in which two wordings of the same are equal: clauses of bare words and of phrases.

Theory of operation. A text becomes tokens: words in comparing form, numbers as values in base units, dates as ISO days, the names
of its entity as `@`. Tokens fall into clauses at punctuation and at `and`, `because`, …; a clause is the row of its bare words and the
phrases that prepositions open. A passive ("was painted by X") is turned into the active, so that who did what to whom is told by
the order of the bare words. Words are compared as they are spelled, not by their stems: "plays" is not "played", "loom" is not
"looms"; what may differ is listed in `words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dayleaf.core.dream import words as w
from dayleaf.core.fact import Fact, entity_key
from dayleaf.core.regex import regex
from dayleaf.core.truth.slots import stem_of
from dayleaf.core.when import find

LONGEST = 400
"""Characters above which a text tells a story: it is the same only as one of exactly the same letters."""

_TOKEN = regex(
    r"(?P<raw>[^\s\"“”„'‘’()\[\]]*[\w][/\\@_:=~#|][\w/\\@_:=~#|.+-]*\w)|(?P<number>(?<![\w.])[-−+]?\d+(?:[.,]\d+)*)(?=\W|[^\W\d_]{1,3}\b|$)"
    r"|(?P<word>[^\W_]+(?:['’][^\W_]+)*(?:\+\+|\+|#)?)|(?P<mark>[%€$£°<>≤≥≈±?])|(?P<break>[,;:.!()–—])|(?P<odd>[^\s\w])"
)
_PARTICIPLE = regex(
    r"\w{2,}(?:ed|en|wn|ne|lt|pt|nt|ught|ade|old|ut|om?e)|(?:\w{2,})?ge\w{3,}(?:t|en)|(?:be|ver|er|ent|zer)\w{2,}(?:t|en)|\w{3,}iert"
)
_QUIET = frozenset("\"“”„'‘’«»‹›*`-/[]…·•")
_WIDE = regex("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


class Token(NamedTuple):
    """A word in comparing form, with what the text around it tells.

    Attributes:
        key: the form in which it is compared.
        case: the case its German article gives it.
        capital: whether it is capitalised.
        first: whether it begins a sentence.
        number: whether it is, or holds, a number.
        article: whether it stands behind an article.
    """

    key: str
    case: str = ""
    capital: bool = False
    first: bool = False
    number: bool = False
    article: bool = False

    @property
    def name(self) -> bool:
        """Whether it is spelled like a name (in German: like a noun)."""
        return self.capital and not self.first


Phrase = tuple[str, ...]


class Clause(NamedTuple):
    """A part of a sentence.

    Attributes:
        cause: whether it is said to be the reason of the others.
        bare: the words that stand in no phrase, in order; of a passive in the order of the active.
        phrases: each preposition with its words, in order.
        nouns: in German, the capitalised ones of the bare words, in order.
        fronted: whether it begins with a phrase.
    """

    cause: bool
    bare: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    nouns: tuple[str, ...]
    fronted: bool


class Sense(NamedTuple):
    """A statement as it is compared.

    Attributes:
        tokens: all its words in order.
        clauses: its clauses in order.
        numbers: its numbers and dates, sorted.
        german: whether its words are German; a sentence that may be either counts as English, where the order matters.
        wide: whether it holds Chinese, Japanese or Korean, of which only the same letters are the same.
    """

    tokens: tuple[Token, ...]
    clauses: tuple[Clause, ...]
    numbers: tuple[str, ...]
    german: bool
    wide: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """The words alone."""
        return tuple(token.key for token in self.tokens)


@lru_cache(4096)
def sense_of(fact: Fact, names: tuple[tuple[str, ...], ...] = ()) -> Sense:
    """What a fact says.

    Args:
        fact: the fact.
        names: for each entity it mentions, in one order for all spellings, all its names.
    """
    keys = {w.key_of(found[0]) for found in _TOKEN.finditer(fact.text) if found.lastgroup == "word"}
    german = len(keys & w.GERMAN) > len(keys & w.ENGLISH) or any(letter in "äöüßÄÖÜ" for letter in fact.text)
    tokens = tuple(_tokens(fact, names or tuple((name,) for name in fact.entities), german=german))
    while tokens and tokens[-1].key == "|":
        tokens = tokens[:-1]
    alone = len(fact.entities) == 1
    clauses = tuple(_clause(some, german=german, alone=alone) for some in _clauses(tokens))
    numbers = tuple(sorted(token.key for token in tokens if token.number))
    full = tuple(clause for clause in clauses if clause.bare or clause.phrases)
    return Sense(tokens, full, numbers, german, bool(_WIDE.search(fact.text)))


def _tokens(fact: Fact, names: Sequence[Sequence[str]], *, german: bool) -> Iterator[Token]:
    """The words of a text, articles put into the case of the noun that follows."""
    own, articles = _own(names), w.ARTICLES[german]
    case, article = "", False
    for token in _named(list(_dated(fact)), own):
        if token.key in articles and not token.name:
            case, article = w.CASE.get(token.key, "") if german else "", True
            continue
        if token.key in w.NOW:
            continue
        if token.capital or token.key in w.PREPOSITIONS:
            yield token._replace(case="" if token.key in w.PREPOSITIONS else case, article=article)
            case = ""
        else:
            yield token._replace(article=article)
        article = False


def _dated(fact: Fact) -> Iterator[Token]:
    """The words of a text; each date in it is one word, its days in ISO."""
    text = fact.text
    at = 0
    for found in find(text, fact.told):
        said = text[found.start_offset : found.end_offset]
        if found.start_offset < at or not _is_date(said):
            continue
        yield from _spelled(text[at : found.start_offset], begins=at == 0)
        yield Token(f"={found.range}", number=True)
        at = found.end_offset
    yield from _spelled(text[at:], begins=at == 0)


def _is_date(said: str) -> bool:
    """Whether words that may be a date are one, not a habit ("on Mondays") or an hour."""
    keys = {w.key_of(word.strip(".,")) for word in said.split()}
    return keys.isdisjoint(w.HABIT) and bool(keys - w.HOURS - w.PREPOSITIONS - w.ARTICLES[False] - w.ARTICLES[True])


def _spelled(text: str, *, begins: bool) -> Iterator[Token]:
    first = begins
    held: Token | None = None  # a number that waits for its unit
    for found in _TOKEN.finditer(text):
        token = _token(found, first=first)
        first = found[0] in ".!?" or (first and token is None)
        if token is None:
            continue
        if held is not None:
            joined = _measured(held, token)
            yield joined or held
            held = None
            if joined:
                continue
        if token.key[0] == "#":
            held = token
            continue
        yield from (Token(part) for part in w.CONTRACTED[token.key]) if token.key in w.CONTRACTED else (token,)
    if held is not None:
        yield held


def _token(found: re.Match[str], *, first: bool) -> Token | None:
    """The token that was found; None if it says nothing."""
    said = found[0]
    match found.lastgroup:
        case "raw":
            return Token(f"`{said}")
        case "number":
            return Token(f"#{_value(said)}", number=True)
        case "word":
            return _word(said, first=first)
        case "mark":
            return Token(said)
        case "break":
            return Token("|") if said != "." or not _abbreviated(found.string, found.start()) else None
        case _:
            return None if said in _QUIET else Token(said)


def _abbreviated(text: str, at: int) -> bool:
    """Whether the dot ends an abbreviation or an ordinal, not the sentence."""
    before = text[:at].rsplit(None, 1)[-1:] or [""]
    return at + 1 < len(text) and (len(before[0]) < 4 or before[0].isdigit()) and text[at + 1 : at + 2] not in ("", "\n")


def _word(said: str, *, first: bool) -> Token:
    key = w.key_of(said.replace("’", "'"))
    key = key.removesuffix("n't") + " not" if key.endswith("n't") else key
    key = "kein" if key.startswith("kein") and key.removeprefix("kein") in ("", "e", "en", "em", "er", "es") else key
    if key in w.NUMBERS:
        return Token(f"#{w.NUMBERS[key]}", number=True)
    key = w.WEEKDAYS.get(key, key) if key in w.HABIT else key
    return Token(w.SAME.get(key, key), "", said[0].isupper(), first, any(map(str.isdigit, key)))


def _value(said: str) -> str:
    """A number as it is compared: exact, where commas and dots leave no doubt; else as it is spelled."""
    sign = "-" if said[0] in "-−" else ""
    digits = said.lstrip("-−+")
    marks = [letter for letter in digits if not letter.isdigit()]
    if not marks:
        return sign + (digits if len(digits) > 1 and digits[0] == "0" else str(int(digits)))
    whole, _, part = digits.replace(",", ".").rpartition(".")
    return sign + (f"{whole}.{part}" if len(marks) == 1 and len(part) != _GROUP else digits)


def _measured(number: Token, unit: Token) -> Token | None:
    """A number with its unit, in the base unit; None if what follows is none."""
    known = w.UNITS.get(unit.key)
    if known is None:
        return None
    base, up, down = known
    whole, _, part = number.key[1:].partition(".")
    if not (whole.lstrip("-").isdigit() and len(part) != _GROUP and (not part or part.isdigit())):
        return number._replace(key=f"{number.key} {unit.key}")
    return number._replace(key=f"#{Fraction(number.key[1:]) * up / down} {base}")


_GROUP = 3
"""Digits behind a comma or dot that leave open whether it marks thousands or a fraction."""


def _own(names: Sequence[Sequence[str]]) -> list[tuple[tuple[str, ...], str]]:
    """The words of every name of each entity, longest first, and what stands for it."""
    own: dict[tuple[str, ...], str] = {}
    for number, several in enumerate(names):
        for name in several:
            if words := tuple(w.key_of(part) for part in entity_key(name).replace(".", "-").split("-") if part):
                own.setdefault(words, f"@{number}")
    return sorted(own.items(), key=lambda pair: (-len(pair[0]), pair[0]))


def _named(tokens: Sequence[Token], own: Sequence[tuple[tuple[str, ...], str]]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        for parts, mark in own:
            here = [token.key for token in tokens[at : at + len(parts)]]
            last = here[-1].removesuffix("'s") if here else ""
            if len(here) == len(parts) and (*here[:-1], last) == parts and tokens[at].capital:
                yield Token(mark if last == here[-1] else f"{mark}'s")
                at += len(parts)
                break
        else:
            yield tokens[at]
            at += 1


def _clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    some: list[Token] = []
    for token in tokens:
        if token.key == "|" or (token.key in w.LINKS and not token.name):
            if any(other.key not in w.LINKS or other.name for other in some):
                yield some
                some = []
            if token.key != "|":
                some.append(token)
            continue
        some.append(token)
    if any(other.key not in w.LINKS or other.name for other in some):
        yield some


def _clause(tokens: list[Token], *, german: bool, alone: bool) -> Clause:
    """The bare words and phrases of a clause."""
    links = [token.key for token in tokens if token.key in w.LINKS and not token.name]
    inside = [token for token in tokens if token.key not in w.LINKS or token.name]
    if alone:
        if german:  # the subject may stand anywhere, or be left out
            inside = [token for token in inside if token.key not in w.HE]
        him = w.HE | w.HIM
        inside = [token._replace(key="@0") if token.key in him and _object(inside, at) else token for at, token in enumerate(inside)]
    bare, phrases = _phrased(inside, german=german)
    said = [(prep, tuple(f"{token.case}{token.key}" if german else token.key for token in some)) for prep, some in phrases]
    order, said = _active(bare, said)
    if alone and "@0" in order[: 1 + german]:  # in German the verb may stand before the subject
        order.remove("@0")
    nouns = tuple(f"{token.case}{token.key}" for token in bare if token.capital and not token.number) if german else ()
    rest = tuple(key for key in links if key not in w.CAUSE and key not in ("and", "und", "da"))
    fronted = bool(inside) and inside[0].key in w.PREPOSITIONS
    return Clause(any(link in w.CAUSE for link in links), (*rest, *order), tuple((prep, *some) for prep, some in said), nouns, fronted)


def _phrased(tokens: Sequence[Token], *, german: bool) -> tuple[list[Token], list[tuple[str, list[Token]]]]:
    """The bare words, and each preposition with the words of its phrase."""
    bare: list[Token] = []
    phrases: list[tuple[str, list[Token]]] = []
    inside = False
    for token in tokens:
        if token.key in w.PREPOSITIONS and (token.key not in _ALSO_NONE or (token.key in ("as", "als") and bare)):
            phrases.append((token.key, []))
            inside = True
        elif inside and not _ends(token, phrases[-1][1], german=german):
            phrases[-1][1].append(token)
        else:
            inside = False
            bare.append(token)
    return bare, phrases


_ALSO_NONE = frozenset(("like", "wie", "als", "as"))
"""Prepositions that are often something else."""


def _object(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pronoun is somebody, not "her" before what is hers."""
    return at + 1 == len(tokens) or tokens[at + 1].key in w.PREPOSITIONS or tokens[at].key != "her"


def _ends(token: Token, inside: Sequence[Token], *, german: bool) -> bool:
    """Whether a phrase ends before this word."""
    if token.key in w.BE or token.key in w.BECOME or (token.key[0] == "@" and inside):
        return True
    if not german or not inside:
        return False
    full = inside[-1].capital or inside[-1].number or inside[-1].key[0] == "@"
    return full and not token.number


def _active(bare: Sequence[Token], phrases: list[tuple[str, Phrase]]) -> tuple[list[str], list[tuple[str, Phrase]]]:
    """The bare words in the order of the active; an agent ("by X", "scared of X") stands before its verb."""
    keys = [token.key for token in bare]
    at = next((n for n, key in enumerate(keys) if key in w.BE or key in w.BECOME), None)
    verb = None
    if at is not None:
        verb = next((n for n in range(at + 1, len(keys)) if _PARTICIPLE.fullmatch(keys[n])), None)
        if verb is None and keys[at] in w.BECOME and at == len(keys) - 1 and at:
            verb = at - 1 if _PARTICIPLE.fullmatch(keys[at - 1]) else None
    if at is None or verb is None:
        return keys, phrases
    by = next((n for n, (prep, some) in enumerate(phrases) if some and (prep == "by" or (prep == "von" and keys[at] in w.BECOME))), None)
    feeling = next(
        (n for n, (prep, some) in enumerate(phrases) if some and prep == "of" and keys[at] in ("is", "are") and verb == at + 1), None
    )
    subject = [key for n, key in enumerate(keys) if n < at and n != verb]
    rest = [key for n, key in enumerate(keys) if n > at and n != verb]
    if by is None and feeling is not None and _PARTICIPLE.fullmatch(keys[verb]) and keys[verb].endswith("ed"):
        agent = list(phrases[feeling][1])
        return [*agent, f"~{stem_of(keys[verb])}", *(subject or ["@0"]), *rest], [*phrases[:feeling], *phrases[feeling + 1 :]]
    if by is None:
        return ["?by" if keys[at] in w.BECOME or keys[at] in w.PAST_BE else keys[at], keys[verb], *subject, *rest], phrases
    agent = list(phrases[by][1])
    return [*agent, keys[verb], *(subject or ["@0"]), *rest], [*phrases[:by], *phrases[by + 1 :]]
