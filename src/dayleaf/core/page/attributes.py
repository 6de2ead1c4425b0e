"""The brackets of a bullet, `(key=value, …)`: what each key may hold, read one by one."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import NamedTuple

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Source, TimeRange
from dayleaf.core.page.escape import normal_text
from dayleaf.core.regex import regex

ORIGINS = ("owner", "agent", "untrusted")
"""Who may have said something; every other origin counts as untrusted."""

KEYS = ("c", "when", "cat", "origin", "supersedes", "id")
"""The keys with a meaning, in the order they are written."""

MARKS = ("from", "on", "into", "reason")
"""Keys that the machine writes: the citations a fact was derived from, the day of it, what took its place, and why. Kept in `extra`."""

PINNED = "pinned"
"""A bare word in the brackets: this fact is never merged or retired by the machine."""

_ID = regex(r"[\w.:-]{1,64}")
_NUMBER = regex(r"(?:\d+\.?\d*|\.\d+)(?:e-?\d{1,3})?", re.ASCII | re.IGNORECASE)
_DAY = regex(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_ATTRIBUTE = regex(r'\s*([^\s=＝,，"]++)?(\s*[=＝]\s*)?("(?:[^"\\\n]|\\.)*"|\d,\d+(?=\s*+(?:[,，]|$))|[^,，]*+)(?:[,，]|$)')
_QUOTED = regex(r'"(?:[^"\\\n]|\\.)*"')


class Fault(NamedTuple):
    """What is wrong with a bullet: a stable lower-case `code`, and a `message` for people that says what was done instead."""

    code: str
    message: str


class Attributes(NamedTuple):
    """What brackets say, each key read once; what cannot be read is kept in `extra` and reported in `faults`."""

    confidence: float | None
    when: TimeRange | None
    words: dict[str, str]
    extra: tuple[tuple[str, str], ...]
    faults: tuple[Fault, ...]


def read_attributes(inside: str) -> Attributes:
    """Read what stands between the brackets."""
    faults: list[Fault] = []
    extra: list[tuple[str, str]] = []
    confidence: float | None = None
    when: TimeRange | None = None
    words: dict[str, str] = {}
    seen: set[str] = set()
    for key, value in _pairs(inside):
        if key not in KEYS or key in seen:
            extra.append((key, value))
            if odd := _odd_key(key, value, repeated=key in seen):
                faults.append(odd)
            seen.update((key,) if key in MARKS else ())
            continue
        seen.add(key)
        fault: Fault | None = None
        if key == "c":
            confidence, fault = _read_confidence(value)
        elif key == "when":
            when, fault = _read_when(value)
        else:
            words[key], fault = _read_word(key, value)
        if fault:
            faults.append(fault)
            extra.append((key, value))
    return Attributes(confidence, when, words, tuple(extra), tuple(faults))


def category_fault(category: str) -> str | None:
    """Why this is no category path, or None if it is one: parts of letters, digits, `_`, `-`, `.`, joined by `/`."""
    parts = category.split("/")
    if not category or "" in parts:
        return "it has an empty part"
    if any(not part.strip(".") for part in parts):
        return "a part of it is only dots"
    if any(not (letter.isalnum() or letter in "_-./" or unicodedata.category(letter)[0] == "M") for letter in category):
        return "it holds characters other than letters, digits, `_`, `-`, `.` and `/`"
    return None


def is_id(text: str) -> bool:
    """Whether a bullet can name a fact so: 1 to 64 letters, digits, `_`, `-`, `.`, `:`."""
    return _ID.fullmatch(text) is not None


def sources_of(value: str) -> tuple[Source, ...]:
    """The citations of a `from` key, separated by `;`; empty if one of them is none."""
    try:
        return tuple(Source.parse(part.strip()) for part in value.split(";"))
    except UsageError:
        return ()


def _pairs(attributes: str) -> list[tuple[str, str]]:
    """Split `key=value, …`; a bare word has an empty key. A decimal comma (`c=0,9`) stays in its value."""
    pairs: list[tuple[str, str]] = []
    at = 0
    while at < len(attributes):
        found = _ATTRIBUTE.match(attributes, at)
        if found is None or found.end() == at:  # a stray quote: the rest is one bare word
            pairs.append(("", attributes[at:].strip()))
            break
        at = found.end()
        key, value = found[1] or "", found[3].strip()
        if _QUOTED.fullmatch(value):
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        key, value = (key, one_line(value)) if found[2] else ("", one_line(f"{key} {value}"))
        if key or value:
            pairs.append((key, value))
    return pairs


def _odd_key(key: str, value: str, *, repeated: bool) -> Fault | None:
    if repeated:
        return Fault("repeated_key", f"{key} is given twice; the first one counts")
    if key == "from" and not sources_of(value):
        return Fault("from", f"{value[:40]!r} is no citation such as memory/2025-11-27.md#L12; kept without a meaning")
    if key == "on" and day_or_none(value) is None:
        return Fault("on", f"on={value[:40]} is no ISO day; kept without a meaning")
    if key in MARKS or (not key and value == PINNED):
        return None
    if not key:
        return Fault("bad_attribute", f"{value[:40]} has no key; kept without a meaning")
    return Fault("unknown_key", f"{key[:40]} is no known key; kept without a meaning")


def _read_confidence(value: str) -> tuple[float | None, Fault | None]:
    number = _NUMBER.fullmatch(value.replace(",", ".", 1))
    confidence = float(number[0]) if number else -1.0
    if 0 <= confidence <= 1:
        return confidence, None
    return None, Fault("confidence", f"the confidence {value[:40]!r} is no number from 0 to 1; read without a confidence")


def _read_when(value: str) -> tuple[TimeRange | None, Fault | None]:
    first, dots, last = value.partition("..")
    try:
        start = _day(first)
        if not dots and start:
            return TimeRange.of_day(start), None
        end = _day(last)
        if end is not None:
            end = None if end == dt.date.max else end + dt.timedelta(days=1)
        return TimeRange(start, end), None
    except (ValueError, UsageError):
        return None, Fault("when", f"when={value[:40]} is no ISO day or range of days; read without it")


def _read_word(key: str, value: str) -> tuple[str, Fault | None]:
    match key:
        case "cat":
            why = category_fault(value)
            return ("", Fault("category", f"{value[:40]!r} is no category: {why}; read without it")) if why else (value, None)
        case "origin":
            if value.lower() in ORIGINS:
                return value.lower(), None
            return "untrusted", Fault("origin", f"the origin {value[:40]!r} is none of {', '.join(ORIGINS)}; read as untrusted")
        case _:
            if is_id(value):
                return value, None
            return "", Fault(key, f"{value[:40]!r} is no id; read without it")


def _day(text: str) -> dt.date | None:
    text = text.strip()
    if not text:
        return None
    found = _DAY.fullmatch(text)
    if not found:
        raise ValueError(text)
    return dt.date(int(found[1]), int(found[2]), int(found[3]))


def day_or_none(text: str) -> dt.date | None:
    """The day of an ISO date; None if it is none."""
    try:
        return _day(text)
    except ValueError:
        return None


def one_line(value: str) -> str:
    """A value as its line holds it: in normal form, runs of blanks and line ends one blank."""
    return " ".join(normal_text(value).split())
