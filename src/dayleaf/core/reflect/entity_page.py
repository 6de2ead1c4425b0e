"""What the generated section of an entity's page says: what it is, what is so now, what was, what is believed, who belongs to it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dayleaf.core.fact import Entity, Kind, Source
from dayleaf.core.opinion.values import Opinion
from dayleaf.core.reflect.lines import Held, dated, newest_first, once, plain, says_what_it_is, stated, topic_of
from dayleaf.core.reflect.words import Words, words_for

PER_TOPIC = 8
"""Facts of one topic, the newest."""

TOPICS = 6
"""Topics, those with most facts; the others are left out with their facts."""

PER_TIMELINE = 12
"""What was, the last of it."""

PER_OPINIONS = 8
"""Opinions, the surest."""

PER_RELATED = 8
"""Others mentioned along with it, most often first."""


class Beside(NamedTuple):
    """Who is mentioned along with an entity: the name, in how many facts, when last, and where."""

    name: str
    times: int
    last: dt.date | None
    source: Source


@dataclass(frozen=True, slots=True)
class Portrait:
    """All that is known of an entity, for its page.

    Attributes:
        entity: whom or what.
        facts: what is said of it, but opinions; each is past or not.
        opinions: each with where it was said first, or what supports it best.
        beside: who is mentioned along with it.
        left: how many more facts there are that were not looked at, for they are older.
    """

    entity: Entity
    facts: Sequence[Held]
    opinions: Sequence[tuple[Opinion, Source]] = ()
    beside: Sequence[Beside] = ()
    left: int = 0


def lines_of(known: Portrait) -> list[str]:
    """The lines of its section; the same for the same knowledge, whatever order that came in."""
    words = words_for([one.fact.text for one in known.facts] + [opinion.statement for opinion, _ in known.opinions])
    facts = once(newest_first(known.facts))
    now = [one for one in facts if not one.past and one.fact.kind in (Kind.WORLD, Kind.OBSERVATION)]
    was = [one for one in facts if one.past or one.fact.kind is Kind.EXPERIENCE]
    short = _short(now)
    parts = [
        _part(words.short, _what(known.entity, words) + [stated(one, words) for one in short]),
        _now([one for one in now if one not in short], words, known.left),
        _part(words.past, _timeline(was, words)),
        _part(words.opinions, _opinions(known.opinions, words)),
        _part(words.related, _related(known.beside, words)),
    ]
    lines = [line for part in parts for line in part]
    return [*lines, ""] if lines else []


def by_topic(held: Iterable[Held], words: Words) -> list[tuple[str, list[Held]]]:
    """The facts by topic: that with most facts first, then by name; what is about nothing in particular last."""
    found: defaultdict[str, list[Held]] = defaultdict(list)
    for one in held:
        found[topic_of(one.fact, words)].append(one)
    return sorted(found.items(), key=lambda pair: (pair[0] == words.other, -len(pair[1]), pair[0]))


def left_out(number: int, words: Words) -> list[str]:
    """The line that says how many were left out; none for none."""
    return [f"- … {words.more.format(number)}"] if number else []


def _part(title: str, lines: Sequence[str]) -> list[str]:
    return ["", f"## {title}", "", *lines] if lines else []


def _what(entity: Entity, words: Words) -> list[str]:
    """What its own front matter says of it."""
    said = [entity.sort] if entity.sort else []
    said += [words.also.format(", ".join(entity.aliases))] if entity.aliases else []
    return [f"- {plain('; '.join(said))}"] if said else []


def _short(now: Sequence[Held]) -> list[Held]:
    """What tells best what it is: the newest fact that says so, else the first that was told."""
    said = [one for one in now if one.fact.kind is Kind.WORLD and says_what_it_is(one.fact)]
    return said[:1]


def _now(now: Sequence[Held], words: Words, left: int) -> list[str]:
    """What is so now, topic by topic; without headings if there is only one."""
    topics = by_topic(now, words)
    lines: list[str] = []
    for name, held in topics[:TOPICS]:
        lines += ([""] if lines else []) + [f"### {name}", ""] if len(topics) > 1 else []
        lines += [stated(one, words) for one in held[:PER_TOPIC]]
        left += max(len(held) - PER_TOPIC, 0)
    left += sum(len(held) for _, held in topics[TOPICS:])
    return _part(words.now, lines + ([""] if lines and left and len(topics) > 1 else []) + left_out(left, words))


def _timeline(was: Sequence[Held], words: Words) -> list[str]:
    """What was, oldest first, as far as there is room."""
    ordered = sorted(was, key=lambda one: (one.day, one.fact.source, one.fact.id))
    kept = ordered[-PER_TIMELINE:]
    return left_out(len(ordered) - len(kept), words) + [dated(one, words) for one in kept]


def _opinions(opinions: Sequence[tuple[Opinion, Source]], words: Words) -> list[str]:
    ordered = sorted(opinions, key=lambda pair: (-round(pair[0].confidence, 2), pair[0].statement, pair[0].id))
    lines = []
    for opinion, source in ordered[:PER_OPINIONS]:
        count = [sum(item.stance == stance for item in opinion.evidence) for stance in ("supports", "contradicts")]
        marks = [words.evidence.format(*count)] if opinion.evidence else []
        lines.append(f"- {opinion.confidence:.2f} {plain(opinion.statement)} ({', '.join((*marks, str(source)))})")
    return lines + left_out(len(ordered) - PER_OPINIONS if len(ordered) > PER_OPINIONS else 0, words)


def _related(beside: Sequence[Beside], words: Words) -> list[str]:
    ordered = sorted(beside, key=lambda one: (-one.times, one.name))[:PER_RELATED]
    return [f"- {one.name}: {words.together.format(one.times, one.last or '?')} ({one.source})" for one in ordered]
