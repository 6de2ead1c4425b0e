"""`dayleaf mcp`: the memory as a server of the Model Context Protocol."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, new_command, pass_call, standard_input
from dayleaf.doors.cli.serve import PORT


@new_command("mcp")
@click.option("--http", is_flag=True, help="Over HTTP on this machine (the same as `dayleaf serve`), not standard input and output.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"With --http: the port ({PORT}).")
@pass_call
def command(call: Call, *, http: bool, port: int | None) -> None:
    """Run it."""
    if http:
        import_module("dayleaf.doors.cli.serve").run(call, "127.0.0.1", PORT if port is None else port, upkeep=False)
        return
    if port is not None:
        raise UsageError("--port goes with --http", hint="leave it out, or add --http")
    if sys.stdout is None:
        raise UsageError("standard output is shut", hint="an MCP client starts this command with both streams open")
    protocol, stdio = import_module("dayleaf.doors.mcp.protocol"), import_module("dayleaf.doors.mcp.stdio")
    with call.memory() as memory:
        stdio.serve(protocol.Server(memory), standard_input(), sys.stdout.buffer)
