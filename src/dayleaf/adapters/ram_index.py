"""RamIndex: the port `Index` over plain dictionaries, the model every other index is compared with."""

from __future__ import annotations

import threading
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from dayleaf.core.entry import Condition, Entry, Indexed, Row, gather, has_parts, keys_of, owners
from dayleaf.core.errors import IndexFailed
from dayleaf.core.fact import Entity, Kind, Problem, entity_key
from dayleaf.core.languages import Further
from dayleaf.core.listing import Shelved
from dayleaf.core.page.archive import Away, away
from dayleaf.core.page.reading import Archived
from dayleaf.ports import Block, Size, State, Status

_GAP = 16
_MOST_TERMS = 65_535


@dataclass(frozen=True, slots=True)
class _Held:
    """A row with its entry, its page, and the number of rows above it there."""

    row: Row
    entry: Entry
    page: Indexed
    above: int


class RamIndex:
    """An index that keeps the pages and numbers all rows anew after every change. Empty and ready when made."""

    def __init__(self, identity: str = "", further: Further = ()) -> None:
        self._identity = identity
        self.further = further
        self._lock = threading.RLock()
        self._pages: dict[str, Indexed] = {}
        self._shelf: dict[str, Shelved] = {}
        self._listed: tuple[Problem, ...] = ()
        self._closed = False
        self._rows: dict[int, _Held] = {}

    def state(self) -> State:
        """Ready until closed."""
        return State.MISSING if self._closed else State.READY

    def edition(self) -> object:
        """Always the same: nobody else has it."""
        return None

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Keep other threads out."""
        with self._lock:
            yield

    def put(self, pages: Sequence[Indexed], gone: Sequence[str] = (), seen: Sequence[Shelved] = ()) -> None:
        """Replace, drop, restamp."""
        with self._open():
            for path in gone:
                self._pages.pop(path, None)
                self._shelf.pop(path, None)
            for indexed in pages:
                page = indexed.reading.page
                self._pages[page.path] = indexed._replace(reading=indexed.whole)
                self._shelf[page.path] = Shelved(indexed.stamp, page.digest)
            for shelved in seen:
                if shelved.stamp.path in self._shelf:
                    self._shelf[shelved.stamp.path] = shelved
            self._rows = _numbered(self._pages)

    def note(self, problems: Sequence[Problem]) -> None:
        """Replace the problems of the listing."""
        with self._open():
            self._listed = tuple(problems)

    def rebuild(self, pages: Iterable[Indexed], problems: Sequence[Problem]) -> None:
        """Forget everything, then put these."""
        new = {indexed.reading.page.path: indexed._replace(reading=indexed.whole) for indexed in pages}
        with self._open():
            self._pages.clear()
            self._shelf.clear()
            self._listed = tuple(problems)
            self.put(tuple(new.values()))

    def shelf(self) -> Mapping[str, Shelved]:
        """Every page it holds, by path."""
        with self._open():
            return dict(sorted(self._shelf.items()))

    def size(self) -> Size:
        """How much it holds."""
        with self._open():
            return Size(len(self._rows), sum(held.row.length for held in self._rows.values()))

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Rows of each term."""
        return {term: len(set(numbers)) for term, numbers in self.postings(terms).items()}

    def lengths(self) -> Sequence[int]:
        """Terms of each row, by number."""
        with self._open():
            table = array("H", bytes(2 * (max(self._rows, default=-1) + 1)))
            for number, held in self._rows.items():
                table[number] = held.row.length
            return table

    def blocks(self) -> Mapping[str, Block]:
        """Where each page lies."""
        with self._open():
            starts = {held.page.stamp.path: number for number, held in self._rows.items() if held.above == 0}
            return {
                path: Block(starts.get(path, 0), len(page.entries), page.reading.page.digest) for path, page in sorted(self._pages.items())
            }

    def vocabulary(self, start: str, end: str, limit: int) -> list[tuple[str, int]]:
        """Terms of a range."""
        return sorted((term, rows) for term, rows in self._counted().items() if start <= term < end)[:limit]

    def endings(self, suffix: str, limit: int) -> list[tuple[str, int]]:
        """Compounds with this end."""
        found = [(term, rows) for term, rows in self._counted().items() if has_parts(term) and term.endswith(suffix) and term != suffix]
        return sorted(found, key=lambda ending: ending[0][::-1])[:limit]

    def _counted(self) -> Counter[str]:
        with self._open():
            return Counter(term for held in self._rows.values() for term in set(held.entry.terms))

    def postings(self, terms: Sequence[str], *, once: bool = False) -> dict[str, array[int]]:
        """Rows of each term, repeated or once."""
        with self._open():
            found = {term: [number for number, held in self._rows.items() for same in held.entry.terms if same == term] for term in terms}
        return {term: array("q", dict.fromkeys(numbers) if once else numbers) for term, numbers in found.items()}

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """The rows that are there."""
        with self._open():
            return [self._rows[number].row for number in numbers if number in self._rows]

    def select(self, condition: Condition, limit: int | None = None) -> array[int]:
        """Go through all rows."""
        with self._open():
            wanted = [number for number, held in self._rows.items() if _fulfils(held.entry, held.page, condition)]
            return array("q", sorted(wanted, key=self._order)[:limit])

    def matching(self, condition: Condition) -> array[int]:
        """Go through all rows."""
        return array("q", sorted(self.select(condition)))

    def arrange(self, numbers: Sequence[int], wanted: int) -> list[int]:
        """Sort those that are there."""
        with self._open():
            return sorted({*numbers} & self._rows.keys(), key=self._order)[:wanted]

    def _order(self, number: int) -> tuple[int, str, int]:
        """Day (negative), path, place on the page."""
        held = self._rows[number]
        told = held.row.fact.told
        return -told.toordinal() if told else 0, held.row.fact.source.path, held.above

    def named(self, keys: Sequence[str]) -> dict[str, Entity]:
        """Every key of every entity and mention, then these."""
        with self._open():
            owner = owners(page.reading.entity for _, page in sorted(self._pages.items()) if page.reading.entity)
        for entity, _ in self.entities():
            owner.setdefault(entity_key(entity.name), entity)
        return {key: owner[key] for key in keys if key in owner}

    def find(self, id: str) -> list[Row]:
        """Go through all rows."""
        rows = list(self.facts())
        exact = [row for row in rows if row.fact.id == id]
        return exact or [row for row in rows if len(id) >= 4 and row.fact.id.startswith(id)]

    def successors(self, ids: Sequence[str]) -> list[Row]:
        """Go through all rows."""
        return [row for row in self.facts() if row.fact.supersedes in set(ids)]

    def filed(self, slots: Sequence[int]) -> array[int]:
        """Go through all rows."""
        asked = set(slots)
        with self._open():
            return array("q", [number for number, held in self._rows.items() for slot in held.entry.slots if slot in asked])

    def entities(self) -> list[tuple[Entity, int]]:
        """Gather pages and mentions."""
        mentions: dict[str, set[int]] = defaultdict(set)
        with self._open():
            for number, held in self._rows.items():
                for spelling in held.row.fact.entities:
                    mentions[spelling].add(number)
            pages = [page.reading.entity for _, page in sorted(self._pages.items()) if page.reading.entity]
        uses = {spelling: len(numbers) for spelling, numbers in mentions.items()}
        counted = [(entity, len(set().union(*(mentions[name] for name in names)))) for entity, names in gather(pages, uses)]
        return sorted(counted, key=lambda found: (-found[1], found[0].slug))

    def facts(self, path: str | None = None) -> Iterator[Row]:
        """All rows, as numbered: by path and line."""
        with self._open():
            rows = [held.row for held in self._rows.values() if path in {None, held.row.fact.source.path}]
        yield from rows

    def archived(self) -> list[Archived]:
        """Entries of the archive."""
        with self._open():
            return [entry for path in sorted(self._pages) for entry in self._pages[path].reading.archived]

    def away(self) -> Mapping[str, Away]:
        """What is put away."""
        return away((entry.id, Away(entry.into, entry.on, entry.reason), entry.restored) for entry in self.archived())

    def problems(self) -> list[Problem]:
        """Of the listing and of the pages."""
        with self._open():
            found = [*self._listed, *(problem for page in self._pages.values() for problem in page.reading.problems)]
        return sorted(found, key=lambda problem: (problem.source, problem.code, problem.message))

    def status(self) -> Status:
        """What it holds."""
        with self._open():
            passages = sum(held.row.fact.kind is Kind.PASSAGE for held in self._rows.values())
            return Status(len(self._pages), len(self._rows) - passages, passages, len(self.problems()), 0, self._identity)

    def check(self) -> list[str]:
        """Nothing is held twice, so nothing can disagree."""
        with self._open():
            return []

    def close(self) -> None:
        """Forget everything."""
        self._closed = True

    @contextmanager
    def _open(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise IndexFailed("the index in memory was closed")
            yield


def _numbered(pages: Mapping[str, Indexed]) -> dict[int, _Held]:
    """All rows by number, in the order of paths and lines, each fact with its ordinal."""
    rows: dict[int, _Held] = {}
    seen = Counter[int]()
    number = 1
    for _, page in sorted(pages.items()):
        for above, entry in enumerate(page.entries):
            digest = entry.fact.digest
            fact = replace(entry.fact, ordinal=seen[digest])
            seen[digest] += 1
            rows[number] = _Held(Row(number, min(len(entry.terms), _MOST_TERMS), fact), entry, page, above)
            number += 1
        number += _GAP
    return rows


def _fulfils(entry: Entry, page: Indexed, condition: Condition) -> bool:
    fact, entity = entry.fact, page.reading.entity
    keys = {*entry.keys, *(keys_of(entity.names) if entity else ())}
    category, during = fact.category or "", condition.during
    return (
        (not condition.kinds or fact.kind in condition.kinds)
        and (not condition.keys or bool(keys & condition.keys))
        and (not condition.category or category == condition.category or category.startswith(condition.category + "/"))
        and (not during or (fact.told is not None and fact.told in during) or any(range.overlaps(during) for range in entry.dates))
        and (condition.known_at is None or fact.told is None or fact.told <= condition.known_at)
    )
