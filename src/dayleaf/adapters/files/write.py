"""Publish a page's new bytes: complete, durable, and only if the page is still what the decision was made on.

    fill     a temporary file in the same folder, with an unpredictable hidden name, synced
    compare  the page with what was read; a difference means somebody without our lock saved it
    swap     the temporary file with the page in one step (a new page is linked in, which never overwrites)
    compare  what the swap took out; if somebody saved in between, swap back: theirs stands, and we decide again
    sync     the folder, let who still writes to what was taken out finish, compare a last time, remove it

Killed anywhere, the page is the old or the new one. What a killed process leaves behind is swept an hour later.
Hard links: the other names keep the old bytes. Extended attributes are not carried over.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator

from dayleaf.adapters.files.exchange import exchange, is_written
from dayleaf.adapters.files.paths import slurp, sync_folder
from dayleaf.core.errors import DayleafError, DiskFailed
from dayleaf.core.regex import regex

LEFTOVER_NS = 3600 * 1_000_000_000
"""Age from which a temporary file cannot belong to a write that still runs."""

_OURS = regex(r"\.dayleaf-[0-9a-f]{16}\.tmp")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
_HALF_SAVED = 1.0  # seconds an editor that truncates first may take to write the rest
_STILL_WRITING = 0.2  # seconds a program may take from opening a page to closing it
_GLANCE = 0.01


def look(folder: int, name: str, path: str) -> bytes | None:
    """The page's bytes, or None if there is none.

    A page that was emptied a moment ago is most likely being saved in place: wait up to a second for its bytes.
    """
    for _ in range(round(_HALF_SAVED / _GLANCE)):
        try:
            data = slurp(folder, name, path)
            if data or time.time() - os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime > _HALF_SAVED:
                return data
        except FileNotFoundError:
            return None
        time.sleep(_GLANCE)
    return b""


def publish(folder: int, name: str, before: bytes | None, after: bytes, path: str) -> bool:
    """Make `after` the page's bytes; False, and nothing done, if they were not `before` any more.

    Raises:
        DiskFailed: the page is write-protected.
        OSError: the disk refuses; nothing is changed and no temporary file stays.
    """
    with _filled(folder, after, None if before is None else _protected(folder, name, path)) as temp:
        if before is None:
            return _add(folder, temp, name)
        return _holds(folder, name, before) and _swap(folder, temp, name, before, after)


def _protected(folder: int, name: str, path: str) -> os.stat_result | None:
    """How the page looks, or None if it vanished; a page its owner made read-only is not ours to change."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not found.st_mode & 0o222:
        raise DiskFailed(f"{path} is write-protected", hint="make it writable (chmod u+w) if it is to be changed")
    return found


@contextlib.contextmanager
def _filled(folder: int, data: bytes, like: os.stat_result | None) -> Iterator[str]:
    """A synced temporary file of these bytes; whatever lies under its name afterwards is removed."""
    temp = f".dayleaf-{os.urandom(8).hex()}.tmp"
    held = os.open(temp, _NEW, 0o666 if like is None else 0o600, dir_fd=folder)
    try:
        try:
            if like is not None:
                _dress(held, like)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(held, rest) :]
            os.fsync(held)
        finally:
            os.close(held)
        yield temp
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temp, dir_fd=folder)


def _dress(held: int, like: os.stat_result) -> None:
    """Give a file another's mode, and its owner and group as far as we may."""
    if (like.st_uid, like.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(PermissionError):
            os.fchown(held, like.st_uid, like.st_gid)
    os.fchmod(held, stat.S_IMODE(like.st_mode))


def _add(folder: int, temp: str, name: str) -> bool:
    try:
        os.link(temp, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if name in os.listdir(folder):  # no links here: the next best is to look first
            return False
        os.replace(temp, name, src_dir_fd=folder, dst_dir_fd=folder)
    try:
        sync_folder(folder)
    except OSError:
        os.unlink(name, dir_fd=folder)
        raise
    return True


def _swap(folder: int, temp: str, name: str, before: bytes, after: bytes) -> bool:
    try:
        swapped = exchange(folder, temp, name)
    except FileNotFoundError:
        return False
    if not swapped:  # not on this file system: the last comparison was the best there is
        os.replace(temp, name, src_dir_fd=folder, dst_dir_fd=folder)
        sync_folder(folder)
        return True
    try:
        kept = _holds(folder, temp, before)
        if kept:
            sync_folder(folder)
            _await_writers(folder, temp)
            kept = _holds(folder, temp, before)
    except OSError:
        _swap_back(folder, temp, name, before, after)
        raise
    if not kept:
        _swap_back(folder, temp, name, before, after)
    return kept


def _await_writers(folder: int, temp: str) -> None:
    """Give whoever opened the page before the swap, to write at its end, the time to do so; a reader is not waited for."""
    with contextlib.suppress(OSError):
        for _ in range(round(_STILL_WRITING / _GLANCE)):
            if not is_written(folder, temp):
                return
            time.sleep(_GLANCE)


def _swap_back(folder: int, temp: str, name: str, before: bytes, after: bytes) -> None:
    """Put back what a swap took out, unless somebody saved yet again meanwhile: then the newest stays, with what the old gained."""
    with contextlib.suppress(FileNotFoundError):  # the page was deleted meanwhile, and stays so
        exchange(folder, temp, name)
        if not _holds(folder, temp, after):
            exchange(folder, temp, name)
            _carry_over(folder, temp, name, before)
    sync_folder(folder)


def _carry_over(folder: int, temp: str, name: str, before: bytes) -> None:
    """Add to the page what somebody wrote at the end of the one that was swapped out."""
    data = slurp(folder, temp, name)
    if not data.startswith(before):
        return
    held = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        rest = memoryview(data)[len(before) :]
        while rest:
            rest = rest[os.write(held, rest) :]
        os.fsync(held)
    finally:
        os.close(held)


def _holds(folder: int, name: str, data: bytes) -> bool:
    """Whether the file of this name is an ordinary one with exactly these bytes."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_size == len(data) and slurp(folder, name, name) == data
    except FileNotFoundError:
        return False
    except DayleafError:
        return False  # a folder or a pipe has taken its place


def sweep_leftovers(folder: int, now_ns: int) -> None:
    """Remove the temporary files that killed processes left in this folder more than an hour ago.

    The age is that of the name as well as of the bytes: a swap has just put an old page under such a name.
    """
    for name in os.listdir(folder):
        if name.startswith(".dayleaf-") and _OURS.fullmatch(name):
            with contextlib.suppress(OSError):
                found = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if stat.S_ISREG(found.st_mode) and max(found.st_mtime_ns, found.st_ctime_ns) < now_ns - LEFTOVER_NS:
                    os.unlink(name, dir_fd=folder)
