"""One question as options or as a line of a batch."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from dayleaf.core.closest import closest
from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind
from dayleaf.doors.cli.base import clean, kind, moment
from dayleaf.doors.reply import json

if TYPE_CHECKING:
    from dayleaf.core.recall.query import Bundle
    from dayleaf.shell.indexing import Progress
    from dayleaf.wiring.memory import Memory


class Question(NamedTuple):
    """What `recall` can be asked; None leaves it to the settings."""

    query: str
    k: int | None = None
    budget: int | None = None
    since: str | None = None
    until: str | None = None
    during: str | None = None
    as_of: str | None = None
    known_at: str | None = None
    entities: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    category: str | None = None
    explain: bool = False
    now: dt.datetime | None = None

    def ask(self, memory: Memory, progress: Progress | None = None) -> Bundle:
        """Ask the memory."""
        asked = memory if self.now is None else memory.at(self.now)
        return asked.recall(
            self.query,
            k=memory.config.k if self.k is None else self.k,
            budget=memory.config.budget if self.budget is None else self.budget,
            since=self.since,
            until=self.until,
            during=self.during,
            as_of=self.as_of,
            known_at=self.known_at,
            entities=self.entities,
            kinds=self.kinds,
            category=self.category,
            progress=progress,
        )

    def answer(self, memory: Memory) -> json.Answer:
        """Ask the memory, for the JSON object."""
        return json.recall(self.ask(memory), explain=self.explain)

    def overruled(self, line: Mapping[str, object]) -> Question:
        """This question with a line's fields in place of the options.

        Raises:
            UsageError: a field that does not exist, or of the wrong type.
        """
        given: dict[str, object] = {}
        for field, value in line.items():
            name = field.replace("-", "_")
            if name not in FIELDS:
                meant = closest(field, FIELDS)
                raise UsageError(
                    f"there is no field {field!r}", hint=f"did you mean {meant!r}?" if meant else f"fields are {', '.join(FIELDS)}"
                )
            if value is not None and name != "id":
                target, read = FIELDS[name]
                given[target] = read(value, field)
        return self._replace(**given)  # type: ignore[arg-type]


def a_text(value: object, field: str) -> str:
    """A field that is a text."""
    if not isinstance(value, str):
        raise _wrong(value, field, "a text")
    return clean(value)


def a_moment(value: object, field: str) -> dt.datetime:
    """A field that is an ISO date or date-time."""
    return moment(a_text(value, field))


def _a_number(value: object, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(value, field, "a whole number")
    return value


def _a_switch(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, field, "true or false")
    return value


def _texts(value: object, field: str) -> tuple[str, ...]:
    return tuple(a_text(item, field) for item in value) if isinstance(value, list) else (a_text(value, field),)


def _kinds(value: object, field: str) -> tuple[Kind, ...]:
    return tuple(kind(name) for name in _texts(value, field))


def _wrong(value: object, field: str, expected: str) -> UsageError:
    shown = repr(value)
    return UsageError(f"{field!r} is {shown if len(shown) < 60 else type(value).__name__}", hint=f"give {expected}")


FIELDS: dict[str, tuple[str, Callable[[object, str], object]]] = {
    "id": ("id", lambda value, _: value),
    "query": ("query", a_text),
    "now": ("now", a_moment),
    "k": ("k", _a_number),
    "budget": ("budget", _a_number),
    "since": ("since", a_text),
    "until": ("until", a_text),
    "during": ("during", a_text),
    "as_of": ("as_of", a_text),
    "known_at": ("known_at", a_text),
    "entity": ("entities", _texts),
    "entities": ("entities", _texts),
    "kind": ("kinds", _kinds),
    "kinds": ("kinds", _kinds),
    "category": ("category", a_text),
    "explain": ("explain", _a_switch),
}
"""Every field of a line: which part of the question it is, and how it is read."""
