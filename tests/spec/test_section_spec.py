"""Runs the fixture files `section-*.md`: what reflect writes on the page of an entity, given what was told of it day by day.

The input's first line is the entity; every other one a day, and the bullet told then, to which the entity's mention is added. The
expected text is what stands between the marks.
"""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from worlds import InRam

from dayleaf.core.page.sections import sections

CASE = re.compile(r"^(?P<title>\S[^\n]*)\n\.\n(?P<input>.*?)^\.\n(?P<expected>.*?)^\.$", re.MULTILINE | re.DOTALL)
NOW = dt.datetime(2026, 3, 9, 20, tzinfo=dt.UTC)


def cases() -> list[object]:
    return [
        pytest.param(case, id=f"{file.stem}: {case['title']}")
        for file in sorted(Path(__file__).parent.glob("section-*.md"))
        for case in CASE.finditer(file.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("case", cases())
def test_section(case: re.Match[str]) -> None:
    name, *told = case["input"].splitlines()
    world = InRam({}, NOW)
    for line in told:
        day, bullet = line.split(" ", 1)
        head, text = bullet.split(":", 1)
        letter, *mentions = head.split(" @")
        path = f"memory/{day}.md"
        before = (world.read(path) or b"# A day\n\n## Retain\n").decode()
        world.save(path, f"{before}- {letter} {' '.join(f'@{one}' for one in (name, *mentions))}:{text}\n")
    world.memory.reflect()
    (section,), broken = sections(world.read(f"bank/entities/{name}.md") or b"")
    assert "".join(f"{line}\n" for line in section.lines) == case["expected"]
    assert not broken
    assert not world.memory.reflect()
