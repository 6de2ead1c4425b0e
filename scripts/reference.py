"""Writes the reference pages that would otherwise be typed twice: commands, errors, settings."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import click

from dayleaf import config
from dayleaf.core import errors
from dayleaf.doors.cli import program
from dayleaf.doors.http.routes import WAYS
from dayleaf.doors.mcp.protocol import tool
from dayleaf.doors.operations.table import OPERATIONS, TOOLS, Operation

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- written by scripts/generate-docs; change the source and run it again -->\n"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by its full name, in the order of the help; groups before what is in them."""
    yield from _commands(program, "dayleaf")


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name, **command.context_settings)
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
        context = click.Context(command, info_name=name, **command.context_settings)
        usage = " ".join([name, *command.collect_usage_pieces(context)])
        own = [parameter for parameter in command.params if not shared & set(parameter.opts)]
        parts += [f"{'##' if name.count(' ') == 1 else '###'} {name}\n", f"```text\n{usage}\n```\n"]
        parts += [inspect.cleandoc((command.help or command.short_help or "").split("\f")[0]) + "\n", _table(own)]
        parts += [f"{command.epilog}\n"] * bool(isinstance(command, click.Group) and command.epilog)
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


def tools_page() -> str:
    """docs/reference/tools.md, from the table of operations: what MCP clients and callers of the server get."""
    ways = {way.name: f"{way.method} {way.path}" for way in WAYS}
    head = (
        f"{NOTE}\n# Tools and addresses\n\n"
        "What agents get as tools over MCP (`dayleaf mcp`), and the addresses of `dayleaf serve`. A POST takes its arguments as one JSON\n"
        "object, a GET in the path and behind `?`. Answers have the shapes of the [JSON reference](json.md); an error is\n"
        '`{"schema": 1, "error": {"code", "message", "hint"}}` with the status of the [error table](errors.md). The server tells all\n'
        "of it as an OpenAPI document at `GET /v1/openapi.json`, and whether it answers at `GET /v1/health`.\n"
    )
    return "\n".join((head, *(_operation(operation, ways.get(operation.name)) for operation in OPERATIONS.values())))


def _operation(operation: Operation, way: str | None) -> str:
    reached = " · ".join(filter(None, ("a tool" if operation.tool else "no tool", f"`{way}`" if way else None)))
    traits = ", ".join(
        word
        for word, so in (("writes", operation.writes), ("takes something away", operation.destroys), ("twice is once", operation.repeats))
        if so
    )
    required = operation.takes["required"]
    rows = "".join(
        f"| `{name}` | {_shape(schema)} | {'yes' if name in required else ''} | {_plain(schema['description'])} |\n"
        for name, schema in operation.takes["properties"].items()
    )
    table = f"\n| argument | is | required | means |\n|---|---|---|---|\n{rows}" if rows else ""
    return f"## `{operation.name}`\n\n{reached}{f' · {traits}' if traits else ''}\n\n{operation.description}\n{table}"


def _shape(schema: dict[str, object]) -> str:
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in cast("list[str]", schema["enum"]))
    bounds = f" from {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else ""
    return f"{schema['type']}{bounds}"


def golden_tools() -> str:
    """tests/doors/mcp_tools.json: every tool as a client is told of it."""
    return json.dumps([tool(operation) for operation in TOOLS.values()], indent=1, ensure_ascii=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "docs/reference/cli.md": cli_page,
    "docs/reference/errors.md": errors_page,
    "docs/reference/configuration.md": configuration_page,
    "docs/reference/tools.md": tools_page,
    "tests/doors/mcp_tools.json": golden_tools,
}
"""Every generated file, and what writes it."""


def outdated() -> list[str]:
    """The pages that say something else than the code does."""
    return [name for name, text in PAGES.items() if not (ROOT / name).exists() or (ROOT / name).read_text("utf-8") != text()]


def renew() -> None:
    """Writes what is out of date."""
    for name in outdated():
        (ROOT / name).write_text(PAGES[name](), "utf-8")
        print(f"{name} written")


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        renew()
    elif names := outdated():
        sys.exit(f"out of date, run scripts/generate-docs: {', '.join(names)}")
