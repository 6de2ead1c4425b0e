"""Mix what a fact means into what its words say: dense scores join the rows that were weighed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import REACH, Weighed, best


@dataclass(frozen=True, slots=True)
class Dense:
    """What the vectors say of a question.

    Attributes:
        cosines: of the nearest rows, and of those asked for by number.
        mean, spread: mean and standard deviation of the cosines of all rows: what is usual for this question.
        rows: how many rows have a vector.
        lacking: how many rows should have one and have none yet.
    """

    cosines: Mapping[int, float]
    mean: float
    spread: float
    rows: int
    lacking: int = 0


P = [float(x) for x in os.environ.get("MIX", "0.4,0,0.3,0,0").split(",")]
W, NORM, NEAR, LEX, CONF = P


def mix(weighed: Sequence[Weighed], dense: Dense, told: float, wanted: int, order: Callable[[int], object]) -> list[Weighed]:
    if not dense.cosines or not dense.spread:
        return list(weighed[:wanted])
    z = {n: max((c - dense.mean) / dense.spread, 0.0) for n, c in dense.cosines.items()}
    if NEAR:
        sm = {}
        for n in z:
            around = sum(z.get(n + o, 0.0) * (1 - 0.2 * abs(o)) for o in range(-REACH, REACH + 1) if o) / 3.6
            sm[n] = (1 - NEAR) * z[n] + NEAR * around
        z = sm
    top = max(z.values())
    scale = top if NORM == 0 else NORM
    ltop = max((w.score for w in weighed), default=0) or 1.0
    lscale = ltop if LEX == 0 else LEX
    w = W
    if CONF:
        w = 1 - (1 - W) * told ** CONF
    scores, ways = {}, {}
    for item in weighed:
        scores[item.number] = (1 - w) * item.score / lscale
        ways[item.number] = {k: (1 - w) * v / lscale for k, v in item.ways.items()}
    for n, v in z.items():
        s = w * v / scale
        scores[n] = scores.get(n, 0.0) + s
        ways.setdefault(n, {})[Way.SEMANTIC] = s
    return [Weighed(n, scores[n], ways[n]) for n in best(scores, wanted, order)]


def around(weighed: Sequence[Weighed]) -> list[int]:
    return [item.number + offset for item in weighed for offset in range(-REACH, REACH + 1)]


def told(asked, lit, rows):
    return 1.0
