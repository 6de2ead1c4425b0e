"""What may be asked."""

from __future__ import annotations

import pytest

from dayleaf.core.entry import Condition
from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind
from dayleaf.core.recall.query import MOST_HITS, Query, Way


@pytest.mark.parametrize(("k", "budget"), [(1, 1), (MOST_HITS, 10**9)])
def test_the_bounds_are_allowed(k, budget):
    assert (Query("x", k, budget).k, Query("x", k, budget).budget) == (k, budget)


@pytest.mark.parametrize(("k", "budget"), [(0, 2000), (-1, 2000), (MOST_HITS + 1, 2000), (25, 0), (25, -5)])
def test_beyond_the_bounds_is_wrong_usage_and_the_hint_names_them(k, budget):
    with pytest.raises(UsageError) as refused:
        Query("x", k, budget)
    assert "1" in refused.value.hint


def test_a_condition_is_true_when_it_restricts_anything():
    assert not Condition()
    assert Condition(kinds=frozenset((Kind.OPINION,)))
    assert Condition(category="a")


def test_the_ways_have_the_names_of_the_json():
    assert [way.value for way in Way] == ["lexical", "entity", "temporal", "opinion", "semantic"]
