"""Values of the tiers → text for people at a terminal; as `doors.reply.text`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dayleaf.core.context.clock import lasting, sized
from dayleaf.doors.reply.terminal import Look, safe

if TYPE_CHECKING:
    from dayleaf.core.context.sections import Context
    from dayleaf.core.working import Listed, Piece
    from dayleaf.shell.turning import Ended
    from dayleaf.shell.working import Got, Put


def context(found: Context, look: Look) -> str:  # noqa: ARG001 what goes into a model is the same everywhere
    """The text itself: what is printed is what is put into the turn."""
    return safe(found.text)


def ended(done: Ended, look: Look) -> str:
    """Which turn ended, and whether it was written down."""
    kept = "written to the conversation log" if done.logged else "not written down"
    return look.own(f"turn {done.turn.number} of {safe(done.session)} ended, {kept}")


def inventory(slots: Sequence[Listed], look: Look) -> str:
    """A line each."""
    if not slots:
        return look.own("Working memory is empty here.")
    return "\n".join(slot(listed, look) for listed in slots)


def slot(listed: Listed, look: Look) -> str:
    """The absolute key; dim what is known of it."""
    parts = [safe(listed.category or ""), sized(listed.size), f"expires in {lasting(listed.expires_in)}"]
    return f"{safe(listed.address)}  {look.paint(look.own(' · ').join(part for part in parts if part), 'dim')}"


def put(done: Put, look: Look) -> str:
    """The slot, and the pieces of a large text."""
    return "\n".join((slot(done.slot, look), *(piece(one, look) for one in done.pieces)))


def got(found: Got, look: Look) -> str:
    """The value as it is; of a search the lines with their numbers."""
    if found.found:
        return "\n".join(f"{look.paint(f'{line.number:>6}', 'dim')}  {safe(line.text)}" for line in found.found)
    return safe(found.value)


def pieces(found: Sequence[Piece], look: Look) -> str:
    """A line each."""
    return "\n".join(piece(one, look) for one in found)


def piece(one: Piece, look: Look) -> str:
    """Number, title, lines."""
    lines = f"lines {one.first}-{one.last}" if one.last > one.first else f"line {one.first}"
    return f"{one.number:>4}  {safe(one.title)}  {look.paint(look.own(f'{lines} · {one.end - one.start:,} characters'), 'dim')}"
