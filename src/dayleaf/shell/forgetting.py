"""Forget: what a person wants gone is taken from every page, and a tombstone keeps it from being learned again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from dayleaf.core.dream.plan import chain, evidence_of
from dayleaf.core.dream.writing import reading, same_bullet, without
from dayleaf.core.errors import PageMissing, UnknownName, UsageError
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.languages import Further
from dayleaf.core.opinion.bank import PAGE, extent, without_quotes
from dayleaf.core.page.archive import latest
from dayleaf.core.page.generated import BEGIN
from dayleaf.core.page.reading import Archived
from dayleaf.core.page.tombstone import FORGOTTEN, bury, tombstone_of, tombstones
from dayleaf.core.reflect.lines import plain
from dayleaf.core.reflect.waiting import forget_proposals
from dayleaf.core.reflection import Decided, Planned, Reflection, Refused
from dayleaf.core.terms import searchable, terms
from dayleaf.shell.curating import curate
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach, Step, carried_out

MOST = 20
"""Facts that one call forgets at most."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten, where each of it stood; what was changed for it; and what still says it."""

    facts: tuple[Fact, ...]
    done: Reflection


class Forgetting:
    """Removal from one memory, by its person."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def forget(self, what: str, *, dry_run: bool = False) -> Forgotten:
        """Take facts from the pages for good, with what was derived from them alone, and their entries in the archive.

        The lines are gone from the Markdown, also from daily logs; a digest that does not tell them stays, so that no pass learns
        them again. What git or a backup holds is not touched.

        Args:
            what: the id of a fact, or words: then every fact is meant that has all of them.
            dry_run: change nothing, show the exact diff.

        Raises:
            UsageError: the words mean too many facts.
            UnknownName: there is no such fact.
        """
        facts, entries = self._ground.ask(lambda ready: _meant(ready, what), most=None)
        plans: list[Planned] = [_tombstones(self._ground, (*facts, *(entry.fact for entry in entries)))]
        plans += [_taken(fact) for fact in sorted(facts, key=lambda fact: fact.source, reverse=True)]
        plans += [_unarchived(entry) for entry in entries]
        now = self._ground.clock.now()
        stood = {fact.id: fact for fact in (*(entry.fact for entry in entries), *facts)}
        plans.append(Planned(PAGE, "what quoted it", lambda data: Decided(without_quotes(data, stood.keys()))))
        said = [plain(fact.text) for fact in stood.values()]
        steps: tuple[Step, ...] = (lambda *_: plans, lambda *_: [forget_proposals(stood)], partial(_followed, said=said))
        done = carried_out(self._ground, steps, Reach(None, now.date()), dry_run=dry_run, asked=True)
        mentions = self._ground.ask(lambda ready: _mentions(ready, what), most=None)
        done += Reflection(refused=tuple(Refused(str(place), "plain text there still says it; edit it by hand") for place in mentions))
        return Forgotten(tuple(stood.values()), done)


def _followed(ground: Ground, ready: Ready, reach: Reach, *, said: Sequence[str]) -> Iterator[Planned]:
    """Let the pages follow that tell what was forgotten in what reflect wrote there."""
    for planned in curate(ground, ready, reach):
        text = ground.text(planned.path) or ""
        if BEGIN in text and any(line in text for line in said):
            yield planned


def forgotten(ground: Ground) -> frozenset[str]:
    """The digests (`tombstone_of`) of what must not be learned again."""
    try:
        return tombstones(ground.workspace.read(FORGOTTEN))
    except PageMissing:
        return frozenset()


def _mentions(ready: Ready, what: str) -> list[Source]:
    """The passages that have all the words."""
    further = ready.index.further
    asked = _asked(what, further)
    passages = (row.fact for row in ready.index.facts() if row.fact.kind is Kind.PASSAGE)
    return [fact.source for fact in passages if asked and _has(fact, asked, further)]


def _meant(ready: Ready, what: str) -> tuple[list[Fact], list[Archived]]:
    """The facts that are meant, and their entries in the archive."""
    rows = [row.fact for row in ready.index.facts()]
    entries = ready.index.archived()
    chosen = [fact for fact in rows if fact.id == what]
    gone = [entry for entry in entries if entry.id == what]
    if not chosen and not gone:
        further = ready.index.further
        asked = _asked(what, further)
        if not asked:
            raise UsageError("nothing is asked", hint="give the id of a fact, or words it has")
        chosen = [fact for fact in rows if fact.kind is not Kind.PASSAGE and _has(fact, asked, further)]
        gone = [entry for entry in entries if _has(entry.fact, asked, further)]
    ids = {fact.id for fact in chosen} | {entry.id for entry in gone}
    below = [entry for entry in latest(entries).values() if not entry.restored and not ids.isdisjoint(chain(entry.id, latest(entries)))]
    ids |= {entry.id for entry in below}  # what was merged into it says the same, and must not speak again
    ids |= _same_beliefs(rows, ids)
    chosen += [fact for fact in rows if fact.id in ids and fact not in chosen]
    if len(ids) > MOST:
        raise UsageError(f"{len(ids)} facts have these words", hint=f"say more of what is meant, or give an id; at most {MOST} at once")
    if not ids:
        raise UnknownName(f"there is no fact {what!r}", hint="`dayleaf facts --all` lists them with their ids")
    places = {(fact.source.path, fact.source.first) for fact in chosen}
    derived = [fact for fact in rows if fact.inferred and fact.id not in ids and _only_from(fact, places)]
    gone += [entry for entry in entries if entry.id in ids and entry not in gone]
    return [*chosen, *derived], gone


def _same_beliefs(rows: Sequence[Fact], ids: Collection[str]) -> set[str]:
    """The ids of opinions that state one of these word for word: the bullet of a log and the belief it was curated into are one."""
    opinions = [fact for fact in rows if fact.kind is Kind.OPINION]
    said = {tombstone_of(fact.text, fact.entities) for fact in opinions if fact.id in ids}
    return {fact.id for fact in opinions if said and tombstone_of(fact.text, fact.entities) in said}


def _asked(what: str, further: Further) -> list[frozenset[str]]:
    """For each word that was given, the terms it may be found by."""
    return [found for word in what.split() if (found := frozenset(terms(word, further)))]


def _has(fact: Fact, asked: Sequence[frozenset[str]], further: Further) -> bool:
    """Whether a fact, or a name it mentions, has every word."""
    own = set(terms(searchable(fact), further)) | set(terms(" ".join(name.replace("-", " ") for name in fact.entities), further))
    return all(not own.isdisjoint(word) for word in asked)


def _only_from(fact: Fact, places: Iterable[tuple[str, int]]) -> bool:
    cited = [(source.path, source.first) for source in evidence_of(fact)]
    return bool(cited) and set(cited) <= set(places)


def _tombstones(ground: Ground, facts: Sequence[Fact]) -> Planned:
    day = ground.clock.now().date()
    return Planned(FORGOTTEN, "so that it is not learned again", lambda data: Decided(bury(data, facts, day)))


def _taken(fact: Fact) -> Planned:
    path = fact.source.path

    def decide(data: bytes | None) -> Decided:
        here = [one for one in reading(path, data or b"").facts if same_bullet(one, fact)]
        if data is None or not here:
            return Decided(None)
        nearest = min(here, key=lambda one: abs(one.source.first - fact.source.first))
        return Decided(without(path, data, extent(data, nearest.source) if path == PAGE else nearest.source))

    return Planned(path, "forgotten as asked", decide)


def _unarchived(entry: Archived) -> Planned:
    path = entry.source.path

    def decide(data: bytes | None) -> Decided:
        here = [one.source for one in reading(path, data or b"").archived if one.id == entry.id]
        return Decided(without(path, data, here[-1]) if data is not None and here else None)

    return Planned(path, "forgotten as asked", decide)
