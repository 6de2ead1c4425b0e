"""The memory of one workspace: class Memory, the imperative shell — read, decide in the core, write."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from dayleaf.core import tokens
from dayleaf.core.entry import Condition
from dayleaf.core.errors import IndexFailed, PageMissing, SecretRefused, UnknownName, UsageError
from dayleaf.core.fact import Entity, Fact, Kind, Problem, TimeRange, entity_key
from dayleaf.core.page.edit import Edit
from dayleaf.core.page.grammar import Bullet, read_bullet
from dayleaf.core.page.parse import HeaderReader, parse
from dayleaf.core.page.place import CORE_PAGES, place_of
from dayleaf.core.recall.query import Bundle, Hit, Query
from dayleaf.core.retain import Note, Written, place_note
from dayleaf.core.secrets import find_secrets
from dayleaf.core.when import Understood, understand, window
from dayleaf.embedding import Meaning
from dayleaf.indexing import IndexReport, Keeper, Progress
from dayleaf.ports import Clock, Workspace
from dayleaf.recalling import answer


@dataclass(frozen=True, slots=True)
class Retained:
    """What `retain` did: the fact as it stands now, and whether it was written (False: it stood there already)."""

    fact: Fact
    new: bool


@dataclass(frozen=True, slots=True)
class Holdings:
    """Facts by path and line, every problem found in the files, and whether a part could not be checked."""

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    stale: bool = False


@dataclass(frozen=True, slots=True)
class About:
    """What is known of one entity: its page's text (None: no page), cited facts, and who is mentioned with it how often."""

    entity: Entity
    page: str | None
    facts: tuple[Hit, ...]
    related: tuple[tuple[str, int], ...]
    tokens: int
    left_out: int
    stale: bool = False


@dataclass(frozen=True, slots=True)
class CorePage:
    """A page that is always in context."""

    path: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Check:
    """One thing `doctor` looked at: fine (True), broken (False), or worth knowing (None), and what to do."""

    name: str
    ok: bool | None
    message: str
    hint: str = ""


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
            kind: world by default.
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
        bullet = _bullet(text)
        note = Note(
            kind=kind or (bullet.kind if bullet else Kind.WORLD),
            text=bullet.text if bullet else text,
            entities=tuple(dict.fromkeys((*(bullet.entities if bullet else ()), *entities))),
            confidence=confidence if confidence is not None else bullet.confidence if bullet else None,
            category=category or (bullet.category if bullet else None),
            when=self._range(when, now) or (bullet.when if bullet else None),
            origin=origin or (bullet.origin if bullet else None),
            supersedes=supersedes or (bullet.supersedes if bullet else None),
        )
        if not allow_secret and (found := find_secrets("\n".join((note.text, *note.entities, note.category or "")))):
            kinds = ", ".join(dict.fromkeys(secret.kind.replace("_", " ") for secret in found))
            raise SecretRefused(
                f"the text seems to carry a secret ({kinds}); nothing was written", hint="leave it out, or pass --allow-secret"
            )
        path = f"memory/{told.isoformat()}.md"
        written: list[Written] = []

        def decide(data: bytes | None) -> Edit | None:
            written.append(place_note(path, data, note, told))
            return written[-1].edit

        self._workspace.change(path, decide)
        return Retained(self._at(written[-1], told), written[-1].new)

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
        condition = Condition(
            kinds=frozenset(kinds),
            keys=frozenset(map(entity_key, entities)),
            category=category.strip("/") if category else None,
            during=self._during(since, until, during, now),
            known_at=self._day(known_at, now) if known_at else None,
        )
        if not text.strip() and not condition:
            raise UsageError("nothing is asked", hint="give a question, or a restriction such as --since or --entity")
        query = Query(text, k, budget, condition, self._day(as_of, now) if as_of else None)
        ready = self._keeper.ready(progress)
        if self._meaning is not None:
            self._meaning.prepare(ready.index)
        return answer(ready.index, query, now, stale=ready.stale, notes=ready.notes, meaning=self._meaning)

    def facts(self, path: str | None = None, *, everything: bool = False) -> Holdings:
        """Every typed fact (of one page), by path and line; with `everything` also passages. And every problem."""
        ready = self._keeper.ready(most=None)
        rows = (row.fact for row in ready.index.facts(path))
        facts = tuple(fact for fact in rows if everything or fact.kind is not Kind.PASSAGE)
        problems = (problem for problem in ready.index.problems() if path is None or problem.source.path == path)
        return Holdings(facts, tuple(problems), ready.stale)

    def about(self, name: str, *, budget: int = 2000) -> About:
        """What is known of an entity: its page, then opinions and facts that mention it, newest first.

        Raises:
            UnknownName: nothing is known under that name.
        """
        ready = self._keeper.ready()
        entity = self.entity(name)
        page = self._page(entity)
        left = max(budget - (tokens.count(page) if page else 0), budget // 2)
        condition = Condition(keys=frozenset((entity_key(entity.slug),)))
        facts = Query("", k=200, budget=left, condition=condition)
        bundle = answer(ready.index, facts, self._clock.now())
        hits = tuple(hit for hit in bundle.hits if entity.page is None or hit.fact.source.path != entity.page.path)
        own = {entity_key(spelling) for spelling in entity.names}
        related = Counter(other for hit in hits for other in hit.fact.entities if entity_key(other) not in own)
        spent = sum(hit.tokens for hit in hits) + (tokens.count(page) if page else 0)
        return About(entity, page, hits, tuple(related.most_common(12)), spent, bundle.left_out, ready.stale)

    def entities(self) -> tuple[tuple[Entity, int], ...]:
        """Every entity with the number of facts that mention it, most mentioned first."""
        return tuple(self._keeper.ready().index.entities())

    def entity(self, name: str) -> Entity:
        """The entity of that name, slug or alias.

        Raises:
            UnknownName: there is none; the hint names similar ones.
        """
        index = self._keeper.ready().index
        key = entity_key(name.removeprefix("@"))
        if found := index.named([key]).get(key):
            return found
        names = [spelling for entity, _ in index.entities() for spelling in entity.names]
        near = self._similar(name, names)
        raise UnknownName(
            f"nobody and nothing is known as {name!r}", hint=f"did you mean {', '.join(near)}?" if near else "see `dayleaf entity list`"
        )

    def core(self) -> tuple[CorePage, ...]:
        """The pages that are always in context, in their order."""
        present = {stamp.path for stamp in self._workspace.listing().stamps}
        pages = []
        for path in (*CORE_PAGES, "MEMORY.md"):
            if path in present:
                text = parse(path, self._workspace.read(path), self._header).page.text
                pages.append(CorePage(path, text, tokens.count(text)))
        return tuple(pages)

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return understand(text, self._clock.now(), lang)

    def status(self) -> IndexReport:
        """What the index holds and whether it is behind the Markdown.

        Raises:
            IndexFailed: there is none that could be read.
        """
        report = self._keeper.report()
        return report if self._meaning is None else replace(report, notes=(*report.notes, self._meaning.summary()))

    def update(self, progress: Progress | None = None) -> IndexReport:
        """Bring the index up to date with every changed page."""
        ready = self._keeper.ready(progress, most=None)
        return self._embedded(IndexReport(ready.index.status(), ready.stale, notes=ready.notes), progress)

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
        try:
            report = self._keeper.verify()
        except IndexFailed as failure:
            checks.append(Check("index", None, failure.message, "it is built by the next question, or by `dayleaf index rebuild`"))
        else:
            shown = "; ".join(report.differences[:3])
            fine = f"{report.status.facts} facts and {report.status.passages} passages, equal to the Markdown"
            checks.append(Check("index", not report.differences, shown or fine, "run `dayleaf index update`" if report.differences else ""))
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

    def _day(self, day: str | dt.date | None, now: dt.datetime) -> dt.date:
        if day is None:
            return now.date()
        if isinstance(day, dt.date):
            return day
        found = window(day, now, "during")
        if found.start is None or found != TimeRange.of_day(found.start):
            raise UsageError(f"{day!r} is not one day", hint="write a date such as 2025-11-27, or yesterday")
        return found.start

    def _range(self, when: str | TimeRange | None, now: dt.datetime) -> TimeRange | None:
        return window(when, now, "during") if isinstance(when, str) else when

    def _during(self, since: str | None, until: str | None, during: str | None, now: dt.datetime) -> TimeRange | None:
        if during and (since or until):
            raise UsageError("--during cannot be joined with --since or --until", hint="give the one or the others")
        if during:
            return window(during, now, "during")
        start = window(since, now, "since").start if since else None
        end = window(until, now, "until").end if until else None
        return TimeRange(start, end) if start or end else None

    def _page(self, entity: Entity) -> str | None:
        if entity.page is None:
            return None
        try:
            return parse(entity.page.path, self._workspace.read(entity.page.path), self._header).page.text
        except PageMissing:
            return None

    def _at(self, written: Written, told: dt.date) -> Fact:
        """The written bullet as a fact; its ordinal counts equal facts on earlier pages of the same day."""
        bullet, path = written.bullet, written.source.path
        fact = Fact(
            bullet.kind,
            bullet.text,
            written.source,
            bullet.entities,
            told,
            bullet.when,
            bullet.confidence,
            bullet.category,
            bullet.origin,
            supersedes=bullet.supersedes,
            name=bullet.name,
            extra=bullet.extra,
        )
        others = [s.path for s in self._workspace.listing().stamps if s.path < path and place_of(s.path).day == told]
        readings = [parse(other, self._workspace.read(other), self._header) for other in others]
        equal = sum(other.digest == fact.digest for reading in readings for other in reading.facts)
        return replace(fact, ordinal=equal)


def _bullet(text: str) -> Bullet | None:
    """The typed bullet a text may be, with or without its marker."""
    read = read_bullet(text.strip().removeprefix("- "))
    return read if isinstance(read, Bullet) else None
