"""Word a wish as a sentence that stands alone, with its kind, category and confidence."""

from __future__ import annotations

import re
from typing import NamedTuple

from dayleaf.core.dream.preferences import marks, phrases
from dayleaf.core.dream.preferences.gathering import Wish
from dayleaf.core.dream.preferences.signals import Signal, Strength
from dayleaf.core.dream.preferences.topics import shown, topics_of

CONFIDENCE = {Strength.EXPLICIT: 0.8, Strength.STRONG: 0.75, Strength.MILD: 0.6, Strength.CASUAL: 0.55}
"""How sure the machine may be of what nobody confirmed; a statement that a person writes has no such bound."""

STEP = 0.05
"""What a further occasion adds."""

MOST = 0.9
"""How sure the machine gets at most."""


class Worded(NamedTuple):
    """A wish as it is written: the sentence, its category, how sure it is, and why it was learned, for people."""

    text: str
    category: str
    confidence: float
    why: str


def worded(wish: Wish) -> Worded:
    """Word a wish that has signals."""
    signal = wish.leading
    lesson = signal.form == "dont" and (bool(signal.because or signal.instead) or signal.correction)
    text = _lesson(signal) if signal.form == "dont" else _preference(signal)
    said = " ".join(f"{each.phrase} {each.instead}" for each in wish.signals)
    topic = next(iter(topics_of(said)), "general")
    occasions = wish.occasions
    confidence = round(min(MOST, CONFIDENCE[signal.strength] + STEP * (occasions - _needed(signal.strength))), 2)
    times = len({each.turn.source for each in wish.signals})
    why = (
        f"{signal.strength.name.lower()}: said {'once' if times == 1 else f'{times} times'}, on {occasions} occasion{'s' * (occasions > 1)}"
    )
    return Worded(text, f"{'anti-patterns' if lesson else 'user-preferences'}/{topic}", confidence, why)


def _needed(strength: Strength) -> int:
    return {Strength.MILD: 2, Strength.CASUAL: 3}.get(strength, 1)


def _lesson(signal: Signal) -> str:
    tongue = signal.tongue
    dont = signal.phrase
    if tongue == "en":
        dont = marks.YOU_MUST_NEVER.sub("Don't ", dont)
        dont = re.sub(r"^(?:please )?do not ", "Don't ", dont, flags=re.IGNORECASE)
    dont, because, instead = (phrases.third_person(part, tongue) for part in (dont, signal.because, signal.instead))
    return phrases.lesson(dont, because, instead, tongue)


def _preference(signal: Signal) -> str:
    tongue = signal.tongue
    if signal.form == "short":
        return phrases.prefers(phrases.third_person(signal.phrase, tongue), tongue)
    if signal.form == "too":
        found = marks.TOO.search(signal.phrase)
        remedy = next((shown(aspect, tongue) for aspect in sorted(signal.wants.aspects) if shown(aspect, tongue)), "")
        complaint = f"{found[0].strip(' ,;')}" if found else signal.phrase
        return phrases.finds(phrases.third_person(complaint, tongue), remedy, tongue)
    text = phrases.third_person(signal.phrase, tongue)
    if text.startswith("dass "):
        text = f"Zu beachten ist, {text}"
    if signal.form == "self" and signal.strength < Strength.EXPLICIT:
        return phrases.wishes(text, tongue)
    return phrases.sentence(text)
