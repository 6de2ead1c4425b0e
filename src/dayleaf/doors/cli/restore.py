"""`dayleaf restore`: the way back out of the archive."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.reply import reflection


@new_command("restore")
@click.argument("id", type=clean, metavar="ID")
@pass_call
def command(call: Call, id: str) -> None:
    """Its id stands in the archive, and in `dayleaf facts --all`. No pass puts it away again."""
    with call.memory() as memory:
        done = memory.restore(id)
    call.reply(lambda: reflection.json(done), lambda look: reflection.text(done, look))
