"""`dayleaf mcp`: the memory as a server of the Model Context Protocol."""

from __future__ import annotations

import sys

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, new_command, pass_call, standard_input
from dayleaf.doors.mcp.protocol import Server
from dayleaf.doors.mcp.stdio import serve


@new_command("mcp")
@pass_call
def command(call: Call) -> None:
    """Run it."""
    if sys.stdout is None:
        raise UsageError("standard output is shut", hint="an MCP client starts this command with both streams open")
    with call.memory() as memory:
        serve(Server(memory), standard_input(), sys.stdout.buffer)
