"""`dayleaf bench`: measures a memory on its own facts."""

from __future__ import annotations

from pathlib import Path

import click

from dayleaf.core.errors import DiskFailed
from dayleaf.doors.cli.base import Call, clean, new_command, pass_call
from dayleaf.doors.reply import bench


@new_command("bench")
@click.option("--embedder", "embedders", type=clean, multiple=True, metavar="NAME", help="Compare this one; repeatable (all installed).")
@click.option("--questions", type=click.IntRange(1, 10_000), default=100, metavar="N", help="Ask each embedder so many questions (100).")
@click.option("--seed", type=int, default=0, metavar="N", help="Decides which facts are asked for (0).")
@click.option("--picture", type=clean, metavar="FILE.svg", help="Draw the embedders, too.")
@pass_call
def command(call: Call, embedders: tuple[str, ...], questions: int, seed: int, picture: str | None) -> None:
    """Run it."""
    with call.memory() as memory:
        measured = memory.bench(embedders, questions=questions, seed=seed)
    if picture is not None:
        try:
            Path(picture).write_text(bench.picture(measured), "utf-8")
        except OSError as failure:
            raise DiskFailed(f"{picture} cannot be written: {failure.strerror}", hint="name a file in a folder that exists") from failure
    call.reply(lambda: bench.data(measured), lambda _: bench.table(measured))
