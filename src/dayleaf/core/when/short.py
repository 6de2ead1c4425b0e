"""ISO dates and counts back from today: `2025-11-27`, `2025-11-27..2025-12-01`, `30d`, `2w`, `6m`, `1y`."""

from __future__ import annotations

import datetime as dt
import re

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import TimeRange
from dayleaf.core.when.span import DAY, Unit, shift

_SHORT = re.compile(r"(?:last\s+)?(\d{1,4})\s?([dwmy])", re.IGNORECASE)
_UNITS = {"d": Unit.DAY, "w": Unit.WEEK, "m": Unit.MONTH, "y": Unit.YEAR}
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)?(\.\.)?(\d{4}-\d\d-\d\d)?")


def counted(expression: str) -> bool:
    """Whether the expression counts back from today: `30d`."""
    return _SHORT.fullmatch(expression) is not None


def short(expression: str, today: dt.date) -> TimeRange | None:
    """ISO dates and counts back from today: `30d` begins thirty days ago and ends with today."""
    count = _SHORT.fullmatch(expression)
    try:
        if count:
            return TimeRange(shift(today, _UNITS[count[2].lower()], -int(count[1])), today + DAY)
        iso = _ISO.fullmatch(expression)
        if iso and (iso[1] or iso[3]):
            start, end = (dt.date.fromisoformat(day) if day else None for day in (iso[1], iso[3]))
            if not iso[2]:
                return TimeRange.of_day(start) if start else None
            return TimeRange(start, end + DAY if end else None)
    except (ValueError, OverflowError, UsageError):
        return None
    return None
