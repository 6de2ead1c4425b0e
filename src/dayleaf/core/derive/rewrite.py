"""One sentence → one fact that stands alone, or the reason why it says nothing we may keep."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import NamedTuple

from dayleaf.core.derive import english, german
from dayleaf.core.derive import words as w
from dayleaf.core.derive.german import is_finite
from dayleaf.core.derive.names import Named, Names
from dayleaf.core.derive.sentences import Sentence
from dayleaf.core.fact import Kind, TimeRange
from dayleaf.core.regex import regex
from dayleaf.core.secrets import find_secrets
from dayleaf.core.when import Found, find

FEWEST, MOST = 3, 40
"""Words of a sentence that may hold one fact."""


class Derived(NamedTuple):
    """A fact that a sentence states.

    Attributes:
        kind: world, experience or opinion.
        text: the statement, self-contained.
        entities: mentions of whom it names, its subject first.
        when: the days it speaks of, if it names just one range.
        confidence: of an opinion, else None.
    """

    kind: Kind
    text: str
    entities: tuple[str, ...]
    when: TimeRange | None
    confidence: float | None


class Subject(NamedTuple):
    """Whom a sentence is about: where it stands in the text, the mention (none: who writes), the person, and what goes there.

    The person is `ich`, `wir`, `beide` (two who are named), or `sie` (anybody else).
    """

    start: int
    end: int
    mention: str | None
    person: str
    instead: str | None = None


_WORD = regex(r"[\w’'-]+")
_LEAD = regex(
    r"(?:(?:Also|Today|Meanwhile|Then|Later|Finally|Außerdem|Auch|Heute|Dann|Später|Inzwischen|Mittlerweile|Endlich|Seitdem),?\s+)?"
    r"(?:(?:on|in|at|since|for|from|during)\s+)?",
    re.IGNORECASE,
)
_PREFIX = regex(r"(?:In|At|On|After|Since|For|During|From|By|With|Near) [^,;]{2,50}, ")
_NOMINATIVE = regex(r"(?:Der|Die|Das|Ein|Eine|Mein|Meine|Unser|Unsere|Dieser|Diese|Dieses|Kein|Keine) ")
_CLAUSE = regex(r"\b(?:I|we|he|she|they|you|by the way|note)\b", re.IGNORECASE)
_OWN = regex(r"(?:My|Our|Mein|Meine|Unser|Unsere) [\w-]+ ")
_APPOSITION = regex(r", (?![Ii]ch\b|who said|and\b|und\b|or\b|oder\b)[^,;]{3,70}, ")
_FIRST = regex(r"(?:(?P<one>I|[Ii]ch)|[Ww]e|[Ww]ir)(?= )")
_SHORT = regex(r"\b(I|[Ww]e)['’](ve|m|re)(?= )")
_FULL = {"ve": "have", "m": "am", "re": "are"}
_FAVOURITE = regex(r"[’']s favou?rite [a-z]+(?: [a-z]+)? (?:is|are) (?!an? |not |never |when |how )")
_HE = frozenset({"he", "er"})
_OF_HER, _OF_HIM = frozenset({"she", "her", "hers", "sie"}), frozenset({"he", "his", "him", "er", "ihn"})
_PRONOUN = regex(r"(?:(?P<en>She|He)|(?P<de>Er|Sie|er|sie))(?= )")
_JOINED = regex(r",? (?:and|but|und|aber|while|whereas|während|then|dann) ")
_EVERY = regex(
    r"\b(?:every|each|jeden?|jedes|täglich|wöchentlich|monatlich|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)\b"
)
_WHICH = regex(r"\b(?:last|this|next|letzt|dies|vorig|vergangen|kommend)", re.IGNORECASE)
_WHOSE = regex(r"\b(?:his|her|hers|their|its|seine?[mnrs]?|ihre?[mnrs]?)\b", re.IGNORECASE)
_BOTH = regex(r" (?:and|und) ")
_OF = regex(r"\b(?:of|from|dated|the|a|von|aus|der|des|dem|einem|einer|eine)\s*$", re.IGNORECASE)
_DIGIT = regex(r"\d")
_ON = regex(r"\b(?:on|am|at|the|in|an|since|seit|until|bis|from|vom|ab|by|before|after|vor|nach)\s*$", re.IGNORECASE)
_YOU = regex(r"\b(?:you|your|yours|du|dich|dir|dein\w*|euch|euer|eure)\b", re.IGNORECASE)
_ANOTHER = regex(
    r"\b(?:she|he|they|them|their|it|this|these|those|that|how|what|there|er|sie|ihnen|es|dies\w*|dort|davon|damit|dafür|daran|darüber|dabei)\b",
    re.IGNORECASE,
)


def derived(sentence: Sentence, day: dt.date, names: Names) -> list[Derived]:
    """What a sentence of the log of a day states; usually nothing or one fact, two when two subjects are joined."""
    text = _SHORT.sub(lambda found: f"{found[1]} {_FULL[found[2]]}", sentence.text)
    if refused(text):
        return []
    dates = find(text, day)
    if any(_ahead(found, day) for found in dates):
        return []
    in_german = is_german(text)
    pieces = [text]
    for joint in _JOINED.finditer(text):
        if _WHOSE.search(text[joint.end() :]):
            continue  # cut off, it would not say whose
        subject = _subject(text[joint.end() :], names, german=in_german, before=())
        if subject and subject.start == 0 and _kind(text[joint.end() :], subject, german=in_german):
            pieces = [text[: joint.start()].rstrip(",") + ".", text[joint.end() :]]
            break
    found = [one for piece in pieces if (one := _stated(piece, sentence, day, names, german=in_german))]
    if len(found) < len(pieces):
        found = [one for one in (_stated(text, sentence, day, names, german=in_german),) if one]
    return found


def refused(text: str) -> str | None:
    """Why nothing may be derived from a sentence, for people; None if something may."""
    count = len(text.split())
    if not FEWEST <= count <= MOST:
        return "too short or too long"
    if text[-1] not in ".)" and not text[-1].isalnum():
        return "no plain statement"
    small = text.replace("I", "i").casefold() if "İ" in text else text.casefold()
    if w.UNCERTAIN.search(small):
        return "uncertain"
    if w.IDIOMS.search(small):
        return "a figure of speech"
    if w.NEGATION.search(small) and (
        w.SCALE.search(small) or not w.CLEAR.search(small) or len(w.NEGATION.findall(small)) > 1 or w.CLAUSES.search(small)
    ):
        return "what is denied is not clear"
    if find_secrets(text):
        return "it seems to carry a secret"
    return None


def is_german(text: str) -> bool:
    """Whether a sentence is German rather than English."""
    words = [word[0].casefold() for word in _WORD.finditer(text)]
    ours = sum(word in w.GERMAN or is_finite(word) for word in words) + any(letter in "äöüß" for letter in text)
    return ours > sum(word in w.ENGLISH or word in w.STATES or word in w.EVENTS for word in words)


def _ahead(found: Found, day: dt.date) -> bool:
    """Whether a date lies ahead: a plan."""
    start = found.range.start
    return start is not None and start > day


def _stated(text: str, sentence: Sentence, day: dt.date, names: Names, *, german: bool) -> Derived | None:
    subject = _subject(text, names, german=german, before=sentence.before)
    if subject is None:
        return None
    kind = _kind(text, subject, german=german)
    if kind is None or _vague(text, subject, kind):
        return None
    if subject.mention is None and kind is Kind.WORLD:
        return None
    whole = text if subject.instead is None else text[: subject.start] + subject.instead + text[subject.end :]
    dates = find(whole, day)
    when = dates[0].range if len(dates) == 1 and not _EVERY.search(whole) and not _OF.search(whole[: dates[0].start_offset]) else None
    whole = _dated(whole, dates, german=german)
    whole = whole[0].upper() + whole[1:] if whole[0].islower() and not names.within(whole)[:1] else whole
    whole = whole if whole[-1] == "." else whole + "."
    mentions = dict.fromkeys((*([subject.mention] if subject.mention else []), *(one.mention for one in names.within(whole))))
    return Derived(kind, whole, tuple(mentions), when, w.SURE if kind is Kind.OPINION else None)


def _vague(text: str, subject: Subject, kind: Kind) -> bool:
    """Whether a word points outside the sentence: at once of what was said before, anywhere of whom it is said to."""
    rest = text[subject.end :]
    if _YOU.search(text) or _ANOTHER.search(text[: subject.start]):
        return True
    if subject.mention is None and kind is not Kind.OPINION:
        rest = " ".join(rest.split()[:4])
    return _ANOTHER.search(rest) is not None


def _kind(text: str, subject: Subject, *, german: bool) -> Kind | None:
    """What the sentence states of its subject."""
    if german:
        return _kind_de(text, subject)
    rest = text[subject.end :]
    if _FAVOURITE.match(text, subject.end):
        return Kind.OPINION
    rest = _behind_apposition(rest)
    if not rest.startswith(" "):
        return None
    return english.kind_of(rest.strip(), first=subject.person not in {"sie", "beide"})


def _kind_de(text: str, subject: Subject) -> Kind | None:
    before = _WORD.findall(text[: subject.start])
    if before and is_finite(before[-1]) and len(before) > 1:  # inverted: the verb stands before its subject
        return german.kind_of(before[-1], text[subject.end :].strip(), person=subject.person)
    rest = _behind_apposition(text[subject.end :])
    found = _WORD.match(rest, 1) if rest.startswith(" ") else None
    if found is None or not is_finite(found[0]):
        return None
    return german.kind_of(found[0], rest[found.end() :].strip(), person=subject.person)


def _behind_apposition(rest: str) -> str:
    found = _APPOSITION.match(rest)
    return " " + rest[found.end() :] if found else rest


def _subject(text: str, names: Names, *, german: bool, before: Iterable[str]) -> Subject | None:
    """Whom a sentence is about."""
    for at in _places(text, german=german):
        if first := _FIRST.match(text, at):
            return Subject(at, first.end(), None, "ich" if first["one"] else "wir")
        own = _OWN.match(text, at)
        if named := names.at(text, own.end() if own else at, german=german):
            both = _BOTH.match(text, named.end)
            second = names.at(text, both.end(), german=german) if both else None
            return Subject(at, second.end if second else named.end, named.mention, "beide" if second else "sie")
        if own:
            return None
        if (pronoun := _PRONOUN.match(text, at)) and (meant := _antecedent(tuple(before), names, he=pronoun[0].casefold() in _HE)):
            return Subject(at, pronoun.end(), meant[1], "sie", meant[0])
    return None


def _places(text: str, *, german: bool) -> Iterable[int]:
    """Where a subject may begin: at the start, behind a lead, in German behind the verb."""
    yield 0
    if german:
        words = list(_WORD.finditer(text))
        for word in words[1:9]:
            if "," in text[: word.start()] or not text[: word.start()].strip():
                return
            if word[0].islower() and is_finite(word[0]):
                if not _NOMINATIVE.match(text) and not w.FICTION.search(text[: word.start()].casefold()):
                    yield word.end() + 1
                return
        return
    if (prefix := _PREFIX.match(text)) and not w.FICTION.search(prefix[0].casefold()) and not _CLAUSE.search(prefix[0]):
        yield prefix.end()
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    yield start
    for date in find(text[:60], _ANY):
        if date.start_offset <= start + 4:
            end = date.end_offset
            yield end + (2 if text[end : end + 2] == ", " else 1)


_ANY = dt.date(2020, 6, 15)  # only where the words stand matters, not which day they mean


def _antecedent(before: tuple[str, ...], names: Names, *, he: bool) -> tuple[str, str] | None:
    """The spelling and mention of the only one whom a pronoun can mean; None if it may mean several, or nobody known."""
    found: dict[str, str] = {}
    for text in before:
        small = {word[0].casefold() for word in _WORD.finditer(text)}
        if not small.isdisjoint(w.KIN | (_OF_HER if he else _OF_HIM)):
            return None
        for named in names.within(text):
            found.setdefault(named.mention, text[named.start : named.end])
        if _strangers(text, names.within(text)):
            return None
    if len(found) != 1 or not before or not names.within(before[-1]):
        return None
    ((mention, spelling),) = found.items()
    return spelling, mention


def _strangers(text: str, known: list[Named]) -> bool:
    """Whether a text may name somebody we do not know."""
    covered = [range(one.start, one.end) for one in known]
    for number, word in enumerate(_WORD.finditer(text)):
        if number and word[0][0].isupper() and word[0].casefold() not in w.NO_NAMES and not any(word.start() in one for one in covered):
            before = text[: word.start()].rstrip().rsplit(None, 1)[-1].casefold()
            if before not in {"in", "to", "from", "at", "near", "nach", "aus", "bei", "von"} | w.DETERMINERS and not is_german(text):
                return True
    return False


def _dated(text: str, dates: Iterable[Found], *, german: bool) -> str:
    """The text with days said outright where it said them from the day of the log: `yesterday` becomes `on 2025-11-26`."""
    for found in sorted(dates, key=lambda one: -one.start_offset):
        said = text[found.start_offset : found.end_offset]
        start, end = found.range.start, found.range.end
        if _DIGIT.search(said) or start is None or _EVERY.search(text):
            continue
        head, tail = text[: found.start_offset], text[found.end_offset :]
        if said.split()[-1].casefold() in w.MONTHS and not _WHICH.search(said):
            text = f"{head}{said} {start.year}{tail}"
            continue
        if end is None:
            continue
        last = end - dt.timedelta(days=1)
        if start != last:
            text = f"{head}{said} ({start.isoformat()} {'bis' if german else 'to'} {last.isoformat()}){tail}"
            continue
        on = "" if _ON.search(head) else "am " if german else "on "
        if not head.strip():
            on = on.capitalize()
        text = f"{head}{on}{start.isoformat()}{tail}"
    return text
