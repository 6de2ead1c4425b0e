"""Taking HTML comments out of the lines of a page.

A comment at the beginning of a line runs to the next `-->`, wherever that stands. One that begins within a line may run
on too, but over no blank line and no other `<!--`; otherwise its `<!--` is mere text. Code spans hold no comments.

A generated section (see `generated`) is taken out whole, with all between its marks, on pages that may have one.
"""

from __future__ import annotations

from dayleaf.core.page.generated import BEGIN, is_begin, is_end
from dayleaf.core.regex import regex

HIDDEN = "\0"
"""What stands for a line that held nothing but comment. A page with NUL bytes is binary, so no page's text holds one."""

_RUN = regex(r"`++")
_MARKERS = regex(r"(?:[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])(?![^ \t]))*[ \t]*+")


def visible(text: str) -> str:
    """A block's text without its hidden lines."""
    return text.replace("\n" + HIDDEN, "").removeprefix(HIDDEN).lstrip("\n")


class Comments:
    """The comments in a list of lines, which `hide` changes in place.

    Attributes:
        sections: the indices of the marks of each generated section met so far; the last is None where it is missing.
    """

    __slots__ = ("_generated", "_lines", "_none_closes", "sections")

    def __init__(self, lines: list[str], *, generated: bool = False) -> None:
        """`generated`: on this page the marks of a generated section mean one."""
        self._lines = lines
        self._generated = generated
        self.sections: list[tuple[int, int | None]] = []
        self._none_closes = False  # a search to the end has failed, so that no second one is needed

    def hide(self, at: int, *, to_end: bool) -> bool:
        """Take out the comments that begin on line `at`, and what they cover of the lines below.

        `to_end`: an unclosed comment at the line's beginning covers all that follows; returns True if that happened.
        """
        line = self._lines[at]
        if self._generated and line.startswith(BEGIN) and is_begin(line) and self._hide_section(at):
            return False
        spans = _code_spans(line) if "`" in line else {}
        opening, begin, kept = _opening(line, 0, spans), 0, []
        while opening >= 0 and (closing := line.find("-->", opening + 2)) >= 0:
            kept.append(line[begin:opening])
            begin = closing + 3
            opening = _opening(line, begin, spans)
        covers = False
        if opening >= 0:
            at_head = _MARKERS.fullmatch(line, 0, opening) is not None
            below = self._closing_line(at + 1, bounded=not at_head)
            covers = below is None and at_head and to_end
            if below is not None or covers:
                kept.append(line[begin:opening])
                begin = len(line)
                self._cover(at + 1, below)
        if begin:
            self._lines[at] = ("".join(kept) + line[begin:]).rstrip() or HIDDEN
        return covers

    def _hide_section(self, at: int) -> bool:
        """Take out the generated section that begins on line `at`; False if it has no end before the next one begins."""
        for here in range(at + 1, len(self._lines)):
            line = self._lines[here]
            if is_end(line):
                self.sections.append((at, here))
                self._lines[at : here + 1] = [HIDDEN] * (here + 1 - at)
                return True
            if line.startswith(BEGIN):
                break
        self.sections.append((at, None))
        return False

    def _closing_line(self, at: int, *, bounded: bool) -> int | None:
        """The index of the line with the next `-->`; `bounded` forbids blank lines and `<!--` before it."""
        if self._none_closes:
            return None
        for here in range(at, len(self._lines)):
            line = self._lines[here]
            closing = line.find("-->")
            if bounded and (not line or line.isspace() or line.find("<!--", 0, closing if closing >= 0 else len(line)) >= 0):
                return None
            if closing >= 0:
                return here
        self._none_closes = True
        return None

    def _cover(self, at: int, below: int | None) -> None:
        """Hide the lines from `at` up to the closing line `below` (None: all), of which the rest stays."""
        end = len(self._lines) if below is None else below
        self._lines[at:end] = [HIDDEN] * (end - at)
        if below is not None:
            line = self._lines[below]
            self._lines[below] = line[line.find("-->") + 3 :].rstrip() or HIDDEN


def _code_spans(line: str) -> dict[int, int]:
    """Where each run of backticks begins → where the code span it opens ends (if it opens none: the run itself).

    A code span goes from a run to the next run of the same length.
    """
    spans: dict[int, int] = {}
    latest: dict[int, int] = {}
    for found in reversed([*_RUN.finditer(line)]):
        length = found.end() - found.start()
        spans[found.start()] = latest.get(length, found.end())
        latest[length] = found.end()
    return spans


def _opening(line: str, at: int, spans: dict[int, int]) -> int:
    """The offset of the first `<!--` from `at` on that stands in no code span, or -1."""
    opening = line.find("<!--", at)
    while opening >= 0 and spans:
        tick = line.find("`", at, opening)
        if tick < 0:
            break
        at = spans[tick]
        if at > opening:
            opening = line.find("<!--", at)
    return opening
