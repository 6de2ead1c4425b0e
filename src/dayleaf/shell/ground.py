"""What every part of the shell stands on: the workspace, an index that is kept up to date, the clock, the words for names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeVar

from dayleaf.core.errors import IndexFailed, PageMissing, UnknownName, UsageError
from dayleaf.core.fact import Entity, TimeRange, entity_key
from dayleaf.core.page.address import same_name
from dayleaf.core.page.front import HeaderReader
from dayleaf.core.page.parse import parse
from dayleaf.core.when import window
from dayleaf.ports import Clock, Conversations, History, Index, Workspace
from dayleaf.ports.outside import LanguageModel, Machine
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.indexing import SWEEP_BYTES, Keeper, Progress, Ready

if TYPE_CHECKING:  # loaded for an agent's turn alone
    from dayleaf.shell.part import Later
    from dayleaf.shell.tiers import Tiers

Answer = TypeVar("Answer")

ATTEMPTS = 12
"""How often a question is asked at most: once, once more of a mended index, and again if another thread closed that."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The parts of an open memory, and the few things everybody does with them.

    Attributes:
        workspace: the pages.
        keeper: the index, brought up to date whenever it is asked.
        clock: says what moment it is.
        header: reads the front matter of a page.
        similar: of several names, those spelled much like one.
        meaning: the semantic way, if one is chosen.
        model: the language model, if one is chosen; made when it is first asked.
        machine: this machine's own state, if it has one.
        tiers: working memory, sessions and the conversation log, made when first needed; None: this memory has none.
        core_limit: tokens that all core pages together should have at most.
        heard: when somebody last talked, in seconds since the epoch, 0 if nobody ever did; None: nobody listens.
        history: who keeps every version of the pages, if the settings say so and the workspace is under git.
        page_facts: how many facts must mention an entity before it is given a page, 1 or more.
        conversations: the log of what was said, if there is one.
    """

    workspace: Workspace
    keeper: Keeper
    clock: Clock
    header: HeaderReader
    similar: Callable[[str, Sequence[str]], list[str]]
    meaning: Meaning | None = None
    tiers: Later[Tiers] | None = None
    core_limit: int = 2000
    history: History | None = None
    conversations: Conversations | None = None
    heard: Callable[[], float] | None = None
    page_facts: int = 3
    model: Callable[[], LanguageModel] | None = None
    machine: Machine | None = None

    def at(self, clock: Clock) -> Self:
        """The same, by another clock."""
        return replace(self, clock=clock)

    def ask(self, question: Callable[[Ready], Answer], progress: Progress | None = None, most: int | None = SWEEP_BYTES) -> Answer:
        """Ask an index that is up to date; if it is broken, closed or exchanged on the way, see to it and ask once more.

        Args:
            question: what to ask.
            progress: told about index work.
            most: bytes of changed pages read for it at most; None reads all, so that the answer is never stale.
        """
        ready = self.keeper.ready(progress, most)
        for _ in range(ATTEMPTS - 1):
            try:
                answer = question(ready)
            except IndexFailed as failure:
                ready = self.keeper.repaired(ready.index, failure, progress)
                continue
            if ready.index.edition() == ready.edition:
                return answer
            ready = self.keeper.ready(progress, most)  # somebody built it anew, from pages that may be older than those we saw
        return question(ready)

    def day(self, day: str | dt.date | None, now: dt.datetime) -> dt.date:
        """The one day that is meant; None is today.

        Raises:
            UsageError: it is not one day.
        """
        if day is None:
            return now.date()
        if isinstance(day, dt.datetime):
            return day.date()
        if isinstance(day, dt.date):
            return day
        found = window(day, now, "during")
        if found.start is None or found != TimeRange.of_day(found.start):
            raise UsageError(f"{day!r} is not one day", hint="write a date such as 2025-11-27, or yesterday")
        return found.start

    def entity(self, index: Index, name: str) -> Entity:
        """The entity of that name, slug or alias.

        Raises:
            UnknownName: there is none; the hint names similar ones.
        """
        key = entity_key(name.removeprefix("@"))
        if found := index.named([key]).get(key):
            return found
        near = self.near(index, name)
        raise UnknownName(
            f"nobody and nothing is known as {name!r}",
            hint=near or "a name is known once a bullet mentions it with @ or it has a page; see `dayleaf entity list`",
        )

    def near(self, index: Index, name: str) -> str:
        """Whom else the name may mean, as a question; empty if nobody."""
        near = self.similar(name, [spelling for entity, _ in index.entities() for spelling in entity.names])
        return f"did you mean {', '.join(near)}?" if near else ""

    def strangers(self, index: Index, names: Sequence[str]) -> tuple[str, ...]:
        """A note for each name that means no entity: what is asked of it alone finds nothing."""
        known = index.named([entity_key(name) for name in names])
        strange = [name for name in names if entity_key(name) not in known]
        return tuple("; ".join(filter(None, (f"nobody and nothing is known as {name!r}", self.near(index, name)))) for name in strange)

    def present(self, path: str) -> str:
        """The path as the workspace spells it.

        Raises:
            PageMissing: there is no such page.
        """
        listing = self.workspace.listing()
        known = [stamp.path for stamp in listing.stamps] + [problem.source.path for problem in listing.problems]
        found = path if path in known else next((other for other in known if same_name(other, path)), None)
        if found is None:
            near = self.similar(path, known)
            raise PageMissing(
                f"there is no page {path}", hint=f"did you mean {near[0]}?" if near else "give a path such as memory/2025-11-27.md"
            )
        return found

    def text(self, path: str) -> str | None:
        """The text of a page; None if there is none."""
        try:
            return parse(path, self.workspace.read(path), self.header).page.text
        except PageMissing:
            return None
