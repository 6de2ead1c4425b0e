"""Every index of ours passes the suite."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dayleaf.adapters.ram_index import RamIndex
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.testing import ArchiveSuite, IndexSuite

if TYPE_CHECKING:
    from dayleaf.ports import Index


class TestRamIndex(IndexSuite, ArchiveSuite):
    def make(self) -> Index:
        return RamIndex()


class TestSqliteInMemory(IndexSuite, ArchiveSuite):
    def make(self) -> Index:
        return SqliteIndex(":memory:", "1")


class TestSqliteFile(IndexSuite, ArchiveSuite):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.path = tmp_path / "a folder, 100% new #1?" / "index.sqlite"

    def make(self) -> Index:
        index = SqliteIndex(self.path, "1")
        index.rebuild((), ())
        return index
