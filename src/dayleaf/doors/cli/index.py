"""`dayleaf index`: the derived index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dayleaf.core.errors import Untrue
from dayleaf.doors.cli.base import Call, embedder, new_group, pass_call
from dayleaf.doors.cli.progress import progress
from dayleaf.doors.reply import json, text

if TYPE_CHECKING:
    from dayleaf.shell.indexing import IndexReport

command = new_group("index", alone="status")


@command.command("status")
@embedder
@pass_call
def status(call: Call, embedder: str | None) -> None:
    """Say what it holds, and whether it is behind the Markdown."""
    with call.memory(embedder) as memory:
        _reply(call, memory.status())


@command.command("update")
@embedder
@pass_call
def update(call: Call, embedder: str | None) -> None:
    """Read what has changed."""
    with call.memory(embedder) as memory, progress() as told:
        report = memory.update(told)
    _reply(call, report)


@command.command("rebuild")
@embedder
@pass_call
def rebuild(call: Call, embedder: str | None) -> None:
    """Build it anew from the Markdown alone."""
    with call.memory(embedder) as memory, progress() as told:
        report = memory.rebuild(told)
    _reply(call, report)


@command.command("verify")
@embedder
@pass_call
def verify(call: Call, embedder: str | None) -> None:
    """Prove that it equals the Markdown; exit status 12 if not."""
    with call.memory(embedder) as memory, progress() as told:
        report = memory.verify(told)
    _reply(call, report, proved=not report.stale and not report.differences)
    if report.differences:
        raise Untrue(f"the index differs from the Markdown in {len(report.differences)} places", hint="run `dayleaf index rebuild`")


def _reply(call: Call, report: IndexReport, *, proved: bool = False) -> None:
    call.remark(report.notes)
    call.reply(lambda: json.index(report), lambda look: text.index(report, look, proved=proved))
