"""The vocabulary: Kind, Source, TimeRange, Fact, Entity, Problem — what a memory is made of.

Every value is frozen and slotted. A fact knows its place (`Source`) and two times: `told`, the day of the log it
stands in, and `when`, the days the event itself took, as far as the writer said so.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Self

from dayleaf.core.digest import blake2b
from dayleaf.core.errors import UsageError
from dayleaf.core.regex import regex

ID_LENGTH = 12
"""Characters of a fact's id: 60 bits in base 32, so a million facts collide with a chance below one in a million."""

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u to misread


class Kind(StrEnum):
    """What sort of statement a fact is; `PASSAGE` is plain narrative that nobody typed."""

    WORLD = "world"
    EXPERIENCE = "experience"
    OPINION = "opinion"
    OBSERVATION = "observation"
    PASSAGE = "passage"

    @property
    def letter(self) -> str:
        """The letter that starts its bullet: W, B, O or S; empty for a passage, which has no bullet."""
        return _LETTER_OF[self]

    @classmethod
    def of_letter(cls, letter: str) -> Kind | None:
        """The kind a bullet's letter stands for, or None if the letter is none of W, B, O, S."""
        return _KIND_OF.get(letter)


_KIND_OF = {"W": Kind.WORLD, "B": Kind.EXPERIENCE, "O": Kind.OPINION, "S": Kind.OBSERVATION}
_LETTER_OF = {kind: letter for letter, kind in _KIND_OF.items()} | {Kind.PASSAGE: ""}


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A place in the workspace: a path relative to its root (always with `/`) and a span of lines.

    Lines count from 1, both ends included; they end at LF only. `first == 0` means the page as a whole.
    """

    path: str
    first: int
    last: int

    def __str__(self) -> str:
        if not self.first:
            return self.path
        return f"{self.path}#L{self.first}" if self.first == self.last else f"{self.path}#L{self.first}-L{self.last}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `path`, `path#L12` or `path#L12-L14`.

        Raises:
            UsageError: the text has another form.
        """
        found = _SOURCE.fullmatch(text)
        if not found:
            raise UsageError(f"{text!r} is no citation", hint="write path#L12 or path#L12-L14")
        first = int(found["first"] or 0)
        last = int(found["last"] or first)
        if last < first:
            raise UsageError(f"{text!r} ends before it starts", hint="write path#L12-L14 with the smaller line first")
        return cls(found["path"], first, last)


_SOURCE = regex(r"(?P<path>[^\n]*\.md|[^#\n]+)(?:#L(?P<first>[1-9]\d{0,8})(?:-L?(?P<last>[1-9]\d{0,8}))?)?", re.ASCII)
"""A page's own name may hold `#`; whatever follows its `.md` must be lines."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Whole local days from `start` (included) to `end` (excluded); None is an open side.

    Raises:
        UsageError: the range would hold no day, or both sides are open.
    """

    start: dt.date | None
    end: dt.date | None

    def __post_init__(self) -> None:
        if self.start is None and self.end is None:
            raise UsageError("a time range needs a start or an end")
        if self.end is not None and self.end <= (self.start or dt.date.min):
            raise UsageError(f"the time range {self.start or ''} to {self.end} holds no day", hint="the end is exclusive and must be later")

    @classmethod
    def of_day(cls, day: dt.date) -> Self:
        """The one day."""
        return cls(day, day + dt.timedelta(days=1)) if day < dt.date.max else cls(day, None)

    def __contains__(self, day: dt.date) -> bool:
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)

    def overlaps(self, other: TimeRange) -> bool:
        """Whether the two share at least one day."""
        return (self.start is None or other.end is None or self.start < other.end) and (
            other.start is None or self.end is None or other.start < self.end
        )

    def __str__(self) -> str:
        """ISO, as a bullet's `when` key takes it: `2025-11-27`, or `2025-11-27..2025-12-01` with the last day included."""
        last = None if self.end is None else self.end - dt.timedelta(days=1)
        if self.start is not None and self.start == last:
            return self.start.isoformat()
        return f"{self.start.isoformat() if self.start else ''}..{last.isoformat() if last else ''}"


@dataclass(frozen=True, slots=True)
class Fact:
    """One self-contained statement of the memory, or (kind `PASSAGE`) one block of plain narrative.

    Attributes:
        kind: what sort of statement it is.
        text: the statement without its bullet's prefix, lines joined by LF, not normalised.
        source: where it stands.
        entities: the names it mentions, NFC, in the order written, without the `@`.
        told: the day of the log it stands in; on a bank page or an undated file what its bullet says by `on=…`, else None.
        when: the days of the event, if the bullet says so with `when=…`.
        confidence: 0 to 1, None when none is written.
        category: a free hierarchical path such as `user-preferences/timezone`.
        origin: who said it: `owner`, `agent`, `untrusted`, or None when the bullet does not say.
        inferred: whether the machine derived it (its bullet cites by `from=…` what from); False: a person or an agent wrote it.
        supersedes: the id of the fact this one replaces.
        name: an id the bullet itself gives with `id=…`; it overrules the computed one.
        heading: the headings above it, outermost first.
        part: 0 for a whole block; 1, 2, … for the consecutive parts of a long one.
        ordinal: 0 for the first fact of its content and day in the workspace (by path and line), 1 for the next, …
        extra: further keys of the bullet as written: marks of the machine, and keys that have no meaning.
    """

    kind: Kind
    text: str
    source: Source
    entities: tuple[str, ...] = ()
    told: dt.date | None = None
    when: TimeRange | None = None
    confidence: float | None = None
    category: str | None = None
    origin: str | None = None
    inferred: bool = False
    supersedes: str | None = None
    name: str | None = None
    heading: tuple[str, ...] = ()
    part: int = 0
    ordinal: int = 0
    extra: tuple[tuple[str, str], ...] = ()
    _digest: int | None = field(default=None, init=False, repr=False, compare=False)  # once it was asked for
    _id: str | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Of text and place alone, which is enough to tell facts apart and a tenth of the work."""
        return hash((self.text, self.source.first))

    @property
    def digest(self) -> int:
        """60 bits of BLAKE2b over kind, day, entities and text (NFC): equal for equal content on the same day."""
        digest = self._digest
        if digest is None:
            digest = self._computed()
            object.__setattr__(self, "_digest", digest)
        return digest

    def _computed(self) -> int:
        day = self.told.isoformat() if self.told else ""
        content = "\x00".join((self.kind.value, day, *self.entities, self.text))
        if not content.isascii():
            content = unicodedata.normalize("NFC", content)
        return int.from_bytes(blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 4

    @property
    def id(self) -> str:
        """What evidence and commands call it by: `name` if the bullet gives one, else from `digest` and `ordinal`.

        A line that moves keeps its id; of several equal ones the later carry `.2`, `.3`, …
        """
        id = self._id
        if id is None:
            plain = self.name or id_of_digest(self.digest)
            id = plain if self.name or not self.ordinal else f"{plain}.{self.ordinal + 1}"
            object.__setattr__(self, "_id", id)
        return id


def id_of_digest(digest: int) -> str:
    """The 12 characters for a 60-bit digest."""
    two = _pairs()
    return "".join([two[(digest >> shift) & 1023] for shift in (50, 40, 30, 20, 10, 0)])


@cache
def _pairs() -> list[str]:
    """Two characters for each ten bits."""
    return [high + low for high in _ALPHABET for low in _ALPHABET]


def digest_of_id(text: str) -> tuple[int, int] | None:
    """The digest and ordinal an id stands for, or None if the text has not the form of a computed id."""
    found = _ID.fullmatch(text)
    if found is None:
        return None
    digest = 0
    for letter in found[1]:
        digest = digest << 5 | _ALPHABET.index(letter)
    return digest, int(found[2]) - 1 if found[2] else 0


_ID = regex(rf"([{_ALPHABET}]{{{ID_LENGTH}}})(?:\.([2-9]|[1-9][0-9]{{1,8}}))?")


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that facts mention; its page is `bank/entities/<slug>.md` if it has one."""

    slug: str
    name: str
    aliases: tuple[str, ...] = ()
    sort: str | None = None
    page: Source | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling that means it: name, slug, aliases, without repeats."""
        return tuple(dict.fromkeys((self.name, self.slug, *self.aliases)))


LONGEST_SLUG = 120
"""Characters of a slug at most."""

SLUG_BYTES = 240
"""Bytes of a slug in UTF-8 at most: with `.md` it is a name every common file system takes."""

_SHARP = regex(r"(?<=[^\W\d_])#(?!\w)")
_LOOSE = regex(r"(?<![\w+])\++")
_OTHER = regex(r"[^\w.+]+")


def slug_of(name: str) -> str:
    """The file name of an entity's page, without `.md`.

    NFC; letters with their marks, digits, `.`, `_`, and `+` behind one of them stay, `#` behind a letter is `-sharp`, every run
    of anything else one `-`: so `C`, `C++` and `C#` are three, and vowel signs stay with their letters.
    """
    name = _SHARP.sub("-sharp", unicodedata.normalize("NFC", name))
    slug = _OTHER.sub("-", _LOOSE.sub(" ", name)).strip("-.") if name.isascii() else _slug_with_marks(name)
    while len(slug) > LONGEST_SLUG or len(slug.encode("utf-8", "surrogatepass")) > SLUG_BYTES:
        slug = slug[: min(len(slug) - 1, LONGEST_SLUG)].rstrip("-.")
    return slug or "unnamed"


def _slug_with_marks(name: str) -> str:
    kept = ""
    for letter in name:
        before = kept[-1:] or "-"
        if letter.isalnum() or letter in "._" or (before not in "-." and (letter == "+" or unicodedata.category(letter)[0] == "M")):
            kept += letter
        elif before != "-":
            kept += "-"
    return unicodedata.normalize("NFC", kept.strip("-."))


def entity_key(name: str) -> str:
    """What two spellings of a mention must share to mean the same entity: the slug, case folded, NFC."""
    return unicodedata.normalize("NFC", slug_of(name).casefold())


@dataclass(frozen=True, slots=True)
class Problem:
    """What people wrote wrongly, or what could not be read: a value with a place, never an exception.

    `code` is stable and lower-case (`unknown_kind`, `confidence`, `invalid_utf8`, `symlink_outside`, …);
    `message` is for people and says what was done instead.
    """

    source: Source
    code: str
    message: str
