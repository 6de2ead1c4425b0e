"""The port of a workspace: its pages by path, listed, read, changed, moved, discarded and recovered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from dayleaf.core.listing import Listing
from dayleaf.core.page.edit import Edit


class Change(NamedTuple):
    """What a write did: the page's bytes before (None: there was no file) and after."""

    path: str
    before: bytes | None
    after: bytes


class Discarded(NamedTuple):
    """A page that was taken out of the workspace and can come back: where it lies, where it lay, and since when."""

    place: str
    path: str
    since: dt.datetime


class Workspace(Protocol):
    """A folder of Markdown. Paths are relative to it, use `/`, and never lead out of it."""

    @property
    def include(self) -> Sequence[str]:
        """Glob patterns of pages outside the layout that belong to it."""

    def listing(self) -> Listing:
        """Every page there is now, with stamps, by path; and what could not be offered, as problems."""

    def read(self, path: str) -> bytes:
        """The page's bytes.

        Raises:
            PathRefused: the path leaves the workspace or is hidden.
            PageMissing: there is no such file.
            DiskFailed: it cannot be read.
        """

    def change(self, path: str, decide: Callable[[bytes | None], Edit | None]) -> Change | None:
        """Change one page: under the lock, give `decide` the fresh bytes (None: no file), splice what it returns.

        All or nothing, durable when it returns; if somebody without the lock (an editor) changed the file between
        reading and publishing, `decide` is asked again with the newer bytes. `decide` returning None changes nothing.

        Raises:
            PathRefused, EditConflict, Busy, DiskFailed: nothing was written.
        """

    def move(self, path: str, to: str) -> str:
        """Give a page another path, in one step, with the bytes it has at that moment; its old path as spelled before.

        Raises:
            PageMissing: there is no such page.
            EditConflict: something stands at the new path already; both stay as they are.
            PathRefused: a path is no page's, or the page is a symbolic link.
            Busy, DiskFailed: nothing was moved.
        """

    def discard(self, path: str) -> Discarded:
        """Take a page out of the workspace, with the bytes it has at that moment. Nothing is deleted: `recover` brings it back.

        Raises:
            PageMissing: there is no such page.
            PathRefused: the path is no page's, or the page is a symbolic link.
            Busy, DiskFailed: nothing was done.
        """

    def discarded(self) -> tuple[Discarded, ...]:
        """What was discarded and not recovered, newest first."""

    def recover(self, place: str) -> str:
        """Put a discarded page back to the path it had, and return that.

        Raises:
            PageMissing: nothing lies in that place.
            EditConflict: another page stands at its path.
            Busy, DiskFailed: nothing was done.
        """
