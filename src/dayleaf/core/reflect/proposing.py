"""What to propose to a person: settled things for the core page, lines that need not stand there, names that probably mean the same."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dayleaf.core.fact import Fact, Kind
from dayleaf.core.opinion.values import Opinion
from dayleaf.core.overflow import Move
from dayleaf.core.page.attributes import PINNED
from dayleaf.core.page.escape import normal_text
from dayleaf.core.reflect.bank_pages import names_of
from dayleaf.core.reflect.lines import Held, plain
from dayleaf.core.reflect.waiting import id_for
from dayleaf.core.reflection import Proposal, diff_of
from dayleaf.core.terms import terms

SURE = 0.85
"""The least confidence of an opinion that is settled."""

CONFIRMED = 3
"""Different days on which something must have been told, or supported, to be settled."""

SETTLED = dt.timedelta(days=14)
"""How long ago it must have been told first."""

COVERED = 0.8
"""Share of a statement's terms that one block of the core must hold to say it already."""

_LASTING = ("user-preferences/", "anti-patterns/")


class Candidate(NamedTuple):
    """What is worth a line of the core: how strongly, the line, why, and the facts behind it."""

    weight: float
    line: str
    reason: str
    facts: tuple[str, ...]


def candidates(held: Iterable[Held], opinions: Iterable[Opinion], merged: Mapping[str, Sequence[Fact]], today: dt.date) -> list[Candidate]:
    """What is durable, settled and confirmed again and again; the strongest first.

    Args:
        held: facts of kind world that hold today.
        opinions: every opinion.
        merged: the id of a fact → the facts that were merged into it.
        today: the day.
    """
    found = [*_facts(held, merged, today), *_opinions(opinions)]
    return sorted(found, key=lambda one: (-one.weight, one.line))


def additions(wanted: Sequence[Candidate], path: str, data: bytes | None, blocks: Sequence[str]) -> list[Proposal]:
    """A proposal for each line that no block of the core says already.

    Args:
        wanted: what is worth a line.
        path: the core page.
        data: its bytes; None: there is none.
        blocks: what the core pages say, block by block.
    """
    said = [frozenset(terms(block)) for block in blocks]
    return [
        Proposal(id_for("add", one.line), path, diff_of(path, data, _with_line(data, one.line)), one.reason, one.facts)
        for one in wanted
        if not _is_said(one.line, said)
    ]


def removals(moves: Sequence[Move], pages: Mapping[str, bytes | None]) -> list[Proposal]:
    """A proposal for each line that may leave the core: first it is written where it goes, then taken out.

    Args:
        moves: what may leave, and where to.
        pages: the bytes of every page named there, by path; None: there is none.
    """
    found = []
    for move in moves:
        data = pages.get(move.source.path)
        if data is None:
            continue
        lines = data.split(b"\n")
        gone = lines[move.source.first - 1 : move.source.last]
        rest = b"\n".join([*lines[: move.source.first - 1], *lines[move.source.last :]])
        item = "\n".join(line.decode("utf-8", "replace").rstrip("\r") for line in gone)
        there = pages.get(move.to)
        diff = "\n".join((diff_of(move.to, there, _with_line(there, item)), diff_of(move.source.path, data, rest)))
        reason = f"the core is larger than it should be; {move.why} (saves {move.tokens} tokens)"
        found.append(Proposal(id_for("move", move.source.path, move.content), move.source.path, diff, reason, ()))
    return found


def _facts(held: Iterable[Held], merged: Mapping[str, Sequence[Fact]], today: dt.date) -> Iterator[Candidate]:
    groups: defaultdict[tuple[str, frozenset[str]], list[Fact]] = defaultdict(list)
    for one in held:
        if one.fact.kind is Kind.WORLD and not one.past and one.end is None:
            said = normal_text(one.fact.text).casefold().rstrip(".!")
            groups[said, frozenset(one.fact.entities)] += [one.fact, *merged.get(one.fact.id, ())]
    for facts in groups.values():
        days = sorted({fact.told for fact in facts if fact.told is not None})
        fact = max(facts, key=lambda one: (one.told or dt.date.min, one.id))
        pinned = ("", PINNED) in fact.extra
        lasting = bool(fact.category) and str(fact.category).startswith(_LASTING)
        least = 1 if pinned else CONFIRMED - 1 if lasting else CONFIRMED
        if not days or len(days) < least or today - days[0] < SETTLED:
            continue
        times = f"told on {len(days)} days since {days[0]}" if len(days) > 1 else f"told on {days[0]}"
        reason = f"{'pinned; ' if pinned else ''}{times}, and nothing speaks against it"
        yield Candidate(len(days) + pinned, _line(fact.entities, fact), reason, tuple(one.id for one in facts[:8]))


def _opinions(opinions: Iterable[Opinion]) -> Iterator[Candidate]:
    for one in opinions:
        days = {item.on for item in one.evidence if item.stance == "supports"}
        against = sum(item.stance == "contradicts" for item in one.evidence)
        if one.confidence < SURE or len(days) < CONFIRMED or against * 3 > len(days):
            continue
        fact = Fact(Kind.OPINION, one.statement, one.source, one.entities)
        reason = f"believed at {one.confidence:.2f}: {len(days)} days speak for it, {against} facts against, the last on {one.last_updated}"
        facts = tuple(dict.fromkeys(item.fact for item in one.evidence))[-8:]
        yield Candidate(len(days) * one.confidence, _line(one.entities, fact), reason, facts)


def _line(entities: Sequence[str], fact: Fact) -> str:
    text = plain(fact.text)
    said = normal_text(fact.text).casefold()
    names = [name for name in names_of(fact) if name.casefold() not in said]
    return f"- {', '.join(names)}: {text}" if names and entities else f"- {text}"


def _is_said(line: str, said: Sequence[frozenset[str]]) -> bool:
    own = frozenset(terms(line))
    return bool(own) and any(len(own & block) >= COVERED * len(own) for block in said)


def _with_line(data: bytes | None, line: str) -> bytes:
    """A page with one more item at its end."""
    if data is None or not data.strip():
        return f"{line}\n".encode() if data is not None else f"# Memory\n\n{line}\n".encode()
    ends = b"\r\n" if b"\r\n" in data else b"\n"
    body = data.rstrip(b"\r\n")
    last = body.rpartition(b"\n")[2].lstrip()
    gap = ends if last[:2] in (b"- ", b"* ", b"+ ") or body[-1:] == b"" else ends * 2
    return body + gap + line.replace("\n", ends.decode()).encode() + ends
