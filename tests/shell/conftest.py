"""Every test of the shell runs twice: in RAM, and in a folder with the index on disk."""

from __future__ import annotations

import pytest
from worlds import InFolder, InRam


@pytest.fixture(params=[InRam, InFolder], ids=["ram", "folder"])
def world(request, tmp_path):
    """An empty workspace with its memory."""
    made = InRam() if request.param is InRam else InFolder(tmp_path)
    yield made
    made.memory.close()
