"""The log of conversations in a folder: a file of JSON Lines a day, read as it is at that moment."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path

from dayleaf.core.errors import DiskFailed

_NAME = re.compile(r"\d{4}-\d{2}-\d{2}\.jsonl", re.ASCII)
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_MOST = 256 << 20  # bytes of one day that are read


class FolderConversations:
    """Reads `YYYY-MM-DD.jsonl` below a folder; whatever else lies there is left alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def days(self) -> list[dt.date]:
        """The days there is a log of, the earliest first; a name that is no day is left out."""
        try:
            names = sorted(os.listdir(self._folder))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise DiskFailed(f"the conversation log cannot be read: {error.strerror}", hint="check .memory/conversations") from error
        found: list[dt.date] = []
        for name in names:
            if _NAME.fullmatch(name):
                try:
                    found.append(dt.date.fromisoformat(name.removesuffix(".jsonl")))
                except ValueError:
                    continue
        return found

    def read(self, day: dt.date) -> bytes:
        """The log of a day; empty if there is none any more."""
        try:
            held = os.open(self._folder / f"{day.isoformat()}.jsonl", _OPEN)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise DiskFailed(
                f"the conversation log of {day} cannot be read: {error.strerror}", hint="check .memory/conversations"
            ) from error
        try:
            with os.fdopen(held, "rb") as file:
                return file.read(_MOST)
        except OSError as error:
            raise DiskFailed(
                f"the conversation log of {day} cannot be read: {error.strerror}", hint="check .memory/conversations"
            ) from error
