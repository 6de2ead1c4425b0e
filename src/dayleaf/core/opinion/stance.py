"""How a fact stands to an opinion: supports, contradicts, or — whenever there is doubt — unrelated.

    opinion ─► Belief( axis, sign, core ) ─┐
                                           ├─► whose? ─► about the same? ─► said for certain? ─► on which side? ─► Verdict
    fact ────► Statement, signals ─────────┘

Evidence taken from somebody else is the worst mistake, so whose opinion a sentence tells is asked first; what only a reader of minds
could judge stays unrelated.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dayleaf.core.fact import Fact, Kind
from dayleaf.core.opinion import words as w
from dayleaf.core.opinion.belief import Belief
from dayleaf.core.opinion.sense import DOING, LIKING, Signal, Term, compared, denied, is_content, is_german, signals, term_of, terms
from dayleaf.core.opinion.unclear import is_unclear
from dayleaf.core.opinion.whose import Whose, is_theirs, mine, others_among
from dayleaf.core.truth import read
from dayleaf.core.truth import words as truth
from dayleaf.core.truth.statement import Statement, Word

COVERED = 0.5
"""Share of what an opinion says that a fact must speak of, the core counting double."""

OLD = 60
"""Days after which what a fact tells is old news: a hint, no more."""


class Verdict(NamedTuple):
    """`supports` or `contradicts`, with which force (`strongly`, `weakly`, or empty), and the rule that says so, in a few words."""

    stance: str
    force: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Scene:
    """The part of a fact that speaks of what an opinion is about."""

    belief: Belief
    statement: Statement
    words: Sequence[Word]
    found: Sequence[Term]
    clause: int

    @property
    def german(self) -> bool:
        """Whether opinion or fact is German, where compounds are one word."""
        return is_german(self.statement) or is_german(self.belief.statement)

    @property
    def segments(self) -> set[int]:
        """The parts of the sentence in which the core stands."""
        core = self.belief.core
        return {self.words[term.at].segment for term in self.found if term.name in core}


def judge(belief: Belief, fact: Fact, whose: Whose) -> Verdict | None:
    """How a fact stands to a belief; None: unrelated, or nothing certain.

    Args:
        belief: the opinion, read.
        fact: of kind world or experience, or another opinion.
        whose: whom the belief is about, and who else the fact mentions.
    """
    if fact.kind in (Kind.PASSAGE, Kind.OBSERVATION) or fact.origin == "untrusted" or is_unclear(fact.text):
        return None
    if not mine(fact, whose):
        return None
    statement = read(fact)
    words = statement.words
    found = [
        term for term in terms(words, whose.holder, belief.core) if words[term.at].stem not in whose.others or term.name in belief.core
    ]
    if (valued := _by_value(belief, statement, found, whose)) is not None:
        return valued or None
    scenes = [_Scene(belief, statement, words, found, clause) for clause in dict.fromkeys(word.clause for word in words)]
    told = [verdict for scene in scenes if _about(scene) and (verdict := _told(scene, whose))]
    stances = {verdict.stance for verdict in told}
    if len(stances) != 1:
        return None
    return max(told, key=lambda verdict: _FORCE.index(verdict.force))


def _by_value(belief: Belief, statement: Statement, found: Sequence[Term], whose: Whose) -> Verdict | tuple[()] | None:
    """A verdict by values that exclude each other ("her favourite colour is …"), or by what took the place of a thing.

    None: the belief gives no such value; (): it does, and the fact says nothing certain of it.
    """
    words = statement.words
    things = frozenset(term for term in belief.core if not term.startswith("v "))
    displaced = belief.axis == DOING and belief.sign > 0 and bool(things) and things <= statement.dropped
    if not belief.values and not displaced:
        return None
    keys = {word.key for word in words}
    if not is_theirs(words, Signal(len(words) - 1, DOING, 1, False, "value"), whose, belief.core | belief.mods):
        return None
    sure = not statement.unsure and not _hypothetical(statement.fact.text, words, words[0].clause, keys)
    if displaced and sure:
        return Verdict("contradicts", "", "tells what took its place") if belief.mods <= {term.name for term in found} else None
    mine = belief.values
    if not mine:
        return None
    theirs = [claim for claim in statement.claims if any(claim.family == own.family and claim.topic == own.topic for own in mine)]
    if not theirs or not sure:
        return ()
    same = any(claim.value & own.value for claim in theirs for own in mine if claim.family == own.family)
    scene = _Scene(belief, statement, words, found, words[0].clause)
    hint = _hint(scene, statement.fact.text.casefold(), keys)
    return Verdict(
        "supports" if same else "contradicts", "weakly" if hint else "", hint or ("gives the same value" if same else "gives another value")
    )


_FORCE = ("weakly", "", "strongly")


def _about(scene: _Scene) -> bool:
    """Whether a clause speaks of the very thing, not of its namesake or of a kind of it."""
    belief, words = scene.belief, scene.words
    here = [term for term in scene.found if words[term.at].clause == scene.clause]
    names = {term.name for term in here}
    if not belief.core:
        return not here or belief.axis not in (LIKING, DOING)
    if not belief.core <= names:
        return False
    if 2 * len(belief.mods & names) < len(belief.mods):
        return False
    if not belief.mods and _narrowed(scene, here):
        return False
    weight = 2 * len(belief.core) + len(belief.mods) + len(belief.context)
    have = 2 * len(belief.core) + len(belief.mods & names) + len(belief.context & names)
    return have >= COVERED * weight and not _compound(scene, here)


def _compound(scene: _Scene, here: Sequence[Term]) -> bool:
    """Whether the thing only qualifies another one: a "tea towel" is no tea."""
    if scene.german:
        return False
    for term in here:
        if term.name not in scene.belief.core or term.name.startswith("v ") or term.at + 1 >= len(scene.words):
            continue
        word, after = scene.words[term.at], scene.words[term.at + 1]
        beside = after.segment == word.segment and after.spaced and not after.masked and is_content(after, frozenset())
        if beside and term_of(after) not in scene.belief.terms and not _is_adverb(after) and after.key not in w.TIMES_OF_DAY:
            return True
    return False


def _is_adverb(word: Word) -> bool:
    key = word.key
    return (
        key.endswith(("ly", "ed", "ing", "wards")) or key in w.SEEK or key in w.SHUN or key in w.ENDS or key in w.VERB or key in truth.OVER
    )


def _narrowed(scene: _Scene, here: Sequence[Term]) -> bool:
    """Whether a fact that denies speaks of a kind of the thing only: "no sour cherries" says nothing of cherries."""
    if scene.german:
        return False
    for term in here:
        if term.name in scene.belief.core and not term.name.startswith("v ") and term.at:
            before = scene.words[term.at - 1]
            beside = before.segment == scene.words[term.at].segment and before.spaced and is_content(before, frozenset())
            if beside and term_of(before) not in scene.belief.terms and not _is_verb(before):
                return True
    return False


def _is_verb(word: Word) -> bool:
    key = word.key
    return (
        key in w.VERB or key in w.SEEK or key in w.SHUN or key in w.ENDS or key.endswith(("ing", "ed"))
        or (word.at == 0 and key.endswith("s")) or key in truth.CHANGE or key in truth.OPEN
    )  # fmt: skip


def _told(scene: _Scene, whose: Whose) -> Verdict | None:
    """On which side a clause stands, and how surely."""
    words, clause = scene.words, scene.clause
    keys = {word.key for word in words if word.clause == clause}
    if _hypothetical(scene.statement.fact.text, words, clause, keys):
        return None
    text = scene.statement.fact.text.casefold()
    side = _by_signals(scene, whose) if scene.belief.axis != DOING else _by_deed(scene, whose)
    if side is None:
        return None
    sign, loud, rule, acts, faint = side
    if acts and any(phrase in text for phrase in w.FORCED_SAYS):
        return None
    if not keys.isdisjoint(w.IRONY) or any(mark in text for mark in w.IRONY_SIGNS):
        return Verdict("contradicts", "weakly", "said with irony") if sign > 0 else None
    stance = "supports" if sign > 0 else "contradicts"
    if hint := rule if faint else _hint(scene, text, keys):
        return Verdict(stance, "weakly", hint)
    return Verdict(stance, "strongly" if loud and sign < 0 else "", rule)


def _hypothetical(scene_text: str, words: Sequence[Word], clause: int, keys: set[str]) -> bool:
    """Whether a clause tells what would be, or what somebody wondered; "would like" is a wish."""
    found = (keys & w.CONDITIONAL) | (keys & _TENTATIVE)
    if w.WOULD.search(scene_text):
        return True
    if found <= {"may"} and any(word.key == "may" and (word.proper or word.masked) for word in words):
        found = set()
    if found == {"would"}:
        at = next(word.at for word in words if word.key == "would" and word.clause == clause)
        after = words[at + 1].key if at + 1 < len(words) else ""
        return after not in ("like", "love", "rather", "prefer", "never")
    return bool(found)


_TENTATIVE = frozenset("pretended pretends".split())


def _hint(scene: _Scene, text: str, keys: set[str]) -> str:
    """Why a clause is only a hint: hearsay, an exception, an old time, a plan; empty if it is not."""
    if not keys.isdisjoint(w.HEARSAY) or any(
        phrase in text for phrase in ("heard that", "i heard", "heisst es", "heißt es", "wird erzählt")
    ):
        return "hearsay"
    someone = [word for word in scene.words if word.key in w.SOMEONE]
    if someone and any(word.key in w.ABOUT for word in scene.words if word.at > someone[0].at):
        return "hearsay"
    if not keys.isdisjoint(w.EXCEPTION) or any(phrase in text for phrase in w.ONCE):
        return "an exception"
    if not keys.isdisjoint(w.FORMER) or any(phrase in text for phrase in w.FORMERLY) or _is_old(scene.statement):
        return "of an old time"
    return "a plan" if not keys.isdisjoint(w.PLAN) or w.WISHES.search(text) else ""


def _is_old(statement: Statement) -> bool:
    """Whether a fact speaks of a time long before it was told."""
    told = statement.fact.told
    if told is None:
        return False
    edge = told - dt.timedelta(days=OLD)
    ends = [range.end for range in statement.dates if range.end is not None]
    return (statement.until is not None and statement.until <= edge) or (bool(ends) and max(ends) <= edge)


class _Side(NamedTuple):
    """+1 with the opinion, -1 against it; whether loud; why; whether only deeds say so; whether it is a hint only."""

    sign: int
    loud: bool
    rule: str
    acts: bool = False
    faint: bool = False


def _by_signals(scene: _Scene, whose: Whose) -> _Side | None:
    """The side that words of liking and praise take."""
    belief, words = scene.belief, scene.words
    turned = _turn(scene)
    heard = [signal for signal in signals(words) if _speaks(scene, signal)]
    heard = [signal for signal in heard if is_theirs(words, signal, whose, belief.core | belief.mods, turned=turned < 0)]
    if others_among(words, scene.segments, whose, belief.core | belief.mods):
        heard = [signal for signal in heard if words[signal.at].segment in scene.segments]
    axes = {LIKING, DOING} if belief.axis == LIKING else {belief.axis}
    heard = [signal for signal in heard if signal.axis in axes]
    if not heard:
        return _by_habit(scene, whose)
    heard = [_asked(scene, signal) for signal in heard]
    signs = {signal.sign * turned for signal in heard}
    if len(signs) > 1:
        heard = _after_but(words, heard) or heard
        signs = {signal.sign * turned for signal in heard}
    if len(signs) > 1:
        felt = [signal for signal in heard if signal.kind != "act"]
        signs = {signal.sign * turned for signal in felt}
        heard = felt
    if len(signs) != 1:
        return None
    sign = signs.pop()
    said = ", ".join(dict.fromkeys(words[signal.at].key for signal in heard))
    loud = any(signal.loud for signal in heard)
    return _Side(sign * belief.sign, loud, f"says “{said}” of it", acts=all(signal.kind == "act" for signal in heard))


def _asked(scene: _Scene, signal: Signal) -> Signal:
    """`Asked not to be called`: what is sought is that it is not so."""
    if signal.kind != "act" or scene.words[signal.at].segment in scene.segments:
        return signal
    heads = [term.at for term in scene.found if term.name in scene.belief.core and scene.words[term.at].clause == scene.clause]
    return signal._replace(sign=-signal.sign) if heads and all(denied(scene.words, at) for at in heads) else signal


def _turn(scene: _Scene) -> int:
    """-1 if the thing is what something else is better than, or is what stands behind a "not"."""
    heads = [term.at for term in scene.found if term.name in scene.belief.core and scene.words[term.at].clause == scene.clause]
    things = [at for at in heads if scene.words[at].key not in w.VERB] or heads
    told = [at for at in things if at and term_of(scene.words[at - 1]) in scene.belief.mods]  # the window seats, not the aisle seats
    things = told or things
    return -1 if things and all(compared(scene.words, at) for at in things) else 1


def _after_but(words: Sequence[Word], heard: Sequence[Signal]) -> list[Signal]:
    """What is said behind the last "but", or "now"."""
    turns = [word.at for word in words if word.key in _BUT]
    behind = ([signal for signal in heard if signal.at > turn] for turn in reversed(turns))
    return next((some for some in behind if some), [])


_BUT = frozenset("but now however aber jetzt inzwischen mittlerweile doch nun".split())


def _speaks(scene: _Scene, signal: Signal) -> bool:
    """Whether a signal is said of the thing: in the same part of the sentence, or beside it and of a pronoun or nothing else."""
    words = scene.words
    word = words[signal.at]
    if word.clause != scene.clause:
        return False
    segments = scene.segments
    if not scene.belief.core or word.segment in segments:
        return True
    order = list(dict.fromkeys(other.segment for other in words if other.clause == scene.clause))
    place = order.index(word.segment)
    near = {*order[max(place - 1, 0) : place], *order[place + 1 : place + 2]} & segments
    part = [other for other in words if other.segment == word.segment]
    others = [other for other in part if is_content(other, frozenset()) and other.at != signal.at and not _is_verb(other)]
    own = [other for other in others if not other.named]
    if any(other.key in _PRONOUNS for other in part):
        return bool(near) and not any(other.proper for other in own if other.at)
    return bool(near) and not own


_PRONOUNS = frozenset("it them there that this es ihn ihm sie ihnen damit davon dafur daran dort dorthin hin ihr ihrer".split())


def _by_habit(scene: _Scene, whose: Whose) -> _Side | None:
    """Without a word of liking: doing it again is a hint of liking it."""
    belief, words = scene.belief, scene.words
    if belief.axis != LIKING or belief.sign < 0:
        return None
    here = [word for word in words if word.segment in scene.segments]
    verb = next((word for word in here if word.key in w.VERB or word.key in ("went", "goes", "ging", "geht")), None)
    if verb is None or not any(word.key in _ONCE_MORE for word in here) or denied(words, verb.at) or _turn(scene) < 0:
        return None
    signal = Signal(verb.at, DOING, 1, False, "act")
    if not is_theirs(words, signal, whose, belief.core | belief.mods):
        return None
    return _Side(1, loud=False, rule="does it again", acts=True, faint=True)


_ONCE_MORE = frozenset("again another wieder erneut abermals".split())


def _by_deed(scene: _Scene, whose: Whose) -> _Side | None:
    """The side that a fact takes which tells the same deed: done, or not done, or its opposite."""
    belief, words = scene.belief, scene.words
    here = [term for term in scene.found if words[term.at].clause == scene.clause]
    if len(belief.core) == 1 and not _is_told(words, here, belief.core):
        return None
    sign, why = 1, "tells the same"
    for term in here:
        if term.name in belief.core and term.sign * belief.signs.get(term.name, 1) < 0:
            sign, why = -sign, "tells the opposite"
    anchor = next((term.at for term in here if term.name in belief.core and term.name.startswith("v ")), None)
    if anchor is None:
        anchor = next(term.at for term in here if term.name in belief.core) if here else 0
    near = {segment + step for segment in scene.segments for step in (-1, 0, 1)}
    ends = [signal for signal in signals(words) if signal.kind == "end" and signal.sign < 0]
    ended = any(words[signal.at].clause == scene.clause and words[signal.at].segment in near for signal in ends)
    refused = any(words[n].key in w.SHUN for n in range(len(words)) if words[n].segment in scene.segments)
    if ended or refused:
        sign, why = -sign, "tells that it ended" if ended else "tells that it was refused"
    elif _turn(scene) < 0:
        sign, why = -sign, "tells what took its place"
    elif denied(words, anchor):
        sign, why = -sign, "tells that it is not so"
    elif belief.core <= {word.stem for word in words if word.stem in scene.statement.dropped} | _verbs(belief.core):
        sign, why = -sign, "tells what took its place"
    if not is_theirs(words, Signal(anchor, DOING, sign, False, "act"), whose, belief.core | belief.mods):
        return None
    return _Side(sign * belief.sign, loud=False, rule=why, acts=True)


def _is_told(words: Sequence[Word], here: Sequence[Term], core: frozenset[str]) -> bool:
    """Whether a single word is said of somebody ("is vegetarian"), not just mentioned."""
    at = next((term.at for term in here if term.name in core), 0)
    before = [word for word in words[:at] if word.segment == words[at].segment] if here else []
    return any(term.startswith("v ") for term in core) or any(word.key in truth.COPULA or word.key in _STAYS for word in before)


_STAYS = frozenset("was were war remains stays bleibt wurde became".split())


def _verbs(core: frozenset[str]) -> frozenset[str]:
    nouns = frozenset(term for term in core if not term.startswith("v "))
    return core - nouns if nouns else frozenset()
