"""Every store of vectors of ours passes the suite: with few rows, and with the sketch at work."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from dayleaf.adapters.vectors import FileVectors
from dayleaf.adapters.vectors.format import Model
from dayleaf.testing.vectors import DIMENSION, VectorsSuite

MODEL = Model("test", "1", DIMENSION, 1)


class TestFileVectors(VectorsSuite):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.path = tmp_path / "a folder, 100% new #1?" / "vectors"

    def make(self) -> FileVectors:
        return FileVectors(self.path, MODEL)

    again = make


class TestFileVectorsWithASketch(TestFileVectors):
    def make(self) -> FileVectors:
        return FileVectors(self.path, MODEL, sketch_from=2)

    again = make
