"""Who may use which connection when: a pool over a file, or the one connection of an index in memory."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

from dayleaf.adapters.sqlite.opening import HINT, FileId, Unfit, connect, failed_lookup, failed_write, file_id, prepare
from dayleaf.adapters.sqlite.schema import Identity, create
from dayleaf.core.errors import IndexFailed
from dayleaf.ports import State

_IDLE = 4  # connections kept open; more threads than that at once open theirs anew (0.3 ms)

_INHERITED: list[sqlite3.Connection] = []  # kept from being collected, which would close them

Lend = Callable[[], AbstractContextManager[sqlite3.Connection]]


class FileConnections:
    """Connections to one file, opened when needed, exchanged when a new index was published under the path.

    A thread has a connection for itself while it looks or writes, so nobody waits for anybody but writers for writers.
    """

    def __init__(self, path: Path, identity: Identity, patience: float) -> None:
        self.path = path
        self._identity = identity
        self._patience = patience
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._file: FileId | None = None
        self._closed = False
        self._here = threading.local()
        self._process = os.getpid()

    def state(self) -> State:
        """Whether the file can answer."""
        try:
            self._give(*self._take())
        except Unfit as unfit:
            return unfit.state
        return State.READY

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection in a read transaction; inside `snapshot` that one."""
        held = getattr(self._here, "connection", None)
        if held is not None:
            try:
                yield held
            except sqlite3.Error as error:
                raise failed_lookup(error, str(self.path)) from error
            return
        try:
            with self._transaction("BEGIN") as connection:
                yield connection
        except sqlite3.Error as error:
            raise failed_lookup(error, str(self.path)) from error
        except Unfit as unfit:
            raise IndexFailed(unfit.message, hint=HINT) from unfit

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let `reading` in this thread give one and the same state."""
        if getattr(self._here, "connection", None) is not None:
            yield
            return
        with self.reading() as connection:
            connection.execute("SELECT value FROM meta WHERE name = 'state'").fetchone()  # a transaction begins with its first look
            self._here.connection = connection
            try:
                yield
            finally:
                self._here.connection = None

    @contextmanager
    def streaming(self) -> Iterator[Lend]:
        """What lends a connection again and again, always in the same state, also across a generator's pauses."""
        with self.reading() as connection:
            yield lambda: nullcontext(connection)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a write transaction: committed at the end, rolled back when anything is raised."""
        try:
            with self._writing, self._transaction("BEGIN IMMEDIATE") as connection:
                yield connection
        except sqlite3.Error as error:
            raise failed_write(error, str(self.path)) from error
        except Unfit as unfit:
            raise IndexFailed(unfit.message, hint=HINT) from unfit

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        connection, found = self._take()
        with ExitStack() as undo:
            undo.callback(connection.close)  # rolls back; and whatever was wrong with it is gone with it
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
            undo.pop_all()
        self._give(connection, found)

    def _after_fork(self) -> None:
        """Leave the parent's connections alone: SQLite's must be neither used nor closed by a child."""
        _INHERITED.extend(self._idle)
        self._idle, self._process = [], os.getpid()
        self._lock, self._writing, self._here = threading.Lock(), threading.Lock(), threading.local()

    def _take(self) -> tuple[sqlite3.Connection, FileId]:
        if self._process != os.getpid():
            self._after_fork()
        now = file_id(self.path)
        with self._lock:
            if self._closed:
                raise IndexFailed(f"the index was closed: {self.path}")
            stale = self._turn_to(now)
            if self._idle and now is not None:
                return self._idle.pop(), now
        _close_all(stale)
        connection, found = connect(self.path, self._identity, self._patience)
        with self._lock:
            stale = self._turn_to(found)
        _close_all(stale)
        return connection, found

    def _turn_to(self, file: FileId | None) -> list[sqlite3.Connection]:
        """Take note of the file under the path; return the connections to another one."""
        if file == self._file:
            return []
        stale, self._idle, self._file = self._idle, [], file
        return stale

    def _give(self, connection: sqlite3.Connection, found: FileId) -> None:
        with self._lock:
            keep = not self._closed and found == self._file and len(self._idle) < _IDLE
            if keep:
                self._idle.append(connection)
        if not keep:
            connection.close()

    def close(self) -> None:
        """Close what is idle now, and what is in use when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        _close_all(idle)


class MemoryConnections:
    """The one connection of an index without a file, lent to one thread at a time."""

    path = Path(":memory:")

    def __init__(self, identity: Identity) -> None:
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = new_in_memory(identity)

    def state(self) -> State:
        """Ready until closed."""
        return State.MISSING if self._connection is None else State.READY

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one lookup."""
        with self._lock:
            try:
                yield self._open()
            except sqlite3.Error as error:
                raise failed_lookup(error, "in memory") from error

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Keep other threads out."""
        with self._lock:
            yield

    @contextmanager
    def streaming(self) -> Iterator[Lend]:
        """Lends the connection for each step; others may write in between."""
        yield self.reading

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection in a write transaction."""
        with self._lock:
            connection = self._open()
            try:
                connection.execute("BEGIN")
                with connection:
                    yield connection
            except sqlite3.Error as error:
                raise failed_write(error, "in memory") from error

    def exchange(self, connection: sqlite3.Connection) -> None:
        """Answer from this one from now on."""
        with self._lock:
            self._open().close()
            self._connection = connection

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise IndexFailed("the index in memory was closed")
        return self._connection

    def close(self) -> None:
        """Forget everything."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def new_in_memory(identity: Identity) -> sqlite3.Connection:
    """An empty index in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    prepare(connection, identity.further)
    create(connection, identity)
    return connection


def _close_all(connections: list[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()
