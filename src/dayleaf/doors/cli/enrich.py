"""`dayleaf enrich`: keep a raw text, and read closer what waits."""

from __future__ import annotations

import click

from dayleaf.core.page.attributes import ORIGINS
from dayleaf.doors.cli.base import Call, clean, new_command, pass_call, standard_input
from dayleaf.doors.reply import schedule


@new_command("enrich")
@click.argument("text", nargs=-1, type=clean)
@click.option("--stdin", is_flag=True, help="Take the text from the standard input.")
@click.option("--day", type=clean, metavar="DATE", help="The day whose notes it goes into; today by default.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Who wrote it; of what is untrusted nothing is derived.")
@click.option("--pages", type=click.IntRange(1), default=20, show_default=True, help="Pages that a model reads at most.")
@click.option("--tokens", type=click.IntRange(1), default=20_000, show_default=True, help="What that may cost, in tokens.")
@pass_call
def command(call: Call, text: tuple[str, ...], stdin: bool, day: str | None, origin: str | None, pages: int, tokens: int) -> None:  # noqa: FBT001
    """Run it."""
    given = standard_input().read().decode("utf-8-sig", "replace") if stdin else " ".join(text) if text else None
    with call.memory() as memory:
        report = memory.enrich(given, day=day, origin=origin, pages=pages, tokens=tokens)
    call.reply(lambda: schedule.enriched_json(report), lambda look: schedule.enriched_text(report, look))
