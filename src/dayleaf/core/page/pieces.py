"""Cutting a long block into consecutive parts, each with its own lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from dayleaf.core.regex import regex

LONGEST = 700
"""Characters of the longest passage that stays whole, and of the longest part of a longer one."""

_SLACK = 150  # how far from equal shares a better boundary may lie
_SENTENCE_END = regex(r"[.!?…][\"'”’»)\]]*(?=\s)|[。！？][”’」』）]*")
_JOINER = "\u200d"


def cut(text: str, first: int) -> Iterator[tuple[str, int, int]]:
    """The parts of a block whose first line is `first`: (text, first line, last line), in order.

    Parts are 200 to 700 characters long (the last may be shorter) and about equal; they end at a line's end, else at a
    sentence's, else at a blank, else anywhere but inside a combined character. Only white space between them is left out.
    """
    at, line = 0, first
    while at < len(text):
        end = _boundary(text, at)
        piece = text[at:end]
        body = piece.lstrip("\n\0" if not at or text[at - 1] == "\n" else " \t\n\0")
        begins = line + piece.count("\n", 0, len(piece) - len(body))
        body = body.rstrip(" \t\n\0")
        if body and not body.isspace():
            yield body, begins, begins + body.count("\n")
        line += piece.count("\n")
        at = end


def _boundary(text: str, at: int) -> int:
    """The offset at which the part that begins at `at` ends."""
    rest = len(text) - at
    if rest <= LONGEST:
        return len(text)
    share = -(-rest // -(-rest // LONGEST))
    low, high = at + share - _SLACK, at + min(share + _SLACK, LONGEST)
    newline = text.rfind("\n", low, high)
    if newline >= 0:
        return newline + 1
    ends = [found.end() for found in _SENTENCE_END.finditer(text, low, high)]
    if ends:
        return ends[-1]
    blank = text.rfind(" ", low, high)
    return blank + 1 if blank >= 0 else unbroken(text, high)


def unbroken(text: str, end: int) -> int:
    """The nearest offset at or before `end` that does not part a base character from its marks."""
    for nearer in range(end, end - 32, -1):
        after = text[nearer]
        modifies = after == _JOINER or unicodedata.category(after)[0] == "M" or "\U0001f3fb" <= after <= "\U0001f3ff"
        if not modifies and text[nearer - 1] != _JOINER:
            return nearer
    return end
