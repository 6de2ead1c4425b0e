"""Days, calendar units and half-known dates: Span, Partial, Scene, and the arithmetic between them."""

from __future__ import annotations

import datetime as dt
from enum import IntEnum
from typing import NamedTuple

DAY = dt.timedelta(days=1)
WEEK = dt.timedelta(days=7)


class Unit(IntEnum):
    """What a calendar counts in; the order is that of length."""

    DAY = 0
    WORKDAY = 1
    WEEKEND = 2
    WORKWEEK = 3
    WEEK = 4
    FORTNIGHT = 5
    MONTH = 6
    QUARTER = 7
    HALF = 8
    YEAR = 9
    DECADE = 10
    CENTURY = 11


MONTHS_IN = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.HALF: 6, Unit.YEAR: 12, Unit.DECADE: 120, Unit.CENTURY: 1200}
"""Months in the units that are made of months."""

DAYS_IN = {Unit.DAY: 1, Unit.WEEKEND: 7, Unit.WORKWEEK: 7, Unit.WEEK: 7, Unit.FORTNIGHT: 14}
"""Days from one such unit to the next (weekends follow each other by a week)."""

SLACK = {
    Unit.WEEK: 3,
    Unit.FORTNIGHT: 3,
    Unit.MONTH: 7,
    Unit.QUARTER: 15,
    Unit.HALF: 30,
    Unit.YEAR: 30,
    Unit.DECADE: 365,
    Unit.CENTURY: 365,
}
"""Days either side that "n units ago" may mean; counted days are exact. Our choice: about a fifth of the smaller units."""


class Span(NamedTuple):
    """A resolved stretch of days, end exclusive; None is an open side."""

    start: dt.date | None
    end: dt.date | None
    unit: Unit = Unit.DAY
    certain: bool = True
    tolerance: int = 0


class Partial(NamedTuple):
    """Calendar fields as far as they were said; what is missing comes from a neighbour or from the day of speaking."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None


class Scene(NamedTuple):
    """From where a text is read.

    `today` is None when only absolute dates count; `log` is True for a note of that day and False for a question.
    `ahead`: the wording looks ahead. `lang`: "en", "de" or "".
    """

    today: dt.date | None
    log: bool = False
    ahead: bool = False
    lang: str = ""


Value = Span | Partial


def of_day(day: dt.date, *, certain: bool = True, tolerance: int = 0) -> Span:
    """The span of one day."""
    return Span(day, day + DAY, Unit.DAY, certain, tolerance)


def month_start(year: int, month: int) -> dt.date:
    """The first of a month; months beyond 1 to 12 run into the years beside."""
    return dt.date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)


def shift(day: dt.date, unit: Unit, count: int) -> dt.date:
    """The day `count` units later (earlier when negative); a month end that does not exist becomes the last of the month."""
    if unit is Unit.WORKDAY:
        return _workday(day, count)
    if unit in MONTHS_IN:
        first = month_start(day.year, day.month + count * MONTHS_IN[unit])
        return first.replace(day=min(day.day, (month_start(first.year, first.month + 1) - first).days if first.month < 12 else 31))
    return day + count * DAYS_IN[unit] * DAY


def _workday(day: dt.date, count: int) -> dt.date:
    step = DAY if count > 0 else -DAY
    for _ in range(min(abs(count), 4000)):
        day += step
        while day.weekday() > 4:  # Saturday and Sunday
            day += step
    return day


def unit_at(day: dt.date, unit: Unit, offset: int = 0) -> Span:
    """The calendar unit that holds `day`, or the one `offset` further. A weekend is that of the day's week."""
    monday = day - day.weekday() * DAY
    match unit:
        case Unit.DAY | Unit.WORKDAY:
            return of_day(shift(day, unit, offset))
        case Unit.WEEK | Unit.FORTNIGHT:
            start = monday + offset * WEEK
            return Span(start, start + DAYS_IN[unit] * DAY, unit)
        case Unit.WORKWEEK:
            return Span(monday + offset * WEEK, monday + offset * WEEK + 5 * DAY, unit)
        case Unit.WEEKEND:
            return Span(monday + offset * WEEK + 5 * DAY, monday + (offset + 1) * WEEK, unit)
        case _:
            return _months_at(day, MONTHS_IN[unit], unit, offset)


def _months_at(day: dt.date, months: int, unit: Unit, offset: int) -> Span:
    if months <= 12:  # within one year: counted from January
        first = (day.month - 1) // months * months + 1
        return Span(month_start(day.year, first + offset * months), month_start(day.year, first + (offset + 1) * months), unit)
    years = months // 12
    first = day.year // years * years + offset * years
    return years_span(first, first + years, unit)


def years_span(first: int, after: int, unit: Unit = Unit.YEAR) -> Span:
    """From the first of January of one year to that of another; the year 10000 is an open end."""
    return Span(dt.date(max(first, 1), 1, 1), dt.date(after, 1, 1) if after <= dt.MAXYEAR else None, unit)


def week_of_year(year: int, week: int) -> Span:
    """An ISO 8601 week.

    Raises:
        ValueError: the year has no such week.
    """
    start = dt.date.fromisocalendar(year, week, 1)
    return Span(start, start + WEEK, Unit.WEEK)


def nth_within(span: Span, unit: Unit, weekday: int | None, count: int) -> Span | None:
    """The n-th unit or weekday inside a span, counted from its end when `count` is negative; None if there is none.

    Weeks follow ISO 8601: the first week of a period is the one that holds its first Thursday.
    """
    if span.start is None or span.end is None or not count:
        return None
    if weekday is None and unit in MONTHS_IN:
        whole = unit_at(span.start, unit, count - 1) if count > 0 else unit_at(span.end - DAY, unit, count + 1)
        return whole if _inside(whole, span) else None
    if unit is Unit.DAY and weekday is None:
        day = span.start + (count - 1) * DAY if count > 0 else span.end + count * DAY
    else:
        anchor = weekday if weekday is not None else 5 if unit is Unit.WEEKEND else 3
        first = span.start + (anchor - span.start.weekday()) % 7 * DAY
        last = span.end - DAY - (span.end - DAY - anchor * DAY).weekday() * DAY
        day = first + (count - 1) * WEEK if count > 0 else last + (count + 1) * WEEK
    if not span.start <= day < span.end:
        return None
    return of_day(day) if weekday is not None or unit is Unit.DAY else unit_at(day, unit)


def _inside(part: Span, whole: Span) -> bool:
    return (
        part.start is not None
        and part.end is not None
        and whole.start is not None
        and whole.end is not None
        and whole.start <= part.start
        and part.end <= whole.end
    )


def portion(span: Span, part: int) -> Span | None:
    """The beginning (0), middle (1) or end (2) of a span, as people mean it.

    Months: days 1-10, 11-20, 21-end. Weeks: Monday-Wednesday, Wednesday-Thursday, Friday-Sunday. Years: January-March,
    May-August, September-December. Decades: four years, three, three. Anything else: thirds.
    """
    start, end = span.start, span.end
    if start is None or end is None:
        return None
    length = (end - start).days
    match span.unit:
        case Unit.MONTH:
            first, after = ((0, 10), (10, 20), (20, length))[part]
        case Unit.WEEK:
            first, after = ((0, 3), (2, 4), (4, 7))[part]
        case Unit.YEAR:
            months = ((1, 4), (5, 9), (9, 13))[part]
            return Span(month_start(start.year, months[0]), month_start(start.year, months[1]), Unit.QUARTER)
        case Unit.DECADE | Unit.CENTURY:
            years = (end.year - start.year) * 2 // 5, (end.year - start.year) * 7 // 10
            cuts = (start.year, start.year + years[0], start.year + years[1], end.year)
            return years_span(cuts[part], cuts[part + 1])
        case _:
            if length < 3:  # too short for thirds
                return span
            first, after = length * part // 3, length * (part + 1) // 3
    return Span(start + first * DAY, start + after * DAY, Unit.DAY)


def halves(span: Span, half: int) -> Span | None:
    """The first (1) or second (2) half: of a year at the first of July, of a month after the 15th, else by days."""
    start, end = span.start, span.end
    if start is None or end is None or (end - start).days < 2:
        return None
    if span.unit is Unit.YEAR:
        middle = dt.date(start.year, 7, 1)
    elif span.unit is Unit.MONTH:
        middle = start + 15 * DAY
    else:
        middle = start + (end - start).days // 2 * DAY
    return Span(start, middle, Unit.DAY) if half == 1 else Span(middle, end, Unit.DAY)
