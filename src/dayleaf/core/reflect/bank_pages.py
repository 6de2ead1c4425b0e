"""What the generated sections of `bank/world.md` and `bank/experience.md` say: what no entity's page has, and what was done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from dayleaf.core.fact import Fact
from dayleaf.core.reflect.entity_page import by_topic, left_out
from dayleaf.core.reflect.lines import Held, dated, newest_first, once, stated
from dayleaf.core.reflect.words import words_for

WORLD = "bank/world.md"
EXPERIENCE = "bank/experience.md"

TITLES = {WORLD: "World", EXPERIENCE: "Experience"}
"""The title of each page where there is none yet."""

PER_TOPIC = 12
PER_MONTH = 8
MONTHS = 12
"""Months of experience, the last that have any."""


def world_lines(facts: Sequence[Held]) -> list[str]:
    """What is so now and stands on no entity's page, topic by topic."""
    words = words_for(one.fact.text for one in facts)
    lines: list[str] = []
    for name, held in by_topic(once(newest_first(one for one in facts if not one.past)), words):
        lines += ["", f"## {name}", "", *(stated(one, words, names=names_of(one.fact)) for one in held[:PER_TOPIC])]
        lines += left_out(max(len(held) - PER_TOPIC, 0), words)
    return [*lines, ""] if lines else []


def experience_lines(facts: Sequence[Held]) -> list[str]:
    """What was done, month by month, the last first; what has no day is left to the page's own lines."""
    words = words_for(one.fact.text for one in facts)
    months: defaultdict[str, list[Held]] = defaultdict(list)
    for one in once(newest_first(facts)):
        if one.fact.told is not None:
            months[f"{one.fact.told:%Y-%m}"].append(one)
    lines: list[str] = []
    for month in sorted(months, reverse=True)[:MONTHS]:
        held = months[month]
        lines += ["", f"## {month}", "", *(dated(one, words, names=names_of(one.fact)) for one in held[:PER_MONTH])]
        lines += left_out(max(len(held) - PER_MONTH, 0), words)
    return [*lines, ""] if lines else []


def names_of(fact: Fact) -> tuple[str, ...]:
    """The names a fact mentions, as they are written before a text that stands alone."""
    return tuple(name.replace("-", " ") for name in fact.entities)
