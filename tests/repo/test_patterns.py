"""Regular expressions mean the same on every Python we run on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCES = sorted(Path(__file__).parents[2].glob("src/dayleaf/**/*.py"))
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*?+]|\{[\d,{}]+\})\+(?![,)])|\(\?>")
"""Up to Python 3.11.4 such a group keeps what a failed repetition has read (gh-106052); a possessive character class is sound."""


@pytest.mark.parametrize("found", [r"(?:a b)*+", r"(?:ab{1,2}){2,3}+c", r"(?>ab)"])
def test_the_pattern_knows_what_it_forbids(found: str) -> None:
    assert POSSESSIVE_GROUP.search(found)


@pytest.mark.parametrize("found", [r"[a-z]*+(?:ab)*", r"(\)++", r"(?:[ \t]*+\n)*---"])
def test_the_pattern_knows_what_is_sound(found: str) -> None:
    assert not POSSESSIVE_GROUP.search(found)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_group_is_repeated_possessively(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if POSSESSIVE_GROUP.search(line)] == []
