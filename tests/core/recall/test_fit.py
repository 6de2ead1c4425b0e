"""Ranked rows become hits inside `k` and the budget."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.fit import JOINED, LONG, fit, quote_of, shortened
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.recall.span import span
from dayleaf.core.terms import terms
from dayleaf.core.tokens import CITATION, count

DAY = dt.date(2025, 11, 27)


def typed(number, text, line=0, last=0):
    source = Source("memory/2025-11-27.md", line or number, last or line or number)
    return Row(number, 1, Fact(Kind.WORLD, text, source, (), DAY))


def passage(number, text, first, last=0, heading=("Day",), part=0, path="memory/2025-11-27.md"):
    return Row(number, 1, Fact(Kind.PASSAGE, text, Source(path, first, last or first), (), DAY, heading=heading, part=part))


def ranked(*rows, ways=None):
    return [Ranked(row, 1.0 - place / 100, ways or {Way.LEXICAL: 0.5}) for place, row in enumerate(rows)]


def said(hits):
    return [(hit.content, str(hit.source).removeprefix("memory/2025-11-27.md#")) for hit in hits]


def test_nothing_found_is_an_empty_answer():
    assert fit([], 25, 2000) == ((), 0)


def test_each_fact_is_a_hit_with_its_citation_paid():
    hits, out = fit(ranked(typed(1, "Tea."), typed(40, "Milk and more.")), 25, 2000)
    assert said(hits) == [("Tea.", "L1"), ("Milk and more.", "L40")]
    assert [hit.tokens for hit in hits] == [1 + CITATION, 4 + CITATION]
    assert out == 0


def test_k_counts_hits_and_the_rest_is_left_out():
    hits, out = fit(ranked(*(typed(number * 10, f"Fact {number}.") for number in range(5))), 2, 2000)
    assert (len(hits), out) == (2, 3)


def test_a_row_too_large_skips_only_itself():
    hits, out = fit(ranked(typed(1, "Tea."), typed(20, "x " * 400), typed(40, "Milk.")), 25, 2 * CITATION + 10)
    assert ([hit.content for hit in hits], out) == (["Tea.", "Milk."], 1)


@pytest.mark.parametrize("budget", range(1, CITATION + 1))
def test_below_a_citation_nothing_fits_and_all_is_left_out(budget):
    assert fit(ranked(typed(1, "Tea."), typed(20, "Milk.")), 25, budget) == ((), 2)


# ------------------------------------------------------------------------------------------------------- joining


def test_neighbouring_passages_are_one_hit_in_their_order():
    hits, out = fit(ranked(passage(2, "Two.", 5), passage(1, "One.", 3), passage(3, "Three.", 6, 7)), 1, 2000)
    assert (said(hits), out) == ([("One.\nTwo.\nThree.", "L3-L7")], 0)
    assert hits[0].fact.text == "Two."


def test_a_passage_between_two_hits_makes_one_of_them_and_saves_a_citation():
    one, two, three = passage(1, "One.", 3), passage(2, "Two.", 5), passage(3, "Three.", 6)
    hits, _ = fit(ranked(three, typed(40, "Tea."), one, two), 3, 2000)
    assert said(hits) == [("One.\nTwo.\nThree.", "L3-L6"), ("Tea.", "L40")]
    assert hits[0].fact.text == "Three."
    paid = sum(hit.tokens for hit in hits)
    whole = paid + CITATION + 2  # what stands alone until it is bridged, and the room of two line ends
    assert said(fit(ranked(three, one, two, typed(40, "Tea.")), 3, whole)[0]) == said(hits)


def test_two_hits_too_long_for_one_stay_two():
    rows = [passage(number, f"word{number} " * (JOINED // 7 // 6 + 1), number) for number in range(1, 8)]
    hits, _ = fit(ranked(*rows[:3], *rows[4:], rows[3]), 5, 5000)
    assert [len(hit.content.splitlines()) for hit in hits] == [4, 3]


def test_parts_of_a_line_go_on_where_they_stopped():
    hits, _ = fit(ranked(passage(1, "One two", 3, part=1), passage(2, "three.", 3, part=2)), 25, 2000)
    assert said(hits) == [("One two three.", "L3")]


@pytest.mark.parametrize(
    "other",
    [
        passage(2, "Two.", 4, heading=("Other",)),
        passage(2, "Two.", 6),
        passage(3, "Two.", 4),
        typed(2, "Two.", 4),
        passage(2, "x" * JOINED, 4),
    ],
    ids=["heading", "gap", "no neighbour", "typed", "too long"],
)
def test_what_does_not_belong_together_stays_apart(other):
    hits, _ = fit(ranked(passage(1, "One.", 3), other), 25, 10**6)
    assert len(hits) == 2


def test_joining_what_no_longer_fits_is_left_out():
    hits, out = fit(ranked(passage(1, "One.", 3), passage(2, "Two and much more than fits.", 4)), 25, CITATION + 4)
    assert (said(hits), out) == ([("One.", "L3")], 1)


# ------------------------------------------------------------------------------------------------------- reasons


def test_each_way_has_its_own_ranks_among_the_hits():
    rows = [
        Ranked(typed(1, "a"), 0.9, {Way.LEXICAL: 0.1, Way.ENTITY: 0.8}),
        Ranked(typed(20, "b"), 0.8, {Way.LEXICAL: 0.7, Way.TEMPORAL: 0.0}),
    ]
    first, second = fit(rows, 25, 2000)[0]
    assert [(why.way, why.rank, why.score) for why in first.why] == [(Way.ENTITY, 1, 0.8), (Way.LEXICAL, 2, 0.1)]
    assert [(why.way, why.rank) for why in second.why] == [(Way.LEXICAL, 1)]


def test_a_hit_names_where_the_same_is_said():
    same = typed(90, "Tea.")
    (hit,) = fit([Ranked(typed(1, "Tea."), 1.0, {}, (same,))], 25, 2000)[0]
    assert (hit.count, hit.evidence) == (2, (Source("memory/2025-11-27.md", 1, 1), same.fact.source))


def test_what_would_be_quoted_twice_is_quoted_once_and_named_twice():
    one, other = (passage(number, "The heron stands in the garden. " * 20 + end, number) for number, end in ((1, "Tea."), (40, "Milk.")))
    (hit,), out = fit(ranked(one, other), 25, 2000, {"heron": 1.0})
    assert (hit.count, out) == (2, 0)
    assert hit.evidence == (hit.source, other.fact.source)


# ------------------------------------------------------------------------------------------------------- long texts

SENTENCES = [f"Sentence {number} says nothing." for number in range(200)]


def weights(*words):
    return {term: 1.0 for word in words for term in terms(word)}


def test_of_a_long_fact_the_sentences_around_the_words_asked_are_quoted_with_their_lines():
    lines = SENTENCES.copy()
    lines[120] = "Here the heron stands."
    quoted = quote_of(typed(1, "\n".join(lines), 10, 209).fact, weights("heron"))
    assert "heron" in quoted.text
    assert not quoted.whole
    assert len(quoted.text) <= LONG
    first, last = quoted.source.first - 10, quoted.source.last - 10
    assert quoted.text in "\n".join(lines[first : last + 1])
    assert last - first < 199


def test_where_text_and_page_have_other_lines_all_of_them_are_cited():
    source = Source("memory/2025-11-27.md", 10, 11)
    assert quote_of(Fact(Kind.WORLD, " ".join(SENTENCES), source), weights("heron")).source == source


@pytest.mark.xfail(strict=True, reason="a span of whole sentences up to `LONG` characters is cut to 700 afterwards")
def test_the_span_of_a_long_typed_fact_uses_its_length():
    start, end = span(" ".join(SENTENCES), weights("heron"), LONG)
    assert end - start > LONG / 2


@pytest.mark.parametrize("room", [1, 2, 3, 5, 10, 50])
@pytest.mark.parametrize(
    "text",
    [
        "Prefers concise replies (<1500 chars) on WhatsApp; long content goes into files. " * 9,
        "今日は成語しりとりをした。" * 30,
        "https://example.org/" + "a" * 500,
        "e\u0301" * 300,
        "👩‍👩‍👧" * 80,
        "First line\nsecond line\nthird line",
    ],
    ids=["english", "japanese", "url", "marks", "emoji", "lines"],
)
def test_if_nothing_fits_the_best_row_is_cut_to_whole_words(text, room):
    row = typed(1, text.strip(), 1, 1 + text.count("\n"))
    hits, out = fit(ranked(row, typed(90, "y " * 900)), 25, CITATION + room)
    (hit,) = hits
    assert out == 1
    assert 0 < count(hit.content) <= room
    assert hit.tokens <= CITATION + room
    assert hit.content in text
    after = text[text.index(hit.content) + len(hit.content) :][:1]
    assert after not in {"\u0301", "\u200d"} or room == 1  # not even one family of three fits into a token


def test_the_words_asked_are_among_those_that_are_left():
    text = "A long introduction of many words stands before the heron and after it as well."
    (hit,) = fit(ranked(typed(1, text)), 25, CITATION + 3, weights("heron"))[0]
    assert "heron" in hit.content


def test_a_cut_over_lines_cites_the_lines_that_are_left():
    text = "\n".join(SENTENCES)
    (hit,) = fit(ranked(typed(1, text, 11, 210)), 25, CITATION + 8, weights("120"))[0]
    assert "120" in hit.content
    assert (hit.source.first, hit.source.last) in {(131, 131), (130, 131), (131, 132)}


@pytest.mark.parametrize("room", [0, 1, 3, 10, 100])
def test_a_page_is_shortened_to_whole_lines_else_words(room):
    text = "# Peter\n\nA friend of many years.\n" * 3
    short = shortened(text, room)
    assert text.startswith(short)
    assert count(short) <= room
    assert shortened("word " * 30, 3) == "word word"


# ------------------------------------------------------------------------------------------------------- the law

words = st.text(alphabet="ab 漢\n.", min_size=1, max_size=60).filter(lambda text: text.strip() == text)


@st.composite
def pages(draw):
    line, rows = 1, []
    for number in range(draw(st.integers(1, 12))):
        text = draw(words) * draw(st.sampled_from((1, 1, 30)))
        last = line + text.count("\n")
        rows.append(passage(number, text, line, last) if draw(st.booleans()) else typed(number, text, line, last))
        line = last + draw(st.integers(1, 3))
    return draw(st.permutations(rows))


@given(pages(), st.integers(1, 12), st.integers(1, 300))
def test_never_more_than_asked_for_never_nothing_and_nothing_twice(rows, k, budget):
    hits, out = fit(ranked(*rows), k, budget, weights("ab"))
    assert sum(hit.tokens for hit in hits) <= budget
    assert len(hits) <= k
    assert all(hit.tokens == count(hit.content) + CITATION for hit in hits)
    assert all(hit.content.strip() for hit in hits)
    assert bool(hits) == (budget > CITATION)
    assert 0 <= out <= len(rows) - len(hits)
    lines = [line for hit in hits for line in range(hit.source.first, hit.source.last + 1)]
    assert len(lines) == len(set(lines))
