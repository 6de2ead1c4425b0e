"""What replaced what, over all facts at once: the closings a listing shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from dayleaf.core.fact import Fact
from dayleaf.core.truth.timeline import reigns


def replaced(facts: Iterable[Fact], day: dt.date, names: Mapping[str, Sequence[str]] | None = None) -> dict[str, str]:
    """The id of each fact that was replaced on or before a day → the id of what replaced it.

    Args:
        facts: all facts of a memory; whatever is missing can close nothing.
        day: today, as a rule.
        names: entity key → the keys of all names of that entity, where it has several.
    """
    found = reigns(facts, names, starts=False)
    return {id: reign.successor.id for id, reign in found.items() if reign.successor is not None and reign.on(day) == "past"}
