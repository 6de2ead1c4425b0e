"""`dayleaf doctor`: proves health, says what to do."""

from __future__ import annotations

from dayleaf.core.errors import Untrue
from dayleaf.doors.cli.base import Call, new_command, pass_call
from dayleaf.doors.reply import json, text


@new_command("doctor")
@pass_call
def command(call: Call) -> None:
    """Run it."""
    with call.memory() as memory:
        checks = memory.doctor()
    call.reply(lambda: json.doctor(checks), lambda look: text.doctor(checks, look))
    if broken := [check.name for check in checks if check.ok is False]:
        raise Untrue(f"not everything is well: {', '.join(broken)}", hint="do what stands beside it")
