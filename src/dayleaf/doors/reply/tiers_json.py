"""Values of the tiers → JSON objects: a turn's context, working memory; as `doors.reply.json`, whose rules hold here too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dayleaf.doors.reply.json import SCHEMA, Answer

if TYPE_CHECKING:
    from dayleaf.core.context.sections import Context, Item
    from dayleaf.core.working import Listed, Piece
    from dayleaf.shell.turning import Ended
    from dayleaf.shell.working import Got, Put


def context(found: Context) -> Answer:
    """What to put into the next turn."""
    return {
        "schema": SCHEMA,
        "session": found.session,
        "turn": found.turn,
        "now": found.now.isoformat(timespec="seconds"),
        "budget": found.budget,
        "tokens": found.tokens,
        "form": found.form,
        "text": found.text,
        "sections": [
            {"name": section.name, "tokens": section.tokens, "text": section.text, "items": [_item(item) for item in section.items]}
            for section in found.sections
        ],
        "grounded": found.grounded,
        "left_out": found.left_out,
        "stale": found.stale,
        "notes": list(found.notes),
    }


def _item(item: Item) -> Answer:
    """An entry; what it has not is left out."""
    known: dict[str, object] = {
        "id": item.id,
        "key": item.key,
        "source": item.source,
        "about": item.cites,
        "category": item.category,
        "expires_in": None if item.expires_in is None else round(item.expires_in, 3),
        "size": item.size,
    }
    said = {name: value for name, value in known.items() if value is not None} | dict(item.traits)
    return said | ({"trust": "untrusted"} if item.untrusted else {}) | {"content": item.content}


def ended(done: Ended) -> Answer:
    """What ending a turn did."""
    return {"schema": SCHEMA, "session": done.session, "turn": done.turn.number, "logged": done.logged, "notes": list(done.notes)}


def inventory(slots: Iterable[Listed]) -> Answer:
    """The slots, never their values."""
    return {"schema": SCHEMA, "slots": [slot(listed) for listed in slots]}


def slot(listed: Listed) -> Answer:
    """One slot: seconds left, bytes."""
    return {
        "namespace": listed.namespace,
        "key": listed.key,
        "category": listed.category,
        "expires_in": round(listed.expires_in, 3),
        "size": listed.size,
    }


def put(done: Put) -> Answer:
    """What was put, and the index of its pieces if it is large."""
    return {"schema": SCHEMA, "slot": slot(done.slot), "pieces": [piece(one) for one in done.pieces]}


def got(found: Got) -> Answer:
    """A value or a part of it."""
    return {
        "schema": SCHEMA,
        "slot": slot(found.slot),
        "lines": found.lines,
        "first": found.first,
        "last": found.last,
        "value": found.value,
        "found": [{"line": line.number, "text": line.text} for line in found.found],
    }


def pieces(found: Iterable[Piece]) -> Answer:
    """The index of a large text."""
    return {"schema": SCHEMA, "pieces": [piece(one) for one in found]}


def piece(one: Piece) -> Answer:
    """One piece: its title and lines."""
    return {"number": one.number, "title": one.title, "first": one.first, "last": one.last, "characters": one.end - one.start}
