"""Opinions → JSON, and → text for people: how sure, what speaks for it and against it, how it moved."""

from __future__ import annotations

from collections.abc import Sequence

from dayleaf.core.opinion.values import Evidence, Opinion
from dayleaf.core.reflection import Shift
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.doors.reply.reflection import moved, shift_of
from dayleaf.doors.reply.terminal import Look, safe

_WIDTH = 10
"""Characters of the bar that shows a confidence."""


def json(found: Sequence[Opinion]) -> Answer:
    """Opinions with their evidence."""
    return {"schema": SCHEMA, "opinions": [opinion_of(one) for one in found]}


def opinion_of(one: Opinion) -> Answer:
    """One opinion."""
    return {
        "id": one.id,
        "statement": one.statement,
        "confidence": round(one.confidence, 4),
        "entities": list(one.entities),
        "last_updated": one.last_updated.isoformat() if one.last_updated else None,
        "source": str(one.source),
        "evidence": [
            {
                "fact": item.fact,
                "stance": item.stance,
                "source": str(item.source or ""),
                "quote": item.quote,
                "weight": item.weight,
                "on": item.on.isoformat(),
                "force": item.force,
            }
            for item in one.evidence
        ],
        "rivals": list(one.rivals),
        "superseded_by": one.superseded_by,
    }


def shifts(found: Sequence[Shift]) -> Answer:
    """How an opinion moved."""
    return {"schema": SCHEMA, "shifts": [shift_of(shift) for shift in found]}


def text(found: Sequence[Opinion], look: Look) -> str:
    """Two lines each: how sure and what; whom it is about, what speaks for and against it, its id."""
    if not found:
        return look.own("No opinions yet. A bullet such as `- O(c=0.8) @Peter: Prefers tea.` is one.")
    return "\n".join(_brief(one, look) for one in found)


def one(found: Opinion, look: Look) -> str:
    """The opinion, then every piece of evidence, oldest first."""
    lines = [_brief(found, look), ""]
    lines += [_testimony(item, look) for item in found.evidence] or [look.own("      nothing speaks for or against it yet")]
    if found.rivals:
        lines += ["", look.own(f"      rivals: {safe(', '.join(found.rivals))}")]
    return "\n".join(lines)


def path(found: Opinion, moves: Sequence[Shift], look: Look) -> str:
    """The opinion, then every move."""
    lines = [_brief(found, look), ""]
    return "\n".join((*lines, *(moved(shift, look) for shift in moves))) if moves else "\n".join((*lines, look.own("      it never moved")))


def _brief(found: Opinion, look: Look) -> str:
    full = round(found.confidence * _WIDTH)
    bar = ("█" * full + "░" * (_WIDTH - full)) if look.glyphs else "#" * full + "." * (_WIDTH - full)
    head = f"{found.confidence:.2f}  {look.paint(bar, 'cyan')}  "
    indent = " " * 6
    count = {stance: sum(item.stance == stance for item in found.evidence) for stance in ("supports", "contradicts")}
    parts = [", ".join(found.entities)] if found.entities else []
    parts += [f"{count['supports']} for, {count['contradicts']} against"] if found.evidence else []
    parts += [f"since {found.last_updated}"] if found.last_updated else []
    parts += [str(found.source), found.id] + ["past"] * (found.superseded_by is not None)
    detail = look.paint(look.own(" · ").join(map(safe, parts)), "dim")
    return f"{head}{look.wrap(found.statement, ' ' * 18)}\n{indent}{detail}"


def _testimony(item: Evidence, look: Look) -> str:
    sign, colour = ("+", "green") if item.stance == "supports" else ("-", "red")
    force = f" {item.force}" if item.force else ""
    where = look.paint(safe(f"{item.source or ''}{force} {item.weight:.2f}".strip()), "dim")
    return f"  {look.paint(sign, colour)} {item.on}  {look.wrap(item.quote, ' ' * 16)}\n{' ' * 16}{where}"
