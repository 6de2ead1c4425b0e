"""`dayleaf when`: how a time expression, or a file of them, is understood; needs no index, and no workspace either."""

from __future__ import annotations

import datetime as dt

import click

from dayleaf.core.closest import closest
from dayleaf.core.errors import UsageError
from dayleaf.core.when import understand
from dayleaf.doors.cli.base import Call, Words, new_command, pass_call
from dayleaf.doors.cli.batch import Line, answer_lines
from dayleaf.doors.cli.question import a_moment, a_text
from dayleaf.doors.reply import json, text
from dayleaf.wiring import clock_of, config_here

FIELDS = ("id", "text", "now", "lang")


@new_command("when")
@click.argument("words", nargs=-1, type=Words(), metavar="EXPR…")
@click.option("--lang", type=Words(), metavar="LANG", help="Its language (en, de, …); found out by default.")
@click.option("--batch", metavar="FILE.jsonl", help='Answer each line {"id", "text", "now", "lang"}; - is standard input.')
@pass_call
def command(call: Call, words: tuple[str, ...], lang: str | None, batch: str | None) -> None:
    """Run it."""
    config = config_here(call.workspace)
    lang = lang or (config.languages[0] if len(config.languages) == 1 else None)
    now = clock_of(config, call.now).now()
    if (batch is None) != bool(words):
        raise UsageError("give an expression" if batch is None else "there is an expression and --batch", hint="such as `dayleaf when last week`")
    if batch is not None:
        answer_lines(batch, lambda line: _answer(line, now, lang))
        return
    asked = " ".join(words)
    found = understand(asked, now, lang)
    call.reply(lambda: json.when(found, asked), lambda look: text.when(found, asked, look))


def _answer(line: Line, now: dt.datetime, lang: str | None) -> json.Answer:
    for field in line:
        if field not in FIELDS:
            meant = closest(field, FIELDS)
            raise UsageError(f"there is no field {field!r}", hint=f"did you mean {meant!r}?" if meant else f"fields are {', '.join(FIELDS)}")
    asked = a_text(line.get("text"), "text")
    if line.get("now") is not None:
        moment = a_moment(line["now"], "now")
        now = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
    if line.get("lang") is not None:
        lang = a_text(line["lang"], "lang")
    return json.when(understand(asked, now, lang), asked)
