"""Pages into the tables, and out of them again, inside a transaction somebody else began."""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from dayleaf.adapters.sqlite.coding import (
    KINDS,
    MOST_TERMS,
    Ground,
    Stored,
    archived_row,
    decode,
    encode,
    entity_body,
    entity_of_body,
    heading_text,
    lengths_blob,
    lengths_of_blob,
    ordinal_of,
)
from dayleaf.adapters.sqlite.schema import GAP, LONG
from dayleaf.core.entry import Entry, Indexed, entry_of, has_parts, keys_of
from dayleaf.core.fact import Entity, Fact, Kind, Problem, TimeRange, entity_key
from dayleaf.core.languages import Further
from dayleaf.core.listing import Shelved
from dayleaf.core.page.reading import Archived

_ROOM = 64  # least capacity of a block that has grown
_SMALL = 16  # least capacity of a new one: most notes never grow
_BATCH = 5_000  # rows
_PASSAGE = KINDS.index(Kind.PASSAGE)
_COLUMNS = "kind, first, span, back, told, names, more, text"

LATEST = 4_000_000
"""Stands for the open end of a time range: an ordinal after every day there is (the year 9999 ends at 3,652,059)."""


class Writer:
    """Collects the rows of new facts and writes them in batches; takes old ones out at once.

    Call `finish` before the commit. With `bulk` the digests and slots, whose order is random, wait in temporary tables until
    `finish` files them sorted.
    """

    def __init__(self, connection: sqlite3.Connection, further: Further, *, bulk: bool = False) -> None:
        self._db = connection
        self._further = further
        self._count = Counter[str]()
        (self._next,) = connection.execute("SELECT value FROM meta WHERE name = 'next'").fetchone()
        self._ids: dict[str, int] = {}
        self._uses = Counter[int]()
        self._bulk = bulk
        self._digests, self._slots = ("temp.new_digest", "temp.new_slot") if bulk else ("digest", "slot")
        if bulk:
            connection.execute("CREATE TABLE temp.new_digest (digest INTEGER, number INTEGER)")
            connection.execute("CREATE TABLE temp.new_slot (slot INTEGER, number INTEGER)")
        self._new = _Rows()

    def put(self, page: Indexed) -> None:
        """Replace a page; its rows that stay the same at the same place are not touched."""
        path, day = page.reading.page.path, ordinal_of(page.reading.page.place.day)
        held = self._db.execute("SELECT start, capacity, day, lengths FROM page WHERE path = ?", (path,)).fetchone()
        stays = held and held[2] == day and held[1] >= len(page.entries)
        if stays:
            self.write_rows()  # the page may have been put a moment ago
            start, capacity, _, blob = held
        else:
            self.drop(path)
            start, blob = self._next, b""
        kinds, lengths = self._exchange_rows(Ground(path, day), start, page.entries, len(blob) // 2)
        rows = len(lengths)
        if not stays:  # a huge page is not read before, only to be counted
            capacity = max(_ROOM if held else _SMALL, rows * 3 // 2)
            self._next += capacity + GAP
        self._count["rows"] += rows - len(blob) // 2
        self._count["terms"] += sum(lengths) - sum(lengths_of_blob(blob))
        stamp = page.stamp
        self._db.execute(
            "INSERT INTO page VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (start) DO UPDATE SET size = excluded.size, mtime = excluded.mtime,"
            " settled = excluded.settled, digest = excluded.digest, kinds = excluded.kinds, lengths = excluded.lengths",
            (start, path, day, capacity, stamp.size, stamp.mtime_ns, stamp.settled, page.reading.page.digest, kinds, lengths_blob(lengths)),
        )
        self._put_entity(start, page.whole.entity)
        self._put_archived(start, page.whole.archived)
        self._put_problems(path, page.whole.problems)

    def drop(self, path: str) -> None:
        """Take a page out, with everything it said."""
        held = self._db.execute("SELECT start, day, lengths FROM page WHERE path = ?", (path,)).fetchone()
        if held is None:
            return
        self.write_rows()
        start, day, blob = held
        self._exchange_rows(Ground(path, day), start, (), len(blob) // 2)
        self._count["rows"] -= len(blob) // 2
        self._count["terms"] -= sum(lengths_of_blob(blob))
        self._put_entity(start, None)
        self._put_archived(start, ())
        self._put_problems(path, ())
        self._db.execute("DELETE FROM page WHERE start = ?", (start,))

    def restamp(self, shelved: Shelved) -> None:
        """The page's bytes are the same, only its stamp changed."""
        stamp = shelved.stamp
        self._db.execute(
            "UPDATE page SET size = ?, mtime = ?, settled = ?, digest = ? WHERE path = ?",
            (stamp.size, stamp.mtime_ns, stamp.settled, shelved.digest, stamp.path),
        )

    def note(self, problems: Iterable[Problem]) -> None:
        """Replace the problems of the listing."""
        self._db.execute("DELETE FROM problem WHERE listed")
        self._add_problems(problems, listed=1)

    def write_rows(self) -> None:
        """Write what waits."""
        new, self._new = self._new, _Rows()
        many = self._db.executemany
        many("INSERT INTO fact VALUES (?,?,?,?,?,?,?,?,?)", new.facts)
        many("INSERT INTO term (rowid, terms) VALUES (?,?)", new.terms)
        many(f"INSERT INTO {self._digests} VALUES (?,?)", new.digests)
        many(f"INSERT INTO {self._slots} VALUES (?,?)", new.slots)
        many("INSERT INTO mention VALUES (?,?)", new.mentions)
        many("INSERT INTO span VALUES (?,?,?,?)", new.spans)
        many("INSERT INTO label VALUES (?,?)", new.labels)
        if not self._bulk:
            words = {term for _, terms in new.terms for term in terms.split(" ") if has_parts(term)}
            many("INSERT OR IGNORE INTO backwards VALUES (?)", ((word[::-1],) for word in sorted(words)))

    def finish(self) -> None:
        """Write what waits, and what is known only at the end."""
        self.write_rows()
        if self._bulk:
            self._db.execute("INSERT INTO digest SELECT digest, number FROM temp.new_digest ORDER BY digest, number")
            self._db.execute("DROP TABLE temp.new_digest")
            self._db.execute("INSERT INTO slot SELECT slot, number FROM temp.new_slot ORDER BY slot, number")
            self._db.execute("DROP TABLE temp.new_slot")
            terms = self._db.execute("SELECT term FROM term_row WHERE term >= 'a' AND term < '{'")
            words = sorted(term[::-1] for (term,) in terms if has_parts(term))
            self._db.executemany("INSERT INTO backwards VALUES (?)", zip(words, strict=True))
        changed = [(uses, id) for id, uses in self._uses.items() if uses]
        self._db.executemany("UPDATE name SET uses = uses + ? WHERE id = ?", changed)
        self._db.executemany("DELETE FROM name WHERE id = ? AND uses = 0", ((id,) for id in self._uses))
        self._db.executemany("UPDATE meta SET value = value + ? WHERE name = ?", ((more, name) for name, more in self._count.items()))
        self._db.execute("UPDATE meta SET value = ? WHERE name = 'next'", (self._next,))
        self._db.execute("UPDATE meta SET value = value + 1 WHERE name = 'state'")

    def _exchange_rows(self, ground: Ground, start: int, entries: Iterable[Entry], held: int) -> tuple[bytes, array[int]]:
        """Make the rows of a block say these entries, with as few changes as that takes; return their kinds and lengths."""
        kinds, lengths = bytearray(), array("H")
        first_below: dict[tuple[str, ...], int] = {}
        for offset, (before, entry) in enumerate(zip_longest(self._rows_of(start, held), entries)):
            number, after = start + offset, None
            if entry:
                heading = entry.fact.heading
                after = encode(entry.fact, offset - first_below.setdefault(heading, offset) if heading else None, ground.day)
                kinds.append(after.kind)
                lengths.append(min(len(entry.terms), MOST_TERMS))
            if before == after:
                continue
            if before and after and before.body == after.body:
                position = (after.first, after.span, after.back, number)
                self._db.execute("UPDATE fact SET first = ?, span = ?, back = ? WHERE number = ?", position)
                continue
            if before:
                self._remove(number, decode(before, ground))
            if entry and after:
                self._add(number, after, entry)
        self._put_headings(start, held, {start + offset: heading_text(heading) for heading, offset in first_below.items()})
        return bytes(kinds), lengths

    def _rows_of(self, start: int, held: int) -> Iterator[Stored]:
        """The rows of a block, some at a time; those given out may be changed meanwhile."""
        for first in range(start, start + held, _BATCH):
            last = min(first + _BATCH, start + held) - 1
            rows = self._db.execute(f"SELECT {_COLUMNS} FROM fact WHERE number BETWEEN ? AND ? ORDER BY number", (first, last))
            yield from map(Stored._make, rows.fetchall())

    def _put_headings(self, start: int, held: int, headings: dict[int, str]) -> None:
        if held:
            found = dict(self._db.execute("SELECT number, path FROM heading WHERE number >= ? AND number < ?", (start, start + held)))
            if found == headings:
                return
            self._db.executemany("DELETE FROM heading WHERE number = ?", ((number,) for number in found))
        self._db.executemany("INSERT INTO heading VALUES (?,?)", headings.items())

    def _add(self, number: int, stored: Stored, entry: Entry) -> None:
        fact, new = entry.fact, self._new
        new.facts.append((number, *stored))
        new.terms.append((number, " ".join(entry.terms)))
        new.digests.append((fact.digest, number))
        if entry.slots:
            new.slots.extend((slot, number) for slot in entry.slots)
        for spelling in dict.fromkeys(fact.entities):
            id = self._id_of(spelling)
            new.mentions.append((id, number))
            self._uses[id] += 1
        if entry.dates:
            new.spans.extend((*span_of(range), number) for range in dict.fromkeys(entry.dates))
        if stored.more:
            new.labels.extend((label, number) for label in labels_of(fact))
        self._count["passages"] += stored.kind == _PASSAGE
        if len(new.facts) >= _BATCH:
            self.write_rows()

    def _remove(self, number: int, fact: Fact) -> None:
        entry = entry_of(fact, self._further)
        one = self._db.execute
        one("INSERT INTO term (term, rowid, terms) VALUES ('delete', ?, ?)", (number, " ".join(entry.terms)))
        one("DELETE FROM fact WHERE number = ?", (number,))
        one(f"DELETE FROM {self._digests} WHERE digest = ? AND number = ?", (fact.digest, number))
        for slot in entry.slots:
            one(f"DELETE FROM {self._slots} WHERE slot = ? AND number = ?", (slot, number))
        for spelling in dict.fromkeys(fact.entities):
            id = self._id_of(spelling)
            one("DELETE FROM mention WHERE name = ? AND number = ?", (id, number))
            self._uses[id] -= 1
        for range in entry.dates:
            one("DELETE FROM span WHERE long = ? AND start = ? AND end = ? AND number = ?", (*span_of(range), number))
        for label in labels_of(fact):
            one("DELETE FROM label WHERE label = ? AND number = ?", (label, number))
        self._count["passages"] -= fact.kind is Kind.PASSAGE

    def _id_of(self, spelling: str) -> int:
        id = self._ids.get(spelling)
        if id is None:
            found = self._db.execute("SELECT id FROM name WHERE spelling = ?", (spelling,)).fetchone()
            id = found[0] if found else self._db.execute(
                "INSERT INTO name (spelling, key, uses) VALUES (?,?,0)", (spelling, entity_key(spelling)),
            ).lastrowid  # fmt: skip
            self._ids[spelling] = id = id or 0
        return id

    def _put_entity(self, start: int, entity: Entity | None) -> None:
        held = self._db.execute("SELECT body FROM entity WHERE start = ?", (start,)).fetchone()
        body = entity_body(entity) if entity else None
        if (held[0] if held else None) == body:
            return
        if held:
            self._db.execute("DELETE FROM entity WHERE start = ?", (start,))
            keys = keys_of(entity_of_body(held[0]).names)
            self._db.executemany("DELETE FROM entity_key WHERE key = ? AND start = ?", ((key, start) for key in keys))
        if entity:
            self._db.execute("INSERT INTO entity VALUES (?,?)", (start, body))
            self._db.executemany("INSERT INTO entity_key VALUES (?,?)", ((key, start) for key in keys_of(entity.names)))

    def _put_archived(self, start: int, entries: Sequence[Archived]) -> None:
        self._db.execute("DELETE FROM archived WHERE start = ?", (start,))
        self._db.executemany("INSERT INTO archived VALUES (?,?,?,?,?,?,?,?,?)", (archived_row(start, entry) for entry in entries))

    def _put_problems(self, path: str, problems: Sequence[Problem]) -> None:
        self._db.execute("DELETE FROM problem WHERE path = ? AND NOT listed", (path,))
        self._add_problems(problems, listed=0)

    def _add_problems(self, problems: Iterable[Problem], *, listed: int) -> None:
        self._db.executemany(
            "INSERT INTO problem (path, first, last, code, message, listed) VALUES (?,?,?,?,?,?)",
            ((at.path, at.first, at.last, problem.code, problem.message, listed) for problem in problems for at in (problem.source,)),
        )


class _Rows:
    """Rows of new facts that wait, by table."""

    __slots__ = ("digests", "facts", "labels", "mentions", "slots", "spans", "terms")

    def __init__(self) -> None:
        self.facts: list[tuple[object, ...]] = []
        self.terms: list[tuple[int, str]] = []
        self.digests: list[tuple[int, int]] = []
        self.mentions: list[tuple[int, int]] = []
        self.slots: list[tuple[int, int]] = []
        self.spans: list[tuple[int, int, int, int]] = []
        self.labels: list[tuple[str, int]] = []


def span_of(range: TimeRange) -> tuple[int, int, int]:
    """A time range as `span` holds it: whether it is long, its first day, the day after its last."""
    start = range.start.toordinal() if range.start else 0
    end = range.end.toordinal() if range.end else LATEST
    return int(end - start > LONG), start, end


def labels_of(fact: Fact) -> Iterator[str]:
    """What else a fact is found by: its category, the name it gives itself, the fact it replaces."""
    if fact.category is not None:
        yield f"category {fact.category}"
    if fact.name is not None:
        yield f"name {fact.name}"
    if fact.supersedes is not None:
        yield f"supersedes {fact.supersedes}"
