"""Which opinions are rivals: of the same one, about the same question, and not well true together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

from dayleaf.core.fact import Fact
from dayleaf.core.opinion.bank import opinion_id, statement_of
from dayleaf.core.opinion.belief import believed
from dayleaf.core.opinion.believe import whose_of
from dayleaf.core.opinion.stance import judge
from dayleaf.core.opinion.whose import beside
from dayleaf.core.truth.slots import glanced

MOST = 60
"""Opinions about one entity that are compared with each other; of more the first."""


def rivals(opinions: Sequence[Fact], names: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The id of an opinion → the ids of its rivals: those whose statement contradicts it, or is contradicted by it."""
    groups: dict[frozenset[str], list[Fact]] = defaultdict(list)
    for fact in opinions:
        groups[whose_of(fact, names).keys].append(fact)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for group in groups.values():
        for one, other in permutations(group[:MOST], 2):
            whose = whose_of(one, names)
            belief = believed(statement_of(one), one.entities, whose.holder)
            if belief is None or not (belief.values or belief.needed <= glanced(other).content):
                continue
            verdict = judge(belief, other, beside(whose, other))
            if verdict is not None and verdict.stance == "contradicts":
                found[opinion_id(one)][opinion_id(other)] = None
                found[opinion_id(other)][opinion_id(one)] = None
    return {id: tuple(against) for id, against in found.items()}
