"""The memory of one workspace: class Memory, the imperative shell — read, decide in the core, write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeVar

from dayleaf.answers import About, Check, CorePage, Holdings, Retained
from dayleaf.core import tokens
from dayleaf.core.entry import Condition
from dayleaf.core.errors import IndexFailed, PageMissing, Unavailable, UnknownName, UsageError
from dayleaf.core.fact import Entity, Kind, TimeRange, entity_key
from dayleaf.core.page.address import same_name
from dayleaf.core.page.front import BadHeader, HeaderReader, front_of, read_front
from dayleaf.core.page.parse import parse
from dayleaf.core.page.place import CORE_PAGES
from dayleaf.core.recall.query import Bundle, Query
from dayleaf.core.retain import Note
from dayleaf.core.when import Understood, understand, window
from dayleaf.embedding import Meaning
from dayleaf.indexing import SWEEP_BYTES, IndexReport, Keeper, Progress, Ready
from dayleaf.knowing import known_of, same
from dayleaf.ports import Clock, Index, Workspace
from dayleaf.recalling import answer
from dayleaf.retaining import bullet_of, refuse_secrets, write
from dayleaf.settling import replacements

__all__ = ["About", "Check", "CorePage", "Holdings", "Memory", "Retained"]

Answer = TypeVar("Answer")

ATTEMPTS = 12
"""How often a question is asked at most: once, once more of a mended index, and again if another thread closed that."""


class Memory:
    """The memory of one workspace.

    It holds no state of its own but an open index: every answer reflects the Markdown as it is at that moment.
    """

    def __init__(
        self,
        workspace: Workspace,
        keeper: Keeper,
        clock: Clock,
        header: HeaderReader,
        similar: Callable[[str, Sequence[str]], list[str]],
        meaning: Meaning | None = None,
    ) -> None:
        self._meaning = meaning
        self._workspace, self._keeper, self._clock, self._header, self._similar = workspace, keeper, clock, header, similar

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        if self._meaning is not None:
            self._meaning.close()
        self._keeper.close()

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
            UsageError: an argument makes no sense.
            SecretRefused: the text seems to carry a secret.
            EditConflict, Busy, DiskFailed, PathRefused: it could not be written; nothing was.
        """
        now = self._clock.now()
        told = self._day(day, now)
        bullet = bullet_of(text, plain=kind is not None)
        note = Note(
            kind=_kind(kind) if kind else bullet.kind,
            text=bullet.text,
            entities=tuple(dict.fromkeys((*bullet.entities, *_each(entities)))),
            confidence=bullet.confidence if confidence is None else confidence,
            category=category or bullet.category,
            when=self._range(when, now) or bullet.when,
            origin=origin or bullet.origin,
            supersedes=supersedes or bullet.supersedes,
            name=bullet.name,
            extra=bullet.extra,
        )
        if not allow_secret:
            refuse_secrets(note)
        return write(self._workspace, self._header, note, told)

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
        now = self._clock.now()
        keys, wanted = frozenset(map(entity_key, _each(entities))), frozenset(map(_kind, _each(kinds)))
        span = self._during(since, until, during, now)
        known = None if known_at is None else self._day(known_at, now)

        def condition(keys: frozenset[str]) -> Condition:
            return Condition(wanted, keys, category.strip("/") if category else None, span, known)

        query = Query(text, k, budget, condition(keys), None if as_of is None else self._day(as_of, now))
        if not text.strip() and not query.condition:
            raise UsageError("nothing is asked", hint="give a question, or a restriction such as --since or --entity")

        def asked(ready: Ready) -> Bundle:
            if self._meaning is not None:
                self._meaning.prepare(ready.index)
            meant = replace(query, condition=condition(same(ready.index, keys))) if keys else query
            notes = (*ready.notes, *self._strangers(ready.index, entities))
            bundle = answer(ready.index, meant, now, stale=ready.stale, notes=notes, meaning=self._meaning)
            return replace(bundle, query=query)

        return self._ask(asked, progress)

    def facts(self, path: str | None = None, *, everything: bool = False) -> Holdings:
        """Every typed fact that nothing replaced (of one page), by path and line; with `everything` all. And every problem.

        Raises:
            PageMissing: there is no such page.
        """
        if path is not None:
            path = self._present(path)

        def held(ready: Ready) -> Holdings:
            rows = list(ready.index.facts(path))
            replaced = replacements(ready.index, rows, self._clock.now().date(), whole=path is None)
            facts = [row.fact for row in rows if everything or (row.fact.kind is not Kind.PASSAGE and row.fact.id not in replaced)]
            problems = {*ready.index.problems(), *ready.problems}
            asked = [problem for problem in problems if path is None or problem.source.path == path]
            asked.sort(key=lambda problem: (problem.source, problem.code))
            return Holdings(tuple(facts), tuple(asked), ready.stale, replaced)

        return self._ask(held, most=None)

    def about(self, name: str, *, budget: int = 2000) -> About:
        """What is known of an entity: its page, then opinions and facts that mention it, newest first.

        Raises:
            UnknownName: nothing is known under that name.
        """

        def asked(ready: Ready) -> About:
            entity = self._entity(ready.index, name)
            page = self._text(entity.page.path) if entity.page else None
            return known_of(ready, entity, page, budget, self._clock.now())

        return self._ask(asked)

    def entities(self) -> tuple[tuple[Entity, int], ...]:
        """Every entity with the number of facts that mention it, most mentioned first."""
        return self._ask(lambda ready: tuple(ready.index.entities()))

    def entity(self, name: str) -> Entity:
        """The entity of that name, slug or alias.

        Raises:
            UnknownName: there is none; the hint names similar ones.
        """
        return self._ask(lambda ready: self._entity(ready.index, name))

    def _entity(self, index: Index, name: str) -> Entity:
        key = entity_key(name.removeprefix("@"))
        if found := index.named([key]).get(key):
            return found
        near = self._near(index, name)
        raise UnknownName(
            f"nobody and nothing is known as {name!r}",
            hint=near or "a name is known once a bullet mentions it with @ or it has a page; see `dayleaf entity list`",
        )

    def _near(self, index: Index, name: str) -> str:
        near = self._similar(name, [spelling for entity, _ in index.entities() for spelling in entity.names])
        return f"did you mean {', '.join(near)}?" if near else ""

    def _strangers(self, index: Index, names: Sequence[str]) -> tuple[str, ...]:
        """A note for each name that means no entity: what is asked of it alone finds nothing."""
        known = index.named([entity_key(name) for name in names])
        strange = [name for name in names if entity_key(name) not in known]
        return tuple("; ".join(filter(None, (f"nobody and nothing is known as {name!r}", self._near(index, name)))) for name in strange)

    def core(self) -> tuple[CorePage, ...]:
        """The pages that are always in context, in their order."""
        present = {stamp.path for stamp in self._workspace.listing().stamps}
        texts = ((path, self._text(path)) for path in ("MEMORY.md", *CORE_PAGES) if path in present)
        return tuple(CorePage(path, text, tokens.count(text), _read_only(text, self._header)) for path, text in texts if text is not None)

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return understand(text, self._clock.now(), lang)

    def status(self) -> IndexReport:
        """What the index holds and whether it is behind the Markdown; zeros, stale and a note if there is none that can be read."""
        report = self._keeper.report()
        return report if self._meaning is None else replace(report, notes=(*report.notes, self._meaning.summary()))

    def update(self, progress: Progress | None = None) -> IndexReport:
        """Bring the index up to date with every changed page.

        Raises:
            DiskFailed, Busy, IndexFailed: it cannot be written.
        """
        return self._embedded(self._keeper.update(progress), progress)

    def rebuild(self, progress: Progress | None = None) -> IndexReport:
        """Build the index anew from the Markdown alone."""
        return self._embedded(self._keeper.rebuild(progress), progress)

    def verify(self, progress: Progress | None = None) -> IndexReport:
        """Compare the index with the Markdown, row by row; `differences` says what is not equal.

        Raises:
            IndexFailed: there is no index that could be read.
        """
        report = self._keeper.verify(progress)
        broken = self._meaning.verify() if self._meaning is not None else ()
        return replace(report, differences=(*report.differences, *broken))

    def doctor(self) -> tuple[Check, ...]:
        """Look at everything that could be wrong, and say what to do about it."""
        listing = self._workspace.listing()
        checks = [
            Check(
                "workspace",
                bool(listing.stamps) or None,
                f"{len(listing.stamps)} pages",
                "" if listing.stamps else "write one, or run `dayleaf init`",
            )
        ]
        now = self._clock.now()
        checks.append(Check("clock", True, f"{now:%Y-%m-%d %H:%M} {now.tzname() or ''}".strip()))
        checks.append(self._index_check())
        if self._meaning is not None:
            checks.append(self._embedder_check(self._meaning))
        problems = self.facts().problems
        seen = "; ".join(f"{problem.source}: {problem.message}" for problem in problems[:3])
        checks.append(
            Check("pages", None if problems else True, seen or "every line is understood", "see `dayleaf facts`" if problems else "")
        )
        return tuple(checks)

    def _embedded(self, report: IndexReport, progress: Progress | None) -> IndexReport:
        if self._meaning is None:
            return report
        return replace(report, notes=(*report.notes, *self._meaning.update(self._keeper.ready(most=None).index, progress)))

    def _embedder_check(self, meaning: Meaning) -> Check:
        try:
            return Check("embedder", True, f"{meaning.tried()} numbers a text; {meaning.summary()}")
        except Unavailable as failure:
            return Check("embedder", False, failure.message, failure.hint)

    def _index_check(self) -> Check:
        try:
            report = self._keeper.verify()
        except IndexFailed as failure:
            return Check("index", None, failure.message, "it is built by the next question, or by `dayleaf index rebuild`")
        if not report.differences:
            return Check("index", True, f"{report.status.facts} facts and {report.status.passages} passages, equal to the Markdown")
        shown = "; ".join(report.differences[:3])
        if self._keeper.report().stale:
            return Check("index", None, shown, "the next question reads what changed, or `dayleaf index update`")
        return Check("index", False, shown, "run `dayleaf index rebuild`")

    def _ask(self, question: Callable[[Ready], Answer], progress: Progress | None = None, most: int | None = SWEEP_BYTES) -> Answer:
        """Ask an index that is up to date; if it turns out to be broken or closed on the way, mend it and ask once more."""
        ready = self._keeper.ready(progress, most)
        for _ in range(ATTEMPTS - 1):
            try:
                return question(ready)
            except IndexFailed as failure:
                ready = self._keeper.repaired(ready.index, failure, progress)
        return question(ready)

    def _day(self, day: str | dt.date | None, now: dt.datetime) -> dt.date:
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

    def _range(self, when: str | TimeRange | None, now: dt.datetime) -> TimeRange | None:
        return window(when, now, "during") if isinstance(when, str) else when

    def _during(self, since: str | None, until: str | None, during: str | None, now: dt.datetime) -> TimeRange | None:
        if during is not None and (since is not None or until is not None):
            raise UsageError("--during cannot be joined with --since or --until", hint="give the one or the others")
        if during is not None:
            return window(during, now, "during")
        start = None if since is None else window(since, now, "since").start
        end = None if until is None else window(until, now, "until").end
        return TimeRange(start, end) if start or end else None

    def _present(self, path: str) -> str:
        """The path as the workspace spells it."""
        listing = self._workspace.listing()
        known = [stamp.path for stamp in listing.stamps] + [problem.source.path for problem in listing.problems]
        found = path if path in known else next((other for other in known if same_name(other, path)), None)
        if found is None:
            near = self._similar(path, known)
            raise PageMissing(
                f"there is no page {path}", hint=f"did you mean {near[0]}?" if near else "give a path such as memory/2025-11-27.md"
            )
        return found

    def _text(self, path: str) -> str | None:
        try:
            return parse(path, self._workspace.read(path), self._header).page.text
        except PageMissing:
            return None


_YES = frozenset(("true", "yes", "on"))


def _read_only(text: str, header: HeaderReader) -> bool:
    front = front_of(text.replace("\r\n", "\n"))
    if front is None:
        return False
    try:
        return str(read_front(front, header).get("read_only", "")).strip().casefold() in _YES
    except BadHeader:
        return True  # it may well say so; a page is sooner mended than unwritten


def _each(texts: Sequence[str]) -> Sequence[str]:
    """Several texts; a lone one counts as one, not as its letters."""
    return (texts,) if isinstance(texts, str) else texts


def _kind(kind: str) -> Kind:
    if found := Kind.of_letter(kind) or next((one for one in Kind if one == kind), None):
        return found
    raise UsageError(f"there is no kind {kind!r}", hint=f"kinds are {', '.join(Kind)}")
