"""`dayleaf audit`: prove that nothing vanished."""

from __future__ import annotations

from dayleaf.core.errors import Untrue
from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import upkeep


@new_command("audit")
@pass_call
def command(call: Call) -> None:
    """It holds the archive against the pages, rehearses two passes, and with `git = true` proves every pass that was committed."""
    with call.memory() as memory:
        found = memory.audit()
    call.reply(lambda: upkeep.audit(found), lambda look: upkeep.audit_text(found, look))
    if not found.ok:
        raise Untrue("the audit found what must not be", hint="look at what is listed, and at the pages of bank/archive/")
