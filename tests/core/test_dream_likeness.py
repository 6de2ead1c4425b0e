"""Two wordings of the same are one fact; what only looks like it stays two. The cases are those of `tests/spec/dream-*.md`."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from dayleaf.core.dream.plan import Plan, plan
from dayleaf.core.fact import Fact
from dayleaf.core.page.parse import parse

SPEC = Path(__file__).parents[1] / "spec"
TODAY = dt.date(2026, 3, 1)


def facts_of(text: str) -> list[Fact]:
    found: list[Fact] = []
    for day in dict.fromkeys(line.split(" ", 1)[0] for line in text.splitlines()):
        lines = [f"- {line.split(' ', 1)[1]}" for line in text.splitlines() if line.startswith(day)]
        found += parse(f"memory/{day}.md", ("## Retain\n" + "\n".join(lines) + "\n").encode(), lambda _: {}).facts
    return found


def planned(text: str) -> Plan:
    return plan(facts_of(text), {}, {}, {}, TODAY)


def cases(name: str) -> list[tuple[str, ...]]:
    parts = (SPEC / name).read_text().split("\n\n", 1)[1].strip().split("\n\n")
    return [tuple(piece.strip() for piece in part.strip().removesuffix("\n.").split("\n.\n")) for part in parts]


@pytest.mark.parametrize(("title", "facts"), cases("dream-keeps.md"))
def test_what_looks_alike_stays_two(title: str, facts: str) -> None:
    found = planned(facts)
    assert not found.puttings, (title, found.merged)


@pytest.mark.parametrize(("title", "facts", "stays"), cases("dream-merges.md"))
def test_what_says_the_same_becomes_one(title: str, facts: str, stays: str) -> None:
    found = planned(facts)
    gone = {putting.fact.id for putting in found.puttings}
    assert [fact.text for fact in facts_of(facts) if fact.id not in gone] == [stays], title
    assert {putting.into for putting in found.puttings} == {fact.id for fact in facts_of(facts) if fact.id not in gone}
