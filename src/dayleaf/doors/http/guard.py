"""Who may ask, and how much: host, origin, token, kind and size of the body — before anything of the request is read.

A page in the owner's browser must not reach the memory: a request whose `Host` is no name of ours (DNS rebinding) or that
comes from another origin is refused, and so is a body that a form could send. Programs of the same user come through a Unix
socket that only they can open, or say the token.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from dayleaf.doors.reply.json import SCHEMA, encode

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN = frozenset({"/v1/health"})
"""What needs no token: it says nothing but that the server answers."""

LARGEST_BODY = 4 << 20
"""Bytes of a body at most, but of a value for working memory."""

LARGEST_VALUE = 34 << 20
"""Bytes of a body at most that carries a value of 16 MB, escaped."""

LARGE = frozenset({"/v1/work/put", "/mcp", "/cli"})


class TooLarge(Exception):
    """A body that did not end within so many bytes."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets through to `app` what may pass.

    Attributes:
        app: what answers.
        token: what a caller must say as `Authorization: Bearer …`, unless it came through the Unix socket.
        hosts: names by which the server may be called, without port.
    """

    app: App
    token: str
    hosts: Collection[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = LARGEST_VALUE if scope["path"] in LARGE else LARGEST_BODY
        refused = self._refused(scope, most)
        if refused is not None:
            await _refuse(send, *refused)
            return
        await self.app(scope, _limited(receive, most), send)

    def _refused(self, scope: Scope, most: int) -> tuple[int, str, str] | None:
        """Status, code and message of why a request may not pass."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        trusted = by_socket(scope)
        if not trusted and _name(headers.get("host", "")) not in self.hosts:
            return 403, "host", "the server is not called by that name"
        if (origin := headers.get("origin")) is not None and _name(origin.partition("://")[2]) not in self.hosts:
            return 403, "origin", "requests of other origins are refused"
        if not (trusted or scope["path"] in OPEN or self._known(headers)):
            return 401, "token", "no or a wrong token; say Authorization: Bearer TOKEN, as .memory/serve.json has it"
        if scope["method"] == "POST" and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "content_type", "the body is JSON: say Content-Type: application/json"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            return 413, "too_large", _more_than(most)
        return None

    def _known(self, headers: Mapping[str, str]) -> bool:
        kind, _, said = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(said.strip().encode(), self.token.encode())


def by_socket(scope: Scope) -> bool:
    """Whether the request came through the Unix socket: such a server has no port."""
    server = scope.get("server")
    return server is not None and server[1] is None


def _name(host: str) -> str:
    """A host without its port; empty if it is none."""
    if not host.startswith("["):
        return host.partition(":")[0].lower()
    name, _, rest = host[1:].partition("]")
    return "" if rest and not rest.startswith(":") else name.lower()


def _limited(receive: Receive, most: int) -> Receive:
    """Reads no more than so many bytes of a body, whatever its header says."""
    seen = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge(most)
        return message

    return limited


def too_large(most: int) -> bytes:
    """What is said of a body with more than so many bytes."""
    return _error("too_large", _more_than(most))


def _more_than(most: int) -> str:
    return f"the body has more than {most} bytes"


def _error(code: str, message: str) -> bytes:
    return encode({"schema": SCHEMA, "error": {"code": code, "message": message, "hint": ""}})


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = _error(code, message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    if status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="dayleaf"'))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
