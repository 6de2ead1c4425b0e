"""`dayleaf core`: the pages that are always in context, and explicit edits of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dayleaf.doors.cli.base import Call, Command, clean, new_group, pass_call
from dayleaf.doors.cli.retain import said
from dayleaf.doors.reply import json, text

if TYPE_CHECKING:
    from dayleaf.shell.answers import CoreEdit

command = new_group("core", alone="show")


class Verbatim(Command):
    """A command whose texts keep a leading `- `: what is written into a page is written as it is given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a NUL, which no argument can hold, keeps a list item from being taken for an option."""
        return super().parse_args(ctx, [f"{_KEPT}{arg}" if arg.startswith("- ") else arg for arg in args])


_KEPT = "\0"


def verbatim(text: str) -> str:
    """A text as it was given."""
    return clean(text.removeprefix(_KEPT))


_page = click.option("--page", type=clean, metavar="NAME", help="memory.md (default), USER.md or SOUL.md.")
_reason = click.option("--reason", type=clean, metavar="TEXT", help="Why; the answer repeats it.")
_allow = click.option("--allow-secret", is_flag=True, help="Write it although it seems to carry a key or password.")


@command.command("show")
@pass_call
def show(call: Call) -> None:
    """Show them."""
    with call.memory() as memory:
        pages = memory.core.show()
    call.reply(lambda: json.core(pages), lambda look: text.core(pages, look))


@command.command("append", cls=Verbatim)
@click.argument("words", nargs=-1, type=verbatim, metavar="TEXT…")
@_page
@_reason
@_allow
@click.option("--stdin", is_flag=True, help="Read the text from standard input.")
@pass_call
def append(call: Call, words: tuple[str, ...], page: str | None, reason: str | None, *, allow_secret: bool, stdin: bool) -> None:
    """Put a text at the end of a page."""
    given = said(words, stdin=stdin)
    with call.memory() as memory:
        done = memory.core.append(given, page, reason, allow_secret=allow_secret)
    _tell(call, done)


@command.command("replace", cls=Verbatim)
@click.argument("old", type=verbatim)
@click.argument("new", type=verbatim)
@_page
@_reason
@_allow
@pass_call
def replace(call: Call, old: str, new: str, page: str | None, reason: str | None, *, allow_secret: bool) -> None:
    """Put NEW in the place of OLD, which must stand in the page exactly once; an empty NEW takes it out."""
    with call.memory() as memory:
        done = memory.core.replace(old, new, page, reason, allow_secret=allow_secret)
    _tell(call, done)


@command.command("insert", cls=Verbatim)
@click.argument("words", nargs=-1, type=verbatim, metavar="TEXT…")
@click.option("--line", type=int, metavar="N", help="Behind this line; 0 is the head of the page.")
@click.option("--after", type=verbatim, metavar="WORDS", help="Behind the line with these words, which must be unique.")
@_page
@_reason
@_allow
@click.option("--stdin", is_flag=True, help="Read the text from standard input.")
@pass_call
def insert(
    call: Call,
    words: tuple[str, ...],
    line: int | None,
    after: str | None,
    page: str | None,
    reason: str | None,
    *,
    allow_secret: bool,
    stdin: bool,
) -> None:
    """Put a text behind a line of a page."""
    given = said(words, stdin=stdin)
    with call.memory() as memory:
        done = memory.core.insert(given, page, reason, line=line, after=after, allow_secret=allow_secret)
    _tell(call, done)


def _tell(call: Call, done: CoreEdit) -> None:
    call.remark(done.notes)
    call.reply(lambda: json.core_edit(done), lambda look: text.core_edit(done, look))
