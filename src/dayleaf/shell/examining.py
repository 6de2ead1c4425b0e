"""Look at everything that could be wrong with a memory, and say what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dayleaf.core.dream.pausing import PAUSED
from dayleaf.core.errors import IndexFailed, Unavailable
from dayleaf.core.fact import Problem
from dayleaf.shell.answers import Check
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper
from dayleaf.shell.pausing import paused


class Examining:
    """Every check of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def all(self, problems: Callable[[], Sequence[Problem]]) -> tuple[Check, ...]:
        """Every check, in the order a person would make them; `problems` asks for those found in the pages, which mends the index."""
        ground = self._ground
        stamps = ground.workspace.listing().stamps
        checks = [
            Check("workspace", bool(stamps) or None, _count(len(stamps), "page"), "" if stamps else "write one, or run `dayleaf init`")
        ]
        now = ground.clock.now()
        checks.append(Check("clock", True, f"{now:%Y-%m-%d %H:%M} {now.tzname() or ''}".strip()))
        checks.append(_index(ground.keeper))
        if ground.meaning is not None:
            checks.append(_embedder(ground.meaning))
        if reason := paused(ground.workspace):
            checks.append(Check("dreaming", None, f"paused: {reason}", f"see {PAUSED}, and `dayleaf dream --resume --dry-run`"))
        found = problems()
        seen = "; ".join(f"{problem.source}: {problem.message}" for problem in found[:3])
        checks.append(Check("pages", None if found else True, seen or "every line is understood", "see `dayleaf facts`" if found else ""))
        return tuple(checks)


def _embedder(meaning: Meaning) -> Check:
    try:
        return Check("embedder", True, f"{meaning.tried()} numbers a text; {meaning.summary()}")
    except Unavailable as failure:
        return Check("embedder", False, failure.message, failure.hint)


def _index(keeper: Keeper) -> Check:
    try:
        report = keeper.verify()
    except IndexFailed as failure:
        return Check("index", None, failure.message, "it is built by the next question, or by `dayleaf index rebuild`")
    if not report.differences:
        held = report.status
        said = f"{_count(held.facts, 'fact')} and {_count(held.passages, 'passage')}, equal to the Markdown"
        return Check("index", True, said)
    shown = "; ".join(report.differences[:3])
    if keeper.report().stale:
        return Check("index", None, shown, "the next question reads what changed, or `dayleaf index update`")
    return Check("index", False, shown, "run `dayleaf index rebuild`")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
