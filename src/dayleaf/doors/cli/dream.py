"""`dayleaf dream`: tidy the memory while nobody is there."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import reflection


@new_command("dream")
@click.option("--if-idle", is_flag=True, help="Only if nobody talked or wrote lately.")
@click.option("--resume", is_flag=True, help="Lift a pause, and let this pass put away more than a tenth of the facts.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diff.")
@pass_call
def command(call: Call, if_idle: bool, resume: bool, dry_run: bool) -> None:  # noqa: FBT001 options
    """Run it."""
    with call.memory() as memory:
        done = memory.dream(if_idle=if_idle, resume=resume, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))
