"""What all commands share: the options accepted everywhere, how to open the memory, how to reply, lazy loading."""

from __future__ import annotations

import datetime as dt
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from dayleaf.core.closest import closest
from dayleaf.core.errors import DayleafError, UsageError
from dayleaf.core.fact import Kind
from dayleaf.doors.cli.table import SECTIONS, SUMMARIES
from dayleaf.doors.reply.terminal import Look, look_at

if TYPE_CHECKING:
    from dayleaf.doors.reply.json import Answer
    from dayleaf.wiring.memory import Memory


@dataclass(slots=True)
class Far:
    """The terminal of a call that came through a server's socket: what it looks like, what it sent, what to write there."""

    out_look: Look
    err_look: Look
    sent: bytes = b""
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)


FAR: ContextVar[Far | None] = ContextVar("FAR", default=None)
"""The far terminal of this call; None: it is this process's own."""


@dataclass(slots=True)
class Call:
    """What one call of the program was told before it knew the command: `-C`, `--json`, `--now`; and a memory open already."""

    workspace: str | None = None
    json: bool = False
    now: dt.datetime | None = None
    open: Memory | None = None

    def memory(self, embedder: str | None = None) -> AbstractContextManager[Memory]:
        """The memory of the workspace, to be closed after use."""
        if self.open is not None:
            return nullcontext(self.open if self.now is None else self.open.at(self.now))
        memory = import_module("dayleaf.wiring.memory").Memory
        return cast("AbstractContextManager[Memory]", memory.open(self.workspace, now=self.now, embedder=embedder))

    def reply(self, answer: Callable[[], Answer], text: Callable[[Look], str]) -> None:
        """Answer on standard output: a JSON object with `--json`, else text for people."""
        if self.json:
            put(answer())
        else:
            say(text(screen()))

    def remark(self, notes: Iterable[str]) -> None:
        """Say to people (standard error) what a careful reader should know; with `--json` the answer says it."""
        if not self.json:
            look = screen(err=True)
            for note in notes:
                say(look.paint(f"note: {look.wrap(note, '      ')}", "dim"), err=True)


def put(answer: Answer) -> None:
    """Write a JSON object as a line of UTF-8, whatever the terminal's encoding."""
    line: bytes = import_module("dayleaf.doors.reply.json").encode(answer)
    if (far := FAR.get()) is not None:
        far.out += line
        return
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(line.decode())
    else:
        sys.stdout.flush()
        binary.write(line)


def say(text: str, *, err: bool = False) -> None:
    """Write a line for people, on standard output or error, in its own encoding.

    Where standard error takes nothing nobody can be told; what was done and its exit status stay as they are.
    """
    if (far := FAR.get()) is not None:
        (far.err if err else far.out).extend(f"{text}\n".encode("utf-8", "backslashreplace"))
        return
    if not err:
        sys.stdout.write(f"{text}\n")
        return
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")


def screen(*, err: bool = False) -> Look:
    """What the screen can do that an answer, or with `err` a remark, is read on."""
    if (far := FAR.get()) is not None:
        return far.err_look if err else far.out_look
    return look_at(sys.stderr if err else sys.stdout)


def standard_input() -> BinaryIO:
    """The bytes somebody pipes in.

    Raises:
        UsageError: standard input is shut.
    """
    if (far := FAR.get()) is not None:
        return BytesIO(far.sent)
    if sys.stdin is None:
        raise UsageError("standard input is shut", hint="pipe something in, or name a file")
    return sys.stdin.buffer


def clean(text: str) -> str:
    """Words from outside: bytes that were no UTF-8 (lone surrogates) become the replacement character."""
    return text if text.isascii() else re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def moment(text: str) -> dt.datetime:
    """Read an ISO date or date-time.

    Raises:
        UsageError: it is none.
    """
    try:
        return dt.datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise UsageError(f"{text!r} is no ISO date or time", hint="write 2025-12-01 or 2025-12-01T09:00:00+01:00") from error


def day(text: str) -> dt.date:
    """Read an ISO date.

    Raises:
        UsageError: it is none.
    """
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is no date", hint="write it as 2025-12-01") from error


def kind(text: str) -> Kind:
    """Read a kind: W, B, O, S or its name.

    Raises:
        UsageError: there is no such kind.
    """
    known = Kind.of_letter(text.upper()) or next((kind for kind in Kind if kind.value == text.casefold()), None)
    if known is None:
        meant = closest(text, [kind.value for kind in Kind])
        raise UsageError(
            f"there is no kind {text!r}",
            hint=f"did you mean {meant}?"
            if meant
            else "kinds are W world, B experience, O opinion, S observation; recall knows passage too",
        )
    return known


def _set(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def note(ctx: click.Context, _: click.Parameter, value: object) -> None:
        call = ctx.ensure_object(Call)
        if value is not None and value is not False:
            setattr(call, name, value)

    return note


def everywhere() -> list[click.Parameter]:
    """The options accepted before and after every command's name."""
    return [
        click.Option(["-C", "--workspace"], metavar="FOLDER", expose_value=False, callback=_set("workspace"), help="The workspace to use."),
        click.Option(["--json"], is_flag=True, expose_value=False, callback=_set("json"), help="Answer as one JSON object."),
        click.Option(["--now"], type=moment, metavar="ISO", expose_value=False, callback=_set("now"), help="Take this moment for now."),
    ]


HELP = {"help_option_names": ["-h", "--help"]}
"""How to ask any command for help."""


class Command(click.Command):
    """A command that takes the common options, and reads `- text` as text (a bullet pasted from a page), not as an option."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 click's signature
        super().__init__(*args, **kwargs)
        self.context_settings = HELP
        self.params += everywhere()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        return super().parse_args(ctx, [arg[1:].lstrip() if arg.startswith("- ") else arg for arg in args])


class Group(click.Group):
    """A command with commands below it; takes the common options too."""

    command_class = Command

    def __init__(
        self, name: str, summary: str, callback: Callable[..., None] | None = None, epilog: str | None = None, alone: str = ""
    ) -> None:
        super().__init__(
            name,
            help=summary,
            callback=callback or _alone,
            epilog=epilog,
            invoke_without_command=True,
            no_args_is_help=False,
            context_settings=HELP,
        )
        self.alone = alone
        self.params += everywhere()

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named, or say which was probably meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            meant = closest(name, known)
            path = ctx.command_path
            raise UsageError(
                f"there is no command `{path} {clean(name)}`", hint=f"did you mean `{path} {meant}`?" if meant else f"see `{path} --help`"
            )
        return super().resolve_command(ctx, args)


@click.pass_context
def _alone(ctx: click.Context) -> None:
    """Run for a group, before the command below it: if none was named, run the one it means alone."""
    if ctx.invoked_subcommand is None and isinstance(ctx.command, Group) and (meant := ctx.command.get_command(ctx, ctx.command.alone)):
        ctx.invoke(meant)


class Program(Group):
    """`dayleaf` itself: knows its commands by name and loads one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        """Every command's name, in the order of the table."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 click's signature
        """Load the command's module."""
        return (
            cast("click.Command", import_module(f"dayleaf.doors.cli.{cmd_name.replace('-', '_')}").command)
            if cmd_name in SUMMARIES
            else None
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 click's signature
        """The commands by section, from the table."""
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl(list(commands.items()), col_max=12)


def new_command(name: str) -> Callable[[Callable[..., None]], Command]:
    """Make a function the command of that name; the table's summary, then its docstring, is the help."""
    return click.command(name, cls=Command, help=SUMMARIES[name])


def new_group(name: str, alone: str) -> Group:
    """The command of that name that has commands below it; `alone` is the one, harmless and without arguments, that it means by itself."""
    return Group(name, SUMMARIES[name], epilog=f"Alone it means `dayleaf {name} {alone}`.", alone=alone)


def known_names(ctx: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """For a shell that completes words: names of entities that begin so, blanks as `-`, which means the same and needs no quotes."""
    try:
        with ctx.ensure_object(Call).memory() as memory:
            names = [name.replace(" ", "-") for entity, _ in memory.entities() for name in entity.names]
    except DayleafError:
        return []  # there is nobody to tell: the shell shows what it gets, or nothing
    return [name for name in names if name.casefold().startswith(begun.casefold())]


embedder = click.option("--embedder", type=clean, metavar="NAME", help="Find by meaning too: local, light, ollama:MODEL, …, or none.")
"""The option that chooses what embeds, for commands that recall or index."""

pass_call = click.make_pass_decorator(Call, ensure=True)
"""Gives a command's function the `Call` as its first argument."""
