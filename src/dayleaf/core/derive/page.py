"""A page of derived facts: what is to stand there, as the smallest change of it.

    - W(from=memory/2025-11-27.md#L12, on=2025-11-27) @Peter: Peter moved to Lisbon.

    <!-- derived: …
    7d0q3m9x5a2b
    2k5r0wzj8m1c withdrawn 2025-12-03
    -->

The list at the end says what the machine derived so far. So it knows what a person did: a fact of the list that stands there no
more was taken out, and is not derived again; one that stands there in other words is a person's, and stays for good. What the
machine withdrew itself, because its line in the log is gone, is marked, and is derived again when the line comes back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from dayleaf.core.derive.rewrite import Derived
from dayleaf.core.fact import Fact, Kind, Source, id_of_digest
from dayleaf.core.page.attributes import PINNED, sources_of
from dayleaf.core.page.edit import edit_between
from dayleaf.core.page.grammar import Bullet, write_bullet
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import Reading
from dayleaf.core.page.tombstone import tombstone_of
from dayleaf.core.reflection import NOTHING, Decided, Inferred, Planned, Reflection, Refused, Retired
from dayleaf.core.regex import regex

FOLDER = "bank/derived"
"""Where the pages lie, one a month."""

_LINE = regex(r"^([0-9a-hjkmnp-tv-z]{12})(?: by model ([0-9a-f]{16}))?(?: withdrawn (\d{4}-\d{2}-\d{2}))?\s*$")
_OPEN = (
    b"<!-- derived: each line is a fact that was derived for this page. One that stands above no more was taken out by hand: not again.\n"
)
_FROM = regex(r'\bfrom=("(?:[^"\\\n]|\\.)*"|[^,)"\n]+)')
_GONE = "the lines of the log that said it are gone, or say it otherwise"


class Wanted(NamedTuple):
    """A fact that is to stand on a page: what it says, the day of its log, its lines; the mark of what a model read, or empty."""

    fact: Derived
    on: dt.date
    sources: tuple[Source, ...]
    mark: str = ""
    category: str | None = None

    @property
    def bullet(self) -> Bullet:
        """The bullet that says it."""
        one = self.fact
        extra = (("from", "; ".join(map(str, self.sources))), ("on", self.on.isoformat()))
        return Bullet(one.kind, one.text, one.entities, one.confidence, one.when, self.category, extra=extra)

    @property
    def id(self) -> str:
        """The id the fact has there."""
        one = self.fact
        return id_of_digest(Fact(one.kind, one.text, self.sources[0], one.entities, self.on).digest)


class Noted(NamedTuple):
    """A line of the list: a fact that was derived; the mark of the lines a model read; the day it was withdrawn."""

    id: str
    mark: str = ""
    withdrawn: str = ""

    def __str__(self) -> str:
        return self.id + (f" by model {self.mark}" if self.mark else "") + (f" withdrawn {self.withdrawn}" if self.withdrawn else "")


def path_of(day: dt.date) -> str:
    """The page for what the log of a day says."""
    return f"{FOLDER}/{day.year:04}-{day.month:02}.md"


def joined(wanted: Iterable[Wanted]) -> dict[str, Wanted]:
    """By id; what several lines of a day say alike is one fact with all of them as evidence."""
    found: dict[str, Wanted] = {}
    for one in wanted:
        held = found.get(one.id)
        found[one.id] = one if held is None else held._replace(sources=tuple(dict.fromkeys((*held.sources, *one.sources))))
    return found


def noted(data: bytes | None) -> dict[str, Noted]:
    """The list of a page, by id."""
    _, at, end = _listed(data or b"")
    lines = (data or b"")[at:end].decode("utf-8", "replace").split("\n")
    return {found[1]: Noted(found[1], found[2] or "", found[3] or "") for line in lines if (found := _LINE.match(line.strip()))}


def withdrawn(data: bytes | None) -> frozenset[str]:
    """The ids of what the machine itself took from a page, because the log says it no more."""
    return frozenset(id for id, one in noted(data).items() if one.withdrawn)


def plan(
    path: str,
    wanted: Mapping[str, Wanted],
    *,
    since: dt.date | None,
    today: dt.date,
    forgotten: AbstractSet[str],
    merged: Mapping[str, str],
) -> Planned:
    """Make a page say what the logs say.

    Args:
        path: the page.
        wanted: every fact the rules derive from the logs of its month from `since` on, by id; and what a model derived that is to be added
            or is still supported by the lines it cites.
        since: facts of earlier days are left as they are; None: all are looked at.
        today: the day of the pass.
        forgotten: tombstones of what must not be learned again.
        merged: id of a fact that was put away → id of what says it since. When that is withdrawn, it is derived again.
    """
    allowed = {id: one for id, one in wanted.items() if tombstone_of(one.fact.text, one.fact.entities) not in forgotten}

    def decide(data: bytes | None) -> Decided:
        return _decided(path, data, allowed, since, today, merged)

    return Planned(path, "what the logs say in plain sentences", decide)


def _decided(
    path: str, data: bytes | None, wanted: Mapping[str, Wanted], since: dt.date | None, today: dt.date, merged: Mapping[str, str]
) -> Decided:
    before = data or b""
    listed = noted(data)
    standing: dict[str, Fact] = {}
    for fact in _reading(path, before).facts:
        if fact.inferred:
            standing.setdefault(id_of_digest(fact.digest), fact)
    gone = [
        fact
        for id, fact in standing.items()
        if id in listed and id not in wanted and fact.told and (since is None or fact.told >= since) and ("", PINNED) not in fact.extra
    ]
    off = {id_of_digest(fact.digest) for fact in gone} | {id for id, one in listed.items() if one.withdrawn and id not in wanted}
    orphaned = {id for id, into in merged.items() if into in off}
    missing = [one for id, one in wanted.items() if id not in standing]
    fresh = [one for one in missing if one.id not in listed or listed[one.id].withdrawn or one.id in orphaned]
    moved = [(standing[id], one) for id, one in wanted.items() if id in standing and id in listed and _cited(standing[id]) != one.sources]
    listed |= {one.id: Noted(one.id, one.mark) for one in fresh}
    listed |= {id: Noted(id, one.mark) for id, one in wanted.items() if id in standing and (id not in listed or listed[id].withdrawn)}
    listed |= {id: listed[id]._replace(withdrawn=today.isoformat()) for fact in gone if (id := id_of_digest(fact.digest))}
    if not fresh and not moved and not gone and (listed == noted(data) or not listed):
        return Decided(None)
    after = _written(path, before, fresh, moved, gone, listed)
    if not _says(path, before, after, fresh, gone):
        return Decided(None, Reflection(refused=(Refused(path, "a fact written there would not be read; is a comment or fence open?"),)))
    report = NOTHING + Reflection(
        inferred=tuple(Inferred(one.id, tuple(map(str, one.sources))) for one in fresh),
        retired=tuple(Retired(id_of_digest(fact.digest), _GONE, path) for fact in gone),
    )
    return Decided(edit_between(path, data, after), report)


def _written(
    path: str, data: bytes, fresh: Sequence[Wanted], moved: Sequence[tuple[Fact, Wanted]], gone: Sequence[Fact], listed: Mapping[str, Noted]
) -> bytes:
    """The page with all that, bytes of everything else as they were."""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    if not data:
        data = f"# Derived, {path[-10:-3]}\n\n".encode()
    start, _, _ = _listed(data)
    lines = data[:start].splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += end
    facts = [fact for fact in _reading(path, data).facts if fact.inferred and fact.told]
    changes: list[tuple[int, int, int, bytes]] = []
    for fact, one in moved:
        at = fact.source.first - 1
        text = lines[at].decode("utf-8", "surrogateescape")
        said = _FROM.sub(lambda _, one=one: f"from={_quoted(one)}", text, count=1)  # type: ignore[misc]
        changes.append((at, at + 1, 0, said.encode("utf-8", "surrogateescape")))
    changes += [(fact.source.first - 1, fact.source.last, 0, b"") for fact in gone]
    foot = len(lines)
    while foot and not lines[foot - 1].strip():
        foot -= 1
    ordered = sorted(fresh, key=lambda one: (one.on, one.sources, one.fact.text))
    for number, one in enumerate(ordered):
        at = max((fact.source.last for fact in facts if fact.told and fact.told <= one.on and fact.source.last <= len(lines)), default=-1)
        if at < 0:
            at = min((fact.source.first - 1 for fact in facts if fact.source.first <= len(lines)), default=-1)
        at = (len(lines) if not facts else foot) if at < 0 else at
        changes.append((at, at, number + 1, (write_bullet(one.bullet) + "\n").encode().replace(b"\n", end)))
    for first, last, _, added in sorted(changes, key=lambda change: (change[0], change[2] or len(changes) + 1), reverse=True):
        lines[first:last] = [added]
    body = b"".join(lines)
    if not body.endswith(end * 2):
        body += end
    tail = data[_listed(data)[2] :].partition(b"-->")[2] if start < len(data) else end
    return body + _OPEN.replace(b"\n", end) + b"".join(str(one).encode() + end for one in listed.values()) + b"-->" + (tail or end)


def _quoted(one: Wanted) -> str:
    """The citations as the grammar writes them."""
    written = write_bullet(one.bullet)
    found = _FROM.search(written)
    return found[1] if found else ""


def _says(path: str, before: bytes, after: bytes, fresh: Sequence[Wanted], gone: Sequence[Fact]) -> bool:
    """Whether the page then says all it said, but for what was withdrawn, and all that is new."""
    old = sorted(fact.digest for fact in _held(path, before) if fact not in gone)
    new = [fact.digest for fact in _held(path, after)]
    for one in fresh:
        digest = Fact(one.fact.kind, one.fact.text, one.sources[0], one.fact.entities, one.on).digest
        if digest not in new:
            return False
        new.remove(digest)
    return sorted(new) == old or not before


def _held(path: str, data: bytes) -> list[Fact]:
    """What a page says; a heading counts as something said only while nothing stands below it, so it does not count."""
    return [fact for fact in _reading(path, data).facts if fact.kind is not Kind.PASSAGE or not fact.text.startswith("Derived, ")]


def _cited(fact: Fact) -> tuple[Source, ...]:
    return next((sources_of(value) for key, value in fact.extra if key == "from"), ())


def _listed(data: bytes) -> tuple[int, int, int]:
    """Where the list stands in a page: its comment, its first line, its end; three times the end of the page if there is none."""
    start = data.rfind(b"<!-- derived:")
    at = data.find(b"\n", start) + 1 if start >= 0 else 0
    end = data.find(b"-->", at) if at else -1
    return (start, at, end) if end >= 0 else (len(data), len(data), len(data))


def _reading(path: str, data: bytes) -> Reading:
    return parse(path, data, lambda _: {})
