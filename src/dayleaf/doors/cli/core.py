"""`dayleaf core`: the pages that are always in context."""

from __future__ import annotations

from dayleaf.doors.cli.base import Call, new_group, pass_call
from dayleaf.doors.reply import json, text

command = new_group("core")


@command.command("show")
@pass_call
def show(call: Call) -> None:
    """Show them."""
    with call.memory() as memory:
        pages = memory.core.show()
    call.reply(lambda: json.core(pages), lambda look: text.core(pages, look))
