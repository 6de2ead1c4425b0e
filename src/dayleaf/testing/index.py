"""IndexSuite: what every index must do, as tests to inherit; and pages to put into one, written by hand.

Ranking lives in the core, so an index is judged by what it gives back, not by how good it is.
"""

# ruff: noqa: D102 - the name of a test says what it is about
from __future__ import annotations

import datetime as dt
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from dayleaf.core.entry import Condition, Indexed, Row, indexed
from dayleaf.core.errors import IndexFailed
from dayleaf.core.fact import Entity, Fact, Kind, Problem, Source, TimeRange
from dayleaf.core.listing import Shelved, Stamp
from dayleaf.core.page.reading import Page, Place, Reading, Role, digest_of
from dayleaf.ports import Index, State
from dayleaf.testing.closing import Closing

PETER, CASTLE = "Peter", "The Castle"


def fact(text: str, line: int = 0, *entities: str, kind: Kind = Kind.WORLD) -> Fact:
    """A fact that `page` puts where it belongs: without a line, one below the fact before."""
    return Fact(kind, text, Source("", line, line), entities)


def page(path: str, *facts: Fact, entity: Entity | None = None, problems: Sequence[Problem] = (), settled: bool = True) -> Indexed:
    """A page with these facts, as if it had been read: the date in its path is the day its facts were told."""
    found = re.search(r"\d{4}-\d\d-\d\d", path)
    day = dt.date.fromisoformat(found[0]) if found else None
    placed: list[Fact] = []
    for each in facts:
        first = each.source.first or (placed[-1].source.last + 1 if placed else 1)
        placed.append(replace(each, source=Source(path, first, max(first, each.source.last)), told=each.told or day))
    data = repr((path, facts)).encode()
    stamp = Stamp(path, len(data), 1_700_000_000_000_000_000 + len(data), settled)
    role = Role.LOG if day else Role.BANK
    return indexed(stamp, Reading(Page(path, data.decode(), digest_of(data), Place(role, day)), tuple(placed), entity, tuple(problems)))


def selected(index: Index, condition: Condition, limit: int | None = None) -> list[str]:
    """The texts of the rows that fulfil a condition, in order."""
    return said(index.rows(index.select(condition, limit)))


def said(rows: Sequence[Row]) -> list[str]:
    """The texts of these rows."""
    return [row.fact.text for row in rows]


class IndexSuite(Closing):
    """Subclass it in a test module and say how to make an index that is empty and ready."""

    def make(self) -> Index:
        """A new, empty index that answers."""
        raise NotImplementedError

    def test_an_empty_index_answers(self) -> None:
        index = self.new(self.make)
        assert index.state() is State.READY
        assert (index.size().rows, index.size().terms) == (0, 0)
        assert index.postings(["castle"])["castle"].tolist() == []
        assert index.frequencies(["castle"]) == {"castle": 0}
        assert index.select(Condition()).tolist() == []
        assert (list(index.facts()), index.entities(), index.problems(), index.shelf(), index.check()) == ([], [], [], {}, [])

    def test_a_term_finds_its_rows_once_for_each_time_it_stands_there(self) -> None:
        index = self.new(self.make)
        index.put([page("memory/2025-11-27.md", fact("tea and tea"), fact("coffee"), fact("no tea"))])
        found = index.postings(["tea", "milk"])
        assert said(index.rows(found["tea"])) == ["tea and tea", "tea and tea", "no tea"]
        assert found["tea"].tolist() == sorted(found["tea"])
        assert found["milk"].tolist() == []
        assert said(index.rows(index.postings(["tea", "milk"], once=True)["tea"])) == ["tea and tea", "no tea"]
        assert index.postings(["milk"], once=True)["milk"].tolist() == []
        assert index.frequencies(["tea", "coffe", "coffee", "milk"])["tea"] == 2

    def test_every_term_is_found_as_it_was_given(self) -> None:
        index = self.new(self.make)
        odd = ("!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "é", "e\u0301", "“", "\u200d")
        given = page("a.md", fact("naïve C++ Größe 日本語 😀 tschüß a/b foo-bar@x.de #tag e=mc2 100% 2025-11-27 Ελλάδα"), fact("x"))
        first, *others = given.entries
        first = first._replace(terms=[*first.terms, *odd])
        index.put([given._replace(entries=(first, *others))])
        number = next(index.facts()).number
        for term, numbers in index.postings(list(first.terms)).items():
            assert numbers.tolist() == [number] * list(first.terms).count(term), term
        assert all(numbers.tolist() == [number] for numbers in index.postings(list(first.terms), once=True).values())

    def test_blocks_say_where_each_page_lies(self) -> None:
        index = self.new(self.make)
        tea, empty = page("memory/2025-11-27.md", fact("tea"), fact("coffee")), page("memory/2025-11-28.md")
        index.put([tea, empty])
        blocks = index.blocks()
        assert list(blocks) == ["memory/2025-11-27.md", "memory/2025-11-28.md"]
        block = blocks["memory/2025-11-27.md"]
        assert said(index.rows(range(block.start, block.start + block.rows))) == ["tea", "coffee"]
        assert block.digest == tea.reading.page.digest
        assert blocks["memory/2025-11-28.md"].rows == 0
        index.put([], gone=["memory/2025-11-27.md"])
        assert list(index.blocks()) == ["memory/2025-11-28.md"]

    def test_neighbours_have_consecutive_numbers_and_pages_lie_apart(self) -> None:
        index = self.new(self.make)
        index.put([page("memory/2025-11-27.md", *map(fact, "abc")), page("memory/2025-11-28.md", *map(fact, "de"))])
        first, second = (sorted(row.number for row in index.facts(f"memory/2025-11-{day}.md")) for day in (27, 28))
        assert first == list(range(first[0], first[0] + 3))
        assert second == list(range(second[0], second[0] + 2))
        assert max(first[0] - second[-1], second[0] - first[-1]) >= 16

    def test_a_fact_comes_back_as_it_was(self) -> None:
        index = self.new(self.make)
        whole = Fact(
            Kind.OPINION,
            "Prefers concise replies\nin two lines — “quoted”, 日本語, \U0001f600, a\x00b",
            Source("bank/opinions.md", 7, 9),
            ("Peter", "The Castle", "Ünïcode"),
            dt.date(2025, 11, 27),
            TimeRange(dt.date(2025, 1, 1), None),
            0.95,
            "user-preferences/communication",
            "owner",
            inferred=True,
            supersedes="abcdefghjkmn",
            name="concise",
            heading=("Opinions", "About Peter"),
            part=2,
            extra=(("mood", "good"), ("mood", "bad")),
        )
        plain = Fact(Kind.PASSAGE, "", Source("bank/opinions.md", 11, 11), heading=("",))
        given = page("bank/opinions.md", whole, plain)
        index.put([given])
        assert [row.fact for row in index.facts()] == list(given.reading.facts)
        assert [row.length for row in index.facts()] == [len(entry.terms) for entry in given.entries]

    def test_rows_come_in_the_order_asked_and_numbers_that_are_gone_are_left_out(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", *map(fact, "abc"))])
        a, b, c = (row.number for row in index.facts())
        assert said(index.rows([c, 10**9, a, c])) == ["c", "a", "c"]
        index.put([page("a.md", fact("a"))])
        assert said(index.rows([a, b, c])) == ["a"]

    def test_a_changed_page_leaves_nothing_of_its_old_self(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", *(fact(f"old{i} milk", 0, PETER) for i in range(5)), problems=[Problem(Source("a.md", 3, 3), "c", "m")])])
        index.put([page("a.md", fact("old0 milk", 0, PETER), fact("bread"))])
        assert said(list(index.facts())) == ["old0 milk", "bread"]
        assert index.frequencies(["milk", "old4", "bread"]) == {"milk": 1, "old4": 0, "bread": 1}
        assert [(entity.name, count) for entity, count in index.entities()] == [("Peter", 1)]
        assert (index.problems(), index.check()) == ([], [])

    def test_a_page_that_is_gone_leaves_nothing(self) -> None:
        index = self.new(self.make)
        entity = Entity("Peter", "Peter", page=Source("bank/entities/Peter.md", 0, 0))
        index.put([page("bank/entities/Peter.md", fact("tall"), entity=entity), page("b.md", fact("other"))])
        index.put([], gone=["bank/entities/Peter.md", "never-there.md"])
        assert said(list(index.facts())) == ["other"]
        assert (list(index.shelf()), index.entities(), index.check()) == (["b.md"], [], [])
        assert index.size().rows == 1

    def test_a_page_that_grows_far_beyond_its_start_stays_whole(self) -> None:
        index = self.new(self.make)
        for many in (1, 10, 100, 1000, 50):
            index.put([page("memory/2025-11-27.md", *(fact(f"line {i}", 0, PETER) for i in range(many))), page("b.md", fact("other"))])
            assert said(list(index.facts("memory/2025-11-27.md"))) == [f"line {i}" for i in range(many)]
            assert index.frequencies(["line"])["line"] == many
        assert index.check() == []

    def test_the_shelf_knows_stamps_and_digests(self) -> None:
        index = self.new(self.make)
        one = page("a.md", fact("a"), settled=False)
        index.put([one])
        assert index.shelf() == {"a.md": Shelved(one.stamp, one.reading.page.digest)}
        settled = Shelved(one.stamp._replace(mtime_ns=5, settled=True), one.reading.page.digest)
        index.put([], seen=[settled, Shelved(Stamp("gone.md", 1, 1), b"x" * 16)])
        assert index.shelf() == {"a.md": settled}

    def test_equal_facts_of_a_day_are_told_apart_by_path_and_line(self) -> None:
        index = self.new(self.make)
        index.put([page("memory/2025-11-27-b.md", fact("same"), fact("same"))])
        index.put([page("memory/2025-11-27-a.md", fact("same")), page("memory/2025-11-28.md", fact("same"))])
        assert [(row.fact.source.path, row.fact.ordinal) for row in index.facts()] == [
            ("memory/2025-11-27-a.md", 0),
            ("memory/2025-11-27-b.md", 1),
            ("memory/2025-11-27-b.md", 2),
            ("memory/2025-11-28.md", 0),
        ]
        third = list(index.facts())[2].fact.id
        assert third.endswith(".3")
        assert [row.fact.id for row in index.find(third)] == [third]

    def test_an_id_or_its_beginning_finds_a_fact(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", *(fact(f"fact {i}") for i in range(50)), replace(fact("named"), name="coffee-rule"))])
        for row in index.facts():
            assert said(index.find(row.fact.id)) == [row.fact.text]
            assert row.fact.text in said(index.find(row.fact.id[:6]))
        assert said(index.find("coff")) == ["named"]
        assert index.find("cof") == index.find("") == index.find("zzzzzzzzzzzz") == index.find("%_*") == index.find("ABCDEFGH") == []

    def test_what_replaces_a_fact_is_found_by_its_id(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", fact("lives in Berlin"), replace(fact("lives in Bonn"), supersedes="abcdefghjkmn"))])
        assert said(index.successors(["abcdefghjkmn", "0000"])) == ["lives in Bonn"]
        assert index.successors([]) == index.successors(["abcdefghjkm"]) == []

    def test_facts_are_filed_under_the_slots_of_their_entities(self) -> None:
        index = self.new(self.make)
        old, new = fact("Her desk is in room 214", 0, PETER), fact("Her desk is now in room 310", 0, PETER)
        other, plain = fact("Her desk is in room 9", 0, CASTLE), fact("The desk in room 7", 0, PETER, kind=Kind.PASSAGE)
        index.put([page("memory/2025-11-27.md", old, other), page("memory/2025-11-28.md", new, plain)])
        slots = next(iter(page("a.md", old).entries)).slots
        found = index.filed(slots)
        assert found.tolist() == sorted(found)
        assert set(said(index.rows(found))) == {old.text, new.text}
        assert len(found) > len(set(found)) >= 2
        assert index.filed([]).tolist() == index.filed([5]).tolist() == []
        index.put([page("memory/2025-11-28.md")])
        assert set(said(index.rows(index.filed(slots)))) == {old.text}
        assert index.check() == []

    def test_entities_join_mentions_and_pages(self) -> None:
        index = self.new(self.make)
        peter = Entity("Peter", "Peter Meier", ("Pete",), "person", Source("bank/entities/Peter.md", 0, 0))
        index.put([page("bank/entities/Peter.md", fact("Tall"), entity=peter)])
        index.put([page("a.md", fact("1", 0, "peter", "Pete"), fact("2", 0, "Peter"), fact("3", 0, "Ann", "Ann"), fact("4", 0, "anna"))])
        assert index.entities() == [(peter, 2), (Entity("Ann", "Ann"), 1), (Entity("anna", "anna"), 1)]
        assert index.named(["pete", "peter-meier", "peter", "ann", "nobody"]) == {
            "pete": peter, "peter-meier": peter, "peter": peter, "ann": Entity("Ann", "Ann"),
        }  # fmt: skip

    def test_of_two_pages_of_one_slug_the_first_is_the_entity(self) -> None:
        index = self.new(self.make)
        first, second = Entity("Peter", "Peter"), Entity("peter", "P. Meier", ("Pit",))
        index.put([page("bank/entities/peter.md", entity=second), page("bank/entities/Peter.md", fact("x", 0, "pit"), entity=first)])
        ((entity, count),) = index.entities()
        assert (entity.name, set(entity.aliases), count) == ("Peter", {"P. Meier", "Pit", "peter"}, 1)
        assert index.named(["pit"]) == {"pit": entity}

    def test_select_by_kind_entity_and_category(self) -> None:
        index = self.new(self.make)
        index.put([
            page("memory/2025-11-27.md", fact("fixed it", 0, PETER, kind=Kind.EXPERIENCE), fact("likes tea", 0, PETER, kind=Kind.OPINION),
                 replace(fact("zone is Berlin"), category="user/zone"), replace(fact("userland"), category="userland")),
            page("bank/entities/Castle.md", fact("stands on a hill"), entity=Entity("Castle", "Castle", ("Keep",))),
        ])  # fmt: skip
        assert selected(index, Condition(kinds=frozenset((Kind.OPINION, Kind.EXPERIENCE)))) == ["fixed it", "likes tea"]
        assert selected(index, Condition(keys=frozenset(("peter",)))) == ["fixed it", "likes tea"]
        assert selected(index, Condition(keys=frozenset(("peter",)), kinds=frozenset((Kind.OPINION,)))) == ["likes tea"]
        assert selected(index, Condition(keys=frozenset(("keep",)))) == ["stands on a hill"]
        assert selected(index, Condition(keys=frozenset(("castle", "nobody")))) == ["stands on a hill"]
        assert selected(index, Condition(category="user")) == selected(index, Condition(category="user/zone")) == ["zone is Berlin"]
        assert selected(index, Condition(category="use")) == []

    def test_select_by_days(self) -> None:
        index = self.new(self.make)
        day = dt.date(2025, 11, 27)
        index.put([
            page("memory/2025-11-27.md", fact("today")),
            page("memory/2025-11-29.md", replace(fact("trip"), when=TimeRange(dt.date(2025, 11, 1), dt.date(2025, 11, 28))),
                 replace(fact("since ever"), when=TimeRange(None, dt.date(2020, 1, 1))), fact("later")),
            page("bank/world.md", fact("undated"), replace(fact("for good"), when=TimeRange(dt.date(2025, 1, 1), None)),
                 replace(fact("dated by hand"), told=dt.date(2025, 11, 28))),
        ])  # fmt: skip
        assert selected(index, Condition(during=TimeRange.of_day(day))) == ["trip", "today", "for good"]
        assert selected(index, Condition(during=TimeRange(None, dt.date(2000, 1, 1)))) == ["since ever"]
        assert selected(index, Condition(during=TimeRange(dt.date(2026, 1, 1), None))) == ["for good"]
        assert selected(index, Condition(known_at=day)) == ["today", "undated", "for good"]
        everything = ["trip", "since ever", "later", "dated by hand", "today", "undated", "for good"]
        assert selected(index, Condition()) == everything
        assert selected(index, Condition(), 2) == everything[:2]
        assert index.select(Condition(), limit=0).tolist() == []
        numbers = index.select(Condition()).tolist()
        assert index.matching(Condition()).tolist() == sorted(numbers)
        assert sorted(index.select(Condition(known_at=day))) == index.matching(Condition(known_at=day)).tolist()
        assert index.arrange(sorted(numbers), 2) == numbers[:2]
        assert index.arrange(sorted([*numbers, *numbers]), len(numbers)) == numbers

    def test_the_vocabulary_by_beginnings_and_by_ends(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", fact("haltestelle strassenbahnhaltestelle bushaltestelle"), fact("bushaltestelle bus"))])
        (stop,) = {term for term, _ in index.vocabulary("halt", "halu", 5)}
        assert index.endings(stop, 5) == [("strassenbahn" + stop, 1), ("bus" + stop, 2)]
        assert index.endings(stop, 1) == [("strassenbahn" + stop, 1)]
        assert [term for term, _ in index.vocabulary("bu", "bv", 9)] == sorted(term for term, _ in index.vocabulary("bu", "bv", 9))
        index.put([page("a.md", fact("bus"))])
        assert index.endings(stop, 5) == []

    def test_lengths_by_number(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", fact("one two three"), fact("four")), page("b.md", fact("five six"))])
        table = index.lengths()
        assert [table[row.number] for row in index.facts()] == [row.length for row in index.facts()]
        assert sum(table) == index.size().terms

    def test_problems_of_pages_and_of_the_listing(self) -> None:
        index = self.new(self.make)
        late, early = Problem(Source("a.md", 9, 9), "confidence", "c is no number"), Problem(Source("a.md", 2, 3), "unknown_kind", "X")
        outside = Problem(Source("link.md", 0, 0), "symlink_outside", "left out")
        index.put([page("a.md", fact("a"), problems=[late, early])])
        index.note([outside])
        assert index.problems() == [early, late, outside]
        index.note([outside])
        index.put([page("a.md", fact("a"))])
        assert index.problems() == [outside]
        index.note([])
        assert index.problems() == []

    def test_rebuild_forgets_all_that_was(self) -> None:
        index = self.new(self.make)
        index.put([page("old.md", fact("old", 0, PETER))])
        index.note([Problem(Source("x.md", 0, 0), "x", "x")])
        noted = Problem(Source("y.md", 0, 0), "y", "y")
        index.rebuild((page(f"{i}.md", fact(f"new {i}", 0, CASTLE)) for i in range(20)), [noted])
        assert (index.size().rows, index.problems(), len(index.shelf())) == (20, [noted], 20)
        assert index.frequencies(["old", "new"]) == {"old": 0, "new": 20}
        assert ([entity.name for entity, _ in index.entities()], index.check()) == ([CASTLE], [])

    def test_words_that_are_commands_elsewhere_are_words(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", fact('AND OR NOT NEAR("x" *) ^foo-bar:baz\' -- ; DROP TABLE fact')), page("b'\"; --.md", fact("b"))])
        for term in ("AND", '"', "", "NEAR(", "*", "foo*", "a b", "%", "é", "日本", "x" * 5000):
            assert index.postings([term])[term].tolist() == [] or term == term.casefold()
            index.frequencies([term])
            index.find(term)
            index.named([term])
            index.endings(term, 3)
        assert said(list(index.facts("b'\"; --.md"))) == ["b"]

    def test_the_status_counts(self) -> None:
        index = self.new(self.make)
        problem = Problem(Source("a.md", 1, 1), "x", "x")
        index.put([page("a.md", fact("typed"), fact("plain", kind=Kind.PASSAGE), problems=[problem]), page("b.md")])
        status = index.status()
        assert (status.files, status.facts, status.passages, status.problems) == (2, 1, 1, 1)

    def test_a_snapshot_keeps_numbers_meaningful_while_another_thread_writes(self) -> None:
        index = self.new(self.make)
        index.put([page("a.md", fact("tea"), fact("milk"))])
        writer = threading.Thread(target=lambda: index.put([page("a.md", *(fact(f"x{i}") for i in range(200)))]))
        with index.snapshot():
            numbers = index.postings(["milk"])["milk"]
            writer.start()
            for _ in range(50):
                assert said(index.rows(numbers)) == ["milk"]
                assert index.size().rows == 2
        writer.join()
        assert index.size().rows == 200

    def test_lookups_from_many_threads_while_one_writes(self) -> None:
        index = self.new(self.make)

        def look() -> None:
            for _ in range(40):
                with index.snapshot():
                    numbers = index.postings(["even"])["even"]
                    assert all(text.endswith("even") for text in said(index.rows(numbers)))
                    assert len(numbers) == index.frequencies(["even"])["even"]
                assert sum(1 for _ in index.facts()) in {0, 10}

        with ThreadPoolExecutor(3) as threads:
            looking = [threads.submit(look) for _ in range(3)]
            for turn in range(40):
                index.put([page("a.md", *(fact(f"{turn} {i} {'even' if (turn + i) % 2 else 'odd'}") for i in range(10)))])
        for one in looking:
            one.result()

    def test_a_closed_index_says_so(self) -> None:
        index = self.new(self.make)
        index.close()
        index.close()
        for look in (index.size, index.shelf, lambda: list(index.facts()), lambda: index.put([])):
            try:
                look()
            except IndexFailed:
                continue
            raise AssertionError
