"""The items of agents' sessions in one SQLite file: appended, read from the end, popped; whole or not there when killed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dayleaf.adapters.private.file import Answer, PrivateFile
from dayleaf.core.errors import Busy, DiskFailed

_SCHEMA = """
CREATE TABLE IF NOT EXISTS items (number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, item TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS items_by_session ON items (session, number);
"""
_ALL = 2**62
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


class SqliteSessions:
    """Sessions in a table of a file, one connection behind a lock; the file is made by the first `add`.

    Args:
        path: the file; its folder must be there.
        patience: seconds to wait for another process.
    """

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        self._file = PrivateFile(path, patience, _prepare)
        self._lock = threading.RLock()

    def add(self, session: str, items: Sequence[str]) -> None:
        """Put items at a session's end, all or none."""

        def added(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT INTO items (session, item) VALUES (?, ?)", ((session, item) for item in items))

        if items:
            self._change(added)

    def items(self, session: str, last: int | None = None) -> list[str]:
        """The items of a session in their order; with `last`, the newest so many."""
        if self._file.there() is None:
            return []
        query = "SELECT item FROM items WHERE session = ? ORDER BY number DESC LIMIT ?"
        with self._lock, self._trouble():
            rows = self._file.opened().execute(query, (session, -1 if last is None else min(last, _ALL))).fetchall()
        return [item for (item,) in reversed(rows)]

    def pop(self, session: str) -> str | None:
        """Take the newest item out."""
        newest = "(SELECT max(number) FROM items WHERE session = ?)"
        query = f"DELETE FROM items WHERE number = {newest} RETURNING item"
        if self._file.there() is None:
            return None
        row: tuple[str] | None = self._change(lambda connection: connection.execute(query, (session,)).fetchone())
        return None if row is None else row[0]

    def clear(self, session: str) -> None:
        """Take all items of a session out."""
        if self._file.there() is not None:
            self._change(lambda connection: connection.execute("DELETE FROM items WHERE session = ?", (session,)))

    def close(self) -> None:
        """Close the file; closing twice is fine, and the next call opens it again."""
        with self._lock:
            self._file.drop()

    def _change(self, change: Callable[[sqlite3.Connection], Answer]) -> Answer:
        with self._lock, self._trouble():
            return self._file.change(change)

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        """Turn what SQLite or the system reports into the exception a caller knows."""
        try:
            yield
        except sqlite3.Error as error:
            if str(getattr(error, "sqlite_errorname", "")).startswith(_BUSY):
                raise Busy(
                    f"another process holds the sessions longer than {self._file.patience:g} s", hint="try again in a moment"
                ) from error
            raise DiskFailed(f"{self._file.path.name} cannot be used: {error}", hint="check the disk, or move the file away") from error
        except OSError as error:
            raise DiskFailed(
                f"{self._file.path.name} cannot be used: {error.strerror}", hint="check .memory/ and its permissions"
            ) from error


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.executescript(_SCHEMA)
