"""`dayleaf recall`: a question, or a file of them, to cited facts."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from dayleaf.core.errors import UsageError
from dayleaf.doors.cli.base import Call, clean, embedder, kind, known_names, new_command, pass_call
from dayleaf.doors.cli.progress import progress
from dayleaf.doors.cli.question import Question
from dayleaf.doors.reply import json, text


@new_command("recall")
@click.argument("words", nargs=-1, type=clean, metavar="QUERY…")
@click.option("-k", "--k", type=int, metavar="N", help="At most so many hits (25).")
@click.option("--budget", type=int, metavar="TOKENS", help="At most so many tokens, citations included (2000).")
@click.option("--since", type=clean, metavar="WHEN", help="Only from then on: 30d, 2w, last monday, 2025-11-27.")
@click.option("--until", type=clean, metavar="WHEN", help="Only up to then.")
@click.option("--during", type=clean, metavar="WHEN", help="Only then: last week, November 2025.")
@click.option("--as-of", type=clean, metavar="DAY", help="What was true then.")
@click.option("--known-at", type=clean, metavar="DAY", help="Only what was known then.")
@click.option(
    "--entity", "entities", type=clean, multiple=True, metavar="NAME", shell_complete=known_names, help="Only what mentions it; repeatable."
)
@click.option("--kind", "kinds", type=kind, multiple=True, metavar="KIND", help="Only W, B, O, S or passage; repeatable.")
@click.option("--category", type=clean, metavar="PATH", help="Only this category and those below it.")
@click.option("--explain", is_flag=True, help="Show every way, rank and number.")
@click.option("--batch", metavar="FILE.jsonl", help='Answer each line {"id", "query", …}; - is standard input.')
@embedder
@pass_call
def command(call: Call, /, words: tuple[str, ...], batch: str | None, embedder: str | None, **asked: Any) -> None:  # noqa: ANN401 the options above
    """Run it."""
    question = Question(" ".join(words), **asked)
    if batch is not None and words:
        raise UsageError("there is a query and --batch", hint="give one of them")
    with call.memory(embedder) as memory:
        if batch is not None:
            import_module("dayleaf.doors.cli.batch").answer_lines(batch, lambda line: question.overruled(line).answer(memory))
            return
        with progress() as told:
            bundle = question.ask(memory, told)
    call.remark(bundle.notes)
    call.reply(lambda: json.recall(bundle, explain=question.explain), lambda look: text.recall(bundle, look, explain=question.explain))
