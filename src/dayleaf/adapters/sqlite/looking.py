"""The lookups: each a function of a connection in a read transaction."""

from __future__ import annotations

import codecs
import json
import sqlite3
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dayleaf.adapters.sqlite.calendar import Calendar
from dayleaf.adapters.sqlite.coding import Ground, Stored, archived_of_row, day_of, decode, entity_of_body, lengths_of_blob
from dayleaf.core.entry import Row, gather, keys_of, owners
from dayleaf.core.fact import ID_LENGTH, Entity, Problem, Source, digest_of_id, entity_key
from dayleaf.core.listing import Shelved, Stamp
from dayleaf.core.page.archive import Away
from dayleaf.core.page.archive import away as put_away
from dayleaf.core.page.reading import Archived
from dayleaf.ports import Block

_IN_UNITS = codecs.lookup("utf-16-le").encode  # found now: a codec that could not be loaded once is never looked for again
_PREFIX = 4  # least characters of an id's beginning
_LAST_CHARACTER = "\U0010ffff"

_ROW = """
SELECT f.number, f.kind, f.first, f.span, f.back, f.told, f.names, f.more, f.text,
       p.path, p.day, substr(p.lengths, 2 * (f.number - p.start) + 1, 2), h.path
"""
_OF_ROW = """
JOIN page p ON p.start = (SELECT max(start) FROM page WHERE start <= f.number)
LEFT JOIN heading h ON h.number = f.number - f.back
"""

_FACT = """
SELECT f.number, f.kind, f.first, f.span, f.back, f.told, f.names, f.more, f.text, h.path
FROM json_each(?) asked CROSS JOIN fact f ON f.number = asked.value LEFT JOIN heading h ON h.number = f.number - f.back
"""


def state(db: sqlite3.Connection) -> int:
    """A number that changes with everything that is written, and differs between indexes."""
    (value,) = db.execute("SELECT value FROM meta WHERE name = 'state'").fetchone()
    return int(value)


def meta(db: sqlite3.Connection) -> dict[str, Any]:
    """The counters and the identity, by name."""
    return dict(db.execute("SELECT name, value FROM meta"))


def shelf(db: sqlite3.Connection) -> dict[str, Shelved]:
    """Every page held, by path."""
    pages = db.execute("SELECT path, size, mtime, settled, digest FROM page ORDER BY path")
    return {path: Shelved(Stamp(path, size, mtime, bool(settled)), digest) for path, size, mtime, settled, digest in pages}


def frequencies(db: sqlite3.Connection, terms: Iterable[str]) -> dict[str, int]:
    """In how many rows each term stands. FTS5 walks the term's list: 0.03 µs a row."""
    found = dict.fromkeys(terms, 0)
    if found:
        asked = json.dumps(list(found))
        found.update(db.execute("SELECT term, doc FROM json_each(?) asked CROSS JOIN term_row ON term = asked.value", (asked,)))
    return found


def vocabulary(db: sqlite3.Connection, start: str, end: str, limit: int) -> list[tuple[str, int]]:
    """Terms of a range with their numbers of rows."""
    return db.execute("SELECT term, doc FROM term_row WHERE term >= ? AND term < ? LIMIT ?", (start, end, limit)).fetchall()


def endings(db: sqlite3.Connection, suffix: str, limit: int) -> list[tuple[str, int]]:
    """Compounds with this end, with their numbers of rows."""
    start = suffix[::-1]
    found: list[tuple[str, int]] = []
    cursor = db.execute("SELECT term FROM backwards WHERE term > ? AND term < ? ORDER BY term", (start, start + _LAST_CHARACTER))
    while len(found) < limit and (some := cursor.fetchmany(limit)):
        rows = frequencies(db, [term[::-1] for (term,) in some])
        found += [(term, count) for term, count in rows.items() if count]
    return found[:limit]


def postings(db: sqlite3.Connection, terms: Iterable[str], *, once: bool) -> dict[str, array[int]]:
    """The rows of each term, once for each time it stands there, or once. 0.1 µs a place, 0.06 µs a row."""
    if once:
        return {term: numbers_of(db, f"SELECT {joined('rowid')} FROM term WHERE term MATCH ?", f'"{term}"') for term in terms}
    return {term: numbers_of(db, f"SELECT {joined('doc')} FROM term_place WHERE term = ?", term) for term in terms}


def lengths(db: sqlite3.Connection) -> array[int]:
    """Terms of each row, by number."""
    table: array[int] = array("H")
    for start, blob in db.execute("SELECT start, lengths FROM page ORDER BY start"):
        table.frombytes(bytes(2 * (start - len(table))))
        table.extend(lengths_of_blob(blob))
    return table


def blocks(db: sqlite3.Connection) -> dict[str, Block]:
    """The rows of each page, by path: two bytes of `lengths` a row."""
    pages = db.execute("SELECT path, start, length(lengths) / 2, digest FROM page ORDER BY path")
    return {path: Block(start, rows, digest) for path, start, rows, digest in pages}


def rows(db: sqlite3.Connection, numbers: Sequence[int]) -> list[Row]:
    """The rows of these numbers that are there, in the order asked."""
    asked = json.dumps(list(dict.fromkeys(numbers)))
    found = {row.number: row for row in _rows(db, f"{_ROW} FROM json_each(?) j JOIN fact f ON f.number = j.value {_OF_ROW}", asked)}
    return [found[number] for number in numbers if number in found]


def rows_at(db: sqlite3.Connection, numbers: Sequence[int], days: Calendar, lengths: Sequence[int]) -> dict[int, Row]:
    """The same by number, a third quicker, by what is remembered of pages and lengths."""
    found = []
    for number, *stored, heading in db.execute(_FACT, (json.dumps(numbers),)):
        day, path, _, _ = days.page_of(number)
        found.append(Row(number, lengths[number], decode(stored, Ground(path, day), heading)))
    return {row.number: row for row in _with_ordinals(db, found)}


def _rows(db: sqlite3.Connection, sql: str, *values: object) -> list[Row]:
    rows = [_row(*columns) for columns in db.execute(sql, values)]
    return _with_ordinals(db, rows)


def _row(number: int, *columns: Any) -> Row:  # noqa: ANN401 - as SQLite gives them
    *stored, path, day, length, heading = columns
    return Row(number, int.from_bytes(length, "little"), decode(Stored(*stored), Ground(path, day), heading))


def _with_ordinals(db: sqlite3.Connection, rows: list[Row]) -> list[Row]:
    """Count each fact among those of its content and day, by path and line, wherever they stand."""
    digests = {row.fact.digest for row in rows}
    found = db.execute(
        "SELECT d.digest, d.number FROM json_each(?) asked CROSS JOIN digest d ON d.digest = asked.value", (json.dumps(list(digests)),)
    ).fetchall()
    if len(found) <= len(digests):
        return rows
    twins: dict[int, list[int]] = defaultdict(list)
    for digest, number in found:
        twins[digest].append(number)
    several = {digest: numbers for digest, numbers in twins.items() if len(numbers) > 1}
    ordinals: dict[int, int] = {}
    for numbers in several.values():
        ordinals.update((number, ordinal) for ordinal, number in enumerate(_by_place(db, numbers)))
    return [
        Row(row.number, row.length, replace(row.fact, ordinal=ordinals[row.number])) if ordinals.get(row.number) else row for row in rows
    ]


def _by_place(db: sqlite3.Connection, numbers: Iterable[int]) -> list[int]:
    """These numbers by path and line (numbers of one page follow its lines)."""
    pages: dict[int, str] = {}
    places = []
    for number in numbers:
        start, path = db.execute("SELECT start, path FROM page WHERE start <= ? ORDER BY start DESC LIMIT 1", (number,)).fetchone()
        pages[start] = path
        places.append((path, number))
    return [number for _, number in sorted(places)]


def find(db: sqlite3.Connection, id: str) -> list[Row]:
    """The rows of an id, or of its beginning."""
    numbers = set(_labelled(db, f"name {id}"))
    parsed = digest_of_id(id)
    if parsed:
        numbers.update(_of_digests(db, parsed[0], parsed[0]))
    exact = [row for row in rows(db, _by_place(db, numbers)) if row.fact.id == id]
    if exact or len(id) < _PREFIX:
        return exact
    numbers = set(_labelled(db, f"name {id}", f"name {id}{_LAST_CHARACTER}"))
    plain = id.partition(".")[0]
    first, last = (digest_of_id(plain.ljust(ID_LENGTH, letter)) for letter in "0z")
    if first and last:
        numbers.update(_of_digests(db, first[0], last[0]))
    return [row for row in rows(db, _by_place(db, numbers)) if row.fact.id.startswith(id)]


def _of_digests(db: sqlite3.Connection, first: int, last: int) -> array[int]:
    return numbers_of(db, f"SELECT {joined('number')} FROM digest WHERE digest BETWEEN ? AND ?", first, last)


def _labelled(db: sqlite3.Connection, first: str, last: str = "") -> array[int]:
    return numbers_of(db, f"SELECT {joined('number')} FROM label WHERE label BETWEEN ? AND ?", first, last or first)


def in_category(db: sqlite3.Connection, category: str) -> set[int]:
    """The rows of a category and of those below it."""
    below = _labelled(db, f"category {category}/", f"category {category}/{_LAST_CHARACTER}")
    return {*_labelled(db, f"category {category}"), *below}


def successors(db: sqlite3.Connection, ids: Iterable[str]) -> list[Row]:
    """The rows that replace one of these facts."""
    asked = json.dumps([f"supersedes {id}" for id in ids])
    found = db.execute("SELECT DISTINCT number FROM json_each(?) j CROSS JOIN label l ON l.label = j.value", (asked,))
    return rows(db, _by_place(db, [number for (number,) in found]))


def filed(db: sqlite3.Connection, slots: Sequence[int]) -> dict[int, Sequence[int]]:
    """The rows of each of these slots."""
    found: dict[int, Sequence[int]] = dict.fromkeys(slots, ())
    rows = f"(SELECT {joined('number')} FROM slot WHERE slot = asked.value)"
    some = db.execute(f"SELECT value, {rows} AS rows FROM json_each(?) asked WHERE rows IS NOT NULL", (json.dumps(slots),))
    found.update((slot, _numbers(units)) for slot, units in some)
    return found


def entities(db: sqlite3.Connection) -> list[tuple[Entity, int]]:
    """Every entity with the number of facts that mention it."""
    pages = [entity_of_body(body) for (body,) in db.execute("SELECT body FROM entity JOIN page USING (start) ORDER BY path")]
    uses = dict(db.execute("SELECT spelling, uses FROM name WHERE uses"))
    counted = [(entity, _mentions(db, spellings, uses)) for entity, spellings in gather(pages, uses)]
    return sorted(counted, key=lambda found: (-found[1], found[0].slug))


def named(db: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Entity | None]:
    """The entity that each of these keys means; what else is asked for changes nothing about it."""
    pages = _entities_of(db, keys)
    if pages:  # pages of the same slug are one entity, also if only one of them has the key
        pages = _entities_of(db, [*keys, *keys_of(entity.slug for entity in pages)])
    owner = owners(pages)
    uses = dict(db.execute("SELECT spelling, uses FROM name WHERE uses AND key IN (SELECT value FROM json_each(?))", (json.dumps(keys),)))
    for entity, _ in gather((), uses):
        owner.setdefault(entity_key(entity.name), entity)
    return {key: owner.get(key) for key in keys}


def _entities_of(db: sqlite3.Connection, keys: Sequence[str]) -> list[Entity]:
    """The entities of the pages that have one of these keys, by path."""
    found = db.execute(
        "SELECT body FROM entity JOIN page USING (start)"
        " WHERE start IN (SELECT start FROM entity_key WHERE key IN (SELECT value FROM json_each(?))) ORDER BY path",
        (json.dumps(keys),),
    )
    return [entity_of_body(body) for (body,) in found]


def _mentions(db: sqlite3.Connection, spellings: Sequence[str], uses: Mapping[str, int]) -> int:
    if len(spellings) < 2:
        return sum(uses[spelling] for spelling in spellings)
    # A fact that mentions somebody under two names counts once.
    (count,) = db.execute(
        "SELECT count(DISTINCT number) FROM mention WHERE name IN (SELECT id FROM name WHERE spelling IN (SELECT value FROM json_each(?)))",
        (json.dumps(spellings),),
    ).fetchone()
    return int(count)


def pages_of(db: sqlite3.Connection, path: str | None) -> list[tuple[int, int]]:
    """First row number and number of rows of each page (of one), by path."""
    pages = "SELECT start, length(lengths) / 2 FROM page"
    if path is None:
        return db.execute(f"{pages} ORDER BY path").fetchall()
    return db.execute(f"{pages} WHERE path = ?", (path,)).fetchall()


def rows_between(db: sqlite3.Connection, first: int, end: int) -> list[Row]:
    """The rows with numbers from `first` up to `end`, ascending."""
    return _rows(db, f"{_ROW} FROM fact f {_OF_ROW} WHERE f.number >= ? AND f.number < ? ORDER BY f.number", first, end)


def archived(db: sqlite3.Connection) -> list[Archived]:
    """Every entry of the archive, by path and line."""
    found = db.execute(
        "SELECT path, first, last, into_id, away, back, reason, body FROM archived JOIN page USING (start) ORDER BY path, first"
    )
    return [archived_of_row(*columns) for columns in found]


def away(db: sqlite3.Connection) -> dict[str, Away]:
    """What is put away, by id."""
    found = db.execute("SELECT id, into_id, away, reason, back FROM archived JOIN page USING (start) ORDER BY path, first")
    return put_away((id, Away(into, day_of(day), reason), day_of(back)) for id, into, day, reason, back in found)


def problems(db: sqlite3.Connection) -> list[Problem]:
    """All problems, by path and line."""
    return _problems(db, "1")


def listed(db: sqlite3.Connection) -> list[Problem]:
    """The problems of the listing, by path and line."""
    return _problems(db, "listed")


def _problems(db: sqlite3.Connection, which: str) -> list[Problem]:
    found = [
        Problem(Source(path, first, last), code, message)
        for path, first, last, code, message in db.execute(f"SELECT path, first, last, code, message FROM problem WHERE {which}")
    ]
    return sorted(found, key=order_of_problem)


def order_of_problem(problem: Problem) -> tuple[Source, str, str]:
    """By path and line."""
    return problem.source, problem.code, problem.message


def counts(db: sqlite3.Connection) -> tuple[int, int, int]:
    """Pages, problems, bytes."""
    (size,) = db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
    ((files,), (problems,)) = (db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("page", "problem"))
    return files, problems, size


def joined(column: str) -> str:
    """SQL for all numbers of a column in one value for `numbers_of`: each as two characters, its lower and its upper 16 bits.

    A row each would cost eight times as much, decimal figures three times.
    """
    return f"CAST(group_concat(char({column} & 65535, {column} >> 16), '') AS BLOB)"


def numbers_of(db: sqlite3.Connection, sql: str, *values: object) -> array[int]:
    """The numbers of such a value. Their 16 bits are the units of the same text in UTF-16."""
    (units,) = db.execute(sql, values).fetchone()
    return _numbers(units)


def _numbers(units: bytes | None) -> array[int]:
    numbers = array("I")
    if units:
        numbers.frombytes(_IN_UNITS(units.decode("utf-8", "surrogatepass"), "surrogatepass")[0])
        if sys.byteorder == "big":
            numbers.byteswap()
    return numbers
