"""Words that ask for what other words tell."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf import Memory
from dayleaf.core.recall.clue import MOST_WITH_KIN, read_question
from dayleaf.core.recall.kindred import kin_of
from dayleaf.core.recall.members import MEMBERS
from dayleaf.core.terms import probes


@pytest.mark.parametrize(
    ("asked", "told"), [("wohnt", "leb"), ("live", "wohn"), ("Wohnen", "leb"), ("kostet", "euro"), ("Preis", "eur"), ("Kinder", "tocht")]
)
def test_a_relation_is_told_in_other_words(asked: str, told: str) -> None:
    assert told in kin_of(asked)


@pytest.mark.parametrize("asked", ["kind", "auto", "probe", "garage", "Orgel"])
def test_other_words_ask_for_themselves_only(asked: str) -> None:
    assert kin_of(asked) == ()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("pets", "turtl"),
        ("Haustiere", "katz"),
        ("Städte", "leipzig"),
        ("hobbies", "garden"),
        ("Datenbank", "sqlit"),
        ("countries", "japan"),
    ],
)
def test_a_class_is_told_by_its_members(asked: str, told: str) -> None:
    assert told in kin_of(asked)
    assert not set(kin_of(told)) & {"pet", "stadt", "countri"}  # a member asks for itself


def test_every_line_of_members_names_a_class() -> None:
    lines = MEMBERS.replace("\n    ", " ").strip().splitlines()
    assert all(": " in line and line.count(":") == 1 for line in lines)
    names = [name for line in lines for name in line.split(": ")[0].split()]
    assert len(names) == len(set(names))


def test_a_word_is_not_its_own_kin() -> None:
    assert "wohn" not in kin_of("wohnt")


def test_a_long_text_needs_no_kin() -> None:
    text = " ".join(f"word{number}" for number in range(MOST_WITH_KIN)) + " wohnt"
    assert not any(clue.beside for clue in read_question(probes(text), {}, {}, None).clues)
    assert any(clue.beside for clue in read_question(probes("Wo wohnt Ada?"), {}, {}, None).clues)


def test_a_question_in_english_finds_what_is_told_in_german(tmp_path) -> None:
    (tmp_path / "memory").mkdir()
    told = "Odo lebt in Kempten.\n- W @Odo: Mag Rosinen.\n- W @Odo: Fegt den Hof.\n- W @Odo: Sitzt gern am Ofen."
    (tmp_path / "memory/2026-03-03.md").write_text(f"# Tag\n\n## Retain\n- W @Odo: {told}\n", encoding="utf-8")
    with Memory.open(tmp_path, now=dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)) as memory:
        assert memory.recall("Where does Odo live?").hits[0].content == "Odo lebt in Kempten."
