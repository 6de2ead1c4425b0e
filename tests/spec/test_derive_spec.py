"""Runs the fixture files `derive-*.md`: title / paragraph of a log / the facts it states, each set off by a line with one dot.

`python benchmarks/derive.py` counts them.
"""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from dayleaf.core.derive.names import Names
from dayleaf.core.derive.rewrite import derived
from dayleaf.core.derive.sentences import is_narrative, sentences

CASE = re.compile(r"^(?P<title>\S[^\n]*)\n\.\n(?P<input>.*?)^\.\n(?P<expected>.*?)^\.$", re.MULTILINE | re.DOTALL)
DAY = dt.date(2025, 11, 27)
KNOWN = {
    "Peter": "Peter",
    "Nora": "Nora",
    "Anna": "Anna",
    "Kestrel-Maps": "Kestrel-Maps",
    "Kestrel Maps": "Kestrel-Maps",
    "Lantern": "Lantern",
}


def cases() -> list[object]:
    found: list[object] = []
    for file in sorted(Path(__file__).parent.glob("derive-*.md")):
        text = file.read_text(encoding="utf-8")
        found += [pytest.param(case, id=f"{file.stem}: {case['title']}") for case in CASE.finditer(text)]
    return found


def shown(text: str) -> list[str]:
    passages = [part for part in text.split("\n\n") if part.strip()][:-1]
    names = Names(KNOWN, lambda word: [part for part in passages if word in part])
    lines = []
    for sentence in sentences(text) if is_narrative(text) else ():
        for one in derived(sentence, DAY, names):
            inside = f"c={one.confidence}" if one.confidence is not None else str(one.when or "")
            mentions = "".join(f" @{name}" for name in one.entities)
            lines.append(f"{one.kind.letter}{f'({inside})' if inside else ''}{mentions}: {one.text}")
    return lines


@pytest.mark.parametrize("case", cases())
def test_derive(case: re.Match[str]) -> None:
    assert shown(case["input"]) == case["expected"].splitlines()
