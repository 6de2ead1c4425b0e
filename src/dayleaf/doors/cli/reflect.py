"""`dayleaf reflect`: curate the bank from what was told."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.reply import reflection


@new_command("reflect")
@click.option("--since", type=clean, metavar="X", help="Only what was told since then is new: 7d, 2w, a date; ever by default.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diff.")
@pass_call
def command(call: Call, since: str | None, dry_run: bool) -> None:  # noqa: FBT001 an option
    """Run it."""
    with call.memory() as memory:
        done = memory.reflect(since, dry_run=dry_run)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look, dry_run=dry_run))
