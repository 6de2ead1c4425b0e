"""SqliteIndex: the port `Index` over one SQLite file, or in memory."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from sqlite3 import Connection
from typing import Any, TypeVar

from dayleaf.adapters.sqlite import looking
from dayleaf.adapters.sqlite.calendar import calendar
from dayleaf.adapters.sqlite.checking import check
from dayleaf.adapters.sqlite.connections import FileConnections, MemoryConnections, new_in_memory
from dayleaf.adapters.sqlite.opening import HINT, bytes_of_log, file_id
from dayleaf.adapters.sqlite.rebuild import fill, rebuild_file
from dayleaf.adapters.sqlite.schema import Identity
from dayleaf.adapters.sqlite.selecting import matching, select
from dayleaf.adapters.sqlite.writing import Writer
from dayleaf.core.entry import Condition, Indexed, Row
from dayleaf.core.errors import IndexFailed, UsageError
from dayleaf.core.fact import Entity, Problem
from dayleaf.core.languages import Further
from dayleaf.core.listing import Shelved
from dayleaf.core.page.archive import Away
from dayleaf.core.page.reading import Archived
from dayleaf.ports import Block, Size, State, Status

Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)

_LACKING: Any = object()

_STEP = 2_000  # rows read at once when all are asked for
# Remembered until something is written; more than that only for a single question.
_MOST_FREQUENCIES = 50_000
_MOST_POSTINGS = 1_000_000  # places, at four bytes
_MOST_ROWS = 4_096
_MOST_NAMES = 10_000
_MOST_WORDS = 20_000  # words and what they are looked up by
_MOST_SLOTS = 100_000  # rows and slots

MEMORY = ":memory:"


class SqliteIndex:
    """The derived index.

    Args:
        path: the file (its folder is made by `rebuild`), or `":memory:"` for one that is empty, ready and forgotten at the end.
        identity: versions of what parsed and analysed the facts. An index of another identity or other languages does not answer.
        further: languages beside English and German that its texts are analysed in.
        patience: seconds a writer waits for another one.

    Nothing is opened before the first call. A process may be killed at any moment: what was committed stays.
    """

    def __init__(self, path: Path | str, identity: str, *, further: Further = (), patience: float = 5.0) -> None:
        self._identity = Identity(identity, further)
        self._patience = patience
        self._connections: FileConnections | MemoryConnections = (
            MemoryConnections(self._identity) if str(path) == MEMORY else FileConnections(Path(path), self._identity, patience)
        )
        self._lock = threading.Lock()
        self._here = threading.local()
        self._memory_of = 0
        self._memory: dict[str, object] = {}

    @property
    def further(self) -> Further:
        """Languages beside English and German that its texts are analysed in."""
        return self._identity.further

    def state(self) -> State:
        """What is there: `READY` to answer, or why not. Changes nothing, raises nothing."""
        return self._connections.state()

    def edition(self) -> object:
        """The file that the path names now."""
        return file_id(self._connections.path)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Inside, all lookups of this thread see one state. Do not write inside."""
        outermost = not getattr(self._here, "inside", False)
        with self._connections.snapshot():
            self._here.inside = True
            try:
                yield
            finally:
                if outermost:
                    self._here.inside, self._here.memory = False, None

    def put(self, pages: Sequence[Indexed], gone: Sequence[str] = (), seen: Sequence[Shelved] = ()) -> None:
        """Replace these pages, drop those gone, restamp those whose bytes are the same; one transaction."""
        with self._connections.writing() as db:
            writer = Writer(db, self.further)
            for path in gone:
                writer.drop(path)
            for page in pages:
                writer.put(page)
            for shelved in seen:
                writer.restamp(shelved)
            writer.finish()

    def note(self, problems: Sequence[Problem]) -> None:
        """Replace the problems of the listing; writes only when they changed."""
        with self._look() as db:
            if looking.listed(db) == sorted(problems, key=looking.order_of_problem):
                return
        with self._connections.writing() as db:
            writer = Writer(db, self.further)
            writer.note(problems)
            writer.finish()

    def rebuild(self, pages: Iterable[Indexed], problems: Sequence[Problem]) -> None:
        """Build a new index from all pages beside the old one and publish it at once; readers go on meanwhile."""
        if isinstance(self._connections, FileConnections):
            rebuild_file(self._connections.path, self._identity, pages, problems, self._patience)
            return
        new = new_in_memory(self._identity)
        fill(new, pages, problems, self.further)
        self._connections.exchange(new)

    def shelf(self) -> Mapping[str, Shelved]:
        """Every page it holds, by path."""
        with self._look() as db:
            return self._remembered(db, "shelf", looking.shelf)

    def size(self) -> Size:
        """How much it holds."""
        with self._look() as db:
            meta = looking.meta(db)
            return Size(meta["rows"], meta["terms"])

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many rows each term stands (0 if in none)."""
        with self._look() as db:
            return self._each(db, "frequencies", terms, _MOST_FREQUENCIES, lambda lacking: looking.frequencies(db, lacking))

    def lengths(self) -> Sequence[int]:
        """The number of terms of each row, by the row's number (0 where no row has it), at most 65,535."""
        with self._look() as db:
            return self._remembered(db, "lengths", looking.lengths)

    def blocks(self) -> Mapping[str, Block]:
        """Where each page lies, by path."""
        with self._look() as db:
            return self._remembered(db, "blocks", looking.blocks)

    def vocabulary(self, start: str, end: str, limit: int) -> list[tuple[str, int]]:
        """The first `limit` terms from `start` up to (not including) `end`, each with its number of rows."""
        with self._look() as db:
            asked = (start, end, limit)
            return self._each(db, "vocabulary", [asked], _MOST_WORDS, lambda _: {asked: looking.vocabulary(db, *asked)}, len)[asked]

    def endings(self, suffix: str, limit: int) -> list[tuple[str, int]]:
        """The first `limit` compounds that end with `suffix`, by their letters backwards, each with its number of rows."""
        with self._look() as db:
            asked = (suffix, limit)
            return self._each(db, "endings", [asked], _MOST_WORDS, lambda _: {asked: looking.endings(db, *asked)}, len)[asked]

    def postings(self, terms: Sequence[str], *, once: bool = False) -> dict[str, array[int]]:
        """The numbers of the rows each term stands in, ascending, repeated as often as the term occurs in the row, or once."""
        with self._look() as db:
            name = "once" if once else "postings"
            return self._each(db, name, terms, _MOST_POSTINGS, lambda lacking: looking.postings(db, lacking, once=once), len)

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """The rows of these numbers, in the order asked; numbers that are gone are left out."""
        with self._look() as db:
            days, lengths = self._remembered(db, "calendar", calendar), self._remembered(db, "lengths", looking.lengths)
            found = self._each(db, "rows", numbers, _MOST_ROWS, lambda lacking: looking.rows_at(db, lacking, days, lengths))
            return [found[number] for number in numbers if number in found]

    def select(self, condition: Condition, limit: int | None = None) -> array[int]:
        """The numbers of the rows that fulfil the condition, newest day first (undated last), then by path and line."""
        with self._look() as db:
            return select(db, self._remembered(db, "calendar", calendar), condition, limit)

    def matching(self, condition: Condition) -> array[int]:
        """The numbers of the rows that fulfil the condition, ascending."""
        with self._look() as db:
            return matching(db, self._remembered(db, "calendar", calendar), condition)

    def arrange(self, numbers: Sequence[int], wanted: int) -> list[int]:
        """The first `wanted` of these ascending numbers, each once, in the order of `select`."""
        with self._look() as db:
            return self._remembered(db, "calendar", calendar).arrange(numbers, wanted)

    def named(self, keys: Sequence[str]) -> dict[str, Entity]:
        """The entities that these keys mean; unknown keys are left out."""
        with self._look() as db:
            found = self._each(db, "named", keys, _MOST_NAMES, lambda lacking: looking.named(db, lacking))
            return {key: entity for key in keys if (entity := found[key])}

    def find(self, id: str) -> list[Row]:
        """The rows whose id is this; if there is none, those whose id begins with it (at least four characters)."""
        with self._look() as db:
            return looking.find(db, id)

    def successors(self, ids: Sequence[str]) -> list[Row]:
        """The rows that say in `supersedes` that they replace a fact of one of these ids, by path and line."""
        with self._look() as db:
            return looking.successors(db, ids)

    def filed(self, slots: Sequence[int]) -> array[int]:
        """The numbers of the rows filed under these slots, ascending, once for each slot of a row."""
        with self._look() as db:
            found = self._each(db, "filed", slots, _MOST_SLOTS, lambda lacking: looking.filed(db, lacking), len)
            return array("q", sorted(chain.from_iterable(filter(None, found.values()))))

    def entities(self) -> list[tuple[Entity, int]]:
        """Every entity with a page or a mention, with the number of facts that mention it, most mentioned first."""
        with self._look() as db:
            return list(self._remembered(db, "entities", looking.entities))

    def facts(self, path: str | None = None) -> Iterator[Row]:
        """All rows (of one page), by path and line; a few thousand in memory at once."""
        with self._connections.streaming() as lend:
            with lend() as db, _sound():
                pages = looking.pages_of(db, path)
            for start, rows in pages:
                for first in range(start, start + rows, _STEP):
                    with lend() as db, _sound():
                        some = looking.rows_between(db, first, min(first + _STEP, start + rows))
                    yield from some

    def archived(self) -> list[Archived]:
        """Every entry of the archive, by path and line."""
        with self._look() as db:
            return looking.archived(db)

    def away(self) -> Mapping[str, Away]:
        """What is put away (and was not restored), by id."""
        with self._look() as db:
            return self._remembered(db, "away", looking.away)

    def problems(self) -> list[Problem]:
        """Every problem, by path and line."""
        with self._look() as db:
            return looking.problems(db)

    def status(self) -> Status:
        """What it holds. `bytes` counts the file and its log of changes."""
        with self._look() as db:
            meta = looking.meta(db)
            files, problems, size = looking.counts(db)
        size += bytes_of_log(self._connections.path)
        return Status(files, meta["rows"] - meta["passages"], meta["passages"], problems, size, meta["identity"])

    def check(self) -> list[str]:
        """What is inconsistent inside the index itself, in words; empty when it is sound. About 0.1 ms a fact."""
        with self._look() as db:
            return check(db, self.further)

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""
        self._connections.close()

    @contextmanager
    def _look(self) -> Iterator[Connection]:
        with self._connections.reading() as db, _sound():
            yield db

    def _remembered(self, db: Connection, name: str, compute: Callable[[Connection], Answer]) -> Answer:
        """What `compute` says of the present state, computed once as long as nothing is written."""
        memory: dict[str, object] | None = getattr(self._here, "memory", None)
        if memory is None:
            now = looking.state(db)
            with self._lock:
                if now != self._memory_of:
                    self._memory_of, self._memory = now, {}
                memory = self._memory
            if getattr(self._here, "inside", False):
                self._here.memory = memory
        if name not in memory:
            memory[name] = compute(db)
        return memory[name]  # type: ignore[return-value]

    def _each(
        self,
        db: Connection,
        name: str,
        keys: Sequence[Key],
        most: int,
        find: Callable[[list[Key]], Mapping[Key, Answer]],
        size: Callable[[Answer], int] | None = None,
    ) -> dict[Key, Answer]:
        """What each key stands for in the present state: what is remembered, and what `find` says of the others.

        So much is remembered as `most` allows, each answer counted by its size (and as one). Another thread may forget it all
        at any moment, so nothing is taken from the memory twice.
        """
        memory: _Held[Key, Answer] = self._remembered(db, name, lambda _: _Held())
        found = {key: answer for key in keys if (answer := memory.get(key, _LACKING)) is not _LACKING}
        if len(found) < len(keys) and (lacking := [key for key in dict.fromkeys(keys) if key not in found]):
            fresh = find(lacking)
            if memory.held > most:
                memory.clear()
                memory.held = 0
            memory.update(fresh)
            memory.held += len(fresh) + (sum(map(size, fresh.values())) if size else 0)
            found.update(fresh)
        return found


class _Held(dict[Key, Answer]):
    """What is remembered, and how much it is: each answer counted by its size, and as one."""

    __slots__ = ("held",)

    def __init__(self) -> None:
        super().__init__()
        self.held = 0


@contextmanager
def _sound() -> Iterator[None]:
    """A stored value that cannot be read back means a damaged file that SQLite itself did not notice."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, UsageError) as error:
        raise IndexFailed(f"the index holds what nobody wrote into it ({error})", hint=HINT) from error
