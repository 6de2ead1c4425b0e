"""Runs the fixture files `stance-*.md`: an opinion and facts, and how each fact stands to it.

Evidence taken wrongly is worse than evidence missed, so the marks say exactly what must come out.
"""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact, Source
from dayleaf.core.opinion.belief import believed, holder_of
from dayleaf.core.opinion.hearing import Hearing
from dayleaf.core.opinion.stance import Verdict, judge
from dayleaf.core.opinion.whose import Whose, beside
from dayleaf.core.page.grammar import Bullet, read_bullet

SPEC = Path(__file__).parents[2] / "spec"
CASE = re.compile(r"^(?P<title>\S[^\n]*)\n\.\n(?P<input>.*?)^\.\n(?P<expected>.*?)^\.$", re.MULTILINE | re.DOTALL)
MARKS = {"supports": "+", "contradicts": "-"}


def fact(line: str, told: dt.date | None) -> Fact:
    bullet = read_bullet(line)
    assert isinstance(bullet, Bullet), line
    return Fact(bullet.kind, bullet.text, Source("memory/2026-03-01.md", 1, 1), bullet.entities, told, origin=bullet.origin)


def mark(verdict: Verdict | None) -> str:
    if verdict is None:
        return "0"
    sign = MARKS[verdict.stance]
    return {"": sign, "strongly": sign * 2, "weakly": f"{sign}?"}[verdict.force]


def stand(opinion: str, line: str) -> str:
    """How a fact stands to an opinion, as the fixtures write it."""
    believer, told = fact(opinion, None), fact(line, dt.date(2026, 3, 1))
    names = believer.entities[:1]
    whose = Whose(frozenset(keys_of(names)), holder_of(names))
    belief = believed(believer.text, believer.entities, whose.holder)
    assert belief is not None, opinion
    heard = Hearing([told]).of(belief, whose.keys)
    return mark(judge(belief, told, beside(whose, told)) if heard else None)


def cases() -> list[object]:
    found: list[object] = []
    for file in sorted(SPEC.glob("stance-*.md")):
        for case in CASE.finditer(file.read_text(encoding="utf-8")):
            opinion, *facts = case["input"].splitlines()
            marks = case["expected"].split()
            assert len(marks) == len(facts), case["title"]
            found += [pytest.param(opinion, *pair, id=f"{pair[0]}") for pair in zip(facts, marks, strict=True)]
    return found


@pytest.mark.parametrize(("opinion", "line", "expected"), cases())
def test_stance(opinion: str, line: str, expected: str) -> None:
    assert stand(opinion, line) == expected
