"""One line of a generated section: a fact, an opinion, somebody related, each cited."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.fact import Fact, Kind, entity_key
from dayleaf.core.page.escape import normal_text
from dayleaf.core.reflect.words import Words
from dayleaf.core.regex import regex
from dayleaf.core.truth import words as truth
from dayleaf.core.truth.slots import glanced

LONGEST = 300
"""Characters of a text on one line; of a longer one its beginning stands there, with `…`."""

_OPENS = regex(r"(?:[#>]|[-+*](?=\s|[-*])|`{3}|~{3}|\d+(?=[.)]\s))")
_MINUTE = frozenset(("home", "work", "lead", "care", "wed"))


class Held(NamedTuple):
    """A fact, and from when until when it holds; `past` says whether it is over today."""

    fact: Fact
    start: dt.date | None = None
    end: dt.date | None = None
    past: bool = False

    @property
    def day(self) -> dt.date:
        """The day it is sorted by."""
        return self.start or self.fact.told or dt.date.min


def newest_first(held: Iterable[Held]) -> list[Held]:
    """The facts, the last told first; undated ones last; then by place."""
    return sorted(held, key=lambda one: (-(one.fact.told or dt.date.min).toordinal(), one.fact.source, one.fact.id))


def once(held: Iterable[Held]) -> list[Held]:
    """Of facts that say the same in the same words only the first."""
    return list({(one.past, normal_text(one.fact.text).casefold().rstrip(".!")): one for one in reversed(list(held))}.values())[::-1]


def plain(text: str) -> str:
    """A text on one line of a list, not too long, that opens neither a comment nor a block."""
    line = " ".join(normal_text(text).split())
    if len(line) > LONGEST:
        line = line[: LONGEST - 1].rstrip() + "…"
    line = line.replace("<!--", "<\\!--")
    found = _OPENS.match(line)
    if found is None:
        return line
    return f"\\{line}" if not line[0].isdigit() else f"{found[0]}\\{line[found.end() :]}"


def stated(held: Held, words: Words, *, names: Sequence[str] = ()) -> str:
    """A fact that is true now: `- Lives in Lisbon. (since 2025-01-02, memory/2025-11-20.md#L4)`; `names` are put before it."""
    fact = held.fact
    first, last = held.start, held.end - _DAY if held.end else None
    if first and last and first != fact.told:
        marks = [" – ".join(dict.fromkeys((str(first), str(last))))]
    else:
        marks = [words.since.format(first)] if first and first != fact.told else []
        marks += [words.until.format(last)] if last else []
    return f"- {_named(fact, names)}{plain(fact.text)} ({', '.join((*marks, *_cited(fact, words)))})"


def dated(held: Held, words: Words, *, names: Sequence[str] = ()) -> str:
    """What was, or happened: `- 2025-01-02 – 2025-11-19: Lives in Berlin. (memory/2025-01-02.md#L4)`."""
    fact = held.fact
    last = held.end - _DAY if held.end else None
    first = held.start or fact.told
    span = " – ".join(dict.fromkeys(str(day) for day in (first, last) if day is not None and (first is None or day >= first)))
    return f"- {span + ': ' if span else ''}{_named(fact, names)}{plain(fact.text)} ({', '.join(_cited(fact, words))})"


def topic_of(fact: Fact, words: Words) -> str:
    """What a fact is about: the first part of its category, else what its verb tells, else something other."""
    if fact.category:
        name = fact.category.split("/", 1)[0].replace("-", " ").replace("_", " ").strip()
        if name:
            return name[0].upper() + name[1:]
    if fact.kind is Kind.OBSERVATION:
        return words.noticed
    filed = glanced(fact).filed
    families = {label.removeprefix("f ") for label in filed if label.startswith("f ")} & _MINUTE
    if families:
        return words.home if "home" in families else words.family if "wed" in families else words.work
    if any(label.startswith("taste ") for label in filed):
        return words.taste
    return words.other


def says_what_it_is(fact: Fact) -> bool:
    """Whether a fact tells what or who something is ("is a gardener", "ist Gärtnerin"): a copula at its head, and no attribute."""
    head = [truth.key_of(word) for word in fact.text.split()[:_HEAD]]
    at = next((place for place, word in enumerate(head) if word in truth.COPULA), None)
    return at is not None and at < len(head) - 1 and head[at + 1] in _ARTICLES


_HEAD = 4
_ARTICLES = frozenset("a an the one ein eine einer der die das".split())
_DAY = dt.timedelta(days=1)


def _cited(fact: Fact, words: Words) -> tuple[str, ...]:
    return (words.inferred, str(fact.source)) if fact.inferred else (str(fact.source),)


def _named(fact: Fact, names: Sequence[str]) -> str:
    """The names before a text that does not hold them."""
    said = entity_key(fact.text)
    missing = [name for name in names if entity_key(name) not in said]
    return f"{', '.join(missing)}: " if missing else ""
