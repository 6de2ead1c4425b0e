"""Fold spellings: compatibility forms, case, apostrophes, diacritics and German umlauts in every way they are typed."""

from __future__ import annotations

import unicodedata

from dayleaf.core.regex import regex

# Letters that Unicode does not decompose, though people type them without the stroke, hook or ligature.
_PLAIN_LETTER = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ƒ": "f", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ɨ": "i", "ʉ": "u", "ȷ": "j", "ſ": "s", "й": "й", "ς": "σ",
}  # fmt: skip

_APOSTROPHES = "’ʼ‘‛′＇ʻꞌ"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u180e\ufe0e\ufe0f\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_TIDY = dict.fromkeys(map(ord, _INVISIBLE)) | dict.fromkeys(map(ord, _APOSTROPHES), "'") | dict.fromkeys(map(ord, "‐‑"), "-")

_UNTIDY = regex("[" + "".join(map(chr, _TIDY)) + "]")  # str.translate takes ten times as long to find nothing

_plain: dict[str, str] = dict(_PLAIN_LETTER)


def tidy(text: str) -> str:
    """NFKC, typographic apostrophes and hyphens as ASCII, invisible characters (soft hyphen, joiners, marks) gone."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    if _UNTIDY.search(text):
        text = text.translate(_TIDY)
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)


def spelling(text: str) -> str:
    """The exact spelling of a text: `tidy` and case folded, every diacritic kept, and ß too, which case folding would take for ss."""
    if text.isascii():
        return text.lower()
    pieces = tidy(text).replace("ẞ", "ß").split("ß")
    return tidy("ß".join([piece.casefold() for piece in pieces]))


def fold(word: str) -> str:
    """A word's spelling without diacritics: é is e, Ł is l, ß is ss, ä is a; й stays й, for it is a letter of its own."""
    if word.isascii():
        return word.lower()
    return "".join([_plain.get(letter) or _plain_letter(letter) for letter in spelling(word)])


def _plain_letter(letter: str) -> str:
    """One letter without its diacritics; only marks that write accents are dropped, never the vowel signs of other scripts."""
    if letter in _PLAIN_LETTER:
        return _PLAIN_LETTER[letter]
    found = "".join(piece for piece in unicodedata.normalize("NFD", letter) if not _is_accent(piece)) if letter < "\u2000" else letter
    plain = "".join(_PLAIN_LETTER.get(piece, piece) for piece in found) or letter
    if len(_plain) < 4096:  # a memo of letters; a text of random characters must not grow it for ever
        _plain[letter] = plain
    return plain


def _is_accent(mark: str) -> bool:
    """Latin, Greek and Cyrillic accents; Hebrew points; Arabic short vowels and tatweel."""
    return "\u0300" <= mark <= "\u036f" or "\u0591" <= mark <= "\u05c7" or "\u064b" <= mark <= "\u0652" or mark in "\u0640\u0670"


# "ue" after a vowel or q is no umlaut (bauen, neue, Treue, Quelle); "ae" and "oe" have no such neighbours worth a rule.
_TYPED_UMLAUT = regex(r"ae|oe|(?<![aeouq])ue")


def umlauts(word: str) -> str:
    """A folded word with ae, oe, ue as a, o, u: what Kündigung, Kuendigung and Kundigung share."""
    return _TYPED_UMLAUT.sub(lambda found: found[0][0], word) if "e" in word else word
