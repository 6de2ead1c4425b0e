"""The suite of working memory on every adapter of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dayleaf.adapters.private.working import SqliteWorkingMemory
from dayleaf.adapters.working_ram import RamWorkingMemory
from dayleaf.testing import WorkingMemorySuite

if TYPE_CHECKING:
    from pathlib import Path

    from dayleaf.ports import WorkingMemory


class TestRamWorkingMemory(WorkingMemorySuite):
    def make(self) -> WorkingMemory:
        return RamWorkingMemory()


class TestSqliteWorkingMemory(WorkingMemorySuite):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def make(self) -> WorkingMemory:
        return SqliteWorkingMemory(self.folder / ".memory" / "working.sqlite")
