"""VectorsSuite: what every store of vectors must do, as tests to inherit."""

# ruff: noqa: D102 - the name of a test says what it is about
from __future__ import annotations

import math
import threading
from array import array
from collections.abc import Mapping

from dayleaf.core.errors import Busy
from dayleaf.ports import Block, Placed, Vector, Vectors
from dayleaf.testing.closing import Closing

DIMENSION = 8
NOON = b"n" * 16
DUSK = b"d" * 16


def ray(degrees: float) -> Vector:
    """A vector of norm 1 in a plane of the space; the cosine of two is that of the angle between them."""
    angle = math.radians(degrees)
    return array("f", [math.cos(angle), math.sin(angle), *[0.0] * (DIMENSION - 2)])


def placed(path: str, *keys: int, digest: bytes = NOON) -> Placed:
    """A page with these keys."""
    return Placed(path, digest, array("Q", keys))


class VectorsSuite(Closing):
    """Subclass it in a test module and say how to make a store that is empty, for vectors of `DIMENSION`."""

    def make(self) -> Vectors:
        """A new, empty store."""
        raise NotImplementedError

    def again(self) -> Vectors:
        """Another store over what the last one wrote."""
        raise NotImplementedError

    def filled(self) -> tuple[Vectors, dict[str, Block]]:
        """Two pages: rows 1 to 3 at 0, 30, 60 degrees, rows 20 and 21 at 90 and 120."""
        vectors = self.new(self.make)
        vectors.place([placed("a.md", 10, 11, 12), placed("b.md", 13, 14)])
        vectors.add({10: ray(0), 11: ray(30), 12: ray(60), 13: ray(90), 14: ray(120)})
        return vectors, {"a.md": Block(1, 3, NOON), "b.md": Block(20, 2, NOON)}

    def test_an_empty_store_answers(self) -> None:
        vectors = self.new(self.make)
        assert (dict(vectors.placed()), vectors.lacking(), vectors.check()) == ({}, {}, [])
        assert vectors.status().vectors == 0
        dense = vectors.search(ray(0), {"a.md": Block(1, 3, NOON)}, 5)
        assert (dense.cosines, dense.rows, dense.lacking) == ({}, 0, 3)

    def test_the_nearest_rows_are_found_with_their_cosines(self) -> None:
        vectors, blocks = self.filled()
        dense = vectors.search(ray(5), blocks, 2)
        assert list(dense.cosines) == [1, 2]
        assert math.isclose(dense.cosines[1], math.cos(math.radians(5)), abs_tol=2e-3)
        assert (dense.rows, dense.lacking) == (5, 0)

    def test_all_rows_tell_what_is_usual(self) -> None:
        vectors, blocks = self.filled()
        values = [math.cos(math.radians(degrees)) for degrees in (0, 30, 60, 90, 120)]
        mean = sum(values) / 5
        dense = vectors.search(ray(0), blocks, 1, allowed={20})
        assert math.isclose(dense.mean, mean, abs_tol=2e-3)
        assert math.isclose(dense.spread, math.sqrt(sum((value - mean) ** 2 for value in values) / 5), abs_tol=2e-3)

    def test_only_allowed_rows_are_found(self) -> None:
        vectors, blocks = self.filled()
        assert list(vectors.search(ray(0), blocks, 2, allowed={3, 21, 99}).cosines) == [3, 21]
        assert vectors.search(ray(0), blocks, 2, allowed=set()).cosines == {}

    def test_rows_asked_for_come_too_if_there_are_such(self) -> None:
        vectors, blocks = self.filled()
        dense = vectors.search(ray(0), blocks, 1, also=[21, 2, 99])
        assert set(dense.cosines) == {1, 2, 21}

    def test_the_neighbours_of_all_these_come_too_if_wanted(self) -> None:
        vectors, blocks = self.filled()
        assert vectors.search(ray(0), blocks, 1, around=1).cosines.keys() == {1, 2}
        assert vectors.search(ray(0), blocks, 1, allowed={1}, also=[20], around=2).cosines.keys() == {1, 2, 3, 20, 21}

    def test_what_was_added_is_there_for_the_next_one(self) -> None:
        _, blocks = self.filled()
        vectors = self.new(self.again)
        assert vectors.placed() == {"a.md": NOON, "b.md": NOON}
        assert list(vectors.search(ray(120), blocks, 1).cosines) == [21]

    def test_a_page_in_another_state_is_left_out_and_counted(self) -> None:
        vectors, blocks = self.filled()
        dense = vectors.search(ray(120), blocks | {"b.md": Block(40, 2, DUSK)}, 5)
        assert set(dense.cosines) == {1, 2, 3}
        assert dense.lacking == 2

    def test_a_page_that_moved_in_the_index_keeps_its_vectors(self) -> None:
        vectors, blocks = self.filled()
        moved = blocks | {"a.md": Block(60, 3, NOON)}
        assert list(vectors.search(ray(0), moved, 1).cosines) == [60]

    def test_a_changed_page_needs_only_its_new_texts(self) -> None:
        vectors, _ = self.filled()
        vectors.place([placed("a.md", 15, 10, 11, 12, digest=DUSK)])
        assert vectors.lacking() == {"a.md": {15}}
        assert vectors.search(ray(0), {"a.md": Block(1, 4, DUSK)}, 1).cosines.keys() == {2}

    def test_a_key_keeps_its_first_vector(self) -> None:
        vectors, blocks = self.filled()
        vectors.add({10: ray(180)})
        assert list(vectors.search(ray(0), blocks, 1).cosines) == [1]

    def test_two_rows_may_say_the_same(self) -> None:
        vectors, blocks = self.filled()
        vectors.place([placed("c.md", 10)])
        assert set(vectors.search(ray(0), blocks | {"c.md": Block(80, 1, NOON)}, 2).cosines) == {1, 80}

    def test_an_empty_text_has_no_vector_and_lacks_none(self) -> None:
        vectors = self.new(self.make)
        vectors.place([placed("a.md", 0, 7)])
        vectors.add({7: ray(0)})
        dense = vectors.search(ray(0), {"a.md": Block(1, 2, NOON)}, 5)
        assert (set(dense.cosines), dense.lacking, vectors.lacking()) == ({2}, 0, {})

    def test_a_page_that_is_gone_is_forgotten(self) -> None:
        vectors, blocks = self.filled()
        vectors.place([], gone=["a.md"])
        assert self.new(self.again).placed() == {"b.md": NOON}
        assert set(vectors.search(ray(0), blocks, 9).cosines) == {20, 21}

    def test_tidying_drops_what_nobody_needs(self) -> None:
        vectors, blocks = self.filled()
        vectors.add({key: ray(key) for key in range(1000, 2000)})
        vectors.tidy()
        assert vectors.status().vectors == 5
        assert list(vectors.search(ray(5), blocks, 2).cosines) == [1, 2]
        assert list(self.new(self.again).search(ray(5), blocks, 2).cosines) == [1, 2]
        assert vectors.check() == []

    def test_one_writes_at_a_time_while_others_read(self) -> None:
        vectors, blocks = self.filled()
        other = self.new(self.again)
        refused: list[Busy] = []
        with vectors.writing():
            vectors.add({99: ray(1)})
            try:
                other.add({98: ray(1)})
            except Busy as busy:
                refused.append(busy)
            assert list(other.search(ray(0), blocks, 1).cosines) == [1]
        assert refused
        other.add({98: ray(1)})
        assert vectors.status().vectors == 7

    def test_another_thread_reads_while_one_writes_and_may_not_write(self) -> None:
        vectors, blocks = self.filled()
        found: list[object] = []

        def other() -> None:
            found.append(list(vectors.search(ray(0), blocks, 1).cosines))
            try:
                vectors.add({98: ray(1)})
            except Busy:
                found.append("busy")

        with vectors.writing():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join(10)
            assert found == [[1], "busy"]

    def test_threads_may_ask_at_once(self) -> None:
        vectors, blocks = self.filled()
        found: list[Mapping[int, float]] = []
        threads = [threading.Thread(target=lambda: found.append(vectors.search(ray(0), blocks, 1).cosines)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [list(one) for one in found] == [[1]] * 4

    def test_closing_twice_is_fine_and_nothing_is_lost(self) -> None:
        vectors, blocks = self.filled()
        vectors.close()
        vectors.close()
        assert list(self.new(self.again).search(ray(0), blocks, 1).cosines) == [1]
