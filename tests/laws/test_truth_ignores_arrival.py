"""Reports that arrive late, out of order, or in other files give the same answers as in order."""

import datetime as dt
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.truth import reigns

START = dt.date(2024, 1, 1)
TOWNS = ("Porto", "Graz", "Bergen", "Erfurt")
SENTENCES = (
    "Lives in {}.", "Moved to {}.", "Wohnt in {}.", "Ist nach {} umgezogen.", "Lives in {} now.",
    "Plays chess in {}.", "No longer lives in {}.",
)  # fmt: skip
MOMENTS = [START + dt.timedelta(days=days) for days in range(0, 1000, 25)]

days = st.integers(0, 900).map(lambda number: START + dt.timedelta(days=number))
reports = st.lists(
    st.tuples(st.sampled_from(SENTENCES), st.sampled_from(TOWNS), days, days), min_size=1, max_size=6, unique_by=lambda report: report[2]
)


def facts_of(told):
    """Facts that hold from a day they name, told on other days."""
    return [
        Fact(
            Kind.WORLD,
            sentence.format(town),
            Source(f"memory/{day}.md", number, number),
            ("Ana",),
            day,
            TimeRange(start, None),
            name=f"f{number}",
        )
        for number, (sentence, town, start, day) in enumerate(told, 1)
    ]


def history(facts):
    found = reigns(facts)
    return {fact.id: [found[fact.id].on(day) for day in MOMENTS] for fact in facts}


@given(reports, st.randoms(use_true_random=False))
def test_the_order_of_reading_does_not_matter(told, random):
    facts = facts_of(told)
    shuffled = random.sample(facts, len(facts))
    assert history(shuffled) == {fact.id: history(facts)[fact.id] for fact in shuffled}


@given(reports)
def test_the_day_of_telling_does_not_matter_when_facts_say_since_when_they_hold(told):
    facts = facts_of(told)
    in_order = [replace(fact, told=fact.when.start, source=replace(fact.source, path=f"memory/{fact.when.start}.md")) for fact in facts]
    assert history(facts) == history(in_order)


@given(reports)
def test_nothing_vanishes_and_what_is_past_stays_past(told):
    facts = facts_of(told)
    for stands in history(facts).values():
        assert stands == sorted(stands, key=("future", "current", "past").index)


@given(reports)
def test_somebody_lives_in_one_town_at_a_time(told):
    facts = facts_of([report for report in told if report[0] in SENTENCES[:5]])
    found = reigns(facts)
    for day in MOMENTS:
        towns = {town for fact in facts for town in TOWNS if town in fact.text and found[fact.id].on(day) == "current"}
        assert len(towns) <= 1
