"""Let a running server answer a command: it has the index warm and knows the sessions. Without one the command works alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dayleaf.core.errors import DayleafError
from dayleaf.doors.reply.terminal import look_at

COMMANDS = frozenset({"recall", "retain", "about", "facts", "context", "work", "entity", "core", "opinion", "review"})
"""Commands a server may answer: they ask or write a little, and read no file named by the caller."""

ALONE = frozenset({"--batch", "--embedder", "-h", "--help", "--version"})
"""Options with which a command works alone: files relative to here, other settings than the server's, help."""

SAID_BY = ".memory/serve.json"
"""Where a server of a workspace says how to reach it."""

PATIENCE = 60.0
"""Seconds to wait for an answer, once a server has taken the call."""


def forwarded(args: Sequence[str], environ: Mapping[str, str] = os.environ) -> int | None:
    """The exit status of a call that a server answered; None if there is none that should, and nothing was done."""
    words = [arg for arg in args if not arg.startswith("-")]
    if not COMMANDS.intersection(words) or any(arg.partition("=")[0] in ALONE for arg in args):
        return None
    if any(name.startswith(("DAYLEAF_", "_DAYLEAF")) and name != "DAYLEAF_WORKSPACE" for name in environ):
        return None
    try:
        root: Path = import_module("dayleaf.wiring.place").find_workspace(_named(args))
        said = (root / SAID_BY).read_bytes()
    except (DayleafError, OSError):
        return None
    json = import_module("json")
    try:
        answer = _asked(str(json.loads(said)["socket"]), json.dumps(_typed(args)).encode())
        told = json.loads(answer)
        status = int(told["status"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    _write(sys.stderr, told["err"])
    _write(sys.stdout, told["out"])
    return status


def _named(args: Sequence[str]) -> str | None:
    """The folder after `-C`."""
    for place, arg in enumerate(args):
        if arg in ("-C", "--workspace") and place + 1 < len(args):
            return args[place + 1]
        if arg.startswith("--workspace="):
            return arg.partition("=")[2]
        if arg.startswith("-C") and len(arg) > 2:
            return arg[2:]
    return None


def _typed(args: Sequence[str]) -> dict[str, Any]:
    sent = sys.stdin.buffer.read() if ("--stdin" in args or "-" in args) and sys.stdin is not None else b""
    looks = {name: look_at(stream) for name, stream in (("out", sys.stdout), ("err", sys.stderr))}
    return {
        "args": list(args),
        "sent": sent.decode("latin-1"),
        "looks": {name: [look.width, look.colour, look.glyphs] for name, look in looks.items()},
    }


def _asked(path: str, body: bytes) -> bytes:
    """The body of the answer to a request through a Unix socket.

    By hand: the standard library's client takes 20 ms to load, as long as the answer.

    Raises:
        OSError, ValueError: nobody answers, or nothing that could be read.
    """
    fields = ("Host: localhost", "Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close", "", "")
    head = "\r\n".join(("POST /cli HTTP/1.1", *fields))
    socket = import_module("socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(1.0)
        line.connect(path)
        line.settimeout(PATIENCE)
        line.sendall(head.encode() + body)
        parts = []
        while part := line.recv(1 << 16):
            parts.append(part)
    top, _, answer = b"".join(parts).partition(b"\r\n\r\n")
    if not top.startswith(b"HTTP/1.1 200"):
        raise ValueError(top[:40])
    return answer


def _write(stream: Any, text: str) -> None:  # noqa: ANN401 standard output or error
    stream.write(text)
