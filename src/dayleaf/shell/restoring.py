"""Restore: bring back what was put away, and see that it stays."""

from __future__ import annotations

from dayleaf.core.dream.returning import mark, put_back
from dayleaf.core.errors import UnknownName
from dayleaf.core.page.archive import latest
from dayleaf.core.page.reading import Archived
from dayleaf.core.reflection import NOTHING, Reflection
from dayleaf.ports import Index
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import carry_out


class Restoring:
    """The way back out of the archive of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def restore(self, id: str) -> Reflection:
        """Bring a fact back: it counts again, where it stands or stood, and no pass puts it away again.

        Args:
            id: its id, or the beginning of it (four characters at least) if that is clear.

        Raises:
            UnknownName: nothing of that id is put away.
        """
        today = self._ground.clock.now().date()
        entry, stands = self._ground.ask(lambda ready: _found(ready, id), most=None)
        done = NOTHING if stands else carry_out(self._ground, put_back(entry))
        if not done.refused:
            done += carry_out(self._ground, mark(entry, today))
        return done


def _found(ready: Ready, id: str) -> tuple[Archived, bool]:
    """The entry that is meant, and whether its fact still stands on its page."""
    away = ready.index.away()
    entries = [entry for entry in latest(ready.index.archived()).values() if entry.id in away]
    exact = [entry for entry in entries if entry.id == id]
    near = exact or [entry for entry in entries if len(id) >= _LEAST and entry.id.startswith(id)]
    if len(near) != 1:
        some = ", ".join(entry.id for entry in near[:3])
        raise UnknownName(
            f"nothing is put away as {id!r}" if not near else f"{id!r} may mean {some}",
            hint="`dayleaf facts --all` lists what is retired, with its id",
        )
    return near[0], stands(ready.index, near[0])


def stands(index: Index, entry: Archived) -> bool:
    """Whether a fact that was put away still stands on a page."""
    return any(row.fact.id == entry.id for row in index.find(entry.id))


_LEAST = 4
