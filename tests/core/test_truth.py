"""Truth over time, told as documents: facts in, how they stand on a day out."""

import datetime as dt
from pathlib import Path

import pytest

from dayleaf.core.fact import Fact, Source
from dayleaf.core.page.grammar import read_bullet
from dayleaf.core.truth import reigns

SPEC = Path(__file__).parents[1] / "spec"


def cases(*names):
    for name in names:
        _, *blocks = (SPEC / name).read_text(encoding="utf-8").split("\n\n")
        for block in blocks:
            title, facts, wanted = (part.strip() for part in block.rstrip(".\n ").split("\n.\n")[:3])
            yield pytest.param(facts.splitlines(), wanted.splitlines(), id=f"{name.removesuffix('.md')}: {title}")


def told(lines):
    """`2026-01-10 W @Ana: …` → the fact told on that day."""
    facts = []
    for number, line in enumerate(lines, 1):
        day, _, bullet = line.partition(" ")
        read = read_bullet(bullet)
        source = Source(f"memory/{day}.md", number, number)
        facts.append(Fact(read.kind, read.text, source, read.entities, dt.date.fromisoformat(day), read.when, read.confidence,
                          supersedes=read.supersedes, name=read.name or f"f{number}"))  # fmt: skip
    return facts


def standings(facts, moment):
    """`2026-06-01`, or `2026-04-10/2026-05-01`: that day as known on the other → how each fact known then stands."""
    day, _, until = moment.partition("/")
    known = [fact for fact in facts if not until or fact.told <= dt.date.fromisoformat(until)]
    found = reigns(known)
    return " ".join(found[fact.id].on(dt.date.fromisoformat(day)) for fact in known)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    list(cases("truth-closes-english.md", "truth-closes-german.md", "truth-keeps.md", "truth-timelines.md")),
)
def test_how_facts_stand(lines, wanted):
    facts = told(lines)
    for line in wanted:
        day, _, stand = line.partition(" ")
        assert standings(facts, day) == stand, day
