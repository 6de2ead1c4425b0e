"""Swap two names of one folder in one step, where the system can: Linux `renameat2`, macOS `renameatx_np`.

A plain rename destroys whatever stands at the target at that very moment. A swap keeps it, so that a save somebody
made in the last microsecond can be seen and given back.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable

_SWAP = 2  # RENAME_EXCHANGE of linux/fs.h, RENAME_SWAP of macOS's stdio.h: both happen to be 2
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV, errno.EPERM}


def exchange(folder: int, one: str, other: str) -> bool:
    """Swap the two names in the open folder; False if this system or file system cannot.

    Raises:
        OSError: one of them is not there, or the disk refuses.
    """
    swap = _swap()
    if swap is None:
        return False
    if swap(folder, os.fsencode(one), folder, os.fsencode(other), _SWAP) == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number))


def _swap() -> Callable[[int, bytes, int, bytes, int], int] | None:
    if not _found:
        _found.append(_find())
    return _found[0]


_found: list[Callable[[int, bytes, int, bytes, int], int] | None] = []


def _find() -> Callable[[int, bytes, int, bytes, int], int] | None:
    if os.name != "posix":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    function = getattr(library, "renameat2", None) or getattr(library, "renameatx_np", None)
    if function is None:
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return function  # type: ignore[no-any-return]
