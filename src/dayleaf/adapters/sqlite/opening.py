"""Opening the index file: in what state it is, the settings of a connection, folders that let us only read."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from dayleaf.adapters.sqlite.schema import APPLICATION, VERSION, Identity, teach
from dayleaf.core.errors import Busy, DiskFailed, IndexFailed
from dayleaf.core.languages import Further
from dayleaf.ports import State

try:
    import fcntl
except ImportError:  # Windows: there an open file cannot be replaced, so nothing needs this lock
    fcntl = None  # type: ignore[assignment]

PRAGMAS: tuple[str, ...] = (
    "cache_size = -8192",
    "temp_store = MEMORY",
    "synchronous = NORMAL",
    "journal_size_limit = 16777216",
    "cell_size_check = ON",
)
"""Of every connection. No memory map: a file cut short under a map kills the process."""

HINT = "run `dayleaf index rebuild`"

FileId = tuple[int, int]
"""Device and inode: another value means that a new index was published under the path."""

_REASON = {
    State.MISSING: "there is no index",
    State.OLDER: "the index is of an older version",
    State.NEWER: "the index is of a newer version",
    State.OTHER: "the index was built with other settings or another analysis",
    State.BROKEN: "the index file is damaged",
    State.LOCKED: "the index is locked by another program",
}


class Unfit(Exception):
    """The file cannot answer."""

    def __init__(self, state: State, path: Path, detail: object = "") -> None:
        super().__init__(state)
        self.state = state
        self.message = f"{_REASON[state]}: {path}" + (f" ({detail})" if detail else "")


def file_id(path: Path) -> FileId | None:
    """What file the path names now; None when there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def bytes_of_log(path: Path) -> int:
    """How large the `-wal` beside the index is; 0 when there is none."""
    try:
        return path.with_name(path.name + "-wal").stat().st_size
    except OSError:
        return 0


def connect(path: Path, identity: Identity, patience: float) -> tuple[sqlite3.Connection, FileId]:
    """A connection to the index under this path, ready to answer, and which file it is.

    Only for reading where the folder or the file does not let us write.

    Raises:
        Unfit: there is no file, or none that can answer.
    """
    if file_id(path) is None and not _lock_beside(path).exists():  # else it may be about to be published
        raise Unfit(State.MISSING, path)
    try:
        with file_lock(path, exclusive=False, patience=patience):  # nobody publishes a new file while we open this one
            found = file_id(path)
            if found is None or not path.stat().st_size:
                raise Unfit(State.MISSING, path)
            return _first_that_opens(path, identity, patience), found
    except Busy as error:
        raise Unfit(State.LOCKED, path, "somebody publishes a new one") from error
    except sqlite3.Error as error:
        raise Unfit(State.LOCKED if primary_code(error) in BUSY else State.BROKEN, path, error) from error
    except (OSError, ValueError, TypeError) as error:  # what is stored there is not what we store
        raise Unfit(State.BROKEN, path, error) from error


def _first_that_opens(path: Path, identity: Identity, patience: float) -> sqlite3.Connection:
    modes = ["mode=rw", "mode=ro"]
    if not bytes_of_log(path):
        # A read-only folder has no room for the -shm file that WAL needs; without a -wal that file would say nothing.
        modes.append("mode=ro&immutable=1")
    *others, last = modes
    for mode in others:
        try:
            return _opened(path, mode, identity, patience)
        except sqlite3.OperationalError as error:
            if primary_code(error) not in _DISK:
                raise
    return _opened(path, last, identity, patience)


def _opened(path: Path, mode: str, identity: Identity, patience: float) -> sqlite3.Connection:
    name = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    with ExitStack() as undo:
        connection = undo.enter_context(
            closing(sqlite3.connect(f"file:{name}?{mode}", timeout=patience, isolation_level=None, check_same_thread=False, uri=True))
        )
        _prove(connection, identity, path)
        prepare(connection, identity.further)
        undo.pop_all()
    return connection


def prepare(connection: sqlite3.Connection, further: Further) -> None:
    """The settings and functions every connection needs."""
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    teach(connection, further)


def _prove(connection: sqlite3.Connection, identity: Identity, path: Path) -> None:
    """Read the little that says whether this is an index we can use."""
    ((application,), (version,)) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if application != APPLICATION:
        raise Unfit(State.BROKEN, path, "not an index of dayleaf")
    if version != VERSION:
        raise Unfit(State.OLDER if version < VERSION else State.NEWER, path, f"{version}, not {VERSION}")
    (held,) = connection.execute("SELECT value FROM meta WHERE name = 'identity'").fetchone() or (None,)
    if held != str(identity):
        raise Unfit(State.OTHER, path, f"{held}, not {identity}")


@contextmanager
def file_lock(path: Path, *, exclusive: bool, patience: float) -> Iterator[None]:
    """Hold the lock beside the index: shared to open it, exclusive to publish another file under its path.

    Raises:
        Busy: not granted within `patience` seconds.
        DiskFailed: exclusive, and the lock file cannot be made.
    """
    descriptor = _lock_file(_lock_beside(path), exclusive=exclusive)
    try:
        if descriptor is not None:
            _wait(descriptor, path, exclusive=exclusive, patience=patience)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock_beside(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


_LOCK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe would let us wait


def _lock_file(lock: Path, *, exclusive: bool) -> int | None:
    if fcntl is None:
        return None
    try:
        return os.open(lock, _LOCK | os.O_CREAT, 0o666)
    except OSError as error:
        if exclusive:
            raise DiskFailed(f"cannot make the lock file {lock}: {error.strerror}") from error
    try:
        return os.open(lock, _LOCK)
    except OSError:
        return None  # a read-only folder nobody ever locked: nobody can publish there either


def _wait(descriptor: int, path: Path, *, exclusive: bool, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Busy(f"another process holds {path}.lock", hint="try again in a moment") from None
            time.sleep(0.005)
        else:
            return


BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_DISK = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOLFS", "SQLITE_PERM")


def primary_code(error: sqlite3.Error) -> str:
    """The name of the primary result code, such as SQLITE_BUSY for SQLITE_BUSY_SNAPSHOT."""
    return "_".join(str(getattr(error, "sqlite_errorname", "SQLITE_ERROR")).split("_")[:2])


def failed_lookup(error: sqlite3.Error, path: str) -> IndexFailed:
    """What a lookup raises for an error of SQLite."""
    hint = "" if primary_code(error) in BUSY else HINT
    return IndexFailed(f"the index cannot be read ({error}): {path}", hint=hint)


def failed_write(error: sqlite3.Error, path: str) -> Busy | DiskFailed | IndexFailed:
    """What a write raises for an error of SQLite."""
    code = primary_code(error)
    if code in BUSY:
        return Busy(f"another process is writing the index: {path}", hint="try again in a moment")
    if code in _DISK:
        return DiskFailed(f"the index cannot be written ({error}): {path}")
    return IndexFailed(f"the index cannot be written ({error}): {path}", hint=HINT)
