"""The page of opinions, `bank/opinions.md`: read every belief with its ledger, and write them back with the smallest change.

    data ─► parse ─► facts of kind O ─► Held( fact, ledger, lines )          Held + new ledger ─► lines of the page ─► Edit

Only the attributes `c` and `id` of a bullet's first line, and the lines of its ledger, are ever rewritten; whatever else stands on the
page, a person's own remarks below a belief included, keeps its bytes. What was written is read back before it is returned.

One comment lists the bullets of logs that the page has taken in. Of those, what stands on it no more was taken from it by a person,
and is not taken in again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dayleaf.core.errors import EditConflict
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.edit import BOM, Edit, edit_between
from dayleaf.core.page.grammar import Bullet, write_bullet
from dayleaf.core.page.ledger import Line, Testimony, number, read_line, write_line
from dayleaf.core.page.parse import parse
from dayleaf.core.regex import regex

PAGE = "bank/opinions.md"
"""Where beliefs are curated."""

TITLE = "# Opinions\n\n"
"""What a new page begins with."""

_HEAD = regex(r"(\ufeff?[ \t]*[-*+][ \t]+O)(?:([ \t]*)[(（]((?:\"(?:[^\"\\\n]|\\.)*\"|[^()（）\"\n])*)[)）])?")
_CONFIDENCE = regex(r"(?<![\w])(c\s*[=＝]\s*)(?:\d,\d+(?=\s*(?:[,，]|$))|[^\s,，]+)")
_BELOW = regex(r"\n\s*(?:[-*+]|\d+[.)])\s")
_NAMED = regex(r"(?<![\w])id\s*[=＝]")
_TAKEN = re.compile(rb"(?:(?<=\n)\r?\n)?^<!-- taken in[^:\n]*: ([^\n]*?) -->[ \t\r]*(?:\n|\Z)", re.MULTILINE)


Stand = tuple[float, Sequence[Line]]
"""Where a belief stands: its confidence, and the ledger that says why."""


@dataclass(frozen=True, slots=True)
class Held:
    """A belief as the page holds it.

    Attributes:
        fact: the bullet.
        ledger: its lines, in order.
        places: the number of each of these lines, from 1.
    """

    fact: Fact
    ledger: tuple[Line, ...] = ()
    places: tuple[int, ...] = ()


def opinion_id(fact: Fact) -> str:
    """The id of the belief that a bullet states: its own, or the one it has on an undated page — so it is the same wherever it stands."""
    return fact.name or replace(fact, told=None, ordinal=0).id


def statement_of(fact: Fact) -> str:
    """What an opinion states: its text, without a list that somebody wrote below it."""
    return _BELOW.split(fact.text, maxsplit=1)[0]


def read_page(data: bytes | None) -> list[Held]:
    """Every belief on the page, in order."""
    if data is None:
        return []
    lines = data.split(b"\n")
    held = []
    for fact in _facts(data):
        if fact.kind is Kind.OPINION:
            found = list(_ledger(lines, fact.source))
            held.append(Held(fact, tuple(line for _, line in found), tuple(place for place, _ in found)))
    return held


def taken_in(data: bytes | None) -> frozenset[str]:
    """The ids of the bullets elsewhere that the page took in, whether they still stand on it or not."""
    return frozenset(id for found in _TAKEN.finditer(data or b"") for id in found[1].decode("utf-8", "replace").split())


def extent(data: bytes, source: Source) -> Source:
    """The lines of a belief with those of its ledger."""
    places = [place for place, _ in _ledger(data.split(b"\n"), source)]
    return replace(source, last=max((source.last, *places)))


def without_quotes(data: bytes | None, facts: Collection[str]) -> Edit | None:
    """The edit that takes the lines of these facts from every ledger; None if there are none."""
    if data is None:
        return None
    lines = data.split(b"\n")
    gone = {
        place
        for one in read_page(data)
        for place, line in zip(one.places, one.ledger, strict=True)
        if isinstance(line, Testimony) and line.fact in facts
    }
    return edit_between(PAGE, data, b"\n".join(line for place, line in enumerate(lines, 1) if place not in gone)) if gone else None


def write_page(
    data: bytes | None, changed: Mapping[int, Stand], added: Sequence[tuple[Fact, Sequence[Line]]], taken: frozenset[str] = frozenset()
) -> Edit | None:
    """The edit after which the page says so; None if there is nothing to change.

    Args:
        data: its bytes; None: there is none.
        changed: the first line of a belief that stands there → its confidence and ledger.
        added: beliefs to put at the end, with their ledgers.
        taken: ids of bullets elsewhere that the page says from now on.

    Raises:
        EditConflict: the page cannot be changed without changing what else it says.
    """
    taken |= taken_in(data)
    if not changed and not added and taken == taken_in(data):
        return None
    held = {one.fact.source.first: one for one in read_page(data)}
    after = _rewritten(data or b"", held, changed)
    if added or taken != taken_in(data):
        after = _listed(_extended(_TAKEN.sub(b"", after), added, fresh=data is None), taken)
    _check(data or b"", after, changed, len(added))
    return edit_between(PAGE, data, after)


@lru_cache(2)
def _facts(data: bytes) -> tuple[Fact, ...]:
    """What the page says. A pass asks for it half a dozen times: as it is, and as it will be."""
    return parse(PAGE, data, lambda _: {}).facts


def _ledger(lines: Sequence[bytes], source: Source) -> list[tuple[int, Line]]:
    """The lines of the ledger of the item that begins there, with their numbers."""
    edge = _margin(lines[source.first - 1])
    found = []
    for place in range(source.first + 1, len(lines) + 1):
        line = lines[place - 1]
        if not line.strip():
            continue
        if _margin(line) <= edge:
            break
        if (value := read_line(line.decode("utf-8", "replace").rstrip("\r"))) is not None:
            found.append((place, value))
    return found


def _margin(line: bytes) -> int:
    line = line.removeprefix(BOM)
    return len(line[: len(line) - len(line.lstrip(b" \t"))].expandtabs(4))


def _rewritten(data: bytes, held: Mapping[int, Held], changed: Mapping[int, Stand]) -> bytes:
    """The page with new confidences and ledgers."""
    lines = data.split(b"\n")
    for first in sorted(changed, reverse=True):
        one, (confidence, ledger) = held[first], changed[first]
        ends = b"\r" if lines[first - 1].endswith(b"\r") or (first == len(lines) and b"\r\n" in data) else b""
        lead = _indent_of(lines, one)
        fresh = [lead + write_line(line).encode() + ends for line in ledger]
        kept = {line: lines[place - 1] for place, line in zip(one.places, one.ledger, strict=True)}
        fresh = [kept.get(line, written) for line, written in zip(ledger, fresh, strict=True)]
        at = one.places[0] if one.places else one.fact.source.last + 1
        gone = set(one.places)
        tail = [line for place, line in enumerate(lines[at - 1 :], at) if place not in gone]
        if at - 1 == len(lines) and ends:
            lines[-1] = lines[-1].removesuffix(b"\r") + ends
        lines[at - 1 :] = [*fresh, *tail]
        lines[first - 1] = _headed(lines[first - 1], confidence, opinion_id(one.fact))
    after = b"\n".join(lines)
    return after if data.endswith(b"\r") else after.removesuffix(b"\r")


def _indent_of(lines: Sequence[bytes], one: Held) -> bytes:
    """How far the ledger is indented: as it is, else two blanks more than the bullet."""
    line = lines[(one.places[0] if one.places else one.fact.source.first) - 1]
    lead = line[: len(line) - len(line.lstrip(b" \t"))].removeprefix(BOM)
    return lead if one.places else lead + b"  "


def _headed(raw: bytes, confidence: float, id: str) -> bytes:
    """The first line of a bullet with this confidence, and an id."""
    line = raw.decode("utf-8", "surrogateescape")
    found = _HEAD.match(line)
    if found is None:
        raise EditConflict(f"a bullet of {PAGE} is written in a way that cannot be changed")
    blank, inside = found[2] or "", found[3] or ""
    if _CONFIDENCE.search(inside):
        inside = _CONFIDENCE.sub(lambda old: old[1] + number(confidence), inside, count=1)
    else:
        inside = f"c={number(confidence)}" + (f", {inside}" if inside.strip() else "")
    if not _NAMED.search(inside):
        inside = f"{inside.rstrip()}, id={id}"
    return f"{found[1]}{blank}({inside}){line[found.end() :]}".encode("utf-8", "surrogateescape")


def _extended(data: bytes, added: Sequence[tuple[Fact, Sequence[Line]]], *, fresh: bool) -> bytes:
    """The page with more beliefs at its end."""
    if not added:
        return data
    if fresh or not data.strip():
        data = data + TITLE.encode()
    ends = "\r\n" if b"\r\n" in data else "\n"
    items = []
    for fact, ledger in added:
        bullet = Bullet(
            fact.kind, fact.text, fact.entities, fact.confidence, fact.when, fact.category, fact.origin, None, opinion_id(fact), fact.extra
        )
        items.append("\n".join((write_bullet(bullet), *(f"  {write_line(line)}" for line in ledger))))
    gap = b"" if data.endswith(b"\n") else ends.encode()
    return data + gap + ("\n".join(items) + "\n").replace("\n", ends).encode()


def _listed(data: bytes, taken: Collection[str]) -> bytes:
    """The page with the list of what it took in, at its end."""
    if not taken:
        return data
    ends = b"\r\n" if b"\r\n" in data else b"\n"
    gap = b"" if data.endswith((b"\n\n", b"\n\r\n")) else ends if data.endswith(b"\n") else ends + ends
    return data + gap + f"<!-- taken in (what you delete above stays away): {' '.join(sorted(taken))} -->".encode() + ends


def _check(before: bytes, after: bytes, changed: Mapping[int, Stand], more: int) -> None:
    """Raise unless the page then says what it said, with just these changes."""
    old, new = _facts(before), _facts(after)
    told = [_saying(fact) for fact in old if not (fact.kind is Kind.PASSAGE and not before.strip())]
    if [_saying(fact) for fact in new][: len(told)] != told or sum(f.kind is Kind.OPINION for f in new) != more + sum(
        f.kind is Kind.OPINION for f in old
    ):
        raise EditConflict(f"{PAGE} has no place where the beliefs could be written", hint="look for an unclosed fence or comment in it")
    order = [fact.source.first for fact in old if fact.kind is Kind.OPINION]
    wanted = [list(changed[first][1]) if first in changed else None for first in order]
    written = [list(one.ledger) for one in read_page(after)]
    if any(want is not None and want != have for want, have in zip(wanted, written, strict=False)):
        raise EditConflict(f"the evidence of a belief in {PAGE} would not be read as it is written")


def _saying(fact: Fact) -> tuple[object, ...]:
    return fact.kind, fact.text, fact.entities, fact.when, fact.category, fact.origin, fact.supersedes
