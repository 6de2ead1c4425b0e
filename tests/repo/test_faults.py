"""The table of faults names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
TABLE = re.findall(r"`([\w/]+\.py)::(\w+)`", (TESTS / "faults/README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "name"), TABLE)
def test_every_test_named_exists(file, name):
    path = TESTS / file if "/" in file else TESTS.parent / "src/dayleaf/testing" / file
    assert re.search(rf"(def|class) {name}\b|^{name} =", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_most_kinds_are_there():
    assert len(TABLE) > 50
