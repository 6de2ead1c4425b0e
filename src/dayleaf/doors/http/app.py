"""The application: each request becomes one operation, done in a thread, for a memory is synchronous."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dayleaf import __version__
from dayleaf.core.errors import DayleafError, UsageError
from dayleaf.doors.http.guard import Guard, TooLarge, by_socket, too_large
from dayleaf.doors.http.routes import WAYS, Way, openapi
from dayleaf.doors.mcp.http import posted
from dayleaf.doors.mcp.protocol import Server
from dayleaf.doors.mcp.stdio import decoded
from dayleaf.doors.reply import json as reply
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.shell.scheduling import keep_running

if TYPE_CHECKING:
    from dayleaf.wiring.memory import Memory

FIRST_UPKEEP = 300.0
"""Seconds after the start before the first look at what is due, so that a server started for a moment leaves the pages alone."""

Endpoint = Callable[[Request], Awaitable[Response]]
Typed = Callable[[dict[str, Any]], Answer]
"""What answers a call of the command line: what was typed in, what is printed out."""


def application(memory: Memory, token: str, hosts: frozenset[str], typed: Typed, *, upkeep: bool = False) -> Guard:
    """The whole server over one memory; `token` and `hosts` as the guard takes them; `upkeep`: it runs the passes that are due."""
    server = Server(memory)

    async def health(_: Request) -> Response:
        return answered({"schema": SCHEMA, "ok": True, "version": __version__})

    async def document(_: Request) -> Response:
        return answered(openapi())

    async def mcp(request: Request) -> Response:
        status, body = await run_in_threadpool(posted, server, await request.body(), request.headers)
        return Response(body, status, media_type="application/json" if body else None)

    async def command_line(request: Request) -> Response:
        if not by_socket(request.scope):
            return failed(UsageError("this way is for the command line on this machine"), 403)
        given = _decoded(await request.body())
        return answered(await run_in_threadpool(typed, given))

    routes = [Route(way.path.replace("{name}", "{name:path}"), _endpoint(way, memory), methods=[way.method]) for way in WAYS]
    routes += [
        Route("/v1/health", _safe(health)),
        Route("/v1/openapi.json", _safe(document)),
        Route("/mcp", _safe(mcp), methods=["POST"]),
        Route("/cli", _safe(command_line), methods=["POST"]),
    ]
    app = Starlette(
        routes=routes, lifespan=_kept(memory) if upkeep else None, exception_handlers={404: _no_such, 405: _no_way, TooLarge: _too_large}
    )
    return Guard(app, token, hosts)


def _kept(memory: Memory) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """While the server runs: the passes that are due, and room made where slots have expired."""

    def run() -> None:
        memory.run_due()
        with suppress(DayleafError):  # what keeps its file from being swept is told to whoever uses it
            memory.work.sweep()

    @asynccontextmanager
    async def kept(_: Starlette) -> AsyncIterator[None]:
        stop = asyncio.Event()
        running = asyncio.create_task(keep_running(run, stop, first=FIRST_UPKEEP))
        yield
        stop.set()
        await running

    return kept


def answered(answer: Answer) -> Response:
    """A JSON object as a response."""
    return Response(reply.encode(answer), media_type="application/json")


def failed(error: DayleafError, status: int | None = None) -> Response:
    """What went wrong as a response."""
    return Response(reply.encode(reply.error(error)), status or error.http_status, media_type="application/json")


def _endpoint(way: Way, memory: Memory) -> Endpoint:
    operation = way.operation

    async def endpoint(request: Request) -> Response:
        given = _decoded(await request.body()) if way.method == "POST" else {**_queried(way, request), **request.path_params}
        return answered(await run_in_threadpool(operation.run, memory, given))

    return _safe(endpoint)


def _safe(endpoint: Endpoint) -> Endpoint:
    """The same, with every failure as JSON."""

    async def safe(request: Request) -> Response:
        try:
            return await endpoint(request)
        except TooLarge:
            raise
        except DayleafError as error:
            return failed(error)
        except Exception as error:  # noqa: BLE001 the one handler of this door: a fault of ours ends one request, and is told as any other
            if os.environ.get("DAYLEAF_DEBUG"):
                traceback.print_exc(file=sys.stderr)
            return failed(DayleafError(f"this should not have happened: {type(error).__name__}"))

    return safe


def _decoded(body: bytes) -> Any:  # noqa: ANN401 whatever JSON holds
    try:
        return decoded(body or b"{}")
    except (ValueError, RecursionError) as error:
        raise UsageError("the body is no JSON", hint="send one JSON object in UTF-8") from error


def _queried(way: Way, request: Request) -> dict[str, Any]:
    """The arguments behind the question mark, numbers as numbers."""
    known = way.operation.takes["properties"]
    return {
        name: int(value) if known.get(name, {}).get("type") == "integer" and _WHOLE.fullmatch(value) else value
        for name, value in request.query_params.items()
    }


_WHOLE = re.compile(r"-?[0-9]{1,18}")


async def _no_such(request: Request, _: Exception) -> Response:
    known = sorted({way.path for way in WAYS})
    return failed(UsageError(f"there is no {request.method} {request.url.path}", hint=f"there are {', '.join(known)}"), 404)


async def _no_way(request: Request, error: Exception) -> Response:
    """Refuse a method that a path does not take; 405 is what tells clients of MCP that there are no streams."""
    answer = failed(UsageError(f"{request.url.path} takes no {request.method}"), 405)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _too_large(_: Request, error: Exception) -> Response:
    return Response(too_large(error.args[0] if isinstance(error, TooLarge) else 0), 413, media_type="application/json")
