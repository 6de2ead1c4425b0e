"""The command line: `dayleaf [-C FOLDER] [--json] [--now ISO] COMMAND …`.

Standard output carries the answer and nothing else: one JSON object with `--json`, one a line for `--batch`. Notes, progress
and errors go to standard error; with `--json` an error is one JSON object there, `{"schema": 1, "error": {"code", "message",
"hint"}}`. Exit status: 0 done (finding nothing is done), else the number of the error's kind in `dayleaf.core.errors.TABLE`,
130 when interrupted, 141 when the reader of the output went away.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from dayleaf import __version__
from dayleaf.core.closest import closest
from dayleaf.core.errors import DayleafError, DiskFailed, UsageError
from dayleaf.doors.cli.base import Call, Program, say, screen
from dayleaf.doors.cli.forward import forwarded
from dayleaf.doors.reply.terminal import Look, open_output, safe

if TYPE_CHECKING:
    from dayleaf.wiring.memory import Memory

COMPLETE = "_DAYLEAF_COMPLETE"
"""The variable by which a shell's completion script asks."""

GARBAGE = 50_000
"""Objects made before the first look for cycles; with Python's 700 a tenth of a start is spent looking."""

INTERRUPTED, READER_GONE = 130, 141
"""What shells report for a program ended by SIGINT and SIGPIPE."""


@click.pass_context
def _help(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001 click's signature
    if asked:
        call = ctx.ensure_object(Call)
        call.reply(lambda: {"schema": 1, "version": __version__}, lambda _: f"dayleaf {__version__}")
        ctx.exit()


program = Program(
    "dayleaf",
    "A memory for AI agents that a person can read, correct and trust. Plain Markdown is the truth.",
    callback=_help,
    epilog="-C, --json and --now may also stand behind the command. See `dayleaf COMMAND --help`.",
)
program.params.insert(
    0, click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
)


def run() -> NoReturn:
    """The program: read `sys.argv`, answer, exit.

    It ends without the interpreter's own clearing up, which takes as long as a recall: whatever holds a file has closed it.
    """
    gc.set_threshold(GARBAGE)
    open_output()
    args = sys.argv[1:]
    call = Call(json="--json" in args)
    status = 0
    try:
        told = forwarded(args)
        if told is None:
            status = main(args)
        else:
            status = told.status
            with suppress(OSError):
                sys.stderr.write(told.err)
            sys.stdout.write(told.out)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = READER_GONE
    except (DayleafError, OSError) as error:
        status = report(_named(error), call)
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(status)


def main(args: Sequence[str], open: Memory | None = None) -> int:
    """Answer one call; the exit status. This is the one place where an unforeseen exception is caught."""
    call = Call(json="--json" in args, open=open)
    try:
        if asked := os.environ.get(COMPLETE):
            return _complete(asked)
        with program.make_context("dayleaf", list(args), obj=call) as ctx:
            program.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except BrokenPipeError:
        return READER_GONE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 the one top-level handler of this door
        if os.environ.get("DAYLEAF_DEBUG"):
            import_module("traceback").print_exc()
        return report(_named(error), call)
    return 0


def _complete(asked: str) -> int:
    """Answer a shell that completes words."""
    try:
        if not import_module("click.shell_completion").shell_complete(program, {}, "dayleaf", COMPLETE, asked):
            return 0
    except (KeyError, ValueError) as error:
        raise UsageError(f"{COMPLETE} is set, but not by a shell that completes words: {error}", hint=f"unset {COMPLETE}") from error
    raise UsageError(f"{COMPLETE} is {asked!r}, which no shell says", hint=f"unset {COMPLETE}")


def report(failure: DayleafError, call: Call) -> int:
    """Say on standard error what happened and what to do; the exit status."""
    if call.json:
        reply = import_module("dayleaf.doors.reply.json")
        say(reply.encode(reply.error(failure)).decode().rstrip("\n"), err=True)
    else:
        look = screen(err=True)
        say(_told(failure, look), err=True)
    return failure.exit_status


def _told(failure: DayleafError, look: Look) -> str:
    lines = [f"{look.paint('dayleaf:', 'red')} {safe(failure.message)}"]
    if failure.hint:
        lines.append(f"{look.paint('hint:', 'cyan')} {safe(failure.hint)}")
    return look.own("\n".join(lines))


def _named(error: Exception) -> DayleafError:
    """The error as one of ours."""
    match error:
        case DayleafError():
            return error
        case click.UsageError():
            return _usage(error)
        case click.ClickException():
            return UsageError(error.format_message())
        case OSError():
            return DiskFailed(f"{error.filename or 'the answer'} could not be read or written: {error.strerror or error}")
        case _:
            where = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return DayleafError(f"this should not have happened: {where}", hint="set DAYLEAF_DEBUG=1 to see where, and please report it")


def _usage(error: click.UsageError) -> UsageError:
    ctx = error.ctx
    hint = f"see `{ctx.command_path} --help`" if ctx else "see `dayleaf --help`"
    message = error.message
    if isinstance(error, click.NoSuchOption) and ctx:
        known = [name for param in ctx.command.params for name in param.opts if name.startswith("--")]
        meant = closest(error.option_name, known) if error.option_name.startswith("--") else None  # any letter is near any other
        hint = f"did you mean {meant}?" if meant else hint
    elif isinstance(error, click.BadParameter):
        message = error.format_message()
    message = " ".join(message.split())  # click breaks lists of choices into lines
    return UsageError(message[:1].lower() + message[1:].rstrip("."), hint=hint)
