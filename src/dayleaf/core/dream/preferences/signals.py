"""Find the signals in a user's turn: what is wished or unwanted, how strongly, and what a turn takes back.

explicit  "remember", "from now on"              once is enough
strong    "never", "always", "I hate", "I told you"   once is enough
mild      "I'd rather", "too long", "don't"       twice
casual    "in Celsius?", "shorter, please"        three times
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum

from dayleaf.core.dream.preferences import marks
from dayleaf.core.dream.preferences.doubts import doubt_of, is_ironic
from dayleaf.core.dream.preferences.orders import is_order
from dayleaf.core.dream.preferences.topics import NO_CONTENT, Content, content_of, opposite, topics_of
from dayleaf.core.dream.preferences.turns import Sentence, Turn, own_sentences


class Strength(IntEnum):
    """How much one occurrence counts."""

    CASUAL = 1
    MILD = 2
    STRONG = 3
    EXPLICIT = 4


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing a user said about how things should be.

    Attributes:
        turn: where.
        number: which sentence of the turn.
        strength: how much it counts.
        form: `do`, `dont`, `self` (a statement about the user), `short` (an elliptical request), `too` (a complaint).
        phrase: the user's words, without address and opening.
        wants: what is wanted.
        avoids: what is not wanted.
        tongue: `en` or `de`.
        because: why, in the user's words.
        instead: what to do instead, in the user's words.
        correction: it answers something the agent did wrong.
        revises: it says itself that it changes what was said before.
    """

    turn: Turn
    number: int
    strength: Strength
    form: str
    phrase: str
    wants: Content
    avoids: Content
    tongue: str
    because: str = ""
    instead: str = ""
    correction: bool = False
    revises: bool = False


@dataclass(frozen=True, slots=True)
class Retraction:
    """A user takes something back.

    Attributes:
        turn: where.
        number: which sentence of the turn.
        about: what has this content; without content, what was said just before.
        permits: it allows what was unwanted ("emojis are fine"), so that only a prohibition is taken back.
    """

    turn: Turn
    number: int
    about: Content
    permits: bool


def signals_of(turn: Turn, tongue: str) -> list[Signal | Retraction]:
    """What a turn of the user says about wishes, in order; empty for other roles, and when the turn is ironic.

    Args:
        turn: the turn.
        tongue: `en` or `de`.
    """
    if turn.role != "user":
        return []
    sentences = own_sentences(turn.text)
    found: list[Signal | Retraction] = []
    correction = revises = announced = False
    last: Signal | None = None
    for sentence in sentences:
        revises |= marks.REVISES.search(sentence.text) is not None
        text, corrects = _opened(sentence.text)
        correction |= corrects
        if not text:
            continue
        if sentence.text.endswith(":") and marks.ANNOUNCES.fullmatch(text):
            announced = True
            continue
        if taken := _retracted(turn, sentence, text, tongue):
            found.append(taken)
            last = None
            continue
        signal = _signal(turn, sentence, text, tongue, alone=len(sentences) == 1, announced=announced)
        if signal is None:
            if last is not None and found and found[-1] is last:
                last = _continued(last, sentence, text, tongue)
                found[-1] = last
            continue
        signal = replace(signal, correction=correction, revises=revises)
        if last is not None and found and found[-1] is last and (joined := _joined(last, signal)):
            last = found[-1] = joined
            continue
        found.append(signal)
        last = signal
    return [] if found and any(is_ironic(sentence.text) for sentence in sentences) else found


def _opened(text: str) -> tuple[str, bool]:
    """The sentence without its opening ("No, …", "Bitte …"), and whether that opening corrects."""
    corrects = False
    if changed := marks.CHANGED.match(text):
        text = f"{changed['about'] + ': ' if changed['about'] else ''}{text[changed.end() :]}"
    while (opening := marks.OPENING.match(text)) and not marks.REMEMBER.match(text):
        corrects |= marks.CORRECTS.match(opening[0]) is not None
        text = text[opening.end() :]
    if marks.CORRECTS.fullmatch(text):
        return "", True
    return marks.HEDGE.sub("", text.strip(" ,;:-–—")), corrects


def _retracted(turn: Turn, sentence: Sentence, text: str, tongue: str) -> Retraction | None:
    """What a sentence takes back; None if it takes nothing back."""
    if sentence.mark.startswith("?"):
        return None
    if marks.TAKES_BACK.search(text):
        rest = marks.TAKES_BACK.sub(" ", text)
        return Retraction(turn, sentence.number, content_of(rest, tongue) if marks.ABOUT.search(rest) else NO_CONTENT, permits=False)
    if found := marks.PERMITS.search(text):
        about = content_of(found.groupdict().get("x") or f"{text[: found.start()]} {text[found.end() :]}", tongue)
        return Retraction(turn, sentence.number, about or content_of(text, tongue), permits=True) if content_of(text, tongue) else None
    return None


def _signal(turn: Turn, sentence: Sentence, text: str, tongue: str, *, alone: bool, announced: bool) -> Signal | None:
    """The signal of one sentence, if it is one; `announced` as a rule or something to remember by the sentences before it."""
    asks = sentence.mark.startswith("?")
    text = " ".join(marks.ONCE_MORE.sub(" ", text).split())
    told = marks.TOLD_YOU.match(text)
    if told is not None:
        if marks.SAID_SO.match(text) and not _is_told(text[told.end() :]):
            return None
        text, asks = text[told.end() :].strip(" ,:"), False
    remembered = marks.REMEMBER.match(text)
    standing = announced or remembered is not None or marks.STANDING.search(text) is not None
    if remembered is not None:
        text = text[remembered.end() :].strip(" ,:–—-")
    polite = marks.POLITE.match(text)
    if asks and not polite and not (alone and _is_short(marks.HEDGE.sub("", text), tongue)):
        return None
    plain = text[polite.end() :] if polite else text
    if remembered is not None:
        made = _remembered(turn, sentence, plain, tongue)
    elif standing:
        order = plain if tongue == "de" else marks.STANDING.sub(" ", plain)
        made = None if marks.NO_ORDER.search(plain) else _directive(turn, sentence, order, tongue, Strength.EXPLICIT)
    elif told is not None:
        made = _directive(turn, sentence, plain, tongue, Strength.STRONG)
    else:
        made = _ordered(turn, sentence, plain, tongue, alone=alone) or _stated(turn, sentence, plain, tongue)
        if made is None and (polite or alone):
            made = _short(turn, sentence, plain, tongue, polite=polite is not None)
    return None if made is None or doubt_of(text, standing=standing) else made  # doubts last: most sentences are no wish at all


def _remembered(turn: Turn, sentence: Sentence, text: str, tongue: str) -> Signal | None:
    """What somebody says to remember, unless it is an errand ("remember to call")."""
    if marks.ERRAND.search(text) or len(text.split()) < 3:
        return None
    negative = marks.NEVER.match(text)
    return _made(
        turn, sentence, Strength.EXPLICIT, "dont" if negative else "do" if marks.IMPERATIVE_ALWAYS.match(text) else "self", text, tongue
    )


def _directive(turn: Turn, sentence: Sentence, text: str, tongue: str, strength: Strength) -> Signal | None:
    text = " ".join(text.split()).strip(" ,;:–—-")
    if re.match(r"(?:to|dass)\b", text, re.IGNORECASE):
        text = text.partition(" ")[2] if tongue == "en" else text
    if re.match(r"not to\b", text, re.IGNORECASE):
        text = "don't" + text[6:]
    return _made(turn, sentence, strength, "dont" if _negative(text) else "do", text, tongue) if text else None


def _negative(text: str) -> bool:
    return any(pattern.search(text) is not None for pattern in (marks.NEVER, marks.NEVER_DE, marks.DONT, marks.NO_MORE))


def _is_told(rest: str) -> bool:
    """Whether what somebody has said before is an order or a wish, not a fact ("I told you I sent it")."""
    rest = rest.strip(" ,:;–—-")
    return bool(rest) and marks.TOLD.match(rest) is not None


def _ordered(turn: Turn, sentence: Sentence, text: str, tongue: str, *, alone: bool) -> Signal | None:
    """An order that holds for good (never, always), or a plain prohibition."""
    strong = Strength.STRONG
    if marks.NEVER.match(text) or (marks.NEVER_DE.search(text) and is_order(text)):
        return _made(turn, sentence, strong, "dont", text, tongue)
    if marks.NO_MORE.match(text):
        return _made(turn, sentence, strong if alone or "!" in sentence.mark else Strength.MILD, "dont", text, tongue)
    if marks.IMPERATIVE_ALWAYS.match(text) or (marks.ALWAYS_DE.search(text) and is_order(text)):
        return _made(turn, sentence, strong, "dont" if marks.DONT.search(text) else "do", text, tongue)
    if marks.DONT.match(text) or (marks.DONT_DE.search(text) and is_order(text)):
        firm = "!" in sentence.mark or (marks.BECAUSE.search(text) is not None and marks.INSTEAD.search(text) is not None)
        return _made(turn, sentence, strong if firm else Strength.MILD, "dont", text, tongue)
    if alone and marks.NO_THING.fullmatch(text) and not marks.NICER.search(text):
        return _made(turn, sentence, Strength.MILD if "!" in sentence.mark else Strength.CASUAL, "short", text, tongue)
    return None


def _stated(turn: Turn, sentence: Sentence, text: str, tongue: str) -> Signal | None:
    """A statement of taste."""
    if marks.HATES.search(text) or marks.BODY.search(text):
        return _made(turn, sentence, Strength.STRONG, "self", text, tongue)
    if marks.REALLY_LIKES.search(text):
        return _made(turn, sentence, Strength.STRONG, "self", text, tongue)
    if marks.TOO.search(text):
        return _made(
            turn,
            sentence,
            Strength.CASUAL if len(text.split()) <= 4 and not marks.REPEATED.search(sentence.text) else Strength.MILD,
            "too",
            text,
            tongue,
        )
    if marks.RATHER.search(text) or marks.LIKES.search(text) or marks.NICER.search(text) or marks.INSTEAD_OF.search(text):
        return _made(turn, sentence, Strength.MILD, "self" if not marks.INSTEAD_OF.match(text) else "do", text, tongue)
    return None


def _short(turn: Turn, sentence: Sentence, text: str, tongue: str, *, polite: bool) -> Signal | None:
    """An elliptical request after an answer: how it should have been."""
    text = marks.PLEASE.sub(" ", text)
    text = " ".join(text.split()).strip(" ,;:?!.")
    words = text.split()
    if not words or len(words) > (12 if polite else 7):
        return None
    styled = _is_short(text, tongue) or (polite and marks.STYLE.search(text) is not None)
    if not styled:
        return None
    text = marks.RHETORICAL.sub("", marks.ALSO.sub("", text)).strip(" ,")
    return _made(turn, sentence, Strength.MILD if polite else Strength.CASUAL, "short", text, tongue)


def _is_short(text: str, tongue: str) -> bool:
    """Whether a few words say how something should be: `in Celsius`, `without onions`, `shorter`; not what or where."""
    found = marks.SHORT.fullmatch(text)
    if found is None:
        return False
    topics = set(topics_of(text)) & {
        "units",
        "format",
        "language",
        "length",
        "tone",
        "wording",
        "time",
        "volume",
        "speed",
        "budget",
        "size",
        "diet",
    }
    if content_of(text, tongue).aspects or topics:
        return True
    if found["word"]:
        return marks.COMPARATIVE.fullmatch(found["word"]) is not None
    return found["place"] is None or (tongue == "en" and found["named"].islower())


def _made(turn: Turn, sentence: Sentence, strength: Strength, form: str, text: str, tongue: str) -> Signal | None:
    """The signal of a form, its clauses taken apart, unless it has no content."""
    text = " ".join(text.split())
    dont, because, instead = _clauses(text) if form == "dont" else (text, "", "")
    wants, avoids = _sides(dont, tongue, negative=form in {"dont", "too"} or marks.DISLIKES.search(text) is not None)
    if instead:
        more, less = _sides(instead, tongue, negative=False)
        wants, avoids = _both(wants, more), _both(avoids, less)
    wants, avoids = _canonical(wants, avoids)
    if not wants and not avoids:
        return None
    return Signal(turn, sentence.number, strength, form, dont, wants, avoids, tongue, because, instead)


def _clauses(text: str) -> tuple[str, str, str]:
    """A prohibition taken apart: what not to do, why, and what to do instead."""
    parts = [part for part in re.split(r"\s*[,;:–—]\s+|\s+(?=(?:because|since|weil|denn|sondern)\b)", text) if part]
    dont, because, instead = parts[0], "", ""
    for part in parts[1:]:
        if marks.INSTEAD_CLAUSE.search(part):
            instead = f"{instead}, {part}".strip(" ,")
        elif marks.BECAUSE_CLAUSE.match(part) and not instead:
            because = f"{because}, {part}".strip(" ,")
        elif instead:
            instead = f"{instead}, {part}"
        elif because:
            because = f"{because}, {part}"
        else:
            dont = f"{dont}, {part}"
    return dont, re.sub(r"^(?:because|since)\s+", "", because), marks.INSTEAD_WORD.sub("", instead).strip(" ,")


def _sides(text: str, tongue: str, *, negative: bool) -> tuple[Content, Content]:
    """What a phrase wants, and what it does not want."""
    versus = marks.VERSUS.search(text)
    if versus is not None and not negative:
        return content_of(versus["a"], tongue), content_of(versus["b"], tongue)
    plain: list[str] = []
    turned: list[str] = []
    at = 0
    for found in marks.WITHOUT.finditer(text):
        plain.append(text[at : found.start()])
        turned.append(found["x"])
        at = found.end()
    plain.append(text[at:])
    if negative:
        return NO_CONTENT, content_of(text, tongue)
    return content_of(" ".join(plain), tongue), content_of(" ".join(turned), tongue)


def _both(one: Content, other: Content) -> Content:
    return Content(one.aspects | other.aspects, one.words | other.words)


def _canonical(wants: Content, avoids: Content) -> tuple[Content, Content]:
    """Not wanting one value of a topic is wanting its opposite: too long is shorter."""
    turned = {other for aspect in avoids.aspects if (other := opposite(aspect))}
    kept = frozenset(aspect for aspect in avoids.aspects if not opposite(aspect))
    return Content(wants.aspects | turned, wants.words), Content(kept, avoids.words - wants.words)


def _continued(last: Signal, sentence: Sentence, text: str, tongue: str) -> Signal:
    """A prohibition with the sentence behind it, when that gives its reason or what to do instead."""
    if last.form != "dont" or sentence.number != last.number + 1 or sentence.mark.startswith("?"):
        return last
    if not last.instead and (marks.INSTEAD_CLAUSE.search(text) or (last.correction and is_order(text))):
        if doubt_of(text, standing=False):
            return last
        wants, avoids = _sides(text, tongue, negative=False)
        wants, avoids = _canonical(_both(last.wants, wants), _both(last.avoids, avoids))
        return replace(last, number=sentence.number, instead=marks.INSTEAD_WORD.sub("", text).strip(" ,"), wants=wants, avoids=avoids)
    if not last.because and not last.instead and marks.BECAUSE_CLAUSE.match(text):
        return replace(last, number=sentence.number, because=text if text.startswith(("I ", "I'")) else text[0].lower() + text[1:])
    return last


def _joined(last: Signal, signal: Signal) -> Signal | None:
    """A prohibition and the order behind it as one lesson, if they speak of one thing."""
    if last.form != "dont" or signal.form not in {"do", "short"} or last.instead or signal.number > last.number + 1:
        return None
    shared = (last.wants.all | last.avoids.all) & (signal.wants.all | signal.avoids.all)
    if not shared and not marks.INSTEAD_WORD.search(signal.phrase) and not last.correction:
        return None
    wants, avoids = _canonical(_both(last.wants, signal.wants), _both(last.avoids, signal.avoids))
    instead = marks.INSTEAD_WORD.sub("", signal.phrase).strip(" ,")
    return replace(last, number=signal.number, instead=instead, wants=wants, avoids=avoids, strength=max(last.strength, signal.strength))


def read_wish(text: str, tongue: str) -> tuple[Content, Content]:
    """What a sentence that stands in the memory wants and avoids, whoever wrote it."""
    text = marks.OF_THE_USER.sub("", text)
    dont, _, instead = _clauses(text)
    wants, avoids = _sides(
        dont, tongue, negative=_negative(dont) or marks.DISLIKES.search(dont) is not None or marks.TOO.search(dont) is not None
    )
    more, less = _sides(instead, tongue, negative=False)
    return _canonical(_both(wants, more), _both(avoids, less))


def denies(text: str) -> bool:
    """Whether a sentence says no to something, in any of the usual words."""
    return marks.DENIES.search(text) is not None
