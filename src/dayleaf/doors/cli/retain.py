"""`dayleaf retain`: one fact into the day's log."""

from __future__ import annotations

from typing import Any

import click

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, clean, day, kind, known_names, new_command, pass_call, standard_input
from dayleaf.doors.reply import json, text

ORIGINS = ("owner", "agent", "untrusted")


@new_command("retain")
@click.argument("words", nargs=-1, metavar="TEXT…")
@click.option("--kind", type=kind, metavar="W|B|O|S", help="World (default), experience (B), opinion or observation (S).")
@click.option(
    "--entity",
    "entities",
    type=clean,
    multiple=True,
    metavar="NAME",
    shell_complete=known_names,
    help="Whom or what it is about; repeatable.",
)
@click.option("--confidence", type=click.FloatRange(0, 1), metavar="C", help="How sure it is, 0 to 1.")
@click.option("--category", type=clean, metavar="PATH", help="Such as user-preferences/timezone.")
@click.option("--when", type=clean, metavar="RANGE", help="The days of the event: 2025-11-27..2025-12-01, last week.")
@click.option("--day", type=day, metavar="DATE", help="The log it goes into; today by default.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Who said it.")
@click.option("--supersedes", type=clean, metavar="ID", help="The fact it replaces.")
@click.option("--allow-secret", is_flag=True, help="Write it although it seems to carry a key or password.")
@click.option("--stdin", is_flag=True, help="Read the text from standard input.")
@pass_call
def command(call: Call, /, words: tuple[str, ...], *, stdin: bool, **note: Any) -> None:  # noqa: ANN401 the options above
    """Run it."""
    given = said(words, stdin=stdin)
    with call.memory() as memory:
        written = memory.retain(given, **note)
    call.remark(written.notes)
    call.reply(lambda: json.retained(written), lambda look: text.retained(written, look))


def said(words: tuple[str, ...], *, stdin: bool) -> str:
    """The text of a call: its words, or what is piped in.

    Raises:
        UsageError: there are both, or it is not UTF-8.
    """
    if stdin and words:
        raise UsageError("there is a text and --stdin", hint="give one of them")
    if stdin:
        try:
            return standard_input().read().decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is not UTF-8: {error.reason} at byte {error.start}", hint="convert it first") from error
    text = " ".join(words).strip()
    if clean(text) != text:
        raise UsageError("the text is not UTF-8", hint="convert it first")
    return text
