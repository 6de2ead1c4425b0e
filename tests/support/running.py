"""A server in a process of its own, over a workspace; and how to ask it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

PROGRAM = [sys.executable, "-c", "from dayleaf.doors.cli import run; run()"]


class Running:
    """A server that answers: where, its token, and its process."""

    def __init__(self, process: subprocess.Popen[str], root: Path) -> None:
        self.process, self.root = process, root
        assert process.stdout is not None
        self.said: dict[str, Any] = json.loads(process.stdout.readline() or '{"url": "none: the server ended"}')
        self.note: dict[str, Any] = json.loads((root / ".memory/serve.json").read_text())

    @property
    def url(self) -> str:
        return str(self.said["url"])

    def client(self, **headers: str) -> httpx.Client:
        """Asks with the token."""
        return httpx.Client(base_url=self.url, headers={"Authorization": f"Bearer {self.note['token']}", **headers}, timeout=20)

    def stop(self) -> int:
        """Tell it to stop, as a terminal or a service manager does; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@contextmanager
def running(root: Path, *options: str) -> Iterator[Running]:
    """A server of this workspace on a free port."""
    command = [*PROGRAM, "-C", str(root), "--json", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield Running(process, root)
    finally:
        process.kill()
        process.communicate()


def program(root: Path, *args: str, sent: str | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
    """One call of the command line, in a process of its own."""
    command = [*PROGRAM, "-C", str(root), *args]
    return subprocess.run(command, input=sent, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **environ})
