"""Four processes retain into one workspace while a fifth recalls: nothing may be lost, torn or refused.

python benchmarks/writers.py [--each 1000]
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from pathlib import Path

from dayleaf import Memory

WRITERS = 4


def write(folder: str, name: str, each: int) -> None:
    """Retain `each` facts that nobody else retains."""
    with Memory.open(folder) as memory:
        for number in range(each):
            memory.retain(f"Writer {name} saw heron number {number} at the weir.", entities=[f"Writer-{name}"])


def main() -> None:
    """Run it all; exit status 1 when anything is lost."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--each", type=int, default=1000)
    each = asked.parse_args().each
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "memory").mkdir()
        start, asked_times, most = time.perf_counter(), 0, 0
        writers = [multiprocessing.Process(target=write, args=(folder, "ABCD"[place], each)) for place in range(WRITERS)]
        for writer in writers:
            writer.start()
        with Memory.open(folder) as memory:
            while any(writer.is_alive() for writer in writers):
                most = max(most, len(memory.recall("heron at the weir", k=1000, budget=10**6).hits))
                asked_times += 1
                time.sleep(0.1)
            failed = [writer.exitcode for writer in writers if writer.exitcode]
            facts = memory.facts().facts
            text = "".join(page.read_text("utf-8") for page in Path(folder, "memory").glob("*.md"))
            torn = [line for line in text.splitlines() if line.startswith("- W") and not line.endswith("at the weir.")]
        spent = time.perf_counter() - start
    kept = len({fact.text for fact in facts})
    print(
        f"{WRITERS} × {each} retains in {spent:.0f} s beside {asked_times} recalls: {kept} facts kept of {WRITERS * each}, "
        f"{len(torn)} torn lines, {len(failed)} failures"
    )
    if failed or torn or kept != WRITERS * each:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
