"""Move a page, discard it into the trash, bring it back: each a single step of the disk that overwrites nothing.

    .memory/trash/20251201T080000.123456Z-9f3a/bank/notes.md     a page discarded then, under the path it had

The trash is never emptied by us. A person may delete what lies there, or take a page out by hand.
"""

from __future__ import annotations

import datetime as dt
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from dayleaf.adapters.files.disk import trouble
from dayleaf.adapters.files.exchange import move
from dayleaf.adapters.files.lock import locked_both
from dayleaf.adapters.files.paths import folder, settle, spelled, sync_folder
from dayleaf.core.errors import EditConflict, PageMissing, PathRefused
from dayleaf.core.page.address import parts_of, shown
from dayleaf.ports import Discarded

TRASH = (".memory", "trash")
_STAMP = "%Y%m%dT%H%M%S.%fZ"


def move_page(root: str, path: str, to: str, patience: float) -> str:
    """Give a page another path; see `Workspace.move`."""
    with trouble("move", path):
        parts, target = _plain(root, path), settle(root, to)
    with locked_both(root, {path: parts, to: target}, patience), trouble("move", path):
        _move(root, parts, target, path, to)
    _prune(root, parts[:-1])
    return path if path.isascii() else "/".join(spelled(root, parts_of(path)[:-1]) + parts[-1:])


def discard(root: str, path: str, now_ns: int, patience: float) -> Discarded:
    """Move a page into the trash; see `Workspace.discard`."""
    with trouble("discard", path):
        parts = _plain(root, path)
    since = dt.datetime.fromtimestamp(now_ns / 1_000_000_000, dt.UTC)
    place = (*TRASH, f"{since.strftime(_STAMP)}-{os.urandom(2).hex()}", *parts)
    with locked_both(root, {path: parts}, patience), trouble("discard", path):
        _move(root, parts, place, path, "/".join(place))
    _prune(root, parts[:-1])
    return Discarded("/".join(place), "/".join(parts), since)


def discarded(root: str) -> tuple[Discarded, ...]:
    """What lies in the trash, newest first; links in it are not followed."""
    found = []
    base = os.path.join(root, *TRASH)
    for above, _, names in os.walk(base):
        if os.path.islink(base):
            break
        for name in names:
            stamp, _, path = os.path.relpath(os.path.join(above, name), base).replace(os.sep, "/").partition("/")
            with suppress(ValueError):  # a file that a person put there is none of ours
                since = dt.datetime.strptime(stamp.partition("-")[0], _STAMP).replace(tzinfo=dt.UTC)
                found.append(Discarded("/".join((*TRASH, stamp, path)), path, since))
    return tuple(sorted(found, key=lambda gone: (gone.since, gone.place), reverse=True))


def recover(root: str, place: str, patience: float) -> str:
    """Put a page of the trash back; see `Workspace.recover`."""
    found = next((gone for gone in discarded(root) if gone.place == place), None)
    if found is None:
        raise PageMissing(f"nothing lies in {shown(place)}", hint="give the place that `discard` named")
    with trouble("recover", found.path):
        target = settle(root, found.path)
    with locked_both(root, {found.path: target}, patience), trouble("recover", found.path):
        _move(root, tuple(place.split("/")), target, place, found.path)
    _prune(root, tuple(place.split("/"))[:-1], keep=2)
    return found.path


def _plain(root: str, path: str) -> tuple[str, ...]:
    """The real parts of a page's path; the page itself must be no link, for then two names would mean one text.

    Raises:
        PathRefused: it is a link, or no page may have this path.
    """
    parts = settle(root, path)
    if os.path.islink(os.path.join(root, *spelled(root, parts_of(path)))):
        raise PathRefused(f"{shown(path)!r} is a symbolic link", hint="a person may move or remove it")
    return parts


def _move(root: str, parts: Sequence[str], target: Sequence[str], path: str, to: str) -> None:
    with _above(root, parts, path) as above, folder(root, target[:-1], create=True) as below:
        try:
            move(above, parts[-1], below, target[-1])
        except FileExistsError as error:
            raise EditConflict(f"{shown(to)} stands there already", hint="choose another path") from error
        except FileNotFoundError as error:
            raise PageMissing(f"there is no page {shown(path)}") from error
        try:
            sync_folder(below)
            sync_folder(above)
        except OSError:
            move(below, target[-1], above, parts[-1])
            raise


@contextmanager
def _above(root: str, parts: Sequence[str], path: str) -> Iterator[int]:
    """The open folder of a page that is there."""
    with ExitStack() as held:
        try:
            above = held.enter_context(folder(root, parts[:-1]))
            mode = os.stat(parts[-1], dir_fd=above, follow_symlinks=False).st_mode
        except (FileNotFoundError, NotADirectoryError) as error:
            raise PageMissing(f"there is no page {shown(path)}") from error
        if not stat.S_ISREG(mode):
            raise PathRefused(f"{shown(path)!r} is {'a folder' if stat.S_ISDIR(mode) else 'no ordinary file'}, not a page")
        yield above


def _prune(root: str, parts: Sequence[str], keep: int = 1) -> None:
    """Remove the folders that the page was the last in, except the outermost ones of the layout."""
    with suppress(OSError):
        for depth in range(len(parts), keep, -1):
            with folder(root, parts[: depth - 1]) as above:
                os.rmdir(parts[depth - 1], dir_fd=above)
