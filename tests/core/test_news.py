"""Order beyond certainty: what reports a change of the same thing is read first, though it closes nothing."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.truth import ends_it, is_news, may_be_news


def fact(text: str, day: str, *names: str) -> Fact:
    return Fact(Kind.WORLD, text, Source(f"memory/{day}.md", 3, 3), entities=names, told=dt.date.fromisoformat(day))


def pair(old: str, new: str, *, old_names: tuple[str, ...] = ("Hof",), new_names: tuple[str, ...] = ("Hof",)) -> tuple[Fact, Fact]:
    return fact(new, "2026-05-02", *new_names), fact(old, "2026-02-01", *old_names)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Fünf Milchschafe weiden hinter der Scheune.", "Ein Schaf ist an einen Nachbarn gegangen; es bleiben vier Schafe."),
        ("Das Scheunendach deckt die Firma Roth für 9.000 Euro.", "Roth hebt den Preis für das Dach an und hat ihn auf 9.800 Euro erhöht."),
        ("Gäste sollen nur bar zahlen, nie mit Karte.", "Kartenzahlung ist inzwischen in Ordnung."),
        ("The barn roof leaks near the door.", "The roof is now covered with slate."),
    ],
)
def test_a_report_of_a_change_is_news_of_what_it_speaks_of(old: str, new: str) -> None:
    later, earlier = pair(old, new)
    assert may_be_news(later)
    assert is_news(later, earlier)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Die Orgel stimmt Herr Abt.", "Die Orgelweihe ist auf Juni verschoben."),  # another thing than the organ itself
        ("Fünf Schafe weiden hinter der Scheune.", "Die Scheune hat neue Tore."),  # new is not changed
        ("Das Dach deckt die Firma Roth.", "Das Dach ist aus Schiefer."),  # nothing changed
        ("Das Dach ist undicht.", "Vielleicht wird das Dach jetzt ersetzt."),  # only a guess
        ("Prefers three rows of beans.", "Prefers the north field instead of the south one."),  # to prefer is no thing
        ("Der Brunnen ist tief.", "Die Ziegen stehen jetzt im Stall."),
    ],
)
def test_what_reports_no_change_of_it_is_no_news(old: str, new: str) -> None:
    later, earlier = pair(old, new, old_names=("Hof", "Herr Abt"))
    assert not is_news(later, earlier)


@pytest.mark.parametrize(
    "text", ["Der Traktor ist verkauft.", "The Traktor was sold on Monday.", "Der Traktor ist abgemeldet, Roth hat ihn geholt."]
)
def test_the_end_of_a_thing(text: str) -> None:
    assert ends_it(fact(text, "2026-05-02", "Traktor"))


@pytest.mark.parametrize(
    "text", ["Der Traktor hat den Winter gut überstanden.", "Traktor: die alten Reifen sind verkauft.", "Der Traktor läuft."]
)
def test_the_end_of_something_else(text: str) -> None:
    assert not ends_it(fact(text, "2026-05-02", "Traktor"))
