"""Reflecting twice is reflecting once; the order of a day's facts does not matter; the Markdown alone says every number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import InRam

LIKES = ["Likes rye bread.", "Enjoyed the rye bread.", "Asked for rye bread.", "Loves rye bread."]
DISLIKES = ["Dislikes rye bread.", "Refused the rye bread.", "Hates rye bread.", "Cannot stand rye bread any more."]
OTHERS = ["Bought a bicycle.", "Her brother hates rye bread.", "Would hate rye bread if it were stale."]
facts = st.lists(st.tuples(st.integers(1, 9), st.sampled_from(LIKES + DISLIKES + OTHERS)), max_size=8, unique=True)
NOW = dt.datetime(2026, 3, 1, 20, tzinfo=dt.UTC)


def ram_memory(told, now):
    world = InRam(told, now)
    return world.memory, world.workspace


def pages(told: Sequence[tuple[int, str]]) -> dict[str, str]:
    logs: dict[str, str] = {"bank/opinions.md": "# Opinions\n\n- O(c=0.7) @Mona: Likes rye bread.\n"}
    for day, text in told:
        path = f"memory/2026-02-0{day}.md"
        logs[path] = logs.get(path, "## Retain\n") + f"- W @Mona: {text}\n"
    return logs


@settings(max_examples=40, deadline=None)
@given(facts)
def test_twice_is_once(told: list[tuple[int, str]]) -> None:
    memory, workspace = ram_memory(pages(told), NOW)
    memory.reflect()
    once = workspace.read("bank/opinions.md")
    assert not memory.reflect()
    assert workspace.read("bank/opinions.md") == once


@settings(max_examples=40, deadline=None)
@given(facts, st.randoms(use_true_random=False))
def test_the_order_of_a_days_facts_does_not_matter(told: list[tuple[int, str]], chance) -> None:
    shuffled = list(told)
    chance.shuffle(shuffled)
    numbers = []
    for some in (told, shuffled):
        memory, _ = ram_memory(pages(some), NOW)
        memory.reflect()
        numbers.append([one.confidence for one in memory.opinions()])
    assert numbers[0] == numbers[1]


@settings(max_examples=30, deadline=None)
@given(facts)
def test_the_markdown_alone_says_every_number(told: list[tuple[int, str]]) -> None:
    memory, workspace = ram_memory(pages(told), NOW)
    memory.reflect()
    (held,) = memory.opinions()
    again, _ = ram_memory({stamp.path: workspace.read(stamp.path) for stamp in workspace.listing().stamps}, NOW)
    (found,) = again.opinions()
    assert found == held
    moves = again.opinion_history(found.id)
    assert abs((moves[-1].after if moves else 0.7) - found.confidence) < 0.0006


@settings(max_examples=30, deadline=None)
@given(facts)
def test_day_by_day_is_all_at_once(told: list[tuple[int, str]]) -> None:
    """Whether a pass comes every day or once: the same evidence, the same confidence."""
    memory, workspace = ram_memory(pages([]), NOW)
    for day in range(1, 10):
        for number, (_, text) in enumerate(pair for pair in told if pair[0] == day):
            path = f"memory/2026-02-0{day}.md"
            before = workspace.read(path).decode() if number else "## Retain\n"
            workspace.save(path, f"{before}- W @Mona: {text}\n")
        memory.reflect()
    whole, _ = ram_memory(pages(told), NOW)
    whole.reflect()
    assert [one.confidence for one in memory.opinions()] == [one.confidence for one in whole.opinions()]
