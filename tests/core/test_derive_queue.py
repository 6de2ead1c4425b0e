"""The list of pages that wait to be read closer."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.derive.queue import LONGEST_WAIT, MOST_TRIES, Item, State, due, entered, failed, read_items

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)
PAGE = Item("memory/2025-11-27.md", "aa", "rules")


def test_the_last_line_about_a_page_counts_and_a_cut_one_does_not() -> None:
    done = Item(PAGE.path, "aa", "rules", State.DONE)
    assert read_items(PAGE.line + done.line + PAGE.line[:30]) == {PAGE.path: done}


@given(st.text())
def test_any_text_is_a_list(text) -> None:
    assert isinstance(read_items(text), dict)


def test_a_page_is_entered_when_it_changed_or_another_one_reads() -> None:
    held = {PAGE.path: PAGE}
    assert entered(held, {PAGE.path: "aa"}, "rules") == []
    assert entered(held, {PAGE.path: "bb"}, "rules") == [Item(PAGE.path, "bb", "rules")]
    assert entered(held, {PAGE.path: "aa"}, "ollama:x") == [Item(PAGE.path, "aa", "ollama:x")]


def test_what_failed_waits_longer_each_time_and_at_last_for_good() -> None:
    item, waits = PAGE, []
    for _ in range(MOST_TRIES):
        item = failed(item, NOW, "no answer", 0.5)
        waits.append(dt.datetime.fromisoformat(item.next) - NOW)
        assert due([item], NOW) == []
    assert waits == sorted(waits)
    assert waits[0] < dt.timedelta(minutes=6)
    assert waits[-1] <= LONGEST_WAIT * 1.1
    assert due([item], NOW + LONGEST_WAIT * 3) == []
    assert due([failed(PAGE, NOW, "no answer", 0)], NOW + dt.timedelta(minutes=6))


def test_a_clock_that_was_wrong_makes_nobody_wait() -> None:
    item = failed(PAGE, NOW + dt.timedelta(days=400), "no answer", 0)
    assert due([item], NOW) == [item]
