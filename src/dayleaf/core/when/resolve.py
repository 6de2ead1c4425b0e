"""A half-known date and the day of speaking → the days it means."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from dayleaf.core.when.span import DAY, WEEK, Partial, Scene, Span, Unit, Value, month_start, of_day, shift, years_span

REACH = 45
"""Days a note may look ahead with a bare day and month; further ahead, the year before is meant. Our choice: notes look back."""

FAR = 183
"""The same where the wording looks ahead: half a year, so the nearer one wins."""


def resolve(value: Value, scene: Scene) -> Span | None:
    """The span a value means in this scene; None when the scene does not say enough or there is no such day."""
    if isinstance(value, Span):
        return value
    try:
        return _resolve(value, scene)
    except (ValueError, OverflowError):
        return None


def _resolve(p: Partial, scene: Scene) -> Span | None:
    if p.year is not None:
        return _with_year(p, p.year)
    if scene.today is None:
        return None
    if p.month is not None and p.day is not None:
        return _pick(_days_of_years(p, scene.today), p, scene)
    if p.month is not None:
        return _month(p.month, scene, scene.today)
    if p.day is not None:
        return _pick(_days_of_months(p.day, scene.today), p, scene)
    return _weekday(p.weekday, scene, scene.today)


def _with_year(p: Partial, year: int) -> Span | None:
    if p.month is None:
        return years_span(year, year + 1) if p.day is None else None
    if p.day is None:
        return Span(dt.date(year, p.month, 1), month_start(year, p.month + 1) if year < dt.MAXYEAR else None, Unit.MONTH)
    day = dt.date(year, p.month, p.day)
    return of_day(day, certain=p.weekday is None or p.weekday == day.weekday())


def _days_of_years(p: Partial, today: dt.date) -> Iterable[dt.date]:
    reach = 8 if p.month == 2 and p.day == 29 else 1  # eight: 29 February around 1900
    for year in range(today.year - reach, today.year + reach + 1):
        try:
            yield dt.date(year, p.month or 1, p.day or 1)
        except ValueError:
            continue


def _days_of_months(day: int, today: dt.date) -> Iterable[dt.date]:
    for offset in range(-15, 16):
        try:
            yield month_start(today.year, today.month + offset).replace(day=day)
        except ValueError:
            continue


def _pick(days: Iterable[dt.date], p: Partial, scene: Scene) -> Span | None:
    """The latest past day, or the next one if the wording looks ahead; with a weekday, the nearest (the future counts double).

    A note may speak of a day and month a little ahead of it.
    """
    today = scene.today
    if today is None:
        return None
    days = list(days)
    named = [day for day in days if day.weekday() == p.weekday]
    if named:
        return of_day(min(named, key=lambda day: (today - day) if day <= today else 2 * (day - today)))
    if scene.ahead and not (scene.log and p.month is not None):
        later = [day for day in days if day >= today]
        return of_day(min(later), certain=False) if later else None
    limit = today + (FAR if scene.ahead else REACH) * DAY if scene.log and p.month is not None else today
    earlier = [day for day in days if day <= limit]
    return of_day(max(earlier), certain=False) if earlier else None


def _month(month: int, scene: Scene, today: dt.date) -> Span:
    year = today.year
    if scene.log:
        reach = 6 if scene.ahead else 1
        year += (month < today.month - 12 + reach + 1) - (month > today.month + reach)
    elif scene.ahead:
        year += month < today.month
    else:
        year -= month > today.month
    return Span(dt.date(year, month, 1), month_start(year, month + 1), Unit.MONTH, certain=False)


def _weekday(weekday: int | None, scene: Scene, today: dt.date) -> Span | None:
    if weekday is None:
        return None
    if weekday == today.weekday():
        return of_day(today, certain=False)
    if scene.ahead:
        return of_day(next_weekday(today, weekday), certain=False)
    return of_day(last_weekday(today, weekday), certain=False)


def last_weekday(day: dt.date, weekday: int) -> dt.date:
    """The latest such weekday strictly before `day`."""
    return day - ((day.weekday() - weekday - 1) % 7 + 1) * DAY


def next_weekday(day: dt.date, weekday: int) -> dt.date:
    """The earliest such weekday strictly after `day`."""
    return day + ((weekday - day.weekday() - 1) % 7 + 1) * DAY


def weekday_in(week: Span, weekday: int) -> Span | None:
    """That weekday of the week in which the span begins."""
    if week.start is None:
        return None
    return of_day(week.start - week.start.weekday() * DAY + weekday * DAY)


def complete(first: Value, last: Value, scene: Scene) -> tuple[Span, Span] | None:
    """Both ends of a range, each lending the other what it left out: "3 to 5 May 2025", "Nov 27-Dec 1, 2025"."""
    if isinstance(first, Partial) and isinstance(last, Partial):
        first, last = _lend(first, last)
    if scene.ahead:  # what goes on now is not over: 1 October to 7 November, asked in between
        running = complete(first, last, scene._replace(ahead=False))
        if running and scene.today and running[1].end and running[1].end > scene.today:
            return running
    begin = _before(first, last, scene) or resolve(first, scene)
    if begin is None or begin.start is None:
        return None
    finish = _after(last, begin, scene)
    if finish is None or finish.end is None or finish.end <= begin.start:
        return None
    return begin, finish


def _before(first: Value, last: Value, scene: Scene) -> Span | None:
    """A weekday that begins a range whose end says more: "Monday to Friday last week"."""
    if not isinstance(first, Partial) or first.weekday is None or first.day is not None:
        return None
    if isinstance(last, Partial) and last.day is None:
        return None
    finish = resolve(last, scene)
    return of_day(last_weekday(finish.start, first.weekday)) if finish and finish.start else None


def _lend(first: Partial, last: Partial) -> tuple[Partial, Partial]:
    month, year = first.month, first.year
    if month is None and first.day is not None:
        month = last.month
        if month is not None and last.day is not None and first.day > last.day:  # "from the 28th to the 2nd of May"
            month = month - 1 or 12
    if year is None and last.year is not None and month is not None:
        crosses = (month, first.day or 1) > (last.month or month, last.day or 31)
        year = last.year - crosses
    first = first._replace(month=month, year=year)
    if last.month is None and last.day is not None and month is not None and first.day is not None:
        last = last._replace(month=month + (last.day < first.day) if month < 12 or last.day >= first.day else 1)
    if last.year is None and year is not None and last.month is not None and month is not None:
        last = last._replace(year=year + ((last.month, last.day or 31) < (month, first.day or 1)))
    return first, last


def _after(last: Value, begin: Span, scene: Scene) -> Span | None:
    """The end of a range: what is left open means the first one after its beginning."""
    if isinstance(last, Partial) and last.year is None and begin.start is not None:
        if last.month is None and last.day is None and last.weekday is not None:
            return of_day(begin.start + ((last.weekday - begin.start.weekday()) % 7 or 7) * DAY, certain=False)
        return resolve(last, Scene(begin.start, log=False, ahead=True))
    finish = resolve(last, scene)
    return _first_after(finish, begin.start) if finish and begin.start and begin.certain and not finish.certain else finish


def _first_after(part: Span, begin: dt.date) -> Span:
    """A part of a month whose year was guessed ("late September"): the first one after a date that is certain."""
    if part.start is None or part.end is None or part.unit is not Unit.DAY or not WEEK < part.end - part.start < 2 * WEEK:
        return part
    if begin.year >= dt.MAXYEAR - 1:
        return part
    years = begin.year - part.start.year
    years += shift(part.start, Unit.YEAR, years) < begin
    return part._replace(start=shift(part.start, Unit.YEAR, years), end=shift(part.end, Unit.YEAR, years))


def until_today(scene: Scene) -> dt.date | None:
    """The day after today."""
    return scene.today + DAY if scene.today else None


__all__ = ["WEEK", "complete", "last_weekday", "next_weekday", "resolve", "until_today", "weekday_in"]
