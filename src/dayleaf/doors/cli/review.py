"""`dayleaf review`: what reflect proposes, for a person to decide."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, new_group, pass_call
from dayleaf.doors.reply import reflection
from dayleaf.doors.reply import review as reply

command = new_group("review", alone="list")


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also what was accepted or declined.")
@pass_call
def list_(call: Call, everything: bool) -> None:  # noqa: FBT001 an option
    """List what waits for you."""
    with call.memory() as memory:
        found = memory.review.list(everything=everything)
    call.reply(lambda: reply.json(found), lambda look: reply.text(found, look))


@command.command("show")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def show(call: Call, id: str) -> None:
    """Show one proposal with its exact diff."""
    with call.memory() as memory:
        found = memory.review.show(id)
    call.reply(lambda: reply.json([found]), lambda look: reply.one(found, look))


@command.command("accept")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def accept(call: Call, id: str) -> None:
    """Do what is proposed."""
    with call.memory() as memory:
        done = memory.review.accept(id)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look))


@command.command("decline")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def decline(call: Call, id: str) -> None:
    """Do not do it, and never propose it again."""
    with call.memory() as memory:
        done = memory.review.decline(id)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look))
