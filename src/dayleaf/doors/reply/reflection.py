"""A Reflection → JSON, and → text for people: what changed, and why."""

from __future__ import annotations

from dayleaf.core.reflection import Proposal, Reflection, Shift
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.doors.reply.terminal import Look, safe


def json(done: Reflection) -> Answer:
    """What a pass did, or would do."""
    return {
        "schema": SCHEMA,
        "edits": [
            {"path": edit.path, "kind": edit.kind, "reason": edit.reason} | ({"diff": edit.diff} if edit.diff else {})
            for edit in done.edits
        ],
        "shifts": [{"opinion": shift.opinion, **shift_of(shift)} for shift in done.shifts],
        "merged": [{"into": merged.into, "from": list(merged.parts)} for merged in done.merged],
        "retired": [retired._asdict() for retired in done.retired],
        "inferred": [
            {"fact": inferred.fact, "evidence": list(inferred.evidence)} | ({"why": inferred.why} if inferred.why else {})
            for inferred in done.inferred
        ],
        "proposals": [proposal_of(proposal) for proposal in done.proposals],
        "refused": [refused._asdict() for refused in done.refused],
    }


def shift_of(shift: Shift) -> Answer:
    """One move of a belief; `because` is null when somebody set it by hand."""
    because = shift.because
    return {
        "before": round(shift.before, 4),
        "after": round(shift.after, 4),
        "on": shift.on.isoformat() if shift.on else None,
        "because": because._asdict() if because.fact else None,
        "why": shift.why,
    }


def proposal_of(proposal: Proposal) -> Answer:
    """One proposal."""
    return {**proposal._asdict(), "facts": list(proposal.facts)}


def text(done: Reflection, look: Look, *, dry_run: bool = False) -> str:
    """What changed and why, in a few lines; of a dry run the exact diffs."""
    if not done:
        return look.own("Nothing to do: everything is as it should be.")
    lines: list[str] = []
    for edit in done.edits:
        lines.append(f"{look.paint(safe(edit.path), 'bold')}  {look.paint(safe(edit.reason), 'dim')}")
        lines += [diff_line(line, look) for line in edit.diff.split("\n")] if dry_run and edit.diff else []
    lines += [moved(shift, look) for shift in done.shifts]
    lines += [look.own(f"merged   {safe(', '.join(merged.parts))} → {safe(merged.into)}") for merged in done.merged]
    lines += [f"retired  {safe(one.fact)}  {look.wrap(one.reason, '         ')}" for one in done.retired]
    lines += [f"inferred {safe(one.fact)}  {safe(one.why)}  {look.paint(safe(', '.join(one.evidence)), 'dim')}" for one in done.inferred]
    lines += [f"proposed {safe(one.id)}  {look.wrap(one.reason, '         ')}" for one in done.proposals]
    lines += [look.paint(f"not done {look.wrap(f'{one.what}: {one.why}', '         ')}", "yellow") for one in done.refused]
    return "\n".join(lines)


def moved(shift: Shift, look: Look) -> str:
    """A move on one line, its reason below it."""
    way = "set" if not shift.because.fact else "up " if shift.after >= shift.before else "down"
    head = look.own(f"{way:<4} {shift.before:.2f} → {shift.after:.2f}  {shift.on or ''}")
    return f"{head}  {look.wrap(shift.why, '       ')}"


def diff_line(line: str, look: Look) -> str:
    """A line of a diff, coloured as it is usual."""
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return look.paint(safe(line), colour) if colour else safe(line)
