"""Whether the tables agree with each other, with the full-text index, and with what the facts say."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator

from dayleaf.adapters.sqlite.coding import KINDS, MOST_TERMS
from dayleaf.adapters.sqlite.looking import meta, pages_of, rows_between
from dayleaf.adapters.sqlite.opening import prepare
from dayleaf.adapters.sqlite.writing import labels_of, span_of
from dayleaf.core.entry import Row, entry_of
from dayleaf.core.languages import Further

_STEP = 1_000

_COUNTS = (
    ("rows of facts", "SELECT count(*) FROM fact", "SELECT value FROM meta WHERE name = 'rows'"),
    ("rows of pages", "SELECT coalesce(sum(length(lengths) / 2), 0) FROM page", "SELECT value FROM meta WHERE name = 'rows'"),
    ("passages", "SELECT count(*) FROM fact WHERE kind = 4", "SELECT value FROM meta WHERE name = 'passages'"),
    ("digests", "SELECT count(*) FROM digest", "SELECT count(*) FROM fact"),
    ("mentions", "SELECT count(*) FROM mention", "SELECT coalesce(sum(uses), 0) FROM name"),
    (
        "facts outside of their page's rows",
        """SELECT count(*) FROM fact f WHERE NOT EXISTS (SELECT 1 FROM page p
           WHERE p.start = (SELECT max(start) FROM page WHERE start <= f.number) AND f.number < p.start + length(p.lengths) / 2)""",
        "SELECT 0",
    ),
    ("pages that overlap", "SELECT count(*) FROM page a JOIN page b ON b.start > a.start AND b.start < a.start + a.capacity", "SELECT 0"),
    ("headings of no fact", "SELECT count(*) FROM heading WHERE number NOT IN (SELECT number FROM fact)", "SELECT 0"),
    (
        "headings that are missing",
        "SELECT count(*) FROM fact WHERE back IS NOT NULL AND number - back NOT IN (SELECT number FROM heading)",
        "SELECT 0",
    ),
    ("entities of no page", "SELECT count(*) FROM entity WHERE start NOT IN (SELECT start FROM page)", "SELECT 0"),
    ("entity keys of no page", "SELECT count(*) FROM entity_key WHERE start NOT IN (SELECT start FROM entity)", "SELECT 0"),
    ("problems of no page", "SELECT count(*) FROM problem WHERE NOT listed AND path NOT IN (SELECT path FROM page)", "SELECT 0"),
)
"""What is counted, and how many there must be."""


def check(connection: sqlite3.Connection, further: Further) -> list[str]:
    """What is wrong, in words. Works on a copy, so it neither waits nor lets anybody wait, also in a read-only folder."""
    copy = sqlite3.connect("", isolation_level=None)  # a nameless file on the disk, gone when closed
    try:
        prepare(copy, further)
        connection.backup(copy)
        return _findings(copy, further)
    finally:
        copy.close()


def _findings(db: sqlite3.Connection, further: Further) -> list[str]:
    damaged = [f"damaged: {line}" for (line,) in db.execute("PRAGMA quick_check(20)") if line != "ok"]
    if damaged:
        return damaged
    found = []
    try:
        db.execute("INSERT INTO term (term, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        found.append(f"the full-text index does not agree with the facts ({error})")
    for what, are, ought in _COUNTS:
        ((counted,), (expected,)) = db.execute(are).fetchone(), db.execute(ought).fetchone()
        if counted != expected:
            found.append(f"{what}: {counted}, not {expected}")
    expected = Counter[str]()
    for start, rows in pages_of(db, None):
        for first in range(start, start + rows, _STEP):
            for row in rows_between(db, first, min(first + _STEP, start + rows)):
                found.extend(f"{row.fact.source}: {what}" for what in _wrong_with(db, further, row, expected))
    counts = {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("mention", "span", "label", "slot")}
    counts["terms"] = meta(db)["terms"]
    found.extend(f"{what}: {count}, not {expected[what]}" for what, count in counts.items() if count != expected[what])
    return found


def _wrong_with(db: sqlite3.Connection, further: Further, row: Row, expected: Counter[str]) -> Iterator[str]:
    """What is not filed under this row as it ought to be; adds to `expected` how much is filed under it."""
    fact, entry = row.fact, entry_of(row.fact, further)
    length = min(len(entry.terms), MOST_TERMS)
    (kind,) = db.execute(_KIND, {"number": row.number}).fetchone()
    if kind != bytes((KINDS.index(fact.kind),)):
        yield "its page holds another kind"
    if row.length != length:
        yield f"{row.length} terms, not {length}"
    spans = {span_of(range) for range in entry.dates}
    labels, names = set(labels_of(fact)), set(fact.entities)
    filed = (
        db.execute("SELECT count(*) FROM digest WHERE digest = ? AND number = ?", (fact.digest, row.number)).fetchone()[0] == 1
        and all(db.execute(_SPAN, (*span, row.number)).fetchone() for span in spans)
        and all(db.execute(_LABEL, (label, row.number)).fetchone() for label in labels)
        and all(db.execute(_SLOT, (slot, row.number)).fetchone() for slot in entry.slots)
        and all(db.execute(_MENTION, (name, row.number)).fetchone() for name in names)
    )
    if not filed:
        yield "not filed under its digest, dates, labels, slots and names"
    expected.update(terms=length, span=len(spans), label=len(labels), mention=len(names), slot=len(entry.slots))


_KIND = "SELECT substr(kinds, :number - start + 1, 1) FROM page WHERE start = (SELECT max(start) FROM page WHERE start <= :number)"
_SPAN = "SELECT 1 FROM span WHERE long = ? AND start = ? AND end = ? AND number = ?"
_SLOT = "SELECT 1 FROM slot WHERE slot = ? AND number = ?"
_LABEL = "SELECT 1 FROM label WHERE label = ? AND number = ?"
_MENTION = "SELECT 1 FROM mention WHERE name = (SELECT id FROM name WHERE spelling = ?) AND number = ?"
