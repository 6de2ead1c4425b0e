"""`dayleaf retain`: one fact into the day's log."""

from __future__ import annotations

import datetime as dt
import sys

import click

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind
from dayleaf.doors.cli.base import Call, Day, KindName, Words, clean, new_command, pass_call
from dayleaf.doors.reply import json, text

ORIGINS = ("owner", "agent", "untrusted")


@new_command("retain")
@click.argument("words", nargs=-1, metavar="TEXT…")
@click.option("--kind", type=KindName(), metavar="W|B|O|S", help="World (default), experience (B), opinion or observation (S).")
@click.option("--entity", "entities", type=Words(), multiple=True, metavar="NAME", help="Whom or what it is about; repeatable.")
@click.option("--confidence", type=click.FloatRange(0, 1), metavar="C", help="How sure it is, 0 to 1.")
@click.option("--category", type=Words(), metavar="PATH", help="Such as user-preferences/timezone.")
@click.option("--when", type=Words(), metavar="RANGE", help="The days of the event: 2025-11-27..2025-12-01, last week.")
@click.option("--day", type=Day(), metavar="DATE", help="The log it goes into; today by default.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Who said it.")
@click.option("--supersedes", type=Words(), metavar="ID", help="The fact it replaces.")
@click.option("--allow-secret", is_flag=True, help="Write it although it seems to carry a key or password.")
@click.option("--stdin", is_flag=True, help="Read the text from standard input.")
@pass_call
def command(  # noqa: PLR0913 one argument an option
    call: Call,
    words: tuple[str, ...],
    kind: Kind | None,
    entities: tuple[str, ...],
    confidence: float | None,
    category: str | None,
    when: str | None,
    day: dt.date | None,
    origin: str | None,
    supersedes: str | None,
    allow_secret: bool,  # noqa: FBT001 an option
    stdin: bool,  # noqa: FBT001 an option
) -> None:
    """Run it."""
    said = _said(words, stdin=stdin)
    with call.memory() as memory:
        written = memory.retain(
            said,
            kind=kind,
            entities=entities,
            confidence=confidence,
            category=category,
            when=when,
            day=day,
            origin=origin,
            supersedes=supersedes,
            allow_secret=allow_secret,
        )
    call.reply(lambda: json.retained(written), lambda look: text.retained(written, look))


def _said(words: tuple[str, ...], *, stdin: bool) -> str:
    if stdin and words:
        raise UsageError("there is a text and --stdin", hint="give one of them")
    if stdin:
        try:
            return sys.stdin.buffer.read().decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is not UTF-8: {error.reason} at byte {error.start}", hint="convert it first") from error
    said = " ".join(words).strip()
    if clean(said) != said:
        raise UsageError("the text is not UTF-8", hint="convert it first")
    return said
