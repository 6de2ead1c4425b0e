"""Rows are weighed by the clues they agree with, each together with its neighbours on the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weighing import weigh

from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import CONTEXT, REACH, Lit, Measure, best, best_in, region, seeds

PAGE = 100
"""Row numbers of different pages lie that far apart here."""


def measure(*numbers, length=10, mean=10.0):
    table = [0] * (max(numbers, default=0) + 1)
    for number in numbers:
        table[number] = length
    return Measure(table, mean)


EVERY = measure(*range(1000))


def lit(*numbers, weight=1.0, way=Way.LEXICAL):
    return Lit(way, "x", weight, numbers)


def by_number(numbers, wanted):
    return sorted(set(numbers))[:wanted]


def score(item):
    return (1 - CONTEXT) * sum(item.own.values()) + CONTEXT * item.context


def ranked(found):
    return [item.number for item in found]


def test_without_clues_nothing_is_found():
    assert weigh([], 10, None, EVERY, by_number) == []
    assert weigh([lit()], 10, None, EVERY, by_number) == []


def test_more_clues_are_better_than_fewer_and_rarer_ones_better_than_common_ones():
    found = weigh([lit(100, 200), lit(100, 300, weight=0.5)], 3, {100, 200, 300}, EVERY, by_number)
    assert ranked(found) == [100, 200, 300]


def test_a_word_twice_in_a_row_is_better_than_once_but_not_twice_as_good():
    twice, once = weigh([lit(100, 100, 200)], 2, None, EVERY, by_number)
    assert (twice.number, once.number) == (100, 200)
    assert score(once) < score(twice) < 2 * score(once)


def test_a_short_row_is_better_than_a_long_one():
    lengths = Measure([0] * 100 + [5] + [0] * 99 + [50], 10.0)
    assert ranked(weigh([lit(100, 200)], 2, None, lengths, by_number)) == [100, 200]


def test_what_stands_beside_is_context_and_the_nearer_the_more():
    found = {item.number: score(item) for item in weigh([lit(100)], 50, None, EVERY, by_number)}
    assert set(found) == set(range(100 - REACH, 100 + REACH + 1))
    assert found[100] > found[101] > found[102] > found[103] > 0
    assert found[99] == pytest.approx(found[101])


def test_words_spread_over_neighbours_lift_each_of_them():
    together = weigh([lit(100, weight=1.0), lit(101, weight=1.0)], 1, None, EVERY, by_number)
    apart = weigh([lit(100, weight=1.0), lit(100 + PAGE, weight=1.0)], 1, None, EVERY, by_number)
    assert score(together[0]) > score(apart[0])


def test_only_allowed_rows_answer_but_all_give_context():
    found = weigh([lit(100), lit(101)], 10, {101}, EVERY, by_number)
    assert ranked(found) == [101]
    alone = weigh([lit(101)], 10, {101}, EVERY, by_number)
    assert score(found[0]) > score(alone[0]) / 2


def test_each_way_has_its_share_and_the_window_is_apart():
    (item, *_) = weigh([lit(100), lit(100, way=Way.ENTITY, weight=0.5), lit(101, way=Way.TEMPORAL, weight=0.2)], 1, None, EVERY, by_number)
    assert set(item.own) == {Way.LEXICAL, Way.ENTITY}
    assert item.own[Way.LEXICAL] == pytest.approx(2 * item.own[Way.ENTITY])
    assert item.context > sum(item.own.values())


def test_equal_rows_come_in_the_order_given():
    def newest(numbers, wanted):
        return sorted(numbers, reverse=True)[:wanted]

    assert ranked(weigh([lit(100, 200, 300)], 3, {100, 200, 300}, EVERY, newest)) == [300, 200, 100]


def test_only_rows_that_exist_are_weighed():
    rows = {100, 101, 200}
    found = weigh([lit(100, 200)], 5, None, measure(*rows), by_number)
    assert set(ranked(found)) <= rows


def test_the_order_is_asked_of_rows_that_exist_only():
    places = {100: 1, 200: 2}
    weigh([lit(100, 200)], 5, None, measure(100, 200), lambda numbers, wanted: sorted(numbers, key=places.__getitem__)[:wanted])


clues = st.lists(
    st.tuples(st.lists(st.integers(0, 60), max_size=8), st.floats(0.05, 10), st.sampled_from((Way.LEXICAL, Way.ENTITY, Way.TEMPORAL))),
    max_size=5,
).map(lambda parts: [Lit(way, "x", weight, sorted(numbers)) for numbers, weight, way in parts])


@given(clues, st.integers(1, 80))
def test_scores_are_shares_of_the_whole_best_first(given_clues, wanted):
    found = weigh(given_clues, wanted, None, EVERY, by_number)
    scores = [score(item) for item in found]
    assert scores == sorted(scores, reverse=True)
    assert len(found) <= wanted
    assert all(0 < score <= 2.2 + 1e-9 for score in scores)  # k1 + 1: no row reaches it
    assert len({item.number for item in found}) == len(found)


@given(clues, st.randoms())
def test_the_order_of_clues_does_not_matter(given_clues, random):
    one = weigh(given_clues, 20, None, EVERY, by_number)
    random.shuffle(given_clues)
    other = weigh(given_clues, 20, None, EVERY, by_number)
    assert {item.number: pytest.approx(score(item)) for item in one} == {item.number: score(item) for item in other} or (
        [score(item) for item in one] == pytest.approx([score(item) for item in other])  # rows of equal score, told apart by rounding
    )


def summed(lits, wanted):
    """The best rows by the sums of their clues, in the plainest way."""
    sums = {}
    for clue in sorted(lits, key=lambda clue: -clue.weight):
        for number in set(clue.numbers):
            sums[number] = sums.get(number, 0.0) + clue.weight
    return sorted(sums, key=lambda number: (-sums[number], number))[:wanted], sums


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 40), max_size=30), st.sampled_from((0.25, 0.5, 1.0, 1.5, 4.0))), max_size=6),
    st.integers(1, 12),
    st.none() | st.sets(st.integers(0, 40)),
)
def test_passing_over_common_words_finds_the_same_seeds(parts, wanted, allowed):
    lits = [Lit(Way.LEXICAL, "x", weight, sorted(numbers)) for numbers, weight in parts]
    seen = lits if allowed is None else [clue._replace(numbers=sorted({*clue.numbers} & allowed)) for clue in lits]
    expected, _ = summed(seen, wanted)
    assert sorted(seeds(lits, wanted, allowed, by_number)[0]) == sorted(expected)


CLUES = st.lists(st.tuples(st.lists(st.integers(100, 400), max_size=40), st.sampled_from((0.25, 0.5, 1.0, 1.5, 4.0))), max_size=5)


@given(CLUES, CLUES, st.integers(1, 12))
def test_what_is_known_of_fewer_clues_changes_no_seed(parts, further, wanted):
    few, more = ([Lit(Way.LEXICAL, "x", weight, sorted(numbers)) for numbers, weight in some] for some in (parts, further))
    _, least = seeds(few, wanted, None, by_number)
    fresh, known = seeds([*few, *more], wanted, None, by_number), seeds([*few, *more], wanted, None, by_number, least)
    assert (sorted(known[0]), known[1]) == (sorted(fresh[0]), fresh[1])


@given(CLUES, st.integers(1, 12), st.none() | st.sets(st.integers(100, 400)))
def test_passing_over_spans_finds_the_same_rows(parts, wanted, allowed):
    lits = [Lit(Way.LEXICAL, "x", weight, sorted(numbers)) for numbers, weight in parts]
    around = region(lits, wanted, allowed, EVERY, by_number)
    every = around._replace(bounds=[float("inf")] * len(around.spans))
    assert best_in(around, wanted, allowed, EVERY, by_number) == best_in(every, wanted, allowed, EVERY, by_number)


@given(CLUES)
def test_no_row_exceeds_the_bound_of_its_span(parts):
    around = region([Lit(Way.LEXICAL, "x", weight, sorted(numbers)) for numbers, weight in parts], 5, None, EVERY, by_number)
    for item in best_in(around, 1000, None, EVERY, by_number):
        at = next(at for at, (first, last) in enumerate(around.spans) if first <= item.number <= last)
        assert score(item) <= around.bounds[at] + 1e-9


def test_the_best_of_many_are_chosen_and_equal_ones_asked_for_their_order_alone():
    asked = []

    def arrange(numbers, wanted):
        asked.extend(numbers)
        return sorted(numbers, reverse=True)[:wanted]

    scores = {1: 0.5, 2: 0.9, 3: 0.5, 4: 0.1, 5: 0.5}
    assert best(scores, 3, arrange) == [2, 5, 3]
    assert 4 not in asked
    assert best({}, 3, arrange) == []
