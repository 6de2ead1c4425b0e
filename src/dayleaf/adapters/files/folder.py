"""FolderWorkspace: the workspace port over a folder on disk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from dayleaf.adapters.files.disk import trouble
from dayleaf.adapters.files.listing import Known, sweep
from dayleaf.adapters.files.lock import PATIENCE, locked
from dayleaf.adapters.files.moving import discard, discarded, move_page, recover
from dayleaf.adapters.files.paths import SIZE_LIMIT, folder, read, settle, spelled
from dayleaf.adapters.files.write import look, publish, sweep_leftovers
from dayleaf.core.errors import DiskFailed, EditConflict, UsageError, WorkspaceMissing
from dayleaf.core.listing import Listing
from dayleaf.core.page.address import parts_of, shown
from dayleaf.core.page.edit import Edit, splice
from dayleaf.ports import Change, Discarded

ATTEMPTS = 6
"""How often a change is decided at most: once, and five times more when somebody saved meanwhile."""


class FolderWorkspace:
    """The pages under one folder.

    Attributes:
        root: the folder's canonical path, links resolved.
        include: the patterns of further pages, relative to the root.
        patience: seconds to wait for another process's change.
    """

    def __init__(self, root: str | os.PathLike[str], include: Sequence[str] = (), *, patience: float = PATIENCE) -> None:
        self.root = os.path.realpath(root)
        self.include = tuple(include)
        self.patience = patience
        self._known = Known()
        if not os.path.isdir(self.root):
            raise WorkspaceMissing(f"there is no folder {os.fspath(root)}", hint="make a workspace with: dayleaf init DIR")

    def listing(self) -> Listing:
        """Every page there is now, with stamps, by path; and what could not be offered, as problems.

        Raises:
            WorkspaceMissing: the folder itself is gone.
        """
        return sweep(self.root, self.include, time.time_ns(), self._known)

    def read(self, path: str) -> bytes:
        """The page's bytes; a name whose accents are composed otherwise than on disk is found too.

        Raises:
            PathRefused: the path leaves the workspace, is hidden, or names no ordinary file.
            PageMissing: there is no such file.
            DiskFailed: it cannot be read, or is larger than 256 MB.
        """
        with trouble("read", path):
            return read(self.root, path)

    def change(self, path: str, decide: Callable[[bytes | None], Edit | None]) -> Change | None:
        """Change one page under its lock; see `Workspace.change`. An edit that changes no byte is no change.

        The change's path is spelled as on disk. A link inside the workspace is kept and its target changed.

        Raises:
            PathRefused, EditConflict, Busy, DiskFailed: nothing was written.
        """
        with trouble("write", path):
            parts = settle(self.root, path)
            name = path if path.isascii() else "/".join(spelled(self.root, parts_of(path)))
        with locked(self.root, parts, path, self.patience):
            for attempt in range(ATTEMPTS):
                if attempt:
                    time.sleep(0.005 * attempt)  # whoever saves without our lock is seldom done at once
                before = self._look(parts, path)
                edit = decide(before)
                after = before if edit is None else _spliced(path, before, edit)
                if after is None or after == before:
                    return None
                if self._publish(parts, before, after, path):
                    return Change(name, before, after)
        message = f"{shown(path)} kept changing while it was to be written"
        raise EditConflict(message, hint="nothing was written; close the program that saves it all the time, or try again")

    def move(self, path: str, to: str) -> str:
        """Give a page another path; see `Workspace.move`. Folders that are empty then go.

        Raises:
            PageMissing, EditConflict, PathRefused, Busy, DiskFailed: nothing was moved.
        """
        return move_page(self.root, path, to, self.patience)

    def discard(self, path: str) -> Discarded:
        """Move a page to a folder of its own under `.memory/trash/`; see `Workspace.discard`.

        Raises:
            PageMissing, PathRefused, Busy, DiskFailed: nothing was done.
        """
        return discard(self.root, path, time.time_ns(), self.patience)

    def discarded(self) -> tuple[Discarded, ...]:
        """What lies under `.memory/trash/`, newest first."""
        return discarded(self.root)

    def recover(self, place: str) -> str:
        """Put a discarded page back; see `Workspace.recover`.

        Raises:
            PageMissing, EditConflict, PathRefused, Busy, DiskFailed: nothing was done.
        """
        return recover(self.root, place, self.patience)

    def _look(self, parts: Sequence[str], path: str) -> bytes | None:
        with trouble("write", path):
            try:
                with folder(self.root, parts[:-1]) as above:
                    return look(above, parts[-1], path)
            except FileNotFoundError:
                return None  # not even its folder

    def _publish(self, parts: Sequence[str], before: bytes | None, after: bytes, path: str) -> bool:
        with trouble("write", path):
            try:
                with folder(self.root, parts[:-1], create=before is None) as above:
                    sweep_leftovers(above, time.time_ns())
                    return publish(above, parts[-1], before, after, path)
            except FileNotFoundError:
                return False  # the folder went away meanwhile


def _spliced(path: str, before: bytes | None, edit: Edit) -> bytes:
    if edit.path != path:
        raise UsageError(f"an edit of {shown(edit.path)} was given for a change of {shown(path)}")
    after = splice(before, edit)
    if len(after) > SIZE_LIMIT:
        raise DiskFailed(f"{shown(path)} would be larger than {SIZE_LIMIT >> 20} MB", hint="write to another page")
    return after
