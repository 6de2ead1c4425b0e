"""How text meets a terminal: width, colour, glyphs it can show, and nothing in it that could steer it."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TextIO

WIDEST = 100
"""Lines longer than this are hard to read, however wide the window."""

_STYLES = {"dim": "2", "bold": "1", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_UNSAFE = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    "\N{REPLACEMENT CHARACTER}",
)
_ASCII = str.maketrans({"·": "-", "…": "...", "✓": "+", "✗": "x", "–": "-", "“": '"', "”": '"', "→": "->"})


class Look(NamedTuple):
    """What the reader's screen can do.

    Attributes:
        width: columns.
        colour: whether escape sequences are welcome.
        glyphs: whether it shows more than ASCII.
    """

    width: int = 80
    colour: bool = False
    glyphs: bool = True

    def paint(self, text: str, style: str) -> str:
        """The text in a style (`dim`, `bold`, a colour), or plain where colour is not welcome."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and text else text

    def own(self, text: str) -> str:
        """Words of ours: in ASCII where the screen knows no more."""
        return text if self.glyphs else text.translate(_ASCII)

    def wrap(self, text: str, indent: str = "") -> str:
        """A text of somebody else's: made safe, and wrapped to the width with every line after the first indented."""
        lines = [line for part in safe(text).split("\n") for line in _wrapped(part, max(self.width - len(indent), 20))]
        return f"\n{indent}".join(lines)


def look_at(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Look:
    """What the screen behind a stream can do; a file or pipe has 80 columns and no colour, a screen of no size 80."""
    terminal = stream.isatty()
    try:
        width = int(environ.get("COLUMNS") or (os.get_terminal_size(stream.fileno()).columns if terminal else 80)) or 80
    except (OSError, ValueError):
        width = 80
    colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return Look(max(min(width, WIDEST), 30), colour, "utf" in (stream.encoding or "").lower())


def open_output() -> None:
    """Let no character stop the output: what the encoding of standard output or error cannot say is written escaped."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 for the life of the program; pathlib takes 3 ms to load


def safe(text: str) -> str:
    """The text without control characters that could move the cursor, colour the screen or turn the reading direction."""
    return text.replace("\r\n", "\n").replace("\t", "    ").translate(_UNSAFE)


def columns(text: str) -> int:
    """How many columns a text takes: East Asian wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200b\u200c\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


_PIECE = r"\s*[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s*[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|\s+"
"""Compiled at the first use, not when the program starts: that takes 2 ms."""

_PLAIN = r"\s*\S+|\s+"
"""The same of a line without ideographs."""

_FIRST_WIDE = "\u2e80"
"""No ideograph comes before it; umlauts and dashes do."""


def _wrapped(line: str, width: int) -> Iterator[str]:
    """Break at white space, between ideographs, and inside a word only when it is longer than the line."""
    row, used = "", 0
    for piece in re.findall(_PIECE if max(line, default="") >= _FIRST_WIDE else _PLAIN, line):
        room = columns(piece)
        if used + room > width and row.strip():
            yield row.rstrip()
            row, used, piece = "", 0, piece.lstrip()  # noqa: PLW2901 the space stays at the break
            room = columns(piece)
        if room > width:
            *full, piece = _broken(piece, width)  # noqa: PLW2901 only the rest goes on
            yield from full
            room = columns(piece)
        row, used = row + piece, used + room
    yield row.rstrip()


def _broken(word: str, width: int) -> Iterator[str]:
    part, used = "", 0
    for letter in word:
        room = _columns(letter)
        if used + room > width:
            yield part
            part, used = "", 0
        part, used = part + letter, used + room
    yield part
