"""CPU of one warm `Memory.recall` on 10,000, 100,000 and a million facts, beside a bare FTS5 top 25 of the same words.

    python benchmarks/recall_speed.py [--million] [--questions 120] [--facts N …]

Both sides answer every question in turns, in one process: what a busy machine adds, it adds to both. The plot of growth goes to
`plots/recall_speed.svg`.
"""

from __future__ import annotations

import argparse
import gc
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import generate
import plot
from dayleaf import Memory
from dayleaf.adapters.header import read_header
from dayleaf.core.page.parse import parse

TARGETS = {10_000: (3, 10), 100_000: (10, 40), 1_000_000: (40, 80)}
"""Facts → milliseconds of CPU that half and 99 % of all recalls may take."""

RATIO = 2.5
"""What the median recall may cost in bare FTS5 queries."""

DAYS = {10_000: 400, 100_000: 1_500, 1_000_000: 3_650}
HITS, BUDGET = 25, 2_000


class Taken(NamedTuple):
    """Milliseconds of CPU, one for each question."""

    recall: list[float]
    bare: list[float]

    @property
    def ratio(self) -> float:
        """How many bare queries a recall costs: the median of the one over the median of the other."""
        return statistics.median(self.recall) / statistics.median(self.bare)


class Bare:
    """The same texts in an FTS5 table and nothing else."""

    def __init__(self, path: Path, texts: Iterator[str]) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "cache_size = -8192"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute("CREATE VIRTUAL TABLE fact USING fts5(text, tokenize = 'unicode61')")
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO fact (text) VALUES (?)", ((text,) for text in texts))
        self._database.execute("COMMIT")
        self._database.execute("INSERT INTO fact (fact) VALUES ('optimize')")

    def ask(self, question: str) -> None:
        """The 25 best rows that hold any of the words."""
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(question.split()))
        self._database.execute(
            "SELECT rowid, text, bm25(fact) FROM fact WHERE fact MATCH ? ORDER BY bm25(fact) LIMIT ?", (match, HITS)
        ).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def known_items(count: int, texts: Sequence[str], seed: int = 2) -> list[str]:
    """Questions for one fact each: three to six of its content words, in their order."""
    random = Random(f"known items {seed}")
    function = {*generate.FUNCTION_WORDS}
    asked = []
    while len(asked) < count:
        words = [word for word in random.choice(texts).lower().rstrip(".").split() if word.isalpha() and word not in function]
        if len(words) >= 6:
            places = sorted(random.sample(range(len(words)), random.randint(3, 6)))
            asked.append(" ".join(words[place] for place in places))
    return asked


def cpu(act: Callable[[], object]) -> float:
    """Milliseconds of CPU this thread needs for it."""
    started = time.thread_time()
    act()
    return (time.thread_time() - started) * 1e3


def measure(facts: int, count: int) -> dict[str, Taken]:
    """Ask one workspace so many questions of each sort."""
    with tempfile.TemporaryDirectory(prefix="dayleaf-recall-") as name:
        generate.generate(Path(name), facts, DAYS.get(facts))
        with Memory.open(name) as memory:
            status = memory.rebuild().status
            pages = Path(name).rglob("*.md")
            texts = [fact.text for page in pages for fact in parse(page.name, page.read_bytes(), read_header).facts]
            sorts = {"words": generate.questions(count, facts), "known items": known_items(count, texts)}
            bare = Bare(Path(name) / "bare.sqlite", iter(texts))
            del texts
            gc.collect()
            print(f"\n{facts:,} facts and {status.passages:,} passages in {status.files:,} files", flush=True)
            taken = {sort: ask(memory, bare, questions) for sort, questions in sorts.items()}
            bare.close()
    for sort, times in taken.items():
        report(sort, times, TARGETS.get(facts))
    return taken


def ask(memory: Memory, bare: Bare, questions: Sequence[str]) -> Taken:
    """Every question to both, after a few that warm them up."""
    for question in questions[:10]:
        memory.recall(question)
        bare.ask(question)
    taken = Taken([], [])
    for question in questions[10:]:
        taken.recall.append(min(cpu(lambda asked=question: memory.recall(asked, k=HITS, budget=BUDGET)) for _ in range(2)))
        taken.bare.append(min(cpu(lambda asked=question: bare.ask(asked)) for _ in range(2)))
    return taken


def high(times: Sequence[float]) -> float:
    """What 99 % of the times stay below."""
    return sorted(times)[max(round(0.99 * len(times)) - 1, 0)]


def report(sort: str, taken: Taken, target: tuple[float, float] | None) -> None:
    """One line of figures."""
    middle, worst = statistics.median(taken.recall), high(taken.recall)
    line = f"{sort:12} recall p50 {middle:6.2f} p99 {worst:6.2f} ms CPU   bare FTS5 p50 {statistics.median(taken.bare):6.2f}"
    line += f" p99 {high(taken.bare):6.2f}   {taken.ratio:5.2f} x bare"
    if target:
        line += f"   target {target[0]} / {target[1]} ms {'met' if middle <= target[0] and worst <= target[1] else 'MISSED'}"
        line += f", {RATIO} x {'met' if taken.ratio <= RATIO else 'MISSED'}"
    print(line, flush=True)


def main() -> None:
    """Measure each size, and plot how the medians grow."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--questions", type=int, default=120)
    options.add_argument("--million", action="store_true", help="a million facts too: some minutes, 1 GB of disk")
    options.add_argument("--facts", type=int, nargs="*", help="these sizes instead")
    given = options.parse_args()
    sizes = given.facts or [10_000, 100_000, *([1_000_000] if given.million else [])]
    found = {facts: measure(facts, given.questions) for facts in sizes}
    if len(found) > 1:
        lines = {}
        for sort in ("words", "known items"):
            lines[f"recall, {sort}"] = [(facts, statistics.median(taken[sort].recall)) for facts, taken in found.items()]
            lines[f"bare FTS5, {sort}"] = [(facts, statistics.median(taken[sort].bare)) for facts, taken in found.items()]
        path = Path(__file__).parent / "plots" / "recall_speed.svg"
        plot.write(path, "One recall, median", "facts", "ms of CPU", lines)
        print(f"\nplot: {path}")


if __name__ == "__main__":
    main()
