"""Find the nearest rows: compare every one, or from some size on their sign bits first and then the best exactly.

Theory of operation. A sketch keeps one bit a number: whether it lies above the mean of the first rows (most models put all texts
into one corner of their space; without the mean all signs would be alike). The number of bits in which a row differs from
the question is a rough distance; the `refined` nearest by it are compared exactly. Words of 64 bits lie by column, so that one
pass over a column is one pass over memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Halves: TypeAlias = NDArray[np.float16]
Numbers: TypeAlias = NDArray[np.int64]

SKETCH_FROM = 20_000
"""Vectors from which the sketch pays: below, comparing all costs less than 3 ms."""

AT_ONCE = 8192
"""Rows compared at a time, so that their 32-bit copy stays in the cache."""

LEAST_REFINED = 1000
"""Rows compared exactly after a sketch, at least: finds 99 of 100 nearest among 100,000."""

SHARE_REFINED = 100
"""One in so many rows is compared exactly, if that is more: keeps 99 of 100 at a million."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Sign bits of the first `count` rows: `planes[w, i]` holds the bits 64·w … 64·w+63 of row i."""

    mean: Floats
    planes: NDArray[np.uint64]

    @property
    def count(self) -> int:
        """Rows it covers."""
        return int(self.planes.shape[1])

    def bits(self, rows: Floats) -> NDArray[np.uint64]:
        """The sign bits of rows, by column."""
        words = -(-rows.shape[1] // 64)
        signs = np.zeros((len(rows), words * 64), dtype=np.bool_)
        signs[:, : rows.shape[1]] = rows > self.mean
        return np.ascontiguousarray(np.packbits(signs, axis=1, bitorder="little").view(np.uint64).T)

    def distances(self, query: Floats) -> NDArray[np.uint16]:
        """In how many bits each row differs from the question."""
        asked = self.bits(query[None, :])
        total = np.zeros(self.count, dtype=np.uint16)
        for start in range(0, self.count, 32_768):
            part = total[start : start + 32_768]
            for plane, word in zip(self.planes, asked, strict=True):
                part += np.bitwise_count(plane[start : start + 32_768] ^ word)
        return total


def new_sketch(rows: Halves) -> Sketch:
    """A sketch of no rows yet, its mean that of a sample of these."""
    step = max(len(rows) // 4096, 1)
    mean = rows[::step].astype(np.float32).mean(axis=0)
    return Sketch(mean, np.zeros((-(-rows.shape[1] // 64), 0), dtype=np.uint64))


def extended(sketch: Sketch, rows: Halves) -> Sketch:
    """The sketch with all rows from its end on."""
    starts = range(sketch.count, len(rows), AT_ONCE)
    new = [sketch.bits(rows[start : start + AT_ONCE].astype(np.float32)) for start in starts]
    return Sketch(sketch.mean, np.concatenate([sketch.planes, *new], axis=1))


def cosines(rows: Halves | Floats, slots: Numbers | None, query: Floats) -> Floats:
    """The cosine of each row asked for (None: all) with the question; 0 where a damaged row gives none."""
    count = len(rows) if slots is None else len(slots)
    out = np.empty(count, dtype=np.float32)
    for start in range(0, count, AT_ONCE):
        part = rows[start : start + AT_ONCE] if slots is None else rows[slots[start : start + AT_ONCE]]
        out[start : start + AT_ONCE] = part.astype(np.float32) @ query
    return np.nan_to_num(out, copy=False, nan=0.0, posinf=0.0, neginf=0.0)


def nearest(rows: Halves, sketch: Sketch, slots: Numbers, query: Floats, wanted: int) -> Numbers:
    """Where among these (ascending) slots the `wanted` nearest may be, found by their sketch; those it does not cover all may."""
    refined = max(LEAST_REFINED, 4 * wanted, len(slots) // SHARE_REFINED)
    covered = int(np.searchsorted(slots, sketch.count))
    if covered <= refined:
        return np.arange(len(slots))
    distances = sketch.distances(query)[slots[:covered]]
    histogram = np.cumsum(np.bincount(distances, minlength=rows.shape[1] + 1))
    limit = int(np.searchsorted(histogram, refined))
    return np.concatenate([np.flatnonzero(distances <= limit), np.arange(covered, len(slots))])


def top(scores: Floats, wanted: int) -> Numbers:
    """The places of the `wanted` highest scores, highest first; of equal ones the earlier first."""
    if len(scores) > wanted:
        limit = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
        places = np.flatnonzero(scores >= limit)
    else:
        places = np.arange(len(scores))
    return places[np.argsort(-scores[places], kind="stable")][:wanted]
