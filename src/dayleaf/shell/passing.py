"""A pass over the memory: how far it looks, what a step is, and how what it wants is carried out, one page at a time.

    facts, pages ──► step ──► Planned(path, reason, decide) ──► workspace.change(path, decide) ──► Reflection
                      ▲                                                     │
                      └───── the next step reads what this one wrote ◄──────┘

A step reads what it needs from an index that has seen all that was written so far; what it plans is decided by pure functions of
the core, and decided again when somebody saves the page meanwhile.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dayleaf.core.errors import Busy, DiskFailed, EditConflict, PathRefused
from dayleaf.core.page.edit import Edit
from dayleaf.core.reflection import NOTHING, Change, Decided, Planned, Reflection, Refused, diff_of
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.rehearsing import rehearsal
from dayleaf.shell.revising import refuse_read_only


@dataclass(frozen=True, slots=True)
class Reach:
    """How far one pass looks.

    Attributes:
        since: the first day whose facts are new to it; None: all are.
        today: the local day of the pass.
    """

    since: dt.date | None
    today: dt.date


Step = Callable[[Ground, Ready, Reach], Iterable[Planned]]
"""Reads what it needs, and says what it wants of which page; changes nothing itself."""


def carried_out(ground: Ground, steps: Iterable[Step], reach: Reach, *, dry_run: bool = False, asked: bool = False) -> Reflection:
    """Carry out some steps, in order; a dry run does the same to a copy in memory. `asked`: a person asked for just this."""
    stage = rehearsal(ground) if dry_run else ground
    done = NOTHING
    try:
        for step in steps:
            for planned in stage.ask(lambda ready, step=step: list(step(stage, ready, reach)), most=None):  # type: ignore[misc]
                done += carry_out(stage, planned, exact=dry_run, asked=asked)
    finally:
        if dry_run:
            stage.keeper.close()
    return done


def carry_out(ground: Ground, planned: Planned, *, exact: bool = False, asked: bool = True) -> Reflection:
    """Change one page as planned, and say what was done; `exact`: with its diff; `asked`: a read-only page as well."""
    decided: list[Decided] = []

    def decide(data: bytes | None) -> Edit | None:
        decided.append(planned.decide(data))
        if decided[-1].edit is not None and not asked:
            refuse_read_only(planned.path, data, ground.header)
        return decided[-1].edit

    try:
        changed = ground.workspace.change(planned.path, decide)
    except (EditConflict, Busy, DiskFailed, PathRefused) as failure:
        return Reflection(refused=(Refused(planned.path, str(failure)),))
    if changed is None:
        return Reflection(refused=decided[-1].report.refused)
    diff = diff_of(planned.path, changed.before, changed.after) if exact else ""
    kind = "create" if changed.before is None else "change"
    return Reflection(edits=(Change(planned.path, kind, planned.reason, diff),)) + decided[-1].report
