"""Recall answers whatever happened to the index, says how, and never calls a doubtful answer empty; retains lose nothing."""

from __future__ import annotations

# ruff: noqa: ARG005, BLE001 - each harm is told what there was; a forked process shows whatever it died of
import contextlib
import os
import resource
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

import filelock  # noqa: F401 - before we are nobody, who may not be allowed to read this interpreter's files
import pytest
from worlds import InFolder, retain

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.sqlite.opening import file_lock
from dayleaf.adapters.sqlite.schema import VERSION
from dayleaf.core.errors import DayleafError, DiskFailed, IndexFailed

DAY, NEXT, TODAY = "memory/2025-11-27.md", "memory/2025-11-28.md", "memory/2025-12-01.md"
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@pytest.fixture
def world(tmp_path):
    made = InFolder(tmp_path, {DAY: retain("W @Peter: Likes tea."), "bank/world.md": "- W: Water is wet.\n"})
    made.memory.recall("tea")
    made.memory.close()
    yield made
    made.memory.close()


def answers(world, question="tea", patience=0.2):
    with world.open(patience) as memory:
        bundle = memory.recall(question)
        return [hit.content for hit in bundle.hits], bundle.stale, bundle.notes


FINE = (["Likes tea."], False, ())


# ------------------------------------------------------------------------------------------------------- the index


def scribbled(data, start, end):
    return data[:start] + bytes(255 - byte for byte in data[start:end]) + data[end:]


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: None,
        lambda data: b"",
        lambda data: data[:50],
        lambda data: data[:4096],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-4096],
        lambda data: b"garbage, not a database " * 500,
        lambda data: b"\0" * len(data),
        lambda data: scribbled(data, 0, 100),
        lambda data: scribbled(data, 4096, 8192),
        lambda data: scribbled(data, 4096, len(data)),
        lambda data: b"# Markdown\n",
    ],
    ids=["missing", "empty", "50 bytes", "a page", "half", "a page less", "garbage", "zeros", "head", "schema", "all but head", "text"],
)
def test_an_index_that_is_missing_or_damaged_is_built_anew_without_a_word(world, harm):
    data = harm(world.file.read_bytes())
    for left in world.file.parent.glob("index.sqlite*"):
        left.unlink()
    if data is not None:
        world.file.write_bytes(data)
    assert answers(world) == FINE
    with world.open() as memory:
        assert memory.verify().differences == ()


def test_a_folder_in_place_of_the_index_is_answered_around(world):
    world.file.unlink()
    world.file.mkdir()
    hits, stale, notes = answers(world)
    assert (hits, stale) == (["Likes tea."], False)
    assert "in memory" in notes[0]


@pytest.mark.parametrize("damage", range(12))
def test_scribbles_anywhere_never_reach_the_door(world, damage):
    """Whatever page of the file is ruined: the answer is right, or it is the index that says it cannot."""
    data = world.file.read_bytes()
    at = len(data) // 12 * damage
    world.file.write_bytes(scribbled(data, at, at + 600))
    with world.open() as memory:
        for _ in range(2):
            assert [hit.content for hit in memory.recall("tea").hits] == ["Likes tea."]
            assert memory.entity("peter").name == "Peter"
            assert len(memory.facts().facts) == 2
            assert len(memory.about("Peter").facts) == 1


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1, 10**6])
def test_an_index_of_an_older_or_newer_version_is_built_anew(world, version):
    with contextlib.closing(sqlite3.connect(world.file)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    assert answers(world) == FINE


@pytest.mark.parametrize("way", ["exclusive", "publishing"])
def test_a_locked_index_is_answered_around_and_left_alone(world, way):
    before = world.file.read_bytes()
    with contextlib.ExitStack() as stack:
        if way == "publishing":
            stack.enter_context(file_lock(world.file, exclusive=True, patience=1))
        else:
            database = stack.enter_context(contextlib.closing(sqlite3.connect(world.file, isolation_level=None)))
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
        hits, stale, notes = answers(world)
        assert (hits, stale) == (["Likes tea."], False)
        assert "in memory" in notes[0]
        assert "lock" in notes[0]
    assert world.file.read_bytes() == before
    assert answers(world) == FINE


def test_a_writer_that_takes_its_time_hides_no_edit(world):
    world.save(NEXT, retain("W: Likes tea with milk."))
    with contextlib.closing(sqlite3.connect(world.file, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        hits, stale, notes = answers(world)
        assert ("Likes tea with milk." in hits, stale) == (True, False)
        assert "another process is writing" in notes[0]
    hits, stale, notes = answers(world)
    assert ("Likes tea with milk." in hits, stale, notes) == (True, False, ())


# ------------------------------------------------------------------------------------------------------- the disk


@pytest.fixture
def shut():
    """A world in a folder that can be made read-only for us, even if we are root."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    made = InFolder(folder, {DAY: retain("W @Peter: Likes tea.")})

    @contextlib.contextmanager
    def shutting():
        places = [folder, *folder.rglob("*")]
        for entry in places:
            entry.chmod(0o555 if entry.is_dir() else 0o444)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield
        finally:
            if root:
                os.seteuid(0)
            for entry in places:
                entry.chmod(0o755 if entry.is_dir() else 0o644)

    yield made, shutting
    made.memory.close()
    shutil.rmtree(folder)


def test_a_read_only_workspace_with_an_index_answers_from_it(shut):
    world, shutting = shut
    world.memory.recall("tea")
    world.memory.close()
    with shutting():
        assert answers(world) == FINE


def test_a_read_only_workspace_without_an_index_answers_from_memory(shut):
    world, shutting = shut
    with shutting():
        hits, stale, notes = answers(world)
        assert (hits, stale) == (["Likes tea."], False)
        assert "in memory" in notes[0]
        with world.open() as memory:
            assert memory.status().stale
            for write in (memory.update, memory.rebuild, lambda: memory.retain("Tea.")):
                with pytest.raises(DiskFailed):
                    write()
            with pytest.raises(IndexFailed):
                memory.verify()
            assert all(check.ok is not False for check in memory.doctor())


def test_an_edit_in_a_workspace_whose_index_is_read_only_is_seen(shut):
    world, shutting = shut
    world.memory.recall("tea")
    world.memory.close()
    world.save(NEXT, retain("W: Likes tea with milk."))
    world.remove(DAY)
    with shutting():
        hits, stale, notes = answers(world)
    assert (hits, stale) == (["Likes tea with milk."], False)
    assert "in memory" in notes[0]


@contextlib.contextmanager
def files_no_larger_than(size):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 1000, 40_000])
def test_a_full_disk_is_answered_around_and_used_again_when_there_is_room(world, size):
    world.save(NEXT, retain(*(f"W: Likes tea number {number}, {'and so on ' * 9}." for number in range(200))))
    with world.open() as memory:
        with files_no_larger_than(size):
            bundle = memory.recall("number 150", k=1)
            assert ("number 150" in bundle.hits[0].content, bundle.stale) == (True, False)
            assert "in memory" in bundle.notes[0]
            with pytest.raises(DiskFailed):
                memory.update()
        bundle = memory.recall("number 150", k=1)
        assert ("number 150" in bundle.hits[0].content, bundle.notes) == (True, ())
        assert memory.verify().differences == ()


def test_a_retain_on_a_full_disk_changes_nothing_and_says_so(world):
    before = world.read(DAY)
    with files_no_larger_than(0), pytest.raises(DiskFailed) as failed:
        world.open().retain("Likes milk.", day="2025-11-27")
    assert failed.value.hint
    assert world.read(DAY) == before
    assert answers(world) == FINE


def test_a_page_on_a_bad_sector_makes_the_answer_stale_and_is_named(world, monkeypatch):
    world.save(NEXT, retain("W: Likes milk."))
    real = FolderWorkspace.read

    def read(self, path):
        if path == NEXT:
            raise DiskFailed(f"{path} cannot be read: Input/output error")
        return real(self, path)

    with monkeypatch.context() as patched:
        patched.setattr(FolderWorkspace, "read", read)
        hits, stale, notes = answers(world, "milk")
        assert (hits, stale) == ([], True)  # empty, but it does not say "nothing"
        assert NEXT in notes[0]
        with world.open() as memory:
            held = memory.facts()
            assert (held.stale, [(problem.source.path, problem.code) for problem in held.problems]) == (True, [(NEXT, "unreadable")])
            assert memory.update().stale
            assert any(NEXT in difference for difference in memory.verify().differences)
    assert answers(world, "milk") == (["Likes milk."], False, ())


def test_a_folder_nobody_may_list_makes_the_answer_stale(shut):
    world, shutting = shut
    world.save("memory/private/2025-11-28.md", retain("W: Likes milk."))
    world.memory.recall("milk")
    world.memory.close()
    with shutting():
        if os.geteuid() == 65534:
            os.seteuid(0)
            (world.root / "memory/private").chmod(0)
            os.seteuid(65534)
        else:
            (world.root / "memory/private").chmod(0)
        hits, stale, notes = answers(world, "milk")
        assert (hits, stale) == (["Likes milk."], True)
        assert "memory/private" in notes[0]


# ------------------------------------------------------------------------------------------------------- people


def test_a_hand_edit_is_found_at_once_and_a_deleted_page_never_answers(world):
    with world.open() as memory:
        words = [f"{one}ola{other}" for one in "klmnp" for other in "bdfgkp"]
        for number in range(30):
            word = words[number]
            (world.root / DAY).write_text(retain(f"W: The word is {word}."))
            assert len(memory.recall(word).hits) == 1
            assert number == 0 or memory.recall(words[number - 1]).hits == ()
        world.remove(DAY)
        assert memory.recall(words[29]).hits == ()


def test_an_index_deleted_between_two_questions_of_one_process_is_no_matter(world):
    with world.open() as memory:
        for _ in range(3):
            assert [hit.content for hit in memory.recall("tea").hits] == ["Likes tea."]
            shutil.rmtree(world.file.parent)
        assert [hit.content for hit in memory.recall("tea").hits] == ["Likes tea."]
        assert memory.retain("Likes milk.").new


def test_an_index_rebuilt_by_another_process_is_used_at_once(world):
    with world.open() as memory, world.open() as other:
        memory.recall("tea")
        world.save(NEXT, retain("W: Likes milk."))
        other.rebuild()
        assert [hit.content for hit in memory.recall("milk").hits] == ["Likes milk."]


def test_a_page_that_vanishes_while_it_is_read_is_gone(world, monkeypatch):
    world.save(NEXT, retain("W: Likes milk."))
    real = FolderWorkspace.read

    def read(self, path):
        if path == NEXT and (world.root / NEXT).exists():
            world.remove(NEXT)
        return real(self, path)

    monkeypatch.setattr(FolderWorkspace, "read", read)
    assert answers(world, "milk") == ([], False, ())


# ------------------------------------------------------------------------------------------------------- many at once


def forked(work):
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


@pytest.mark.slow
def test_four_processes_retain_while_a_fifth_recalls(world):
    each = 100

    def retaining(name):
        with world.open(patience=60) as memory:
            for number in range(each):
                assert memory.retain(f"Writer {name} says number {number} of tea.", entities=[name]).new

    def recalling():
        with world.open(patience=60) as memory:
            seen = 0
            while not (world.root / "enough").exists():
                bundle = memory.recall("tea", k=1000, budget=10**6)
                assert not bundle.stale
                assert len(bundle.hits) >= seen, "what was seen vanished"
                seen = len(bundle.hits)

    reader = forked(recalling)
    writers = [forked(lambda name=name: retaining(name)) for name in ("Ada", "Bea", "Cai", "Dov")]
    ends = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in writers]
    (world.root / "enough").touch()
    ends.append(os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1]))
    assert ends == [0] * 5
    lines = world.read(TODAY).decode().splitlines()
    assert sorted(lines[3:]) == sorted(
        f"- W @{name}: Writer {name} says number {n} of tea." for name in ("Ada", "Bea", "Cai", "Dov") for n in range(each)
    )
    with world.open() as memory:
        held = memory.facts(TODAY)
        assert (len(held.facts), held.problems, len({fact.id for fact in held.facts})) == (4 * each, (), 4 * each)
        assert memory.verify().differences == ()


def test_threads_share_one_memory(world):
    errors: list[BaseException] = []

    def work(name):
        try:
            for number in range(8):
                memory.retain(f"{name} drinks tea number {number}.", entities=[name])
                assert any(
                    f"{name} drinks tea number {number}." == hit.content for hit in memory.recall(f"{name} tea", k=200, budget=10**6).hits
                )
                memory.about(name)
                memory.status()
        except BaseException as error:
            errors.append(error)

    with world.open() as memory:
        threads = [threading.Thread(target=work, args=(name,)) for name in ("Ada", "Bea", "Cai", "Dov")]
        shake = threading.Thread(target=lambda: [memory.rebuild() for _ in range(5)])
        for thread in (*threads, shake):
            thread.start()
        for thread in (*threads, shake):
            thread.join()
        assert errors == []
        assert len(memory.facts(TODAY).facts) == 32
        assert memory.verify().differences == ()


def test_a_retain_during_a_recall_is_not_lost_and_the_next_recall_has_it(world, monkeypatch):
    real = FolderWorkspace.listing
    with world.open() as memory, world.open() as other:
        memory.recall("tea")

        def listing(self):
            found = real(self)
            monkeypatch.undo()
            other.retain("Likes tea with milk.")  # after the recall has looked at the folder
            return found

        monkeypatch.setattr(FolderWorkspace, "listing", listing)
        assert sorted(hit.content for hit in memory.recall("tea").hits) == ["Likes tea with milk.", "Likes tea."]
        assert "Likes tea with milk." in [hit.content for hit in memory.recall("tea").hits]


def test_a_first_recall_of_many_processes_at_once(tmp_path):
    world = InFolder(tmp_path, {f"memory/2025-11-{day}.md": retain(*(f"W: Tea {day} {n}." for n in range(30))) for day in range(10, 28)})

    def first():
        with world.open(patience=60) as memory:
            bundle = memory.recall("tea", k=1000, budget=10**6)
            assert (len(bundle.hits), bundle.stale) == (18 * 30, False)

    children = [forked(first) for _ in range(6)]
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children] == [0] * 6
    with world.open() as memory:
        assert memory.verify().differences == ()


def test_killed_while_retaining_what_was_acknowledged_is_there(world):
    reading, writing = os.pipe()

    def endless():
        os.close(reading)
        with world.open() as memory:
            for number in range(10_000):
                memory.retain(f"Number {number}.")
                memory.recall("number", k=3)
                os.write(writing, number.to_bytes(4, "big"))

    pid = forked(endless)
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        for _ in range(12):
            last = int.from_bytes(pipe.read(4), "big")
        time.sleep(0.003)
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        last = max([last, *(int.from_bytes(chunk, "big") for chunk in iter(lambda: pipe.read(4), b""))])
    with world.open() as memory:
        said = {fact.text for fact in memory.facts(TODAY).facts}
        assert {f"Number {number}." for number in range(last + 1)} <= said
        assert memory.verify().differences == ()


def test_no_fault_of_the_index_is_an_exception_of_the_door(world):
    """One call after another, each after the file was ruined: the answers are those of a sound index."""
    calls = {
        "facts": lambda memory: len(memory.facts().facts),
        "entities": lambda memory: len(memory.entities()),
        "entity": lambda memory: memory.entity("Peter").name,
        "about": lambda memory: len(memory.about("Peter").facts),
        "status": lambda memory: memory.status().stale,
        "update": lambda memory: memory.update().status.files,
        "rebuild": lambda memory: memory.rebuild().status.files,
        "doctor": lambda memory: len(memory.doctor()),
    }
    wanted = {"facts": 2, "entities": 1, "entity": "Peter", "about": 1, "status": True, "update": 2, "rebuild": 2, "doctor": 4}
    told = {}
    for name, call in calls.items():
        world.file.write_bytes(b"ruined " * 1000)
        with world.open() as memory:
            try:
                told[name] = call(memory)
            except DayleafError as error:
                told[name] = error
    assert told == wanted
