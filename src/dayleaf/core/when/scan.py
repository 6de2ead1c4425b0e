"""Text → tokens, each with a class of the grammar (see `lexicon`), a value and its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from dayleaf.core.when.lexicon import Lexicon, lexicon
from dayleaf.core.when.numbers import compound
from dayleaf.core.when.span import Partial, Span, Unit, years_span


class Token(NamedTuple):
    """A word, number or mark: its class, its value (None for plain words), and where it stands in the text."""

    cls: str
    value: object
    start: int
    end: int


_TOKEN = re.compile(r"([^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*(?:['’][^\W\d_]+)*\.?)|(\d)|([^\s\w])|(\w)")
"""A word with its full stop, the first figure of something with figures, a mark, anything else."""


@cache
def _figures() -> re.Pattern[str]:
    """Whatever begins with a figure, dates first."""
    return re.compile(
        r"""
          (?P<ymd>\d{4}([-/.])\d{1,2}\2\d{1,2})(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?(?![\d])
        | (?P<dmy>\d{1,2}([-/.])\s?\d{1,2}\4\s?(?:\d{4}|\d\d))(?![\d]|[.]\d)
        | (?P<ym>\d{4}[-/]\d{1,2}|\d{1,2}[-/.]\d{4})(?![\d]|[-/.]\d)
        | (?P<compact>(?:19|20)\d{6})(?!\d|[.,]\d)
        | (?P<clock>\d{1,2}:\d\d(?::\d\d)?(?:\s?[apAP]\.?[mM]\b)?|\d{1,2}\s?[apAP]\.?[mM]\b)
        | (?P<version>\d+(?:\.\d+){2,}|\d+,\d+)
        | (?P<dm>\d{1,2}\.\s?\d{1,2}\.?|\d{1,2}\s?/\s?\d{1,2})(?!\d|[-/.]\d{4}|\s?[€$%])
        | (?P<nth>\d{1,2}(?:st|nd|rd|th|ST|ND|RD|TH|te[rnsm]?|ter))\b
        | (?P<dot>\d{1,2}\.(?!\d))
        | (?P<decade>(?:\d\d)?\d0(?:['’]?s|ern?)\b|(?:19|20)\d0\s?s\b)
        | (?P<number>\d+(?:[.,]\d+)*)
        """,
        re.VERBOSE,
    )


_MARKS = {",": ",", "-": "-", "–": "-", "—": "-", "−": "-", "~": "-", "‐": "-", "‑": "-", "/": "/"}
_MONEY = frozenset("$€£#%+@\\_=")


def scan(text: str, lang: str) -> list[list[Token]]:
    """The tokens of a text read as English or German, sentence by sentence; a word that makes it look ahead has the value True."""
    lexemes = lexicon(lang)
    tokens: list[Token] = []
    names: list[str] = []
    joins: list[int] = []
    words, phrases, ahead, search = lexemes.words, lexemes.phrases, lexemes.ahead, _TOKEN.search
    counts = False
    found = search(text)
    while found:
        start, end = found.span()
        group = found.lastindex
        if group == 1:
            name, stop = found[0].lower(), end
            entry = words.get(name)
            if entry is None and (name[-1] in ".s" or not name.isascii()):
                name, entry, stop = _word(name, lexemes, end)
            if name in phrases:
                joins.append(len(names))
            names.append(name)
            if entry is None:
                tokens.append(Token("x", True if name in ahead else None, start, stop))
            else:
                tokens.append(Token(entry[0], entry[1], start, stop))
                counts = counts or entry[0] in "no"
            if stop < end:
                names.append(".")
                tokens.append(Token(".", None, stop, end))
        elif group == 2:  # the second group: a figure
            made, end = _figure(text, start, lang, tokens)
            tokens.extend(made)
            names.extend([text[start:end], "", "", "", "", ""][: len(made)])
        else:
            names.append(found[0])
            tokens.append(Token(_MARKS.get(found[0], ".") if group == 3 else "x", None, start, end))
        found = search(text, end)
    if joins:
        tokens = _phrases(tokens, names, joins, lexemes)
    return _sentences(_numerals(tokens, text) if counts and lang == "en" else tokens, text)


def _sentences(tokens: list[Token], text: str) -> list[list[Token]]:
    """The tokens parted behind full stops, question and exclamation marks."""
    out: list[list[Token]] = []
    first = 0
    for index, token in enumerate(tokens):
        if token.cls == "." and text[token.start] in ".!?;":
            out.append(tokens[first : index + 1])
            first = index + 1
    if first < len(tokens):
        out.append(tokens[first:])
    return out


def _word(name: str, lexemes: Lexicon, end: int) -> tuple[str, tuple[str, object] | None, int]:
    """A small-letter word's name, entry and end, without a full stop that is no part of it and without a genitive's 's."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name).replace("’", "'")
    words = lexemes.words
    entry = words.get(name)
    if entry is None and name[-1] == ".":
        name, end = name[:-1], end - 1
        entry = words.get(name)
    if entry is None and name[-2:] == "'s":
        entry = words.get(name[:-2])
    return name, entry, end


def _phrases(tokens: list[Token], names: list[str], starts: list[int], lexemes: Lexicon) -> list[Token]:
    """Tokens with the phrases of the lexicon joined into one each."""
    out: list[Token] = []
    done = 0
    for index in starts:
        if index < done:
            continue
        for rest, cls, value in lexemes.phrases[names[index]]:
            last = index + len(rest)
            if tuple(names[index + 1 : last + 1]) == rest or (
                names[index + 1 : last] == list(rest[:-1]) and last < len(names) and names[last] == rest[-1] + "'s"
            ):
                out += tokens[done:index]
                out.append(Token(cls, value, tokens[index].start, tokens[last].end))
                done = last + 1
                break
    return out + tokens[done:]


def _numerals(tokens: list[Token], text: str) -> list[Token]:
    """English number words that stand side by side become one token: "twenty ninth", "two thousand and fifteen"."""
    out: list[Token] = []
    index = 0
    while index < len(tokens):
        last = _run(tokens, text, index)
        while last > index + 1 and tokens[last - 1].cls == "&":
            last -= 1
        values = [token.value for token in tokens[index:last] if isinstance(token.value, int)]
        total = compound(values) if last > index + 1 else None
        if total is None:
            out.append(tokens[index])
            index += 1
            continue
        cls = "o" if tokens[last - 1].cls == "o" else "y" if total >= 1000 else "n"  # as with digits
        out.append(Token(cls, total, tokens[index].start, tokens[last - 1].end))
        index = last
    return out


def _run(tokens: list[Token], text: str, index: int) -> int:
    """Where the number words that begin at `index` end: at an ordinal, a digit, or anything else."""
    last = index
    while last < len(tokens) and (token := tokens[last]).cls in "no&-":
        if token.cls in "no" and text[token.start].isdigit():
            break
        if token.cls == "-" and not (last > index and token.end - token.start == 1 and text[token.end : token.end + 1].isalpha()):
            break
        if token.cls == "&" and not (last > index and tokens[last - 1].value in (100, 1000)):
            break
        last += 1
        if token.cls == "o":
            break
    while last > index and tokens[last - 1].cls in "&-":
        last -= 1
    return last


def _figure(text: str, start: int, lang: str, tokens: list[Token]) -> tuple[list[Token], int]:
    """The tokens of something with figures, and its end. Glued to letters, or with a sign of money, it is no date."""
    found = _figures().match(text, start)
    if found is None:  # a figure of another script
        return [Token("x", None, start, start + 1)], start + 1
    kind, end = found.lastgroup or "number", found.end()
    before, after = text[start - 1 : start], "" if text[end - 1] == "." else text[end : end + 1]
    previous = tokens[-1] if tokens and tokens[-1].end == start else None
    if previous is not None and previous.cls in "xu" and kind == "number":
        tag = _tag(text[previous.start : start].lower(), int(found[0]) if found[0].isdecimal() else 0, previous, end)
        if tag is not None and not after.isalnum():
            tokens[-1] = tag[0]
            return tag[1:], end
    if (
        kind == "number"
        and before in ("'", "’")
        and end - start == 2
        and previous is not None
        and found[0].isdecimal()
        and not after.isalnum()
    ):
        tokens[-1] = Token("y", century(int(found[0])), start - 1, end)
        return [], end
    made = None if _glued(before, text[start - 2 : start - 1], after, previous) else _READ[kind](found[kind], start, lang)
    return ([Token("x", None, start, end)] if made is None else made), end


def _glued(before: str, second: str, after: str, previous: Token | None) -> bool:
    """Whether letters, signs of money or other figures touch a figure: `$12`, `v2`, `x86_64`, `10.20.0.7`, `5%`."""
    if after and (after.isalnum() or after in "%€$_"):
        return True
    if not before:
        return False
    if before.isalnum():
        return previous is None or previous.cls not in "mrK"
    return before in _MONEY or (before in ".," and second.isdigit()) or (before == " " and second in _MONEY and second != "")


def _one(cls: str, value: object, piece: str, start: int) -> list[Token]:
    return [Token(cls, value, start, start + len(piece))]


def _numbers(piece: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", piece)]


def _valid(year: int | None, month: int, day: int) -> Partial | None:
    longest = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    return Partial(year, month, day) if 1 <= month <= 12 and 1 <= day <= longest else None


def century(year: int, now: int = 2030) -> int:
    """A year of two digits: the latest one that is not after 2030 plus fifteen (a notebook looks back)."""
    return year if year > 99 else 2000 + year if 2000 + year <= now + 15 else 1900 + year


def _ymd(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    date = _valid(*_numbers(piece))
    return _one("P", date, piece, start) if date else None


def _dmy(piece: str, start: int, lang: str) -> list[Token] | None:
    first, second, year = _numbers(piece)
    if year <= 99 and "-" in piece and lang == "de":  # 12-10-11 is too often a number
        return None
    date = _ordered(first, second, century(year), day_first=lang == "de" or "." in piece)
    return _one("P", date, piece, start) if date else None


def _ordered(first: int, second: int, year: int | None, *, day_first: bool) -> Partial | None:
    pairs = ((second, first), (first, second)) if day_first else ((first, second), (second, first))
    return _valid(year, *pairs[0]) or _valid(year, *pairs[1])


def _ym(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    year, month = sorted(_numbers(piece), reverse=True)
    if not 1 <= month <= 12 or not 1000 <= year <= 2999:
        return (_yy(piece, start, "") if len(piece) == 7 else None) or _split(piece, start)
    return _one("M", Partial(year, month), piece, start)


def _split(piece: str, start: int) -> list[Token]:
    """Figures joined by a mark, each a token of its own."""
    tokens = []
    for found in re.finditer(r"\d+|\D", piece):
        digits = found[0].isdecimal()
        cls = ("y" if 1000 <= int(found[0]) <= 2999 else "n") if digits else _MARKS.get(found[0], ".")
        tokens.append(Token(cls, int(found[0]) if digits else None, start + found.start(), start + found.end()))
    return tokens


def _yy(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    year, short = _numbers(piece)
    after = year // 100 * 100 + short
    if after != year + 1 or not 1000 <= year <= 2999:
        return None
    return [*_one("y", year, piece[:4], start), Token("/", None, start + 4, start + 5), Token("n", short, start + 5, start + 7)]


def _compact(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    date = _valid(int(piece[:4]), int(piece[4:6]), int(piece[6:]))
    return _one("P", date, piece, start) if date else None


def _dm(piece: str, start: int, lang: str) -> list[Token] | None:
    """A day and month without a year needs a word before it that says so, unless it is written 3.5. with both stops."""
    first, second = _numbers(piece)
    date = _ordered(first, second, None, day_first=lang == "de" or piece.endswith("."))
    return _one("#", date, piece, start) if date else None


def _nth(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    return _one("o", _numbers(piece)[0], piece, start)


def _dot(piece: str, start: int, lang: str) -> list[Token] | None:
    number = _numbers(piece)[0]
    if lang == "de":
        return _one("o", number, piece, start)
    return [*_one("n", number, piece[:-1], start), Token(".", None, start + len(piece) - 1, start + len(piece))]


def _decade(piece: str, start: int, lang: str) -> list[Token] | None:
    first = _numbers(piece)[0]
    if first > 99:
        return _one(
            "Q", years_span(first, first + (100 if first % 100 == 0 and lang == "en" and first < 2000 else 10), Unit.DECADE), piece, start
        )
    return _one("X", first, piece, start)


def _number(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    if not piece.isdecimal() or len(piece) > 4:
        return None
    number = int(piece)
    return _one("y" if 1000 <= number <= 2999 else "n", number, piece, start)


def _tag(letters: str, number: int, word: Token, end: int) -> list[Token] | None:
    """What letters glued to a number mean: `Q3`, `H2`, `W30`, `CY18`."""
    if letters == "cy" and number:
        return [Token("Y", Partial(century(number)), word.start, end)]
    if letters in ("q", "h") and 1 <= number <= (4 if letters == "q" else 2):
        return [Token("q", (Unit.QUARTER if letters == "q" else Unit.HALF, number), word.start, end)]
    if letters == "w" and 1 <= number <= 53:
        return [Token("K", None, word.start, word.end), Token("n", number, word.end, end)]
    return None


def _clock(piece: str, start: int, lang: str) -> list[Token] | None:
    del lang
    return _one("C", None, piece, start)


def _version(piece: str, start: int, lang: str) -> list[Token] | None:
    del piece, start, lang
    return None


_READ: dict[str, Callable[[str, int, str], list[Token] | None]] = {
    "ymd": _ymd, "dmy": _dmy, "ym": _ym, "compact": _compact, "clock": _clock, "version": _version, "dm": _dm, "nth": _nth,
    "dot": _dot, "decade": _decade, "number": _number,
}  # fmt: skip

__all__ = ["Span", "Token", "century", "scan"]
