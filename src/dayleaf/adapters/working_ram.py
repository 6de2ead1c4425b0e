"""Working memory in RAM: for one process, gone with it."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Sequence

from dayleaf.core.working import Listed, Room, Slot, Taken, admit, left, ordered


class RamWorkingMemory:
    """Slots in a dictionary, behind a lock."""

    def __init__(self) -> None:
        self._slots: dict[tuple[str, str], Slot] = {}
        self._sizes: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def put(self, slot: Slot, now: dt.datetime, room: Room) -> None:
        """Write a slot, if there is room."""
        address = (slot.namespace, slot.key)
        with self._lock:
            others = {place: other for place, other in self._slots.items() if other.expires > now and place != address}
            mine = [place for place in others if place[0] == slot.namespace]
            size = sum(self._sizes[place] for place in mine)
            soon = min((left(others[place].expires, now) for place in mine), default=None)
            admit(slot, Taken(len(mine), size, sum(self._sizes[place] for place in others) - size, soon), room)
            self._slots[address] = slot
            self._sizes[address] = slot.size

    def get(self, namespace: str, key: str, now: dt.datetime) -> Slot | None:
        """The slot at an address."""
        with self._lock:
            slot = self._slots.get((namespace, key))
        return slot if slot is not None and slot.expires > now else None

    def delete(self, namespace: str, key: str, now: dt.datetime) -> bool:
        """Take a slot out."""
        with self._lock:
            slot = self._slots.pop((namespace, key), None)
            self._sizes.pop((namespace, key), None)
        return slot is not None and slot.expires > now

    def list(self, namespace: str, now: dt.datetime) -> Sequence[Listed]:
        """The slots of one namespace."""
        return [slot for slot in self.inventory(now) if slot.namespace == namespace]

    def inventory(self, now: dt.datetime) -> Sequence[Listed]:
        """All slots."""
        with self._lock:
            held = [(slot, self._sizes[place]) for place, slot in self._slots.items() if slot.expires > now]
        return ordered(Listed(slot.namespace, slot.key, slot.category, left(slot.expires, now), size) for slot, size in held)

    def sweep(self, now: dt.datetime) -> int:
        """Drop what has expired."""
        with self._lock:
            gone = [place for place, slot in self._slots.items() if slot.expires <= now]
            for place in gone:
                del self._slots[place], self._sizes[place]
        return len(gone)

    def close(self) -> None:
        """Nothing to let go of."""
