"""This machine's own state: small files under `.memory/`, and names that one process at a time may hold."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dayleaf.core.errors import DiskFailed


class FolderMachine:
    """The files of one folder. Names are single words: no separators, no dots at the front."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> str:
        """What a file says; empty if there is none or it cannot be read."""
        try:
            return (self._folder / name).read_bytes().decode("utf-8", "replace")
        except OSError:
            return ""

    def append(self, name: str, text: str) -> None:
        """Add whole lines; what a process that died left unfinished is ended first."""
        data = text.encode("utf-8", "replace")
        try:
            self._made()
            descriptor = os.open(self._folder / name, os.O_RDWR | os.O_CREAT | os.O_APPEND | _NO_LINK, 0o600)
            try:
                size = os.fstat(descriptor).st_size
                if size and os.pread(descriptor, 1, size - 1) != b"\n":
                    data = b"\n" + data
                os.write(descriptor, data)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise _failed(name, error) from error

    def replace(self, name: str, text: str) -> None:
        """Write beside, then rename."""
        beside = self._folder / f"{name}.{os.getpid()}.tmp"
        try:
            self._made()
            with beside.open("wb") as file:
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._folder / name)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise _failed(name, error) from error

    @contextmanager
    def lease(self, name: str) -> Iterator[bool]:
        """Hold a name while inside; False if somebody else does. The lock dies with its process."""
        from filelock import FileLock, Timeout

        try:
            self._made()
            lock = FileLock(self._folder / f"{name}.lock", blocking=False)
            try:
                lock.acquire()
            except Timeout:
                yield False
                return
        except OSError as error:
            raise _failed(name, error) from error
        try:
            yield True
        finally:
            lock.release()

    def _made(self) -> None:
        self._folder.mkdir(exist_ok=True)
        with suppress(OSError), (self._folder / ".gitignore").open("x") as file:
            file.write("*\n")


_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def _failed(name: str, error: OSError) -> DiskFailed:
    return DiskFailed(f".memory/{name} cannot be written: {error.strerror or error}", hint="free some space, or check its permissions")


class RamMachine:
    """The same in RAM, for tests and for workspaces without a disk."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self._held: set[str] = set()

    def read(self, name: str) -> str:
        """What a file says."""
        return self.files.get(name, "")

    def append(self, name: str, text: str) -> None:
        """Add whole lines."""
        held = self.read(name)
        self.files[name] = held + ("\n" if held and not held.endswith("\n") else "") + text

    def replace(self, name: str, text: str) -> None:
        """Make it say this."""
        self.files[name] = text

    @contextmanager
    def lease(self, name: str) -> Iterator[bool]:
        """Hold a name while inside; False if somebody else does."""
        if name in self._held:
            yield False
            return
        self._held.add(name)
        try:
            yield True
        finally:
            self._held.discard(name)
