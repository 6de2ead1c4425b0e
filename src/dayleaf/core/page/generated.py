"""The generated section of a page: lines between two marks that the machine keeps, and how a hand in them is noticed.

    <!-- dayleaf:begin 5k2m8x1q9w0d -->
    - Lives in Lisbon. (memory/2025-11-27.md#L4)
    <!-- dayleaf:end 1f3a9 -->

The first mark holds a digest of all lines between, so that an edit is noticed; the last one a short sum of each line that says something,
so that the lines of a hand are told from those of the machine. Nothing inside is a fact or a passage: pages never read pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import id_of_digest
from dayleaf.core.regex import regex

BEGIN = "<!-- dayleaf:begin"
"""How the first mark begins, at the very beginning of a line."""

END = "<!-- dayleaf:end"
"""How the last mark begins."""

SUM = 5
"""Characters of a line's sum: 25 bits, so of sixty lines one written by hand is taken for the machine's with a chance of 2 in a million."""

_BEGIN = regex(r"<!-- dayleaf:begin(?: ([0-9a-z]+))?[^>]*-->[ \t]*")
_END = regex(r"<!-- dayleaf:end((?: [0-9a-z]+)*)[^>]*-->[ \t]*")


class Section(NamedTuple):
    """A section as it stands on a page.

    Attributes:
        first: the line of the first mark, counted from 1.
        last: the line of the last mark.
        lines: what stands between, without line ends.
        mark: the digest its first mark gives; empty if it gives none.
        sums: those of its last mark.
    """

    first: int
    last: int
    lines: tuple[str, ...]
    mark: str = ""
    sums: tuple[str, ...] = ()

    @property
    def is_touched(self) -> bool:
        """Whether somebody else changed it."""
        return self.mark != digest_of_lines(self.lines)

    @property
    def strange(self) -> tuple[str, ...]:
        """The lines that the machine did not write."""
        if not self.is_touched:
            return ()
        own = Counter(self.sums)
        found = []
        for line in self.lines:
            if not line.strip():
                continue
            if own[sum_of(line)]:
                own[sum_of(line)] -= 1
            else:
                found.append(line)
        return tuple(found)

    @property
    def missing(self) -> int:
        """How many of its lines somebody took out, or wrote anew."""
        held = Counter(sum_of(line) for line in self.lines if line.strip())
        return (Counter(self.sums) - held).total() if self.is_touched else 0


def is_begin(line: str) -> bool:
    """Whether a line is a first mark."""
    return _BEGIN.fullmatch(line) is not None


def is_end(line: str) -> bool:
    """Whether a line is a last mark."""
    return _END.fullmatch(line) is not None


def digest_of_lines(lines: Iterable[str]) -> str:
    """Twelve characters for the lines of a section, whatever ends them."""
    return _digest("\n".join(line.rstrip() for line in lines))


def sum_of(line: str) -> str:
    """Five characters for one line, the blanks at its end left out."""
    return _digest(line.rstrip())[-SUM:]


def _digest(text: str) -> str:
    return id_of_digest(int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 4)


def section_of(lines: Sequence[str], first: int, last: int) -> Section:
    """The section whose marks stand on these lines of a page, counted from 1."""
    opened, closed = _BEGIN.fullmatch(lines[first - 1]), _END.fullmatch(lines[last - 1])
    mark = (opened[1] or "") if opened else ""
    return Section(first, last, tuple(lines[first : last - 1]), mark, tuple(closed[1].split()) if closed else ())


def written(lines: Sequence[str]) -> str:
    """The section with its marks, LF between its lines, none at its end."""
    sums = "".join(f" {sum_of(line)}" for line in lines if line.strip())
    return "\n".join((f"{BEGIN} {digest_of_lines(lines)} -->", *lines, f"{END}{sums} -->"))
