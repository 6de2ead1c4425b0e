"""`dayleaf opinion`: what is believed, how surely, and why."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, known_names, new_group, pass_call
from dayleaf.doors.reply import opinion as reply

command = new_group("opinion", alone="list")


@command.command("list")
@click.option("--entity", type=clean, metavar="NAME", shell_complete=known_names, help="Only what is believed about this one.")
@pass_call
def list_(call: Call, entity: str | None) -> None:
    """List every opinion with its confidence, and what speaks for and against it."""
    with call.memory() as memory:
        names = set(memory.entity(entity).names) if entity else None
        found = [one for one in memory.opinions() if names is None or names & set(one.entities)]
    call.reply(lambda: reply.json(found), lambda look: reply.text(found, look))


@command.command("show")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def show(call: Call, id: str) -> None:
    """Show one opinion with all its evidence."""
    with call.memory() as memory:
        found = memory.opinion(id)
    call.reply(lambda: reply.json([found]), lambda look: reply.one(found, look))


@command.command("history")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def history(call: Call, id: str) -> None:
    """Show how an opinion moved, and what moved it."""
    with call.memory() as memory:
        found, shifts = memory.opinion(id), memory.opinion_history(id)
    call.reply(lambda: reply.shifts(shifts), lambda look: reply.path(found, shifts, look))
