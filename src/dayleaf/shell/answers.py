"""What a Memory answers besides a Bundle: Retained, Holdings, About, CorePage, CoreEdit, Check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dayleaf.core.fact import Entity, Fact, Problem, Source
from dayleaf.core.overflow import Move
from dayleaf.core.recall.query import Hit


@dataclass(frozen=True, slots=True)
class Retained:
    """What `retain` did: the fact as it stands now, whether it was written (False: it stood there already), what to know about it."""

    fact: Fact
    new: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the memory holds.

    Attributes:
        facts: by path and line.
        problems: every problem found in the files.
        stale: whether a part could not be checked.
        replaced: id of a fact → id of what replaced it.
        retired: id of a fact that is put away → why.
        narrative: how many pieces of plain narrative were not asked for; recall finds them too.
    """

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    stale: bool = False
    replaced: Mapping[str, str] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)
    narrative: int = 0


@dataclass(frozen=True, slots=True)
class About:
    """What is known of one entity.

    Attributes:
        entity: the entity.
        page: its page's text (its beginning, if all of it would take more than half of the budget from the facts); None: no page.
        facts: what is said of it elsewhere, newest first.
        related: names of what is mentioned along with it, and in how many facts.
        tokens: what page and facts cost, never above the budget.
        left_out: facts that did not fit.
        stale: whether a part of the workspace could not be checked.
        notes: what a careful reader should know, in words.
    """

    entity: Entity
    page: str | None
    facts: tuple[Hit, ...]
    related: tuple[tuple[str, int], ...]
    tokens: int
    left_out: int
    stale: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorePage:
    """A page that is always in context; `read_only`: its front matter forbids agents to write it (or cannot be read)."""

    path: str
    text: str
    tokens: int
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class CoreEdit:
    """What an edit of a core page did.

    Attributes:
        source: the lines that hold what was written; line 0 if nothing was changed.
        changed: whether anything was.
        removed: the text that was taken out, so that whoever asked for it can put it back.
        reason: why, as the caller said; it stands nowhere else.
        tokens: what all core pages together cost now.
        limit: what they should cost at most.
        moves: what to move out if they cost more.
        notes: the same in words.
    """

    source: Source
    changed: bool
    removed: str
    reason: str | None
    tokens: int
    limit: int
    moves: tuple[Move, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One thing `doctor` looked at: fine (True), broken (False), or worth knowing (None), and what to do."""

    name: str
    ok: bool | None
    message: str
    hint: str = ""
