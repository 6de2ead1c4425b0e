"""Meaning joins words: how much each may say."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.recall.clue import Asked, Clue
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.semantic import LEXICAL, Dense, known, mix
from dayleaf.core.recall.weigh import Lit, Weighed, score


def by_words(number: int, score: float) -> Weighed:
    return Weighed(number, {Way.LEXICAL: score}, score)


def ranked(weighed: list[Weighed], dense: Dense, part: float = 1.0, wanted: int = 9) -> list[int]:
    return [item.number for item in mix(weighed, dense, part, wanted, None, lambda numbers, wanted: sorted(numbers)[:wanted])]


NEAR_TWO = Dense({10: 0.80, 20: 0.90, 30: 0.85}, mean=0.80, spread=0.02, rows=100)


def test_a_row_found_by_meaning_alone_joins_the_others() -> None:
    assert ranked([by_words(10, 0.5)], NEAR_TWO) == [10, 20, 30]


def test_words_that_the_memory_does_not_know_leave_it_to_meaning() -> None:
    assert ranked([by_words(10, 0.5)], NEAR_TWO, part=0.3) == [20, 30, 10]


def test_without_a_hit_by_words_meaning_answers() -> None:
    assert ranked([], NEAR_TWO) == [20, 30]


def test_without_vectors_the_words_answer_as_before() -> None:
    assert ranked([by_words(4, 0.5), by_words(1, 0.2)], Dense({}, 0.0, 0.0, 0, 7)) == [4, 1]


def test_when_all_rows_are_alike_meaning_says_nothing() -> None:
    assert ranked([by_words(4, 0.5)], Dense({1: 0.7, 2: 0.7}, 0.7, 0.0, 2)) == [4]


def test_what_is_usual_for_a_model_does_not_matter() -> None:
    """One model has 0.8 for unrelated texts, another 0.1: the order is the same."""
    words = [by_words(10, 0.5), by_words(30, 0.45)]
    low = Dense({n: (cosine - 0.8) * 5 + 0.1 for n, cosine in NEAR_TWO.cosines.items()}, mean=0.1, spread=0.1, rows=100)
    assert ranked(words, low) == ranked(words, NEAR_TWO)


def test_of_two_equal_rows_the_one_among_its_like_is_first() -> None:
    dense = Dense({10: 0.90, 20: 0.90, 21: 0.85}, mean=0.80, spread=0.02, rows=100)
    assert ranked([], dense) == [20, 10, 21]


def test_what_is_not_allowed_is_context_only() -> None:
    dense = Dense({10: 0.90, 20: 0.90, 21: 0.95}, mean=0.80, spread=0.02, rows=100)
    found = mix([], dense, 1.0, 9, {10, 20}, lambda numbers, wanted: sorted(numbers)[:wanted])
    assert [item.number for item in found] == [20, 10]


def test_each_way_says_what_it_gave() -> None:
    best, *_ = mix([by_words(20, 0.5)], NEAR_TWO, 1.0, 9, None, lambda numbers, wanted: sorted(numbers)[:wanted])
    assert (best.own, best.context) == ({Way.LEXICAL: LEXICAL}, LEXICAL)
    assert math.isclose(score(best), 1.0)


def test_a_question_is_known_as_far_as_its_clues_are_rare_and_found() -> None:
    cat, moon = Clue(Way.LEXICAL, "cat"), Clue(Way.LEXICAL, "moon")
    asked = Asked((cat, moon))
    assert known(asked, [], 100) == 0.0
    assert known(asked, [Lit(Way.LEXICAL, "cat", 2.0, [1]), Lit(Way.LEXICAL, "moon", 1.0, [2])], 100) == 1.0
    assert 0.0 < known(asked, [Lit(Way.LEXICAL, "cat", 0.1, [1])], 100) < 0.1
    assert known(Asked(()), [], 100) == 0.0


@given(
    st.lists(st.tuples(st.integers(1, 50), st.floats(0, 1)), unique_by=lambda pair: pair[0]),
    st.dictionaries(st.integers(1, 50), st.floats(-1, 1)),
    st.floats(-1, 1),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_any_figures_give_an_order(
    words: list[tuple[int, float]], cosines: dict[int, float], mean: float, spread: float, part: float
) -> None:
    weighed = [by_words(number, share) for number, share in sorted(words, key=lambda pair: -pair[1])]
    found = mix(weighed, Dense(cosines, mean, spread, len(cosines)), part, 20, None, lambda numbers, wanted: sorted(numbers)[:wanted])
    assert len({item.number for item in found}) == len(found) <= 20
    scores = [score(item) for item in found]
    assert scores == sorted(scores, reverse=True)


def test_in_a_memory_of_two_rows_one_is_nearer():
    nearer = Dense({1: 0.9, 2: 0.8}, mean=0.85, spread=0.05, rows=2)
    assert ranked([], nearer) == [1]


def test_a_middling_cosine_says_nothing():
    """What stands no higher than is usual for the question lets the words decide."""
    words = [Weighed(1, {Way.LEXICAL: 0.5}, 0.5), Weighed(2, {Way.LEXICAL: 0.4}, 0.4)]
    cosines = Dense({1: 0.80, 20: 0.84, 2: 0.85, 40: 0.99}, mean=0.80, spread=0.05, rows=1000)
    found = ranked(words, cosines)
    assert found[:2] == [1, 2]
    assert 40 in found
    assert 20 not in found
