"""The tables of the index, and the functions SQLite calls back for them.

Theory of operation. A page owns a block of consecutive row numbers, `start … start + capacity - 1`, and is stored under
`start`; so a fact needs no column for its page, and neighbours have neighbouring numbers. The block is larger than the page,
so a growing daily log stays where it is; a page that outgrows its block moves to a new one.

The text of a fact is stored once, in `fact`. The full-text table holds only the inverted index: its content is the
view `searchable`, which computes a fact's terms again whenever FTS5 asks (to prove or to rebuild its index). For the same reason
nothing stores what a fact's terms, names, dates or digest were: whoever takes a row out computes them again.
"""

from __future__ import annotations

import sqlite3
import string
import time
from functools import partial
from typing import NamedTuple

from dayleaf.adapters.sqlite.coding import terms_of
from dayleaf.core.languages import Further

VERSION = 3
"""Of the tables below and of what their columns mean; stored as `user_version`."""

APPLICATION = 0x6461794C
"""`application_id` of our files: "dayL"."""

GAP = 16
"""Least distance between the blocks of two pages."""

LONG = 31
"""Days: longer time ranges are filed apart, so that a look for a day need not go through all earlier ones."""

# Terms hold neither white space nor double quotes, so a tokenizer that takes every other character for part of a
# token gives the terms back as they were joined. (It lowers A–Z; terms are case-folded already.)
_TOKEN_CHARACTERS = string.punctuation.replace('"', "").replace("'", "''''")

TABLES = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE page (
    start INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    day INTEGER NOT NULL,           -- ordinal of the log's day, 0: undated
    capacity INTEGER NOT NULL,
    size INTEGER NOT NULL, mtime INTEGER NOT NULL, settled INTEGER NOT NULL,
    digest BLOB NOT NULL,
    kinds BLOB NOT NULL,            -- kind of each row, one byte each
    lengths BLOB NOT NULL           -- number of terms of each row, two bytes each, little-endian
);
CREATE TABLE fact (
    number INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    first INTEGER NOT NULL,
    span INTEGER NOT NULL,          -- last line - first line
    back INTEGER,                   -- rows back to the one its heading is filed under, NULL: no heading
    told INTEGER,                   -- NULL: the page's day, 0: undated, else an ordinal
    names TEXT,                     -- entities, one a line
    more TEXT,                      -- the rare attributes, as JSON
    text TEXT NOT NULL
);
CREATE INDEX fact_told ON fact (told) WHERE told IS NOT NULL;
CREATE TABLE heading (number INTEGER PRIMARY KEY, path TEXT NOT NULL);
CREATE TABLE digest (digest INTEGER, number INTEGER, PRIMARY KEY (digest, number)) WITHOUT ROWID;
CREATE TABLE slot (slot INTEGER, number INTEGER, PRIMARY KEY (slot, number)) WITHOUT ROWID;
CREATE TABLE name (id INTEGER PRIMARY KEY, spelling TEXT NOT NULL UNIQUE, key TEXT NOT NULL, uses INTEGER NOT NULL);
CREATE INDEX name_key ON name (key);
CREATE TABLE mention (name INTEGER, number INTEGER, PRIMARY KEY (name, number)) WITHOUT ROWID;
CREATE TABLE span (long INTEGER, start INTEGER, end INTEGER, number INTEGER, PRIMARY KEY (long, start, end, number)) WITHOUT ROWID;
CREATE TABLE label (label TEXT, number INTEGER, PRIMARY KEY (label, number)) WITHOUT ROWID;
CREATE TABLE backwards (term TEXT PRIMARY KEY) WITHOUT ROWID;  -- letters reversed; stays when the last row of a term goes
CREATE TABLE entity (start INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE entity_key (key TEXT, start INTEGER, PRIMARY KEY (key, start)) WITHOUT ROWID;
CREATE TABLE archived (
    start INTEGER, first INTEGER, last INTEGER, id TEXT NOT NULL, into_id TEXT, away INTEGER NOT NULL, back INTEGER NOT NULL,
    reason TEXT NOT NULL, body TEXT NOT NULL,  -- days as ordinals, 0: none; the bullet as it is written
    PRIMARY KEY (start, first, last)
) WITHOUT ROWID;
CREATE TABLE problem (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    code TEXT NOT NULL, message TEXT NOT NULL,
    listed INTEGER NOT NULL         -- 1: of the listing, 0: of a page
);
CREATE INDEX problem_path ON problem (path);
CREATE VIEW searchable AS SELECT number, terms_of(kind, names, more, text) AS terms FROM fact;
CREATE VIRTUAL TABLE term USING fts5(
    terms, content = 'searchable', content_rowid = 'number', columnsize = 0, detail = full,
    tokenize = "ascii tokenchars '{_TOKEN_CHARACTERS}'"
);
CREATE VIRTUAL TABLE term_row USING fts5vocab(term, 'row');
CREATE VIRTUAL TABLE term_place USING fts5vocab(term, 'instance');
"""


class Identity(NamedTuple):
    """What parsed and analysed the facts of an index; one of another identity does not answer.

    Attributes:
        versions: of parser, analysis and all else that decides what stands in it.
        further: the languages beside English and German that its texts are analysed in.
    """

    versions: str
    further: Further = ()

    def __str__(self) -> str:
        return f"{self.versions}, languages {' '.join(self.further)}" if self.further else self.versions


def create(connection: sqlite3.Connection, identity: Identity) -> None:
    """Make the tables of an empty index in an empty database."""
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; BEGIN;{TABLES}COMMIT;",
    )
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?)",
        (("identity", str(identity)), ("state", time.time_ns()), ("next", 1), ("rows", 0), ("terms", 0), ("passages", 0)),
    )


def teach(connection: sqlite3.Connection, further: Further) -> None:
    """Give a connection the function the view calls."""
    connection.create_function("terms_of", 4, partial(terms_of, further), deterministic=True)
