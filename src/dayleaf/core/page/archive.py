"""The archive: pages below `bank/archive/`, a bullet for each fact that was put away, with reason, source and a way back.

    - W(id=9a…, from=memory/2026-02-17.md#L4, on=2026-02-18, into=7c…, reason="the same statement") @Ada: Keeps goats.

`id` is the id the fact has where it stands; `from` that place; `on` the day it was put away; `into` what says it now. A fact that stood
on a bank page, from which it was taken, has its own `on` and `from` as `was-on` and `was-from`. `restored` says that somebody
brought it back; then the machine never puts it away again. An entry is no fact: it is neither found by a question nor counted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from dayleaf.core.fact import Fact, Source
from dayleaf.core.page.attributes import day_or_none, sources_of
from dayleaf.core.page.grammar import Bullet, write_bullet
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Archived

FOLDER = "bank/archive/"
"""Where the archive lies."""

REPLACED = "replaced"
"""The reason of what another fact made untrue. Its `into` is that fact, which does not say the same; it stays askable as history."""

_OURS = frozenset(("from", "on", "into", "reason", "restored", "was-on", "was-from"))


def page_of(day: dt.date) -> str:
    """The page of the archive for what is put away on a day."""
    return f"{FOLDER}{day:%Y-%m}.md"


def archived_of(bullet: Bullet, source: Source) -> Archived | None:
    """What an entry says; None if the bullet is none: it lacks an id, a reason, or the place it stood."""
    said = dict(reversed(bullet.extra))
    stood = sources_of(said.get("from", ""))
    if not bullet.name or "reason" not in said or not stood:
        return None
    told = place_of(stood[0].path).day or day_or_none(said.get("was-on", ""))
    rest = tuple(pair for pair in bullet.extra if pair[0] not in _OURS)
    own = tuple((key.removeprefix("was-"), value) for key, value in bullet.extra if key in ("was-from", "was-on"))
    fact = Fact(
        kind=bullet.kind,
        text=bullet.text,
        source=stood[0],
        entities=bullet.entities,
        told=told,
        when=bullet.when,
        confidence=bullet.confidence,
        category=bullet.category,
        origin=bullet.origin,
        inferred="was-from" in said,
        supersedes=bullet.supersedes,
        name=bullet.name,
        extra=(*own, *rest),
    )
    into = said.get("into") or None
    return Archived(fact, said["reason"], day_or_none(said.get("on", "")), into, day_or_none(said.get("restored", "")), source)


def entry_of(fact: Fact, reason: str, on: dt.date, into: str | None) -> str:
    """The bullet of the archive for a fact, without a final newline."""
    own = tuple((f"was-{key}", value) for key, value in fact.extra if key in ("from", "on"))
    rest = tuple(pair for pair in fact.extra if pair[0] not in _OURS)
    marks = (("from", str(fact.source)), ("on", on.isoformat()), *((("into", into),) if into else ()), ("reason", reason))
    return write_bullet(replace(bullet_of(fact), name=fact.id, extra=(*rest, *own, *marks)))


def bullet_of(fact: Fact) -> Bullet:
    """The bullet that states a fact where it stands."""
    return Bullet(
        kind=fact.kind,
        text=fact.text,
        entities=fact.entities,
        confidence=fact.confidence,
        when=fact.when,
        category=fact.category,
        origin=fact.origin,
        supersedes=fact.supersedes,
        name=fact.name,
        extra=fact.extra,
    )


def title_of(path: str) -> str:
    """The first lines of a new page of the archive."""
    month = path.removeprefix(FOLDER).removesuffix(".md")
    return (
        f"# Archive {month}\n\n"
        "<!--\nWhat was put away, with the reason and the place it stood.\n"
        "Nothing here is gone: `dayleaf restore ID` brings it back.\n-->\n\n"
    )


class Away(NamedTuple):
    """What the archive says of a fact that is put away: what says it now (None: nothing does), since when, and why."""

    into: str | None
    on: dt.date | None
    reason: str


def away(entries: Iterable[tuple[str, Away, dt.date | None]]) -> dict[str, Away]:
    """What is put away, by id, from (id, what the entry says, the day it was restored) of each entry in order."""
    found: dict[str, Away] = {}
    back: set[str] = set()
    for id, said, restored in entries:
        if restored is not None:
            back.add(id)
        found[id] = said
    return {id: said for id, said in found.items() if id not in back}


def latest(entries: Iterable[Archived]) -> dict[str, Archived]:
    """The entry of each id that counts: that which says it was restored, else the last."""
    found: dict[str, Archived] = {}
    for entry in entries:
        held = found.get(entry.id)
        if held is None or not held.restored:
            found[entry.id] = entry
    return found
