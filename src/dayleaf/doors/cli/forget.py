"""`dayleaf forget`: take facts from the pages for good."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.reply import upkeep


@new_command("forget")
@click.argument("what", type=clean, nargs=-1, required=True, metavar="QUERY|ID")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the exact diff.")
@pass_call
def command(call: Call, what: tuple[str, ...], dry_run: bool) -> None:  # noqa: FBT001 an option
    """One fact by its id, or all that have these words. Their lines are removed; a digest stays, so that they are not learned again."""
    with call.memory() as memory:
        found = memory.forget(" ".join(what), dry_run=dry_run)
    call.reply(lambda: upkeep.forgotten(found), lambda look: upkeep.forgotten_text(found, look, dry_run=dry_run))
