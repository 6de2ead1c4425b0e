"""What an audit found, and what was forgotten → JSON, and → text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dayleaf.doors.reply import reflection
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.doors.reply.terminal import Look, safe

if TYPE_CHECKING:
    from dayleaf.core.dream.proof import Audit
    from dayleaf.shell.forgetting import Forgotten


def audit(found: Audit) -> Answer:
    """The proof."""
    return {
        "schema": SCHEMA,
        "ok": found.ok,
        "active": found.active,
        "archived": found.archived,
        "vanished": list(found.vanished),
        "chains_broken": list(found.broken),
        "settled": not found.unsettled,
        "findings": list(found.findings),
    }


def audit_text(found: Audit, look: Look) -> str:
    """The proof, in a few lines."""
    lines = [look.own(f"{found.active} active, {found.archived} put away: {'nothing vanished' if found.ok else 'something is wrong'}")]
    lines += [look.paint(f"vanished  {safe(id)}", "red") for id in found.vanished]
    lines += [look.paint(f"merged into nothing  {safe(id)}", "red") for id in found.broken]
    lines += [look.wrap(f"- {finding}", "  ") for finding in found.findings]
    return "\n".join(lines)


def forgotten(found: Forgotten) -> Answer:
    """What was forgotten, and what was changed for it."""
    done = reflection.json(found.done)
    facts = [{"id": fact.id, "source": str(fact.source), "content": fact.text} for fact in found.facts]
    return {"schema": SCHEMA, "forgotten": facts, "edits": done["edits"], "refused": done["refused"]}


def forgotten_text(found: Forgotten, look: Look, *, dry_run: bool = False) -> str:
    """The same for people."""
    said = "would be forgotten" if dry_run else "forgotten"
    lines = [f"{look.own(said)}  {safe(fact.id)}  {look.paint(safe(str(fact.source)), 'dim')}" for fact in found.facts]
    return "\n".join((*lines, reflection.text(found.done, look, dry_run=dry_run)))
