"""What a session was told, handed from one process to the next: digests in working memory, for an hour at most."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime

from dayleaf.core.conversation import Conversation, Told
from dayleaf.core.errors import Busy, DiskFailed, UsageError
from dayleaf.core.working import Room, Slot
from dayleaf.shell.tiers import Seen, Tiers

NAMESPACE = ".told"
"""Where it lies: a name no caller can read or write."""

MOST = 300
"""Facts carried, the newest; older ones may be told again."""

_ROOM = Room(slots=1000, bytes=64 << 20)


def carried(tiers: Tiers, session: str, now: datetime, notes: list[str]) -> Conversation | None:
    """The session as another process left it: what it was told and its turn's number; what was said is not kept."""
    if (here := tiers.session(session, now)) is not None:
        return here
    try:
        slot = tiers.working.get(NAMESPACE, session, now)
    except (Busy, DiskFailed) as failure:
        notes.append(str(failure))
        return None
    return None if slot is None else _read(tiers, session, slot.value, now, notes)


def carry(tiers: Tiers, conversation: Conversation, now: datetime, notes: list[str]) -> None:
    """Keep it for the next process."""
    seen = tiers.seen(conversation.session)
    value = {
        "number": conversation.number,
        "open": conversation.open,
        "seen": conversation.last_seen.isoformat(),
        "asked": conversation.asked,
        "asked_at": conversation.asked_at.isoformat(),
        "told": [_line(told) for told in list(conversation.told.values())[-MOST:]],
        "day": None if seen is None else seen.day.isoformat(),
        "pages": [] if seen is None else sorted(seen.pages),
        "before": [_line(told) for told in list(conversation.before.values())[-MOST:]],
    }
    slot = Slot(NAMESPACE, conversation.session, json.dumps(value, separators=(",", ":")), None, now + tiers.settings.limits.idle)
    try:
        tiers.working.put(slot, now, _ROOM)
    except (Busy, DiskFailed, UsageError) as failure:
        notes.append(f"what was told is not kept for the next call: {failure}")


def _line(told: Told) -> list[object]:
    return [told.id, told.hash, told.path, told.line, told.past, sorted(told.words), sorted(told.lines), sorted(told.slots)]


def _read(tiers: Tiers, session: str, text: str, now: datetime, notes: list[str]) -> Conversation | None:
    try:
        value = json.loads(text)
        found = Conversation(
            session,
            told=_told(value["told"]),
            number=value["number"],
            open=value["open"],
            last_seen=datetime.fromisoformat(value["seen"]),
            before=_told(value["before"]),
            asked=value["asked"],
            asked_at=datetime.fromisoformat(value["asked_at"]),
        )
        seen = Seen(date.fromisoformat(value["day"]), frozenset(value["pages"])) if value["day"] else None
    except (ValueError, KeyError, TypeError):
        notes.append("what the session was told could not be read; it may be told again")
        return None
    tiers.keep(found, now, seen)
    return found


def _told(lines: list[list[object]]) -> Mapping[str, Told]:
    found: dict[str, Told] = {}
    for id, hash, path, line, past, words, quoted, slots in lines:
        sets = [frozenset(some) for some in (words, quoted, slots) if isinstance(some, list)]
        if len(sets) == 3 and isinstance(hash, int) and isinstance(line, int):
            found[str(id)] = Told(str(id), hash, str(path), line, bool(past), *sets)
    return found
