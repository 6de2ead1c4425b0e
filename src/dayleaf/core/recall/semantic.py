"""Mix what a fact means into what its words say: dense scores join the rows that were weighed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
