"""Working memory that is killed, shared, damaged, locked, deleted; a turn goes on without it."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from worlds import InFolder, retain

from dayleaf.adapters.conversation_log import FolderConversationLog
from dayleaf.adapters.private.working import SqliteWorkingMemory
from dayleaf.core.errors import Busy, DiskFailed
from dayleaf.core.working import Room, Slot

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)

WRITER = """
import datetime as dt, sys
from pathlib import Path
from dayleaf.adapters.private.working import SqliteWorkingMemory
from dayleaf.core.working import Room, Slot
held = SqliteWorkingMemory(Path(sys.argv[1]))
now = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)
for number in range(int(sys.argv[3])):
    text = f"{number:06}" * 5000
    held.put(Slot(f"subagent/{sys.argv[2]}", f"k{number % 40}", text, None, now + dt.timedelta(hours=1)), now, Room())
    print(number, flush=True)
"""


def slot(key: str, value: str = "v") -> Slot:
    return Slot("session/a", key, value, None, NOW + dt.timedelta(hours=1))


def use(held: SqliteWorkingMemory) -> None:
    for _ in range(3):
        held.get("session/a", "k", NOW)
        held.put(slot("other", "y" * 50_000), NOW, Room())


def writer(file, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(file), name, str(count)], stdout=subprocess.PIPE, text=True)


def test_killed_while_putting_every_slot_is_whole(tmp_path):
    file = tmp_path / "working.sqlite"
    for delay in (0, 7, 19, 33, 58, 91):
        child = writer(file, "t", 100_000)
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(delay / 1000)
        os.kill(child.pid, signal.SIGKILL)
        said = [int(line) for line in (first + child.stdout.read()).split("\n") if line]
        child.wait()
        child.stdout.close()
        held = SqliteWorkingMemory(file)
        values = [held.get("subagent/t", one.key, NOW) for one in held.inventory(NOW)]
        assert values
        for one in values:
            assert one is not None
            assert one.value == one.value[:6] * 5000
        newest = held.get("subagent/t", f"k{said[-1] % 40}", NOW)
        assert newest is not None
        assert int(newest.value[:6]) >= said[-1] or said[-1] < 40  # what was acknowledged is there
        held.close()


def test_two_processes_put_at_once(tmp_path):
    file = tmp_path / "working.sqlite"
    children = [writer(file, name, 40) for name in ("one", "two")]
    for child in children:
        assert child.communicate(timeout=60)[0].split()[-1] == "39"
        assert child.returncode == 0
    held = SqliteWorkingMemory(file)
    assert len(held.inventory(NOW)) == 80
    held.close()


@pytest.mark.parametrize(
    "garbage", [b"not a database at all" * 500, b"SQLite format 3\x00" + b"\xff" * 9000, None], ids=["text", "header", "cut"]
)
def test_a_damaged_file_is_set_aside_and_said_once(tmp_path, garbage):
    file = tmp_path / "working.sqlite"
    held = SqliteWorkingMemory(file)
    held.put(slot("k", "x" * 50_000), NOW, Room())
    held.close()
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2 + 100] if garbage is None else garbage)
    again = SqliteWorkingMemory(file)
    with pytest.raises(DiskFailed, match="damaged"):
        use(again)
    again.put(slot("new"), NOW, Room())
    assert [one.key for one in again.inventory(NOW)] == ["new"]
    assert (tmp_path / "working.sqlite.damaged").exists()
    again.close()


def test_a_database_of_another_program_is_not_written_into(tmp_path):
    file = tmp_path / "working.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE theirs (x)")
        other.execute("INSERT INTO theirs VALUES (1)")
    other.close()
    held = SqliteWorkingMemory(file)
    with pytest.raises(DiskFailed):
        held.put(slot("k"), NOW, Room())
    kept = sqlite3.connect(tmp_path / "working.sqlite.damaged")
    assert kept.execute("SELECT * FROM theirs").fetchall() == [(1,)]
    kept.close()
    held.close()


def test_a_file_deleted_meanwhile_is_begun_anew(tmp_path):
    file = tmp_path / ".memory" / "working.sqlite"
    held = SqliteWorkingMemory(file)
    held.put(slot("k"), NOW, Room())
    for each in file.parent.iterdir():
        each.unlink()
    assert held.get("session/a", "k", NOW) is None
    held.put(slot("k"), NOW, Room())
    assert held.get("session/a", "k", NOW) is not None
    assert file.stat().st_mode & 0o777 == 0o600
    held.close()


def test_a_lock_held_too_long_is_said(tmp_path):
    file = tmp_path / "working.sqlite"
    held = SqliteWorkingMemory(file, patience=0.1)
    held.put(slot("k"), NOW, Room())
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy):
        held.put(slot("l"), NOW, Room())
    assert held.get("session/a", "k", NOW) is not None
    other.execute("ROLLBACK")
    other.close()
    held.put(slot("l"), NOW, Room())
    held.close()


def test_nothing_is_made_by_looking(tmp_path):
    held = SqliteWorkingMemory(tmp_path / ".memory" / "working.sqlite")
    assert held.get("session/a", "k", NOW) is None
    assert not held.inventory(NOW)
    assert not held.delete("session/a", "k", NOW)
    assert held.sweep(NOW) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_turn_goes_on_without_its_scratch(tmp_path):
    world = InFolder(tmp_path, {"memory/2025-11-01.md": retain("W @Tjark: Tjark keeps his boat at pier 9.")})
    (tmp_path / ".memory").mkdir(exist_ok=True)
    (tmp_path / ".memory/working.sqlite").write_bytes(b"garbage" * 1000)
    found = world.memory.begin_turn("a", "Where is the boat?", carry=True)
    assert "pier 9" in found.text
    assert any("damaged" in note for note in found.notes)
    shutil.rmtree(tmp_path / ".memory/conversations")
    (tmp_path / ".memory/conversations").write_text("a file where a folder should be")
    ended = world.memory.end_turn("a", "At pier 9.")
    assert not ended.logged
    assert ended.notes
    world.memory.close()


def test_a_torn_line_of_the_log_stays_alone(tmp_path):
    log = FolderConversationLog(tmp_path)
    (tmp_path / "2025-12-01.jsonl").write_bytes(b'{"session": "a", "tex')
    log.append(NOW.date(), [b'{"whole": 1}'])
    assert (tmp_path / "2025-12-01.jsonl").read_bytes() == b'{"session": "a", "tex\n{"whole": 1}\n'


def test_a_link_in_place_of_the_log_is_not_followed(tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "2025-12-01.jsonl").symlink_to(outside)
    with pytest.raises(DiskFailed):
        FolderConversationLog(folder).append(NOW.date(), [b"{}"])
    assert outside.read_text() == "mine"


def test_a_workspace_that_was_moved_away_does_not_come_back_empty(tmp_path):
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    world = InFolder(root)
    world.memory.begin_turn("s", "hello")
    root.rename(tmp_path / "moved")
    with pytest.raises(DiskFailed):
        world.memory.work.put("k", "v", caller="a")
    assert not world.memory.end_turn("s", "goodbye").logged
    assert not root.exists()
    world.memory.close()
