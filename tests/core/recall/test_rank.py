"""From weights to an order: small bounded boosts, equal ones by day and place, the same said twice folded."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.rank import EXACT, FIT, FRESH, TYPED, Ranked, folded, moment, rank
from dayleaf.core.recall.weigh import Weighed
from dayleaf.core.terms import probes

TODAY = dt.date(2025, 12, 1)
TEA = Fact(Kind.WORLD, "Likes tea.", Source("memory/2025-11-27.md", 4, 4), ("Peter",), dt.date(2025, 11, 27))


def row(number, fact=TEA, **changes):
    return Row(number, 3, replace(fact, source=Source("p.md", number, number)) if not changes else replace(fact, **changes))


def order(rows, scores=None, spelled=frozenset()):
    scores = scores or [1.0] * len(rows)
    weighed = [Weighed(each.number, {Way.LEXICAL: score}, score) for each, score in zip(rows, scores, strict=True)]
    return rank(weighed, rows, spelled, TODAY)


def numbers(found):
    return [item.row.number for item in found]


def test_the_better_score_comes_first():
    rows = [row(1, text="one"), row(2, text="two"), row(3, text="three")]
    assert numbers(order(rows, [0.1, 0.3, 0.2])) == [2, 3, 1]


def test_a_row_that_is_gone_meanwhile_is_left_out():
    assert numbers(rank([Weighed(1, {}, 1.0), Weighed(2, {}, 1.0)], [row(2)], frozenset(), TODAY)) == [2]


def test_of_equal_ones_the_exact_spelling_is_first():
    rows = [row(1, text="Zoe"), row(2, text="Zoë"), row(3, text="Zoës")]
    assert numbers(order(rows, spelled=frozenset((probes("Zoë")[0].exact,))))[0] == 2


def test_a_sharp_s_is_a_spelling_of_its_own():
    rows = [row(1, text="Strasse"), row(2, text="Straße")]
    best = {asked: order(rows, spelled=frozenset((probes(asked)[0].exact,)))[0].row.fact.text for asked in ("Straße", "Strasse")}
    assert best == {"Straße": "Straße", "Strasse": "Strasse"}


def test_of_a_time_asked_what_tells_of_just_that_time_is_first():
    rows = [row(1, text="Coached by Lund since 2001."), row(2, text="Lund (2014-2015)"), row(3, text="Coached by Lund from 2001 to 2020.")]
    asked = TimeRange(dt.date(2014, 1, 1), dt.date(2016, 1, 1))
    weighed = [Weighed(each.number, {Way.TEMPORAL: 1.0}, 1.0) for each in rows]
    found = rank(weighed, rows, frozenset(), TODAY, during=asked)
    assert numbers(found)[0] == 2
    scores = {item.row.number: item.score for item in found}
    assert scores[2] / scores[1] == pytest.approx(1 + FIT)  # of "since 2001" the day named is another time
    open_end = rank(weighed, rows, frozenset(), TODAY, during=TimeRange(dt.date(2014, 1, 1), None))
    assert len({round(item.score, 9) for item in open_end}) == 1  # an open range has no size to compare


def test_of_equal_ones_the_typed_fact_is_before_the_narrative():
    rows = [row(1, kind=Kind.PASSAGE, entities=()), row(2, text="Drinks tea.")]
    assert numbers(order(rows)) == [2, 1]


def test_of_equal_ones_the_newer_is_first_and_the_future_is_not_newer_than_today():
    rows = [row(1, text="a", told=dt.date(2020, 1, 1)), row(2, text="b", told=TODAY), row(3, text="c", told=dt.date(2024, 1, 1))]
    assert numbers(order(rows)) == [2, 3, 1]
    (future,) = order([row(1, told=dt.date.max)])
    (today,) = order([row(1, told=TODAY)])
    assert future.score == today.score


def test_the_day_of_the_event_counts_before_the_day_it_was_told():
    when = TimeRange.of_day(dt.date(2025, 10, 1))
    assert moment(replace(TEA, when=when)) == dt.date(2025, 10, 1)
    assert moment(replace(TEA, when=TimeRange(None, TODAY))) == TEA.told
    assert moment(replace(TEA, told=None)) is None


def test_then_by_path_and_line():
    rows = [
        row(number, text=f"t{number}", source=Source(path, line, line))
        for number, path, line in [(1, "b.md", 1), (2, "a.md", 10), (3, "a.md", 9)]
    ]
    assert numbers(order(rows)) == [3, 2, 1]


days = st.none() | st.dates()
facts = st.builds(replace, st.just(TEA), kind=st.sampled_from(Kind), told=days, text=st.sampled_from(("tea", "Tea", "coffee")))


@given(st.lists(facts, min_size=1, max_size=6), st.sampled_from((frozenset(), frozenset(("tea",)))))
def test_boosts_never_bury_relevance(found, spelled):
    """Whatever day, kind and spelling a fact has: it gains at most the sum of the three, and loses nothing."""
    for item in order([row(number, fact, text=f"{fact.text} {number}") for number, fact in enumerate(found)], spelled=spelled):
        assert 1.0 <= item.score <= 1 + EXACT + TYPED + FRESH + 1e-9


@given(st.lists(facts, min_size=1, max_size=6), st.lists(st.floats(0.1, 1), min_size=6, max_size=6), st.randoms())
def test_the_order_of_what_comes_in_does_not_matter(found, scores, random):
    rows = [row(number, fact, source=Source("p.md", number, number)) for number, fact in enumerate(found)]
    weighed = [Weighed(each.number, {}, score) for each, score in zip(rows, scores, strict=False)]
    one = rank(weighed, rows, frozenset(), TODAY)
    random.shuffle(rows)
    random.shuffle(weighed)
    assert rank(weighed, rows, frozenset(), TODAY) == one


# ------------------------------------------------------------------------------------------------------- folding


def fold(*found):
    return [(item.row.number, [same.number for same in item.same]) for item in folded([Ranked(each, 1.0, {}) for each in found])]


def test_the_same_in_other_blanks_and_cases_is_folded_into_the_best():
    assert fold(row(1, text="Likes  tea."), row(2, text="likes tea."), row(3, text="Likes\ntea.")) == [(1, [2, 3])]


@pytest.mark.parametrize("change", [{"text": "Likes tea"}, {"kind": Kind.OPINION}, {"entities": ("Ada",)}, {"entities": ()}])
def test_another_kind_entity_or_word_is_another_statement(change):
    assert fold(row(1), row(2, **change)) == [(1, []), (2, [])]


@pytest.mark.xfail(strict=True, reason="two spellings of one entity are not folded")
def test_another_spelling_of_the_entity_is_the_same_statement():
    assert fold(row(1), row(2, entities=("peter",))) == [(1, [2])]
