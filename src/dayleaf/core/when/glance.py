"""Whether a text can hold a date at all, in two microseconds: most facts do not, and need no grammar."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from dayleaf.core.when.lexicon import lexicon

_CLASSES = frozenset("wmruDSHXVcGhE")
"""Classes of which (or of a figure) every date has at least one."""

_DIGIT, _IDEOGRAPH = 0x30, 0x01


@cache
def _figures() -> re.Pattern[str]:
    """Figures as dates have them. Every branch begins with one figure, so that the search can skip all else."""
    return re.compile(
        r"\d(?<![\w.,]\d)(?:\d?[-/.]\s?\d{1,2}(?![\w%€$])|\d?(?:st|nd|rd|th|te|ter|ST|ND|RD|TH)\b|\d?\.(?!\d)|\d{3}[-/.]\d|(?<=[12])\d{3}(?![\d%€$])"
        r"|\d*0(?:['’\s]?s|ern?)\b|\d{7}(?!\d)|\d*\s?[年月日号號天週周])"
    )


@cache
def _characters() -> re.Pattern[str]:
    """Characters of which every Chinese or Japanese date has one; each branch begins with a letter, for the same reason."""
    words = "年 月 日 号 號 曜 週 周 星期 礼拜 禮拜 四半期 季 きのう きょう あした あす おととい あさって ようび がつ しゅう げつ ことし"
    words += " きょねん らいねん クリスマス バレンタイン ハロウィン イースター 感謝祭 圣诞 聖誕 元旦 平安夜 节 節 世紀 世纪"
    words += " 昨 今天 今晚 今早 明天 明晚 前天 后天 後天 天前 天后 天後"
    return re.compile("|".join(words.split()))


def _fold() -> bytes:
    """Bytes of UTF-8 → small letters; figures one figure, first bytes of CJK characters one mark, other ASCII a space."""
    table = bytearray(range(256))
    for code in range(128):
        letter = chr(code)
        table[code] = _DIGIT if letter.isdigit() else ord(letter.lower()) if letter.isalpha() else 0x20
    table[0xE3:0xEA] = bytes([_IDEOGRAPH]) * 7
    return bytes(table)


_FOLD = _fold()


_GLUE = tuple(
    mark.encode() for mark in "\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201a\u201c\u201d\u201e\u2026\u00a0\u202f\u00ab\u00bb"
)
"""Dashes, quotes and spaces beyond ASCII."""


@cache
def _words() -> frozenset[bytes]:
    """The words of both languages that make a date possible, as `_FOLD` leaves them."""
    words: set[str] = set()
    for lang in ("en", "de"):
        lexemes = lexicon(lang)
        words |= {word for word, (cls, _) in lexemes.words.items() if cls in _CLASSES}
        words |= {rest[-1] for choices in lexemes.phrases.values() for rest, cls, _ in choices if cls in _CLASSES}
        words |= {word for word, (cls, _) in lexemes.words.items() if cls == "j" and len(word) > 2 and word not in ("sun", "sat")}
    out = {b"q0", b"h0", b"w00", b"cw0", b"cw00", b"kw0", b"kw00", b"cy00", b"cy0000"}
    for word in words:
        for form in (word, word[:1].upper() + word[1:], unicodedata.normalize("NFD", word)):
            folded = form.encode().translate(_FOLD).split()
            out.update(folded[:1])
    return frozenset(out)


def may_hold_date(text: str) -> bool:
    """False only if no rule of the grammar could find a date in the text."""
    data = text.encode("utf-8", "surrogatepass")
    folded = data.translate(_FOLD)
    if not _words().isdisjoint(folded.split()):
        return True
    if b"0" in folded and _figures().search(text):
        return True
    if b"\x01" in folded:
        return _characters().search(text) is not None
    if b"\xe2\x80" in folded or b"\xc2" in folded:  # typographic dashes, quotes and spaces glue words together; fold them and look again
        parted = folded
        for mark in _GLUE:
            parted = parted.replace(mark, b" ")
        return parted != folded and not _words().isdisjoint(parted.split())
    return False
