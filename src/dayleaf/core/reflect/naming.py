"""Give an entity another name: an alias on its page, two entities made one, and mentions written anew where somebody agreed to it.

Nothing is guessed. A mention that is written anew keeps the id of its fact, so whatever cites it still does; what it was called is noted
on a page of its own, so that it can be called so again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from dayleaf.core.fact import Entity, Fact, entity_key
from dayleaf.core.page.archive import FOLDER as ARCHIVE
from dayleaf.core.page.card import scalar, with_aliases, with_same, without_alias
from dayleaf.core.page.edit import Append, Create, edit_between
from dayleaf.core.page.front import HeaderReader
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import digest_of
from dayleaf.core.reflection import Decided, Planned, Reflection, Refused
from dayleaf.core.regex import regex

RENAMED = f"{ARCHIVE}renamed.md"
"""What was called otherwise, one a line inside a comment: the day, the id of the fact, what it was called, what it is called now."""

_HEAD = """\
<!--
Mentions that were written anew: the day, the fact, what it was called, what it is called now. `dayleaf entity unmerge` reads it.
"""
_Change = Callable[[bytes], bytes]
_LINE = regex(r"(\d{4}-\d{2}-\d{2}) (\S+) @(\S+) @(\S+)\s*")
_BULLET = regex(r"([ \t]*[-*+][ \t]+[WBOSwbos])(?:([ \t]*)[(（]((?:\"(?:[^\"\\\n]|\\.)*\"|[^()（）\"\n])*)[)）])?([^:：\n]*)(?=[:：])")


class Renaming(NamedTuple):
    """A fact whose mention is to be written anew: which, from which spelling, to which."""

    fact: Fact
    old: str
    new: str


def page_of(entity: Entity) -> str:
    """Where its page lies, or would lie."""
    return entity.page.path if entity.page else f"bank/entities/{entity.slug}.md"


def name_also(entity: Entity, aliases: Sequence[str], header: HeaderReader) -> Planned:
    """Write aliases into the front matter of an entity's page, which is made if there is none."""
    path = page_of(entity)

    def decide(data: bytes | None) -> Decided:
        if data is None:
            listed = ", ".join(map(scalar, aliases))
            return Decided(Create(path, f"---\naliases: [{listed}]\n---\n\n# {entity.name}\n"))
        known = {entity_key(name) for name in entity.names}
        more = [alias for alias in aliases if entity_key(alias) not in known]
        return Decided(edit_between(path, data, with_aliases(path, data, more, header)) if more else None)

    return Planned(path, f"{', '.join(aliases)} means {entity.name}", decide)


def name_no_more(path: str, alias: str, header: HeaderReader) -> Planned:
    """Take an alias out of the front matter of a page."""
    return Planned(path, f"{alias} is a name of its own", partial(_changed, path, lambda data: without_alias(path, data, alias, header)))


def point_to(path: str, target: str | None, header: HeaderReader) -> Planned:
    """Let the page of an entity say that it is the same as another one; None: that it is one of its own."""
    why = f"the same as {target}" if target else "one of its own again"
    return Planned(path, why, partial(_changed, path, lambda data: with_same(path, data, target, header)))


def _changed(path: str, change: _Change, data: bytes | None) -> Decided:
    return Decided(None) if data is None else Decided(edit_between(path, data, change(data)))


def rename(path: str, renamings: Sequence[Renaming], *, keep_id: bool) -> Planned:
    """Write mentions of a page anew; each fact keeps its id, or with `keep_id` false gives up the one it was given if it can."""

    def decide(data: bytes | None) -> Decided:
        refused: list[Refused] = []
        after = data or b""
        for renaming in renamings:
            written = _rewritten(path, after, renaming, keep_id=keep_id)
            if written is None:
                refused.append(Refused(str(renaming.fact.source), f"@{renaming.old} could not be written anew there"))
            else:
                after = written
        return Decided(edit_between(path, data, after) if data is not None else None, Reflection(refused=tuple(refused)))

    names = ", ".join(dict.fromkeys(f"@{one.old} is now @{one.new}" for one in renamings))
    return Planned(path, names, decide)


def _rewritten(path: str, data: bytes, renaming: Renaming, *, keep_id: bool) -> bytes | None:
    """The page with one mention written anew; None if it does not stand there as expected."""
    before = parse(path, data, lambda _: {}).facts
    fact = renaming.fact
    here = [(place, one) for place, one in enumerate(before) if (one.digest, one.name) == (fact.digest, fact.name)]
    if not here:
        return None
    place, found = min(here, key=lambda pair: abs(pair[1].source.first - fact.source.first))
    lines = data.split(b"\n")
    at = found.source.first - 1
    line = lines[at].decode("utf-8", "surrogateescape")
    names = tuple(renaming.new if entity_key(name) == entity_key(renaming.old) else name for name in found.entities)
    plain = replace(found, entities=names, name=None)
    name = fact.id if keep_id else None if plain.id == fact.id.partition(".")[0] else fact.name
    lines[at] = _headed(line, renaming, fact.name, name).encode("utf-8", "surrogateescape")
    after = b"\n".join(lines)
    read = parse(path, after, lambda _: {}).facts
    same = len(read) == len(before) and all(one == other for n, (one, other) in enumerate(zip(before, read, strict=True)) if n != place)
    if same and (read[place].entities, read[place].name, read[place].text) == (names, name, found.text):
        return after
    return None


def _headed(line: str, renaming: Renaming, old_id: str | None, new_id: str | None) -> str:
    """The first line of a bullet with another mention, and with or without an id."""
    found = _BULLET.match(line)
    if found is None:
        return line
    inside = found[3] or ""
    if old_id and not new_id:
        inside = ", ".join(pair for pair in (part.strip() for part in inside.split(",")) if pair.partition("=")[0].strip() != "id")
    elif new_id and not old_id:
        inside = f"{inside}, id={new_id}" if inside.strip() else f"id={new_id}"
    mentions = _MENTION.sub(lambda one: f"@{renaming.new}" if entity_key(one[1]) == entity_key(renaming.old) else one[0], found[4])
    brackets = f"{found[2] or ''}({inside})" if inside else ""
    return f"{found[1]}{brackets}{mentions}{line[found.end() :]}"


_MENTION = regex(r"[@＠]([^\s,，、@＠]+)")


class Renamed(NamedTuple):
    """A line of the record: the fact, what it was called, what it is called now."""

    fact: str
    old: str
    new: str


def renamed(data: bytes | None) -> list[Renamed]:
    """The record, in order."""
    lines = (data or b"").decode("utf-8", "replace").split("\n")
    return [Renamed(found[2], found[3], found[4]) for line in lines if (found := _LINE.fullmatch(line))]


def note(renamings: Sequence[Renaming], today: dt.date) -> Planned:
    """Note what is about to be written anew, before it is."""

    def decide(data: bytes | None) -> Decided:
        held = set(renamed(data))
        fresh = [one for one in renamings if (one.fact.id, one.old, one.new) not in held]
        text = "".join(f"{today.isoformat()} {one.fact.id} @{one.old} @{one.new}\n" for one in fresh)
        if not text:
            return Decided(None)
        if data is None:
            return Decided(Create(RENAMED, f"{_HEAD}{text}-->\n"))
        end = data.rfind(b"\n-->")
        return Decided(Append(RENAMED, end + 1 if end >= 0 else len(data), text if end >= 0 else f"{_HEAD}{text}-->\n", digest_of(data)))

    return Planned(RENAMED, "so that it can be called so again", decide)


def strike(undone: Sequence[Renamed]) -> Planned:
    """Take out of the record what was called back."""

    def decide(data: bytes | None) -> Decided:
        if data is None:
            return Decided(None)
        gone = set(undone)
        kept = [
            line
            for line in data.split(b"\n")
            if not ((found := _LINE.fullmatch(line.decode("utf-8", "replace"))) and Renamed(found[2], found[3], found[4]) in gone)
        ]
        return Decided(edit_between(RENAMED, data, b"\n".join(kept)))

    return Planned(RENAMED, "called as before", decide)
