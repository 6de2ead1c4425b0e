"""Every dialogue of the specification teaches what it says, and nothing before its time."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from dayleaf.core.dream.preferences import Learned, Turn, infer
from dayleaf.core.fact import Source

HERE = Path(__file__).parent
ROLES = {"agent": "assistant"}


class Dialogue(NamedTuple):
    title: str
    turns: tuple[Turn, ...]
    silent: tuple[int, ...]
    expected: tuple[str, ...]


def read(text: str) -> list[Dialogue]:
    return [dialogue(*block.strip().split("\n")) for block in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]


def dialogue(title: str, *lines: str) -> Dialogue:
    day, session = dt.date(2026, 2, 1), 1
    turns: list[Turn] = []
    silent: list[int] = []
    expected: list[str] = []
    for line in lines:
        if said := re.match(r"- (user|agent|tool|system): (.*)", line):
            number = len(turns) + 1
            at = dt.datetime.combine(day, dt.time(8, number), dt.UTC)
            source = Source(f".memory/conversations/{day}.jsonl", number, number)
            turns.append(Turn(f"s{session}", number, ROLES.get(said[1], said[1]), at, said[2].replace("\\n", "\n"), source))
        elif line in ("- (next day)", "- (new session)"):
            day, session = day + dt.timedelta(days="day" in line), session + 1
        elif line == "- (nothing yet)":
            silent.append(len(turns))
        elif line.startswith("= "):
            expected.append(line[2:])
        else:
            assert not line.strip(), f"{title}: {line}"
    return Dialogue(title, tuple(turns), tuple(silent), tuple(expected))


DIALOGUES = [
    pytest.param(each, id=f"{language}-{each.title}")
    for language in ("english", "german")
    for each in read((HERE / f"preferences-{language}.md").read_text(encoding="utf-8"))
]


def has(one: Learned, words: str) -> bool:
    text = one.text.casefold()
    return all(any(word in text for word in group.strip().casefold().split("|")) for group in words.split(";"))


@pytest.mark.parametrize("case", DIALOGUES)
def test_a_dialogue_teaches_what_it_says(case: Dialogue) -> None:
    for number in case.silent:
        assert not infer(case.turns[:number]).new
    found = infer(case.turns).new
    wanted = [line.partition(": ") for line in case.expected if line.startswith(("lesson", "preference"))]
    assert len(found) == len(wanted), [one.text for one in found]
    for kinds, _, words in wanted:
        categories = tuple({"lesson": "anti-patterns/", "preference": "user-preferences/"}[kind] for kind in kinds.split("|"))
        assert any(has(one, words) and one.category.startswith(categories) for one in found), found
    for line in case.expected:
        if line.startswith("closed: "):
            before = [one for number in range(len(case.turns)) for one in infer(case.turns[:number]).new]
            assert any(has(one, line[8:]) for one in before if one.text not in {each.text for each in found})
    users = {turn.source for turn in case.turns if turn.role == "user"}
    assert all(users.issuperset(one.evidence) for one in found)


def test_there_are_many_dialogues() -> None:
    assert len(DIALOGUES) > 150
