"""What waits to be read more closely: a list of pages with their states, as lines of JSON of which the last one about a page counts.

    {"path": "memory/2025-11-27.md", "digest": "…", "reader": "rules", "state": "done", "tries": 1, "next": "", "why": ""}

A line that was cut off by a crash is skipped; so is any other that says nothing. Losing the list costs time, not facts.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

FIRST_WAIT = dt.timedelta(minutes=5)
LONGEST_WAIT = dt.timedelta(days=1)
"""How long a page waits after it failed: twice as long each time, up to a day."""

MOST_TRIES = 8
"""After so many failures a page is left alone until it changes, or another reader is chosen."""


class State(StrEnum):
    """How far a page is."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Item:
    """A page in the list.

    Attributes:
        path: the page.
        digest: of its bytes when it was entered, in hexadecimal.
        reader: who reads it: `rules`, or the id of a model.
        state: how far it is.
        tries: how often it was read in vain.
        next: the moment from which on it may be read again, ISO with offset; empty: now.
        why: why it failed, for people.
    """

    path: str
    digest: str
    reader: str
    state: State = State.PENDING
    tries: int = 0
    next: str = ""
    why: str = ""

    @property
    def line(self) -> str:
        """The line that says it, with its end."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def read_items(text: str) -> dict[str, Item]:
    """The list, by path."""
    found: dict[str, Item] = {}
    for line in text.split("\n"):
        try:
            given = json.loads(line) if line.startswith("{") else None
            if given is not None:
                item = Item(**given)
                texts = (given["path"], given["digest"], given.get("next", ""))
                if all(isinstance(value, str) for value in texts) and type(given.get("tries", 0)) is int:
                    found[item.path] = replace(item, state=State(item.state))
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return found


def entered(items: Mapping[str, Item], pages: Mapping[str, str], reader: str) -> list[Item]:
    """The lines to add so that every page is listed as it is now.

    Args:
        items: the list.
        pages: path → digest of every page there is.
        reader: who is to read them.
    """
    return [
        Item(path, digest, reader)
        for path, digest in pages.items()
        if path not in items or (items[path].digest, items[path].reader) != (digest, reader)
    ]


def due(items: Iterable[Item], now: dt.datetime) -> list[Item]:
    """What may be read now, the youngest page first: it is asked about most."""
    return sorted((item for item in items if _is_due(item, now)), key=lambda item: item.path, reverse=True)


def failed(item: Item, now: dt.datetime, why: str, chance: float) -> Item:
    """The same after another failure; `chance` from 0 to 1 spreads the next attempts."""
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2**item.tries)
    later = now + wait * (1 + chance / 10)
    return replace(item, state=State.FAILED, tries=item.tries + 1, next=later.isoformat(timespec="seconds"), why=why[:200])


def _is_due(item: Item, now: dt.datetime) -> bool:
    if item.state is State.DONE or item.tries >= MOST_TRIES:
        return False
    try:
        later = dt.datetime.fromisoformat(item.next) if item.next else None
    except ValueError:
        return True
    return later is None or later.tzinfo is None or not now < later <= now + LONGEST_WAIT * 2  # a clock that was wrong makes nobody wait
