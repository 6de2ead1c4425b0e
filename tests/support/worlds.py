"""A memory over pages written in the test: in RAM, or in a folder with its index on disk."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from dayleaf.adapters.header import read_header
from dayleaf.adapters.ram_index import RamIndex
from dayleaf.adapters.ram_workspace import RamWorkspace
from dayleaf.adapters.system import FixedClock
from dayleaf.adapters.working_ram import RamWorkingMemory
from dayleaf.config import Config
from dayleaf.core.errors import PageMissing
from dayleaf.memory import Memory
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper
from dayleaf.shell.part import Later
from dayleaf.shell.tiers import Tiering, Tiers
from dayleaf.wiring import memory as wired

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dayleaf.ports import Index

OPENED: list[Memory] = []
"""What a test opened here; closed when it is over."""

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Monday."""


@dataclass
class InRam:
    """A workspace and an index in RAM; `save`, `remove` and `read` are what a person does in an editor."""

    pages: Mapping[str, str | bytes] = field(default_factory=dict)
    now: dt.datetime = NOW
    index: Index = field(default_factory=RamIndex)

    def __post_init__(self) -> None:
        self.workspace = RamWorkspace(self.pages)
        self.tiers = Later(lambda: Tiers(RamWorkingMemory(), None, Tiering()))
        self.memory = self.open()

    def open(self) -> Memory:
        keeper = Keeper(self.workspace, lambda: self.index, lambda: self.index, RamIndex, read_header)
        OPENED.append(Memory(Ground(self.workspace, keeper, FixedClock(self.now), read_header, wired.similar, tiers=self.tiers)))
        return OPENED[-1]

    def save(self, path: str, text: str | bytes) -> None:
        self.workspace.save(path, text)

    def remove(self, path: str) -> None:
        self.workspace.remove(path)

    def read(self, path: str) -> bytes | None:
        try:
            return self.workspace.read(path)
        except PageMissing:
            return None


class InFolder:
    """The same in a real folder, with the index on disk."""

    def __init__(self, root: Path, pages: Mapping[str, str | bytes] | None = None, now: dt.datetime = NOW) -> None:
        self.root, self.now = root, now
        for path, text in (pages or {}).items():
            self.save(path, text)
        self.memory = self.open()

    @property
    def file(self) -> Path:
        return self.root / ".memory/index.sqlite"

    def open(self, patience: float = 5.0) -> Memory:
        OPENED.append(wired.Memory.open(self.root, now=self.now, config=Config(zone="Europe/Berlin", lock_wait=patience)))
        return OPENED[-1]

    def save(self, path: str, text: str | bytes) -> None:
        page = self.root / path
        page.parent.mkdir(parents=True, exist_ok=True)
        beside = page.with_name(page.name + "~")
        beside.write_bytes(text.encode() if isinstance(text, str) else text)
        beside.rename(page)

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def read(self, path: str) -> bytes | None:
        page = self.root / path
        return page.read_bytes() if page.exists() else None


def retain(*bullets: str) -> str:
    """A daily log with these bullets, the first of them on line 4."""
    return "# A day\n\n## Retain\n" + "".join(f"- {bullet}\n" for bullet in bullets)
