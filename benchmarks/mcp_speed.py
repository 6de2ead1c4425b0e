"""What MCP adds to a call of the library, and how soon a server started by an agent answers.

python benchmarks/mcp_speed.py WORKSPACE [--calls 200]

WORKSPACE is copied first. In process: processor time of a tool's call, message in and bytes out, less that of the same call of the
library, in turns. Over standard streams and HTTP: from the request to the answer in a client's hands, and the start of the
server until its first answer, against a bare start of the interpreter; wall time there, for two processes share the work.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dayleaf import Memory
from dayleaf.doors.mcp.protocol import Server
from dayleaf.doors.mcp.stdio import decoded
from dayleaf.doors.reply.json import encode

PROGRAM = [sys.executable, "-c", "from dayleaf.doors.cli import run; run()"]
OVERHEAD, START = 2.0, 0.3
"""Targets: milliseconds a call, seconds to the first answer."""


def message(name: str, **given: object) -> bytes:
    """A tool's call as a client writes it."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": given}}
    return json.dumps(asked).encode() + b"\n"


def told(name: str, times: list[float], target: str = "") -> None:
    """Say median and 99th percentile."""
    times.sort()
    print(f"{name:<52} p50 {statistics.median(times):7.2f} ms   p99 {times[int(0.99 * len(times))]:7.2f} ms   {target}")


def spent(call: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Milliseconds."""
    began = clock()
    call()
    return 1000 * (clock() - began)


def in_process(root: Path, questions: list[str]) -> None:
    """A tool's call against the library's."""
    with Memory.open(root) as memory:
        server = Server(memory)

        def tool(line: bytes) -> None:
            answer = server.answer(decoded(line))
            assert answer is not None  # noqa: S101
            encode(answer)

        calls: dict[str, tuple[Callable[[str], bytes], Callable[[str], Any]]] = {
            "recall": (lambda question: message("recall", query=question), lambda question: memory.recall(question, k=25, budget=2000)),
            "work_get": (lambda _: message("work_get", key="a/k"), lambda _: memory.work.get("a/k")),
            "work_list": (lambda _: message("work_list"), lambda _: memory.work.inventory()),
        }
        memory.work.put("k", "value", caller="a", ttl="1h")
        for name, (line_of, plain) in calls.items():
            more, less = [], []
            for question in questions:
                line = line_of(question)
                plain(question)  # both find the same warm
                less.append(spent(lambda plain=plain, question=question: plain(question)))
                more.append(spent(lambda line=line: tool(line)))
            told(
                f"in process, {name}: more than the library's call",
                [one - other for one, other in zip(more, less, strict=True)],
                f"≤ {OVERHEAD:g}",
            )


def over_streams(root: Path, questions: list[str]) -> None:
    """A server as an agent starts it."""
    starts, bare, calls = [], [], []
    hello = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}\n'
    for number in range(7):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        with subprocess.Popen([*PROGRAM, "-C", str(root), "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdin  # noqa: S101
            assert server.stdout  # noqa: S101

            def ask(line: bytes, server: subprocess.Popen[bytes] = server) -> None:
                assert server.stdin  # noqa: S101
                assert server.stdout  # noqa: S101
                server.stdin.write(line)
                server.stdin.flush()
                server.stdout.readline()

            ask(hello)
            starts.append(1000 * (time.perf_counter() - began))
            if number == 6:
                ask(message("recall", query=questions[0]))
                calls = [
                    spent(lambda question=question: ask(message("recall", query=question)), time.perf_counter) for question in questions
                ]
            server.stdin.close()
    told("standard streams, start to the first answer", starts, f"≤ {1000 * START:g} (a bare start: {statistics.median(bare):.0f})")
    told("standard streams, recall", calls)


def over_http(root: Path, questions: list[str]) -> None:
    """A server that runs."""
    with subprocess.Popen([*PROGRAM, "-C", str(root), "--json", "mcp", "--http", "--port", "0"], stdout=subprocess.PIPE) as server:
        assert server.stdout  # noqa: S101
        port = int(json.loads(server.stdout.readline())["url"].rpartition(":")[2])
        token = json.loads((root / ".memory/serve.json").read_text())["token"]
        line = http.client.HTTPConnection("127.0.0.1", port)

        def ask(body: bytes) -> None:
            line.request("POST", "/mcp", body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            assert line.getresponse().read()  # noqa: S101

        ask(message("recall", query=questions[0]))
        told(
            "HTTP, recall",
            [spent(lambda question=question: ask(message("recall", query=question)), time.perf_counter) for question in questions],
        )
        told("HTTP, work_list", [spent(lambda: ask(message("work_list")), time.perf_counter) for _ in questions])
        line.close()
        server.terminate()


def main() -> None:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("workspace", type=Path)
    asked.add_argument("--calls", type=int, default=200)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(given.workspace, Path(folder) / "copy")
        with Memory.open(root) as memory:
            facts = memory.facts().facts
        questions = [fact.text[:70] for fact in random.Random(3).sample(facts, min(given.calls, len(facts)))]
        print(f"{len(facts)} facts")
        in_process(root, questions)
        over_streams(root, questions)
        over_http(root, questions)


if __name__ == "__main__":
    main()
