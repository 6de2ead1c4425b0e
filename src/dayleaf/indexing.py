"""Keep the index equal to the Markdown: sweep, update, rebuild, verify; and answer without it when it cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dayleaf.core.entry import Indexed, indexed
from dayleaf.core.errors import Busy, DiskFailed, IndexFailed, PageMissing, PathRefused
from dayleaf.core.fact import Fact, Problem, Source
from dayleaf.core.listing import Listing, Shelved, Stamp, difference
from dayleaf.core.page.parse import HeaderReader, parse
from dayleaf.core.page.reading import digest_of
from dayleaf.ports import Index, Status, Workspace

SWEEP_BYTES = 32 << 20
"""Bytes of changed pages that a question reads before it answers; the rest makes the answer stale."""

BATCH_BYTES = 4 << 20
"""Bytes of pages that go into the index in one transaction."""

Progress = Callable[[int, int, str], None]
"""Called with bytes done, bytes in all, and the page at hand."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An index that answers now, whether it covers all of the workspace, and what a careful reader should know."""

    index: Index
    stale: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What the index holds, and (after `verify`) in what it differs from the Markdown, in words."""

    status: Status
    stale: bool = False
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Keeper:
    """Keeps one index equal to one workspace.

    Attributes:
        workspace: the truth.
        opened: opens the index on disk; raises IndexFailed when it is missing, foreign or broken.
        fresh: makes the index on disk anew, empty, whatever was there; raises DiskFailed, Busy or IndexFailed.
        spare: makes an index in memory, for when the disk refuses.
        header: reads front matter.
    """

    workspace: Workspace
    opened: Callable[[], Index]
    fresh: Callable[[], Index]
    spare: Callable[[], Index]
    header: HeaderReader
    _index: Index | None = field(default=None)
    _notes: tuple[str, ...] = ()
    _unread: list[Problem] = field(default_factory=list)

    def ready(self, progress: Progress | None = None, most: int | None = SWEEP_BYTES) -> Ready:
        """An index that has seen every page as it is now, or as many bytes of changed pages as `most` allows.

        Never raises for the state of the index: one that is missing, foreign or broken is made anew, and if the disk
        refuses, an index in memory answers and the notes say so.
        """
        listing = self.workspace.listing()
        index, notes = self._current(listing, progress)
        try:
            stale = self._catch_up(index, listing, progress, most)
        except IndexFailed as failure:
            index, notes = self._anew(listing, f"the index was unusable ({failure.message})", progress)
            stale = False
        except (Busy, DiskFailed) as failure:
            if difference(listing, index.shelf()):
                return Ready(self._in_memory(listing, failure.message, progress), notes=self._notes)
            stale = False
            notes = (*notes, f"the index could not be written: {failure.message}")
        return Ready(index, stale, notes)

    def rebuild(self, progress: Progress | None = None) -> IndexReport:
        """Build the index from all pages; the old one answers until the new one is complete.

        Raises:
            DiskFailed, Busy: it cannot be written; the old one is still there.
        """
        listing = self.workspace.listing()
        try:
            index = self._index or self.opened()
        except IndexFailed:
            index = self.fresh()
        self._fill(index, listing, progress)
        self._index, self._notes = index, ()
        return IndexReport(index.status(), stale=bool(self._unread))

    def report(self) -> IndexReport:
        """What the index on disk holds and whether it is behind; reads only.

        Raises:
            IndexFailed: there is none, or it cannot be used.
        """
        index = self._index or self.opened()
        self._index = index
        behind = difference(self.workspace.listing(), index.shelf())
        changed = any(self._changed(index.shelf(), stamp) for stamp in behind.look)
        return IndexReport(index.status(), stale=bool(changed or behind.gone))

    def verify(self, progress: Progress | None = None) -> IndexReport:
        """Prove the index equal to the Markdown: its own checks, then every page read anew and compared row by row.

        Raises:
            IndexFailed: there is none, or it cannot be read at all.
        """
        index = self._index or self.opened()
        self._index = index
        listing = self.workspace.listing()
        differences = list(index.check())
        shelf = index.shelf()
        total, done = sum(stamp.size for stamp in listing.stamps), 0
        for stamp in listing.stamps:
            page = self._read(stamp)
            if isinstance(page, Indexed):
                differences += _compare(index, page, shelf.get(stamp.path))
            done += stamp.size
            if progress:
                progress(done, total, stamp.path)
        present = {stamp.path for stamp in listing.stamps}
        differences += [f"{path} is in the index but not in the workspace" for path in sorted(shelf) if path not in present]
        return IndexReport(index.status(), stale=bool(differences), differences=tuple(differences))

    def close(self) -> None:
        """Let go of the index."""
        if self._index is not None:
            self._index.close()
            self._index = None

    def _current(self, listing: Listing, progress: Progress | None) -> tuple[Index, tuple[str, ...]]:
        if self._index is None:
            try:
                self._index, self._notes = self.opened(), ()
            except IndexFailed as failure:
                return self._anew(listing, failure.message, progress)
        return self._index, self._notes

    def _anew(self, listing: Listing, reason: str, progress: Progress | None) -> tuple[Index, tuple[str, ...]]:
        try:
            index = self.fresh()
            self._fill(index, listing, progress)
        except (DiskFailed, Busy, IndexFailed) as failure:
            return self._in_memory(listing, f"{reason}; {failure.message}", progress), self._notes
        self._index, self._notes = index, ()
        return index, ()

    def _in_memory(self, listing: Listing, reason: str, progress: Progress | None) -> Index:
        index = self.spare()
        self._fill(index, listing, progress)
        self._index, self._notes = index, (f"answered from an index in memory, for {reason}",)
        return index

    def _catch_up(self, index: Index, listing: Listing, progress: Progress | None, most: int | None) -> bool:
        """Bring the index up to date; True when `most` bytes did not suffice."""
        shelf = index.shelf()
        behind = difference(listing, shelf)
        batch: list[Indexed] = []
        seen: list[Shelved] = []
        total, done, in_batch = sum(stamp.size for stamp in behind.look), 0, 0
        stale = False
        gone = list(behind.gone)
        self._unread.clear()
        for stamp in behind.look:
            if most is not None and done + stamp.size > most and done:
                stale = True
                break
            page = self._read(stamp, shelf.get(stamp.path))
            if isinstance(page, Shelved):
                if page != shelf[stamp.path]:
                    seen.append(page)
            elif page is None:
                if stamp.path in shelf:
                    gone.append(stamp.path)
            else:
                batch.append(page)
                in_batch += stamp.size
            done += stamp.size
            if progress:
                progress(done, total, stamp.path)
            if in_batch >= BATCH_BYTES:
                index.put(batch)
                batch, in_batch = [], 0
        if batch or gone or seen:
            index.put(batch, gone, seen)
        index.note((*listing.problems, *self._unread))
        return stale or bool(self._unread)

    def _fill(self, index: Index, listing: Listing, progress: Progress | None) -> None:
        self._unread.clear()
        index.rebuild(self._pages(listing.stamps, progress), listing.problems)
        if self._unread:
            index.note((*listing.problems, *self._unread))

    def _pages(self, stamps: Sequence[Stamp], progress: Progress | None) -> Iterator[Indexed]:
        total, done = sum(stamp.size for stamp in stamps), 0
        for stamp in stamps:
            page = self._read(stamp)
            if isinstance(page, Indexed):
                yield page
            done += stamp.size
            if progress:
                progress(done, total, stamp.path)

    def _read(self, stamp: Stamp, held: Shelved | None = None) -> Indexed | Shelved | None:
        """The page ready for the index; its new stamp when the bytes are those held; None when it vanished."""
        try:
            data = self.workspace.read(stamp.path)
        except (PageMissing, PathRefused):
            return None
        except DiskFailed as failure:
            self._unread.append(Problem(Source(stamp.path, 0, 0), "unreadable", failure.message))
            return held
        digest = digest_of(data)
        if held is not None and held.digest == digest:
            return Shelved(stamp, digest)
        return indexed(stamp, parse(stamp.path, data, self.header))

    def _changed(self, shelf: Mapping[str, Shelved], stamp: Stamp) -> bool:
        return isinstance(self._read(stamp, shelf.get(stamp.path)), Indexed)


def _compare(index: Index, page: Indexed, held: Shelved | None) -> list[str]:
    path = page.stamp.path
    if held is None:
        return [f"{path} is not in the index"]
    if held.digest != page.reading.page.digest:
        return [f"{path} has changed since it was indexed"]
    stored = [row.fact for row in index.facts(path)]
    wanted = list(page.reading.facts)
    if len(stored) != len(wanted):
        return [f"{path} holds {len(wanted)} facts and passages, the index {len(stored)}"]
    return [f"{want.source} differs from the index" for have, want in zip(stored, wanted, strict=True) if _plain(have) != _plain(want)]


def _plain(fact: Fact) -> Fact:
    return replace(fact, ordinal=0)
