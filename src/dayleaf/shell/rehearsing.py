"""A rehearsal: the same memory over a workspace whose changes stay in memory, so that a dry run does exactly what the real one would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dayleaf.core.errors import IndexFailed, PageMissing, UsageError
from dayleaf.core.listing import Listing, Stamp
from dayleaf.core.page.edit import Edit, splice
from dayleaf.ports import Change, Discarded, Index, Workspace
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper


class Rehearsed:
    """A workspace that reads another one, and keeps what is written to itself."""

    def __init__(self, workspace: Workspace) -> None:
        self._real = workspace
        self._written: dict[str, tuple[bytes, int]] = {}
        self._listing: tuple[Listing, int, Listing] | None = None

    @property
    def include(self) -> Sequence[str]:
        """Those of the workspace beneath."""
        return self._real.include

    def listing(self) -> Listing:
        """Every page, those written here with stamps of their own."""
        real, count = self._real.listing(), sum(times for _, times in self._written.values())
        if self._listing is None or self._listing[0] is not real or self._listing[1] != count:
            stamps = {stamp.path: stamp for stamp in real.stamps}
            stamps |= {path: Stamp(path, len(data), -times) for path, (data, times) in self._written.items()}
            self._listing = real, count, replace_stamps(real, stamps)
        return self._listing[2]

    def read(self, path: str) -> bytes:
        """The page's bytes. Raises what the workspace beneath raises."""
        return self._written[path][0] if path in self._written else self._real.read(path)

    def change(self, path: str, decide: Callable[[bytes | None], Edit | None]) -> Change | None:
        """Change a page here alone; see `Workspace.change`."""
        try:
            before = self.read(path)
        except PageMissing:
            before = None
        edit = decide(before)
        after = before if edit is None else splice(before, edit)
        if after is None or after == before:
            return None
        self._written[path] = after, self._written.get(path, (b"", 0))[1] + 1
        return Change(path, before, after)

    def move(self, path: str, to: str) -> str:
        """No pass moves a page."""
        raise UsageError(f"a rehearsal cannot move {path} to {to}")

    def discard(self, path: str) -> Discarded:
        """No pass discards a page."""
        raise UsageError(f"a rehearsal cannot discard {path}")

    def discarded(self) -> tuple[Discarded, ...]:
        """Those of the workspace beneath."""
        return self._real.discarded()

    def recover(self, place: str) -> str:
        """No pass recovers a page."""
        raise UsageError(f"a rehearsal cannot recover {place}")


def replace_stamps(listing: Listing, stamps: dict[str, Stamp]) -> Listing:
    """The listing with these stamps, by path."""
    return listing._replace(stamps=tuple(stamps[path] for path in sorted(stamps)))


def rehearsal(ground: Ground) -> Ground:
    """The ground for a rehearsal: its own workspace, and an index in memory; close its keeper when it is over."""
    workspace = Rehearsed(ground.workspace)

    def none() -> Index:
        raise IndexFailed("this is a rehearsal")

    own = ground.keeper
    keeper = Keeper(workspace, opened=none, fresh=own.spare, spare=own.spare, header=ground.header, further=own.further)
    return replace(ground, workspace=workspace, keeper=keeper, meaning=None)
