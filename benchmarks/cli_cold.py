"""CPU of one whole `dayleaf recall` process on 10,000 facts, against a bare start of the same interpreter.

python benchmarks/cli_cold.py [--facts 10000] [--runs 21]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import generate

TARGET = 0.12
"""Seconds of CPU, user and system, that one recall may take."""

DAYLEAF = [str(Path(sys.executable).parent / "dayleaf")]


def cpu_of(command: list[str]) -> tuple[float, float]:
    """Seconds of CPU and of wall time that one process took."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended - started


def main() -> None:
    """Measure in turns, so that a busy moment meets both sides, and print medians and their ratio."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--facts", type=int, default=10_000)
    options.add_argument("--runs", type=int, default=21)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="dayleaf-cold-") as name:
        root = Path(name)
        generate.generate(root, given.facts)
        subprocess.run([*DAYLEAF, "-C", name, "index", "rebuild"], check=True, capture_output=True)
        sides: dict[str, list[tuple[float, float]]] = {"python -c pass": [], "dayleaf --version": [], "dayleaf recall": []}
        for question in generate.questions(given.runs, given.facts):
            sides["python -c pass"].append(cpu_of([sys.executable, "-c", "pass"]))
            sides["dayleaf --version"].append(cpu_of([*DAYLEAF, "--version"]))
            sides["dayleaf recall"].append(cpu_of([*DAYLEAF, "-C", name, "recall", question]))
    bare = statistics.median(cpu for cpu, _ in sides["python -c pass"])
    print(f"{given.facts:,} facts, median of {given.runs} runs, {sys.implementation.name} {sys.version.split()[0]}")
    for side, taken in sides.items():
        cpu, wall = (statistics.median(times) for times in zip(*taken, strict=True))
        print(f"{side:18} {cpu:.3f} s CPU  {wall:.3f} s wall  {cpu / bare:5.1f} x bare start")
    recall = statistics.median(cpu for cpu, _ in sides["dayleaf recall"])
    print(f"target {TARGET} s CPU: {'met' if recall <= TARGET else 'MISSED'}")


if __name__ == "__main__":
    main()
