"""Whatever happens to the index file: it answers, or says that it cannot and is cured by a rebuild."""

from __future__ import annotations

# ruff: noqa: S311 - the same accidents in every run
import contextlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from dayleaf.adapters.sqlite import SqliteIndex, looking, opening
from dayleaf.adapters.sqlite.schema import VERSION
from dayleaf.core.entry import Condition
from dayleaf.core.errors import Busy, DiskFailed, IndexFailed
from dayleaf.core.fact import Problem, Source
from dayleaf.ports import State
from dayleaf.testing.index import PETER, fact, page, said

PAGES = [
    page(f"memory/2025-11-{day:02}.md", *(fact(f"tea {day} {line} {'x' * 40}", 0, PETER) for line in range(20)))
    for day in range(1, 11)
]  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".memory" / "index.sqlite"


@pytest.fixture
def index(path):
    """An index of ten pages of twenty facts."""
    index = SqliteIndex(path, "1", patience=0.2)
    index.rebuild(PAGES, ())
    yield index
    index.close()


def everything(index):
    """Ask for everything there is, so that all parts of the file are read."""
    rows = list(index.facts())
    terms = [term for term, _ in index.vocabulary("", "\U0010ffff", 9999)]
    answers = (
        index.shelf(), index.size(), index.frequencies(terms), index.postings(terms), index.rows([row.number for row in rows]),
        index.select(Condition()), index.select(Condition(keys=frozenset(("peter",)))), index.entities(), index.problems(), index.status(),
        index.find(rows[0].fact.id if rows else "abcd"), index.endings("e", 5), index.named(["peter"]),
    )  # fmt: skip
    return len(answers), len(rows)


def cures(path):
    """A rebuild makes an index of it again, whatever is there now."""
    index = SqliteIndex(path, "1", patience=0.2)
    index.rebuild(PAGES, ())
    assert (index.state(), index.size().rows, index.check()) == (State.READY, 200, [])
    index.close()
    return True


def test_a_missing_index_says_so_and_looking_makes_nothing(path):
    index = SqliteIndex(path, "1")
    assert index.state() is State.MISSING
    with pytest.raises(IndexFailed, match="there is no index"):
        index.size()
    with pytest.raises(IndexFailed):
        index.put(PAGES)
    assert not path.parent.exists()
    assert cures(path)


@pytest.mark.parametrize(
    ("content", "state"),
    [(b"", State.MISSING), (b"garbage", State.BROKEN), (b"\0" * 9000, State.BROKEN), (b"SQLite format 3\0", State.BROKEN)],
)
def test_a_file_that_is_no_index(path, content, state):
    path.parent.mkdir()
    path.write_bytes(content)
    index = SqliteIndex(path, "1")
    assert index.state() is state
    with pytest.raises(IndexFailed):
        list(index.facts())
    assert path.read_bytes() == content
    assert cures(path)


def test_a_database_of_somebody_else(path):
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE precious (x)")
    assert SqliteIndex(path, "1").state() is State.BROKEN


@pytest.mark.parametrize(("version", "state"), [(VERSION - 1, State.OLDER), (VERSION + 1, State.NEWER)])
def test_an_index_of_another_version(index, path, version, state):
    index.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    other = SqliteIndex(path, "1")
    assert other.state() is state
    with pytest.raises(IndexFailed, match=state.value):
        other.size()
    assert cures(path)


def test_an_index_of_another_identity_does_not_answer(index, path):
    assert SqliteIndex(path, "2").state() is State.OTHER
    with pytest.raises(IndexFailed, match="other settings"):
        SqliteIndex(path, "2").put(PAGES)
    assert index.size().rows == 200


def test_an_index_cut_short_anywhere(index, path):
    index.close()
    whole = path.read_bytes()
    for keep in sorted({*range(0, len(whole), 4096), 1, 50, 99, 100, 101, 5000}):
        path.write_bytes(whole[:keep])
        cut = SqliteIndex(path, "1")
        with pytest.raises(IndexFailed):
            everything(cut)
        assert cut.state() in {State.BROKEN, State.MISSING}
        cut.close()
    path.write_bytes(whole[:-1])  # SQLite takes a torn last page for one that ends in zeros
    cut = SqliteIndex(path, "1")
    with contextlib.suppress(IndexFailed):
        assert everything(cut) == (13, 200)
    cut.close()
    assert cures(path)


def test_bytes_changed_anywhere(index, path):
    index.close()
    whole = path.read_bytes()
    chance = random.Random(1)
    failed = 0
    for _ in range(150):
        torn = bytearray(whole)
        for _ in range(chance.choice((1, 8, 200))):
            torn[chance.randrange(len(torn))] = chance.randrange(256)
        path.write_bytes(torn)
        changed = SqliteIndex(path, "1")
        try:
            everything(changed)
            changed.check()
        except IndexFailed:
            failed += 1
        finally:
            changed.close()
    assert failed
    assert cures(path)


def test_what_changed_inside_is_found_by_the_check(index, path):
    changes = (
        "UPDATE fact SET text = 'other' WHERE number = (SELECT min(number) FROM fact)",
        "DELETE FROM fact WHERE number = (SELECT max(number) FROM fact)",
        "DELETE FROM digest WHERE number = (SELECT min(number) FROM fact)",
        "DELETE FROM mention WHERE number = (SELECT min(number) FROM fact)",
        "UPDATE page SET lengths = zeroblob(length(lengths))",
        "UPDATE page SET kinds = zeroblob(length(kinds) - 1) || x'04'",
        "INSERT INTO span VALUES (0, 1, 2, 3)",
        "INSERT INTO label VALUES ('category x', 1)",
        "INSERT INTO heading VALUES (999999, 'x')",
        "INSERT INTO term (rowid, terms) VALUES (999999, 'ghost')",
        "UPDATE meta SET value = value + 1 WHERE name = 'rows'",
        "UPDATE page SET capacity = 100000",
    )
    index.close()
    whole = path.read_bytes()
    for change in changes:
        path.write_bytes(whole)
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute(change)
            database.commit()
        changed = SqliteIndex(path, "1")
        assert changed.check() != [], change
        changed.close()


def test_lookups_go_on_while_another_process_writes_for_long(index, path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM heading")
        assert everything(index) == (13, 200)
        started = time.monotonic()
        with pytest.raises(Busy):
            index.put(PAGES[:1])
        assert time.monotonic() - started < 2
        assert index.state() is State.READY
    index.put(PAGES[:1])


def test_an_index_somebody_keeps_for_himself(index, path):
    index.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM heading")
        locked = SqliteIndex(path, "1", patience=0.1)
        assert locked.state() is State.LOCKED
        with pytest.raises(IndexFailed, match="locked"):
            locked.size()


@pytest.fixture
def shut():
    """A folder that can be made read-only for us, even if we are root."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder)

        @contextlib.contextmanager
        def shutting():
            for entry in (folder, *folder.iterdir()):
                entry.chmod(0o555 if entry.is_dir() else 0o444)
            root = os.geteuid() == 0
            if root:
                os.seteuid(65534)
            try:
                yield
            finally:
                if root:
                    os.seteuid(0)
                folder.chmod(0o755)

        yield folder, shutting


@pytest.mark.parametrize("left_over", [False, True])
def test_a_read_only_folder_lets_us_look(shut, left_over):
    folder, shutting = shut
    path = folder / "index.sqlite"
    index = SqliteIndex(path, "1", patience=0.2)
    index.rebuild(PAGES[:-1], ())
    index.put(PAGES[-1:])
    if not left_over:  # closing takes the -wal and -shm away
        index.close()
    with shutting():
        shut_in = SqliteIndex(path, "1", patience=0.2)
        assert shut_in.state() is State.READY
        assert everything(shut_in) == (13, 200)
        assert shut_in.check() == []
        with pytest.raises(DiskFailed):
            shut_in.put(PAGES[:1])
        with pytest.raises(DiskFailed):
            shut_in.rebuild(PAGES, ())
        with pytest.raises(DiskFailed):
            shut_in.note([Problem(Source("a.md", 1, 1), "x", "x")])
        shut_in.close()
    index.close()


def test_a_full_disk_changes_nothing(index, path, monkeypatch):
    index.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
    monkeypatch.setattr(opening, "PRAGMAS", (*opening.PRAGMAS, f"max_page_count = {pages + 2}"))
    full = SqliteIndex(path, "1")
    with pytest.raises(DiskFailed, match="full"):
        full.put([page("big.md", *(fact(f"much {i} {'y' * 200}") for i in range(500)))])
    assert everything(full) == (13, 200)
    with pytest.raises(DiskFailed, match="full"):
        full.rebuild([page("big.md", *(fact(f"much {i} {'y' * 200}") for i in range(2000)))], ())
    assert (everything(full), full.check()) == ((13, 200), [])
    assert [left.name for left in path.parent.glob("*.new-*")] == []
    full.close()


@contextlib.contextmanager
def files_no_larger_than(size):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_refuses_to_write(index, path):
    big = [page("big.md", *(fact(f"much {i} {'y' * 200}") for i in range(2000)))]
    for size in (1000, 20_000, path.stat().st_size):
        with files_no_larger_than(size):
            with pytest.raises(DiskFailed):
                index.put(big)
            with pytest.raises(DiskFailed):
                index.rebuild(big, ())
        assert (everything(index), index.check()) == ((13, 200), [])
    assert [left.name for left in path.parent.glob("*.new-*")] == []


def test_a_rebuild_that_fails_half_way_leaves_the_old_index(index, path):
    def pages():
        yield PAGES[0]
        raise KeyError("stop")

    with pytest.raises(KeyError):
        index.rebuild(pages(), ())
    assert (everything(index), sorted(left.name for left in path.parent.iterdir() if "new" in left.name)) == ((13, 200), [])


def test_who_has_the_old_index_open_goes_on_and_then_sees_the_new_one(index, path):
    index.put(PAGES[:1])  # so that there is a -wal
    other = SqliteIndex(path, "1")
    with index.snapshot():
        before = index.size()
        other.rebuild(PAGES[:3], ())
        assert index.size() == before
        assert everything(index) == (13, 200)
    assert everything(index) == everything(other) == (13, 60)
    index.put(PAGES[3:4])
    assert (everything(other), other.check()) == ((13, 80), [])
    other.close()
    assert (everything(index), index.check()) == ((13, 80), [])


def test_an_index_deleted_while_open(index, path):
    index.put(PAGES[:1])
    path.unlink()
    assert index.state() is State.MISSING
    with pytest.raises(IndexFailed):
        index.size()
    index.rebuild(PAGES[:2], ())
    assert (everything(index), index.check()) == ((13, 40), [])


def test_rebuilding_and_looking_at_the_same_time(path):
    index, other = SqliteIndex(path, "1"), SqliteIndex(path, "1")
    index.rebuild(PAGES, ())
    stop = threading.Event()
    failures = []

    def look():
        try:
            while not stop.is_set():
                assert everything(index)[1] in {20, 200}
        except BaseException as error:  # noqa: BLE001 - shown below, in the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for turn in range(20):
        other.rebuild(PAGES if turn % 2 else PAGES[:1], ())
        other.put(PAGES[:1])
    stop.set()
    for thread in threads:
        thread.join()
    other.close()
    index.close()
    assert failures == []


def test_nobody_opens_the_index_while_another_one_is_published(index, path):
    index.close()
    with opening.file_lock(path, exclusive=True, patience=1):
        assert SqliteIndex(path, "1", patience=0.05).state() is State.LOCKED
        with pytest.raises(Busy):
            SqliteIndex(path, "1", patience=0.05).rebuild(PAGES, ())
        away = path.rename(path.with_name("away"))  # as it is between the old file and the new one
        assert SqliteIndex(path, "1", patience=0.05).state() is State.LOCKED
        away.rename(path)
    late = SqliteIndex(path, "1", patience=0.05)
    assert everything(late) == (13, 200)
    late.close()


def test_lock_and_new_files_are_not_followed_through_links(index, path, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    lock = path.with_name("index.sqlite.lock")
    lock.unlink(missing_ok=True)
    lock.symlink_to(victim)
    with pytest.raises(DiskFailed, match="lock file"):
        index.rebuild(PAGES, ())
    assert everything(index) == (13, 200)
    assert victim.read_text() == "precious"


def child(work):
    """Fork a process that does this; returns its pid and the end of a pipe it may write acknowledgements into."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            work(lambda step: os.write(writing, step.to_bytes(4, "big")))
        finally:
            os._exit(0)
    os.close(writing)
    return pid, reading


def kill(pid, reading, steps, after):
    """Kill it so many seconds after it acknowledged so many steps; returns the last step it acknowledged, or None."""
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        acknowledged = b"".join(pipe.read(4) for _ in range(steps))
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        acknowledged += pipe.read()
    return int.from_bytes(acknowledged[-4:], "big") if acknowledged else None


def pages_of_step(step):
    """Three pages, all of which say the step; one grows, one changes in the middle, one comes and goes."""
    made = [
        page("memory/2025-11-27.md", fact(f"step {step}"), *(fact(f"line {i}", 0, PETER) for i in range(step % 37))),
        page("bank/world.md", *(fact(f"row {i} of {step if i == step % 12 else 'all'}") for i in range(12))),
    ]
    return [*made, page("memory/2025-11-28.md", fact(f"now and then {step}"))] if step % 3 == 0 else made


def change(path, step, rebuilding, ack):
    index = SqliteIndex(path, "1")
    while True:
        step += 1
        pages = pages_of_step(step)
        if rebuilding and step % 2:
            index.rebuild(pages, ())
        else:
            index.put(pages, [] if step % 3 == 0 else ["memory/2025-11-28.md"])
        ack(step)


@pytest.mark.parametrize("rebuilding", [False, True])
def test_killed_anywhere_the_index_answers_or_says_that_it_must_be_rebuilt(path, rebuilding):
    chance = random.Random(rebuilding)
    SqliteIndex(path, "1").rebuild(pages_of_step(0), ())
    step, missing = 0, 0
    for _ in range(110):
        pid, reading = child(partial(change, path, step, rebuilding))
        step = kill(pid, reading, chance.randrange(3), chance.uniform(0, 0.012)) or step
        index = SqliteIndex(path, "1")
        if index.state() is State.MISSING:  # between the old file and the new one
            missing += 1
            index.rebuild(pages_of_step(step), ())
        else:
            (now,) = (int(text[5:]) for text in said(list(index.facts())) if text.startswith("step "))
            assert step <= now <= step + 1
            step = now
        wanted = {one.reading.page.path: [each.text for each in one.reading.facts] for one in pages_of_step(step)}
        assert {name: said(list(index.facts(name))) for name in index.shelf()} == wanted
        assert index.check() == []
        index.close()
    assert step >= 50
    assert missing < 20
    left = list(path.parent.glob("*.new-*"))
    for one in left:
        os.utime(one, (0, 0))
    assert cures(path)
    assert list(path.parent.glob("*.new-*")) == []


def test_two_processes_write_and_nothing_is_lost(path):
    SqliteIndex(path, "1").rebuild((), ())

    def write(ack, who):
        index = SqliteIndex(path, "1", patience=20)
        for number in range(40):
            index.put([page(f"{who}-{number}.md", fact(f"from {who}", 0, PETER))])
        index.close()
        ack(1)

    children = [child(lambda ack, who=who: write(ack, who)) for who in "abc"]
    for pid, reading in children:
        os.waitpid(pid, 0)
        with os.fdopen(reading, "rb") as pipe:
            assert pipe.read()
    index = SqliteIndex(path, "1")
    assert (index.size().rows, index.frequencies(["from", "peter"])["peter"], index.check()) == (120, 120, [])
    index.close()


def test_the_facts_of_one_page_are_found_without_looking_at_the_others(path):
    """Else the proof that an index of 10,000 pages is right would look at a hundred million."""
    index = SqliteIndex(path, "1")
    index.rebuild([page(f"memory/note-{n}.md", fact("tea", 0)) for n in range(50)], ())
    with sqlite3.connect(path) as db:
        looking.pages_of(db, "memory/note-1.md")  # a new connection reads the schema first
        steps = []
        db.set_progress_handler(lambda: steps.append(1) and None, 1)
        assert len(looking.pages_of(db, "memory/note-7.md")) == 1
        db.set_progress_handler(None, 0)
    db.close()
    index.close()
    assert len(steps) < 50
