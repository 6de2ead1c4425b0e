"""`dayleaf init`: make a workspace."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import json, text
from dayleaf.wiring.making import make_workspace


@new_command("init")
@click.argument("folder", required=False, metavar="[DIR]")
@pass_call
def command(call: Call, folder: str | None) -> None:
    """Run it."""
    done = make_workspace(folder or call.workspace or ".", call.now)
    call.reply(lambda: json.made(done), lambda look: text.made(done, look))
