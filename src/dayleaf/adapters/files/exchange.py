"""Swap two names of one folder in one step, where the system can (Linux `renameat2`, macOS `renameatx_np`); see who still writes.

A plain rename destroys whatever stands at the target at that very moment. A swap keeps it, so that a save somebody
made in the last microsecond can be seen and given back.
"""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from functools import cache

_SWAP = 2  # RENAME_EXCHANGE of linux/fs.h, RENAME_SWAP of macOS's stdio.h: both happen to be 2
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV, errno.EPERM}


def exchange(folder: int, one: str, other: str) -> bool:
    """Swap the two names in the open folder; False if this system or file system cannot.

    Raises:
        OSError: one of them is not there, or the disk refuses.
    """
    swap = _swap()
    number = errno.ENOSYS if swap is None else swap(folder, os.fsencode(one), os.fsencode(other))
    if number in _CANNOT:
        return False
    if number:
        raise OSError(number, os.strerror(number))
    return True


@cache
def _swap() -> Callable[[int, bytes, bytes], int] | None:
    """The system's call, if it has one: swaps two names in an open folder and gives 0 or the number of the error."""
    if os.name != "posix":
        return None
    import ctypes  # here, for start-up time: it takes 2 ms, and most commands change no page

    library = ctypes.CDLL(None, use_errno=True)
    function = getattr(library, "renameat2", None) or getattr(library, "renameatx_np", None)
    if function is None:
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return lambda folder, one, other: ctypes.get_errno() if function(folder, one, folder, other, _SWAP) else 0


def is_written(folder: int, name: str) -> bool:
    """Whether somebody has the file open for writing, as far as that can be told: on Linux, of a file of our own.

    The system lends a read lease (fcntl(2), `F_SETLEASE`) only on a file that nobody can write to. It is given back at once;
    whoever opens the file in that moment waits, and we are told by a signal that does nothing.
    """
    try:
        import fcntl  # here, for a system may have none
    except ImportError:
        return False
    if not hasattr(fcntl, "F_SETLEASE"):
        return False
    held = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=folder)
    try:
        fcntl.fcntl(held, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    finally:
        os.close(held)
    return False
