"""Feast days that stand in people's notes: a key and a year → first day and number of days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from dayleaf.core.when.span import DAY, Span, Unit, month_start, nth_within


def easter(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    rest = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * rest) // 451
    month, day = divmod(h + rest - 7 * m + 114, 31)
    return dt.date(year, month, day + 1)


def _nth(month: int, weekday: int, count: int) -> Callable[[int], dt.date]:
    def day_in(year: int) -> dt.date:
        found = nth_within(Span(dt.date(year, month, 1), month_start(year, month + 1)), Unit.DAY, weekday, count)
        return found.start if found and found.start else dt.date(year, month, 1)

    return day_in


def _advent(count: int) -> Callable[[int], dt.date]:
    """The fourth Sunday of Advent is the last one before Christmas Day."""

    def day_in(year: int) -> dt.date:
        eve = dt.date(year, 12, 24)
        return eve - (eve.weekday() + 1) % 7 * DAY - (4 - count) * 7 * DAY

    return day_in


FIXED = {
    "new year": (1, 1), "epiphany": (1, 6), "valentine": (2, 14), "women": (3, 8), "ides": (3, 15), "patrick": (3, 17), "fools": (4, 1),
    "labour": (5, 1), "walpurgis": (4, 30), "star wars": (5, 4), "children": (6, 1), "juneteenth": (6, 19), "independence": (7, 4),
    "assumption": (8, 15), "unity": (10, 3), "reformation": (10, 31), "halloween": (10, 31), "all saints": (11, 1),
    "all souls": (11, 2), "guy fawkes": (11, 5), "veterans": (11, 11), "martin": (11, 11), "nicholas": (12, 6),
    "christmas eve": (12, 24), "christmas": (12, 25), "boxing": (12, 26), "new years eve": (12, 31), "bastille": (7, 14),
    "spring begins": (3, 20), "summer begins": (6, 21), "autumn begins": (9, 22), "winter begins": (12, 21), "national cn": (10, 1),
}  # fmt: skip
"""Feasts of a fixed day: month and day. Seasons begin here on the days printed in most calendars of central Europe."""

EASTER = {
    "weiberfastnacht": -52, "carnival saturday": -50, "carnival sunday": -49, "rose monday": -48, "shrove tuesday": -47,
    "ash wednesday": -46, "palm sunday": -7, "maundy thursday": -3, "good friday": -2, "holy saturday": -1, "easter": 0,
    "easter monday": 1, "ascension": 39, "pentecost": 49, "whit monday": 50, "trinity": 56, "corpus christi": 60,
}  # fmt: skip
"""Feasts by days from Easter Sunday."""

MOVING: dict[str, Callable[[int], dt.date]] = {
    "mlk": _nth(1, 0, 3), "presidents": _nth(2, 0, 3), "mother": _nth(5, 6, 2), "memorial": _nth(5, 0, -1),
    "father": _nth(6, 6, 3), "labor": _nth(9, 0, 1), "columbus": _nth(10, 0, 2), "thanksgiving": _nth(11, 3, 4),
    "black friday": lambda year: _nth(11, 3, 4)(year) + DAY, "cyber monday": lambda year: _nth(11, 3, 4)(year) + 4 * DAY,
    "advent 1": _advent(1), "advent 2": _advent(2), "advent 3": _advent(3), "advent 4": _advent(4),
    "totensonntag": lambda year: _advent(1)(year) - 7 * DAY,
    "volkstrauertag": lambda year: _advent(1)(year) - 14 * DAY,
    "repentance": lambda year: _advent(1)(year) - 11 * DAY,
}  # fmt: skip
"""Feasts that follow a weekday."""

LONG = {"easter days": ("easter", 2), "pentecost days": ("pentecost", 2), "christmas days": ("christmas eve", 3),
        "christmas feast": ("christmas", 2), "new years days": ("new years eve", 2), "advent": ("advent 1", 0)}  # fmt: skip
"""Feasts of several days: the first and how many; Advent lasts until Christmas Eve."""


def feast(key: str, year: int) -> Span:
    """The days of a feast in a year."""
    if key in LONG:
        first, days = LONG[key]
        start = feast(first, year).start
        if start is None or not days:
            return Span(start, dt.date(year, 12, 25), Unit.MONTH)
        return Span(start, start + days * DAY)
    if key in FIXED:
        start = dt.date(year, *FIXED[key])
    elif key in EASTER:
        start = easter(year) + EASTER[key] * DAY
    else:
        start = MOVING[key](year)
    return Span(start, start + DAY)
