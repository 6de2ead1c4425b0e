"""Runs the fixture files `page-*.md`: title / input / expected, each set off by a line with one dot.

The title may name the page's path in backticks. An expected line is `lines letter @mention…: text {heading > path}`, with
the letter `-` for a passage and `/1` behind it for a part; `! lines code` is a problem. In texts `⏎` is a line end.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dayleaf.adapters.header import read_header
from dayleaf.core.fact import Fact, Source
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import Reading

CASE = re.compile(r"^(?P<title>\S[^\n]*)\n\.\n(?P<input>.*?)^\.\n(?P<expected>.*?)^\.$", re.MULTILINE | re.DOTALL)


def cases() -> list[object]:
    found: list[object] = []
    for file in sorted(Path(__file__).parent.glob("page-*.md")):
        text = file.read_text(encoding="utf-8")
        found += [pytest.param(case, id=f"{file.stem}: {case['title']}") for case in CASE.finditer(text)]
    return found


def lines_of(source: Source) -> str:
    return f"{source.first}" if source.first == source.last else f"{source.first}-{source.last}"


def shown(fact: Fact) -> str:
    letter = (fact.kind.letter or "-") + (f"/{fact.part}" if fact.part else "")
    mentions = "".join(f" @{name}" for name in fact.entities)
    confidence = f" c={fact.confidence}" if fact.confidence is not None else ""
    text = fact.text.replace("\n", "⏎")
    return f"{lines_of(fact.source)} {letter}{confidence}{mentions}: {text}" + (f" {{{' > '.join(fact.heading)}}}" if fact.heading else "")


def rendered(reading: Reading) -> str:
    entity = reading.entity
    card = [f"= {entity.name} ({', '.join(entity.aliases)}) {entity.sort or ''}".rstrip()] if entity else []
    problems = [f"! {lines_of(problem.source)} {problem.code}" for problem in reading.problems]
    return "".join(line + "\n" for line in (*card, *map(shown, reading.facts), *problems))


@pytest.mark.parametrize("case", cases())
def test_page(case: re.Match[str]) -> None:
    path = re.search(r"`([^`]+\.md)`", case["title"])
    reading = parse(path[1] if path else "memory/2026-03-01.md", case["input"].encode(), read_header)
    assert rendered(reading) == case["expected"]
