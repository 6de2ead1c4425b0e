"""PrivateFile: one connection to a SQLite file that only its owner may read, and one transaction for each change."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")
FileId = tuple[int, int]
"""Device and inode: what tells a file from another one under its name."""


class PrivateFile:
    """A file that is opened at the first use, and anew when it was deleted or exchanged, or this process is a fork.

    Args:
        path: the file; its folder must be there.
        patience: seconds to wait for another process.
        prepare: what a fresh connection needs; whatever it raises, the connection is closed.

    Its calls must not overlap: whoever has it holds a lock.
    """

    def __init__(self, path: Path, patience: float, prepare: Callable[[sqlite3.Connection], object]) -> None:
        self.path = path
        self.patience = patience
        self.seen: FileId | None = None
        self._prepare = prepare
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def there(self) -> FileId | None:
        """Which file the path names now; None when there is none."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def opened(self) -> sqlite3.Connection:
        """The connection; what is written to a file nobody can open any more would be lost.

        Raises:
            OSError: the file cannot be made or opened.
            sqlite3.Error: it is no database, or `prepare` says so.
        """
        if self._connection is not None and self.seen == self.there() and self._process == os.getpid():
            return self._connection
        self.drop()
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))  # private before anything is in it
        with ExitStack() as undo:
            connection = undo.enter_context(
                closing(sqlite3.connect(self.path, timeout=self.patience, isolation_level=None, check_same_thread=False))
            )
            self._prepare(connection)
            undo.pop_all()
        self._connection, self.seen, self._process = connection, self.there(), os.getpid()
        return connection

    def change(self, change: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """What `change` answers, in a write transaction: committed at its end, rolled back when anything is raised."""
        connection = self.opened()
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            return change(connection)

    def drop(self) -> None:
        """Close the connection; doing so twice is fine, and the next use opens it again."""
        if self._connection is not None and self._process == os.getpid():  # a fork must not close what it inherited
            self._connection.close()
        self._connection = self.seen = None
