"""Curate beliefs: take in new opinions and new evidence, and let every confidence follow from what then stands on the page.

What is decided depends on the page's bytes and the facts alone. The ledger on the page is the whole state: replaying it gives the
confidence; if a person wrote another one, that is where later evidence starts from.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact
from dayleaf.core.opinion.bank import PAGE, Held, Stand, opinion_id, read_page, statement_of, taken_in, write_page
from dayleaf.core.opinion.belief import Belief, believed, holder_of
from dayleaf.core.opinion.hearing import Hearing
from dayleaf.core.opinion.repeats import is_repeat
from dayleaf.core.opinion.stance import judge
from dayleaf.core.opinion.values import Evidence, Opinion
from dayleaf.core.opinion.weigh import UNSTATED, Replay, Step, replay
from dayleaf.core.opinion.whose import Whose, beside
from dayleaf.core.page.ledger import Began, Line, SetByHand, Testimony, quoted
from dayleaf.core.page.tombstone import tombstone_of
from dayleaf.core.reflection import Cause, Decided, Planned, Reflection, Shift
from dayleaf.core.secrets import find_secrets

HAIR = 0.0015
"""Confidences nearer than this are the same number, rounded."""

REASON = "beliefs follow the evidence"


@dataclass(frozen=True, slots=True)
class Told:
    """What a pass knows when it looks at the page of opinions.

    Attributes:
        opinions: the opinions that stand elsewhere, by place.
        hearing: the facts that may be evidence, each with a day.
        standing: of the facts that ledgers cite, those that still stand somewhere, by id; None: they could not be looked up.
        names: the key of a name → every key, and every name, that means the same.
        today: the day of the pass.
        buried: tombstones of what somebody wanted forgotten.
    """

    opinions: Sequence[Fact]
    hearing: Hearing
    standing: Mapping[str, Fact] | None
    names: Mapping[str, tuple[str, ...]]
    today: dt.date
    buried: frozenset[str] = frozenset()


def plan(told: Told) -> Planned:
    """What is to be done to the page of opinions."""
    return Planned(PAGE, REASON, lambda data: decide(data, told))


def decide(data: bytes | None, told: Told) -> Decided:
    """What the page of opinions is to say, given its bytes now.

    Raises:
        EditConflict: it cannot be written without changing what else it says.
    """
    held = read_page(data)
    taken = taken_in(data) | {line.fact for one in held for line in _origins(one) if line.fact}
    changed: dict[int, Stand] = {}
    added: list[tuple[Fact, Sequence[Line]]] = []
    shifts: list[Shift] = []
    fresh, heard = _unknown(told, {_key(one.fact, told.names) for one in held}, taken)
    for one in (*held, *fresh):
        moved = _moved(one, told)
        if one.fact.source.path != PAGE:
            added.append((_scored(one.fact, moved.confidence), moved.ledger))
        elif moved.ledger != one.ledger or (one.ledger and not _same(one.fact.confidence, moved.confidence)):
            changed[one.fact.source.first] = moved.confidence, moved.ledger
        shifts += moved.shifts
    return Decided(write_page(data, changed, added, heard), Reflection(shifts=tuple(shifts)))


def _scored(fact: Fact, confidence: float) -> Fact:
    return replace(fact, confidence=round(confidence, 3))


def _unknown(told: Told, known: set[tuple[object, ...]], taken: frozenset[str]) -> tuple[list[Held], frozenset[str]]:
    """The opinions told elsewhere that the page does not hold yet, each once; and the ids of all that it says from then on.

    What it took in before and does not hold any more was taken from it by a person; what is buried was forgotten.
    """
    found = []
    heard = set()
    for fact in told.opinions:
        if fact.id in taken or fact.origin == "untrusted" or tombstone_of(fact.text, fact.entities) in told.buried:
            continue
        if find_secrets(fact.text):
            continue
        heard.add(fact.id)
        key = _key(fact, told.names)
        if key not in known:
            known.add(key)
            ledger = (Testimony(fact.told, "stated", "", quoted(fact.text), fact.source, fact.id),) if fact.told else ()
            found.append(Held(fact, ledger))
    return found, frozenset(heard)


def _key(fact: Fact, names: Mapping[str, tuple[str, ...]]) -> tuple[object, ...]:
    """What two bullets share that state the same opinion."""
    keys = frozenset(min(names.get(key, (key,))) for key in keys_of(fact.entities))
    return " ".join(statement_of(fact).casefold().split()).rstrip(".!… "), keys


def _origins(one: Held) -> list[Testimony]:
    return [line for line in one.ledger if isinstance(line, Testimony) and line.stance == "stated"]


@dataclass(frozen=True, slots=True)
class Moved:
    """A belief after the pass: its confidence, its ledger, and the moves that the pass made."""

    confidence: float
    ledger: tuple[Line, ...]
    shifts: tuple[Shift, ...]


def _moved(one: Held, told: Told) -> Moved:
    """Take in what speaks for and against one belief."""
    before = standing_of(one) if one.fact.confidence is None else one.fact.confidence
    ledger = _anchored(one, told.today)
    whose = whose_of(one.fact, told.names)
    ledger = _still_standing(ledger, told.standing, whose)
    belief = believed(statement_of(one.fact), one.fact.entities, whose.holder) if told.hearing.knows(whose.keys) else None
    if belief is not None:
        ledger = _with_evidence(one, ledger, belief, whose, told)
    after = replayed(one.fact, ledger)
    if all(isinstance(line, Began) for line in one.ledger) and not any(map(_is_told, ledger)):
        return Moved(after.confidence, one.ledger, ())
    since = _last_day(ledger)
    counts = any(isinstance(line, SetByHand) or (isinstance(line, Testimony) and line.stance != "stated") for line in ledger)
    if not any(map(_is_told, ledger)):
        ledger = []
    elif counts or any(isinstance(line, Began) for line in ledger):
        start = _start(one.fact, ledger)
        ledger = [Began(round(start, 3), round(after.confidence, 3), since), *(line for line in ledger if not isinstance(line, Began))]
    fresh = set(ledger) - set(one.ledger)
    shifts = [
        shift_of(opinion_id(one.fact), step) for step in after.steps if fresh & {*step.because, SetByHand(step.on, round(step.after, 3))}
    ]
    if not shifts and abs(after.confidence - before) > HAIR:
        shifts = [Shift(opinion_id(one.fact), before, after.confidence, told.today, Cause("", "", ""), "its evidence was changed by hand")]
    return Moved(after.confidence, tuple(ledger), tuple(shifts))


def _anchored(one: Held, today: dt.date) -> list[Line]:
    """The ledger, with a line for a confidence that somebody set by hand since."""
    ledger = _own(one)
    began = next((line for line in ledger if isinstance(line, Began)), None)
    written = one.fact.confidence
    if began is None and one.fact.name is not None and any(_counts(line) for line in ledger):
        began = Began(0.0, -1.0, None)  # somebody took the line away: what counts is what stands there
    if began is None or written is None or _same(written, began.now):
        return ledger
    return [*ledger, SetByHand(today, round(written, 3))]


def _own(one: Held) -> list[Line]:
    """The lines of the ledger that are this belief's: none below a second beginning, which another bullet lost.

    A bullet without a beginning and without an id was never weighed, so what stands below it with an id was not written for it.
    """
    ledger: list[Line] = []
    for line in one.ledger:
        if (isinstance(line, Began) and ledger) or (_is_stated(line) and any(map(_is_stated, ledger))):
            break
        ledger.append(line)
    if one.fact.name is None and not any(isinstance(line, Began) for line in ledger):
        ledger = [line for line in ledger if not (_counts(line) and isinstance(line, Testimony) and line.fact)]
    return ledger


def _is_told(line: Line) -> bool:
    return not isinstance(line, Began)


def _is_stated(line: Line) -> bool:
    return isinstance(line, Testimony) and line.stance == "stated"


def _counts(line: Line) -> bool:
    return isinstance(line, Testimony) and line.stance in ("supports", "contradicts")


def _same(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) < HAIR


def _still_standing(ledger: Iterable[Line], standing: Mapping[str, Fact] | None, whose: Whose) -> list[Line]:
    """The ledger without the facts that are gone or speak of others, and with citations that lead to where the rest stand now."""
    kept: list[Line] = []
    for line in ledger:
        if isinstance(line, Testimony) and line.fact and standing is not None:
            fact = standing.get(line.fact)
            if fact is None and line.stance != "stated":
                continue
            if fact is not None and whose.keys and whose.keys.isdisjoint(keys_of(fact.entities)):
                continue  # somebody put another bullet above its line
            if fact is not None and fact.source != line.source:
                line = line._replace(source=fact.source)  # noqa: PLW2901 the same line, cited anew
        kept.append(line)
    return kept


def _with_evidence(one: Held, ledger: list[Line], belief: Belief, whose: Whose, told: Told) -> list[Line]:
    """The ledger with the facts that speak for or against the belief and do not stand in it yet."""
    have = {line.fact for line in ledger if isinstance(line, Testimony)}
    born = one.fact.told or min((line.on for line in ledger if isinstance(line, Testimony) and line.stance == "stated"), default=None)
    cut = max((n + 1 for n, line in enumerate(ledger) if isinstance(line, SetByHand)), default=0)
    older, lines = ledger[:cut], ledger[cut:]
    evidence = [line for line in ledger if isinstance(line, Testimony)]
    for fact, id, *_ in told.hearing.of(belief, whose.keys):
        if id in have or fact.told is None or (born is not None and fact.told < born) or fact.source.path == PAGE:
            continue
        if id == one.fact.id or any(line.on == fact.told and line.quote == quoted(fact.text) for line in evidence):
            continue  # the same line, curated elsewhere
        verdict = judge(belief, fact, beside(whose, fact))
        if verdict is None or find_secrets(fact.text):
            continue  # a password is not written down a second time
        force = "again" if is_repeat(fact, verdict, evidence) else verdict.force
        line = Testimony(fact.told, verdict.stance, force, quoted(fact.text), fact.source, id)
        have.add(id)
        evidence.append(line)
        lines.append(line)
    if len(evidence) == sum(isinstance(line, Testimony) for line in ledger):
        return ledger
    first = [line for line in lines if isinstance(line, Began)]
    rest = sorted((line for line in lines if isinstance(line, Testimony)), key=lambda line: (line.on, line.source or one.fact.source))
    return [*older, *first, *rest]


def whose_of(fact: Fact, names: Mapping[str, tuple[str, ...]]) -> Whose:
    """Whom an opinion is about: the first it mentions, by all his names."""
    if not fact.entities:
        return Whose(frozenset(), frozenset())
    key = keys_of(fact.entities[:1])[0]
    every = names.get(key, ())
    return Whose(frozenset((key, *keys_of(every))), holder_of((*fact.entities[:1], *every)))


def _start(fact: Fact, ledger: Iterable[Line]) -> float:
    began = next((line.at for line in ledger if isinstance(line, Began)), None)
    return began if began is not None else UNSTATED if fact.confidence is None else fact.confidence


def replayed(fact: Fact, ledger: Sequence[Line]) -> Replay:
    """A belief replayed from its ledger alone: every move since it began, the last one first set by hand included."""
    confidence = _start(fact, ledger)
    steps: list[Step] = []
    weights: dict[Testimony, float] = {}
    part: list[Testimony] = []
    for line in (*ledger, None):
        if isinstance(line, Testimony):
            part.append(line)
        elif line is None or isinstance(line, SetByHand):
            found = replay(confidence, part)
            steps += found.steps
            weights |= found.weights
            confidence, part = found.confidence, []
            if line is not None:
                steps.append(Step(line.on, confidence, line.at, ()))
                confidence = line.at
    return Replay(round(confidence, 3), tuple(steps), weights)


def standing_of(one: Held) -> float:
    """The confidence a belief has now: as a person wrote it, else as its ledger gives it."""
    began = next((line for line in one.ledger if isinstance(line, Began)), None)
    written = one.fact.confidence
    if written is not None and (began is None or not _same(written, began.now)):
        return written
    return replayed(one.fact, one.ledger).confidence


def _last_day(ledger: Iterable[Line]) -> dt.date | None:
    return max((line.on for line in ledger if not isinstance(line, Began)), default=None)


def shift_of(opinion: str, step: Step) -> Shift:
    """A move, and its cause in words."""
    if not step.because:
        return Shift(opinion, step.before, step.after, step.on, Cause("", "", ""), "set by hand")
    first, *more = step.because
    said = f"{first.stance}{' ' + first.force if first.force else ''}: {first.quote}"
    also = f" (and {len(more)} more that day)" if more else ""
    return Shift(opinion, step.before, step.after, step.on, Cause(first.fact, str(first.source or ""), first.stance), said + also)


def opinion_of(one: Held) -> Opinion:
    """What the page says of one belief."""
    found = replayed(one.fact, one.ledger)
    evidence = tuple(
        Evidence(line.fact, line.stance, line.source, line.quote, round(found.weights.get(line, 0.0), 4), line.on, line.force)
        for line in one.ledger
        if isinstance(line, Testimony) and line.stance in ("supports", "contradicts")
    )
    day = _last_day(one.ledger) or one.fact.told
    return Opinion(opinion_id(one.fact), statement_of(one.fact), standing_of(one), one.fact.entities, evidence, day, one.fact.source)


def history_of(one: Held) -> tuple[Shift, ...]:
    """Every move of a belief since it began, replayed from its ledger."""
    return tuple(shift_of(opinion_id(one.fact), step) for step in replayed(one.fact, one.ledger).steps)


__all__ = ["Moved", "Told", "decide", "history_of", "opinion_of", "plan", "standing_of"]
