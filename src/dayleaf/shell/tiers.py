"""What an agent's turns stand on besides the workspace: sessions in RAM, working memory, the conversation log, their limits."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple

from dayleaf.core.conversation import Conversation, Limits, Told, kept
from dayleaf.core.errors import Unavailable
from dayleaf.core.listing import Shelved
from dayleaf.core.working import DEFAULT_TTL, Room
from dayleaf.ports import ConversationLog, WorkingMemory
from dayleaf.shell.ground import Ground


class Seen(NamedTuple):
    """With what a session's facts were last compared.

    Attributes:
        day: on which day.
        pages: 48 bits of the digest of each page.
        shelf: the index's list of pages itself, which stays the same object as long as nothing is written; None if another
            process compared.
    """

    day: dt.date
    pages: frozenset[int]
    shelf: Mapping[str, Shelved] | None = None


def seen_now(shelf: Mapping[str, Shelved], day: dt.date, before: Seen | None) -> Seen:
    """With what they are compared now; `before` itself if that is the same."""
    if before is not None and before.day == day and before.shelf is shelf:
        return before
    return Seen(day, frozenset(map(_mark, shelf.values())), shelf)


def changed_since(before: Seen | None, shelf: Mapping[str, Shelved], day: dt.date, told: Mapping[str, Told]) -> frozenset[str] | None:
    """The pages that may say something else than before, or are gone; None: all may, or another day has come."""
    if before is None or before.day != day:
        return None
    gone = {known.path for known in told.values()} - shelf.keys()
    return frozenset(gone | {path for path, shelved in shelf.items() if _mark(shelved) not in before.pages})


def _mark(shelved: Shelved) -> int:
    return int.from_bytes(shelved.digest[:6], "big")


_STRIPES = 64
"""Locks that sessions share, so that turns of different sessions seldom wait for each other."""


@dataclass(frozen=True, slots=True)
class Tiering:
    """The settings of turns.

    Attributes:
        limits: of sessions.
        room: of working memory.
        ttl: seconds a slot lives by default.
        k: facts recalled for a turn at most.
        budget: tokens of a context.
        days: days the conversation log is kept.
    """

    limits: Limits = field(default_factory=Limits)
    room: Room = field(default_factory=Room)
    ttl: float = DEFAULT_TTL
    k: int = 8
    budget: int = 4000
    days: int = 30


class Tiers:
    """One for each open memory and all its copies at other moments. Safe to use from several threads.

    Args:
        working: tier three.
        log: where turns are written down; None: nowhere.
        settings: the limits.
    """

    def __init__(self, working: WorkingMemory, log: ConversationLog | None, settings: Tiering) -> None:
        self.working = working
        self.log = log
        self.settings = settings
        self._sessions: dict[str, Conversation] = {}
        self._seen: dict[str, Seen] = {}
        self._lock = threading.Lock()
        self._turns = tuple(threading.RLock() for _ in range(_STRIPES))
        self.retired: dt.date | None = None
        """The day on which old logs were last looked for."""

    def turning(self, session: str) -> AbstractContextManager[bool]:
        """Inside, nobody else changes this session (nor a few others that share its lock)."""
        return self._turns[hash(session) % _STRIPES]

    def session(self, session: str, now: dt.datetime) -> Conversation | None:
        """A session, unless it is unknown or idle for too long."""
        with self._lock:
            found = self._sessions.get(session)
        return None if found is None or found.idle(now, self.settings.limits) else found

    def keep(self, conversation: Conversation, now: dt.datetime, seen: Seen | None = None) -> None:
        """Put a session back, changed; others that are idle, or too many, go."""
        with self._lock:
            self._sessions[conversation.session] = conversation
            if seen is not None:
                self._seen[conversation.session] = seen
            self._sessions = kept(self._sessions, now, self.settings.limits)
            for gone in self._seen.keys() - self._sessions.keys():
                del self._seen[gone]

    def seen(self, session: str) -> Seen | None:
        """When this session's facts were last compared with the index."""
        with self._lock:
            return self._seen.get(session)

    def sessions(self, now: dt.datetime) -> tuple[Conversation, ...]:
        """The sessions that live, by id."""
        with self._lock:
            self._sessions = kept(self._sessions, now, self.settings.limits)
            return tuple(self._sessions[id] for id in sorted(self._sessions))

    def close(self) -> None:
        """Let go of files."""
        self.working.close()


def tiers_of(ground: Ground) -> Tiers:
    """The tiers of a memory.

    Raises:
        Unavailable: it was made without.
    """
    if ground.tiers is None:
        raise Unavailable("this memory was made without working memory and sessions", hint="open it with Memory.open")
    return ground.tiers()
