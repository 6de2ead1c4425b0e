"""The keeper: whatever happens to pages and index, the index says what the Markdown says, or that it does not."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from worlds import InFolder, InRam, retain

from dayleaf.adapters.header import read_header
from dayleaf.adapters.ram_index import RamIndex
from dayleaf.adapters.ram_workspace import RamWorkspace
from dayleaf.core.errors import DiskFailed, IndexFailed
from dayleaf.core.fact import Problem, Source
from dayleaf.core.listing import Listing
from dayleaf.ports import State
from dayleaf.shell.indexing import NOTHING, Keeper

DAY, NEXT = "memory/2025-11-27.md", "memory/2025-11-28.md"


def contents(memory):
    return [fact.text for fact in memory.facts(everything=True).facts if fact.kind.letter]


# ------------------------------------------------------------------------------------------------------- edits by hand


def test_whatever_is_saved_changed_renamed_or_deleted_is_known_at_once(world):
    world.save(DAY, retain("W: Tea."))
    assert contents(world.memory) == ["Tea."]
    world.save(DAY, retain("W: Tea.", "W: Milk."))
    assert contents(world.memory) == ["Tea.", "Milk."]
    world.save(DAY, retain("W: Mild."))
    world.save(NEXT, retain("W: Bread."))
    assert contents(world.memory) == ["Mild.", "Bread."]
    world.remove(DAY)
    assert contents(world.memory) == ["Bread."]
    world.save("bank/world.md", "- W: Water.\n")
    world.remove(NEXT)
    assert contents(world.memory) == ["Water."]
    world.remove("bank/world.md")
    assert contents(world.memory) == []


def test_an_edit_of_the_same_length_within_the_same_tick_is_seen(tmp_path):
    world = InFolder(tmp_path, {DAY: retain("W: Tea.")})
    for word in ("Sea.", "Pea.", "Tea.", "Lea."):
        page = tmp_path / DAY
        page.write_text(retain(f"W: {word}"))
        assert contents(world.memory) == [word]


def test_a_page_touched_but_not_changed_costs_no_row(world):
    world.save(DAY, retain("W: Tea."))
    before = world.memory.update().status
    world.save(DAY, world.read(DAY))
    assert replace(world.memory.update().status, bytes=before.bytes) == before
    assert not world.memory.status().stale


def test_nothing_changed_means_nothing_written(tmp_path):
    world = InFolder(tmp_path, {DAY: retain("W: Tea."), "memory/2025-02-31.md": "x", "memory/con.md": "bad name"})
    for page in (tmp_path / "memory").iterdir():
        os.utime(page, (1_760_000_000, 1_760_000_000))  # long settled
    world.memory.recall("tea")
    wal = world.file.with_name("index.sqlite-wal")
    state = [(file.stat().st_mtime_ns, file.stat().st_size) for file in (world.file, wal) if file.exists()]
    for _ in range(20):
        world.memory.recall("tea")
        world.memory.facts()
    assert [(file.stat().st_mtime_ns, file.stat().st_size) for file in (world.file, wal) if file.exists()] == state


# ------------------------------------------------------------------------------------------------------- reports


def test_before_there_is_an_index_the_status_is_zero_and_says_so(tmp_path):
    world = InFolder(tmp_path, {DAY: retain("W: Tea.")})
    report = world.memory.status()
    assert (report.status, report.stale, report.notes) == (NOTHING, True, ("there is no index",))
    assert not world.file.exists()


@pytest.mark.parametrize("change", ["save", "add", "remove"])
def test_the_status_says_when_the_index_is_behind_and_does_not_change_it(world, change):
    world.save(DAY, retain("W: Tea."))
    world.memory.update()
    assert not world.memory.status().stale
    match change:
        case "save":
            world.save(DAY, retain("W: Sea."))
        case "add":
            world.save(NEXT, retain("W: Sea."))
        case "remove":
            world.remove(DAY)
    for _ in range(2):
        report = world.memory.status()
        assert (report.stale, report.status.files, report.status.facts) == (True, 1, 1)
    world.memory.update()
    assert not world.memory.status().stale


def test_verify_finds_nothing_after_an_update_and_names_what_is_behind(world):
    world.save(DAY, retain("W @Ada: Tea.", "X @Ada: Odd."))
    world.save("bank/entities/Ada.md", "# Ada\n")
    world.memory.update()
    report = world.memory.verify()
    assert (report.differences, report.stale) == ((), False)
    world.save(DAY, retain("W: Sea."))
    world.save(NEXT, "New.")
    world.remove("bank/entities/Ada.md")
    assert world.memory.verify().differences == (
        f"{DAY} has changed since it was indexed",
        f"{NEXT} is not in the index",
        "bank/entities/Ada.md is in the index but not in the workspace",
    )


@pytest.mark.parametrize("wrong", ["fact", "missing", "problem", "entity"])
def test_verify_finds_an_index_that_holds_something_else(wrong):
    world = InRam({DAY: retain("W @Ada: Tea."), "bank/entities/Ada.md": "# Ada\n"}, index=RamIndex())
    world.memory.update()
    path = "bank/entities/Ada.md" if wrong == "entity" else DAY
    page = world.index._pages[path]
    reading, entries = page.reading, page.entries
    match wrong:
        case "fact":
            entries = (entries[0]._replace(fact=replace(entries[0].fact, text="Sea.")),)
            reading = reading._replace(facts=(entries[0].fact,))
        case "missing":
            reading, entries = reading._replace(facts=()), ()
        case "problem":
            reading = reading._replace(problems=(Problem(Source(DAY, 1, 1), "odd", "not there"),))
        case "entity":
            reading = reading._replace(entity=replace(reading.entity, name="Eve"))
    world.index.put([page._replace(reading=reading, entries=entries)])
    differences = world.memory.verify().differences
    assert len(differences) == 1
    assert DAY in differences[0] or "differ from those in the index" in differences[0]


def test_progress_counts_bytes_up_to_all_of_them(world):
    world.save(DAY, retain("W: Tea."))
    world.save(NEXT, retain("W: Milk."))
    sizes = len(world.read(DAY)), len(world.read(NEXT))
    for call in (world.memory.update, world.memory.rebuild, world.memory.verify):
        seen = []
        call(lambda *step, seen=seen: seen.append(step))
        assert seen == [(sizes[0], sum(sizes), DAY), (sum(sizes), sum(sizes), NEXT)]


def test_rebuilding_gives_the_same_index(world):
    world.save(DAY, retain("W @Ada: Tea.", "X @Ada: Odd."))
    world.memory.recall("tea")
    before = world.memory.facts(everything=True), world.memory.entities()
    report = world.memory.rebuild()
    assert (report.stale, report.status.facts) == (False, 1)
    assert (world.memory.facts(everything=True), world.memory.entities()) == before


# ------------------------------------------------------------------------------------------------------- bounds


class Counted(RamWorkspace):
    """Counts what is read."""

    def __init__(self, pages) -> None:
        super().__init__(pages)
        self.reads: list[str] = []

    def read(self, path: str) -> bytes:
        self.reads.append(path)
        return super().read(path)


def keeper_of(workspace, index):
    return Keeper(workspace, lambda: index, lambda: index, RamIndex, read_header)


def test_a_question_reads_no_more_than_it_may_and_says_what_is_left():
    pages = {f"memory/2025-11-{day}.md": retain(f"W: Number {day}.") for day in range(10, 20)}
    size = len(pages["memory/2025-11-10.md"])
    workspace = Counted(pages)
    keeper = keeper_of(workspace, RamIndex())
    first = keeper.ready(most=3 * size)
    assert (first.stale, len(workspace.reads)) == (True, 3)
    assert first.notes == ("pages that changed and were not read yet: 7; `dayleaf index update` reads them",)
    keeper.ready(most=1)  # at least one page, so that it ends some day
    assert len(workspace.reads) == 4
    last = keeper.ready(most=None)
    assert (last.stale, last.notes, len(workspace.reads)) == (False, (), 10)
    assert len(list(last.index.facts())) == 10


def test_what_is_deleted_is_gone_even_when_not_all_could_be_read():
    workspace = Counted({DAY: retain("W: Tea."), NEXT: retain("W: Milk.")})
    keeper = keeper_of(workspace, RamIndex())
    keeper.ready()
    workspace.remove(DAY)
    for day in range(10, 20):
        workspace.save(f"memory/2025-11-{day}.md", retain("W: More."))
    ready = keeper.ready(most=1)
    assert ready.stale
    assert DAY not in ready.index.shelf()


# ------------------------------------------------------------------------------------------------------- what cannot be read


class Locked(RamWorkspace):
    """Some pages cannot be read, some folders not listed."""

    bad: frozenset[str] = frozenset()
    shut: frozenset[str] = frozenset()

    def read(self, path: str) -> bytes:
        if path in self.bad:
            raise DiskFailed(f"{path} cannot be read: Input/output error")
        return super().read(path)

    def listing(self) -> Listing:
        found = super().listing()
        stamps = tuple(stamp for stamp in found.stamps if stamp.path.rpartition("/")[0] not in self.shut)
        return Listing(stamps, tuple(Problem(Source(path, 0, 0), "unreadable", "this folder cannot be read") for path in sorted(self.shut)))


def test_one_page_that_cannot_be_read_is_a_problem_and_makes_the_answer_stale():
    workspace = Locked({DAY: retain("W: Tea."), NEXT: retain("W: Milk.")})
    workspace.bad = frozenset((DAY,))
    index = RamIndex()
    keeper = keeper_of(workspace, index)
    for _ in range(2):
        ready = keeper.ready()
        assert ready.stale
        assert DAY in ready.notes[0]
        assert [row.fact.text for row in index.facts(NEXT)][-1] == "Milk."
        assert [(problem.source.path, problem.code) for problem in index.problems()] == [(DAY, "unreadable")]
    assert keeper.report().stale
    assert any(DAY in difference for difference in keeper.verify().differences)
    assert keeper.rebuild().stale
    workspace.bad = frozenset()
    assert not keeper.ready().stale
    assert index.problems() == []


def test_a_page_that_was_read_before_answers_as_it_was_until_it_can_be_read_again():
    workspace = Locked({DAY: retain("W: Tea.")})
    keeper = keeper_of(workspace, RamIndex())
    keeper.ready()
    workspace.save(DAY, retain("W: Coffee."))
    workspace.bad = frozenset((DAY,))
    ready = keeper.ready()
    assert (ready.stale, [row.fact.text for row in ready.index.facts()][-1]) == (True, "Tea.")


def test_a_folder_that_cannot_be_listed_forgets_no_page_and_makes_the_answer_stale():
    workspace = Locked({DAY: retain("W: Tea."), "bank/world.md": "- W: Milk.\n"})
    keeper = keeper_of(workspace, RamIndex())
    keeper.ready()
    workspace.shut = frozenset(("memory",))
    ready = keeper.ready()
    assert ready.stale
    assert {DAY, "bank/world.md"} == set(ready.index.shelf())
    workspace.shut = frozenset()
    workspace.remove(DAY)
    ready = keeper.ready()
    assert (ready.stale, set(ready.index.shelf())) == (False, {"bank/world.md"})


# ------------------------------------------------------------------------------------------------------- the spare


class Broken(RamIndex):
    """An index on a disk that fails as told."""

    unreadable = unwritable = False
    locked = False

    def shelf(self):
        if self.unreadable:
            raise IndexFailed("the index is damaged")
        return super().shelf()

    def put(self, *pages):
        if self.unwritable:
            raise DiskFailed("the index cannot be written: No space left on device")
        super().put(*pages)

    def rebuild(self, pages, problems):
        if self.unwritable:
            raise DiskFailed("the new index cannot be written: No space left on device")
        self.unreadable = False
        super().rebuild(pages, problems)

    def state(self):
        return State.LOCKED if self.locked else super().state()


def test_a_damaged_index_is_made_anew_without_a_word():
    index = Broken()
    keeper = keeper_of(RamWorkspace({DAY: retain("W: Tea.")}), index)
    keeper.ready()
    index.unreadable = True
    ready = keeper.ready()
    assert (ready.index, ready.stale, ready.notes) == (index, False, ())


def test_when_the_disk_refuses_an_index_in_memory_answers_and_says_why():
    workspace, index = Counted({DAY: retain("W: Tea.")}), Broken()
    keeper = keeper_of(workspace, index)
    keeper.ready()
    index.unwritable = True
    assert keeper.ready().notes == ()  # nothing is to be written, so nothing is wrong
    workspace.save(DAY, retain("W: Coffee."))
    ready = keeper.ready()
    assert (ready.stale, ready.index is index) == (False, False)
    assert [row.fact.text for row in ready.index.facts()][-1] == "Coffee."
    assert ready.notes == ("answered from an index in memory, for the index cannot be written: No space left on device",)
    with pytest.raises(DiskFailed):
        keeper.update()
    with pytest.raises(DiskFailed):
        keeper.rebuild()
    index.unwritable = False
    ready = keeper.ready()
    assert (ready.index is index, ready.notes) == (True, ())
    keeper.close()


def test_a_spare_index_is_made_once_and_then_kept_up_to_date():
    workspace, index = Counted({f"memory/2025-11-{day}.md": retain("W: Tea.") for day in range(10, 30)}), Broken()
    index.unreadable = index.unwritable = True
    keeper = keeper_of(workspace, index)
    keeper.ready()
    workspace.reads.clear()
    keeper.ready()
    assert workspace.reads == []
    workspace.save("memory/2025-11-10.md", retain("W: Milk."))
    assert [row.fact.text for row in keeper.ready().index.facts("memory/2025-11-10.md")][-1] == "Milk."
    assert set(workspace.reads) == {"memory/2025-11-10.md"}


def test_where_a_spare_would_take_long_the_old_index_answers_and_is_stale():
    workspace, index = RamWorkspace({DAY: retain("W: Tea."), NEXT: retain("W: Milk.")}), Broken()
    keeper = keeper_of(workspace, index)
    keeper.ready()
    index.unwritable = True
    workspace.save(DAY, retain("W: Coffee."))
    ready = keeper.ready(most=10)
    assert (ready.index is index, ready.stale) == (True, True)
    assert "No space left" in ready.notes[0]


def test_an_index_locked_by_another_program_is_left_alone():
    index = Broken()
    keeper = keeper_of(RamWorkspace({DAY: retain("W: Tea.")}), index)
    keeper.ready()
    index.unreadable = index.locked = True
    ready = keeper.ready()
    assert (ready.index is index, index.unreadable) == (False, True)
    assert "in memory" in ready.notes[0]


def test_an_index_that_breaks_while_it_is_asked_is_mended_and_asked_again(tmp_path):
    world = InFolder(tmp_path, {DAY: retain("W @Peter: Likes tea.")})
    world.memory.recall("tea")
    world.memory.close()
    data = bytearray(world.file.read_bytes())
    page = int.from_bytes(data[16:18], "big")
    for start in range(page, len(data), page):  # every page but the first, so that it opens
        data[start : start + 64] = b"\xff" * 64
    world.file.write_bytes(data)
    with world.open() as memory:
        bundle = memory.recall("tea")
        assert ([hit.content for hit in bundle.hits], bundle.stale, bundle.notes) == (["Likes tea."], False, ())
        assert memory.verify().differences == ()


# ---------------------------------------------------------------------------------------------------------- huge pages


def test_a_huge_page_is_held_in_no_other_way_than_a_small_one(tmp_path, monkeypatch):
    lines = [f"W: Tea number {number}." for number in range(300)]
    small = InFolder(tmp_path / "small", {DAY: retain(*lines), "bank/entities/Ann.md": "# Ann\n- W: Likes tea.\n"})
    monkeypatch.setattr("dayleaf.shell.indexing.HUGE", 20)
    monkeypatch.setattr("dayleaf.core.page.parse.SLICE", 50)
    huge = InFolder(tmp_path / "huge", {DAY: retain(*lines), "bank/entities/Ann.md": "# Ann\n- W: Likes tea.\n"})
    for changed in (lines, [*lines, "W: One more."], lines[40:200], ["O(c=0.5) @Ann: Not much."]):
        for world in (small, huge):
            world.save(DAY, retain(*changed))
        assert huge.memory.facts(everything=True) == small.memory.facts(everything=True)
        assert huge.memory.entities() == small.memory.entities()
        assert huge.memory.verify().differences == ()
