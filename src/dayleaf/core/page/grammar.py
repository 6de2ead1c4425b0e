"""The grammar of a bullet: one list item of Markdown ⇄ one Bullet, and back without loss.

    - <LETTER>[(key=value, …)] [@Mention]…: text
      continued, indented by two blanks

Reading is liberal (no blank before a mention, full-width `：（）＠` of CJK keyboards, commas between mentions); writing
is strict. A value is quoted, `key="…"` with backslashes before `"` and backslash, only when it holds something that ends a value.

How a text keeps Markdown from taking it for something else says `escape`.

A bullet is in normal form when it equals what reading gives back: `normal_text`, `normal_name`.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass, field
from typing import NamedTuple

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind, TimeRange
from dayleaf.core.page.escape import escape, normal_text, unescape
from dayleaf.core.regex import regex

ORIGINS = ("owner", "agent", "untrusted")
"""Who may have said something; every other origin counts as untrusted."""

KEYS = ("c", "when", "cat", "origin", "supersedes", "id")
"""The keys with a meaning, in the order they are written."""

_ID = regex(r"[\w.:-]{1,64}")
_NUMBER = regex(r"(?:\d+\.?\d*|\.\d+)(?:e-?\d{1,3})?", re.ASCII | re.IGNORECASE)
_DAY = regex(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)

_START = regex(r"([^\W\d_])[ \t]*(?=[(（@＠:：])")
_ATTRIBUTES = regex(r'[(（]((?:"(?:[^"\\\n]|\\.)*"|[^()（）"\n])*)[)）]')
_ATTRIBUTE = regex(r'\s*([^\s=＝,，"]++)?(\s*[=＝]\s*)?("(?:[^"\\\n]|\\.)*"|\d,\d+(?=\s*+(?:[,，]|$))|[^,，]*+)(?:[,，]|$)')
_QUOTED = regex(r'"(?:[^"\\\n]|\\.)*"')
_COLON = regex(r"[:：]")
_NO_BULLET = frozenset("\\/()-|:")  # `B:\\backup`, `S:)`
_BETWEEN = frozenset({"&", "+", "and", "und"})
_PLAIN_VALUE = regex(r'[^\s()（）"\\,，<>`]+(?: [^\s()（）"\\,，<>`]+)*')


class Fault(NamedTuple):
    """What is wrong with a bullet: a stable lower-case `code`, and a `message` for people that says what was done instead."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Bullet:
    """One typed bullet.

    Attributes:
        kind: world, experience, opinion or observation.
        text: the statement, in normal form (see `normal_text`).
        entities: the mentioned names, NFC, without `@`, in order, without repeats.
        confidence: 0 to 1, or None.
        when: the days of the event, or None.
        category: a hierarchical path, or None.
        origin: `owner`, `agent`, `untrusted`, or None.
        supersedes: the id of the fact this one replaces, or None.
        name: the id the bullet gives itself, or None.
        extra: what has no meaning, as (key, value) in order: unknown and repeated keys, values that could not be
            read, and (with an empty key) bare words.
        faults: what was wrong though the bullet could be read; not part of its value.
    """

    kind: Kind
    text: str
    entities: tuple[str, ...] = ()
    confidence: float | None = None
    when: TimeRange | None = None
    category: str | None = None
    origin: str | None = None
    supersedes: str | None = None
    name: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)


def read_bullet(body: str) -> Bullet | Fault | None:  # noqa: PLR0911 - one return for each way a line can be read
    """Read a list item as a bullet.

    Args:
        body: the item's text after its marker, continuation lines dedented, joined by LF.

    Returns:
        The bullet; a Fault when it was meant as one but cannot be read; None when it is plain narrative.
    """
    start = _START.match(body)
    if start is None:
        return None
    letter, at = start[1], start.end()
    attributes: str | None = None
    if body[at] in "(（":
        found = _ATTRIBUTES.match(body, at)
        if found is None or not _meant(found[1], body, found.end()):
            return _unclosed(letter, body, at) if found is None else None
        attributes, at = found[1], found.end()
    kind = Kind.of_letter(letter)
    line_end = body.find("\n", at)
    colon = _COLON.search(body, at, line_end if line_end >= 0 else len(body))
    between = body[at : colon.start()] if colon else ""
    if kind is None:
        return _unknown_kind(letter, attributes, between)
    if colon is None:
        return Fault("missing_colon", f"the bullet {letter} has no colon before its text; kept as plain text")
    entities = _mentions(between)
    if isinstance(entities, Fault):
        return entities
    if colon.start() == 1 and body[2:3] in _NO_BULLET:
        return None
    text = unescape(body[colon.end() :])
    if not text:
        return Fault("empty_text", "the bullet says nothing after its colon; ignored")
    if attributes is None:
        return Bullet(kind, text, entities)
    return _with_attributes(kind, text, entities, attributes)


def write_bullet(bullet: Bullet) -> str:
    """The whole item, `- W @Peter: …`, continuation lines indented by two blanks, without a final newline.

    Raises:
        UsageError: the bullet has no text, no letter (a passage), or a name no mention can be made of.
    """
    text = normal_text(bullet.text)
    if not bullet.kind.letter:
        raise UsageError("a passage has no bullet", hint="choose one of world, experience, opinion, observation")
    if not text:
        raise UsageError("a bullet needs a text")
    pairs: list[tuple[str, str | None]] = [
        ("c", None if bullet.confidence is None else _number(bullet.confidence)),
        ("when", None if bullet.when is None else str(bullet.when)),
        ("cat", bullet.category),
        ("origin", None if _told_otherwise(bullet) else bullet.origin),
        ("supersedes", bullet.supersedes),
        ("id", bullet.name),
        *bullet.extra,
    ]
    written = ", ".join(f"{key}={_value(value)}" if key else _value(value) for key, value in pairs if value is not None)
    names = dict.fromkeys(mention_of(name) for name in bullet.entities)
    mentions = "".join(f" @{name}" for name in names)
    lines = escape(text).split("\n")
    head = f"- {bullet.kind.letter}{f'({written})' if written else ''}{mentions}: {lines[0]}"
    return "\n".join((head, *(f"  {line}" if line else "" for line in lines[1:])))


def normal_name(name: str) -> str:
    """A name as a mention spells it: NFC, without `@` before it and without dots and dashes around it."""
    return unicodedata.normalize("NFC", name).lstrip("@＠").strip("-.")


def mention_of(name: str) -> str:
    """The mention (without `@`) that means this name: blanks and other unusable characters become `-`.

    The mention and the name have the same entity key.

    Raises:
        UsageError: nothing usable is left.
    """
    plain = unicodedata.normalize("NFC", name.strip())
    spaced = "".join(letter if _usable(letter) else " " for letter in plain)
    mention = normal_name(re.sub(r"-*\s[\s-]*", "-", spaced))
    if not any(letter.isalnum() for letter in mention):
        raise UsageError(f"no mention can be made of the name {name!r}", hint="give a name with at least one letter or digit")
    return mention


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


def _meant(attributes: str, body: str, end: int) -> bool:
    """Whether brackets after a letter are a bullet's attributes, not `O(n)` of a sentence."""
    following = body[end : end + 8].lstrip()[:1]
    if following in ("@", "＠"):
        return True
    if following in (":", "："):
        return "=" in attributes or "＝" in attributes or not attributes.strip()
    return _known_key(attributes)


def _known_key(attributes: str) -> bool:
    return re.match(r"\s*(?:c|when|cat|origin|supersedes|id)\s*[=＝]", attributes) is not None


def _told_otherwise(bullet: Bullet) -> bool:
    """Whether an origin that is no known one, kept in `extra`, is why the bullet is untrusted."""
    return bullet.origin == "untrusted" and any(key == "origin" and value.lower() not in ORIGINS for key, value in bullet.extra)


def is_id(text: str) -> bool:
    """Whether a bullet can name a fact so: 1 to 64 letters, digits, `_`, `-`, `.`, `:`."""
    return _ID.fullmatch(text) is not None


def _unclosed(letter: str, body: str, at: int) -> Fault | None:
    if Kind.of_letter(letter) and _known_key(body[at + 1 : at + 32]):
        return Fault("bad_attributes", f"the brackets after {letter} cannot be read; kept as plain text")
    return None


def _unknown_kind(letter: str, attributes: str | None, between: str) -> Fault | None:
    """A Fault if the rest has a bullet's form, so that the letter must be meant as a kind."""
    mentions = between.split()
    if (mentions and all(len(word) > 1 and word[0] in "@＠" for word in mentions)) or (attributes and _known_key(attributes)):
        return Fault("unknown_kind", f"{letter} is none of W, B, O, S; kept as plain text")
    return None


def _usable(letter: str) -> bool:
    return letter.isalnum() or letter in "_-.'’·+#&" or unicodedata.category(letter)[0] == "M"


def _mentions(between: str) -> tuple[str, ...] | Fault:
    words = between.replace(",", " ").replace("，", " ").replace("、", " ").replace("＠", "@").split()
    if not words:
        return ()
    names: dict[str, None] = {}
    for word in words:
        if word[0] != "@":
            if word in _BETWEEN:
                continue
            return Fault("bad_mention", "between the letter and the colon stand words that are no @mention; kept as plain text")
        for name in word[1:].split("@"):
            plain = normal_name(name)
            if not any(map(str.isalnum, plain)) or not (plain.isalnum() or all(map(_usable, plain))):
                return Fault("bad_mention", f"@{name[:40]} is no usable mention; kept as plain text")
            names[plain] = None
    return tuple(names)


def _with_attributes(kind: Kind, text: str, entities: tuple[str, ...], attributes: str) -> Bullet:
    """Build the bullet, each key read once; what cannot be read is kept in `extra` and reported."""
    faults: list[Fault] = []
    extra: list[tuple[str, str]] = []
    confidence: float | None = None
    when: TimeRange | None = None
    words: dict[str, str] = {}
    seen: set[str] = set()
    for key, value in _pairs(attributes):
        if key not in KEYS or key in seen:
            extra.append((key, value))
            faults.append(_odd_key(key, value, key in seen))
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
    return Bullet(
        kind, text, entities, confidence, when,
        words.get("cat") or None, words.get("origin") or None, words.get("supersedes") or None, words.get("id") or None,
        tuple(extra), tuple(faults),
    )  # fmt: skip


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
        key, value = (key, _one_line(value)) if found[2] else ("", _one_line(f"{key} {value}"))
        if key or value:
            pairs.append((key, value))
    return pairs


def _odd_key(key: str, value: str, repeated: bool) -> Fault:  # noqa: FBT001
    if repeated:
        return Fault("repeated_key", f"{key} is given twice; the first one counts")
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


def _day(text: str) -> dt.date | None:
    text = text.strip()
    if not text:
        return None
    found = _DAY.fullmatch(text)
    if not found:
        raise ValueError(text)
    return dt.date(int(found[1]), int(found[2]), int(found[3]))


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


def _number(value: float) -> str:
    if not 0 <= value <= 1:
        raise UsageError(f"the confidence {value} is not between 0 and 1")
    return str(int(value)) if value in (0, 1) else repr(float(value))


def _one_line(value: str) -> str:
    return " ".join(normal_text(value).split())


def _value(value: str) -> str:
    """The value of a key on one line, quoted only if it must be."""
    value = _one_line(value)
    if _PLAIN_VALUE.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("<!--", "<\\!--")
    return f'"{escaped}"'
