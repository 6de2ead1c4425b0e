"""What a memory believes: gather what moves beliefs for a pass, and tell beliefs with their evidence and history."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from dayleaf.core.entry import Condition, keys_of
from dayleaf.core.errors import PageMissing, UnknownName
from dayleaf.core.fact import Fact, Kind, TimeRange
from dayleaf.core.opinion.bank import PAGE, Held, opinion_id, read_page, taken_in
from dayleaf.core.opinion.believe import Told, history_of, opinion_of, plan
from dayleaf.core.opinion.hearing import Hearing
from dayleaf.core.opinion.rivals import rivals
from dayleaf.core.opinion.values import Opinion
from dayleaf.core.page.ledger import Testimony
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.page.tombstone import FORGOTTEN, tombstones
from dayleaf.core.reflection import Planned, Shift
from dayleaf.ports import Index
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach
from dayleaf.shell.settling import replacements

_EVIDENCE = frozenset((Kind.WORLD, Kind.EXPERIENCE, Kind.OPINION))


def believe(ground: Ground, ready: Ready, reach: Reach) -> Iterable[Planned]:
    """The step of `reflect` that curates the page of opinions."""
    index, held = ready.index, read_page(_page(ground))
    span = TimeRange(reach.since, None) if reach.since else None
    new = [row.fact for row in index.rows(sorted(index.select(Condition(_EVIDENCE, during=span))))]
    new = [fact for fact in new if _is_current(fact) and (fact.told is None or reach.since is None or fact.told >= reach.since)]
    new = [fact for fact in new if fact.told is None or _is_told(fact, reach)]
    opinions = [fact for fact in new if fact.kind is Kind.OPINION and fact.source.path != PAGE and not fact.inferred]
    gone = {row.fact.supersedes for row in index.successors([fact.id for fact in opinions]) if row.fact.origin != "untrusted"}
    opinions = [fact for fact in opinions if fact.id not in gone]  # nobody believes them any more
    if not held and not opinions:
        return
    standing, lost = (None, frozenset[str]()) if ready.stale else _standing(index, held)
    facts = [fact for fact in new if fact.told is not None]
    if lost and reach.since is not None:  # a fact that was reworded has a new id: look at its page again
        facts += [
            row.fact for path in sorted(lost) for row in index.facts(path) if row.fact.kind in _EVIDENCE and _is_told(row.fact, reach)
        ]
        facts = list({fact.id: fact for fact in facts}.values())
    opinions.sort(key=lambda fact: (fact.told is None, fact.told, fact.source) if fact.told else (True, reach.today, fact.source))
    yield plan(
        Told(
            opinions,
            Hearing(facts),
            standing,
            _names(index, (*(one.fact for one in held), *opinions)),
            reach.today,
            tombstones(_page(ground, FORGOTTEN)),
        )
    )


def _is_current(fact: Fact) -> bool:
    """Whether it stands where it counts; what lies in the archive was retired."""
    return place_of(fact.source.path).role is not Role.ARCHIVE


def _is_told(fact: Fact, reach: Reach) -> bool:
    """Whether it has a day, and that has come; where it is written the next day may have begun already."""
    return fact.told is not None and fact.told <= reach.today + _ZONES


_ZONES = dt.timedelta(days=1)


def _page(ground: Ground, path: str = PAGE) -> bytes | None:
    try:
        return ground.workspace.read(path)
    except PageMissing:
        return None


def _standing(index: Index, held: Iterable[Held]) -> tuple[dict[str, Fact], frozenset[str]]:
    """Of the facts that ledgers cite, those that still stand, by id; and the pages where the others stood."""
    found: dict[str, Fact] = {}
    lost: set[str] = set()
    for one in held:
        for line in one.ledger:
            if isinstance(line, Testimony) and line.fact and line.fact not in found:
                rows = [row.fact for row in index.find(line.fact) if row.fact.id == line.fact]
                if rows:
                    found[line.fact] = next((fact for fact in rows if fact.source == line.source), rows[0])
                elif line.source is not None:
                    lost.add(line.source.path)
    return found, frozenset(lost)


def _names(index: Index, facts: Iterable[Fact]) -> dict[str, tuple[str, ...]]:
    """The key of each entity of these facts → every name and key of it."""
    keys = sorted({key for fact in facts for key in keys_of(fact.entities)})
    named = index.named(keys)
    own = {key: keys_of(entity.names) for key, entity in named.items()}
    return {key: tuple(dict.fromkeys((key, *own[key], *entity.names))) for key, entity in named.items()}


class Believing:
    """The beliefs of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def opinions(self) -> tuple[Opinion, ...]:
        """Every opinion once: those of the page of opinions in its order, then those told elsewhere that it does not hold yet."""
        held = self._held()
        today = self._ground.clock.now().date()

        def asked(ready: Ready) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
            rows = ready.index.rows(sorted(ready.index.select(Condition(frozenset((Kind.OPINION,))))))
            return _names(ready.index, (one.fact for one in held)), replacements(ready.index, rows, today, whole=False)

        names, gone = self._ground.ask(asked)
        against = rivals([one.fact for one in held], names)
        return tuple(
            replace(opinion_of(one), rivals=against.get(opinion_id(one.fact), ()), superseded_by=gone.get(one.fact.id)) for one in held
        )

    def opinion(self, id: str) -> Opinion:
        """The opinion of this id, or of the one id that begins so.

        Raises:
            UnknownName: there is none; the hint names the nearest.
        """
        one = self._one(id)
        return next(found for found in self.opinions() if found.id == opinion_id(one.fact))

    def history(self, id: str) -> tuple[Shift, ...]:
        """Every move of an opinion since it began, replayed from the Markdown.

        Raises:
            UnknownName: there is none of this id.
        """
        return history_of(self._one(id))

    def _one(self, id: str) -> Held:
        held = self._held()
        exact = [one for one in held if opinion_id(one.fact) == id]
        begun = exact or [one for one in held if len(id) >= _SHORTEST and opinion_id(one.fact).startswith(id)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            several = ", ".join(opinion_id(one.fact) for one in begun[:3])
            raise UnknownName(f"several opinions begin with {id!r}", hint=f"say which: {several}")
        raise UnknownName(f"there is no opinion {id!r}", hint=_meant(id, held, self._ground.similar))

    def _held(self) -> list[Held]:
        data = _page(self._ground)
        held = {opinion_id(one.fact): one for one in reversed(read_page(data))}
        held = dict(reversed(held.items()))
        stated = {line.fact for one in held.values() for line in one.ledger if isinstance(line, Testimony) and line.stance == "stated"}
        stated |= taken_in(data)

        def elsewhere(ready: Ready) -> list[Fact]:
            rows = ready.index.rows(sorted(ready.index.select(Condition(frozenset((Kind.OPINION,))))))
            return [row.fact for row in rows if row.fact.source.path != PAGE and row.fact.id not in stated]

        for fact in self._ground.ask(elsewhere, most=None):
            if fact.origin != "untrusted" and _is_current(fact):
                held.setdefault(opinion_id(fact), Held(fact))
        return list(held.values())


_SHORTEST = 4


def _meant(id: str, held: Sequence[Held], similar: Callable[[str, Sequence[str]], list[str]]) -> str:
    """Which opinion was probably meant: one with an id like this, or one that says this."""
    texts = {one.fact.text: opinion_id(one.fact) for one in held}
    near = similar(id, [*texts.values()]) or [texts[text] for text in similar(id, [*texts])]
    return f"did you mean {near[0]}?" if near else "see `dayleaf opinion list`"
