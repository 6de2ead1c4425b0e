"""Files of vectors: the lock, durable writes, and what the system says when the disk refuses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dayleaf.core.errors import Busy, DiskFailed


@contextmanager
def trouble(doing: str) -> Iterator[None]:
    """Turn an `OSError` inside into `DiskFailed`."""
    try:
        yield
    except OSError as error:
        raise DiskFailed(
            f"cannot {doing} the vectors: {error.strerror or error}", hint="check the disk; recall goes on without them"
        ) from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder; it goes when the process dies.

    Raises:
        Busy: another process has it.
        DiskFailed: it cannot be made.
    """
    import filelock  # here, for a recall that writes nothing need not wait for it

    with trouble("lock"):
        folder.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(folder / "lock", timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise Busy("another process is embedding", hint="wait until it is done, or ask without it") from error
    try:
        yield
    finally:
        lock.release()


def appended(path: Path, at: int, data: bytes) -> None:
    """Write at the end that counts, and to the disk itself."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def replaced(path: Path, data: bytes) -> None:
    """Write a file anew, in one step."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def synced(folder: Path) -> None:
    """Write the folder's own entries to the disk, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
