"""The tiers over a folder: working memory and the conversation log under `.memory/`, with the limits of the settings."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from pathlib import Path

from dayleaf.adapters.conversation_log import FolderConversationLog
from dayleaf.adapters.private.working import SqliteWorkingMemory
from dayleaf.adapters.working_ram import RamWorkingMemory
from dayleaf.config import Config
from dayleaf.core.conversation import Limits
from dayleaf.ports import ConversationLog, WorkingMemory
from dayleaf.shell.tiers import Tiering, Tiers
from dayleaf.wiring.place import MACHINE, write_new


def tiers(config: Config, root: Path) -> Tiers:
    """The tiers of a workspace."""
    with suppress(OSError):
        house(root)  # if the disk refuses, whoever writes there says so
    log: ConversationLog | None = FolderConversationLog(root / MACHINE / "conversations") if config.conversation_log else None
    return Tiers(_working(config, root), log, tiering(config))


def tiering(config: Config) -> Tiering:
    """The limits the settings give."""
    limits = Limits(turns=config.window_turns, idle=dt.timedelta(seconds=config.idle_seconds))
    return Tiering(limits, ttl=config.working_ttl, k=config.context_k, budget=config.context_budget, days=config.conversation_days)


def _working(config: Config, root: Path) -> WorkingMemory:
    if config.working == "ram":
        return RamWorkingMemory()
    return SqliteWorkingMemory(root / MACHINE / "working.sqlite", config.lock_wait)


def house(root: Path) -> None:
    """Make the folder of this machine's own files, kept out of git.

    Raises:
        OSError: the disk refuses.
    """
    (root / MACHINE).mkdir(exist_ok=True)
    write_new(root, f"{MACHINE}/.gitignore", "*\n")
