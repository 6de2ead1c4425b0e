"""Killed while appending, cut off, overwritten, of another model: the vectors that are whole still answer, the rest is embedded again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from array import array
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from dayleaf.adapters.vectors import FileVectors
from dayleaf.adapters.vectors.format import ENTRY, HEADER, Model
from dayleaf.core.errors import DiskFailed
from dayleaf.ports import Block, Placed
from dayleaf.testing.vectors import DIMENSION, NOON, placed, ray

MODEL = Model("test", "1", DIMENSION, 1)


def filled(folder: Path, count: int = 12) -> dict[str, Block]:
    vectors = FileVectors(folder, MODEL)
    vectors.place([placed("a.md", *range(1, count + 1))])
    vectors.add({key: ray(key * 10) for key in range(1, count + 1)})
    vectors.close()
    return {"a.md": Block(1, count, NOON)}


def test_whatever_was_cut_off_only_whole_vectors_count(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    for name, start, width in (("rows.1", 0, 2 * DIMENSION), ("keys.1", HEADER, ENTRY.size)):
        whole = (tmp_path / name).read_bytes()
        for size in range(start, len(whole), 5):
            (tmp_path / name).write_bytes(whole[:size])
            vectors = FileVectors(tmp_path, MODEL)
            dense = vectors.search(ray(0), blocks, 20)
            assert dense.rows == (size - start) // width
            assert dense.rows + dense.lacking == 12
            assert vectors.check() == []
        (tmp_path / name).write_bytes(whole)


def test_what_was_cut_off_is_added_again(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    (tmp_path / "rows.1").write_bytes((tmp_path / "rows.1").read_bytes()[:-3])
    vectors = FileVectors(tmp_path, MODEL)
    assert vectors.lacking() == {"a.md": {12}}
    vectors.add({12: ray(120)})
    assert FileVectors(tmp_path, MODEL).search(ray(120), blocks, 1).cosines.keys() == {12}
    assert vectors.check() == []


def test_rubbish_behind_the_end_is_written_over(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    for name in ("rows.1", "keys.1", "pages.1"):
        with (tmp_path / name).open("ab") as file:
            file.write(os.urandom(37))
    vectors = FileVectors(tmp_path, MODEL)
    assert vectors.search(ray(0), blocks, 20).rows == 12
    vectors.add({13: ray(130)})
    vectors.place([placed("b.md", 13)])
    assert FileVectors(tmp_path, MODEL).search(ray(130), {"b.md": Block(1, 1, NOON)}, 1).rows == 1
    assert vectors.check() == []


def test_a_record_of_a_page_that_is_cut_off_makes_the_page_unknown(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    whole = (tmp_path / "pages.1").read_bytes()
    for size in range(len(whole)):
        (tmp_path / "pages.1").write_bytes(whole[:size])
        vectors = FileVectors(tmp_path, MODEL)
        assert vectors.placed() == {}
        assert vectors.search(ray(0), blocks, 3).lacking == 12


def test_a_row_that_was_overwritten_is_told_and_dropped_by_tidying(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    data = bytearray((tmp_path / "rows.1").read_bytes())
    data[2 * DIMENSION * 3 : 2 * DIMENSION * 4] = b"\xff" * (2 * DIMENSION)  # not a number, eight times
    (tmp_path / "rows.1").write_bytes(data)
    vectors = FileVectors(tmp_path, MODEL)
    assert vectors.search(ray(0), blocks, 20).cosines[4] == 0.0
    assert vectors.check() == ["1 of 12 vectors are damaged (first: number 3)"]
    vectors.add({key: ray(key) for key in range(1000, 2000)})
    vectors.tidy()
    assert vectors.check() == []
    assert vectors.lacking() == {"a.md": {4}}


def test_vectors_of_another_model_are_never_mixed_in(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    for other in (Model("test", "2", DIMENSION, 1), Model("else", "1", DIMENSION, 1), Model("test", "1", DIMENSION, 2)):
        vectors = FileVectors(tmp_path, other)
        assert vectors.placed() == {}
        assert vectors.search(ray(0), blocks, 3).lacking == 12
    vectors.place([placed("a.md", 1)])
    vectors.add({1: ray(45)})
    assert FileVectors(tmp_path, MODEL).placed() == {}
    assert FileVectors(tmp_path, other).status().vectors == 1


@pytest.mark.parametrize("rubbish", [b"", b"x", b"\0" * 8192, b"dayvec\r\n" + b"\xff" * 8184])
def test_a_damaged_head_means_no_vectors(tmp_path: Path, rubbish: bytes) -> None:
    blocks = filled(tmp_path)
    (tmp_path / "keys.1").write_bytes(rubbish)
    vectors = FileVectors(tmp_path, MODEL)
    assert vectors.search(ray(0), blocks, 3).lacking == 12
    vectors.add({1: ray(10)})
    assert FileVectors(tmp_path, MODEL).status().vectors == 1


def test_a_file_that_vanished_means_no_vectors(tmp_path: Path) -> None:
    for name in ("keys.1", "rows.1", "pages.1", "current"):
        blocks = filled(tmp_path / name)
        (tmp_path / name / name).unlink()
        vectors = FileVectors(tmp_path / name, MODEL)
        assert vectors.search(ray(0), blocks, 3).lacking == 12
        vectors.place([placed("a.md", 1)])
        vectors.add({1: ray(10)})
        assert vectors.search(ray(0), {"a.md": Block(1, 1, NOON)}, 3).rows == 1


def test_a_store_deleted_while_open_is_made_again(tmp_path: Path) -> None:
    vectors = FileVectors(tmp_path / "v", MODEL)
    vectors.place([placed("a.md", 1)])
    vectors.add({1: ray(10)})
    assert vectors.search(ray(0), {"a.md": Block(1, 1, NOON)}, 3).rows == 1
    for file in (tmp_path / "v").iterdir():
        file.unlink()
    (tmp_path / "v").rmdir()
    assert vectors.search(ray(0), {"a.md": Block(1, 1, NOON)}, 3).lacking == 1
    vectors.place([placed("a.md", 1)])
    vectors.add({1: ray(10)})
    assert vectors.search(ray(0), {"a.md": Block(1, 1, NOON)}, 3).rows == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(DiskFailed):
        FileVectors(tmp_path / "v", MODEL).add({1: ray(1)})
    tmp_path.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "v").write_text("no folder")
    vectors = FileVectors(tmp_path / "v", MODEL)
    assert vectors.search(ray(0), {"a.md": Block(1, 1, NOON)}, 3).lacking == 1
    with pytest.raises(DiskFailed):
        vectors.add({1: ray(1)})


WRITER = """
import sys
from pathlib import Path
from array import array
from dayleaf.adapters.vectors import FileVectors
from dayleaf.adapters.vectors.format import Model
from dayleaf.ports import Placed
from dayleaf.testing.vectors import DIMENSION, NOON, ray
vectors = FileVectors(sys.argv[1], Model("test", "1", DIMENSION, 1), sketch_from=64)
start = vectors.status().vectors
print("ready", flush=True)
for key in range(start + 1, 100_000):
    vectors.place([Placed(f"{key}.md", NOON, array("Q", [key]))])
    vectors.add({key: ray(key)})
    if key % 50 == 0:
        vectors.tidy()
"""


def test_killed_at_any_moment_every_vector_that_counts_is_whole(tmp_path: Path) -> None:
    before = 0
    for patience in (0.03, 0.11, 0.07, 0.19):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(patience)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        vectors = FileVectors(tmp_path, MODEL)
        count = vectors.status().vectors
        assert vectors.check() == []
        assert count >= before
        blocks = {f"{key}.md": Block(key * 20, 1, NOON) for key in range(1, count + 1)}
        dense = vectors.search(ray(1), blocks, 1)
        assert (dense.rows, dense.lacking) == (count, 0)
        before = count
    vectors.add({before + 1: ray(1)})
    assert vectors.check() == []


def test_reading_goes_on_while_another_process_tidies(tmp_path: Path) -> None:
    blocks = filled(tmp_path)
    reader, writer = FileVectors(tmp_path, MODEL), FileVectors(tmp_path, MODEL)
    assert reader.search(ray(0), blocks, 3).rows == 12
    for turn in range(3):
        writer.add({1000 * turn + key: ray(key) for key in range(1000, 1600)})
        writer.tidy()
        assert reader.search(ray(0), blocks, 3).rows == 12
        assert reader.status().vectors == 12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "keys.4", "lock", "pages.4", "rows.4"]


def test_a_key_array_survives_the_record(tmp_path: Path) -> None:
    page = Placed("bank/Ümläut 東京.md", NOON, array("Q", [2**64 - 1, 1, 0]))
    FileVectors(tmp_path, MODEL).place([page])
    assert FileVectors(tmp_path, MODEL).lacking() == {page.path: {2**64 - 1, 1}}
