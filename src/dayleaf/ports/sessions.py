"""The port of sessions: what agents' SDKs keep of a conversation, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Sessions(Protocol):
    """The histories that agents' SDKs keep: items (JSON texts) in order, by session. Safe to use from several threads.

    Raises (every method but `close`; nothing was changed then):
        Busy: another process writes longer than we wait.
        DiskFailed: the disk is full, read-only or broken.
    """

    def add(self, session: str, items: Sequence[str]) -> None:
        """Put items at a session's end, all or none."""

    def items(self, session: str, last: int | None = None) -> list[str]:
        """The items of a session in their order; with `last`, the newest so many (negative: all)."""

    def pop(self, session: str) -> str | None:
        """Take the newest item out."""

    def clear(self, session: str) -> None:
        """Take all items of a session out."""

    def close(self) -> None:
        """Let go of files; closing twice is fine."""
