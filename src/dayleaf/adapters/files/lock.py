"""One lock a page between all processes and threads: a few lock files under `.memory/locks/`, never through a link."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from dayleaf.adapters.files.disk import trouble
from dayleaf.adapters.files.paths import folder
from dayleaf.core.digest import blake2b
from dayleaf.core.errors import Busy, PathRefused
from dayleaf.core.page.address import shown

PATIENCE = 10.0
"""Seconds we wait for somebody else's change: a thousand times what one takes."""

LOCKS = 64
"""Lock files in all, so that they do not pile up; two pages that share one merely wait for each other."""

_POLL = 0.005  # seconds between two looks, about the time of one change


@contextmanager
def locked(root: str, parts: Sequence[str], path: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of the page with these real parts.

    Raises:
        PathRefused: `.memory`, its `locks` or the lock file is a symbolic link or no ordinary file.
        Busy: somebody else held it all the time.
        DiskFailed: the lock file cannot be made.
    """
    import filelock  # here, for it takes 20 ms that a recall need not wait for

    with trouble("lock", path):
        name = _prepare(root, parts)
        lock = filelock.FileLock(name, timeout=patience, poll_interval=_POLL)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            message = f"another process has been changing {shown(path)} for {patience:g} seconds"
            raise Busy(message, hint="try again; if no dayleaf process runs, restart the one that hangs") from error
    try:
        yield
    finally:
        lock.release()


def _prepare(root: str, parts: Sequence[str]) -> str:
    for place in (".memory", ".memory/locks"):
        _refuse_unless(stat.S_ISDIR, root, place, "a folder")
    with folder(root, (".memory", "locks"), create=True):
        pass
    key = unicodedata.normalize("NFC", "/".join(parts)).casefold()
    number = blake2b(key.encode("utf-8", "surrogateescape"), digest_size=1).digest()[0] % LOCKS
    place = f".memory/locks/{number:02}.lock"
    _refuse_unless(stat.S_ISREG, root, place, "an ordinary file")
    return os.path.join(root, place)


def _refuse_unless(is_right: Callable[[int], bool], root: str, place: str, what: str) -> None:
    try:
        mode = os.lstat(os.path.join(root, place)).st_mode
    except FileNotFoundError:
        return
    if not is_right(mode):
        raise PathRefused(f"{place} is not {what}", hint=f"remove it; a symbolic link is not followed there and {place} is made again")
