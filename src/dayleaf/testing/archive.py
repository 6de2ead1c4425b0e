"""The archive's part of the suite for the port `Index`."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from dayleaf.core.entry import Indexed
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.page.archive import Away
from dayleaf.core.page.reading import Archived
from dayleaf.ports import Index
from dayleaf.testing.closing import Closing
from dayleaf.testing.index import page

PLACE = "bank/archive/2025-12.md"
DAY = dt.date(2025, 12, 1)


def entry(id: str, line: int, into: str | None = None, *, restored: dt.date | None = None) -> Archived:
    """An entry of the archive on a line."""
    fact = Fact(
        Kind.WORLD, "Größe: 3 m", Source("memory/2025-11-03.md", 4, 5), ("Ana", "日本"), dt.date(2025, 11, 3), TimeRange(DAY, None), 0.5,
        "a/b", "owner", False, "abcd", id, (), 0, 0, (("on", "2025-11-03"), ("", "odd")),
    )  # fmt: skip
    return Archived(fact, "the same statement", DAY, into, restored, Source(PLACE, line, line))


def archive(*entries: Archived) -> Indexed:
    """The page of the archive with these entries."""
    made = page(PLACE)
    return made._replace(reading=made.reading._replace(archived=entries))


class ArchiveSuite(Closing):
    """Subclass it in a test module and say how to make an index that is empty and ready."""

    def make(self) -> Index:
        """A new, empty index that answers."""
        raise NotImplementedError

    def test_an_entry_comes_back_as_it_was(self) -> None:
        """With everything its fact was."""
        index = self.new(self.make)
        entries = (entry("one", 3, "two"), entry("two", 4), entry("three", 5, restored=DAY))
        index.put((archive(*entries), page("memory/2025-11-03.md", replace(entries[0].fact, name=None))))
        assert index.archived() == list(entries)
        assert index.away() == {"one": Away("two", DAY, "the same statement"), "two": Away(None, DAY, "the same statement")}

    def test_entries_are_no_facts(self) -> None:
        """Nobody finds or counts them."""
        index = self.new(self.make)
        index.put((archive(entry("one", 3)),))
        assert list(index.facts()) == index.find("one") == []
        assert index.entities() == []
        assert index.size().rows == index.status().facts == 0

    def test_a_changed_page_leaves_nothing_of_its_old_entries(self) -> None:
        """Nor does one that is gone."""
        index = self.new(self.make)
        index.put((archive(entry("one", 3), entry("two", 4)),))
        index.put((archive(entry("two", 3)),))
        assert [one.id for one in index.archived()] == list(index.away()) == ["two"]
        index.put((), gone=(PLACE,))
        assert index.archived() == []
        assert index.away() == {}

    def test_one_that_was_restored_is_not_away_whatever_else_is_said_of_it(self) -> None:
        """Also if a later entry puts it away again."""
        index = self.new(self.make)
        index.rebuild((archive(entry("one", 3, restored=DAY), entry("one", 4, "two")),), ())
        assert index.away() == {}
        assert len(index.archived()) == 2
