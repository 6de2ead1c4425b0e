"""What each part of ranking is worth: recall with one part switched off at a time.

    .venv/bin/python benchmarks/ablation.py WORKSPACE …

Each workspace is a folder with a `questions.jsonl` beside its pages, as `nothing.py` takes it. Figures: share of gold lines inside 2,000
tokens, and the mean of one over the rank of the first hit that touches one; in brackets the difference to everything switched on.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dayleaf import Memory
from dayleaf.core.fact import Source
from dayleaf.core.recall import feedback, fit, rank
from dayleaf.core.recall.current import Settled
from dayleaf.shell import recalling

WHOLE = fit.Quoted
OFF: dict[str, list[tuple[Any, str, Any]]] = {
    "everything on": [],
    "no window of neighbours": [(rank, "PASSAGE_CONTEXT", 0.0), (rank, "FACT_CONTEXT", 0.0)],
    "no words learned": [(feedback, "FEWEST", 1 << 60)],
    "no compounds": [(recalling, "with_compounds", lambda _index, clues, _frequencies: tuple(clues))],
    "no entities": [(recalling, "names_in", lambda _text: {})],
    "no time": [(recalling, "understand", lambda _text, _now: None)],
    "no truth over time": [(recalling, "settle", lambda _index, _query, ranked, _now: Settled(ranked, {}))],
    "no spans": [(fit, "quote_of", lambda fact, _weights: WHOLE(fact.text, fact.source, whole=True))],
    "no speakers": [(rank, "weight_of", lambda _fact, **_of: 1.0), (recalling, "_requests", lambda *_: {})],
    "no floor": [(recalling, "floor_of", lambda *_: 0.0)],
}
"""Part → what is put in its place."""


@contextmanager
def without(patches: list[tuple[Any, str, Any]]) -> Iterator[None]:
    """Inside, the parts are replaced."""
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in patches]
    for owner, name, other in patches:
        setattr(owner, name, other)
    try:
        yield
    finally:
        for owner, name, own in kept:
            setattr(owner, name, own)


def figures(memory: Memory, questions: list[dict[str, Any]]) -> tuple[float, float]:
    """Share of gold in the budget, and mean reciprocal rank."""
    budget = mrr = 0.0
    for question in questions:
        at = memory.at(dt.datetime.fromisoformat(question["now"]).astimezone()) if question.get("now") else memory
        hits = at.recall(question["query"], k=100, budget=2000).hits
        gold = [Source.parse(source) for source in question["gold"]]
        touched = [
            {n for n, g in enumerate(gold) if h.source.path == g.path and h.source.first <= g.last and g.first <= h.source.last}
            for h in hits
        ]
        budget += len(set().union(*touched)) / len(gold)
        mrr += next((1 / place for place, found in enumerate(touched, 1) if found), 0.0)
    return budget / len(questions), mrr / len(questions)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workspaces", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=100, help="questions of each workspace at most")
    args = parser.parse_args()
    for folder in args.workspaces:
        questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
        questions = random.Random(1).sample(questions, min(args.most, len(questions)))
        full = None
        with Memory.open(folder) as memory:
            for part, patches in OFF.items():
                with without(patches):
                    budget, mrr = figures(memory, questions)
                full = full or (budget, mrr)
                change = f"({budget - full[0]:+.3f}, {mrr - full[1]:+.3f})" if patches else ""
                print(f"{folder.name[:24]:24} {part:24} budget {budget:.3f}  MRR {mrr:.3f}  {change}", flush=True)


if __name__ == "__main__":
    main()
