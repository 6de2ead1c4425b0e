"""What the system says about a disk that does not do what we ask, in words a person can act on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from dayleaf.core.errors import DayleafError, DiskFailed, PageMissing, PathRefused
from dayleaf.core.page.address import shown

_WORDS = {
    errno.ENOSPC: ("the disk is full", "free some space and try again"),
    errno.EDQUOT: ("your disk quota is used up", "free some space and try again"),
    errno.EROFS: ("the disk is read-only", "mount it writable; reading and recall go on without"),
    errno.EACCES: ("permission is denied", "check who owns the file and its folder, and their modes"),
    errno.EPERM: ("the system does not permit it", "check who owns the file and its folder, and whether it is immutable"),
    errno.EFBIG: ("the file would grow too large", "raise the file size limit (ulimit -f) or split the page"),
    errno.EIO: ("the disk reports an error", "check the disk's health and your backups"),
    errno.EMFILE: ("too many files are open", "raise the limit (ulimit -n)"),
    errno.ENFILE: ("too many files are open in the whole system", "close some programs and try again"),
}


@contextmanager
def trouble(doing: str, path: str) -> Iterator[None]:
    """Turn an `OSError` inside into the exception a caller knows; `doing` is the verb: "read", "write", "lock"."""
    try:
        yield
    except OSError as error:
        raise named(error, doing, path) from error


def named(error: OSError, doing: str, path: str) -> DayleafError:
    """The exception for what the system reported; its message names the page only by its path in the workspace."""
    place = shown(path)
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR if doing == "read":
            return PageMissing(f"there is no page {place}")
        case errno.ENOTDIR:
            return PathRefused(f"{place!r} goes through a file that is no folder", hint="write a path inside the workspace")
        case errno.ELOOP:
            return PathRefused(
                f"{place!r} leads through a symbolic link that changed or goes round", hint="replace the link by the real file"
            )
        case errno.ENAMETOOLONG:
            return PathRefused(f"{place!r} is too long for this disk", hint="shorten the name")
        case errno.EISDIR:
            return PathRefused(f"{place!r} is a folder, not a page")
        case errno.ENXIO:
            return PathRefused(f"{place!r} is no ordinary file")
        case number:
            what, hint = _WORDS.get(number or 0, (error.strerror or "the disk failed", "nothing was written" if doing != "read" else ""))
            return DiskFailed(f"cannot {doing} {place}: {what}", hint=hint)
