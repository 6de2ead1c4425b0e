"""What a text costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.tokens import CITATION, count


@pytest.mark.parametrize(
    ("text", "cost"),
    [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("Prefers concise replies on WhatsApp.", 9), ("Straße", 2)],
)
def test_four_letters_are_a_token(text, cost):
    assert count(text) == cost


@pytest.mark.parametrize(("text", "cost"), [("成語", 2), ("しりとり", 4), ("안녕", 2), ("今日は tea", 4), ("𠮷", 1)])
def test_a_chinese_japanese_or_korean_character_is_a_token(text, cost):
    assert count(text) == cost


@given(st.text(), st.text())
def test_two_texts_joined_cost_at_most_what_they_cost_apart(one, other):
    assert max(count(one), count(other)) <= count(one + other) <= count(one) + count(other)


def test_a_citation_is_paid_for_besides():
    longest = "`memory/2025-11-27-call-with-peter.md#L128-L131`"
    assert count(longest) == CITATION
