"""The sessions of agents over a workspace: `.memory/sessions.sqlite`, this machine's own state."""

from __future__ import annotations

from contextlib import suppress

from dayleaf.adapters.private.sessions import SqliteSessions
from dayleaf.ports import Sessions
from dayleaf.wiring.memory import Memory
from dayleaf.wiring.place import MACHINE
from dayleaf.wiring.tiers import house

FILE = "sessions.sqlite"


def sessions_of(memory: Memory) -> Sessions:
    """The sessions kept beside the index of this memory."""
    with suppress(OSError):
        house(memory.root)  # if the disk refuses, whoever writes there says so
    return SqliteSessions(memory.root / MACHINE / FILE, memory.config.lock_wait)
