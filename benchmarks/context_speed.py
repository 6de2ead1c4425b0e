"""What a turn's context costs beside recall: `python benchmarks/context_speed.py WORKSPACE [--turns 150]`.

WORKSPACE is copied first. The questions are beginnings of its facts. Processor time of this process, in milliseconds: a whole
turn, the recall in it alone (asked by itself), and a turn after something was written, whose corrections must be looked for.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dayleaf.shell.gathering import ASKED
from dayleaf.wiring.memory import Memory


def spent(call: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    began = time.process_time()
    call()
    return 1000 * (time.process_time() - began)


def told(name: str, times: list[float]) -> None:
    """Say median and 95th percentile."""
    times.sort()
    print(f"{name:<34} p50 {statistics.median(times):6.1f} ms   p95 {times[int(0.95 * len(times))]:6.1f} ms")


def main() -> int:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("workspace", type=Path)
    asked.add_argument("--turns", type=int, default=150)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(given.workspace, Path(folder) / "copy")
        with Memory.open(root, now=dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC)) as memory:
            facts = memory.facts().facts
            questions = [fact.text[:70] for fact in random.Random(3).sample(facts, given.turns)]
            for number in range(30):
                memory.work.put(f"k{number}", "value", caller="session/a", ttl="1h")
            memory.begin_turn("warm", questions[0])
            k = memory.config.context_k * ASKED
            recall, whole, written, end = [], [], [], []
            for number, question in enumerate(questions):
                recall.append(spent(lambda question=question: memory.recall(question, k=k, budget=12_000)))
                whole.append(spent(lambda question=question: memory.begin_turn("a", question)))
                end.append(spent(lambda question=question: memory.end_turn("a", question)))
                if number % 5 == 0:
                    memory.retain(f"Note {number} of nothing much.", entities=[f"Nothing-{number}"])
                    memory.recall("read what was written")
                    again = spent(lambda question=question: memory.begin_turn("a", f"{question} again"))
                    written.append(again - spent(lambda question=question: memory.recall(f"{question} again", k=k, budget=12_000)))
            print(f"{len(facts)} facts, {len(memory.conversation('a').told)} of them told")  # type: ignore[union-attr]
            told("a whole turn", whole)
            told("its recall, asked alone", recall)
            told("the rest of a turn", [one - other for one, other in zip(whole, recall, strict=True)])
            told("the rest, after something was written", written)
            told("the end of a turn", end)
    return 0


if __name__ == "__main__":
    sys.exit(main())
