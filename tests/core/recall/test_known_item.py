"""Questions a memory asks itself: the same for the same seed, without the rare words of the fact."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.known_item import HIDDEN, KEPT, asked_terms, chosen, items
from dayleaf.core.terms import terms

WORDS = "bought blue paint garden fence Saturday brush ladder".split()
SAID = " ".join(WORDS)
DAY = dt.date(2025, 11, 27)


def row(number, text=SAID, kind=Kind.WORLD, part=0):
    return Row(number, 9, Fact(kind, f"{text} {number}th", Source("memory/2025-11-27.md", number, number), ("Aunt-Greta",), DAY, part=part))


ROWS = [row(number) for number in range(1, 30)]


def test_the_same_seed_asks_the_same_and_another_seed_something_else():
    rare = dict.fromkeys(asked_terms(ROWS), 3)
    assert items(chosen(ROWS, 10, 7), rare, 7) == items(chosen(reversed(ROWS), 10, 7), rare, 7)
    assert items(chosen(ROWS, 10, 7), rare, 7) != items(chosen(ROWS, 10, 8), rare, 8)


def test_the_rarest_words_are_hidden():
    common = set(terms("bought blue paint Saturday brush 1th"))
    frequencies = {term: 50 if term in common else 1 for term in asked_terms(ROWS[:1])}
    [item] = items(ROWS[:1], frequencies, 0)
    assert not {"garden", "fence", "ladder"} & set(item.question.split())
    assert item.question.startswith("Aunt Greta ")
    assert len(item.question.removesuffix(item.month).split()) <= 2 + KEPT
    assert 0 < HIDDEN < 1


def test_questions_are_made_in_the_languages_of_the_memory():
    text = "La voisine arrose nos plantes pendant les longues vacances scolaires"
    assert set(asked_terms([row(1, text)], ("fr",))) & set(terms(text, ("fr",)))
    assert not {"la", "nos", "les", "pendant"} & set(items([row(1, text)], {}, 0, ("fr",))[0].question.casefold().split())


def test_short_facts_and_parts_of_long_blocks_are_not_asked_for():
    assert chosen([row(1, "Likes tea."), row(2, part=1)], 10, 0) == []


def test_typed_facts_come_before_passages():
    found = chosen([row(1, kind=Kind.PASSAGE), row(2), row(3, kind=Kind.PASSAGE), row(4)], 3, 0)
    assert [one.fact.kind for one in found] == [Kind.WORLD, Kind.WORLD, Kind.PASSAGE]


def test_every_other_fact_or_so_is_asked_for_with_its_month():
    timed = [item.question.endswith("November 2025") for item in items(ROWS, {}, 1)]
    assert 0 < sum(timed) < len(timed)
