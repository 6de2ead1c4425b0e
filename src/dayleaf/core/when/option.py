"""What --since, --until and --during mean: ISO dates, 30d, 2w, 6m, 1y, and words."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import TimeRange
from dayleaf.core.when.reader import understand
from dayleaf.core.when.short import short

HINT = "write a date (2025-11-27), two of them (2025-11-27..2025-12-01), 30d, 2w, 6m, 1y, or words such as 'last week'"


def window(expression: str, now: dt.datetime, edge: Literal["since", "until", "during"]) -> TimeRange:
    """The days an option means.

    Args:
        expression: ISO dates, a count back from today, or words.
        now: the moment of asking.
        edge: "since" keeps the start and opens the end, "until" keeps the end, "during" keeps both.

    Raises:
        UsageError: the expression is not understood.
    """
    span = short(expression.strip(), now.date()) or _words(expression, now)
    if span is None:
        raise UsageError(f"{expression!r} is no time I understand", hint=HINT)
    if edge == "during":
        return span
    if edge == "since":
        return TimeRange(span.start if span.start is not None else span.end, None)
    return TimeRange(None, span.end if span.end is not None else span.start)


def _words(expression: str, now: dt.datetime) -> TimeRange | None:
    found = understand(expression, now)
    return found.range if found else None
