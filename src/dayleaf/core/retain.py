"""Where a new fact is written: the bullet, and its place in the `## Retain` section of its day."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Fact, Kind, Source, TimeRange, entity_key
from dayleaf.core.page.attributes import ORIGINS, category_fault, is_id
from dayleaf.core.page.edit import Append, Create, Edit, splice
from dayleaf.core.page.escape import normal_text
from dayleaf.core.page.grammar import Bullet, mention_of, write_bullet
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import digest_of
from dayleaf.core.page.section import Gap, gaps


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wants to be remembered, checked.

    Attributes:
        kind: any but a passage.
        text: the statement; blanks around it do not count.
        entities: names, with or without `@`; in a mention, blanks become `-`.
        confidence: 0 to 1, or None.
        category: a path of letters, digits, `_`, `-`, `.`, joined by `/`, or None.
        when: the days of the event, or None.
        origin: `owner`, `agent`, `untrusted`, or None.
        supersedes: the id of the fact this one replaces, or None.
        name: the id it is to have, or None for the computed one.
        extra: keys without a meaning (yet), written as they are.

    Raises:
        UsageError: one of them makes no sense; the hint says what would.
    """

    kind: Kind
    text: str
    entities: tuple[str, ...] = ()
    confidence: float | None = None
    category: str | None = None
    when: TimeRange | None = None
    origin: str | None = None
    supersedes: str | None = None
    name: str | None = None
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.kind.letter:
            raise UsageError("a passage cannot be retained", hint="choose one of world, experience, opinion, observation")
        if not normal_text(self.text):
            raise UsageError("there is no text to retain", hint="say in one self-contained sentence what to remember")
        for name in self.entities:
            mention_of(name)
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise UsageError(f"the confidence {self.confidence} is not between 0 and 1", hint="0.5 is undecided, 1 is certain")
        if self.category is not None and (why := category_fault(self.category)):
            raise UsageError(f"{self.category!r} is no category: {why}", hint="write a path such as user-preferences/timezone")
        if self.origin is not None and self.origin not in ORIGINS:
            raise UsageError(f"the origin {self.origin!r} is unknown", hint=f"choose one of {', '.join(ORIGINS)}")
        if self.supersedes is not None and not is_id(self.supersedes):
            raise UsageError(f"{self.supersedes!r} is no id of a fact", hint="take it from `dayleaf facts`")
        if self.name is not None and not is_id(self.name):
            raise UsageError(f"{self.name!r} is no id", hint="write 1 to 64 letters, digits, `_`, `-`, `.` or `:`")

    @property
    def bullet(self) -> Bullet:
        """The bullet that says it, in normal form."""
        return Bullet(
            kind=self.kind,
            text=normal_text(self.text),
            entities=tuple(dict.fromkeys(mention_of(name) for name in self.entities)),
            confidence=None if self.confidence is None else float(self.confidence),
            when=self.when,
            category=self.category,
            origin=self.origin,
            supersedes=self.supersedes,
            name=self.name,
            extra=self.extra,
        )


class Written(NamedTuple):
    """What retaining a note does to a page.

    Attributes:
        edit: the change, or None when the same bullet stands there already.
        source: the lines of the bullet, after the edit.
        bullet: the bullet.
        new: whether there is anything to write.
        fact: the bullet as the page states it then; its ordinal counts the equal facts above it on the page.
    """

    edit: Edit | None
    source: Source
    bullet: Bullet
    new: bool
    fact: Fact


def place_note(path: str, data: bytes | None, note: Note, day: dt.date) -> Written:
    """Put a note at the end of the last `## Retain` section of a day's page.

    A missing page or section is made. The result was read back before it is returned: the new bullet is read as
    written, at the lines said, and every other fact of the page is what it was.

    Args:
        path: the page, relative to the workspace.
        data: its bytes, None when there is none.
        note: what to write.
        day: the day of a page that must be made; its heading.

    Raises:
        EditConflict: the page is no text, or has no place where the bullet would be read.
    """
    bullet = note.bullet
    item = write_bullet(bullet)
    title = day.isoformat()
    if data is None:
        text = f"# {title}\n\n## Retain\n{item}\n"
        return _checked(path, b"", Create(path, text), bullet, 4, _facts(path, b"")) or _refuse(path)
    return place_at_end(path, data, bullet) or place_anywhere(path, data, bullet, title)


def place_anywhere(path: str, data: bytes, bullet: Bullet, title: str) -> Written:
    """The same for any page, with all of it read twice: 50 µs a bullet on it."""
    item = write_bullet(bullet)
    facts = _facts(path, data)
    for fact in facts:
        if _says(fact, bullet):
            return Written(None, fact.source, bullet, new=False, fact=_counted(fact, facts))
    for gap in gaps(data, title):
        edit = Append(path, gap.at, f"{gap.before}{item}\n{gap.after}", digest_of(data))
        written = _checked(path, data, edit, bullet, _line(data, gap), facts)
        if written:
            return written
    return _refuse(path)


MOST_ALIKE = 20
"""Bullets with the words of the new one that are read; where there are more, the page is read."""


def place_at_end(path: str, data: bytes, bullet: Bullet) -> Written | None:
    """The same where the page ends with a plain Retain section, for 1 µs a bullet; None where it does not.

    Such a section holds bullets of one line and nothing else. Every one begins a block whatever stands before it, and no fence, comment
    or front matter is open there, for the page has none: so what is written behind the last one changes nothing above, and is read as
    if it were the only one.
    """
    item = write_bullet(bullet)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    above = text.rfind("\n## Retain\n") + len("\n## Retain\n")
    if above < len("\n## Retain\n") or "\n" in item or text.lstrip().startswith("---") or any(mark in text for mark in _MAY_RUN_ON):
        return None
    while text[above : above + 1] == "\n":
        above += 1
    lines, known = text.count("\n", 0, above), text[above - 1 :]
    bullets = known.count("\n") - 1
    if not bullets or known.count("\n- ") != bullets or known[-1] != "\n" or any(odd in known for odd in _ODD):
        return None
    alike = _alike(known, bullet.text)
    if alike is None:
        return None
    facts = list(_facts(path, text[:above].encode()))
    for place in alike:
        start = known.rfind("\n", 0, place) + 1
        facts += _alone(path, text[:above], known[start : known.index("\n", start)], lines, lines + known.count("\n", 0, start))
    for fact in facts:
        if _says(fact, bullet):
            return Written(None, fact.source, bullet, new=False, fact=_counted(fact, facts))
    last = lines + bullets + 1
    here = _alone(path, text[:above], item, lines, last)
    if len(here) != 1 or not _says(here[0], bullet, exactly=True):
        return None
    edit = Append(path, len(data), f"{item}\n", digest_of(data))
    return Written(edit, Source(path, last, last), bullet, new=True, fact=_counted(here[0], facts))


_MAY_RUN_ON = ("```", "~~~", "<!--", "\r", "\0", "\ufeff", "\u212a")
"""What may make a line mean something else than it says, is no part of it, or is another spelling of an ASCII letter."""

_ODD = ("\n- \n", "\n-  ", "\n- \t", "\n- -")


def _alike(known: str, text: str) -> list[int] | None:
    """Where the words of a text stand in one line of others, or None if there are too many such places.

    Only words of ASCII are looked for, for others may be spelled in several ways: the longest run of such words.
    """
    runs = [" ".join(words) for ascii, words in groupby(text.split(" "), str.isascii) if ascii]
    words = re.findall(r"[A-Za-z0-9]+", max(runs, key=len, default=""))[:MOST_WORDS]
    if not words:
        return None
    pattern = re.compile(r"[^\nA-Za-z0-9]*".join(words))
    found = [match.start() for match in islice(pattern.finditer(known), MOST_ALIKE + 1)]
    return found if len(found) <= MOST_ALIKE else None


MOST_WORDS = 24
"""Words by which a bullet is looked for on a page."""


def _alone(path: str, above: str, item: str, lines: int, line: int) -> list[Fact]:
    """What an item says that stands alone below these lines, as if it stood on another line."""
    found = _facts(path, f"{above}{item}\n".encode())
    return [replace(fact, source=Source(path, line, line)) for fact in found if fact.source.first > lines]


def _line(data: bytes, gap: Gap) -> int:
    """The line on which a bullet in this gap begins."""
    unfinished = gap.at == len(data) and data not in (b"", b"\xef\xbb\xbf") and not data.endswith(b"\n")
    return 1 + data.count(b"\n", 0, gap.at) + unfinished + gap.before.count("\n")


def _checked(path: str, data: bytes, edit: Create | Append, bullet: Bullet, line: int, old: Sequence[Fact]) -> Written | None:
    """What the edit did, if the page then says what it said before, and the bullet at its line."""
    after = splice(None if isinstance(edit, Create) else data, edit)
    source = Source(path, line, line + write_bullet(bullet).count("\n"))
    facts = _facts(path, after)
    here = [fact for fact in facts if fact.source == source and _says(fact, bullet, exactly=True)]
    if len(here) != 1:
        return None
    if _besides(old, None, facts) != _besides(facts, here[0], old):
        return None
    return Written(edit, source, bullet, new=True, fact=_counted(here[0], facts))


def _counted(fact: Fact, facts: Sequence[Fact]) -> Fact:
    equal = sum(other.text == fact.text and other.digest == fact.digest for other in facts if other.source < fact.source)
    return replace(fact, ordinal=equal)


def _refuse(path: str) -> Written:
    raise EditConflict(
        f"{path} has no place where a new bullet would be read",
        hint="look for an unclosed code fence or comment in it, or for bytes that are no text",
    )


def _facts(path: str, data: bytes) -> tuple[Fact, ...]:
    return parse(path, data, _no_header).facts


def _no_header(_: str) -> Mapping[str, object]:
    """Front matter says nothing about bullets, so it need not be read."""
    return {}


def _besides(facts: Sequence[Fact], new: Fact | None, others: Sequence[Fact]) -> list[object]:
    """What a page says besides the new fact, wherever it says it.

    A heading with nothing below it is a passage, so such a passage comes or goes when a section is put in beside it.
    """
    titles = {title for fact in (*facts, *others) for title in fact.heading}
    return [_content(fact) for fact in facts if fact is not new and (fact.kind is not Kind.PASSAGE or fact.text not in titles)]


_content = attrgetter(*(field.name for field in fields(Fact) if field.compare and field.name not in {"source", "heading", "ordinal"}))
"""A fact without its place and the headings above it."""


def _says(fact: Fact, bullet: Bullet, *, exactly: bool = False) -> bool:
    """Whether a fact is what the bullet would become; a trusted one never stands for an untrusted one, nor the other way."""
    if fact.kind is not bullet.kind or not _same_text(fact.text, bullet.text):
        return False
    return (
        (fact.confidence, fact.category, fact.when, fact.supersedes) == (bullet.confidence, bullet.category, bullet.when, bullet.supersedes)
        and _keys(fact.entities) == _keys(bullet.entities)
        and bullet.name in {None, fact.name}
        and (fact.origin == bullet.origin if exactly else (fact.origin == "untrusted") == (bullet.origin == "untrusted"))
    )


def _keys(names: Sequence[str]) -> list[str]:
    return [entity_key(name) for name in names]


def _same_text(one: str, other: str) -> bool:
    return one == other or unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
