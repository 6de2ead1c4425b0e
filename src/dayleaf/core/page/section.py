"""Where on a page the next bullet of its `## Retain` section goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dayleaf.core.page.blocks import Block, Scanner, Shape
from dayleaf.core.page.edit import BOM
from dayleaf.core.page.front import front_of


class Gap(NamedTuple):
    """A place for whole lines.

    Attributes:
        at: the byte offset, where a line begins or the page ends.
        before: what must stand between the page and the bullet: blank lines, headings.
        after: what must stand between the bullet and the page: nothing, or a blank line.
    """

    at: int
    before: str
    after: str


def gaps(data: bytes, title: str) -> Iterator[Gap]:
    """Places for a bullet at the end of the last `## Retain` section, best first; where none is, with a new section.

    Nothing is ever placed inside or behind a fence or comment that nobody closed: what stands there is not read.

    Args:
        data: the page's bytes.
        title: the heading of a page that has no text yet, without `#`.
    """
    page = _Lines(data)
    scanner = Scanner(page.texts[page.below - 1 :], page.below)
    blocks = list(scanner)
    end = scanner.unclosed[0] if scanner.unclosed else len(page.texts) + 1  # the first line out of reach
    section = _retain(blocks, end)
    if section:
        yield from _in_section(page, blocks, *section)
    yield _new_section(page, end, title)


class _Lines:
    """The lines of a page, counted from 1, as the parser sees them, and where they begin in its bytes."""

    def __init__(self, data: bytes) -> None:
        self._head = len(BOM) if data.startswith(BOM) else 0
        text = data[self._head :].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", " ").replace("\n\ufeff", "\n")
        front = front_of(text)
        self._size = len(data)
        self._starts = [0, *(found.end() for found in re.finditer(b"\n", data))]
        self.texts = text.split("\n")
        self.below = front.below if front else 1  # the first line behind the front matter

    def blank(self, line: int) -> bool:
        return not self.texts[line - 1].strip(" \t")

    def start(self, line: int) -> int:
        """The offset where a line begins; the page's end for a line behind the last."""
        return max(self._starts[line - 1], self._head) if line <= len(self._starts) else self._size


def _in_section(page: _Lines, blocks: list[Block], heading: int, stop: int) -> Iterator[Gap]:
    """Behind the last line that says something in the section from line `heading` to before line `stop`."""
    last = stop - 1
    while last > heading and page.blank(last):
        last -= 1
    inside = next((block for block in reversed(blocks) if block.first <= last), None)
    joined = inside is None or inside.shape in {Shape.BULLET, Shape.HEADING} or inside.last < last
    following = next((block for block in blocks if block.first == stop), None)
    touching = last == stop - 1 and last < len(page.texts)
    setext = following is not None and following.last > following.first
    for before in ("", "\n") if joined else ("\n",):
        for after in ("\n",) if touching and setext else ("", "\n") if touching else ("",):
            yield Gap(page.start(last + 1), before, after)


def _new_section(page: _Lines, end: int, title: str) -> Gap:
    """A section at the end of the page, or before line `end` if what follows is out of reach."""
    lines = len(page.texts)
    at_end = end > lines
    if at_end and end > page.below and not page.texts[-1]:
        end -= 1  # nothing stands behind the last line end
    apart = end <= 1 or page.blank(end - 1)
    fresh = all(page.blank(line) for line in range(page.below, lines + 1))
    heading = f"# {title}\n\n## Retain\n" if fresh else "## Retain\n"
    return Gap(page.start(end), ("" if apart else "\n") + heading, "" if at_end else "\n")


def is_retain(title: str) -> bool:
    """Whether a heading opens a section whose items are read as bullets."""
    return title.strip(" \t*_:").casefold() == "retain"


def _retain(blocks: list[Block], end: int) -> tuple[int, int] | None:
    """The last `## Retain` section before line `end`: the last line of its heading, and the first line behind it."""
    headings = [block for block in blocks if block.shape is Shape.HEADING and block.first < end]
    for number in range(len(headings) - 1, -1, -1):
        heading = headings[number]
        if is_retain(heading.text):
            stop = next((later.first for later in headings[number + 1 :] if later.level <= heading.level), end)
            return heading.last, stop
    return None
