"""How far evidence moves a belief: a fold over days, in log-odds, bounded at every step.

Derivation. A confidence c is a probability p = 0.02 + 0.96 c: nobody is ever quite certain, so 0 and 1 stand for odds of 1 : 49 and
49 : 1. By Bayes' rule independent evidence multiplies the odds by its likelihood ratio r, so its weight w = ln r is added to the
log-odds L = ln(p / (1 - p)), or taken away when it contradicts; sums do not care for order. An addition of w moves p by
2 (1 / (1 + e^(-w/2)) - 1/2) at most (where p passes the middle), and c by 1 / 0.96 of it, which bounds every step:

    ordinary  r = 1.45   at most 0.097     weakly (a hint)      r = 1.15    at most 0.037
    strongly  r = 2.55   at most 0.240     again (no news)      r = 1.075   at most 0.019
    strongly, and somebody said so as strongly on an earlier day: r = 8, at most 0.498

What is not independent is not added: of one day and one side the strongest counts whole and the others as `again`; every further
`again` counts half of the one before. When evidence turns against older evidence of the other side, that has faded: halved every
three years. In seven days (the reach of a usual pass) no belief moves by more than 0.24, unless strong evidence is repeated.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import NamedTuple

from dayleaf.core.page.ledger import Testimony

EDGE = 0.02
"""The probability that a confidence of 0 stands for."""

WEIGHT = {"": log(1.45), "strongly": log(2.55), "weakly": log(1.15), "again": log(1.075)}
"""Log-odds that one piece of evidence of each force adds."""

REPEATED = log(8.0)
"""Log-odds of a strong contradiction that repeats an independent one."""

MOST = {"": 0.10, "strongly": 0.24, "weakly": 0.05, "again": 0.02}
"""How far a belief moves on a day at most, by the strongest evidence of the day; each further piece of it adds 0.02, twice at most."""

SUDDEN = 0.24
"""How far a belief moves within `WINDOW` days at most, unless strong evidence is repeated."""

WINDOW = 7
"""Days."""

HALF_LIFE = 3 * 365
"""Days in which evidence for the other side loses half of its weight."""

_SIDES = ("supports", "contradicts")
_STATED = 1.0 / (1.0 + exp(-WEIGHT[""]))
UNSTATED = round((_STATED - EDGE) / (1 - 2 * EDGE), 2)
"""The confidence of an opinion that came without one: undecided, and that somebody states it is one piece of evidence."""


class Step(NamedTuple):
    """One move: the day, the confidence before and after, and the evidence of that day, the weightiest first."""

    on: dt.date
    before: float
    after: float
    because: tuple[Testimony, ...]


class Replay(NamedTuple):
    """A belief replayed: its confidence now, every move, and what each piece of evidence weighed."""

    confidence: float
    steps: tuple[Step, ...]
    weights: dict[Testimony, float]


def replay(start: float, evidence: Iterable[Testimony]) -> Replay:
    """Move a belief by its evidence, day by day.

    Args:
        start: the confidence it begins with, 0 to 1.
        evidence: in any order; what neither supports nor contradicts does not count.

    Returns:
        The same, whatever the order of the evidence; every confidence lies in 0 to 1.
    """
    days: dict[dt.date, list[Testimony]] = defaultdict(list)
    for item in sorted(set(evidence), key=_order):
        if item.stance in _SIDES:
            days[item.on].append(item)
    belief = _Belief(min(max(start, 0.0), 1.0))
    for day in sorted(days):
        belief.move(day, days[day])
    return Replay(belief.confidence, tuple(belief.steps), belief.weights)


def _order(item: Testimony) -> tuple[object, ...]:
    return item.on, item.fact, item.stance, item.force, item.quote


def odds(confidence: float) -> float:
    """The log-odds of a confidence."""
    p = EDGE + (1 - 2 * EDGE) * confidence
    return log(p / (1 - p))


def confidence_of(log_odds: float) -> float:
    """The confidence of log-odds, at most 1 and at least 0."""
    p = 1 / (1 + exp(-log_odds))
    return min(max((p - EDGE) / (1 - 2 * EDGE), 0.0), 1.0)


class _Side(NamedTuple):
    """What one day says for one side: its weight, the strongest force, and how far a belief may move for it."""

    weight: float
    bound: float
    repeated: bool


@dataclass(slots=True)
class _Belief:
    """A belief while it is replayed."""

    confidence: float
    steps: list[Step] = field(default_factory=list)
    weights: dict[Testimony, float] = field(default_factory=dict)
    _sides: dict[str, list[tuple[dt.date, float]]] = field(default_factory=lambda: defaultdict(list))
    _again: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _strong: set[str] = field(default_factory=set)

    def move(self, day: dt.date, told: Sequence[Testimony]) -> None:
        """Take in the evidence of one day."""
        sides = {stance: self._weigh(stance, [item for item in told if item.stance == stance]) for stance in _SIDES}
        up, down = sides["supports"], sides["contradicts"]
        delta = up.weight - down.weight
        delta += self._faded("contradicts", day) if up.weight else 0.0
        delta -= self._faded("supports", day) if down.weight else 0.0
        for stance, side in sides.items():
            if side.weight:
                self._sides[stance].append((day, side.weight))
        before = self.confidence
        wanted = confidence_of(odds(before) + delta) - before
        leading = up if wanted > 0 else down
        low, high = (-1.0, 1.0) if leading.repeated else self._room(day)
        wanted = min(max(wanted, -leading.bound, low), leading.bound, high)
        self.confidence = min(max(before + wanted, 0.0), 1.0)
        because = tuple(sorted(told, key=lambda item: (-self.weights[item], _order(item))))
        self.steps.append(Step(day, before, self.confidence, because))

    def _weigh(self, stance: str, told: Sequence[Testimony]) -> _Side:
        """The strongest counts whole, the others of the day, and what was said already, as `again`."""
        if not told:
            return _Side(0.0, 0.0, repeated=False)
        ranked = sorted(told, key=lambda item: (-WEIGHT[item.force], _order(item)))
        first, repeated = ranked[0], False
        total, bound, rest = 0.0, MOST[first.force], ranked
        if first.force != "again":
            repeated = first.force == "strongly" and stance in self._strong
            total = self.weights[first] = REPEATED if repeated else WEIGHT[first.force]
            bound = 1.0 if repeated else bound
            self._again[stance] = 0
            rest = ranked[1:]
            if first.force == "strongly":
                self._strong.add(stance)
        for item in rest:
            self.weights[item] = WEIGHT["again"] / 2 ** min(self._again[stance], 1000)
            total += self.weights[item]
            self._again[stance] += 1
        return _Side(total, bound if first.force == "strongly" else bound + MOST["again"] * min(len(told) - 1, 2), repeated)

    def _faded(self, stance: str, day: dt.date) -> float:
        """The weight that older evidence of a side has lost until a day; from now on it is that much lighter."""
        items = self._sides[stance]
        left = [(day, weight * exp(-log(2) * (day - on).days / HALF_LIFE)) for on, weight in items]
        self._sides[stance] = left
        return sum(weight for _, weight in items) - sum(weight for _, weight in left)

    def _room(self, day: dt.date) -> tuple[float, float]:
        """How far down and up a belief may still move, after what moved it in the days before."""
        moved = [step.after - step.before for step in self.steps if (day - step.on).days < WINDOW]
        low = high = sum(moved)
        return min(-SUDDEN - low, 0.0), max(SUDDEN - high, 0.0)
