"""Write a note where it belongs: read what was meant, refuse secrets, change the page, say what stands there then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from dayleaf.core.errors import DiskFailed, PageMissing, PathRefused, SecretRefused, UsageError
from dayleaf.core.fact import Fact, Kind, TimeRange
from dayleaf.core.page.attributes import KEYS, Fault
from dayleaf.core.page.edit import Edit
from dayleaf.core.page.front import HeaderReader
from dayleaf.core.page.grammar import Bullet, read_bullet
from dayleaf.core.page.parse import parse
from dayleaf.core.page.place import place_of
from dayleaf.core.retain import Note, Written, place_note
from dayleaf.core.secrets import find_secrets
from dayleaf.ports import Workspace
from dayleaf.shell.answers import Retained
from dayleaf.shell.arguments import each, kind_of, range_of
from dayleaf.shell.ground import Ground
from dayleaf.shell.revising import refuse_injected

_REFUSED = frozenset((*KEYS, "confidence", "category", "unknown_kind", "missing_colon", "bad_mention", "bad_attributes", "empty_text"))
"""Faults that would lose what was meant. Unknown keys are kept, and reported as in any page."""


class Retaining:
    """Writes facts into one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def one(
        self,
        text: str,
        told: dt.date,
        now: dt.datetime,
        *,
        kind: Kind | None,
        entities: Sequence[str],
        confidence: float | None,
        category: str | None,
        when: str | TimeRange | None,
        origin: str | None,
        supersedes: str | None,
        allow_secret: bool,
    ) -> Retained:
        """Write one fact into the log of the day it is told."""
        note = note_of(text, kind, entities, confidence, category, range_of(when, now), origin, supersedes)
        if not allow_secret:
            refuse_secrets(note)
        notes = self._missing(note.supersedes) if note.supersedes else ()
        return replace(write(self._ground.workspace, self._ground.header, note, told), notes=notes)

    def _missing(self, id: str) -> tuple[str, ...]:
        """A note if no fact has the id that is to be replaced; the line is written all the same, for the fact may come later."""
        near = self._ground.ask(lambda ready: [row.fact.id for row in ready.index.find(id)])
        if id in near:
            return ()
        meant = f"did you mean {near[0]}?" if near else "`dayleaf facts` and `recall --explain` show ids"
        return (f"no fact has the id {id!r}, so nothing is replaced; {meant}",)


def bullet_of(text: str, *, plain: bool) -> Bullet:
    """The typed bullet a text is, with or without its marker; else a world fact of this text.

    Raises:
        UsageError: it is meant as a bullet but cannot be read as one, and `plain` does not say to take it as it is.
    """
    body = text.strip()
    if body[:2] in {"- ", "* ", "+ "}:
        first, *rest = body[2:].lstrip().split("\n")
        margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
        body = "\n".join((first, *(line[margin:] for line in rest)))
    read = read_bullet(body)
    faults = (read,) if isinstance(read, Fault) else read.faults if read else ()
    known = [fault for fault in faults if fault.code in _REFUSED]
    if known and not plain:
        raise UsageError(
            f"the bullet cannot be written: {known[0].message.partition(';')[0]}", hint="mend it, or give a kind to take the text as it is"
        )
    return read if isinstance(read, Bullet) and not known else Bullet(Kind.WORLD, text)


def note_of(
    text: str,
    kind: Kind | None,
    entities: Sequence[str],
    confidence: float | None,
    category: str | None,
    when: TimeRange | None,
    origin: str | None,
    supersedes: str | None,
) -> Note:
    """What is to be retained, of a text or bullet and the arguments that overrule it.

    Raises:
        UsageError: an argument makes no sense, or the text was itself put into a context from memory.
    """
    refuse_injected(text)
    bullet = bullet_of(text, plain=kind is not None)
    return Note(
        kind=kind_of(kind) if kind else bullet.kind,
        text=bullet.text,
        entities=tuple(dict.fromkeys((*bullet.entities, *each(entities)))),
        confidence=bullet.confidence if confidence is None else confidence,
        category=category or bullet.category,
        when=when or bullet.when,
        origin=origin or bullet.origin,
        supersedes=supersedes or bullet.supersedes,
        name=bullet.name,
        extra=bullet.extra,
    )


def refuse_secrets(note: Note) -> None:
    """Let only a note pass that carries no secret.

    Raises:
        SecretRefused: it seems to carry one; says of what kind, never what.
    """
    keys = (value for pair in note.extra for value in pair)
    parts = (note.text, *note.entities, note.category, note.supersedes, note.name, *keys)
    found = find_secrets("\n".join(part for part in parts if part))
    if found:
        kinds = ", ".join(dict.fromkeys(secret.kind.replace("_", " ") for secret in found))
        raise SecretRefused(f"the text seems to carry a secret ({kinds}); nothing was written", hint="leave it out, or pass --allow-secret")


def write(workspace: Workspace, header: HeaderReader, note: Note, told: dt.date) -> Retained:
    """Put a note into the log of its day.

    Raises:
        EditConflict, Busy, DiskFailed, PathRefused: it could not be written; nothing was.
    """
    path = f"memory/{told.isoformat()}.md"
    written: list[Written] = []

    def decide(data: bytes | None) -> Edit | None:
        written.append(place_note(path, data, note, told))
        return written[-1].edit

    workspace.change(path, decide)
    return Retained(_counted(workspace, header, written[-1].fact, told), written[-1].new)


def _counted(workspace: Workspace, header: HeaderReader, fact: Fact, told: dt.date) -> Fact:
    """The fact with its ordinal counted over all pages of its day."""
    equal = fact.ordinal
    for stamp in workspace.listing().stamps:
        if stamp.path < fact.source.path and place_of(stamp.path).day == told:
            try:
                others = parse(stamp.path, workspace.read(stamp.path), header).facts
            except (PageMissing, PathRefused, DiskFailed):
                continue  # the fact is written; what its id counts is no reason to say it is not
            equal += sum(other.digest == fact.digest for other in others)
    return replace(fact, ordinal=equal)
