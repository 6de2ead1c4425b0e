"""The step of `reflect` that curates pages: gather what each page of the bank should say from facts alone, never from another page."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dayleaf.core.entry import Condition, keys_of
from dayleaf.core.errors import EditConflict, PageMissing, PathRefused
from dayleaf.core.fact import Entity, Fact, Kind, Source, TimeRange, entity_key
from dayleaf.core.opinion.bank import PAGE, opinion_id, read_page
from dayleaf.core.opinion.bank import Held as Belief
from dayleaf.core.opinion.believe import opinion_of
from dayleaf.core.opinion.values import Opinion
from dayleaf.core.page.address import parts_of
from dayleaf.core.page.archive import REPLACED
from dayleaf.core.page.ledger import Testimony
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.page.sections import sections
from dayleaf.core.reflect.bank_pages import EXPERIENCE, TITLES, WORLD, experience_lines, world_lines
from dayleaf.core.reflect.entity_page import Beside, Portrait, lines_of
from dayleaf.core.reflect.keeping import keep
from dayleaf.core.reflect.lines import Held, newest_first, topic_of
from dayleaf.core.reflect.words import ENGLISH, words_for
from dayleaf.core.reflection import Planned
from dayleaf.core.truth import read, reigns
from dayleaf.core.truth.slots import DAY, MONTH, NUMBER, TIME, glanced
from dayleaf.core.truth.timeline import NAMED, end_of, start_of
from dayleaf.ports import Index
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach
from dayleaf.shell.putting_away import standing

FOLDER = "bank/entities/"
"""Where the pages of entities lie."""

LOOKED_AT = 12
"""Facts of one topic of an entity that are looked at for its page, the newest."""

_TYPED = frozenset((Kind.WORLD, Kind.EXPERIENCE, Kind.OPINION, Kind.OBSERVATION))


def curate(ground: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
    """Bring the pages of entities and the pages of the bank up to date; of entities nobody spoke of since the first day, none."""
    if ready.stale:
        return  # what could not be read must not vanish from a page
    known = Known(ready.index, ground)
    touched = known.touched(reach.since)
    if not touched and reach.since is not None:
        return
    paged = {entity for entity, facts in known.facts.items() if known.deserves(entity, facts, ground.page_facts)}
    wanted = sorted((entity for entity in paged if entity in touched), key=lambda entity: entity.slug)
    loose = [fact for fact in known.all if fact.kind is Kind.WORLD and not paged & known.of(fact) and fact.source.path != WORLD]
    done = [fact for fact in known.all if fact.kind is Kind.EXPERIENCE and fact.source.path != EXPERIENCE]
    looked = {entity: known.sample(entity) for entity in wanted}
    held = held_of(known, [*(fact for some in looked.values() for fact in some), *_newest(loose, _MOST_LOOSE)], reach.today)
    for entity in wanted:
        portrait = known.portrait(entity, [held[fact.id] for fact in looked[entity]])
        path = entity.page.path if entity.page else f"{FOLDER}{entity.slug}.md"
        yield from _kept(ground, path, lines_of(portrait), entity.name, [fact.text for fact in looked[entity]])
    for path, lines, facts in (
        (WORLD, world_lines([held[fact.id] for fact in _newest(loose, _MOST_LOOSE)]), loose),
        (EXPERIENCE, experience_lines([_done(fact) for fact in _newest(done, _MOST_DONE)]), done),
    ):
        if len(facts) >= ground.page_facts or _bytes(ground, path):
            yield from _kept(ground, path, lines, TITLES[path], [fact.text for fact in _newest(facts, LOOKED_AT)])
    yield from _merged(ground, known)


_MOST_LOOSE, _MOST_DONE = 200, 400
"""Facts that are looked at for the pages of the bank, the newest."""


@dataclass(slots=True)
class _Mentions:
    """What mentions an entity, by kind of use."""

    typed: list[Fact]
    opinions: list[Fact]


class Known:
    """Every fact that counts, with the entities it speaks of."""

    def __init__(self, index: Index, ground: Ground) -> None:
        rows = index.rows(sorted(index.select(Condition(_TYPED))))
        standing_, retired = standing(index, rows, None)
        self.all = [fact for fact in standing_ if retired.get(fact.id, REPLACED) == REPLACED and _counts(fact)]
        self.entities = [entity for entity, _ in index.entities()]
        self.names = {key: several for one in self.entities if len(several := keys_of(one.names)) > 1 for key in several}
        self._owner = index.named(sorted({key for fact in self.all for key in keys_of(fact.entities)}))
        self.facts: dict[Entity, _Mentions] = {entity: _Mentions([], []) for entity in self.entities}
        for fact in self.all:
            for entity in self.of(fact):
                held = self.facts.setdefault(entity, _Mentions([], []))
                (held.opinions if fact.kind is Kind.OPINION else held.typed).append(fact)
        self._beliefs(read_page(_bytes(ground, PAGE)), ground.clock.now().date())

    def _beliefs(self, held: Sequence[Belief], today: dt.date) -> None:
        """Every opinion once, by the entities it is about, with the place to cite for it; but those that a bullet supersedes."""
        stated = {line.fact for one in held for line in one.ledger if isinstance(line, Testimony) and line.stance == "stated"}
        ids = {opinion_id(one.fact): one for one in reversed(held)}
        for fact in self.all:
            if fact.kind is Kind.OPINION and fact.source.path != PAGE and fact.id not in stated:
                ids.setdefault(opinion_id(fact), Belief(fact))
        named = reigns((fact for fact in self.all if fact.kind is Kind.OPINION or fact.supersedes), self.names, starts=False)
        gone = {id for id, reign in named.items() if reign.rule == NAMED and reign.on(today) == "past"}
        ids = {id: one for id, one in ids.items() if one.fact.id not in gone}
        self.opinions: defaultdict[Entity, list[tuple[Opinion, Source]]] = defaultdict(list)
        self.beliefs = [opinion_of(one) for one in ids.values() if one.fact.origin != "untrusted"]
        for one in ids.values():
            if one.fact.origin != "untrusted":
                owners = {self._owner[key] for key in keys_of(one.fact.entities) if key in self._owner}
                for entity in owners:
                    self.opinions[entity].append((opinion_of(one), _place_of(one)))

    def of(self, fact: Fact) -> set[Entity]:
        """The entities a fact speaks of."""
        return {self._owner[key] for key in keys_of(fact.entities) if key in self._owner}

    def touched(self, since: dt.date | None) -> set[Entity]:
        """The entities that somebody spoke of since a day; None: all. What stands on an undated page waits for a pass over all."""
        if since is None:
            return set(self.facts)
        span = TimeRange(since, None)
        return {one for fact in self.all if fact.told is not None and fact.told in span for one in self.of(fact)}

    def deserves(self, entity: Entity, held: _Mentions, least: int) -> bool:
        """Whether an entity has a page, or is spoken of often enough for one that can be made."""
        if entity.page is not None:
            return entity.page.path.startswith(FOLDER) and _is_home(entity)
        if len(held.typed) + len(self.opinions[entity]) < least:
            return False
        try:
            parts_of(f"{FOLDER}{entity.slug}.md")
        except PathRefused:
            return False
        return True

    def sample(self, entity: Entity) -> list[Fact]:
        """The newest facts of it that do not stand on its own page, of each sort as many as a page may show."""
        own = entity.page.path if entity.page else ""
        facts: defaultdict[str, list[Fact]] = defaultdict(list)
        for fact in self.facts[entity].typed:
            if fact.source.path != own:
                facts[topic_of(fact, ENGLISH) if fact.kind is not Kind.EXPERIENCE else ""].append(fact)
        return [fact for topic in facts for fact in _newest(facts[topic], LOOKED_AT)]

    def portrait(self, entity: Entity, held: Sequence[Held]) -> Portrait:
        """All that its page is to say."""
        beside: dict[Entity, list[Fact]] = defaultdict(list)
        mentions = self.facts[entity]
        for fact in (*mentions.typed, *mentions.opinions):
            for other in self.of(fact) - {entity}:
                beside[other].append(fact)
        own = entity.page.path if entity.page else ""
        left = sum(fact.source.path != own and fact.kind is not Kind.EXPERIENCE for fact in mentions.typed)
        left -= sum(one.fact.kind is not Kind.EXPERIENCE for one in held)
        return Portrait(entity, held, self.opinions[entity], [_beside(one, facts) for one, facts in beside.items()], max(left, 0))


def _counts(fact: Fact) -> bool:
    """Whether a fact may shape a page: nobody from outside said it, and it does not lie in the archive alone."""
    return fact.origin != "untrusted" and place_of(fact.source.path).role is not Role.ARCHIVE


def _newest(facts: Iterable[Fact], most: int) -> list[Fact]:
    return [one.fact for one in newest_first(map(Held, facts))[:most]]


def _beside(entity: Entity, facts: Sequence[Fact]) -> Beside:
    last = _newest(facts, 1)[0]
    return Beside(entity.name, len(facts), last.told, last.source)


def _is_home(entity: Entity) -> bool:
    """Whether its page bears its name, and is not one that only says it is the same."""
    return entity.page is not None and entity_key(entity.page.path.removeprefix(FOLDER).removesuffix(".md")) == entity_key(entity.slug)


def held_of(known: Known, facts: Sequence[Fact], today: dt.date) -> dict[str, Held]:
    """When each of these facts holds, by its id."""
    held = {fact.id: _done(fact) for fact in facts if fact.kind is Kind.EXPERIENCE}
    rest = {fact.id: fact for fact in facts if fact.kind is not Kind.EXPERIENCE}
    found = reigns(known.all, known.names, asked=rest, starts=False)
    for id, fact in rest.items():
        reign = found[id]
        start, end, past = reign.start, reign.end, reign.on(today) == "past"
        if not reign.read and (fact.when or glanced(fact).signs & _DATED):
            statement = read(fact)
            start, end = start_of(statement), end or end_of(statement)
            past = past or (end is not None and end <= today)
        held[id] = Held(fact, start, end, past)
    return held


_DATED = NUMBER | MONTH | DAY | TIME
"""What a text must hold to say since when, or until when."""


def _done(fact: Fact) -> Held:
    """What was done holds on its own day, or on those its bullet gives."""
    return Held(fact, fact.when.start, fact.when.end) if fact.when else Held(fact, fact.told)


def _place_of(one: Belief) -> Source:
    """What to cite for a belief: where it was first said, else the last that supports it, else its line on the page."""
    lines = [line for line in one.ledger if isinstance(line, Testimony) and line.source is not None]
    first = [line.source for line in lines if line.stance == "stated"]
    support = [line.source for line in lines if line.stance == "supports"]
    return next((source for source in (*first[:1], *support[-1:]) if source is not None), one.fact.source)


def _kept(ground: Ground, path: str, lines: Sequence[str], title: str, texts: Sequence[str]) -> Iterator[Planned]:
    """The page, if there is something to do to it."""
    decide = partial(keep, path, lines=lines, title=title, words=words_for(texts))
    planned = Planned(path, "brought up to date", decide)
    try:
        decided = decide(_bytes(ground, path))
    except EditConflict:
        yield planned  # it will say so itself
        return
    if decided.edit is not None or decided.report:
        yield planned


def _merged(ground: Ground, known: Known) -> Iterator[Planned]:
    """The pages that say they are the same as another one: they only point there."""
    homes = {entity.page.path: entity for entity in known.entities if entity.page is not None}
    for path, target in merged_pages(ground, known.entities).items():
        data = _bytes(ground, path)
        if path in homes and _is_home(homes[path]):
            continue
        if data is not None and sections(data)[0]:
            words = words_for([])
            line = words.same.format(target.name, f"{FOLDER}{target.slug}.md")
            yield from _kept(ground, path, ["", f"- {line}", ""], target.name, [])


def merged_pages(ground: Ground, entities: Iterable[Entity]) -> Mapping[str, Entity]:
    """The pages of entities that are no entity's home, each with the entity it belongs to."""
    owners = {key: entity for entity in entities for key in keys_of(entity.names)}
    found: dict[str, Entity] = {}
    for stamp in ground.workspace.listing().stamps:
        if place_of(stamp.path).role is Role.ENTITY:
            slug = stamp.path.removeprefix(FOLDER).removesuffix(".md")
            owner = owners.get(entity_key(slug))
            if owner is not None and entity_key(owner.slug) != entity_key(slug):
                found[stamp.path] = owner
    return found


def _bytes(ground: Ground, path: str) -> bytes | None:
    try:
        return ground.workspace.read(path)
    except PageMissing:
        return None
