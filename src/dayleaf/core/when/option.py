"""What --since, --until and --during mean: ISO dates, 30d, 2w, 6m, 1y, and words."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from dayleaf.core.closest import distance
from dayleaf.core.errors import UsageError
from dayleaf.core.fact import TimeRange
from dayleaf.core.when.lexicon import lexicon
from dayleaf.core.when.reader import understand
from dayleaf.core.when.short import counted, short
from dayleaf.core.when.span import DAY

HINT = "write a date (2025-11-27), two of them (2025-11-27..2025-12-01), 30d, 2w, 6m, 1y, or words such as 'last week'"


def window(expression: str, now: dt.datetime, edge: Literal["since", "until", "during"]) -> TimeRange:
    """The days an option means.

    Args:
        expression: ISO dates, a count back from today, or words.
        now: the moment of asking.
        edge: "since" keeps the start and opens the end, "until" keeps the end, "during" keeps both. A count back is a
            stretch for "during" and "since" (`30d`: the last thirty days) and a day for "until" (the one thirty days ago).

    Raises:
        UsageError: the expression is not understood.
    """
    span = short(expression.strip(), now.date()) or _words(expression, now)
    if span is None:
        meant = _meant(expression, now)
        raise UsageError(f"{expression!r} is no time I understand", hint=f"did you mean {meant!r}?" if meant else HINT)
    if edge == "during":
        return span
    if edge == "since":
        return TimeRange(span.start if span.start is not None else span.end, None)
    if counted(expression.strip()) and span.start is not None:
        return TimeRange(None, span.start + DAY)
    return TimeRange(None, span.end if span.end is not None else span.start)


def _words(expression: str, now: dt.datetime) -> TimeRange | None:
    """An expression in words, or two of them around `..`: from the start of the first to the end of the second."""
    first, dots, last = expression.partition("..")
    if not dots:
        found = understand(_stretch(expression), now) or understand(expression, now)
        return found.range if found else None
    begin, finish = (understand(part, now) if part.strip() else None for part in (first, last))
    if (begin is None and first.strip()) or (finish is None and last.strip()) or begin is finish:
        return None
    start = begin.range.start if begin else None
    end = finish.range.end if finish else None
    return TimeRange(start, end) if (start or end) and (not start or not end or start < end) else None


def _stretch(expression: str) -> str:
    """ "last 3 days" with its article: as an option it reaches to now, as `3d` does."""
    first, _, rest = expression.strip().partition(" ")
    for lang, article in (("en", "the"), ("de", "die")):
        words = lexicon(lang).words
        count = rest.split(" ")[0].casefold()
        if words.get(first.casefold(), ("",))[0] in ("L", "N") and (count.isdecimal() or words.get(count, ("",))[0] == "n"):
            return f"{article} {expression}"
    return expression


def _meant(expression: str, now: dt.datetime) -> str | None:
    """The expression with one misspelt word put right, if it is understood then."""
    words = expression.split()
    for index, word in enumerate(words):
        if len(word) < 3 or not word.isalpha():  # two letters are near to too much
            continue
        for known in _near(word.casefold()):
            guess = " ".join([*words[:index], known, *words[index + 1 :]])
            if understand(guess, now):
                return guess
    return None


def _near(word: str) -> list[str]:
    """The known words at most one edit away (two for long words), nearest first."""
    limit = 1 if len(word) < 7 else 2
    known = {entry for lang in ("en", "de") for entry in lexicon(lang).words if abs(len(entry) - len(word)) <= limit and len(entry) > 2}
    ranked = sorted((distance(word, entry), -len(entry), entry) for entry in known)
    return [entry for far, _, entry in ranked if 0 < far <= limit]
