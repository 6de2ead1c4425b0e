"""What is embedded of a fact says by itself who, when and what about."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.selfcontained import LONGEST, key_of, self_contained

DAY = dt.date(2025, 11, 7)


def fact(text: str, *entities: str, told: dt.date | None = DAY, heading: tuple[str, ...] = ()) -> Fact:
    return Fact(Kind.WORLD, text, Source("memory/2025-11-07.md", 3, 3), entities, told, heading=heading)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (fact("Prefers tea.", "Peter"), "7 November 2025, Peter: Prefers tea."),
        (fact("Peter prefers tea.", "Peter"), "7 November 2025: Peter prefers tea."),
        (fact("Runs in the castle.", "The-Castle"), "7 November 2025: Runs in the castle."),
        (fact("Prefers tea.", told=None), "Prefers tea."),
        (fact("Cold.", heading=("2025-11-07", "Weather", "Retain")), "7 November 2025, Weather: Cold."),
        (fact("  "), ""),
    ],
)
def test_the_frame_says_what_the_text_does_not(given: Fact, expected: str) -> None:
    assert self_contained(given) == expected


def test_a_long_text_is_cut() -> None:
    assert len(self_contained(fact("word " * 1000))) == LONGEST


def test_keys_tell_texts_apart_and_the_empty_text_has_none() -> None:
    assert key_of("") == 0
    assert key_of("a") != key_of("b")
    assert 0 < key_of("a\ud800") < 2**64
