"""Many clients at one server for a while: nothing may fail, no retain may be lost, memory may not grow.

python benchmarks/serve_load.py [--clients 50] [--seconds 60] [--facts 2000]

Each client keeps one connection and asks what agents ask: a turn's context and its end, recalls, retains, working memory. The
server runs in a process of its own over a workspace of `generate.py`; it and this program share the machine's cores, so the
times are those of a machine that is busy throughout. Ends by itself; exit status 1 when anything failed or is lost.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

from generate import generate

PROGRAM = [sys.executable, "-c", "from dayleaf.doors.cli import run; run()"]
MIX = ("recall",) * 4 + ("context",) * 3 + ("turn",) * 2 + ("retain",) * 2 + ("put",) * 2 + ("get",)
MOST_GROWTH = 1.25
"""Resident memory at the end against that after a third of the time."""


class Load:
    """What the clients share: where the server is, what they asked and how long it took, what went wrong."""

    def __init__(self, port: int, token: str, ends: float) -> None:
        self.port, self.token, self.ends = port, token, ends
        self.times: dict[str, list[float]] = defaultdict(list)
        self.kept: list[str] = []
        self.errors: list[str] = []

    def client(self, number: int, words: list[str]) -> None:
        """Ask until the time is over."""
        chance = random.Random(number)
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        count = 0
        while time.monotonic() < self.ends:
            count += 1
            kind = chance.choice(MIX)
            path, given = self.call(kind, number, count, " ".join(chance.sample(words, 3)))
            began = time.perf_counter()
            try:
                line.request("POST", path, json.dumps(given), headers)
                answer = line.getresponse()
                said = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.errors.append(f"{kind}: {error!r}")
                line.close()
                continue
            self.times[kind].append(1000 * (time.perf_counter() - began))
            if answer.status == 404 and kind == "get":
                continue  # nothing was put yet
            if answer.status != 200:
                self.errors.append(f"{kind}: {answer.status} {said[:200]!r}")
            elif kind == "retain":
                self.kept.append(given["text"])
        line.close()

    def call(self, kind: str, number: int, count: int, words: str) -> tuple[str, dict[str, str]]:
        """Address and body of a request."""
        session = f"client-{number}"
        return {
            "recall": ("/v1/recall", {"query": words}),
            "context": ("/v1/context", {"session": session, "message": words}),
            "turn": ("/v1/turn", {"session": session, "reply": f"That is about {words}."}),
            "retain": ("/v1/retain", {"text": f"Client {number} saw heron {count} near {words}."}),
            "put": ("/v1/work/put", {"namespace": f"session/{session}", "key": f"k{count % 20}", "value": words * 50}),
            "get": ("/v1/work/get", {"key": f"session/{session}/k{count % 20}"}),
        }[kind]


def resident(pid: int) -> float:
    """Megabytes of memory a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def loaded(load: Load, clients: int, words: list[str], pid: int, seconds: float) -> list[float]:
    """Run the clients; the server's memory before, after each third, and at the end."""
    memory = [resident(pid)]
    threads = [threading.Thread(target=load.client, args=(number, words)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(seconds / 3)
        memory.append(resident(pid))
    for thread in threads:
        thread.join()
    return [*memory, resident(pid)]


def lost(root: Path, kept: list[str]) -> list[str]:
    """Acknowledged facts that do not stand in the Markdown."""
    lines = {line for page in (root / "memory").glob("*.md") for line in page.read_text("utf-8").splitlines()}
    return [text for text in kept if f"- W: {text}" not in lines]


def main() -> int:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--clients", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--facts", type=int, default=2000)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        generate(root, given.facts)
        words = [word for page in (root / "memory").glob("*.md") for word in page.read_text("utf-8").split() if word.isalpha()][:5000]
        command = [*PROGRAM, "-C", folder, "--json", "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout  # noqa: S101
            port = int(json.loads(server.stdout.readline())["url"].rpartition(":")[2])
            token = json.loads((root / ".memory/serve.json").read_text())["token"]
            warm = Load(port, token, time.monotonic() + 1)
            warm.client(10**6, words)
            load = Load(port, token, time.monotonic() + given.seconds)
            memory = loaded(load, given.clients, words, server.pid, given.seconds)
            server.send_signal(signal.SIGTERM)
            status = server.wait(30)
        gone = lost(root, load.kept)
    times = sorted(spent for each in load.times.values() for spent in each)
    print(f"{given.clients} clients, {given.seconds:g} s, {given.facts} facts: {len(times) / given.seconds:.0f} requests/s")
    for kind, each in sorted({**load.times, "all": times}.items()):
        each.sort()
        print(f"  {kind:<8} {len(each):6} × p50 {statistics.median(each):7.1f} ms  p99 {each[int(0.99 * len(each))]:7.1f} ms")
    print(
        f"errors {len(load.errors)} (0), retains acknowledged {len(load.kept)}, lost {len(gone)} (0), the server's exit status {status} (0)"
    )
    growth = memory[-1] / memory[1]
    sizes = ", ".join(f"{size:.0f}" for size in memory)
    print(f"resident memory at the start, after a third, two thirds, at the end: {sizes} MB, {growth:.2f} × (≤ {MOST_GROWTH})")
    for error in load.errors[:5]:
        print(" ", error)
    return int(bool(load.errors or gone or status or growth > MOST_GROWTH))


if __name__ == "__main__":
    sys.exit(main())
