"""`dayleaf when`: how a time expression, or a file of them, is understood; needs no index, and no workspace either."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from importlib import import_module

import click

from dayleaf.core.closest import closest
from dayleaf.core.errors import UsageError
from dayleaf.core.when import understand
from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.cli.question import a_moment, a_text
from dayleaf.doors.reply import json, text
from dayleaf.wiring.place import clock_of, config_here, only_language

FIELDS = ("id", "text", "now", "lang")


@new_command("when")
@click.argument("words", nargs=-1, type=clean, metavar="EXPR…")
@click.option("--lang", type=clean, metavar="LANG", help="Its language (en, de, …); found out by default.")
@click.option("--batch", metavar="FILE.jsonl", help='Answer each line {"id", "text", "now", "lang"}; - is standard input.')
@pass_call
def command(call: Call, words: tuple[str, ...], lang: str | None, batch: str | None) -> None:
    """Run it."""
    config = config_here(call.workspace)
    lang = lang or only_language(config)
    if (batch is None) != bool(words):
        raise UsageError(
            "give an expression" if batch is None else "there is an expression and --batch", hint="such as `dayleaf when last week`"
        )
    if batch is not None:
        import_module("dayleaf.doors.cli.batch").answer_lines(
            batch, lambda line: _answer(line, lambda moment: clock_of(config, moment or call.now).now(), lang)
        )
        return
    asked = " ".join(words)
    found = understand(asked, clock_of(config, call.now).now(), lang)
    call.reply(lambda: json.when(found, asked), lambda look: text.when(found, asked, look))


def _answer(line: Mapping[str, object], now_at: Callable[[dt.datetime | None], dt.datetime], lang: str | None) -> json.Answer:
    for field in line:
        if field not in FIELDS:
            meant = closest(field, FIELDS)
            raise UsageError(
                f"there is no field {field!r}", hint=f"did you mean {meant!r}?" if meant else f"fields are {', '.join(FIELDS)}"
            )
    asked = a_text(line.get("text"), "text")
    now = now_at(None if line.get("now") is None else a_moment(line["now"], "now"))
    if line.get("lang") is not None:
        lang = a_text(line["lang"], "lang")
    return json.when(understand(asked, now, lang), asked)
