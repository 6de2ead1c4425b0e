"""`dayleaf serve`: the memory as a server on this machine."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from dayleaf.core.errors import Unavailable
from dayleaf.doors.cli.base import Call, clean, new_command, pass_call, put, say, screen
from dayleaf.doors.reply.terminal import Look

if TYPE_CHECKING:
    from dayleaf.doors.http.run import Reached

PORT = 7411
"""Where a server listens unless it is told otherwise."""

TOKEN = "DAYLEAF_TOKEN"  # noqa: S105 the name of a variable


@new_command("serve")
@click.option("--host", default="127.0.0.1", type=clean, metavar="ADDRESS", help="The address to listen on (127.0.0.1: this machine).")
@click.option("--port", default=PORT, type=click.IntRange(0, 65535), metavar="N", help=f"The port ({PORT}); 0 takes a free one.")
@click.option("--no-upkeep", is_flag=True, help="Do not run the passes that are due (reflect each day, dream when nobody is there).")
@pass_call
def command(call: Call, *, host: str, port: int, no_upkeep: bool) -> None:
    """Run it."""
    run(call, host, port, upkeep=not no_upkeep)


def run(call: Call, host: str, port: int, *, upkeep: bool) -> None:
    """Serve until told to stop; `upkeep`: and run the passes that are due.

    Raises:
        Unavailable: the packages a server needs are not installed.
    """
    try:
        server = import_module("dayleaf.doors.http.run")
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise Unavailable(f"a server needs the package {error.name}", hint="pip install 'dayleaf[server]'") from error
    root = import_module("dayleaf.wiring.place").find_workspace(call.workspace)

    def tell(reached: Reached) -> None:
        if call.json:
            ways = {"mcp": f"{reached.url}/mcp", "openapi": f"{reached.url}/v1/openapi.json"}
            put({"schema": 1, "url": reached.url, "socket": reached.socket, **ways})
            sys.stdout.flush()  # whoever started it waits for this line
        else:
            say(_told(reached, screen(err=True)), err=True)

    with call.memory() as memory:
        server.serve(memory, root, host, port, os.environ.get(TOKEN), tell, upkeep=upkeep)


def _told(reached: Reached, look: Look) -> str:
    lines = (
        f"serving on {look.paint(reached.url, 'cyan')} · MCP on {reached.url}/mcp · Ctrl-C stops",
        look.paint("other programs say the token in .memory/serve.json; commands of this user need none", "dim"),
    )
    return look.own("\n".join(lines))
