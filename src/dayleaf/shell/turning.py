"""An agent's turn: what goes into it, what of it is written down, and what the session is known to have been told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from dayleaf.core import conversation as talk
from dayleaf.core import tokens
from dayleaf.core.context.assemble import assemble
from dayleaf.core.context.clock import lasting, said, sized
from dayleaf.core.context.delta import Change, corrected_item
from dayleaf.core.context.marker import without_injected
from dayleaf.core.context.pages import page_text
from dayleaf.core.context.render import form_of
from dayleaf.core.context.sections import Context, Item
from dayleaf.core.conversation import Conversation, Message, Turn
from dayleaf.core.errors import Busy, DiskFailed
from dayleaf.core.secrets import without_secrets
from dayleaf.core.working import Listed, session_namespace
from dayleaf.shell import ledger
from dayleaf.shell.core_pages import Core
from dayleaf.shell.gathering import Gathered, Wanted, gather
from dayleaf.shell.ground import Ground
from dayleaf.shell.tiers import Tiers, tiers_of

MOST_SLOTS = 40
"""Slots of a section listed at most; the inventory knows the others."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What `end_turn` did: the turn as the session keeps it, and whether it was written to the conversation log."""

    session: str
    turn: Turn
    logged: bool
    notes: tuple[str, ...] = ()


class _Wish(NamedTuple):
    """How a context is wanted: see `Turning.begin`."""

    budget: int
    k: int
    form: str
    conversation: bool
    carry: bool


class Turning:
    """The turns of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def begin(
        self,
        session: str,
        message: str,
        *,
        budget: int | None = None,
        k: int | None = None,
        form: str = "markdown",
        conversation: bool = True,
        carry: bool = False,
    ) -> Context:
        """Begin a turn: what to put into it, within a budget.

        The same message again within ten seconds, before the turn ended, is the same turn and gets the same context.

        Args:
            session: the host's id of the conversation; `session/ID` means the same.
            message: what the user said; may be empty.
            budget: tokens of the whole text at most, 1 or more; by default the setting `context_budget`.
            k: facts recalled at most; by default the setting `context_k`.
            form: the rendering: `markdown`, `xml` or `json`.
            conversation: whether the last turns are repeated; hosts that keep them themselves say no.
            carry: keep what was told on disk for other processes, for an hour at most; else it stays in this process.

        Raises:
            UsageError: an argument makes no sense.
        """
        tiers = tiers_of(self._ground)
        if budget is None:
            budget = tiers.settings.budget
        session_namespace(session)
        with tiers.turning(_id(session)):
            wish = _Wish(budget, tiers.settings.k if k is None else k, form, conversation=conversation, carry=carry)
            return self._begun(tiers, session, message, wish)

    def _begun(self, tiers: Tiers, session: str, message: str, wish: _Wish) -> Context:
        now, space, id, form = self._ground.clock.now(), session_namespace(session), _id(session), form_of(wish.form)
        budget, k, conversation, carry = wish.budget, wish.k, wish.conversation, wish.carry
        notes: list[str] = []
        heard = _heard(message, notes)
        found = ledger.carried(tiers, id, now, notes) if carry else tiers.session(id, now)
        begun = talk.begun(found, id, heard, now, tiers.settings.limits)
        fresh = found is None or begun.number != found.number
        if fresh:
            notes += self._left_open(tiers, found, begun, now, carry=carry)
        pages = Core(self._ground).show()
        wanted = Wanted(heard, k, budget, first=begun.number == 1, pages=pages, seen=tiers.seen(id))
        gathered = gather(self._ground, begun.told, wanted, now)
        entries = {
            "core": [Item(text, source=page.path) for page in pages if (text := page_text(page.text))],
            "recalled": [item for item, _ in gathered.recalled],
            "corrected": [corrected_item(correction) for correction in gathered.corrections],
            "conversation": _said_before(begun) if conversation else [],
            "clock": [Item(said(now))],
            **_slots(tiers, space, now, notes),
        }
        made = assemble(entries, form, budget, id, begun.number)
        notes += [f"{path} is longer than its share of the budget; this is its beginning" for path in made.cut]
        after = _told(begun, gathered, {section.name: section.items for section in made.sections}, tiers)
        tiers.keep(after, now, gathered.seen)
        if carry:
            ledger.carry(tiers, after, now, notes)
        return Context(
            session=id,
            turn=after.number,
            tokens=tokens.count(made.text),
            text=made.text,
            sections=made.sections,
            budget=budget,
            now=now,
            form=wish.form,
            grounded=gathered.grounded and any(section.name == "recalled" for section in made.sections),
            left_out=made.left_out + gathered.left_out,
            stale=gathered.stale,
            notes=(*gathered.notes, *notes),
        )

    def end(self, session: str, reply: str = "", *, messages: Sequence[tuple[str, str]] = (), carry: bool = False) -> Ended:
        """End a turn: keep the reply in the session, and write the turn to the conversation log.

        What was injected from memory is taken out of every text, and so are secrets.

        Args:
            session: as given to `begin`.
            reply: what the assistant said.
            messages: what else was said before the reply, as (role, text): `tool`, `system`, `user` or `assistant`.
            carry: as given to `begin`.

        Raises:
            UsageError: a role is unknown.
        """
        tiers, now = tiers_of(self._ground), self._ground.clock.now()
        session_namespace(session)
        id = _id(session)
        notes: list[str] = []
        heard = [(role, _heard(text, notes)) for role, text in (*messages, ("assistant", reply))]
        heard = [(role, text) for role, text in heard if text]
        with tiers.turning(id):
            found = ledger.carried(tiers, id, now, notes) if carry else tiers.session(id, now)
            after, turn = talk.ended(found, id, heard, now, tiers.settings.limits)
            tiers.keep(after, now)
            if carry:
                ledger.carry(tiers, after, now, notes)
            logged = self._log(tiers, id, turn, now, notes)
        return Ended(id, turn, logged, tuple(notes))

    def compacted(self, session: str, *, carry: bool = False) -> None:
        """Note that the session's model lost its context: whatever it was told may be told again."""
        tiers, now = tiers_of(self._ground), self._ground.clock.now()
        id = _id(session)
        notes: list[str] = []
        with tiers.turning(id):
            found = ledger.carried(tiers, id, now, notes) if carry else tiers.session(id, now)
            if found is not None:
                tiers.keep(talk.compacted(found), now)
                if carry:
                    ledger.carry(tiers, talk.compacted(found), now, notes)

    def conversation(self, session: str) -> Conversation | None:
        """A session as this process knows it; None if it is unknown, or idle for too long."""
        return tiers_of(self._ground).session(_id(session), self._ground.clock.now())

    def _left_open(self, tiers: Tiers, found: Conversation | None, begun: Conversation, now: datetime, *, carry: bool) -> list[str]:
        """Write down a message that no reply ended; of a process that ends with this call, the message that begins."""
        notes: list[str] = []
        if carry:
            self._log(tiers, begun.session, begun.turns[-1], now, notes)
        elif found is not None and found.open and found.turns:
            self._log(tiers, found.session, found.turns[-1], now, notes)
        return notes

    def _log(self, tiers: Tiers, session: str, turn: Turn, now: datetime, notes: list[str]) -> bool:
        if tiers.log is None or not turn.messages:
            return False
        try:
            for message in turn.messages:
                tiers.log.append(message.at.date(), [_line(session, turn.number, message)])
            if tiers.retired != now.date():
                tiers.log.retire(now.date() - timedelta(days=tiers.settings.days))
                tiers.retired = now.date()
        except DiskFailed as failure:
            notes.append(failure.message)
            return False
        return True


def _line(session: str, turn: int, message: Message) -> bytes:
    line = {"session": session, "turn": turn, "role": message.role, "at": message.at.isoformat(timespec="seconds"), "text": message.text}
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _id(session: str) -> str:
    return session.removeprefix("session/").strip()


def _heard(text: str, notes: list[str]) -> str:
    """A text as it may be kept: without what was injected from memory, without secrets; says so if there was one."""
    own = without_injected(text).strip()
    plain = without_secrets(own)
    if plain != own:
        notes.append("a key, password or number of a card was taken out of the text; it is kept nowhere")
    return plain


def _said_before(begun: Conversation) -> list[Item]:
    """What was said before the turn that begins."""
    said_so_far = [message for turn in begun.turns if turn.number < begun.number for message in turn.messages]
    return [
        Item(message.text, traits=(("role", message.role), ("at", message.at.isoformat(timespec="minutes")))) for message in said_so_far
    ]


def _slots(tiers: Tiers, space: str, now: datetime, notes: list[str]) -> dict[str, list[Item]]:
    """The inventory: the session's own slots, then what sub-agents and others handed over; and what patrols found."""
    try:
        slots = [slot for slot in tiers.working.inventory(now) if not slot.namespace.startswith(".")]
    except (Busy, DiskFailed) as failure:
        notes.append(str(failure))  # a turn goes on without its scratch
        return {}
    own = [slot for slot in slots if slot.namespace == space]
    others = [slot for slot in slots if slot.namespace != space and slot.namespace.split("/")[0] not in {"session", "patrol"}]
    patrols = [slot for slot in slots if slot.namespace.startswith("patrol/")]
    return {"working": _listed([*own, *others], notes), "patrols": _listed(patrols, notes)}


def _listed(slots: Sequence[Listed], notes: list[str]) -> list[Item]:
    if len(slots) > MOST_SLOTS:
        notes.append(f"{len(slots) - MOST_SLOTS} slots of working memory are not listed; ask for the inventory")
    return [_slot(slot) for slot in slots[:MOST_SLOTS]]


def _slot(slot: Listed) -> Item:
    parts = (slot.address, slot.category or "", sized(slot.size), f"expires in {lasting(slot.expires_in)}")
    line = without_secrets(" · ".join(part for part in parts if part))
    return Item(line, key=slot.address, expires_in=slot.expires_in, size=slot.size, category=slot.category)


def _told(begun: Conversation, gathered: Gathered, shown: dict[str, tuple[Item, ...]], tiers: Tiers) -> Conversation:
    """The session, knowing what really got into the context: what did not fit is told another time."""
    recalled = {item.id for item in shown.get("recalled", ())}
    corrected = {item.cites for item in shown.get("corrected", ())}
    facts = [fact for item, fact in gathered.recalled if item.id in recalled]
    mended = [correction for correction in gathered.corrections if correction.told.id in corrected]
    facts += [gathered.heirs[correction.now.id] for correction in mended if correction.now is not None]
    past = [correction for correction in mended if correction.change is Change.PAST and correction.told.id not in gathered.heirs]
    facts += [replace(correction.told, past=True) for correction in past]
    gone = [correction.told.id for correction in mended]
    return talk.told(begun, facts, gone, tiers.settings.limits)
