"""The memory of one workspace: class Memory, the imperative shell — read, decide in the core, write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from dayleaf.core.entry import Condition
from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Entity, Kind, TimeRange, entity_key
from dayleaf.core.recall.query import Bundle, Query
from dayleaf.core.when import Understood, understand
from dayleaf.shell.arguments import during_of, each, kind_of
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import IndexReport, Progress
from dayleaf.shell.part import Part
from dayleaf.shell.recalling import recalled

if TYPE_CHECKING:
    from dayleaf.core.context.sections import Context
    from dayleaf.core.conversation import Conversation
    from dayleaf.core.dream.proof import Audit
    from dayleaf.core.opinion import Opinion
    from dayleaf.core.reflection import Reflection, Shift
    from dayleaf.shell.answers import About, Check, Holdings, Retained
    from dayleaf.shell.auditing import Auditing
    from dayleaf.shell.believing import Believing
    from dayleaf.shell.citing import Citing
    from dayleaf.shell.core_pages import Core
    from dayleaf.shell.dreaming import Dreaming
    from dayleaf.shell.enriching import Enriched, Enriching
    from dayleaf.shell.examining import Examining
    from dayleaf.shell.forgetting import Forgetting, Forgotten
    from dayleaf.shell.knowing import Knowing
    from dayleaf.shell.naming import Naming
    from dayleaf.shell.pages import Pages
    from dayleaf.shell.reflecting import Reflecting
    from dayleaf.shell.restoring import Restoring
    from dayleaf.shell.retaining import Retaining
    from dayleaf.shell.reviewing import Review
    from dayleaf.shell.scheduling import Due, Scheduling
    from dayleaf.shell.storing import Store
    from dayleaf.shell.turning import Ended, Turning
    from dayleaf.shell.working import Work


class Memory:
    """The memory of one workspace.

    It holds no state of its own but an open index: every answer reflects the Markdown as it is at that moment.
    """

    core: Part[Core] = Part("dayleaf.shell.core_pages:Core")
    """The pages that are always in context."""

    pages: Part[Pages] = Part("dayleaf.shell.pages:Pages")
    """All pages, by path."""

    store: Part[Store] = Part("dayleaf.shell.storing:Store")
    """Values by namespace and key, for agents that keep such."""

    work: Part[Work] = Part("dayleaf.shell.working:Work")
    """Working memory: slots in namespaces, each with an end."""

    turns: Part[Turning] = Part("dayleaf.shell.turning:Turning")
    """The turns of an agent; `begin_turn`, `context`, `end_turn` and `compacted` are its methods."""

    citing: Part[Citing] = Part("dayleaf.shell.citing:Citing")
    """Citations: `citing.read("memory/2025-11-27.md#L12")`."""

    review: Part[Review] = Part("dayleaf.shell.reviewing:Review")
    """What reflect proposes and a person decides: `.list`, `.show`, `.accept`, `.decline`."""

    naming: Part[Naming] = Part("dayleaf.shell.naming:Naming")
    """The names of entities: `.alias`, `.merge`, `.unmerge`."""

    _auditing: Part[Auditing] = Part("dayleaf.shell.auditing:Auditing")
    _restoring: Part[Restoring] = Part("dayleaf.shell.restoring:Restoring")
    _forgetting: Part[Forgetting] = Part("dayleaf.shell.forgetting:Forgetting")
    _dreaming: Part[Dreaming] = Part("dayleaf.shell.dreaming:Dreaming")
    _believing: Part[Believing] = Part("dayleaf.shell.believing:Believing")
    _enriching: Part[Enriching] = Part("dayleaf.shell.enriching:Enriching")
    _scheduling: Part[Scheduling] = Part("dayleaf.shell.scheduling:Scheduling")
    _reflecting: Part[Reflecting] = Part("dayleaf.shell.reflecting:Reflecting")
    _retaining: Part[Retaining] = Part("dayleaf.shell.retaining:Retaining")
    _knowing: Part[Knowing] = Part("dayleaf.shell.knowing:Knowing")
    _examining: Part[Examining] = Part("dayleaf.shell.examining:Examining")

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        if self._ground.meaning is not None:
            self._ground.meaning.close()
        if self._ground.tiers is not None and (tiers := self._ground.tiers.made) is not None:
            tiers.close()
        self._ground.keeper.close()

    def retain(
        self,
        text: str,
        *,
        kind: Kind | None = None,
        entities: Sequence[str] = (),
        confidence: float | None = None,
        category: str | None = None,
        when: str | TimeRange | None = None,
        day: str | dt.date | None = None,
        origin: str | None = None,
        supersedes: str | None = None,
        allow_secret: bool = False,
    ) -> Retained:
        """Write one fact under `## Retain` of the day's log.

        Args:
            text: a self-contained statement, or a whole typed bullet (`O(c=0.9) @Peter: …`); arguments overrule the bullet.
            kind: world by default. With a kind, what looks like a bullet but cannot be read as one is plain text.
            entities: names it mentions; blanks become `-`.
            confidence: 0 to 1.
            category: a path such as `user-preferences/timezone`.
            when: the days of the event, as a range or in words (`2025-11-27..2025-12-01`, `last week`).
            day: the log it goes into; today (local) by default.
            origin: `owner`, `agent` or `untrusted`.
            supersedes: the id of the fact it replaces.
            allow_secret: write it although it seems to carry a key or password.

        Raises:
            UsageError: an argument makes no sense, or the text was itself put into a context from memory.
            SecretRefused: the text seems to carry a secret.
            EditConflict, Busy, DiskFailed, PathRefused: it could not be written; nothing was.
        """
        now = self._ground.clock.now()
        told = self._ground.day(day, now)
        return self._retaining.one(
            text,
            told,
            now,
            kind=kind,
            entities=entities,
            confidence=confidence,
            category=category,
            when=when,
            origin=origin,
            supersedes=supersedes,
            allow_secret=allow_secret,
        )

    def recall(
        self,
        text: str = "",
        *,
        k: int = 25,
        budget: int = 2000,
        since: str | None = None,
        until: str | None = None,
        during: str | None = None,
        as_of: str | dt.date | None = None,
        known_at: str | dt.date | None = None,
        entities: Sequence[str] = (),
        kinds: Sequence[Kind] = (),
        category: str | None = None,
        progress: Progress | None = None,
    ) -> Bundle:
        """Cited facts that answer a question, best first, inside a token budget.

        Args:
            text: the question, in any words; may be empty when another argument says what is wanted.
            k: at most so many hits.
            budget: at most so many tokens, citations included.
            since, until, during: only what was told or happened then; in words, ISO, or `30d`, `2w`, `6m`, `1y`.
            as_of: what was true on that day.
            known_at: only what was known on that day.
            entities: only facts that mention one of these.
            kinds: only these kinds.
            category: only this category or one below it.
            progress: told about index work.

        Raises:
            UsageError: an argument makes no sense, or nothing is asked.
            Unavailable: the embedder chosen is not installed.
        """
        now = self._ground.clock.now()
        keys, wanted = frozenset(map(entity_key, each(entities))), frozenset(map(kind_of, each(kinds)))
        span = during_of(since, until, during, now)
        known = None if known_at is None else self._ground.day(known_at, now)

        condition = Condition(wanted, keys, category.strip("/") if category else None, span, known)
        query = Query(text, k, budget, condition, None if as_of is None else self._ground.day(as_of, now))
        if not text.strip() and not query.condition:
            raise UsageError("nothing is asked", hint="give a question, or a restriction such as --since or --entity")
        return self._ground.ask(lambda ready: recalled(self._ground, ready, query, now, entities), progress)

    def facts(self, path: str | None = None, *, everything: bool = False) -> Holdings:
        """Every typed fact that nothing replaced (of one page), by path and line; with `everything` all. And every problem.

        Raises:
            PageMissing: there is no such page.
        """
        return self._knowing.facts(path, everything=everything)

    def about(self, name: str, *, budget: int = 2000) -> About:
        """What is known of an entity: its page without what reflect wrote there, then opinions and facts that mention it, newest first.

        Raises:
            UnknownName: nothing is known under that name.
        """
        return self._knowing.about(name, budget)

    def entities(self) -> tuple[tuple[Entity, int], ...]:
        """Every entity with the number of facts that mention it, most mentioned first."""
        return self._ground.ask(lambda ready: tuple(ready.index.entities()))

    def entity(self, name: str) -> Entity:
        """The entity of that name, slug or alias.

        Raises:
            UnknownName: there is none; the hint names similar ones.
        """
        return self._ground.ask(lambda ready: self._ground.entity(ready.index, name))

    def begin_turn(
        self,
        session: str,
        message: str,
        *,
        budget: int | None = None,
        k: int | None = None,
        form: str = "markdown",
        conversation: bool = True,
        carry: bool = False,
    ) -> Context:
        """Begin a turn of an agent: what to put into it, within a budget; see `Turning.begin`.

        Raises:
            UsageError: an argument makes no sense.
        """
        return self.turns.begin(session, message, budget=budget, k=k, form=form, conversation=conversation, carry=carry)

    def context(self, session: str, message: str, budget: int | None = None, *, form: str = "markdown") -> Context:
        """What to put into the next turn: `begin_turn` by its other name, with its usual options."""
        return self.turns.begin(session, message, budget=budget, form=form)

    def end_turn(self, session: str, reply: str = "", *, messages: Sequence[tuple[str, str]] = (), carry: bool = False) -> Ended:
        """End a turn: the session keeps what was said, the conversation log too; see `Turning.end`.

        Raises:
            UsageError: a role is unknown.
        """
        return self.turns.end(session, reply, messages=messages, carry=carry)

    def compacted(self, session: str, *, carry: bool = False) -> None:
        """Note that the session's model lost its context, so that it may be told everything again."""
        self.turns.compacted(session, carry=carry)

    def conversation(self, session: str) -> Conversation | None:
        """A session as this process knows it: its last turns and what it was told; None if unknown or idle for too long."""
        return self.turns.conversation(session)

    def reflect(self, since: str | None = None, *, dry_run: bool = False) -> Reflection:
        """Curate the bank from what was told since a day (`7d`; None: ever): beliefs move, pages are brought up to date.

        A second pass right after the first changes nothing. With `dry_run` nothing is written, and every edit has its exact diff.

        Raises:
            UsageError: `since` is not understood.
        """
        return self._reflecting.reflect(since, dry_run=dry_run)

    def dream(self, *, if_idle: bool | dt.timedelta = False, resume: bool = False, dry_run: bool = False) -> Reflection:
        """Merge what says the same, put away what has outlived its use, learn what was asked for again and again.

        Nothing is deleted: what is put away lies in `bank/archive/` and comes back by `restore`. A second pass changes nothing.

        Args:
            if_idle: do nothing if somebody talked or wrote lately (True: within half an hour).
            resume: lift the pause a guard put, and let this pass put away more than a tenth of the facts.
            dry_run: write nothing; every edit has its exact diff.
        """
        return self._dreaming.dream(if_idle=if_idle, resume=resume, dry_run=dry_run)

    def enrich(
        self, text: str | None = None, *, day: str | dt.date | None = None, origin: str | None = None, pages: int = 20, tokens: int = 20_000
    ) -> Enriched:
        """Keep a raw text in the notes of its day, then read closer what waits: by rules, or by the language model that is chosen.

        Args:
            text: raw text, durable before anything else happens; None: only read what waits.
            day: whose notes; today by default.
            origin: of the text; of what is `untrusted` nothing is derived.
            pages: pages that a model reads at most.
            tokens: what it may cost, questions and answers together.

        Raises:
            UsageError, SecretRefused, EditConflict, Busy, DiskFailed, PathRefused: the text could not be kept; nothing was written.
        """
        return self._enriching.enrich(text, day=day, origin=origin, pages=pages, tokens=tokens)

    def run_due(self, *, dry_run: bool = False) -> Due:
        """Run the passes that are due, unless somebody else does: reflect once a day, dream every few hours when nobody is there."""
        return self._scheduling.run_due(dry_run=dry_run)

    def audit(self) -> Audit:
        """Prove that nothing vanished: the archive against the pages, two rehearsed passes, and with git every pass that was committed."""
        return self._auditing.audit()

    def restore(self, id: str) -> Reflection:
        """Bring back a fact that was put away, by its id; no pass puts it away again.

        Raises:
            UnknownName: nothing of that id is put away.
        """
        return self._restoring.restore(id)

    def forget(self, what: str, *, dry_run: bool = False) -> Forgotten:
        """Take facts from the pages for good: one by its id, or all that have these words. A tombstone keeps them from being learned again.

        Raises:
            UsageError: the words mean too many facts.
            UnknownName: there is no such fact.
        """
        return self._forgetting.forget(what, dry_run=dry_run)

    def opinions(self) -> tuple[Opinion, ...]:
        """Every opinion once, with its confidence and the evidence for and against it."""
        return self._believing.opinions()

    def opinion(self, id: str) -> Opinion:
        """The opinion of this id, or of the only one that begins so.

        Raises:
            UnknownName: there is none; the hint names the nearest.
        """
        return self._believing.opinion(id)

    def opinion_history(self, id: str) -> tuple[Shift, ...]:
        """Every move of an opinion since it began, with its cause, replayed from the Markdown.

        Raises:
            UnknownName: there is none of this id.
        """
        return self._believing.history(id)

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return understand(text, self._ground.clock.now(), lang)

    def status(self) -> IndexReport:
        """What the index holds and whether it is behind the Markdown; zeros, stale and a note if there is none that can be read."""
        report = self._ground.keeper.report()
        return report if self._ground.meaning is None else replace(report, notes=(*report.notes, self._ground.meaning.summary()))

    def update(self, progress: Progress | None = None) -> IndexReport:
        """Bring the index up to date with every changed page.

        Raises:
            DiskFailed, Busy, IndexFailed: it cannot be written.
        """
        return self._embedded(self._ground.keeper.update(progress), progress)

    def rebuild(self, progress: Progress | None = None) -> IndexReport:
        """Build the index anew from the Markdown alone."""
        return self._embedded(self._ground.keeper.rebuild(progress), progress)

    def verify(self, progress: Progress | None = None) -> IndexReport:
        """Compare the index with the Markdown, row by row; `differences` says what is not equal.

        Raises:
            IndexFailed: there is no index that could be read.
        """
        report = self._ground.keeper.verify(progress)
        broken = self._ground.meaning.verify() if self._ground.meaning is not None else ()
        return replace(report, differences=(*report.differences, *broken))

    def doctor(self) -> tuple[Check, ...]:
        """Look at everything that could be wrong, and say what to do about it."""
        return self._examining.all(lambda: self.facts().problems)

    def _embedded(self, report: IndexReport, progress: Progress | None) -> IndexReport:
        if self._ground.meaning is None:
            return report
        return replace(report, notes=(*report.notes, *self._ground.meaning.update(self._ground.keeper.ready(most=None).index, progress)))
