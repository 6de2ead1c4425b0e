"""`dayleaf facts`: everything the memory holds."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.reply import json, text


@new_command("facts")
@click.option("--path", type=clean, metavar="P", help="Only those of this page.")
@click.option("--all", "everything", is_flag=True, help="Plain narrative and what was superseded, too.")
@pass_call
def command(call: Call, path: str | None, everything: bool) -> None:  # noqa: FBT001 an option
    """Run it."""
    with call.memory() as memory:
        held = memory.facts(path, everything=everything)
    call.reply(lambda: json.facts(held), lambda look: text.facts(held, look))
