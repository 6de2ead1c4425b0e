"""Whatever evidence comes, in whatever order: a confidence stays in 0 to 1 and moves no further than its evidence allows."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.fact import Source
from dayleaf.core.opinion.weigh import MOST, SUDDEN, WINDOW, replay
from dayleaf.core.page import ledger

START = dt.date(2026, 1, 1)
confidences = st.floats(0, 1)
forces = st.sampled_from(["", "strongly", "weakly", "again"])
stances = st.sampled_from(["supports", "contradicts"])


def piece(day: int, stance: str, force: str, name: int) -> ledger.Testimony:
    return ledger.Testimony(START + dt.timedelta(day), stance, force, f"quote {name}", Source("memory/x.md", 1, 1), str(name))


evidence = st.lists(st.builds(piece, st.integers(0, 2000), stances, forces, st.integers(0, 40)), max_size=25)


@given(confidences, evidence)
def test_it_stays_between_0_and_1(start: float, told: list[ledger.Testimony]) -> None:
    found = replay(start, told)
    assert all(0 <= step.after <= 1 for step in found.steps)
    assert 0 <= found.confidence <= 1


@given(confidences, evidence, st.randoms(use_true_random=False))
def test_the_order_in_which_it_is_heard_does_not_matter(start: float, told: list[ledger.Testimony], chance) -> None:
    shuffled = list(told)
    chance.shuffle(shuffled)
    assert replay(start, shuffled) == replay(start, told)


@given(confidences, evidence, st.integers(1, 60), stances, st.sampled_from(["", "weakly", "again"]))
def test_one_more_fact_moves_it_a_little(start: float, told: list[ledger.Testimony], later: int, stance: str, force: str) -> None:
    before = replay(start, told)
    last = max((item.on for item in told), default=START)
    new = ledger.Testimony(last + dt.timedelta(later), stance, force, "new", None, "new")
    after = replay(start, [*told, new])
    moved = after.confidence - before.confidence
    assert abs(moved) <= MOST[force] + 1e-9
    assert moved >= -1e-9 if stance == "supports" else moved <= 1e-9


@given(confidences, stances)
def test_one_strong_word_is_no_large_jump(start: float, stance: str) -> None:
    assert abs(replay(start, [piece(0, stance, "strongly", 1)]).confidence - start) <= MOST["strongly"] < 0.25


@given(confidences, evidence)
def test_a_large_jump_in_a_week_needs_strong_evidence_that_is_repeated(start: float, told: list[ledger.Testimony]) -> None:
    plain = [item for item in told if item.force != "strongly"]
    steps = replay(start, plain).steps
    for last in steps:
        week = sum(step.after - step.before for step in steps if 0 <= (last.on - step.on).days < WINDOW)
        assert abs(week) <= SUDDEN + 1e-9


@given(confidences, stances, st.integers(1, 30))
def test_what_is_said_again_and_again_weighs_little(start: float, stance: str, times: int) -> None:
    echoes = [piece(day, stance, "again", day) for day in range(1, times)]
    once, often = (replay(start, some).confidence for some in ([piece(0, stance, "", 0)], [piece(0, stance, "", 0), *echoes]))
    assert abs(often - once) <= 2 * MOST["again"]


@given(st.floats(0.3, 1))
def test_strong_words_on_two_days_are_a_large_jump(start: float) -> None:
    twice = [piece(0, "contradicts", "strongly", 1), piece(20, "contradicts", "strongly", 2)]
    assert start - replay(start, twice).confidence >= 0.25


@given(confidences, evidence)
def test_what_is_struck_off_does_not_count(start: float, told: list[ledger.Testimony]) -> None:
    struck = [item._replace(stance="unrelated", fact=f"x{item.fact}") for item in told]
    assert replay(start, [*told, *struck]).confidence == replay(start, told).confidence
