"""`dayleaf run-due`: what cron, systemd or launchd calls."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import schedule


@new_command("run-due")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what the passes that are due would do, with the exact diff.")
@pass_call
def command(call: Call, dry_run: bool) -> None:  # noqa: FBT001 an option
    """Run it."""
    with call.memory() as memory:
        due = memory.run_due(dry_run=dry_run)
    call.reply(lambda: schedule.due_json(due), lambda look: schedule.due_text(due, look, dry_run=dry_run))
