"""Tier three, working memory: slots in namespaces that expire; who may write where, what a namespace holds, how large text is cut.

    session/{id}/KEY      a conversation's own scratch
    subagent/{task}/KEY   what a sub-agent hands over
    patrol/{task}/KEY     what a background patrol found
    anything-else/KEY     a namespace of the user's making

Everybody reads everywhere; a caller writes and deletes in its own namespace alone. Names are compared, never opened as files.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dayleaf.core.errors import PathRefused, UsageError
from dayleaf.core.page.pieces import unbroken
from dayleaf.core.regex import regex

DEFAULT_TTL = 300.0
"""Seconds a slot lives when nobody says otherwise."""

LONGEST_TTL = 30 * 86_400.0
"""Seconds a slot lives at most; what is to stay longer is a fact."""

KINDS = ("session", "subagent", "patrol")
"""First words of the namespaces that have exactly two parts."""

LONGEST_NAME, DEEPEST = 200, 16
"""Characters of a part of a name, and parts of a key, at most."""

LARGE = 16_000
"""Characters from which on a value is better fetched in pieces than whole."""

PIECE = 20_000
"""Characters of a piece at most."""

TITLE = 72
"""Characters of a piece's title at most."""


class Address(NamedTuple):
    """Where a slot is."""

    namespace: str
    key: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.key}"


@dataclass(frozen=True, slots=True)
class Slot:
    """One value with its place and its end.

    Attributes:
        namespace: whose it is, such as `session/morning`.
        key: its name there; may have parts, joined by `/`.
        value: the text.
        category: a free word such as `tool-result`, or None.
        expires: from this moment on it is gone.
    """

    namespace: str
    key: str
    value: str
    category: str | None
    expires: dt.datetime

    @property
    def size(self) -> int:
        """Bytes of the value in UTF-8."""
        return len(self.value.encode("utf-8", "surrogatepass"))

    def listed(self, now: dt.datetime) -> Listed:
        """Its line in an inventory."""
        return Listed(self.namespace, self.key, self.category, left(self.expires, now), self.size)


class Listed(NamedTuple):
    """A slot in an inventory, without its value: `expires_in` in seconds, `size` in bytes."""

    namespace: str
    key: str
    category: str | None
    expires_in: float
    size: int

    @property
    def address(self) -> str:
        """The absolute key."""
        return f"{self.namespace}/{self.key}"


class Piece(NamedTuple):
    """A part of a large text: `number` from 1, its title, its lines (from 1, both included), and its characters (end excluded)."""

    number: int
    title: str
    first: int
    last: int
    start: int
    end: int


class Room(NamedTuple):
    """What there is room for: slots and bytes of one namespace, bytes of one value and of all namespaces together."""

    slots: int = 200
    bytes: int = 64 << 20
    value: int = 16 << 20
    whole: int = 256 << 20


class Taken(NamedTuple):
    """What living slots take: those of the namespace besides the one to be replaced, and the bytes of all others."""

    slots: int
    bytes: int
    elsewhere: int
    next: float | None = None
    """Seconds until the next slot of the namespace expires."""


def left(expires: dt.datetime, now: dt.datetime) -> float:
    """Seconds until then; 0 or less when it is over."""
    return (expires - now).total_seconds()


def admit(slot: Slot, taken: Taken, room: Room) -> None:
    """Let only a slot pass for which there is room.

    Raises:
        UsageError: there is none; says which limit is reached, and when the next slot expires.
    """
    size, place = slot.size, slot.namespace
    if size > room.value:
        raise UsageError(
            f"the value has {size:,} bytes, and a slot holds {room.value:,}", hint="put its parts under keys of their own, or a file's path"
        )
    soon = "" if taken.next is None else f"; the next expires in {taken.next:.0f} s"
    if taken.slots >= room.slots:
        raise UsageError(f"{place} is full: it holds {taken.slots} slots{soon}", hint="delete what is no longer needed, then put again")
    if taken.bytes + size > room.bytes:
        raise UsageError(
            f"{place} is full: {taken.bytes:,} of {room.bytes:,} bytes are taken{soon}",
            hint="delete what is no longer needed, then put again",
        )
    if taken.elsewhere + taken.bytes + size > room.whole:
        raise UsageError(
            f"working memory is full: all namespaces together hold {taken.elsewhere + taken.bytes:,} of {room.whole:,} bytes",
            hint="wait for slots to expire, or delete some",
        )


def namespace_of(text: str) -> str:
    """A namespace, checked.

    Raises:
        PathRefused: no namespace may have that name.
    """
    parts = _parts(text, "namespace")
    if parts[0] in KINDS and len(parts) != 2:
        raise PathRefused(f"{text!r} is no namespace", hint=f"write {parts[0]}/ID, with one part behind the slash")
    if len(parts) > 2:
        raise PathRefused(f"the namespace {text!r} has {len(parts)} parts", hint="a namespace has one part or two, such as team/notes")
    return "/".join(parts)


def session_namespace(session: str) -> str:
    """The namespace of a session, from its id or from the namespace itself.

    A host's id may hold `/`, which becomes `:`.

    Raises:
        UsageError: it is empty or has characters nobody sees.
    """
    id = session.removeprefix("session/").strip()
    try:
        return namespace_of(f"session/{id.replace('/', ':')}")
    except PathRefused as error:
        raise UsageError(f"{session!r} is no id of a session", hint="give the id your host uses, such as 2f61c0") from error


def own(key: str, caller: str) -> Address:
    """Where a caller may write under this key.

    Args:
        key: relative to the caller's namespace, or absolute and inside it.
        caller: its namespace.

    Raises:
        PathRefused: the key leaves the caller's namespace, or no key may have that form.
    """
    mine = namespace_of(caller)
    parts = _parts(key, "key")
    if "/".join(parts).startswith(f"{mine}/"):
        return Address(mine, "/".join(parts)[len(mine) + 1 :])
    if parts[0] in KINDS:
        raise PathRefused(
            f"{key!r} is not in {mine}, the caller's own namespace; nothing was changed",
            hint="everybody reads everywhere, but writes and deletes only at home: give a key without a namespace",
        )
    return Address(mine, "/".join(parts))


def meant(key: str, caller: str | None) -> tuple[Address, ...]:
    """Where a key may be read, the likeliest first.

    Args:
        key: absolute, or relative to the caller's namespace.
        caller: its namespace; None knows absolute keys alone.

    Raises:
        PathRefused: no key may have that form.
    """
    parts = _parts(key, "key")
    found = []
    if parts[0] in KINDS:
        if len(parts) > 2:
            found.append(Address("/".join(parts[:2]), "/".join(parts[2:])))
    else:
        if caller is not None:
            found.append(own(key, caller))
        found += [Address("/".join(parts[:size]), "/".join(parts[size:])) for size in (1, 2) if len(parts) > size]
    if not found:
        raise PathRefused(f"{key!r} is no key", hint="write NAMESPACE/KEY, such as subagent/t-1/result")
    return tuple(dict.fromkeys(found))


def _parts(text: str, what: str) -> list[str]:
    parts = unicodedata.normalize("NFC", text).split("/")
    if text.startswith("/"):
        raise PathRefused(f"the {what} {text!r} begins with a slash", hint="write it without, relative to the caller's namespace")
    if len(parts) > DEEPEST:
        raise PathRefused(f"the {what} {text[:60]!r}… has {len(parts)} parts", hint=f"give it {DEEPEST} at most")
    for part in parts:
        if fault := _fault(part):
            raise PathRefused(f"the {what} {text[:LONGEST_NAME]!r} {fault}; nothing was changed", hint="write plain parts, joined by /")
    return parts


def _fault(part: str) -> str:
    """Why a part of a name cannot be; empty if it can. What only looks like a path, encoded or in wide letters, is one."""
    if not part.strip():
        return "has an empty part"
    if part != part.strip() or part.startswith("."):
        return "has a part that begins with a dot or a blank, or ends with a blank"
    if len(part) > LONGEST_NAME:
        return f"has a part of {len(part)} characters, and {LONGEST_NAME} are the most"
    if any(unicodedata.category(letter) in {"Cc", "Cs", "Cf", "Zl", "Zp"} for letter in part):
        return "has characters nobody sees"
    plain = unicodedata.normalize("NFKC", _ENCODED.sub(lambda found: chr(int(found[1], 16)), part))
    if "/" in plain or "\\" in plain or plain.startswith("."):
        return "looks like a path that leads elsewhere"
    return ""


_ENCODED = regex(r"%([0-9a-fA-F]{2})")
_TTL = regex(r"(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8}(?:\.\d{1,6})?)s?)?")


def seconds(ttl: float | str | None, default: float = DEFAULT_TTL) -> float:
    """A time to live: seconds, or `90s`, `20m`, `1h30m`, `2d`; None is the default.

    Raises:
        UsageError: it is no time, or none a slot may have.
    """
    if ttl is None:
        return default
    if isinstance(ttl, str):
        found = _TTL.fullmatch(ttl.strip().replace(" ", ""))
        if not found or not any(found.groups()):
            raise UsageError(f"{ttl!r} is no time to live", hint="write seconds, or 90s, 20m, 1h30m, 2d")
        ttl = sum(float(number or 0) * unit for number, unit in zip(found.groups(), (86_400, 3_600, 60, 1), strict=True))
    if not 0 < ttl <= LONGEST_TTL:
        raise UsageError(
            f"a slot cannot live {ttl:g} seconds", hint="give more than 0 and at most 30 days; what is to stay is a fact: retain it"
        )
    return float(ttl)


def pieces(text: str) -> tuple[Piece, ...]:
    """A text as consecutive titled pieces of at most 20,000 characters, cut before headings, at blank lines or line ends."""
    found: list[Piece] = []
    start, line, heading = 0, 1, ""
    while start < len(text):
        end = _cut(text, start)
        body = text[start:end]
        own_heading = next((row for row in body.splitlines() if _HEADING.match(row)), "")
        title = _title(own_heading if body.lstrip().startswith(own_heading or "\0") else heading or own_heading or body)
        last = line + body.count("\n") - body.endswith("\n")
        found.append(Piece(len(found) + 1, title, line, last, start, end))
        heading = next((row for row in reversed(body.splitlines()) if _HEADING.match(row)), heading)
        start, line = end, line + body.count("\n")
    return tuple(found)


_HEADING = regex(r"#{1,6} \S")


def _title(text: str) -> str:
    first = " ".join(next((row for row in text.splitlines() if row.strip()), "").lstrip("#").split())
    return first if len(first) <= TITLE else first[: unbroken(first, TITLE)].rstrip() + "…"


def _cut(text: str, start: int) -> int:
    """Where the piece that begins at `start` ends: the later half of what it may hold is searched for the best place."""
    end = start + PIECE
    if end >= len(text):
        return len(text)
    middle = start + PIECE // 2
    for mark, shift in (("\n#", 1), ("\n\n", 2), ("\n", 1), (" ", 1)):
        at = text.rfind(mark, middle, end)
        if at >= 0:
            return at + shift
    return max(unbroken(text, end), start + 1)


def line_range(spec: str | Sequence[int]) -> tuple[int, int]:
    """First and last line asked for: `12`, `10-25`, `10-`, or two numbers; both count.

    Raises:
        UsageError: it is no range of lines.
    """
    first, last = 0, 0
    if isinstance(spec, str):
        found = _LINES.fullmatch(spec.strip())
        if found:
            first = int(found[1])
            last = first if found[2] is None else int(found[2] or _ALL)
    elif len(spec) == 2:
        first, last = spec
    if not 1 <= first <= last:
        raise UsageError(f"{spec!r} is no range of lines", hint="write 12, 10-25 or 10-, counted from 1")
    return first, last


_LINES = regex(r"L?(\d{1,9})(?:-L?(\d{0,9}))?", re.ASCII)
_ALL = 999_999_999


class Line(NamedTuple):
    """A line of a value, its number counted from 1."""

    number: int
    text: str


def search(text: str, wanted: str, most: int = 50, around: int = 1, width: int = 400) -> tuple[Line, ...]:
    """The lines that hold a text (letter case and composed accents aside), each with its neighbours; long lines cut around it.

    Args:
        text: the value.
        wanted: what to look for.
        most: so many lines with a find at most.
        around: lines on each side of a find that are given too.
        width: characters of a line given at most.

    Raises:
        UsageError: nothing is looked for.
    """
    needle = _plain(wanted)
    if not needle.strip():
        raise UsageError("nothing is looked for", hint="give some letters")
    rows = text.split("\n")
    found = []
    for number, row in enumerate(rows):
        if needle in _plain(row):
            found.append(number)
            if len(found) == most:
                break
    shown = sorted({near for number in found for near in range(max(number - around, 0), min(number + around + 1, len(rows)))})
    return tuple(Line(number + 1, _around(rows[number], needle, width)) for number in shown)


def _plain(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def _around(row: str, needle: str, width: int) -> str:
    if len(row) <= width:
        return row
    at = max(_plain(row).find(needle), 0)
    start = max(min(at - width // 4, len(row) - width), 0)
    return ("…" if start else "") + row[start : start + width] + ("…" if start + width < len(row) else "")


def ordered(slots: Iterable[Listed]) -> tuple[Listed, ...]:
    """An inventory in its order: by namespace, then by key."""
    return tuple(sorted(slots, key=lambda slot: (slot.namespace, slot.key)))
