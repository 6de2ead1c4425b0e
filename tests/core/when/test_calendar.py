"""Calendar arithmetic: feasts, units, parts, numbers."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core.when.holidays import EASTER, FIXED, LONG, MOVING, easter, feast
from dayleaf.core.when.lexicon import lexicon
from dayleaf.core.when.numbers import chinese, compound, english, german
from dayleaf.core.when.span import Span, Unit, nth_within, portion, shift, unit_at


@pytest.mark.parametrize("day", ["1961-04-02", "1981-04-19", "2000-04-23", "2008-03-23", "2025-04-20", "2038-04-25", "2049-04-18"])
def test_easter_sunday(day: str) -> None:
    expected = dt.date.fromisoformat(day)
    assert easter(expected.year) == expected


@pytest.mark.parametrize("year", [1900, 1999, 2024, 2025, 2100])
def test_every_feast_has_its_days_in_every_year(year: int) -> None:
    for key in (*FIXED, *EASTER, *MOVING, *LONG):
        span = feast(key, year)
        assert span.start is not None
        assert span.end is not None
        assert span.start.year == year
        assert span.start < span.end


def test_every_feast_of_the_lexicon_is_known() -> None:
    for lang in ("en", "de"):
        entries = [
            *lexicon(lang).words.values(),
            *((cls, value) for choices in lexicon(lang).phrases.values() for _, cls, value in choices),
        ]
        for cls, value in entries:
            if cls == "H":
                assert feast(str(value), 2025).start


@pytest.mark.parametrize(("year", "first"), [(2022, "2022-11-27"), (2023, "2023-12-03"), (2024, "2024-12-01"), (2033, "2033-11-27")])
def test_advent_begins_four_sundays_before_christmas(year: int, first: str) -> None:
    assert feast("advent 1", year).start == dt.date.fromisoformat(first)


@pytest.mark.parametrize(
    ("day", "unit", "count", "expected"),
    [
        ("2025-01-31", Unit.MONTH, 1, "2025-02-28"),
        ("2024-02-29", Unit.YEAR, 1, "2025-02-28"),
        ("2024-02-29", Unit.YEAR, -4, "2020-02-29"),
        ("2025-12-31", Unit.QUARTER, 1, "2026-03-31"),
        ("2025-03-28", Unit.WORKDAY, 1, "2025-03-31"),
        ("2025-03-31", Unit.WORKDAY, -1, "2025-03-28"),
        ("2025-03-29", Unit.DAY, 1, "2025-03-30"),
    ],
)
def test_shift(day: str, unit: Unit, count: int, expected: str) -> None:
    assert shift(dt.date.fromisoformat(day), unit, count) == dt.date.fromisoformat(expected)


def test_a_week_begins_on_monday_and_a_decade_with_its_tens() -> None:
    assert unit_at(dt.date(2024, 12, 31), Unit.WEEK).start == dt.date(2024, 12, 30)
    assert unit_at(dt.date(2025, 5, 14), Unit.DECADE, -1) == Span(dt.date(2010, 1, 1), dt.date(2020, 1, 1), Unit.DECADE)


def test_the_first_week_of_a_period_holds_its_first_thursday() -> None:
    january = unit_at(dt.date(2021, 1, 1), Unit.MONTH)
    found = nth_within(january, Unit.WEEK, None, 1)
    assert found is not None
    assert found.start == dt.date(2021, 1, 4)
    assert nth_within(january, Unit.WEEK, None, 9) is None


def test_a_month_has_three_parts_without_a_gap() -> None:
    for month in range(1, 13):
        whole = unit_at(dt.date(2024, month, 15), Unit.MONTH)
        parts = [portion(whole, number) for number in range(3)]
        assert [part and part.start for part in parts[1:]] == [part and part.end for part in parts[:2]]
        assert (parts[0] and parts[0].start, parts[2] and parts[2].end) == (whole.start, whole.end)


def test_number_words() -> None:
    assert compound([20, 9]) == 29
    assert compound([2, 1000, 15]) == 2015
    assert compound([19, 80, 6]) == 1986
    assert compound([9, 20]) is None
    assert english()["twelfth"] == (12, True)
    assert german()["siebenundzwanzigsten"] == german()["siebenundzwanzigster"] == (27, True)
    assert german()["dreissig"] == (30, False)
    assert [chinese(text) for text in ("十", "二十三", "二零二五", "１２", "廿一")] == [10, 23, 2025, 12, 21]
