"""The pages of a workspace, by path: list, read, make, change, move, discard and recover them, as an agent may."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dayleaf.core.errors import EditConflict, PageMissing
from dayleaf.core.page.edit import Create, Edit
from dayleaf.ports import Change, Discarded
from dayleaf.shell.ground import Ground
from dayleaf.shell.revising import fresh, refuse_read_only, revise


class Leaf(NamedTuple):
    """A page in a list: its path, and how many bytes it has."""

    path: str
    size: int


class Pages:
    """The pages of one memory.

    What is written is refused where a page is read-only or a secret would come to stand in it; `allow_secret` lets secrets in.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    @property
    def include(self) -> tuple[str, ...]:
        """The patterns of pages outside the layout that belong to the workspace."""
        return tuple(self._ground.workspace.include)

    def list(self) -> tuple[Leaf, ...]:
        """Every page, by path."""
        return tuple(Leaf(stamp.path, stamp.size) for stamp in self._ground.workspace.listing().stamps)

    def read(self, path: str) -> bytes:
        """The bytes of a page.

        Raises:
            PageMissing, PathRefused, DiskFailed: there is none, or it cannot be read.
        """
        return self._ground.workspace.read(path)

    def create(self, path: str, text: str, *, allow_secret: bool = False) -> None:
        """Make a page that must not be there yet.

        Raises:
            EditConflict: there is one.
            UsageError: the text was put into a context from memory, or holds a NUL.
            PathRefused, SecretRefused, Busy, DiskFailed: it could not be written; nothing was.
        """

        def decide(data: bytes | None) -> Edit:
            if data is not None:
                raise EditConflict(f"{path} exists already", hint="read it and change it")
            return fresh(data, Create(path, text))

        revise(self._ground, path, decide, allow_secret=allow_secret)

    def change(self, path: str, decide: Callable[[bytes], Edit | None], *, allow_secret: bool = False) -> Change | None:
        """Change a page that is there: `decide` gets its fresh bytes and may be asked again; see `Workspace.change`.

        Raises:
            PageMissing: there is none.
            UsageError: the text was put into a context from memory, or holds a NUL.
            PathRefused, SecretRefused, EditConflict, Busy, DiskFailed: nothing was written.
        """

        def present(data: bytes | None) -> Edit | None:
            if data is None:
                raise PageMissing(f"there is no page {path}")
            edit = decide(data)
            return None if edit is None else fresh(data, edit)

        return revise(self._ground, path, present, allow_secret=allow_secret)

    def move(self, path: str, to: str) -> None:
        """Give a page another path.

        Raises:
            PageMissing, EditConflict, PathRefused, Busy, DiskFailed: nothing was moved.
        """
        self.refuse_read_only(path)
        self._ground.workspace.move(path, to)

    def discard(self, path: str) -> Discarded:
        """Take a page out of the workspace; it is kept, and `recover` brings it back.

        Raises:
            PageMissing, PathRefused, Busy, DiskFailed: nothing was done.
        """
        self.refuse_read_only(path)
        return self._ground.workspace.discard(path)

    def discarded(self) -> tuple[Discarded, ...]:
        """What was discarded and not recovered, newest first."""
        return self._ground.workspace.discarded()

    def recover(self, place: str) -> str:
        """Put a discarded page back, and say under which path.

        Raises:
            PageMissing, EditConflict, Busy, DiskFailed: nothing was done.
        """
        return self._ground.workspace.recover(place)

    def refuse_read_only(self, path: str) -> None:
        """Let only a page pass that agents may write.

        Raises:
            PathRefused: its front matter says `read_only: true`, or cannot be read.
            PageMissing: there is none.
        """
        refuse_read_only(path, self._ground.workspace.read(path), self._ground.header)
