"""Run the server: its sockets, the note that says how to reach it, and a stop that finishes what was begun."""

from __future__ import annotations

import gc
import json
import os
import secrets
import signal
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from filelock import FileLock, Timeout

from dayleaf.core.errors import Busy, DiskFailed, UsageError
from dayleaf.doors.cli.forward import SAID_BY, zone
from dayleaf.doors.cli.typed import typed
from dayleaf.doors.http.app import application

if TYPE_CHECKING:
    from dayleaf.wiring.memory import Memory

NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""By what a server on this machine may be called."""

AT_ONCE = 256
"""Requests in work at once; the next is told to come back (503)."""

GRACE = 10
"""Seconds that requests in work have when the server is told to stop."""

GARBAGE = (5_000, 10, 10)
"""When cycles are looked for; what a command, which soon ends, is allowed (see `doors.cli`) would keep the requests of minutes."""

LONGEST_ADDRESS = 100
"""Bytes of a Unix socket's path at most: the smallest limit of the systems there are is 104."""


class Reached(NamedTuple):
    """How a running server is reached."""

    url: str
    socket: str
    token: str


def serve(
    memory: Memory, root: Path, host: str, port: int, token: str | None, tell: Callable[[Reached], None], *, upkeep: bool = True
) -> None:
    """Serve until told to stop (SIGINT, SIGTERM).

    Args:
        memory: what to serve.
        root: its workspace.
        host: the address to listen on.
        port: the port; 0 takes a free one.
        token: what callers must say; None makes one for this run.
        tell: told how the server is reached, once it is.
        upkeep: whether it also runs the passes that are due.

    Raises:
        Busy: another server serves this workspace, or the port is taken.
        DiskFailed: the note for others could not be written.
        UsageError: there is no such address here.
    """
    gc.set_threshold(*GARBAGE)
    with _alone(root), _listening(host, port) as near, _own_socket(root) as local:
        reached = Reached(f"http://{_spelled(host)}:{near.getsockname()[1]}", local.getsockname(), token or secrets.token_urlsafe(24))
        app = application(memory, reached.token, NAMES | {host}, typed(memory), upkeep=upkeep)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on" if upkeep else "off",
            limit_concurrency=AT_ONCE,
            timeout_graceful_shutdown=GRACE,
            ws="none",
        )
        with _said(root, reached), _told_to_stop():
            tell(reached)
            uvicorn.Server(config).run(sockets=[near, local])


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One server a workspace."""
    try:
        (root / SAID_BY).parent.mkdir(exist_ok=True)
        with FileLock(root / ".memory" / "serve.lock", timeout=0):
            yield
    except Timeout as error:
        raise Busy(f"a server of {root} is running already", hint=f"{SAID_BY} says how to reach it") from error


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # said, or asyncio waits for more to send (Nagle)
    except OSError as error:
        raise UsageError(f"there is no address {host!r} here: {error.strerror or error}", hint="127.0.0.1 is this machine") from error
    with line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(address)
        except OSError as error:
            raise Busy(f"{host}:{port} cannot be listened on: {error.strerror}", hint="give another --port, or 0 for a free one") from error
        line.listen(128)
        yield line


@contextmanager
def _own_socket(root: Path) -> Iterator[socket.socket]:
    """A Unix socket that only this user can open: under `.memory/`, or where that path is too long in a folder of its own."""
    path, folder = root / ".memory" / "serve.sock", None
    if len(os.fsencode(path)) > LONGEST_ADDRESS:
        folder = Path(tempfile.mkdtemp(prefix="dayleaf-"))
        path = folder / "serve.sock"
    with suppress(FileNotFoundError):
        path.unlink()
    with socket.socket(socket.AF_UNIX) as line:
        before = os.umask(0o177)
        try:
            line.bind(str(path))
        finally:
            os.umask(before)
        line.listen(128)
        try:
            yield line
        finally:
            with suppress(OSError):
                path.unlink()
                if folder:
                    folder.rmdir()


@contextmanager
def _said(root: Path, reached: Reached) -> Iterator[None]:
    """The note for the owner's own programs, which nobody else can read."""
    note = root / SAID_BY
    said = {"url": reached.url, "socket": reached.socket, "token": reached.token, "pid": os.getpid()}
    text = json.dumps(said | {"root": str(root), "zone": zone()})
    try:
        with suppress(FileNotFoundError):
            note.unlink()
        with open(os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR), "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)
    except OSError as error:
        with suppress(OSError):
            note.unlink()  # half a note reaches nobody
        raise DiskFailed(f"{note} cannot be written: {error.strerror}", hint="check the permissions of the workspace") from error
    try:
        yield
    finally:
        with suppress(OSError):
            note.unlink()


@contextmanager
def _told_to_stop() -> Iterator[None]:
    """To be told to stop is no failure: the server raises the signal again when it has stopped, and then nobody dies of it."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _spelled(host: str) -> str:
    return f"[{host}]" if ":" in host else host
