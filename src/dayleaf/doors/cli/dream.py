"""`dayleaf dream`: tidy the memory while nobody is there."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import reflection


@new_command("dream")
@click.option("--if-idle", is_flag=True, help="Only if nobody talked or wrote lately.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diff.")
@pass_call
def command(call: Call, if_idle: bool, dry_run: bool) -> None:  # noqa: FBT001 options
    """Run it."""
    with call.memory() as memory:
        done = memory.dream(if_idle=if_idle, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))
