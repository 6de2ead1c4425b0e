"""Reflect: the steps that make the bank follow what was told; a second pass right after the first finds nothing to do."""

from __future__ import annotations

from dayleaf.core.reflection import Reflection
from dayleaf.core.when import window
from dayleaf.shell.believing import believe
from dayleaf.shell.committing import committed
from dayleaf.shell.curating import curate
from dayleaf.shell.deriving import bring_back, derive
from dayleaf.shell.ground import Ground
from dayleaf.shell.passing import Reach, Step, carried_out
from dayleaf.shell.proposing import suggest

STEPS: tuple[Step, ...] = (derive, bring_back, believe, curate, suggest)
"""The steps of `reflect`, in order."""


class Reflecting:
    """Passes over one memory that make it better."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def reflect(self, since: str | None = None, *, dry_run: bool = False) -> Reflection:
        """Curate the bank from what was told since a day (None: ever); with `dry_run` only say what would change, with exact diffs.

        What could not be written is told in `refused`; everything else was done.

        Raises:
            UsageError: `since` is not understood.
        """
        now = self._ground.clock.now()
        start = None if since is None else window(since, now, "since").start
        reach = Reach(start, now.date())
        return committed(self._ground, "reflect", lambda: carried_out(self._ground, STEPS, reach, dry_run=dry_run), dry_run=dry_run)
