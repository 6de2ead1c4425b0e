"""What a session was told already, what of it changed, and what took the place of a fact that is gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from dayleaf.core.context.sections import Item
from dayleaf.core.conversation import Told, digest
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.recall.query import Hit
from dayleaf.core.recall.rank import moment
from dayleaf.core.secrets import without_secrets
from dayleaf.core.terms import terms

ALIKE = 0.3
"""Share of all terms that two statements on one page have in common when the one is taken for the other, edited."""

WORDS = 80
"""Terms of a statement that are kept, as digests, to know it again."""

UNTRUSTED = "untrusted"


class Change(StrEnum):
    """What happened to a fact that was told."""

    CHANGED = "changed"
    PAST = "no longer true"
    GONE = "no longer in memory"


class Correction(NamedTuple):
    """A fact told earlier that is not so any more, and the fact that stands in its place, if one does."""

    told: Told
    change: Change
    now: Fact | None = None


def hash_of(fact: Fact) -> int:
    """What must stay equal for a fact to be the same news: confidence counts in steps of a tenth."""
    sure = None if fact.confidence is None else round(fact.confidence, 1)
    return digest(fact.text, sure, fact.category, fact.origin, fact.when, *fact.entities)


def told_of(fact: Fact, *, past: bool = False, content: str = "", slots: Iterable[int] = ()) -> Told:
    """The fact as a session is told it.

    Args:
        fact: the fact.
        past: whether it is told as something that was true once.
        content: what is quoted, of a passage.
        slots: under what a fact that may replace it is filed.
    """
    lines = frozenset(map(digest, _lines(content))) if fact.kind is Kind.PASSAGE else frozenset()
    return Told(fact.id, hash_of(fact), fact.source.path, fact.source.first, past, _words(fact), lines, frozenset(slots))


def _words(fact: Fact) -> frozenset[int]:
    return frozenset(digest(term) for term in terms(fact.text)[:WORDS] if not term.startswith("~"))


def is_known(told: Mapping[str, Told], hit: Hit) -> bool:
    """Whether the session has been told this already, in the same words and with the same standing."""
    fact = hit.fact
    if fact.kind is Kind.PASSAGE:
        known = frozenset().union(*(other.lines for other in told.values() if other.path == fact.source.path and other.lines))
        return {digest(line) for line in _lines(hit.content)} <= known
    found = told.get(fact.id)
    return found is not None and found.hash == hash_of(fact) and found.past == (hit.status == "past")


def _lines(text: str) -> Iterable[str]:
    return (" ".join(line.split()) for line in text.splitlines() if line.strip())


def in_its_place(told: Told, page: Iterable[Fact], known: Mapping[str, Told]) -> Fact | None:
    """The fact of a page that a vanished one was most likely edited into; None if it was rather taken out.

    Args:
        told: the fact that is gone.
        page: the facts that stand on its page now.
        known: what the session was told; none of these is it.
    """
    best: tuple[float, int] = (0.0, 0)
    found = None
    for fact in page:
        if fact.id in known or (fact.kind is Kind.PASSAGE) != bool(told.lines):
            continue
        words = _words(fact)
        alike = len(words & told.words) / max(len(words | told.words), 1)
        nearness = (alike, -abs(fact.source.first - told.line))
        if alike >= ALIKE and nearness > best:
            best, found = nearness, fact
    return found


def recalled_item(fact: Fact, content: str, source: str, *, past: bool = False, **more: str) -> Item:
    """A fact as an entry: its kind, day, names, confidence, origin and standing said along with it; secrets taken out."""
    day = moment(fact)
    traits = [
        *more.items(),
        ("kind", fact.kind.value),
        ("told", "" if day is None else day.isoformat()),
        ("entities", ", ".join(f"@{name}" for name in dict.fromkeys(fact.entities))),
        ("confidence", "" if fact.confidence is None else f"c={fact.confidence:g}"),
        ("category", fact.category or ""),
        ("origin", fact.origin if fact.origin and fact.origin != UNTRUSTED else ""),
        ("standing", "past" if past else ""),
    ]
    return Item(
        content=without_secrets(content),
        id=fact.id,
        source=source,
        traits=tuple((name, without_secrets(value)) for name, value in traits if value),
        untrusted=fact.origin == UNTRUSTED,
        category=fact.category,
    )


def corrected_item(correction: Correction) -> Item:
    """A correction as an entry: it names what was told by its id alone, so that what was taken out is not said again."""
    told, change, fact = correction
    if fact is None:
        place = f"{told.path}#L{told.line}"
        return Item(f"{change.value}; do not rely on it", cites=told.id, source=place, traits=(("change", change.value),))
    item = recalled_item(fact, fact.text, str(fact.source), change=change.value, now=f"now [{fact.id}]" if fact.id != told.id else "")
    return Item(item.content, item.id, None, item.source, item.traits, item.untrusted, cites=told.id, category=item.category)
