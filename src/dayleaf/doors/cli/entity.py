"""`dayleaf entity`: who and what the memory knows, and which names mean one."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, known_names, new_group, pass_call
from dayleaf.doors.reply import json, reflection, text

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


@command.command("alias")
@click.argument("name", type=clean, metavar="NAME")
@click.argument("alias", nargs=-1, type=clean, required=True, metavar="ALIAS…")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diff.")
@pass_call
def alias_(call: Call, name: str, alias: tuple[str, ...], dry_run: bool) -> None:  # noqa: FBT001 an option
    """Let other names mean it; they are written into the front matter of its page."""
    with call.memory() as memory:
        done = memory.naming.alias(name, *alias, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))


@command.command("merge")
@click.argument("name", type=clean, metavar="FROM")
@click.argument("into", type=clean, metavar="INTO")
@click.option("--rewrite", is_flag=True, help="Also write its mentions anew, daily logs included; their facts keep their ids.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diffs.")
@pass_call
def merge(call: Call, name: str, into: str, rewrite: bool, dry_run: bool) -> None:  # noqa: FBT001 options
    """Make two that are one the same: every name of FROM means INTO; `unmerge` takes it back."""
    with call.memory() as memory:
        done = memory.naming.merge(name, into, rewrite=rewrite, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))


@command.command("unmerge")
@click.argument("name", nargs=-1, type=clean, required=True, metavar="NAME", shell_complete=known_names)
@click.option("--rewrite", is_flag=True, help="Also call the mentions that a merge wrote anew as before.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diffs.")
@pass_call
def unmerge(call: Call, name: tuple[str, ...], rewrite: bool, dry_run: bool) -> None:  # noqa: FBT001 options
    """Let a name mean one of its own again."""
    with call.memory() as memory:
        done = memory.naming.unmerge(" ".join(name), rewrite=rewrite, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))
