"""What --since, --until and --during mean."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core.errors import UsageError
from dayleaf.core.when import window

NOW = dt.datetime.combine(dt.date(2025, 5, 14), dt.time(9, 30))


@pytest.mark.parametrize(
    ("expression", "since", "until", "during"),
    [
        ("2024-02-29", "2024-02-29..", "..2024-02-29", "2024-02-29"),
        ("2024-02-28..2024-03-01", "2024-02-28..", "..2024-03-01", "2024-02-28..2024-03-01"),
        ("2024-02-28..", "2024-02-28..", "..2024-02-27", "2024-02-28.."),
        ("..2024-02-28", "2024-02-29..", "..2024-02-28", "..2024-02-28"),
        ("30d", "2025-04-14..", "..2025-04-14", "2025-04-14..2025-05-14"),
        ("2w", "2025-04-30..", "..2025-04-30", "2025-04-30..2025-05-14"),
        ("3M", "2025-02-14..", "..2025-02-14", "2025-02-14..2025-05-14"),
        ("1y", "2024-05-14..", "..2024-05-14", "2024-05-14..2025-05-14"),
        ("last week", "2025-05-05..", "..2025-05-11", "2025-05-05..2025-05-11"),
        ("letzten Monat", "2025-04-01..", "..2025-04-30", "2025-04-01..2025-04-30"),
        ("March 2024..last week", "2024-03-01..", "..2025-05-11", "2024-03-01..2025-05-11"),
        ("last 3 days", "2025-05-11..", "..2025-05-14", "2025-05-11..2025-05-14"),
        ("letzten zwei Wochen", "2025-04-30..", "..2025-05-14", "2025-04-30..2025-05-14"),
        ("since March 2024", "2024-03-01..", "..2024-02-29", "2024-03-01.."),
    ],
)
def test_an_expression_has_three_edges(expression: str, since: str, until: str, during: str) -> None:
    assert (str(window(expression, NOW, "since")), str(window(expression, NOW, "until")), str(window(expression, NOW, "during"))) == (
        since,
        until,
        during,
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("last wek", "last week"), ("yestrday", "yesterday"), ("letzte Wcohe", "letzte woche"), ("since Januray", "since january")],
)
def test_a_slip_is_put_right_in_the_hint(typed: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        window(typed, NOW, "since")
    assert meant in caught.value.hint


@pytest.mark.parametrize(
    "typed", ["", "soon", "2025-02-30", "2025-03-02..2025-03-01", "gibberish..", "..", "tomorrow..yesterday", "99999d", "Raum 2024"]
)
def test_what_is_no_time_says_how_to_write_one(typed: str) -> None:
    with pytest.raises(UsageError) as caught:
        window(typed, NOW, "during")
    assert "2025-11-27" in caught.value.hint


@pytest.mark.parametrize(
    ("moment", "yesterday", "week"),
    [
        ("2025-03-30T02:30:00+01:00", "2025-03-29", "2025-03-17..2025-03-23"),  # the hour that summer time skips
        ("2025-10-26T02:30:00+02:00", "2025-10-25", "2025-10-13..2025-10-19"),  # the hour that comes twice
        ("2025-01-01T00:00:00+14:00", "2024-12-31", "2024-12-23..2024-12-29"),
        ("2024-12-31T23:59:59-11:00", "2024-12-30", "2024-12-23..2024-12-29"),
        ("2024-03-01T12:00:00+00:00", "2024-02-29", "2024-02-19..2024-02-25"),
        ("2025-06-01T23:59:59+02:00", "2025-05-31", "2025-05-19..2025-05-25"),  # a Sunday ends its week
        ("2025-06-02T00:00:00+02:00", "2025-06-01", "2025-05-26..2025-06-01"),  # a Monday begins one
    ],
)
def test_today_is_the_day_on_the_clock_of_whoever_asks(moment: str, yesterday: str, week: str) -> None:
    now = dt.datetime.fromisoformat(moment)
    assert (str(window("yesterday", now, "during")), str(window("letzte Woche", now, "during"))) == (yesterday, week)
