"""What is due, for cron, systemd, or a server: reflect once a day, read closer and dream every few hours when nobody is there.

State lies under `.memory/schedule.json`, a lease keeps a second one away, and some jitter keeps many machines from starting at once.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import random
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import NamedTuple

from dayleaf.core.errors import DayleafError
from dayleaf.core.reflection import NOTHING, Reflection, Refused
from dayleaf.shell.dreaming import IDLE, Dreaming
from dayleaf.shell.enriching import Enriching
from dayleaf.shell.ground import Ground
from dayleaf.shell.reflecting import Reflecting

STATE, LEASE = "schedule.json", "run-due"
"""The file, and the name that one process at a time holds."""

EVERY = {"reflect": dt.timedelta(days=1), "enrich": dt.timedelta(hours=6), "dream": dt.timedelta(hours=6)}
"""How often each pass runs."""

SPREAD = 0.1
"""Share of that time by which the next pass is put off at most, by chance."""

AGAIN = dt.timedelta(minutes=15)
"""How long a pass waits after it failed: twice as long each time, up to its ordinary time."""


class Turn(NamedTuple):
    """When a pass is next, and how often it failed since it last ran through."""

    next: dt.datetime | None = None
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """What was due.

    Attributes:
        ran: each pass that ran, with what it did.
        next: each pass, with the moment it is due; None: at once.
        held: whether somebody else was at it, so that nothing was done.
    """

    ran: tuple[tuple[str, Reflection], ...] = ()
    next: tuple[tuple[str, dt.datetime | None], ...] = ()
    held: bool = False


class Scheduling:
    """The timetable of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.chance: Callable[[], float] = random.random

    def run_due(self, *, dry_run: bool = False) -> Due:
        """Run what is due. Any number of processes may call it as often as they like; one at a time does something.

        With `dry_run` say what the passes that are due would do, with exact diffs; neither pages nor the timetable change.
        """
        machine = self._ground.machine
        with machine.lease(LEASE) if machine and not dry_run else nullcontext(enter_result=True) as mine:
            if not mine:
                return Due(held=True)
            now = self._ground.clock.now()
            turns = read_turns(machine.read(STATE) if machine else "", now)
            ran = []
            for name in EVERY:
                turn = turns.get(name, Turn())
                if (turn.next is not None and turn.next > now) or (name == "enrich" and self._ground.model is None):
                    continue
                done, turns[name] = self._run(name, turn, now, dry_run=dry_run)
                ran.append((name, done))
                if machine and not dry_run:
                    machine.replace(STATE, write_turns(turns))
            names = [name for name in EVERY if name != "enrich" or self._ground.model is not None]
            return Due(tuple(ran), tuple((name, turns.get(name, Turn()).next) for name in names))

    def _run(self, name: str, turn: Turn, now: dt.datetime, *, dry_run: bool) -> tuple[Reflection, Turn]:
        """Run one pass, and say when it is next."""
        every = EVERY[name]
        try:
            done = self._pass(name, dry_run=dry_run)
        except DayleafError as failure:  # tomorrow's passes must not depend on today's disk
            wait = min(every, AGAIN * 2**turn.failures)
            return NOTHING + Reflection(refused=(Refused(name, str(failure)),)), Turn(now + wait, turn.failures + 1)
        if name == "dream" and not done.edits and any(one.why.startswith("somebody ") for one in done.refused):
            return done, Turn(now + IDLE)
        return done, Turn(now + every * (1 + SPREAD * self.chance()))

    def _pass(self, name: str, *, dry_run: bool) -> Reflection:
        match name:
            case "reflect":
                return Reflecting(self._ground).reflect(dry_run=dry_run)
            case "enrich":
                if dry_run:
                    return NOTHING + Reflection(refused=(Refused("enrich", "a rehearsal asks no model"),))
                report = Enriching(self._ground).enrich()
                return report.reflection + Reflection(refused=report.failed)
            case _:
                return Dreaming(self._ground).dream(if_idle=True, dry_run=dry_run)


def read_turns(text: str, now: dt.datetime) -> dict[str, Turn]:
    """The timetable; what cannot be read, or lies further ahead than it can, is due at once."""
    try:
        given = json.loads(text or "{}")
        items = [(name, dt.datetime.fromisoformat(one["next"]), int(one["failures"])) for name, one in given.items() if name in EVERY]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    furthest = {name: now + every * (1 + SPREAD) for name, every in EVERY.items()}
    return {name: Turn(at, max(0, min(failures, 16))) for name, at, failures in items if at.tzinfo and at <= furthest[name]}


def write_turns(turns: dict[str, Turn]) -> str:
    """The timetable as its file says it."""
    return (
        json.dumps({name: {"next": turn.next.isoformat(), "failures": turn.failures} for name, turn in turns.items() if turn.next}) + "\n"
    )


async def keep_running(run: Callable[[], object], stop: asyncio.Event, every: float = 600.0, first: float = 0.0) -> None:
    """Call `run` (such as `memory.run_due`) in a thread every so many seconds until `stop` is set: the schedule of a server.

    It begins after `first` seconds; a call that has begun is waited for.
    """
    wait = first
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), wait)
        if stop.is_set():
            return
        await asyncio.to_thread(run)
        wait = every
