"""Writes the reference pages that would otherwise be typed twice: commands, errors, settings."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from dayleaf import config
from dayleaf.core import errors
from dayleaf.doors.cli import program

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
NOTE = "<!-- written by scripts/generate-docs; change the source and run it again -->\n"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by its full name, in the order of the help; groups before what is in them."""
    yield from _commands(program, "dayleaf")


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None and not found.hidden:
                yield from _commands(found, f"{name} {below}")


def cli_page() -> str:
    """docs/reference/cli.md, from the commands themselves."""
    shared = {option for parameter in program.params for option in parameter.opts}
    parts = [NOTE, "# Command line\n", f"{program.help}\n", "## Options of every command\n", _table(program.params)]
    parts.append(f"{program.epilog or ''}\n")
    for name, command in commands():
        if command is program:
            continue
        context = click.Context(command, info_name=name)
        usage = " ".join([name, *command.collect_usage_pieces(context)])
        own = [parameter for parameter in command.params if not shared & set(parameter.opts)]
        parts += [f"{'##' if name.count(' ') == 1 else '###'} {name}\n", f"```text\n{usage}\n```\n"]
        parts += [inspect.cleandoc((command.help or command.short_help or "").split("\f")[0]) + "\n", _table(own)]
    return "\n".join(part for part in parts if part.strip())


def _table(parameters: list[click.Parameter]) -> str:
    rows = [
        f"| {_names(option)} | {_takes(option)} | {_plain(option.help or '')} |\n"
        for option in parameters
        if isinstance(option, click.Option) and not option.hidden
    ]
    return f"| option | takes | does |\n|---|---|---|\n{''.join(rows)}" if rows else ""


def _names(option: click.Option) -> str:
    return ", ".join(f"`{name}`" for name in option.opts + option.secondary_opts)


def _takes(option: click.Option) -> str:
    if option.is_flag or option.count:
        return ""
    kind = option.type
    told = " or ".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else option.metavar or kind.name.upper()
    return f"`{_plain(told)}`" + (", repeatable" if option.multiple else "")


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def errors_page() -> str:
    """docs/reference/errors.md, from the table every door reads."""
    rows = "".join(
        f"| `{error.__name__}` | `{code}` | {exit_status} | {http} | {_plain((error.__doc__ or '').splitlines()[0])} |\n"
        for error, code, exit_status, http in errors.TABLE
    )
    return (
        f"{NOTE}\n# Errors\n\n"
        "An error says what happened, where, and what to do about it. The command line prints that on standard error and exits with\n"
        'the number below; with `--json` it prints an object there, `{"schema": 1, "error": {"code", "message", "hint"}}`.\n'
        "The library raises the exception. Finding nothing is not an error: the exit status is 0.\n\n"
        "| exception | code | exit status | HTTP | means |\n|---|---|---|---|---|\n"
        f"{rows}\n"
        "All are `DayleafError`; each carries `message` and `hint`. A line that somebody wrote wrongly in a page never raises anything:\n"
        "it is a problem with path and line, listed by `dayleaf facts` and `dayleaf doctor`, and the line stays searchable as text.\n"
    )


def configuration_page() -> str:
    """docs/reference/configuration.md, from the fields of Config."""
    said = dict(re.findall(r"^ {4,8}(\w+): (.+)$", inspect.getdoc(config.Config) or "", re.MULTILINE))
    rows = "".join(
        f"| `{field.name}` | `{config.PREFIX}{field.name.upper()}` | {_default(field.default)} | {_plain(said[field.name]).rstrip('.')} |\n"
        for field in dataclasses.fields(config.Config)
    )
    return (
        f"{NOTE}\n# Configuration\n\n"
        "Nothing needs to be configured. What is said later wins: the defaults, then `.memory/settings.toml` in the workspace, then\n"
        f"variables of the environment that begin with `{config.PREFIX}`, then options of the command.\n\n"
        "| setting | variable | default | is |\n|---|---|---|---|\n"
        f"{rows}\n"
        "Lists are TOML arrays in the file and separated by commas in a variable. A setting that does not exist, or a value that it\n"
        "cannot have, is an error that says where it stands.\n\n"
        f"Two more variables are read before there is a workspace: `{config.PREFIX}WORKSPACE` names it, and `{config.PREFIX}DEBUG` set to\n"
        "anything shows where an unforeseen error came from.\n"
    )


def _default(value: object) -> str:
    return "none" if value is None or value == () else f"`{value}`"


PAGES: dict[str, Callable[[], str]] = {"cli.md": cli_page, "errors.md": errors_page, "configuration.md": configuration_page}
"""Every generated page of docs/reference, and what writes it."""


def outdated() -> list[str]:
    """The pages that say something else than the code does."""
    return [name for name, text in PAGES.items() if not (FOLDER / name).exists() or (FOLDER / name).read_text("utf-8") != text()]


def renew() -> None:
    """Writes what is out of date."""
    for name in outdated():
        (FOLDER / name).write_text(PAGES[name](), "utf-8")
        print(f"docs/reference/{name} written")


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        renew()
    elif names := outdated():
        sys.exit(f"out of date, run scripts/generate-docs: {', '.join(names)}")
