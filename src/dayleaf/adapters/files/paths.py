"""From a page's path to an open file, without ever following a link that nobody looked at.

Every folder on the way is opened relative to the one above and never through a link, so nothing can be swapped in
between. Only when that meets a link the whole path is resolved, judged, and walked again in its real spelling.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dayleaf.core.errors import DiskFailed, PathRefused
from dayleaf.core.page.address import parts_of, same_name, shown

SIZE_LIMIT = 256 * 1024 * 1024
"""Bytes of a page: far more than anybody writes; what is larger is not Markdown."""

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NOFOLLOW | _CLOEXEC
_PAGE = os.O_RDONLY | _NOFOLLOW | _CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def read(root: str, path: str) -> bytes:
    """The bytes of a page.

    Raises:
        PathRefused: the path is no page's, leaves the workspace or names no ordinary file.
        DiskFailed: the page is larger than 256 MB.
        OSError: what the system says (no such file among it).
    """
    parts = parts_of(path)
    try:
        return _read(root, parts, path)
    except OSError as error:
        if error.errno not in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}:
            raise
        real = settle(root, path)
        if real == parts:
            raise
    return _read(root, real, path)


def _read(root: str, parts: Sequence[str], path: str) -> bytes:
    with folder(root, parts[:-1]) as above:
        return slurp(above, parts[-1], path)


@contextmanager
def folder(root: str, parts: Sequence[str], *, create: bool = False) -> Iterator[int]:
    """A descriptor of the folder with these real parts; `create` makes the missing ones, durably."""
    held = os.open(root, _FOLDER)
    try:
        for part in parts:
            below = _step(held, part, create=create)
            os.close(held)
            held = below
        yield held
    finally:
        os.close(held)


def _step(above: int, part: str, *, create: bool) -> int:
    try:
        return os.open(part, _FOLDER, dir_fd=above)
    except FileNotFoundError:
        if not create:
            raise
    try:
        os.mkdir(part, dir_fd=above)
    except FileExistsError:
        pass  # another process made it first
    else:
        sync_folder(above)
    return os.open(part, _FOLDER, dir_fd=above)


def sync_folder(held: int) -> None:
    """Make the names in a folder durable, where its file system has a notion of that."""
    try:
        os.fsync(held)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise


def slurp(above: int, name: str, path: str) -> bytes:
    """All bytes of the ordinary file of this name; a link is not followed, anything else not even opened."""
    mode = os.stat(name, dir_fd=above, follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(mode):
        raise PathRefused(f"{shown(path)!r} is {'a folder' if stat.S_ISDIR(mode) else 'no ordinary file'}, not a page")
    held = os.open(name, _PAGE, dir_fd=above)
    try:
        found = os.fstat(held)
        if not stat.S_ISREG(found.st_mode):
            raise PathRefused(f"{shown(path)!r} is no ordinary file, not a page")
        if found.st_size > SIZE_LIMIT:
            raise DiskFailed(f"{shown(path)} is larger than {SIZE_LIMIT >> 20} MB", hint="split the page")
        return _drain(held, found.st_size)
    finally:
        os.close(held)


def _drain(held: int, size: int) -> bytes:
    pieces = []
    while piece := os.read(held, max(size, 0) + 1):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def settle(root: str, path: str) -> tuple[str, ...]:
    """The parts of the real file a path means, links resolved and accents spelled as on disk; it need not exist.

    Raises:
        PathRefused: it lies outside the workspace or in a hidden part of it.
    """
    parts = parts_of(path)
    if not path.isascii():
        parts = spelled(root, parts)
    real = os.path.realpath(os.path.join(root, *parts))
    base = root.rstrip("/") + "/"
    if not real.startswith(base):
        raise PathRefused(f"{shown(path)!r} leads out of the workspace", hint="replace the symbolic link by the real file")
    inner = tuple(real[len(base) :].split("/"))
    if any(part.startswith(".") for part in inner):
        raise PathRefused(f"{shown(path)!r} leads into a hidden part of the workspace", hint="replace the symbolic link by the real file")
    return inner


def spelled(root: str, parts: Sequence[str]) -> tuple[str, ...]:
    """The parts as the disk spells them: where a name is missing, one that differs only in composed accents."""
    place, found = root, []
    for part in parts:
        name = part
        if not part.isascii() and not os.path.lexists(os.path.join(place, part)):
            try:
                name = next((other for other in sorted(os.listdir(place)) if same_name(other, part)), part)
            except OSError:
                name = part  # no such folder, or not ours to list: the open that follows says so
        found.append(name)
        place = os.path.join(place, name)
    return tuple(found)
