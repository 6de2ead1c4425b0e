"""Gather signals about the same thing into wishes, in the order of time: enough of them make one, a contrary one closes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dayleaf.core.dream.preferences.doubts import begins_game, ends_game
from dayleaf.core.dream.preferences.signals import Retraction, Signal, Strength, signals_of
from dayleaf.core.dream.preferences.topics import Content, opposite, tongue_of
from dayleaf.core.dream.preferences.turns import Turn
from dayleaf.core.fact import Source

WEIGHT = {Strength.EXPLICIT: 1.0, Strength.STRONG: 1.0, Strength.MILD: 0.5, Strength.CASUAL: 0.34}
"""What one occurrence counts; 1 makes a wish: one strong, two mild, three casual ones."""

ALIKE = 0.6
"""Share of the smaller one's content words that two signals must have in common to speak of the same thing."""

RECENT = 3
"""How many turns of the user back "forget that" reaches."""


class Sides(NamedTuple):
    """What is wanted and what is not."""

    wants: Content
    avoids: Content


class Held(NamedTuple):
    """A wish that stands on the page already.

    Attributes:
        id: the fact's.
        sides: what its text wants and avoids, as far as it can be read.
        evidence: the lines of the log it cites.
        open: nothing has replaced it.
    """

    id: str
    sides: Sides
    evidence: frozenset[Source]
    open: bool


@dataclass(eq=False, slots=True)
class Wish:
    """Signals about one thing.

    Attributes:
        signals: in the order of time; only those nobody took back.
        held: the bullet that says it already.
        closed: the wish that replaced it, if one did.
        replaces: the wishes it closed.
        withdrawn: the turn that took it back.
        begun: the log has come to its first line; a held wish older than the log is begun from the start.
    """

    signals: list[Signal] = field(default_factory=list)
    held: Held | None = None
    closed: Wish | None = None
    replaces: list[Wish] = field(default_factory=list)
    withdrawn: Turn | None = None
    begun: bool = True

    @property
    def live(self) -> bool:
        """Whether it still holds."""
        return (
            self.begun
            and self.closed is None
            and self.withdrawn is None
            and (self.held is None or self.held.open)
            and bool(self.signals or self.held)
        )

    @property
    def established(self) -> bool:
        """Whether there is enough of it; see `WEIGHT`. Weak signals must come on two occasions, or three times."""
        if self.held is not None:
            return True
        best: dict[Source, float] = {}
        for signal in self.signals:
            best[signal.turn.source] = max(best.get(signal.turn.source, 0.0), WEIGHT[signal.strength])
        total = sum(best.values())
        mild = sum(weight >= WEIGHT[Strength.MILD] for weight in best.values())
        return total >= 1 and (max(best.values()) >= 1 or self.occasions >= 2 or mild >= 3)

    @property
    def occasions(self) -> int:
        """On how many days or in how many sessions it was said."""
        return len({(signal.turn.day, signal.turn.session) for signal in self.signals})

    @property
    def strength(self) -> Strength:
        """That of its strongest signal."""
        return max((signal.strength for signal in self.signals), default=Strength.EXPLICIT)

    @property
    def leading(self) -> Signal:
        """The signal that words it best: the strongest, of equals the first."""
        return max(self.signals, key=lambda signal: signal.strength)


def gather(turns: Iterable[Turn], held: Sequence[Held] = (), spent: frozenset[Source] = frozenset()) -> list[Wish]:
    """The wishes that turns give, those held first.

    Args:
        turns: in any order.
        held: what stands on the page.
        spent: lines whose wish a person has removed; they count no more.
    """
    events = [event for event in _events(sorted(turns, key=lambda turn: turn.order)) if event.turn.source not in spent]
    heard = {event.turn.source for event in events if isinstance(event, Signal)}
    wishes = [Wish(held=one, begun=not one.evidence & heard) for one in held]
    cited = {source: wish for wish in wishes if wish.held for source in wish.held.evidence}
    for event in events:
        if isinstance(event, Retraction):
            _take_back(event, wishes)
        else:
            _add(event, wishes, cited.get(event.turn.source))
    return [wish for wish in wishes if wish.signals or wish.held]


def _events(turns: Sequence[Turn]) -> Iterable[Signal | Retraction]:
    """Every signal and retraction, in the order of time; nothing from inside a role-play."""
    playing: set[str] = set()
    spoken: dict[str, str] = {}
    for turn in turns:
        if turn.role == "user":
            spoken[turn.session] = f"{spoken.get(turn.session, '')} {turn.text[:500]}"[-4000:]
    usual = tongue_of(" ".join(spoken.values())[:20_000])
    tongues = {session: tongue_of(text, usual) for session, text in spoken.items()}
    for turn in turns:
        if turn.role != "user":
            continue
        tongue = tongue_of(turn.text, tongues[turn.session])
        if turn.session in playing:
            if ends_game(turn.text):
                playing.discard(turn.session)
            continue
        if begins_game(turn.text):
            playing.add(turn.session)
            continue
        yield from signals_of(turn, tongue)


def _add(signal: Signal, wishes: list[Wish], own: Wish | None) -> None:
    """Put a signal to the wish that cites it, else to one about the same thing, else to a new one; close what it contradicts."""
    against: list[Wish] = []
    similar: list[Wish] = []
    for wish in wishes:
        if not wish.live or wish is own:
            continue
        relations = [_relation(signal, other) for other in _sides_of(wish)]
        if min(relations) < 0:
            against.append(wish)
        elif max(relations) > 0:
            similar.append(wish)
    if own is not None and not own.begun:
        _take_in(own, similar)
    own = own or next(iter(similar), None)
    if own is None:
        own = Wish()
        wishes.append(own)
    own.begun = True
    own.signals.append(signal)
    if own.established and own.live:
        for wish in against:
            wish.closed = own
            own.replaces.append(wish)


def _take_in(own: Wish, similar: Iterable[Wish]) -> None:
    """A wish stands on the page since later lines: what was said before them is the same wish."""
    for wish in similar:
        if wish.held is None:
            own.signals += wish.signals
            wish.signals = []


def _sides_of(wish: Wish) -> list[tuple[Sides, Strength]]:
    found = [(Sides(signal.wants, signal.avoids), signal.strength) for signal in wish.signals]
    if wish.held:
        found.append((wish.held.sides, Strength.EXPLICIT))
    return found


def _relation(signal: Signal, other: tuple[Sides, Strength]) -> int:
    both = min(signal.strength, other[1])
    return relation(Sides(signal.wants, signal.avoids), other[0], both, revises=signal.revises)


def relation(new: Sides, sides: Sides, strength: Strength, *, revises: bool = False) -> int:  # noqa: PLR0911 a return for each case
    """1 the same wish, -1 the contrary, 0 another matter.

    Args:
        new: what is said now.
        sides: what was said before.
        strength: the lesser strength of the two.
        revises: what is said now says itself that it changes something.
    """
    wants, avoids = new
    pos = len(wants.all & sides.wants.all) + len(avoids.all & sides.avoids.all)
    neg = len(wants.all & sides.avoids.all) + len(avoids.all & sides.wants.all)
    clash = any(_excludes(one, two) for one in wants.aspects for two in sides.wants.aspects)
    mine, theirs = wants.all | avoids.all, sides.wants.all | sides.avoids.all
    size = min(len(mine), len(theirs))
    if not size:
        return 0
    words, others = wants.words | avoids.words, sides.wants.words | sides.avoids.words
    if clash:
        return -1 if bool(words) == bool(others) and (not words or _share(words, others) >= 0.5) else 0
    if neg and (neg / size > 0.5 or pos or size == 1):
        return -1
    shared = (wants.aspects | avoids.aspects) & (sides.wants.aspects | sides.avoids.aspects)
    if wants.aspects and sides.wants.aspects and not shared:
        return 0
    if shared and words and others and not words & others:
        return 0
    if revises and pos and (pos / size >= 0.25):
        return -1 if mine != theirs else 1
    figures, before = _figures(mine), _figures(theirs)
    if figures and before and figures != before and mine - figures == theirs - before and mine - figures:
        return -1
    if pos / size < ALIKE:
        return 0
    changed = bool(mine - theirs) and bool(theirs - mine)
    return -1 if changed and (strength is Strength.EXPLICIT or _figures(mine) != _figures(theirs)) else 1


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other))


def _figures(words: frozenset[str]) -> frozenset[str]:
    """The numbers and days of the week among some words: the value a wish gives to something."""
    return frozenset(word for word in words if word in _VALUES or any(map(str.isdigit, word)))


_VALUES = frozenset(
    """on one two three four five six seven eight nine ten eleven twelv twelve noon midnight monday tuesday wednesday thursday
    friday saturday sunday eins zwei drei vier funf sech sechs sieb sieben acht neun zehn elf zwolf mittag mitternacht
    montag dienstag mittwoch donnerstag freitag samstag sonntag""".split()
)


def _excludes(one: str, other: str) -> bool:
    if one == other or one.partition(":")[0] != other.partition(":")[0]:
        return False
    return one.startswith("language:") or opposite(one) == other


def _take_back(retraction: Retraction, wishes: list[Wish]) -> None:
    """Drop the signals that a retraction means; a wish that stands on the page is withdrawn."""
    if not retraction.about:
        said = [signal for wish in wishes for signal in wish.signals if _just_before(signal.turn, retraction.turn)]
        last = max((signal.turn.order for signal in said), default=None)
        for wish in wishes:
            _drop(wish, retraction, [signal for signal in wish.signals if signal in said and signal.turn.order == last])
        return
    for wish in wishes:
        if not wish.begun:
            continue
        meant = [signal for signal in wish.signals if _means(retraction, Sides(signal.wants, signal.avoids))]
        whole = wish.held is not None and _means(retraction, wish.held.sides)
        _drop(wish, retraction, meant, whole=whole)


def _drop(wish: Wish, retraction: Retraction, signals: Sequence[Signal], *, whole: bool = False) -> None:
    if not signals and not whole:
        return
    wish.signals = [signal for signal in wish.signals if signal not in signals]
    if wish.held is not None and wish.live:
        wish.withdrawn = retraction.turn


def _just_before(turn: Turn, back: Turn) -> bool:
    """Whether a turn lies in the same session, a few turns before (or is the same turn)."""
    return turn.session == back.session and turn.order <= back.order and back.turn - turn.turn <= 2 * RECENT


def _means(retraction: Retraction, sides: Sides) -> bool:
    about = retraction.about
    if not retraction.permits:
        return bool(about.all & (sides.wants.all | sides.avoids.all))
    unwanted = sides.avoids.all | {other for aspect in sides.wants.aspects if (other := opposite(aspect))}
    return bool(about.all) and len(about.all & unwanted) / len(about.all) >= ALIKE
