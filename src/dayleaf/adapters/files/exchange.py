"""Swap two names, or move one where none is, in one step, where the system can (Linux, macOS); see who still writes.

A plain rename destroys whatever stands at the target at that very moment. A swap keeps it, so that a save somebody
made in the last microsecond can be seen and given back.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from functools import cache

_SWAP = 2  # RENAME_EXCHANGE of linux/fs.h, RENAME_SWAP of macOS's stdio.h: both happen to be 2
_NEW = 4 if sys.platform == "darwin" else 1  # RENAME_EXCL of macOS, RENAME_NOREPLACE of Linux
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV, errno.EPERM}


def exchange(folder: int, one: str, other: str) -> bool:
    """Swap the two names in the open folder; False if this system or file system cannot.

    Raises:
        OSError: one of them is not there, or the disk refuses.
    """
    return _renamed(folder, one, folder, other, _SWAP)


def move(folder: int, name: str, other_folder: int, other: str) -> None:
    """Give a file another name in another open folder of the same disk, where nothing may stand.

    Where the system cannot do that in one step, the next best is to look first.

    Raises:
        FileExistsError: something stands there.
        OSError: the file is not there, or the disk refuses.
    """
    if _renamed(folder, name, other_folder, other, _NEW):
        return
    if other in os.listdir(other_folder):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), other)
    os.rename(name, other, src_dir_fd=folder, dst_dir_fd=other_folder)


def _renamed(folder: int, one: str, other_folder: int, other: str, flag: int) -> bool:
    rename = _rename()
    number = errno.ENOSYS if rename is None else rename(folder, os.fsencode(one), other_folder, os.fsencode(other), flag)
    if number in _CANNOT:
        return False
    if number:
        raise OSError(number, os.strerror(number))
    return True


@cache
def _rename() -> Callable[[int, bytes, int, bytes, int], int] | None:
    """The system's call, if it has one: renames between two open folders and gives 0 or the number of the error."""
    if os.name != "posix":
        return None
    import ctypes  # here, for start-up time: it takes 2 ms, and most commands change no page

    library = ctypes.CDLL(None, use_errno=True)
    function = getattr(library, "renameat2", None) or getattr(library, "renameatx_np", None)
    if function is None:
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return lambda *names: ctypes.get_errno() if function(*names) else 0


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
