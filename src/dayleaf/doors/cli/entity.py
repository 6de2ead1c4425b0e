"""`dayleaf entity`: who and what the memory knows."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, known_names, new_group, pass_call
from dayleaf.doors.reply import json, text

command = new_group("entity", alone="list")


@command.command("list")
@pass_call
def list_(call: Call) -> None:
    """List everybody and everything mentioned, most mentioned first."""
    with call.memory() as memory:
        found = memory.entities()
    call.reply(lambda: json.entities(found), lambda look: text.entities(found, look))


@command.command("show")
@click.argument("name", nargs=-1, type=clean, required=True, metavar="NAME", shell_complete=known_names)
@pass_call
def show(call: Call, name: tuple[str, ...]) -> None:
    """Show the names and the page of one."""
    with call.memory() as memory:
        found = memory.entity(" ".join(name))
    call.reply(lambda: json.entity(found), lambda look: text.entity(found, look))
