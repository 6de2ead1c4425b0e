"""The values of a turn's context: Item, Section, Context; and the sections' names in their order."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

NAMES = ("core", "recalled", "corrected", "working", "patrols", "conversation", "clock")
"""Every section, in the order it stands in: what seldom changes first, what always does last."""

FORMS = ("markdown", "xml", "json")
"""Renderings."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a section.

    Attributes:
        content: the text: what a fact says, a page, a message; of a slot its line, never its value.
        id: of a fact.
        key: of a slot, absolute.
        source: where a fact stands.
        traits: what is said along with it, for people and models: `(("kind", "world"), ("told", "2025-11-27"), …)`.
        untrusted: whether it came from outside, so that nobody takes it for the owner's word.
        cites: the id of a fact that a correction is about, when another one takes its place.
        expires_in, size: of a slot, in seconds and bytes.
        category: of a fact or a slot.
    """

    content: str
    id: str | None = None
    key: str | None = None
    source: str | None = None
    traits: tuple[tuple[str, str], ...] = ()
    untrusted: bool = False
    cites: str | None = None
    expires_in: float | None = None
    size: int | None = None
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a context: its name, what it costs, its rendered text, its entries."""

    name: str
    tokens: int
    text: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What to put into the next turn.

    Attributes:
        session: its id.
        turn: the turn's number in the session, from 1.
        tokens: what `text` costs, never above `budget`.
        text: everything, rendered and marked as injected.
        sections: its parts that have something to say, in the order of `NAMES`.
        budget: tokens it could take.
        now: the moment, with the local zone's offset.
        form: the rendering: `markdown`, `xml` or `json`.
        grounded: whether the recalled facts only ground a first turn that said too little.
        left_out: entries that did not fit.
        stale: whether a part of the workspace could not be checked.
        notes: what a careful reader should know, in words; they stand beside the context, not in it.
    """

    session: str
    turn: int
    tokens: int
    text: str
    sections: tuple[Section, ...]
    budget: int
    now: dt.datetime
    form: str = "markdown"
    grounded: bool = False
    left_out: int = 0
    stale: bool = False
    notes: tuple[str, ...] = ()

    def section(self, name: str) -> Section:
        """The section of that name; one without entries if it has nothing to say."""
        return next((section for section in self.sections if section.name == name), Section(name, 0, "", ()))
