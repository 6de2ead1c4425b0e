"""Dream: passes while nobody is there, made of steps like those of `reflect` — see there how a step is carried out.

facts, archive, log of conversations ──► step ──► Planned ──► workspace.change ──► Reflection
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from dayleaf.core.dream.pausing import PAUSED, lifted, pause
from dayleaf.core.dream.plan import plan
from dayleaf.core.dream.refining import filed
from dayleaf.core.dream.writing import left_over, put_away, take_out
from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact
from dayleaf.core.page.archive import latest
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.reflection import NOTHING, Decided, Planned, Reflection, Refused
from dayleaf.ports import Index
from dayleaf.shell.committing import committed
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach, Step, carried_out
from dayleaf.shell.pausing import paused
from dayleaf.shell.preferring import preferring
from dayleaf.shell.settling import replacements

IDLE = dt.timedelta(minutes=30)
"""How long nobody must have talked or written, where nobody says otherwise."""


def tidying(ground: Ground, ready: Ready, reach: Reach, *, free: bool = False) -> Iterator[Planned]:
    """Put away what is said twice and what has outlived its use, unless a guard stopped an earlier pass."""
    if reason := paused(ground.workspace):
        yield Planned(PAUSED, "", lambda _: Decided(None, _refused("dream", f"paused: {reason}")))
        return
    rows = list(ready.index.facts())
    closed = replacements(ready.index, rows, reach.today, whole=True)
    entries = latest(ready.index.archived())
    wanted = plan((row.fact for row in rows), entries, names_of(ready.index), closed, reach.today, free=free)
    if wanted.refused:
        yield Planned(PAUSED, "", lambda _: Decided(None, Reflection(refused=wanted.refused)))
    if wanted.tripped:
        yield pause(wanted.tripped, reach.today)
    elif wanted.puttings:
        yield put_away(wanted.puttings, wanted.merged, reach.today)


def clearing(_: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
    """Take from the bank what now lies in the archive."""
    for fact in left_over(_of_the_bank(ready.index), latest(ready.index.archived()), reach.today):
        yield take_out(fact, "it lies in the archive now")


def refining(_: Ground, ready: Ready, __: Reach) -> list[Planned]:
    """File what the machine derived and nobody filed."""
    return list(filed(_of_the_bank(ready.index)))


def _of_the_bank(index: Index) -> Iterator[Fact]:
    """What stands on its pages."""
    for path in [path for path in index.shelf() if place_of(path).role is Role.BANK]:
        yield from (row.fact for row in index.facts(path))


STEPS: tuple[Step, ...] = (preferring, tidying, clearing, refining)
"""The steps of a dream, in order: each reads what the ones before it wrote."""


class Dreaming:
    """Passes over one memory while its people are away."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def dream(self, *, if_idle: bool | dt.timedelta = False, resume: bool = False, dry_run: bool = False) -> Reflection:
        """Merge what says the same, put away what has outlived its use; with `dry_run` only say so, with exact diffs.

        Args:
            if_idle: do nothing if somebody talked or wrote within this time (True: `IDLE`).
            resume: lift a pause, and let this pass put away more than a tenth of the facts.
            dry_run: change nothing.
        """
        now = self._ground.clock.now()
        if if_idle is not False and (busy := self._busy(now, IDLE if if_idle is True else if_idle)):
            return _refused("dream", busy)
        steps = STEPS
        if resume:
            steps = (lambda *_: [lifted()], lambda *given: tidying(*given, free=True), *(step for step in STEPS if step is not tidying))
        reach = Reach(None, now.date())
        return committed(self._ground, "dream", lambda: carried_out(self._ground, steps, reach, dry_run=dry_run), dry_run=dry_run)

    def _busy(self, now: dt.datetime, idle: dt.timedelta) -> str | None:
        """Why it is no time to dream, or None: a log or a conversation that was written to lately is a sign of somebody."""
        stamps = self._ground.workspace.listing().stamps
        wrote = max((stamp.mtime_ns for stamp in stamps if place_of(stamp.path).role is Role.LOG), default=0) / 1e9
        talked = self._ground.heard() if self._ground.heard else 0.0
        last = dt.datetime.fromtimestamp(max(wrote, talked, 0.0), tz=now.tzinfo)
        if not dt.timedelta(0) <= now - last < idle:
            return None
        said = "talked" if talked > wrote else "wrote"
        return f"somebody {said} at {last:%H:%M}; it is time from {last + idle:%H:%M} on"


def names_of(index: Index) -> dict[str, tuple[str, ...]]:
    """The names of every entity that has several, by each of their keys."""
    return {key: entity.names for entity, _ in index.entities() if len(several := keys_of(entity.names)) > 1 for key in several}


def _refused(what: str, why: str) -> Reflection:
    return NOTHING + Reflection(refused=(Refused(what, why),))
