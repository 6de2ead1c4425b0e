"""`dayleaf context`: what to put into the next turn of an agent."""

from __future__ import annotations

import click

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, clean, new_command, pass_call, standard_input
from dayleaf.doors.reply import tiers_json as json
from dayleaf.doors.reply import tiers_text as text


@new_command("context")
@click.option("--session", type=clean, required=True, metavar="ID", help="The host's id of the conversation.")
@click.option("--message", type=clean, metavar="TEXT", help="What the user said; - is standard input.")
@click.option("--budget", type=int, metavar="TOKENS", help="At most so many tokens, all included (4000).")
@click.option("-k", "--k", type=int, metavar="N", help="At most so many recalled facts (8).")
@click.option("--form", type=click.Choice(["markdown", "xml", "json"]), default="markdown", help="How the text is written.")
@click.option("--reply", type=clean, metavar="TEXT", help="End the turn instead: what the assistant said; - is standard input.")
@click.option("--compacted", is_flag=True, help="Say instead that the model lost its context, so that it may be told everything again.")
@pass_call
def command(
    call: Call, *, session: str, message: str | None, budget: int | None, k: int | None, form: str, reply: str | None, compacted: bool
) -> None:
    """Run it."""
    if (message is not None) + (reply is not None) + compacted != 1:
        raise UsageError("it is not said what happened", hint="give one of --message TEXT, --reply TEXT and --compacted")
    with call.memory() as memory:
        if message is not None:
            found = memory.begin_turn(session, _read(message), budget=budget, k=k, form=form, carry=True)
            call.remark(found.notes)
            call.reply(lambda: json.context(found), lambda look: text.context(found, look))
        elif reply is not None:
            done = memory.end_turn(session, _read(reply), carry=True)
            call.remark(done.notes)
            call.reply(lambda: json.ended(done), lambda look: text.ended(done, look))
        else:
            memory.compacted(session, carry=True)
            call.reply(lambda: {"schema": 1, "session": session, "compacted": True}, lambda look: look.own("noted"))


def _read(given: str) -> str:
    return standard_input().read().decode("utf-8", "replace") if given == "-" else given
