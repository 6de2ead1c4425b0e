"""`dayleaf work`: working memory, scratch space that expires."""

from __future__ import annotations

import click

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, clean, new_group, pass_call, standard_input
from dayleaf.doors.reply import tiers_json as json
from dayleaf.doors.reply import tiers_text as text

command = new_group("work", alone="inventory")

home = click.option(
    "--namespace", type=clean, required=True, metavar="NS", help="Your own: session/ID, subagent/TASK, patrol/TASK, or one of your making."
)


@command.command("put")
@home
@click.argument("key", type=clean)
@click.argument("value", type=clean, required=False)
@click.option("--ttl", type=clean, metavar="TIME", help="How long it lives: seconds, 20m, 1h30m, 2d (5m).")
@click.option("--category", type=clean, metavar="WORD", help="Such as tool-result.")
@click.option("--stdin", is_flag=True, help="Read the value from standard input.")
@pass_call
def put(call: Call, *, namespace: str, key: str, value: str | None, ttl: str | None, category: str | None, stdin: bool) -> None:
    """Put a value into your own namespace."""
    if (value is None) != stdin:
        raise UsageError("there is no value" if value is None else "there is a value and --stdin", hint="give VALUE or --stdin")
    said = standard_input().read().decode("utf-8", "replace") if value is None else value
    with call.memory() as memory:
        done = memory.work.put(key, said, caller=namespace, ttl=ttl, category=category)
    call.reply(lambda: json.put(done), lambda look: text.put(done, look))


@command.command("get")
@click.option("--namespace", type=clean, metavar="NS", help="Where a key without a namespace is looked for.")
@click.argument("key", type=clean)
@click.option("--lines", type=clean, metavar="A-B", help="Only these lines: 12, 10-25, 10-.")
@click.option("--find", type=clean, metavar="TEXT", help="Only lines that hold it, and those around them.")
@click.option("--piece", type=int, metavar="N", help="Only this piece of a large text.")
@pass_call
def get(call: Call, *, namespace: str | None, key: str, lines: str | None, find: str | None, piece: int | None) -> None:
    """Print a value, or a part of it, from any namespace."""
    with call.memory() as memory:
        found = memory.work.get(key, caller=namespace, lines=lines, find=find, piece=piece)
    call.reply(lambda: json.got(found), lambda look: text.got(found, look))


@command.command("pieces")
@click.option("--namespace", type=clean, metavar="NS", help="Where a key without a namespace is looked for.")
@click.argument("key", type=clean)
@pass_call
def pieces(call: Call, *, namespace: str | None, key: str) -> None:
    """Print the index of a large text: number, title, lines."""
    with call.memory() as memory:
        found = memory.work.pieces(key, caller=namespace)
    call.reply(lambda: json.pieces(found), lambda look: text.pieces(found, look))


@command.command("delete")
@home
@click.argument("key", type=clean)
@pass_call
def delete(call: Call, *, namespace: str, key: str) -> None:
    """Delete a slot of your own namespace."""
    with call.memory() as memory:
        memory.work.delete(key, caller=namespace)
    call.reply(lambda: {"schema": 1, "namespace": namespace, "key": key, "deleted": True}, lambda look: look.own("deleted"))


@command.command("list")
@click.option("--namespace", type=clean, required=True, metavar="NS", help="Whose slots.")
@pass_call
def list_(call: Call, *, namespace: str) -> None:
    """List the slots of one namespace; never their values."""
    with call.memory() as memory:
        found = memory.work.list(namespace)
    call.reply(lambda: json.inventory(found), lambda look: text.inventory(found, look))


@command.command("inventory")
@click.option("--namespace", type=clean, metavar="NS", help="Only this namespace.")
@pass_call
def inventory(call: Call, *, namespace: str | None) -> None:
    """List the slots of every namespace; never their values."""
    with call.memory() as memory:
        found = memory.work.inventory(namespace)
    call.reply(lambda: json.inventory(found), lambda look: text.inventory(found, look))
