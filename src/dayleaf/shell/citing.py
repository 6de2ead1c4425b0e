"""Read what a citation points at; with the hash of its content it is found again where it moved to, or refused — never wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dayleaf.core.digest import content_hash
from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Source
from dayleaf.core.page.parse import parse
from dayleaf.shell.ground import Ground

MOST_LINES = 2_000
"""Lines read for one citation at most."""

MOST_WORK = 2_000_000
"""Lines compared at most to find content that moved: of a citation of 10 lines, 200,000 places are looked at, the nearest first."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What stands at a citation.

    Attributes:
        source: where it stands now.
        text: the lines, without their ends.
        hash: of the content there: of the fact, if these are just the lines of one, else of the lines.
        moved: whether it stood elsewhere when it was cited.
        before, after: the lines around it, if they were asked for.
        last: the last line of the page.
    """

    source: Source
    text: str
    hash: str
    moved: bool
    before: str
    after: str
    last: int


class Citing:
    """The citations of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def read(self, citation: str, *, hash: str | None = None, around: int = 0) -> Cited:
        """What a citation points at.

        Args:
            citation: `path#L12`, `path#L12-L14`, or a path alone for the whole page.
            hash: of the content when it was cited; without it the lines are read as they are.
            around: lines before and after it to tell as well.

        Raises:
            UsageError: it is no citation, or names more lines than are read at once.
            PageMissing: there is no such page.
            EditConflict: the content cited stands on the page no more, or the page has no such lines.
        """
        source = Source.parse(citation)
        path = self._ground.present(source.path)
        data = self._ground.workspace.read(path)
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        lines = text.split("\n")
        if lines and not lines[-1]:
            del lines[-1]
        first, last = (source.first, source.last) if source.first else (1, max(len(lines), 1))
        self._refuse_long(citation, min(last, max(len(lines), 1)) - first + 1)
        hashes = {(fact.source.first, fact.source.last): content_hash(fact.text) for fact in parse(path, data, self._ground.header).facts}
        found = (first, last)
        if hash is not None:
            found = _found(lines, hashes, found, hash)
        elif source.first > len(lines):
            raise EditConflict(f"{path} has {len(lines)} lines", hint=f"cite lines 1 to {len(lines)}")
        first, last = found[0], min(found[1], len(lines))
        return Cited(
            source=Source(path, first, max(first, last)),
            text="\n".join(line.removesuffix("\r") for line in lines[first - 1 : last]),
            hash=hashes.get(found) or content_hash(_between(lines, first, last)),
            moved=found != (source.first, source.last) and bool(source.first),
            before=_between(lines, max(first - around, 1), first - 1),
            after=_between(lines, last + 1, min(last + around, len(lines))),
            last=len(lines),
        )

    @staticmethod
    def _refuse_long(citation: str, count: int) -> None:
        if count > MOST_LINES:
            raise UsageError(f"{citation} has {count} lines", hint=f"ask for at most {MOST_LINES} lines at once")


def _between(lines: Sequence[str], first: int, last: int) -> str:
    return "\n".join(line.removesuffix("\r") for line in lines[first - 1 : last])


def _found(lines: Sequence[str], hashes: dict[tuple[int, int], str], cited: tuple[int, int], hash: str) -> tuple[int, int]:
    """Where the content of this hash stands: where it was cited, else the nearest place on the page."""
    span = cited[1] - cited[0]

    def places() -> Iterator[tuple[int, int]]:
        yield from (place for place, told in hashes.items() if told == hash)
        firsts = sorted(range(1, len(lines) - span + 1), key=lambda first: (abs(first - cited[0]), first))
        found = (first for first in firsts[: MOST_WORK // (span + 1)] if content_hash(_between(lines, first, first + span)) == hash)
        yield from ((first, first + span) for first in islice(found, 1))

    if hashes.get(cited) == hash or content_hash(_between(lines, *cited)) == hash:
        return cited
    near = min(places(), key=lambda place: (abs(place[0] - cited[0]), place), default=None)
    if near is None:
        raise EditConflict(
            f"what lines {cited[0]} to {cited[1]} said when they were cited stands on the page no more",
            hint="recall it again for its citation of today",
        )
    return near
