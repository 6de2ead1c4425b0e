"""Proposals → JSON, and → text for people."""

from __future__ import annotations

from collections.abc import Sequence

from dayleaf.core.reflect.waiting import Waiting
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.doors.reply.reflection import diff_line, proposal_of
from dayleaf.doors.reply.terminal import Look, safe


def json(found: Sequence[Waiting]) -> Answer:
    """Proposals, each with its state."""
    return {
        "schema": SCHEMA,
        "proposals": [{**proposal_of(one.proposal), "state": one.state, "decided": one.on or None} for one in found],
    }


def text(found: Sequence[Waiting], look: Look) -> str:
    """A line each: its id, the page, why."""
    if not found:
        return look.own("Nothing waits for you.")
    return "\n".join(_brief(one, look) for one in found)


def one(found: Waiting, look: Look) -> str:
    """One proposal with its diff."""
    return "\n".join((_brief(found, look), "", *(diff_line(line, look) for line in found.proposal.diff.split("\n"))))


def _brief(found: Waiting, look: Look) -> str:
    state = "" if found.state == "open" else f" {look.paint(safe(f'{found.state} {found.on}'.strip()), 'dim')}"
    head = f"{look.paint(safe(found.proposal.id), 'bold')}  {safe(found.proposal.path)}{state}"
    return f"{head}\n          {look.wrap(found.proposal.reason, '          ')}"
