"""Which names are proposed to be one, and which never."""

from __future__ import annotations

import pytest

from dayleaf.core.fact import Entity, slug_of
from dayleaf.core.reflect.likely import likely


def found(*names: str, together: dict[str, frozenset[str]] | None = None) -> list[tuple[str, str]]:
    entities = [(Entity(slug_of(name), name), 9 - place) for place, name in enumerate(names)]
    return [(pair.one.name, pair.other.name) for pair in likely(entities, together or {})]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Jörg-Müller", "Joerg-Mueller"),
        ("Jörg-Müller", "Jorg-Muller"),
        ("Karl-Strauß", "Karl-Strauss"),
        ("André", "Andre"),
        ("Anna-Huber", "Dr.-Anna-Huber"),
        ("Huber", "Frau-Huber"),
        ("Anna-Huber", "A.-Huber"),
        ("Anna-Huber", "Anna"),
        ("Anna-Huber", "Huber"),
        ("Weather-Station", "WeatherStation"),
        ("Winterhalter", "Winterhalder"),
        ("Raum-12", "Raum_12"),
    ],
)
def test_alike(name: str, other: str) -> None:
    assert found(name, other) == [(other, name)]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Marta", "Maria"),
        ("Raum-12", "Raum-13"),
        ("Flat-2", "Flat"),
        ("Anna-Huber", "Bert-Huber"),
        ("B.-Huber", "Anna-Huber"),
        ("Linz", "Graz"),
        ("C++", "C"),
        ("東京", "京都"),
    ],
)
def test_not_alike(name: str, other: str) -> None:
    assert found(name, other) == []


def test_a_part_of_two_names_says_nothing() -> None:
    assert found("Anna-Huber", "Anna-Gruber", "Anna") == []


def test_mentioned_together_they_are_two() -> None:
    assert found("Anna-Huber", "Anna", together={"Anna-Huber": frozenset({"Anna"}), "Anna": frozenset({"Anna-Huber"})}) == []
