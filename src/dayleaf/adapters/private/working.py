"""Working memory in one SQLite file, for several processes; killed at any point, every slot is whole or not there.

The file is this machine's own state and may be deleted at any time. One that is damaged is set aside under another name, the
caller is told once, and a new one is begun.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from dayleaf.adapters.private.file import Answer, PrivateFile
from dayleaf.core.errors import Busy, DayleafError, DiskFailed
from dayleaf.core.working import Listed, Room, Slot, Taken, admit

APPLICATION = 0x6461_776D
"""`dawm` in the file's header: a file of another program is not taken for ours."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS slots (
    namespace TEXT NOT NULL,
    key       TEXT NOT NULL,
    category  TEXT,
    expires   REAL NOT NULL,
    size      INTEGER NOT NULL,
    value     BLOB NOT NULL,
    UNIQUE (namespace, key)
);
CREATE INDEX IF NOT EXISTS slots_by_end ON slots (expires);
"""
_PRAGMAS = ("journal_mode = WAL", "synchronous = NORMAL", "secure_delete = FAST", "journal_size_limit = 4194304", "cell_size_check = ON")

_BUSY = {"SQLITE_BUSY", "SQLITE_LOCKED"}
_BROKEN = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}


class SqliteWorkingMemory:
    """Slots in a table of a file, one connection behind a lock.

    Args:
        path: the file; made, with its folder, by the first `put`.
        patience: seconds to wait for another process.
    """

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        self._file = PrivateFile(path, patience, _prepare)
        self._lock = threading.RLock()

    def put(self, slot: Slot, now: dt.datetime, room: Room) -> None:
        """Write a slot, if there is room; what has expired makes room first."""
        value = slot.value.encode("utf-8", "surrogatepass")
        moment, end = now.timestamp(), slot.expires.timestamp()

        def written(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM slots WHERE expires <= ?", (moment,))
            others = "FROM slots WHERE NOT (namespace = ? AND key = ?) AND namespace"
            place = (slot.namespace, slot.key, slot.namespace)
            count, size, soon = connection.execute(f"SELECT count(*), total(size), min(expires) {others} = ?", place).fetchone()
            (elsewhere,) = connection.execute(f"SELECT total(size) {others} <> ?", place).fetchone()
            admit(slot, Taken(count, int(size), int(elsewhere), None if soon is None else soon - moment), room)
            connection.execute(
                "INSERT INTO slots VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (namespace, key) DO UPDATE SET"
                " category = excluded.category, expires = excluded.expires, size = excluded.size, value = excluded.value",
                (slot.namespace, slot.key, slot.category, end, len(value), value),
            )

        self._write(written)

    def get(self, namespace: str, key: str, now: dt.datetime) -> Slot | None:
        """The slot at an address."""
        query = "SELECT category, expires, value FROM slots WHERE namespace = ? AND key = ? AND expires > ?"
        row = self._read(lambda connection: connection.execute(query, (namespace, key, now.timestamp())).fetchone())
        if row is None:
            return None
        category, expires, value = row
        return Slot(namespace, key, value.decode("utf-8", "surrogatepass"), category, dt.datetime.fromtimestamp(expires, now.tzinfo))

    def delete(self, namespace: str, key: str, now: dt.datetime) -> bool:
        """Take a slot out."""
        if self._file.there() is None:
            return False

        def deleted(connection: sqlite3.Connection) -> bool:
            found = connection.execute("SELECT expires FROM slots WHERE namespace = ? AND key = ?", (namespace, key)).fetchone()
            connection.execute("DELETE FROM slots WHERE namespace = ? AND key = ?", (namespace, key))
            return found is not None and found[0] > now.timestamp()

        return self._write(deleted)

    def list(self, namespace: str, now: dt.datetime) -> Sequence[Listed]:
        """The slots of one namespace."""
        return self._listed("WHERE namespace = ? AND expires > ?", (namespace, now.timestamp()), now)

    def inventory(self, now: dt.datetime) -> Sequence[Listed]:
        """All slots."""
        return self._listed("WHERE expires > ?", (now.timestamp(),), now)

    def sweep(self, now: dt.datetime) -> int:
        """Delete what has expired."""
        if self._file.there() is None:
            return 0
        return self._write(lambda connection: connection.execute("DELETE FROM slots WHERE expires <= ?", (now.timestamp(),)).rowcount)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.drop()

    def _listed(self, where: str, values: tuple[object, ...], now: dt.datetime) -> Sequence[Listed]:
        query = f"SELECT namespace, key, category, expires, size FROM slots {where} ORDER BY namespace, key"
        rows = self._read(lambda connection: connection.execute(query, values).fetchall()) or []
        return tuple(Listed(namespace, key, category, end - now.timestamp(), size) for namespace, key, category, end, size in rows)

    def _read(self, ask: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """The answer; None, and no file made, where there is none."""
        with self._lock, self._trouble("read"):
            if self._file.there() is None:
                self._file.drop()
                return None
            return ask(self._file.opened())

    def _write(self, change: Callable[[sqlite3.Connection], Answer]) -> Answer:
        with self._lock, self._trouble("written"):
            if self._file.there() is None:
                self._file.path.parent.mkdir(exist_ok=True)  # not the workspace itself: one that was moved away must not come back empty
            return self._file.change(change)

    @contextmanager
    def _trouble(self, doing: str) -> Iterator[None]:
        """Turn what SQLite or the system reports into the exception a caller knows."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._named(error, doing) from error
        except OSError as error:
            raise DiskFailed(f"working memory cannot be {doing}: {error.strerror}", hint="check .memory/ and its permissions") from error

    def _named(self, error: sqlite3.Error, doing: str) -> DayleafError:
        code = "_".join(str(getattr(error, "sqlite_errorname", "SQLITE_ERROR")).split("_")[:2])
        if code in _BUSY:
            return Busy(f"another process holds working memory longer than {self._file.patience:g} s", hint="try again in a moment")
        if code in _BROKEN or isinstance(error, _Foreign):
            self._set_aside()
            return DiskFailed(
                f"working memory was damaged ({error}) and has been set aside; what it held is gone",
                hint="the next call begins a new one; put again what is still needed",
            )
        self._file.drop()
        return DiskFailed(f"working memory cannot be {doing} ({error})", hint="check the disk and the permissions of .memory/")

    def _set_aside(self) -> None:
        """Rename the damaged file, unless another process has done so and begun a new one."""
        seen, path = self._file.seen, self._file.path
        self._file.drop()
        if seen is not None and seen != self._file.there():
            return
        with suppress(OSError):
            path.replace(path.with_name(path.name + ".damaged"))
        for suffix in ("-wal", "-shm"):
            with suppress(OSError):
                path.with_name(path.name + suffix).unlink()


class _Foreign(sqlite3.Error):
    """The file is a database, but not of ours."""


def _prepare(connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application not in (0, APPLICATION):
        raise _Foreign("a database of another program")
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    if application != APPLICATION:
        if connection.execute("SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'slots%' AND name NOT LIKE 'sqlite_%'").fetchone()[0]:
            raise _Foreign("a database of another program")
        connection.executescript(_SCHEMA)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
