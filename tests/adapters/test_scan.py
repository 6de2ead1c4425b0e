"""The sketch finds nearly what comparing everything finds, and keeps to what is allowed."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from dayleaf.adapters.vectors import FileVectors  # noqa: E402 it needs numpy
from dayleaf.adapters.vectors.format import Model  # noqa: E402 it needs numpy
from dayleaf.adapters.vectors.scan import extended, nearest, new_sketch  # noqa: E402 it needs numpy
from dayleaf.ports import Block, Placed  # noqa: E402 it needs numpy

DIMENSION, ROWS = 96, 6000
DAY = b"d" * 16


@pytest.fixture(scope="module")
def rows():
    """Vectors that crowd in one corner, as those of most models do."""
    random = np.random.default_rng(7)
    topics = random.normal(size=(60, DIMENSION))
    rows = random.normal(size=(ROWS, DIMENSION)) * 0.6 + topics[random.integers(0, 60, ROWS)] + 3 * random.normal(size=DIMENSION)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def vectors_of(folder: Path, rows, sketch_from: int) -> tuple[FileVectors, dict[str, Block]]:
    vectors = FileVectors(folder, Model("test", "1", DIMENSION, 1), sketch_from=sketch_from)
    vectors.place([Placed("a.md", DAY, array("Q", range(1, len(rows) + 1)))])
    vectors.add({key: array("f", row.tobytes()) for key, row in enumerate(rows, 1)})
    return vectors, {"a.md": Block(100, len(rows), DAY)}


def test_the_sketch_finds_nearly_all_of_the_nearest(tmp_path: Path, rows) -> None:
    exact, blocks = vectors_of(tmp_path / "exact", rows, ROWS + 1)
    sketched, _ = vectors_of(tmp_path / "sketched", rows, 1000)
    assert (tmp_path / "sketched" / "sketch.1").exists()
    assert not (tmp_path / "exact" / "sketch.1").exists()
    share = []
    for row in rows[::300]:
        question = array("f", row.tobytes())
        wanted = exact.search(question, blocks, 10).cosines
        found = sketched.search(question, blocks, 10).cosines
        share.append(len(wanted.keys() & found.keys()) / 10)
        assert max(abs(found[number] - wanted[number]) for number in wanted.keys() & found.keys()) < 2e-3
    assert np.mean(share) > 0.95


def test_the_sketch_leaves_most_rows_out(rows) -> None:
    halves = rows.astype(np.float16)
    sketch = extended(new_sketch(halves), halves)
    chosen = nearest(halves, sketch, np.arange(ROWS), rows[0], 10)
    assert 1000 <= len(chosen) < 2000


def test_rows_outside_the_sketch_are_found(rows) -> None:
    halves = rows.astype(np.float16)
    sketch = extended(new_sketch(halves), halves[:5000])
    assert 5999 in nearest(halves, sketch, np.arange(ROWS), rows[5999], 10)


def test_a_filter_holds_with_the_sketch(tmp_path: Path, rows) -> None:
    vectors, blocks = vectors_of(tmp_path, rows, 1000)
    allowed = set(range(100, 100 + ROWS, 2))
    found = vectors.search(array("f", rows[1].tobytes()), blocks, 50, allowed).cosines
    assert len(found) == 50
    assert found.keys() <= allowed


def test_a_sketch_grows_with_its_rows(rows) -> None:
    halves = rows.astype(np.float16)
    whole = extended(new_sketch(halves), halves)
    grown = extended(extended(new_sketch(halves), halves[:2500]), halves)
    assert np.array_equal(whole.planes, grown.planes)
