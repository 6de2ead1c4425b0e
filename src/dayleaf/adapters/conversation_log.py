"""The conversation log on disk: a file of JSON Lines a day, private, appended to by one write a line."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dayleaf.core.errors import DiskFailed

_NAME = re.compile(r"(\d{4})-(\d{2})-(\d{2})\.jsonl")
_OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class FolderConversationLog:
    """Logs under a folder, made when first needed; only its owner can read them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def append(self, day: dt.date, lines: Sequence[bytes]) -> None:
        """Add lines to the log of a day; a line somebody left unfinished is ended first."""
        try:
            self._folder.parent.mkdir(exist_ok=True)  # not the workspace itself: one that was moved away must not come back empty
            self._folder.mkdir(mode=0o700, exist_ok=True)
            held = os.open(self._folder / f"{day.isoformat()}.jsonl", _OPEN, 0o600)
            try:
                for line in lines:
                    _append(held, line)
            finally:
                os.close(held)
        except OSError as error:
            raise DiskFailed(f"the conversation log cannot be written: {error.strerror}", hint="check .memory/conversations") from error

    def retire(self, before: dt.date) -> int:
        """Delete the logs of earlier days; files of other names stay."""
        gone = 0
        with suppress(FileNotFoundError, NotADirectoryError):
            for name in sorted(os.listdir(self._folder)):
                if (found := _NAME.fullmatch(name)) and found[0] < f"{before.isoformat()}.jsonl":
                    with suppress(OSError):
                        (self._folder / name).unlink()
                        gone += 1
        return gone


def _append(held: int, line: bytes) -> None:
    size = os.fstat(held).st_size
    unfinished = size and os.pread(held, 1, size - 1) != b"\n"
    data = b"\n" * bool(unfinished) + line + b"\n"
    while data:
        data = data[os.write(held, data) :]
