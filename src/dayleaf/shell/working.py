"""Working memory by explicit operations: put, get, delete, list, inventory — the caller's namespace decided first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from dayleaf.core import working
from dayleaf.core.errors import UnknownName, UsageError
from dayleaf.core.page.escape import normal_text
from dayleaf.core.working import LARGE, Address, Line, Listed, Piece, Slot
from dayleaf.shell.ground import Ground
from dayleaf.shell.tiers import tiers_of


@dataclass(frozen=True, slots=True)
class Put:
    """What `put` wrote: the slot's line in the inventory, and of a large text (16,000 characters and more) the index of its pieces."""

    slot: Listed
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Got:
    """What `get` found.

    Attributes:
        slot: its line in the inventory.
        value: the whole value, or the part asked for.
        lines: number of lines of the whole value.
        first, last: the lines that `value` covers, from 1, both included.
        found: of a search, the lines that hold it, with their neighbours; `value` is these lines, joined.
    """

    slot: Listed
    value: str
    lines: int
    first: int
    last: int
    found: tuple[Line, ...] = ()


class Work:
    """The working memory of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def put(self, key: str, value: object, *, caller: str, ttl: float | str | None = None, category: str | None = None) -> Put:
        """Write a value into the caller's own namespace, in place of what stands under the key.

        Args:
            key: relative to the caller's namespace, or absolute and inside it.
            value: text, or anything JSON can say, which is kept as its JSON text; 16 MB at most.
            caller: the namespace of who calls: `session/ID`, `subagent/TASK`, `patrol/TASK`, or one of your making.
            ttl: seconds to live, or `20m`, `1h30m`, `2d`; five minutes by default, 30 days at most.
            category: a word for the inventory, such as `tool-result`.

        Raises:
            PathRefused: the key is not in the caller's namespace, or no key may have that form; nothing was changed.
            UsageError: a limit is reached, or an argument makes no sense; nothing was changed.
            Busy, DiskFailed: it could not be written; nothing was.
        """
        now, tiers = self._ground.clock.now(), tiers_of(self._ground)
        address = working.own(key, caller)
        text = value if isinstance(value, str) else _json(value)
        end = now + timedelta(seconds=working.seconds(ttl, tiers.settings.ttl))
        slot = Slot(address.namespace, address.key, text, _category(category), end)
        tiers.working.put(slot, now, tiers.settings.room)
        return Put(slot.listed(now), working.pieces(text) if len(text) >= LARGE else ())

    def get(
        self,
        key: str,
        *,
        caller: str | None = None,
        lines: str | Sequence[int] | None = None,
        find: str | None = None,
        piece: int | None = None,
    ) -> Got:
        """Read a value, whole or in part, from any namespace.

        Args:
            key: absolute, or relative to the caller's namespace.
            caller: the namespace of who calls; not needed for absolute keys.
            lines: only these: `12`, `10-25`, `10-`, or two numbers.
            find: only lines that hold this text, with the lines around them.
            piece: only the piece of that number.

        Raises:
            UnknownName: there is no such slot, or none any more.
            PathRefused: no key may have that form.
            UsageError: two parts are asked for, or one that is not there.
        """
        if sum(part is not None for part in (lines, find, piece)) > 1:
            raise UsageError("two parts are asked for at once", hint="give one of lines, find and piece")
        slot = self._slot(key, caller)
        listed, text = slot.listed(self._ground.clock.now()), slot.value
        total = text.count("\n") + 1
        if find is not None:
            found = working.search(text, find)
            rows = (found[0].number, found[-1].number) if found else (0, 0)
            return Got(listed, "\n".join(line.text for line in found), total, *rows, found)
        if piece is not None:
            cut = working.pieces(text)
            if not 1 <= piece <= len(cut):
                raise UsageError(f"{listed.address} has {len(cut)} pieces, and no piece {piece}", hint=f"give 1 to {len(cut)}")
            one = cut[piece - 1]
            return Got(listed, text[one.start : one.end], total, one.first, one.last)
        if lines is not None:
            first, last = working.line_range(lines)
            if first > total:
                raise UsageError(f"{listed.address} has {total} lines, and no line {first}", hint=f"give 1 to {total}")
            return Got(listed, "\n".join(text.split("\n")[first - 1 : last]), total, first, min(last, total))
        return Got(listed, text, total, 1, total)

    def pieces(self, key: str, *, caller: str | None = None) -> tuple[Piece, ...]:
        """The index of a value's pieces: number, title, lines, characters; fetch one with `get(key, piece=N)`."""
        return working.pieces(self._slot(key, caller).value)

    def delete(self, key: str, *, caller: str) -> None:
        """Take a slot out of the caller's own namespace.

        Raises:
            PathRefused: it is not in the caller's namespace; nothing was changed.
            UnknownName: there is no such slot, or none any more.
        """
        address = working.own(key, caller)
        if not tiers_of(self._ground).working.delete(*address, self._ground.clock.now()):
            raise _unknown(address)

    def list(self, namespace: str) -> tuple[Listed, ...]:
        """The slots of one namespace: key, category, seconds left, bytes; never the value."""
        return tuple(tiers_of(self._ground).working.list(working.namespace_of(namespace), self._ground.clock.now()))

    def inventory(self, namespace: str | None = None) -> tuple[Listed, ...]:
        """The slots of all namespaces, or of one."""
        if namespace is not None:
            return self.list(namespace)
        found = tiers_of(self._ground).working.inventory(self._ground.clock.now())
        return tuple(slot for slot in found if not slot.namespace.startswith("."))

    def sweep(self) -> int:
        """Make room where slots have expired; how many there were. What has expired is gone for everybody anyway."""
        return tiers_of(self._ground).working.sweep(self._ground.clock.now())

    def _slot(self, key: str, caller: str | None) -> Slot:
        now, held = self._ground.clock.now(), tiers_of(self._ground).working
        places = working.meant(key, caller)
        for address in places:
            if (slot := held.get(*address, now)) is not None:
                return slot
        raise _unknown(places[0])


def _unknown(address: Address) -> UnknownName:
    return UnknownName(
        f"there is nothing at {address} in working memory, or nothing any more", hint="see the inventory; what expired must be put again"
    )


def _json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"the value is neither text nor JSON: {error}", hint="give text, or numbers, lists and objects of them") from error


def _category(category: str | None) -> str | None:
    said = " ".join(normal_text(category).split()) if category else ""
    if len(said) > working.LONGEST_NAME:
        raise UsageError("the category is too long", hint=f"give at most {working.LONGEST_NAME} characters, such as tool-result")
    return said or None
