"""`dayleaf about`: what is known of somebody or something."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, clean, known_names, new_command, pass_call
from dayleaf.doors.reply import json, text


@new_command("about")
@click.argument("name", nargs=-1, type=clean, required=True, metavar="NAME", shell_complete=known_names)
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="At most so many tokens (2000).")
@pass_call
def command(call: Call, name: tuple[str, ...], budget: int | None) -> None:
    """Run it."""
    with call.memory() as memory:
        found = memory.about(" ".join(name), budget=budget or memory.config.budget)
    call.remark(found.notes)
    call.reply(lambda: json.about(found), lambda look: text.about(found, look))
