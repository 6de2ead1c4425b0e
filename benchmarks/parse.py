"""Measures how fast pages are parsed: MB/s of a plain log, a log of typed bullets, and one line of 5 MB.

    PYTHONPATH=src python benchmarks/parse.py [repeats]

The best of some runs counts. All text is made from a seed, so that two runs on one machine can be compared.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from dayleaf.adapters.header import read_header
from dayleaf.core.page.parse import parse

_WORDS = (
    "the a of to in we and for with on not from that this was ferry harbour invoice template deploy baker window Tuesday garden "
    "ledger reported asked agreed fixed moved wrote called Größe Straße kündigen lantern orchard kettle bicycle server release"
).split()
_SIZE = 2_000_000


def _sentence(chance: random.Random, length: int) -> str:
    words: list[str] = []
    while sum(map(len, words)) + len(words) < length:
        words.append(chance.choice(_WORDS))
    return " ".join(words).capitalize() + "."


def plain_log(chance: random.Random) -> str:
    """Bullets and paragraphs of 100 to 200 characters, a heading every now and then."""
    lines, size = ["# 2026-03-01", ""], 0
    while size < _SIZE:
        text = _sentence(chance, chance.randint(100, 200))
        draw = chance.random()
        block = ["", f"## {_sentence(chance, 20)}", ""] if draw < 0.03 else [f"- {text}"] if draw < 0.7 else ["", text, ""]
        size += sum(len(line) + 1 for line in block)
        lines += block
    return "\n".join(lines) + "\n"


def retain_log(chance: random.Random) -> str:
    """One section of typed bullets of about 100 bytes."""
    lines, size = ["# 2026-03-01", "", "## Retain"], 0
    while size < _SIZE:
        kind = chance.choice(["W", "B", "O(c=0.8)", "S"])
        lines.append(f"- {kind} @{chance.choice(['Peter', 'Brynja', 'warelay'])}: {_sentence(chance, 80)}")
        size += len(lines[-1]) + 1
    return "\n".join(lines) + "\n"


def one_line(chance: random.Random) -> str:
    """5 MB without a line end."""
    return _sentence(chance, 1000) * 5_000


def main(repeats: int) -> None:
    """Print MB/s for each kind of page."""
    makers: tuple[Callable[[random.Random], str], ...] = (plain_log, retain_log, one_line)
    for make in makers:
        data = make(random.Random(7)).encode()
        best, facts = float("inf"), 0
        for _ in range(repeats):
            began = time.process_time()
            facts = len(parse("memory/2026-03-01.md", data, read_header).facts)
            best = min(best, time.process_time() - began)
        size = len(data) / 1e6
        print(f"{make.__name__:<12} {size:6.1f} MB {size / best:8.1f} MB/s {facts:>8} facts {facts / best:>10,.0f} facts/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
