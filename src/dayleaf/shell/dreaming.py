"""Dream: passes while nobody is there, made of steps like those of `reflect` — see there how a step is carried out.

    facts, archive, log of conversations ──► step ──► Planned ──► workspace.change ──► Reflection
"""

from __future__ import annotations

import datetime as dt

from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.reflection import Reflection, Refused
from dayleaf.shell.ground import Ground
from dayleaf.shell.reflecting import Reach, Step, carried_out

IDLE = dt.timedelta(minutes=30)
"""How long nobody must have talked or written, where nobody says otherwise."""

STEPS: tuple[Step, ...] = ()
"""The steps of a dream, in order: each reads what the ones before it wrote."""


class Dreaming:
    """Passes over one memory while its people are away."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def dream(self, *, if_idle: bool | dt.timedelta = False, dry_run: bool = False) -> Reflection:
        """Merge what says the same, put away what has outlived its use; with `dry_run` only say so, with exact diffs.

        Args:
            if_idle: do nothing if somebody talked or wrote within this time (True: `IDLE`).
            dry_run: change nothing.
        """
        now = self._ground.clock.now()
        if if_idle is not False and (busy := self._busy(now, IDLE if if_idle is True else if_idle)):
            return Reflection(refused=(Refused("dream", busy),))
        return carried_out(self._ground, STEPS, Reach(None, now.date()), dry_run=dry_run)

    def _busy(self, now: dt.datetime, idle: dt.timedelta) -> str | None:
        """Why it is no time to dream, or None: a page of this or the last day that was written lately is a sign of somebody."""
        stamps = self._ground.workspace.listing().stamps
        logs = [stamp for stamp in stamps if place_of(stamp.path).role is Role.LOG and stamp.mtime_ns > 0]
        last = max((stamp.mtime_ns for stamp in logs), default=0)
        written = dt.datetime.fromtimestamp(last / 1e9, tz=now.tzinfo)
        if not last or now - written >= idle:
            return None
        return f"somebody wrote at {written:%H:%M}; it is time from {written + idle:%H:%M} on"
