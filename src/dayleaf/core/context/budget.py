"""How a budget of tokens is shared among the sections of a context."""

from __future__ import annotations

from collections.abc import Mapping

SHARES: dict[str, float] = {
    "clock": 0.04,
    "core": 0.32,
    "corrected": 0.12,
    "recalled": 0.30,
    "working": 0.08,
    "patrols": 0.04,
    "conversation": 0.10,
}
"""What each section may take although others want more; the order is who takes first of what is left over."""


def grants(wanted: Mapping[str, int], budget: int) -> dict[str, int]:
    """How many tokens each section gets: what it wants within its share, then of what others leave.

    Args:
        wanted: what each section would cost in full.
        budget: tokens there are for all of them; the sum of what is granted never exceeds it.
    """
    given = {name: min(wanted.get(name, 0), int(budget * share)) for name, share in SHARES.items()}
    rest = budget - sum(given.values())
    for name in SHARES:
        more = min(wanted.get(name, 0) - given[name], max(rest, 0))
        given[name] += more
        rest -= more
    return given
