"""Whatever is put, changed and removed in whatever order: the index says what a fresh one and the model say."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dayleaf.adapters.ram_index import RamIndex
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.core.entry import Condition
from dayleaf.core.fact import Entity, Fact, Kind, Problem, Source, TimeRange, entity_key
from dayleaf.testing.index import page

WORDS = ("tea", "Haltestelle", "Strassenbahnhaltestelle", "kündigen", "2025-11-27", "日本語", "x-1", "the", "AND", "2024-02-01")
NAMES = ("Peter", "peter", "Pete", "The Castle", "日本")
PATHS = (
    "bank/entities/Peter.md", "bank/entities/peter.md", "bank/world.md",
    "memory/2025-11-27.md", "memory/2025-11-27-b.md", "memory/2025-11-28.md", "memory/2025-12-01.md",
)  # fmt: skip
DAYS = (dt.date(2025, 11, 1), dt.date(2025, 11, 27), dt.date(2025, 11, 28), dt.date(2026, 3, 1))
SPANS = (
    TimeRange(DAYS[0], DAYS[1]), TimeRange.of_day(DAYS[1]), TimeRange(None, DAYS[2]), TimeRange(DAYS[2], None), TimeRange(DAYS[0], DAYS[3]),
)  # fmt: skip
CONDITIONS = (
    Condition(),
    *(Condition(kinds=frozenset((kind,))) for kind in Kind),
    *(Condition(keys=frozenset((entity_key(name),))) for name in NAMES),
    *(Condition(during=span) for span in SPANS),
    *(Condition(known_at=day) for day in DAYS),
    Condition(category="a"),
    Condition(kinds=frozenset((Kind.WORLD, Kind.OPINION)), keys=frozenset(("peter",)), during=SPANS[4], known_at=DAYS[1]),
)

texts = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
facts = st.builds(
    Fact,
    st.sampled_from(Kind),
    texts,
    st.builds(Source, st.just(""), st.just(0), st.just(0)),
    st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    st.none() | st.sampled_from(DAYS),
    st.none() | st.sampled_from(SPANS),
    st.none() | st.sampled_from((0.0, 0.3, 1.0)),
    st.none() | st.sampled_from(("a", "a/b", "ab")),
    st.none() | st.just("agent"),
    inferred=st.booleans(),
    supersedes=st.none() | st.just("abcdefghjkmn"),
    name=st.none() | st.just("rule"),
    heading=st.sampled_from(((), ("A",), ("A", "B"))),
    part=st.integers(0, 1),
    extra=st.sampled_from(((), (("k", "v"),))),
)
entities = st.none() | st.builds(Entity, st.sampled_from(NAMES[:2]), st.sampled_from(NAMES), st.sampled_from(((), ("Pete",))))
lines = st.builds(Source, st.just("p"), st.integers(1, 2), st.just(2))
problems = st.lists(st.builds(Problem, lines, st.just("c"), st.just("m")), max_size=2)
long = st.integers(17, 40).map(lambda many: [Fact(Kind.PASSAGE, f"line {i} tea", Source("", 0, 0)) for i in range(many)])


def written(path, said, entity, wrong):
    """A page with these facts and problems."""
    return page(path, *said, entity=entity, problems=[replace(one, source=replace(one.source, path=path)) for one in wrong])


pages = st.builds(written, st.sampled_from(PATHS), st.lists(facts, max_size=5) | long, entities, problems)


def everything(index):
    """All that an index says, without its numbers."""
    rows = list(index.facts())
    place = {row.number: (row.fact.source.path, position) for position, row in enumerate(rows)}
    words = [term for term, _ in index.vocabulary("", "\U0010ffff", 1000)]
    return {
        "facts": [(row.fact, row.length) for row in rows],
        "by page": [row.fact for path in PATHS for row in index.facts(path)],
        "neighbours": [b.number - a.number for a, b in pairwise(rows) if a.fact.source.path == b.fact.source.path],
        "postings": {term: sorted(place[number] for number in numbers) for term, numbers in index.postings(words).items()},
        "vocabulary": index.vocabulary("", "\U0010ffff", 1000),
        "frequencies": index.frequencies(words),
        "endings": index.endings("haltestell", 9),
        "entities": index.entities(),
        "named": index.named([entity_key(name) for name in NAMES]),
        "select": [[place[number] for number in index.select(condition)] for condition in CONDITIONS],
        "order": [place[number] for number in index.arrange(sorted(row.number for row in rows), len(rows))],
        "find": [[row.fact for row in index.find(id)] for id in {row.fact.id for row in rows} | {"rule", "rul", "0", "aaaa"}],
        "prefix": sorted({(row.fact.id[:5], len(index.find(row.fact.id[:5]))) for row in rows}),
        "successors": [row.fact for row in index.successors(["abcdefghjkmn"])],
        "problems": index.problems(),
        "shelf": index.shelf(),
        "size": index.size(),
        "status": replace(index.status(), bytes=0, identity=""),
        "lengths": [index.lengths()[row.number] for row in rows],
    }


class Indexes(RuleBasedStateMachine):
    """One index that is changed step by step, the model beside it, and a new one built after every step."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.index, self.model = SqliteIndex(self.folder / "index.sqlite", "1"), RamIndex()
        self.index.rebuild((), ())
        self.held: dict = {}
        self.noted: list = []

    @rule(changed=st.lists(pages, max_size=3), gone=st.lists(st.sampled_from(PATHS), max_size=1))
    def put(self, changed, gone) -> None:
        for index in (self.index, self.model):
            index.put(changed, gone)
        for path in gone:
            self.held.pop(path, None)
        self.held |= {one.reading.page.path: one for one in changed}

    @rule(path=st.sampled_from(PATHS), more=st.lists(facts, min_size=1, max_size=30))
    def append(self, path, more) -> None:
        old = self.held[path].reading.facts if path in self.held else ()
        self.put([page(path, *old, *more)], [])

    @rule(path=st.sampled_from(PATHS), at=st.integers(0, 40), instead=facts)
    def change_one(self, path, at, instead) -> None:
        old = list(self.held[path].reading.facts) if path in self.held else []
        old[at : at + 1] = [instead]
        self.put([page(path, *(replace(one, source=Source("", 0, 0)) for one in old))], [])

    @rule(found=problems)
    def note(self, found) -> None:
        for index in (self.index, self.model):
            index.note(found)
        self.noted = found

    @rule()
    def build_again(self) -> None:
        self.index.rebuild(iter(self.held.values()), self.noted)

    @rule()
    def open_again(self) -> None:
        self.index.close()
        self.index = SqliteIndex(self.folder / "index.sqlite", "1")

    @invariant()
    def all_say_the_same(self) -> None:
        if not hasattr(self, "index"):
            return
        fresh = SqliteIndex(":memory:", "1")
        fresh.rebuild(self.held.values(), self.noted)
        said = everything(self.index)
        assert said == everything(self.model)
        assert said == everything(fresh)
        assert self.index.check() == []
        fresh.close()

    def teardown(self) -> None:
        if hasattr(self, "index"):
            self.index.close()
            shutil.rmtree(self.folder)


TestIndexes = Indexes.TestCase
TestIndexes.settings = settings(max_examples=max(settings.default.max_examples // 8, 8), stateful_step_count=10, deadline=None)
