"""Where on a page the next bullet of its `## Retain` section goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dayleaf.core.page.blocks import Block, Scanner, Shape
from dayleaf.core.page.edit import BOM
from dayleaf.core.page.front import front_of


@dataclass(frozen=True, slots=True)
class Gap:
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
    ends = _line_ends(data)
    head = len(BOM) if data.startswith(BOM) else 0
    lines = data[head:].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", " ").split("\n")
    front = front_of("\n".join(lines))
    below = front.below if front else 1
    scanner = Scanner(lines[below - 1 :], below)
    blocks = list(scanner)
    raw = data[head:].split(b"\n")
    end = scanner.unclosed[0] if scanner.unclosed else len(raw) + 1  # the first line out of reach
    section = _retain(blocks, end)

    def blank(line: int) -> bool:
        return not raw[line - 1].strip()

    if section is None:
        reaches_end = end > len(raw)
        while reaches_end and end > below and blank(end - 1) and end - 1 == len(raw):
            end -= 1  # what follows the last line end is no line
        apart = end <= 1 or blank(end - 1)
        fresh = not any(not blank(line) for line in range(below, len(raw) + 1))
        heading = f"# {title}\n\n## Retain\n" if fresh else "## Retain\n"
        yield Gap(_start(ends, end, data, head), ("" if apart else "\n") + heading, "" if reaches_end else "\n")
        return
    first, stop = section
    following = next((block for block in blocks if block.first == stop), None)
    last = stop - 1
    while last > first and blank(last):
        last -= 1
    inside = next((block for block in reversed(blocks) if block.first <= last), None)
    joined = inside is None or inside.shape in {Shape.BULLET, Shape.HEADING} or inside.last < last
    after = "\n" if following and following.last > following.first and last == stop - 1 else ""
    at = _start(ends, last + 1, data, head)
    for before in ("", "\n") if joined else ("\n",):
        yield Gap(at, before, after)


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


def _line_ends(data: bytes) -> list[int]:
    """The offset behind each line end."""
    ends = [0]
    at = data.find(b"\n")
    while at >= 0:
        ends.append(at + 1)
        at = data.find(b"\n", at + 1)
    return ends


def _start(ends: list[int], line: int, data: bytes, head: int) -> int:
    """The offset where a line (from 1) begins; the page's end for a line behind the last."""
    return max(ends[line - 1], head) if line <= len(ends) else len(data)
