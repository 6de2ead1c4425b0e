"""How often a question without an answer gets filler, and what the floor costs questions that have one.

    .venv/bin/python benchmarks/nothing.py WORKSPACE WORKSPACE …

Each workspace is a folder with a file `questions.jsonl` beside its pages, one question a line: {"query", "gold": ["path#L12", …],
"now": ISO date, optional}. Every question is asked of its own workspace, with the floor and without, and of the next workspace of
the command line, which cannot answer it; and once more of its own with every word replaced by one that stands nowhere.

Figures: `refused` = share of questions with an empty answer; `lost` = share of gold lines inside 2,000 tokens that only the floor took.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import re
from pathlib import Path
from typing import Any

from dayleaf import Hit, Memory
from dayleaf.core.fact import Source
from dayleaf.shell import recalling

LOST = 0.005
"""Target: the floor loses at most so much of the gold."""

FLOOR_OF = recalling.floor_of
INVENTED = re.compile(r"[^\W\d_]{4,}")


def share(hits: tuple[Hit, ...], gold: list[Source]) -> float:
    """The share of the gold lines that some hit touches."""
    found = sum(any(h.source.path == g.path and h.source.first <= g.last and g.first <= h.source.last for h in hits) for g in gold)
    return found / len(gold)


def ask(memory: Memory, question: dict[str, Any], text: str) -> tuple[Hit, ...]:
    """What a memory answers on the day of the question."""
    at = memory.at(dt.datetime.fromisoformat(question["now"]).astimezone()) if question.get("now") else memory
    return at.recall(text, k=100, budget=2000).hits


def without_floor(memory: Memory, question: dict[str, Any]) -> tuple[Hit, ...]:
    """The same as if every answer were good enough."""
    recalling.floor_of = lambda *_: 0.0
    try:
        return ask(memory, question, question["query"])
    finally:
        recalling.floor_of = FLOOR_OF


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workspaces", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=150, help="questions of each workspace at most")
    args = parser.parse_args()
    memories = [Memory.open(folder) for folder in args.workspaces]
    print(f"{'workspace':28} {'questions':>9} {'lost':>7} {'refused':>8} {'by another':>11} {'invented':>9}")
    for place, (folder, memory) in enumerate(zip(args.workspaces, memories, strict=True)):
        lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
        questions = [json.loads(line) for line in lines]
        questions = random.Random(1).sample(questions, min(args.most, len(questions)))
        other = memories[(place + 1) % len(memories)]
        lost = refused = foreign = invented = 0.0
        for number, question in enumerate(questions):
            gold = [Source.parse(source) for source in question["gold"]]
            hits = ask(memory, question, question["query"])
            refused += not hits
            if not hits and gold:
                lost += share(without_floor(memory, question), gold)
            foreign += other is not memory and not ask(other, question, question["query"])
            nonsense = INVENTED.sub(lambda word, n=number: f"zq{n}{word[0][::-1].lower()}xv", question["query"])
            invented += not ask(memory, question, nonsense)
        n = len(questions)
        mark = "" if lost / n <= LOST else "  missed"
        row = f"{folder.name[:28]:28} {n:9} {lost / n:7.3f} {refused / n:8.3f} {foreign / n:11.3f} {invented / n:9.3f}"
        print(row + mark, flush=True)


if __name__ == "__main__":
    main()
