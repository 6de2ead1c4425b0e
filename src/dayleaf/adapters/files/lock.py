"""One lock a page between all processes and threads: a few lock files under `.memory/locks/`, never through a link."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from dayleaf.adapters.files.disk import trouble
from dayleaf.adapters.files.paths import folder
from dayleaf.core.digest import blake2b
from dayleaf.core.errors import Busy, PathRefused
from dayleaf.core.page.address import shown

if sys.platform != "win32":
    import fcntl

PATIENCE = 10.0
"""Seconds we wait for somebody else's change: a thousand times what one takes."""

LOCKS = 64
"""Lock files in all, so that they do not pile up; two pages that share one merely wait for each other."""

_POLL = 0.005  # seconds between two looks, about the time of one change
_FILE = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FLOCK = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


@contextmanager
def locked(root: str, parts: Sequence[str], path: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of the page with these real parts.

    Raises:
        PathRefused: `.memory`, its `locks` or the lock file is a symbolic link or no ordinary file.
        Busy: somebody else held it all the time.
        DiskFailed: the lock file cannot be made.
    """
    until = time.monotonic() + patience
    with trouble("lock", path):
        while (release := _take(_prepare(root, parts))) is None and time.monotonic() < until:
            time.sleep(_POLL)
    if release is None:
        message = f"another process has been changing {shown(path)} for {patience:g} seconds"
        raise Busy(message, hint="try again; if no dayleaf process runs, restart the one that hangs")
    try:
        yield
    finally:
        release()


@contextmanager
def locked_both(root: str, pages: Mapping[str, Sequence[str]], patience: float = PATIENCE) -> Iterator[None]:
    """Hold the locks of several pages (path → real parts), each once, in one order for everybody: nobody waits in a circle.

    Raises: as `locked`.
    """
    numbered = {_number(parts): (parts, path) for path, parts in pages.items()}
    with ExitStack() as held:
        for _, (parts, path) in sorted(numbered.items()):
            held.enter_context(locked(root, parts, path, patience))
        yield


def _take(name: str) -> Callable[[], None] | None:
    """Try to take the lock: what gives it back, or None while somebody else has it. It dies with its holder."""
    if sys.platform == "win32":
        return _take_otherwise(name)
    held = os.open(name, _FILE, 0o666)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(held), os.lstat(name)):
            return partial(os.close, held)
    except (BlockingIOError, FileNotFoundError):
        pass  # somebody has it, or deleted it meanwhile: then ours would keep nobody out
    except OSError as error:
        os.close(held)
        if error.errno in _NO_FLOCK:
            return _take_otherwise(name)
        raise
    os.close(held)
    return None


def _take_otherwise(name: str) -> Callable[[], None] | None:
    """The same where the system or its disk knows no `flock`."""
    import filelock  # here, for it takes 20 ms, a fifth of what a whole command takes

    lock = filelock.FileLock(name, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        return None
    return lock.release


def _prepare(root: str, parts: Sequence[str]) -> str:
    for place in (".memory", ".memory/locks"):
        _refuse_unless(stat.S_ISDIR, root, place, "a folder")
    with folder(root, (".memory", "locks"), create=True):
        pass
    place = f".memory/locks/{_number(parts):02}.lock"
    _refuse_unless(stat.S_ISREG, root, place, "an ordinary file")
    return os.path.join(root, place)


def _number(parts: Sequence[str]) -> int:
    key = unicodedata.normalize("NFC", "/".join(parts)).casefold()
    return blake2b(key.encode("utf-8", "surrogateescape"), digest_size=1).digest()[0] % LOCKS


def _refuse_unless(is_right: Callable[[int], bool], root: str, place: str, what: str) -> None:
    try:
        mode = os.lstat(os.path.join(root, place)).st_mode
    except FileNotFoundError:
        return
    if not is_right(mode):
        raise PathRefused(f"{place} is not {what}", hint=f"remove it; a symbolic link is not followed there and {place} is made again")
