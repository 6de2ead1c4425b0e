"""Keep the index equal to the Markdown: sweep, update, rebuild, verify; and answer without it when it cannot be used."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from dayleaf.core.entry import Indexed, gather, indexed, streamed
from dayleaf.core.errors import Busy, DiskFailed, IndexFailed, PageMissing, PathRefused
from dayleaf.core.fact import Entity, Fact, Problem, Source
from dayleaf.core.languages import Further
from dayleaf.core.listing import Listing, Shelved, Stamp, difference
from dayleaf.core.page.archive import FOLDER
from dayleaf.core.page.front import HeaderReader
from dayleaf.core.page.parse import Slices, parse
from dayleaf.core.page.reading import digest_of
from dayleaf.ports import Index, State, Status, Workspace

SWEEP_BYTES = 32 << 20
"""Bytes of changed pages that a question reads before it answers; the rest makes the answer stale."""

BATCH_BYTES = 4 << 20
"""Bytes of pages that go into the index in one transaction."""

HUGE = 2 << 20
"""Bytes of a page from which on its facts are not held all at once."""

Progress = Callable[[int, int, str], None]
"""Called with bytes done, bytes in all, and the page at hand."""

NOTHING = Status(0, 0, 0, 0, 0, "")
"""What an index holds that is not there."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An index that answers now.

    Attributes:
        index: the index.
        stale: whether a part of the workspace could not be checked.
        notes: what a careful reader should know, in words.
        problems: the listing's and those of pages that could not be read.
        edition: of the index that was looked at; if it has another when a question was answered, that may lack what was seen.
    """

    index: Index
    stale: bool = False
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    edition: object = None


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What the index holds, and (after `verify`) in what it differs from the Markdown, in words."""

    status: Status
    stale: bool = False
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Sweep:
    """What one sweep could not look at: pages that cannot be read, and how many were left for later."""

    listing: Listing
    unread: list[Problem] = field(default_factory=list)
    left: int = 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*self.listing.problems, *self.unread)

    @property
    def closed(self) -> list[Problem]:
        """Folders and pages that are there but cannot be looked at."""
        return [problem for problem in self.problems if problem.code == "unreadable"]

    def hides(self, path: str) -> bool:
        """Whether a page that is not listed may still be there."""
        return any(path == problem.source.path or path.startswith(problem.source.path + "/") for problem in self.closed)

    def ready(self, index: Index, notes: Sequence[str] = ()) -> Ready:
        said = [*notes, *(f"{problem.source.path}: {problem.message}" for problem in self.closed)]
        if self.left:
            said.append(f"pages that changed and were not read yet: {self.left}; `dayleaf index update` reads them")
        return Ready(index, bool(self.left or self.closed), tuple(said), self.problems)


@dataclass(slots=True)
class Keeper:
    """Keeps one index equal to one workspace. Safe to use from several threads.

    Attributes:
        workspace: the truth.
        opened: opens the index on disk; raises IndexFailed when it is missing, foreign or broken.
        fresh: the index on disk whatever its state, its folder made; `Index.rebuild` makes it anew.
        spare: makes an empty index in memory, for when the disk refuses.
        header: reads front matter.
        further: languages beside English and German that the index is of.
    """

    workspace: Workspace
    opened: Callable[[], Index]
    fresh: Callable[[], Index]
    spare: Callable[[], Index]
    header: HeaderReader
    further: Further = ()
    _disk: Index | None = field(default=None, init=False)
    _memory: Index | None = field(default=None, init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    _catching_up: threading.RLock = field(default_factory=threading.RLock, init=False)
    _level: tuple[Listing, Mapping[str, Shelved]] | None = field(default=None, init=False)  # between which there was no difference

    def ready(self, progress: Progress | None = None, most: int | None = SWEEP_BYTES) -> Ready:
        """An index that has seen every page as it is now, or as many bytes of changed pages as `most` allows.

        Never raises for the state of the index: one that is missing, foreign or broken is made anew, and if the disk
        refuses or somebody locks it, an index in memory answers and the notes say so.
        """
        looked_at, edition = self._disk, None if self._disk is None else self._disk.edition()
        listing = self.workspace.listing()
        try:
            ready = self._on_disk(listing, progress, most)
        except IndexFailed as failure:
            ready = self._in_memory(listing, failure.message, progress, most)
        except (Busy, DiskFailed) as failure:
            ready = self._unwritten(listing, failure.message, progress, most)
        return replace(ready, edition=edition if ready.index is looked_at else ready.index.edition())

    def repaired(self, failed: Index, failure: IndexFailed, progress: Progress | None = None) -> Ready:
        """An index that answers, after a lookup in the one that `ready` gave failed: another one if it was only closed."""
        listing = self.workspace.listing()
        try:
            ready = self._anew(listing, progress, failed, failure)
        except (IndexFailed, Busy, DiskFailed) as again:
            ready = self._in_memory(listing, again.message, progress, None)
        return replace(ready, edition=ready.index.edition())

    def update(self, progress: Progress | None = None) -> IndexReport:
        """Bring the index on disk up to date, all of it.

        Raises:
            DiskFailed, Busy, IndexFailed: it cannot be written.
        """
        ready = self._on_disk(self.workspace.listing(), progress, None)
        return IndexReport(ready.index.status(), ready.stale, notes=ready.notes)

    def rebuild(self, progress: Progress | None = None) -> IndexReport:
        """Build the index from all pages; the old one answers until the new one is complete.

        Raises:
            DiskFailed, Busy: it cannot be written; the old one is still there.
        """
        ready = self._build(self.workspace.listing(), progress)
        return IndexReport(ready.index.status(), ready.stale, notes=ready.notes)

    def report(self) -> IndexReport:
        """What the index on disk holds and whether it is behind; reads only. Zeros, and why, when it cannot be used."""
        try:
            index = self._open()
            shelf, status = index.shelf(), index.status()
        except IndexFailed as failure:
            return IndexReport(NOTHING, stale=True, notes=(failure.message.partition(": ")[0],))
        listing = self.workspace.listing()
        sweep = _Sweep(listing)
        behind = difference(listing, shelf)
        changed = any(isinstance(self._read(sweep, stamp, shelf.get(stamp.path)), Indexed) for stamp in behind.look)
        ready = sweep.ready(index)
        return IndexReport(status, changed or bool(behind.gone) or ready.stale, notes=ready.notes)

    def verify(self, progress: Progress | None = None) -> IndexReport:
        """Prove the index equal to the Markdown: its own checks, then every page read anew and compared row by row.

        Raises:
            IndexFailed: there is none, or it cannot be read at all.
        """
        index = self._open()
        sweep = _Sweep(self.workspace.listing())
        differences = list(index.check())
        shelf = index.shelf()
        pages: list[Entity] = []
        uses = Counter[str]()
        problems = list(sweep.listing.problems)
        for page in self._pages(sweep, progress):
            differences += _compare(index, page, shelf.get(page.stamp.path))
            problems += page.whole.problems
            pages += [page.whole.entity] if page.whole.entity else []
            uses.update(name for entry in page.entries for name in set(entry.fact.entities))
        differences += [f"{problem.source.path} cannot be read, so it was not compared" for problem in sweep.unread]
        present = {stamp.path for stamp in sweep.listing.stamps}
        differences += [f"{path} is in the index but not in the workspace" for path in sorted(shelf) if path not in present]
        if not differences:
            differences += _compare_all(index, problems, pages, uses)
        return IndexReport(index.status(), stale=bool(differences), differences=tuple(differences))

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            for index in (self._disk, self._memory):
                if index is not None:
                    index.close()
            self._disk = self._memory = None

    def _open(self) -> Index:
        with self._lock:
            if self._disk is None:
                self._disk = self.opened()
            return self._disk

    def _on_disk(self, listing: Listing, progress: Progress | None, most: int | None) -> Ready:
        """The index on disk, caught up; made anew when it cannot be used."""
        index = None
        try:
            index = self._open()
            level, shelf = self._level, index.shelf()
            if level is not None and level[0] is listing and level[1] is shelf:
                return Ready(index, problems=listing.problems)
            ready = self._catch_up(index, listing, progress, most)
            shelf = index.shelf()  # once: another thread may publish another index at any moment
            self._level = None if ready.stale or difference(listing, shelf) else (listing, shelf)
        except IndexFailed as failure:
            if self._memory is not None and most is not None:
                raise  # making it anew was tried and refused; a question does not wait for that again
            return self._anew(listing, progress, index, failure)
        return ready

    def _anew(self, listing: Listing, progress: Progress | None, failed: Index | None, failure: IndexFailed) -> Ready:
        """Make the index on disk anew, unless another thread just did, or closed it, or another program holds it."""
        with self._lock:
            if self._disk is not failed:
                with suppress(IndexFailed):
                    return self._catch_up(self._open(), listing, progress, None)
            made = self.fresh()
            if made.state() is State.LOCKED:
                made.close()
                raise failure
            return self._build(listing, progress, made)

    def _build(self, listing: Listing, progress: Progress | None, made: Index | None = None) -> Ready:
        with self._lock:
            made = made or self.fresh()
            index = self._disk or made
            if index is not made:
                made.close()
            ready = self._fill(index, listing, progress)
            self._disk = index
            return ready

    def _unwritten(self, listing: Listing, reason: str, progress: Progress | None, most: int | None) -> Ready:
        """Answer though the index on disk could not be written: from it if it lacks nothing, else from memory.

        Where that would take long, the answer comes from the index as it is, and is stale.
        """
        disk, sweep = self._disk, _Sweep(listing)
        shelf = _shelf(disk)
        if disk is None or shelf is None:
            return self._in_memory(listing, reason, progress, most)
        behind = difference(listing, shelf)
        look = sum(isinstance(self._read(sweep, stamp, shelf.get(stamp.path)), Indexed) for stamp in behind.look)
        lacking = look + sum(not sweep.hides(path) for path in behind.gone)
        if not lacking:
            return sweep.ready(disk)
        if most is None or sum(stamp.size for stamp in listing.stamps) <= most:
            return self._in_memory(listing, reason, progress, most)
        sweep.left = lacking
        return sweep.ready(disk, (f"the index could not be brought up to date: {reason}",))

    def _in_memory(self, listing: Listing, reason: str, progress: Progress | None, most: int | None) -> Ready:
        with self._lock:
            if self._memory is None:
                self._memory = self.spare()
                ready = self._fill(self._memory, listing, progress)
            else:
                ready = self._catch_up(self._memory, listing, progress, most)
        return replace(ready, notes=(f"answered from an index in memory, for {reason}", *ready.notes))

    def _catch_up(self, index: Index, listing: Listing, progress: Progress | None, most: int | None) -> Ready:
        """Bring the index up to date, or as far as `most` bytes go.

        One thread at a time looks and writes, and looks anew: else a slow one would put an older page over a newer one.
        """
        behind = difference(listing, index.shelf())
        if not behind.look and not behind.gone:
            sweep = _Sweep(listing)
            index.note(sweep.problems)
            return sweep.ready(index)
        with self._catching_up:
            return self._caught_up(index, self.workspace.listing(), progress, most)

    def _caught_up(self, index: Index, listing: Listing, progress: Progress | None, most: int | None) -> Ready:
        shelf, sweep = index.shelf(), _Sweep(listing)
        behind = difference(listing, shelf)
        batch: list[Indexed] = []
        seen: list[Shelved] = []
        gone = [path for path in behind.gone if not sweep.hides(path)]
        total, done, in_batch = sum(stamp.size for stamp in behind.look), 0, 0
        for number, stamp in enumerate(behind.look):
            if most is not None and done and done + stamp.size > most:
                sweep.left = len(behind.look) - number
                break
            match self._read(sweep, stamp, shelf.get(stamp.path)):
                case Indexed() as page:
                    batch.append(page)
                    in_batch += stamp.size
                case Shelved() as page if page != shelf[stamp.path]:
                    seen.append(page)
                case None if stamp.path in shelf:
                    gone.append(stamp.path)
            done += stamp.size
            if progress:
                progress(done, total, stamp.path)
            if in_batch >= BATCH_BYTES:
                index.put(batch)
                batch, in_batch = [], 0
        if batch or gone or seen:
            index.put(batch, gone, seen)
        index.note(sweep.problems)
        return sweep.ready(index)

    def _fill(self, index: Index, listing: Listing, progress: Progress | None) -> Ready:
        sweep = _Sweep(listing)
        index.rebuild(self._pages(sweep, progress), listing.problems)
        if sweep.unread:
            index.note(sweep.problems)
        return sweep.ready(index)

    def _pages(self, sweep: _Sweep, progress: Progress | None) -> Iterator[Indexed]:
        stamps = sweep.listing.stamps
        total, done = sum(stamp.size for stamp in stamps), 0
        for stamp in stamps:
            page = self._read(sweep, stamp)
            if isinstance(page, Indexed):
                yield page
            done += stamp.size
            if progress:
                progress(done, total, stamp.path)

    def _read(self, sweep: _Sweep, stamp: Stamp, held: Shelved | None = None) -> Indexed | Shelved | None:
        """The page ready for the index; its new stamp when the bytes are those held; None when it vanished; unreadable, what is held."""
        try:
            data = self.workspace.read(stamp.path)
        except (PageMissing, PathRefused):
            return None
        except DiskFailed as failure:
            sweep.unread.append(Problem(Source(stamp.path, 0, 0), "unreadable", failure.message))
            return held
        digest = digest_of(data)
        if held is not None and held.digest == digest:
            return Shelved(stamp, digest)
        if len(data) > HUGE:
            return streamed(stamp, Slices(stamp.path, data, self.header), self.further)
        return indexed(stamp, parse(stamp.path, data, self.header), self.further)


def _shelf(index: Index | None) -> Mapping[str, Shelved] | None:
    try:
        return None if index is None else index.shelf()
    except IndexFailed:
        return None


def _compare(index: Index, page: Indexed, held: Shelved | None) -> list[str]:
    path = page.stamp.path
    if held is None:
        return [f"{path} is not in the index"]
    if held.digest != page.reading.page.digest:
        return [f"{path} has changed since it was indexed"]
    wrong, rows = [], 0
    if path.startswith(FOLDER) and [one for one in index.archived() if one.source.path == path] != list(page.reading.archived):
        wrong.append(f"the archive of {path} differs from the index")
    for row, entry in zip_longest(index.facts(path), page.entries):
        rows += row is not None
        if row and entry and _plain(row.fact) != _plain(entry.fact):
            wrong.append(f"{entry.fact.source} differs from the index")
    if rows != len(page.entries):
        return [f"{path} holds {len(page.entries)} facts and passages, the index {rows}"]
    return wrong


def _compare_all(index: Index, problems: Sequence[Problem], pages: Sequence[Entity], uses: Mapping[str, int]) -> list[str]:
    """What belongs to no single page: the problems, and the entities that pages and mentions make together."""
    wrong = []
    if set(index.problems()) != set(problems):
        wrong.append("the problems found differ from those in the index")
    if {entity for entity, _ in index.entities()} != {entity for entity, _ in gather(pages, uses)}:
        wrong.append("the entities differ from those in the index")
    return wrong


def _plain(fact: Fact) -> Fact:
    return replace(fact, ordinal=0)
