"""What lies in the workspace and what the index has seen of it: Stamp, Listing, Difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dayleaf.core.fact import Problem


class Stamp(NamedTuple):
    """How a file looked from outside: bytes and modification time in nanoseconds.

    `settled` is False when the file was changed so recently that another change could leave the same stamp.
    """

    path: str
    size: int
    mtime_ns: int
    settled: bool = True


class Listing(NamedTuple):
    """Every page the workspace offers (by path), and what could not be offered (links that leave it, broken names)."""

    stamps: tuple[Stamp, ...]
    problems: tuple[Problem, ...] = ()


class Shelved(NamedTuple):
    """A page as the index holds it: its stamp, and 16 bytes of BLAKE2b over the file."""

    stamp: Stamp
    digest: bytes


class Difference(NamedTuple):
    """What an index must look at again: pages to read (new or perhaps changed) and pages that are gone."""

    look: tuple[Stamp, ...]
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.look or self.gone)


def difference(listing: Listing, shelf: Mapping[str, Shelved]) -> Difference:
    """Compare the workspace with the index by size and time; whoever reads a page then compares its digest."""
    look = [stamp for stamp in listing.stamps if not stamp.settled or (held := shelf.get(stamp.path)) is None or held.stamp != stamp]
    gone = shelf.keys() - {stamp.path for stamp in listing.stamps}
    return Difference(tuple(look), tuple(sorted(gone)))
