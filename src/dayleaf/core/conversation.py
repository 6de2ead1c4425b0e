"""Tier one, conversation memory: the last turns of a session and what it was told; a state machine that knows no clock.

    begun ──► a turn is open ──► ended ──► … ──► idle for an hour: gone

A turn is one message of the user and all that follows until the next. The window drops the oldest turns silently. What was
told is kept as digests (fact id → content hash), never as text, so that what is forgotten leaves nothing here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dayleaf.core.digest import blake2b
from dayleaf.core.errors import UsageError
from dayleaf.core.page.pieces import unbroken

ROLES = ("user", "assistant", "tool", "system")

RETRY = dt.timedelta(seconds=10)
"""The same message again so soon, in a turn that has not ended, is the same turn: the model never saw the first answer."""


_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept.

    Attributes:
        turns: of a session.
        idle: after so long without a sign a session is gone.
        sessions: at most so many; the one silent longest gives way.
        message: characters of a message kept at most; its end is cut off.
        letters: characters of a session's window at most; the oldest turns give way.
        told: facts a session is known to have been told at most; the oldest give way, and may be told again.
    """

    turns: int = 50
    idle: dt.timedelta = dt.timedelta(hours=1)
    sessions: int = 1000
    message: int = 16_000
    letters: int = 400_000
    told: int = 2000


@dataclass(frozen=True, slots=True)
class Message:
    """Who said what, and when: `role` is `user`, `assistant`, `tool` or `system`."""

    role: str
    text: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange: its number in the session, from 1, and its messages."""

    number: int
    messages: tuple[Message, ...]

    @property
    def letters(self) -> int:
        """Characters of all messages."""
        return sum(len(message.text) for message in self.messages)


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a session was told it.

    Attributes:
        id: the fact's.
        hash: over what was told of it.
        path, line: where it stood.
        past: whether it was told as something that was true once.
        words: digests of its terms, to know an edited fact again.
        lines: digests of the lines quoted, of a passage.
        slots: what a fact that may replace it is filed under in the index (see `core.truth.sought_by`).
    """

    id: str
    hash: int
    path: str
    line: int
    past: bool = False
    words: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session as it stands.

    Attributes:
        session: its id.
        turns: the window, oldest first.
        told: what it was told, by fact id, oldest first.
        number: turns begun so far.
        open: whether the last turn has not ended.
        last_seen: when anything of it was last heard.
        before: `told` as it was before the open turn, for a retry.
        asked, asked_at: a digest of the message that opened the last turn, and when.
    """

    session: str
    turns: tuple[Turn, ...] = ()
    told: Mapping[str, Told] = field(default_factory=dict)
    number: int = 0
    open: bool = False
    last_seen: dt.datetime = _NEVER
    before: Mapping[str, Told] = field(default_factory=dict)
    asked: int = 0
    asked_at: dt.datetime = _NEVER

    def idle(self, now: dt.datetime, limits: Limits) -> bool:
        """Whether it is gone by now."""
        return now - self.last_seen >= limits.idle


def begun(found: Conversation | None, session: str, message: str, now: dt.datetime, limits: Limits) -> Conversation:
    """The session after the user said something; a new one if there was none, or none any more.

    Args:
        found: the session, if it is known.
        session: its id.
        message: what the user said, secrets taken out.
        now: the moment.
        limits: how much is kept.
    """
    if found is None or found.idle(now, limits):
        found = Conversation(session)
    said = Message("user", shortened(message, limits), now)
    asked = digest(message)
    if found.open and found.asked == asked and now - found.asked_at <= RETRY:
        return replace(found, told=found.before, last_seen=now)
    number = found.number + 1
    turns = _window((*found.turns, Turn(number, (said,))), limits)
    return replace(found, turns=turns, number=number, open=True, last_seen=now, before=found.told, asked=asked, asked_at=now)


def ended(
    found: Conversation | None, session: str, said: Sequence[tuple[str, str]], now: dt.datetime, limits: Limits
) -> tuple[Conversation, Turn]:
    """The session after its turn ended with these messages (role, text), and that turn; without a turn begun, one of these alone.

    Raises:
        UsageError: a role is unknown.
    """
    for role, _ in said:
        if role not in ROLES:
            raise UsageError(f"there is no role {role!r}", hint=f"roles are {', '.join(ROLES)}")
    if found is None or found.idle(now, limits):
        found = Conversation(session)
    messages = tuple(Message(role, shortened(text, limits), now) for role, text in said)
    if found.open and found.turns:
        turn = replace(found.turns[-1], messages=(*found.turns[-1].messages, *messages))
        turns = (*found.turns[:-1], turn)
        number = found.number
    else:
        number = max(found.number, 1)
        turn = Turn(number, messages)
        turns = (*found.turns, turn)
    return replace(found, turns=_window(turns, limits), number=number, open=False, last_seen=now), turn


def told(found: Conversation, facts: Iterable[Told], gone: Iterable[str], limits: Limits) -> Conversation:
    """The session after it was told these facts, and that others are not so any more."""
    known = dict(found.told)
    for id in gone:
        known.pop(id, None)
    for fact in facts:
        known.pop(fact.id, None)  # told anew: it counts as the newest
        known[fact.id] = fact
    for id in list(known)[: max(len(known) - limits.told, 0)]:
        del known[id]
    return replace(found, told=known)


def compacted(found: Conversation) -> Conversation:
    """The session after its model lost what it had in context: everything may be told again."""
    return replace(found, told={}, before={})


def kept(all: Mapping[str, Conversation], now: dt.datetime, limits: Limits) -> dict[str, Conversation]:
    """The sessions that stay: idle ones go, and beyond the limit those silent longest."""
    living = {id: one for id, one in all.items() if not one.idle(now, limits)}
    for one in sorted(living.values(), key=lambda one: (one.last_seen, one.session))[: max(len(living) - limits.sessions, 0)]:
        del living[one.session]
    return living


def digest(*parts: object) -> int:
    """48 bits that stand for these parts."""
    text = "\x00".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")


def shortened(text: str, limits: Limits) -> str:
    """A message as it is kept."""
    if len(text) <= limits.message:
        return text
    return text[: unbroken(text, limits.message)] + " […]"


def _window(turns: Sequence[Turn], limits: Limits) -> tuple[Turn, ...]:
    inside = list(turns[-limits.turns :])
    letters = sum(turn.letters for turn in inside)
    while len(inside) > 1 and letters > limits.letters:
        letters -= inside.pop(0).letters
    return tuple(inside)
