"""Let a running server answer a command: it has the index warm and knows the sessions. Without one the command works alone.

A server is believed only if it runs for this user and serves just this workspace, and is asked only while nothing is done by
asking: the call itself is sent when the server has said that it takes it, so one that hangs costs two seconds and no more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dayleaf.core.errors import Busy, DayleafError
from dayleaf.doors.reply.terminal import look_at

if TYPE_CHECKING:
    import socket

COMMANDS = frozenset({"recall", "retain", "about", "facts", "context", "work", "entity", "core", "opinion", "review"})
"""Commands a server may answer: they ask or write a little, and read no file named by the caller."""

ASKING = frozenset({"recall", "about", "facts"})
"""Those that change nothing, and may be asked again."""

OF_THE_MOMENT = frozenset({"context", "work"})
"""Those that let what is older than an hour or a time to live go; with `--now` they must not do so to the server's sessions."""

ALONE = frozenset({"--batch", "--embedder", "-h", "--help", "--version"})
"""Options with which a command works alone: files relative to here, other settings than the server's, help."""

SAID_BY = ".memory/serve.json"
"""Where a server of a workspace says how to reach it."""

WELCOME = 2.0
"""Seconds to wait until a server takes the call; longer, and the command works alone."""

PATIENCE = 30.0
"""Seconds to wait for an answer, once a server has taken the call."""


class Told(NamedTuple):
    """What a server answered to a call: exit status, and what goes to standard output and error."""

    status: int
    out: str
    err: str


def forwarded(args: Sequence[str], environ: Mapping[str, str] = os.environ) -> Told | None:
    """What a server answered to a call; None if there is none that should, and nothing was done.

    Raises:
        Busy: a server took a call that changes something and did not answer, so it may be done or not.
    """
    read = _read(args)
    if read is None or "_DAYLEAF_COMPLETE" in environ:
        return None
    command, folder = read
    try:
        root: Path = import_module("dayleaf.wiring.place").find_workspace(folder)
        if import_module("dayleaf.config").read_environment(environ):
            return None  # settings of its own
        path = _reached(root, environ)
    except (DayleafError, OSError):
        return None
    if path is None:
        return None
    body = import_module("json").dumps(_typed(args)).encode()
    try:
        line = _taken(path, len(body))
    except (OSError, ValueError):
        return None
    with line:
        try:
            return _answered(line, body)
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            if command in ASKING:
                return None
            raise Busy(
                f"the server of {root} took the command and did not answer; it may have been done, or not",
                hint="look whether it was; `dayleaf doctor` tells whether the server is well",
            ) from error


def zone(environ: Mapping[str, str] = os.environ) -> str:
    """The time zone a process was told, by which a server and a command agree on what today is."""
    return environ.get("TZ", "")


def _read(args: Sequence[str]) -> tuple[str, str | None] | None:
    """The command and the folder after `-C` of a call that a server may answer; None when there is the least doubt."""
    command, folder, named, now, before = "", None, 0, False, ""
    rest = iter(args)
    for arg in rest:
        if arg == "--":
            break
        name, given, value = arg.partition("=")
        if name in ALONE or (arg.startswith("-C") and arg != "-C"):
            return None
        if name in ("-C", "--workspace"):
            if command and before.startswith("-"):
                return None  # it may be the value of an option
            named += 1
            folder = value if given else next(rest, "")
            before = ""
            continue
        now = now or name == "--now"
        if not command and arg == "--now":
            next(rest, "")
        elif not command and not arg.startswith("-"):
            command = arg
        before = "" if arg == "--json" or given else arg
    if command not in COMMANDS or named > 1 or (now and command in OF_THE_MOMENT):
        return None
    return command, folder


def _reached(root: Path, environ: Mapping[str, str]) -> str | None:
    """The socket that this user's own server of just this workspace listens on, as its note says; None if there is none."""
    with (root / SAID_BY).open("rb") as file:
        if os.fstat(file.fileno()).st_uid != os.geteuid():
            return None
        said = file.read(10_000)
    try:
        note = import_module("json").loads(said)
    except (ValueError, RecursionError):
        return None
    if not isinstance(note, dict) or note.get("root") != str(root) or note.get("zone") != zone(environ):
        return None  # a copied workspace has the note of the other's server
    path = note.get("socket")
    return path if isinstance(path, str) else None


def _typed(args: Sequence[str]) -> dict[str, Any]:
    sent = b""
    if sys.stdin is not None and any(arg in ("--stdin", "-") or arg.endswith("=-") for arg in args):
        io = import_module("io")
        sent = sys.stdin.buffer.read()
        sys.stdin = io.TextIOWrapper(io.BytesIO(sent), encoding="utf-8")  # for this process, should no server take the call
    looks = {name: look_at(stream) for name, stream in (("out", sys.stdout), ("err", sys.stderr))}
    return {
        "args": list(args),
        "sent": sent.decode("latin-1"),
        "looks": {name: [look.width, look.colour, look.glyphs] for name, look in looks.items()},
    }


def _taken(path: str, length: int) -> socket.socket:
    """A line to the server, which has said that it takes a call of so many bytes.

    Raises:
        OSError, ValueError: nobody answers, or somebody else than this user's server, or it does not take the call.
    """
    system = import_module("socket")  # 2 ms, and most commands find no server
    with ExitStack() as undo:
        line: socket.socket = undo.enter_context(system.socket(system.AF_UNIX, system.SOCK_STREAM))
        line.settimeout(WELCOME)
        line.connect(path)
        _ask(line, path, length)
        line.settimeout(PATIENCE)
        undo.pop_all()
    return line


def _ask(line: socket.socket, path: str, length: int) -> None:
    """Ask whether a call is taken, by hand: the standard library's client takes 20 ms to load, as long as the answer.

    Raises:
        OSError, ValueError: it is not.
    """
    if _owner(line, path) != os.geteuid():
        raise ValueError(path)
    fields = ("Host: localhost", "Content-Type: application/json", f"Content-Length: {length}", "Expect: 100-continue", "Connection: close")
    line.sendall("\r\n".join(("POST /cli HTTP/1.1", *fields, "", "")).encode())
    said = b""
    while b"\r\n\r\n" not in said and (part := line.recv(1 << 10)):
        said += part
    if not said.startswith(b"HTTP/1.1 100"):
        raise ValueError(said[:40])


def _owner(line: socket.socket, path: str) -> int:
    """Who listens at the other end, where the system tells; else whose the socket is."""
    system = import_module("socket")
    credentials = getattr(system, "SO_PEERCRED", None)
    if credentials is None:
        return Path(path).stat().st_uid
    return int.from_bytes(line.getsockopt(system.SOL_SOCKET, credentials, 12)[4:8], sys.byteorder)


def _answered(line: socket.socket, body: bytes) -> Told:
    """The answer to a call that was taken.

    Raises:
        OSError, ValueError, KeyError, TypeError, RecursionError: there was none that could be read.
    """
    line.sendall(body)
    parts = []
    while part := line.recv(1 << 16):
        parts.append(part)
    top, _, answer = b"".join(parts).partition(b"\r\n\r\n")
    if not top.startswith(b"HTTP/1.1 200"):
        raise ValueError(top[:40])
    told = import_module("json").loads(answer)
    return Told(int(told["status"]), str(told["out"]), str(told["err"]))
