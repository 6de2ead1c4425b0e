"""Cut a tidy text into words, identifiers and runs of script without spaces, and identifiers into their parts."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

# Scripts written without spaces: Thai to Myanmar, Khmer, kana, bopomofo, Han, Hangul, and the planes of rarer Han.
_SPACELESS = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029"
    "\u3031-\u3035\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\U00016fe0-\U00018cff"
    "\U0001aff0-\U0001b2ff\U00020000-\U000323af"
)

# Vowel signs and points that Python's \w leaves out, though they stand inside words.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09cd\u09d7\u0a01-\u0a03\u0a3c-\u0a51\u0a70-\u0a75\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03"
    "\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03"
    "\u0d3b-\u0d4d\u0d57\u0d82-\u0d83\u0dca-\u0ddf\u0f71-\u0f84\u0f90-\u0fbc"
)

# What joins two pieces into one identifier: foo-bar, v1.2.3, a/b, C:\x, std::map, a@b.c, don't, k=v, 18,400, ?a=1, %20, x#L1.
_JOIN = r"(?:[-.@'&+=~]|[:/\\]{1,3}|(?<=\d),(?=\d)|\?(?=\w+=)|%(?=[0-9A-Fa-f]{2})|\#)"
_EMOJI = "[\u2600-\u27bf\u2b50\u2b55\U0001f300-\U0001faff]"


def _pattern(letter: str, *others: str) -> re.Pattern[str]:
    # .NET and .env begin with their dot; C++ and C# end with their signs
    word = rf"(?:(?<![\w.])\.(?=[^\W\d_]))?{letter}+(?:{_JOIN}{letter}+)*(?:(?:\+\+|\#)(?![\w+#]))?"
    return regex("|".join((word, *others)))


# What is neither of Latin letters without marks nor common punctuation: only there do the larger patterns find anything else.
# They take 8 ms to compile, and most texts of Latin letters never need them.
_FAR = regex("[^\0-\u02ff\u2010-\u205f\u20a0-\u20bf]")

_PLAIN = _pattern(r"\w")
_LETTER = regex(f"[{_SPACELESS}]")
_SPACED = _pattern(rf"[\w{_MARKS}]", _EMOJI)
_MIXED = _pattern(rf"(?:(?![{_SPACELESS}])[\w{_MARKS}])", rf"[{_SPACELESS}]+", _EMOJI)


def cut(text: str) -> list[str]:
    """The pieces of a tidy text, in order; every character outside them is punctuation or space."""
    if text.isascii() or not _FAR.search(text):
        return _PLAIN.findall(text)
    return (_MIXED if _LETTER.search(text) else _SPACED).findall(text)


def is_spaceless(piece: str) -> bool:
    """Whether a piece is a run of a script without spaces (cut never mixes the two)."""
    return piece[0] > "\u0e00" and _LETTER.match(piece) is not None


_NOISE = frozenset(("http", "https", "www", "com"))
_HOST = regex(r"(?:\w+://(?:www\.)?|[\w.+-]+@)([\w-]+(?:\.[\w-]+)+)(?=[/:?#]|$)")
_BREAK = regex(r"[-.@'&+=~:/\\,?%#_]+")
_CAMEL = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_UNIT = regex(r"([^\W\d_]+)(\d+)|(\d+)([^\W\d_]+)")
_GROUPED = regex(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:'\d{3})+(?:[.,]\d+)?")
_DECIMAL = regex(r"\d+,\d+")
_NUMERIC = regex(r"\d+(?:[-.:/]\d+)+")
_VERSION = regex(r"[vV](\d+(?:\.\w+)+(?:[-+][\w.]+)?)")
_HASH = regex(r"(?=.*\d)(?=.*[a-f])[0-9a-f]{20,}", re.IGNORECASE)


def number(piece: str) -> str | None:
    """A number in one spelling: 18.400, 18,400 and 18'400 are 18400; 3,14 is 3.14; 1.234,50 is 1234.50; None: no such number."""
    if _GROUPED.fullmatch(piece):
        mark = next(letter for letter in piece if not letter.isdigit())
        return piece.replace(mark, "").replace(",", ".")
    return piece.replace(",", ".") if _DECIMAL.fullmatch(piece) else None


def aliases(piece: str) -> list[str]:
    """Shorter spellings an identifier goes by.

    v1.2.3 is also 1.2.3 and 1.2; 2025-11-27 begins 2025-11; a hash has its first 7 or 8 characters, an address its host.
    """
    found = []
    if version := _VERSION.fullmatch(piece):
        piece = version[1]
        found.append(piece)
    if _NUMERIC.fullmatch(piece) and len(piece) < 40 and ":" not in piece:
        ends = [at for at, letter in enumerate(piece) if not letter.isalnum()]
        found += [piece[:end] for end in ends[1:]]
    elif _HASH.fullmatch(piece):
        found += [piece[:7], piece[:8]]
    elif host := _HOST.match(piece):
        found.append(host[1])
    return found


def parts(piece: str) -> list[str]:
    """The words inside an identifier: at its joints, at _, at camelCase; 100GB is 100 and GB. Single letters and digits are none."""
    if piece[-3:].lower() == "n't" or number(piece):
        return []
    found: list[str] = []
    for word in _BREAK.split(piece):
        humps = _CAMEL.split(word)
        if len(humps) > 1 and min(map(len, humps[1:])) > 1:
            found += humps
        elif unit := _UNIT.fullmatch(word):
            found += [unit[1] or unit[3], unit[2] or unit[4]]
        else:
            found.append(word)
    shortest = 2 if len(found) < 4 and any(map(str.isalpha, piece)) else 3  # days, minutes and octets alone tell nothing
    return [
        word
        for word in found
        if 1 < len(word) != len(piece) and word.lower() not in _NOISE and not (word.isdigit() and len(word) < shortest)
    ]
