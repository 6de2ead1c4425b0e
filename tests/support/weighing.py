"""The best rows of one question, without what is learned in between."""

from __future__ import annotations

from dayleaf.core.recall.weigh import Weighed, best_in, region


def weigh(lit, wanted, allowed, measure, arrange) -> list[Weighed]:
    """The `wanted` best rows, best first; see `region` and `best_in`."""
    return best_in(region(lit, wanted, allowed, measure, arrange), wanted, allowed, measure, arrange)
