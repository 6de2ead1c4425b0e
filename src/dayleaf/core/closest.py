"""The known name somebody probably meant: "did you mean" for options, settings and commands."""

from __future__ import annotations

from collections.abc import Iterable

_TOO_FAR = 3
"""Never guess across more than three slips; a third of the word's length at most (two for words of three letters or more)."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known name the fewest slips away from `word`, ignoring case; None when all are too far. Ties: the first."""
    folded = word.casefold()
    limit = min(_TOO_FAR, max(len(folded) // 3, 2 if len(folded) >= _TOO_FAR else 1))
    best: str | None = None
    known = tuple(known)
    for name in known:
        if abs(len(name) - len(folded)) <= limit:
            slips = distance(folded, name.casefold())
            if slips <= limit:
                best, limit = name, slips - 1
    if best is None and len(folded) >= _TOO_FAR:
        best = next((name for name in known if name.casefold().startswith(folded)), None)
    return best


def distance(one: str, other: str) -> int:
    """How many slips of typing lie between two words: a letter too many, too few, wrong, or two swapped."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, facing in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != facing))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == facing:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
