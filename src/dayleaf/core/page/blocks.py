r"""The scanner: the lines of a page become its blocks, each with exact first and last line.

Theory of operation. A page is cut into *blocks*: headings, list items with their children, paragraphs (tables are
paragraphs too), fences, quotes, indented code. The block rules are CommonMark's, read line by line:

      line ──► blank? ─► skip          ┌─ heading ── one line
               │                       ├─ fence ──── up to its closing line, or the end of the page
               └► what begins here? ───┼─ quote ──── while `>`, then lazily while plain text
                  (one regex: _START)  ├─ rule ───── nothing
                                       ├─ item ───── while indented to its text, then lazily while plain text
                                       └─ else ───── paragraph (or setext heading, or indented code)

Each line is looked at once by the loop that owns its block, and at most once more by the loop that finds it does not
belong to the block before. So the time is linear in the page, whatever stands in it.

Comments are taken out on the way, by whichever loop meets `<!--` first, and never inside a fence or a code span. A
comment that runs on changes the lines below before any loop sees them. A line that held nothing but comment becomes
`HIDDEN`: it counts as a line, and `comments.visible` drops it from a text at last.

Items are not opened further: their children are part of their text. Whoever wants them scans that text again.

Where we leave CommonMark, for the sake of people who write logs: a setext heading is one line over at least two `-` or
`=`; an inline comment may hold list items, but no blank line.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple, Self

from dayleaf.core.page.comments import HIDDEN, Comments
from dayleaf.core.regex import regex


class Shape(Enum):
    """What a block is; the items' names tell `-`, `*`, `+` from `1.` and `1)`."""

    HEADING = auto()
    BULLET = auto()
    NUMBERED = auto()
    PARAGRAPH = auto()
    FENCE = auto()
    QUOTE = auto()
    CODE = auto()


class Block(NamedTuple):
    """One block: shape, lines (from 1, both included), text without marker and common indentation, level of a heading."""

    shape: Shape
    first: int
    last: int
    text: str
    level: int = 0


_START = regex(
    r" {0,3}(?:(?P<heading>\#{1,6})(?![^ \t])"
    r"|(?P<fence>`{3,}+(?=[^`]*\Z)|~{3,}+)"
    r"|(?P<quote>>)"
    r"|(?P<comment><!--)"  # one that stayed because nothing closes it
    r"|(?P<rule>(?P<rulers>[-*_])[ \t]*+(?:(?P=rulers)[ \t]*+){2,}\Z)"
    r"|(?P<bullet>[-*+])(?![^ \t])"
    r"|(?P<number>[0-9]{1,9}[.)])(?![^ \t]))"
)
_FENCE = regex(r"(?P<nest>(?:[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t])*)[ \t]*+(?P<run>`{3,}+(?=[^`]*\Z)|~{3,}+)")
_UNDERLINE = regex(r" {0,3}(?:={2,}+|-{2,}+)[ \t]*+\Z")
_BLANK = " \t"
_ODD = frozenset(("", " ", "\t", "-"))  # behind `- ` they may make a rule, code or an empty item
_CODE = 4  # columns of indentation that make code, and of a tab stop
_AS_BLANKS = {ord(letter): " " for letter in "-*+.)0123456789"}


class Scanner:
    """The blocks of some lines, in order. A scanner is walked once and may change the list of lines it was given.

    Attributes:
        unclosed: line and name (`fence`, `comment`) of what runs to the end of the page unclosed, or None.
    """

    __slots__ = ("_comments", "_first", "_lines", "_nested", "unclosed")

    def __init__(self, lines: list[str], first: int = 1, *, nested: bool = False, generated: bool = False) -> None:
        """`first` is the number of the first line; `nested` lines are an item's, which cannot leave a page unclosed.

        `generated`: the page may hold generated sections, which are left out.
        """
        self._lines = lines
        self._first = first
        self._nested = nested
        self._comments = Comments(lines, generated=generated)
        self.unclosed: tuple[int, str] | None = None

    @property
    def sections(self) -> list[tuple[int, int | None]]:
        """The lines of the marks of each generated section met so far; the last is None where it is missing."""
        return [(self._first + begin, None if end is None else self._first + end) for begin, end in self._comments.sections]

    def __iter__(self) -> Iterator[Block]:
        lines, at, bullet = self._lines, 0, Shape.BULLET
        while at < len(lines):
            line = lines[at]
            if "<!--" in line:
                line = self._reveal(at, head=True)
            if line[:2] == "- " and line[2:3] not in _ODD and at + 1 < len(lines) and lines[at + 1][:2] == "- ":
                yield Block(bullet, self._first + at, self._first + at, line[2:].rstrip())  # the one most lines of most logs are
                at += 1
            elif not line or line.isspace() or line == HIDDEN:
                at += 1
            else:
                block, at = self._block(at, line)
                if block:
                    yield block

    def _block(self, at: int, line: str) -> tuple[Block | None, int]:
        """The block that begins on line `at` (None for a rule), and the index of the line below it."""
        start = _START.match(line)
        if start is None or start.lastgroup == "comment":
            return self._plain_block(at, line)
        match start.lastgroup:
            case "bullet":
                return self._item(Shape.BULLET, at, start.end())
            case "number":
                return self._item(Shape.NUMBERED, at, start.end())
            case "heading":
                number = self._first + at
                return Block(Shape.HEADING, number, number, _title(line), len(start["heading"])), at + 1
            case "fence":
                below = self._fence(at, start["fence"])
                return self._cut(Shape.FENCE, at, below), below
            case "quote":
                below = self._quote(at)
                return self._cut(Shape.QUOTE, at, below), below
            case _:
                return None, at + 1

    def _plain_block(self, at: int, line: str) -> tuple[Block, int]:
        """The paragraph, setext heading or indented code that begins on line `at`, and the index below it."""
        if _indent(line) >= _CODE:
            below = self._code(at)
            return self._cut(Shape.CODE, at, below), below
        below = self._paragraph(at)
        if below == at + 1 and below < len(self._lines) and (mark := _UNDERLINE.match(self._lines[below])):
            number = self._first + at
            return Block(Shape.HEADING, number, number + 1, line.strip(_BLANK), 1 if "=" in mark[0] else 2), below + 1
        return self._cut(Shape.PARAGRAPH, at, below), below

    def _paragraph(self, at: int) -> int:
        for here in range(at + 1, len(self._lines)):
            line = self._lines[here]
            if "<!--" in line:
                line = self._reveal(here)
            if not line or line.isspace() or _interrupts(line) or (here == at + 1 and _UNDERLINE.match(line)):
                return here
        return len(self._lines)

    def _quote(self, at: int) -> int:
        lazy = True
        for here in range(at, len(self._lines)):
            line = self._lines[here]
            if "<!--" in line:
                line = self._reveal(here)
            inside = line.lstrip(_BLANK)
            if inside.startswith(">"):
                lazy = bool(inside[1:].strip())
            elif not lazy or not inside or _interrupts(line):
                return here
        return len(self._lines)

    def _code(self, at: int) -> int:
        for here in range(at + 1, len(self._lines)):
            line = self._lines[here]
            if line and not line.isspace() and _indent(line) < _CODE:
                return here
        return len(self._lines)

    def _fence(self, at: int, run: str) -> int:
        for here in range(at + 1, len(self._lines)):
            line = self._lines[here]
            if run in line and _closes(line, run) and _indent(line) < _CODE:
                return here + 1
        if not self._nested:
            self.unclosed = (self._first + at, "fence")
        return len(self._lines)

    def _item(self, shape: Shape, at: int, edge: int) -> tuple[Block, int]:
        """The item that begins on line `at`, its marker ending at column `edge`, and the index below it."""
        lines = self._lines
        head = lines[at][edge:].lstrip(_BLANK)
        pad = _indent(lines[at][edge:])
        width = edge + pad if head and pad <= _CODE else edge + 1
        body, kept, here = [head], 1, at + 1
        fence = _Fence.opened(head)
        lazy = bool(head) and not fence
        while here < len(lines):
            line = lines[here]
            if not fence and "<!--" in line:
                line = self._reveal(here)
            if not line or line.isspace() or line == HIDDEN:
                if not head and here == at + 1:
                    break
                body.append(line if line == HIDDEN else "")
                lazy = False
            elif _indent(line) >= width:
                line = _dedent(line, width)
                fence = fence.after(line) if fence else _Fence.opened(line)
                lazy = not fence
                body.append(line)
                kept = len(body)
            elif lazy and not _START.match(line):
                body.append(line.lstrip(_BLANK))
                kept = len(body)
            else:
                break
            here += 1
        first = self._first + at
        return Block(shape, first, first + kept - 1, "\n".join(body[:kept]).rstrip()), here

    def _cut(self, shape: Shape, at: int, below: int) -> Block:
        """A block of the lines from `at` up to `below`, without their common indentation and the blanks at the end."""
        lines = self._lines[at:below]
        if lines[0][0] in _BLANK:
            common = min(_indent(line) for line in lines if line and not line.isspace() and line != HIDDEN)
            lines = [_dedent(line, common) for line in lines]
        text = "\n".join(lines).rstrip()
        return Block(shape, self._first + at, self._first + at + text.count("\n"), text)

    def _reveal(self, at: int, *, head: bool = False) -> str:
        """Line `at` without the comments that begin on it; `head`: no block is open there."""
        if _FENCE.match(self._lines[at]):
            return self._lines[at]
        if self._comments.hide(at, to_end=head and not self._nested):
            self.unclosed = (self._first + at, "comment")
        return self._lines[at]


class _Fence(NamedTuple):
    """An open fence within an item: its run of backticks or tildes, and the least indentation its lines have."""

    run: str
    floor: int

    @classmethod
    def opened(cls, line: str) -> Self | None:
        """The fence that a line opens, if any; it may stand behind the markers of nested items."""
        found = _FENCE.match(line)
        if not found:
            return None
        column = _indent(line[: found.start("run")].translate(_AS_BLANKS))
        return cls(found["run"], column if found["nest"] else max(0, column - 3))

    def after(self, line: str) -> _Fence | None:
        """What is open after the next line: this fence, none because it closed, or the one opened where its item ended."""
        if _indent(line) < self.floor:
            return _Fence.opened(line)
        return None if _closes(line, self.run) else self


def _closes(line: str, run: str) -> bool:
    bare = line.strip(_BLANK)
    return bare.startswith(run) and not bare.strip(run[0])


def _interrupts(line: str) -> bool:
    """Whether a line begins a new block though a paragraph is open: an empty item and a number other than 1 do not."""
    start = _START.match(line)
    if start is None:
        return line == HIDDEN
    match start.lastgroup:
        case "bullet":
            return bool(line[start.end() :].strip(_BLANK))
        case "number":
            return int(start["number"][:-1]) == 1 and bool(line[start.end() :].strip(_BLANK))
        case _:
            return True


def _title(line: str) -> str:
    """The text of a heading without its hashes, before and behind."""
    title = line.strip(_BLANK).lstrip("#").strip(_BLANK)
    bare = title.rstrip("#")
    return bare.rstrip(_BLANK) if not bare or bare[-1] in _BLANK else title


def _indent(line: str) -> int:
    """The column of the first character that is no blank; tabs stop at every fourth."""
    lead = len(line) - len(line.lstrip(_BLANK))
    return len(line[:lead].expandtabs(_CODE)) if "\t" in line[:lead] else lead


def _dedent(line: str, width: int) -> str:
    """The line without its first `width` columns of blanks (or as many as there are)."""
    if line[:width] == " " * width:
        return line[width:]
    bare = line.lstrip(_BLANK)
    return " " * (_indent(line) - width) + bare
