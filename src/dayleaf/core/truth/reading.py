"""Read a fact as a statement: its content, what it denies, how it marks change, from when until when it says to hold."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from dayleaf.core.fact import Fact, TimeRange
from dayleaf.core.truth import words as w
from dayleaf.core.truth.claims import claims, tastes
from dayleaf.core.truth.slots import LONGEST, TOKEN, look, names_of, stem_of
from dayleaf.core.truth.statement import Mark, Statement, Word
from dayleaf.core.when import Found, find

_CLAUSE = frozenset(";:.!?()–—")
_BREAKS = _CLAUSE | {","}


@lru_cache(1024)
def read(fact: Fact) -> Statement:
    """The statement of a fact."""
    text = fact.text[:LONGEST]
    found = find(text, fact.told)
    since, until, held, dates = _times(text, found, fact.when)
    words = _words(text, found, names_of(fact.entities))
    mark = _mark(words)
    if mark is Mark.NONE and since is not None and since != (fact.when.start if fact.when else None):
        mark = Mark.NOW
    if since is None and mark in (Mark.CHANGE, Mark.END) and (day := _day_of_change(text, found, fact.told)):
        since = day
        dates = tuple(range for range in dates if range.start != day)
    dropped = _deny(words)
    _oppose(words)
    keys = {word.key for word in words if not word.masked and (word.key != "may" or not word.proper)}
    content = frozenset(word.stem for word in words if word.counts)
    denied = frozenset(word.stem for word in words if word.counts and word.denied)
    liked, disliked = tastes(words)
    return Statement(
        fact,
        tuple(words),
        content,
        denied,
        frozenset(dropped),
        mark,
        also=not (keys - {"noch"}).isdisjoint(w.ALSO) or _is_more(words),
        unsure=(mark is not Mark.FIX and not keys.isdisjoint(w.UNSURE)) or ("will" in keys and keys.isdisjoint(_ENGLISH)),
        event=_is_event(words),
        since=since,
        until=until,
        held=held,
        dates=dates,
        claims=tuple(claims(words, named=bool(fact.entities))),
        liked=liked,
        disliked=disliked,
    )


_ENGLISH = frozenset("the a an to of and she he it in is with".split())
"""Words that tell the English future from the German wish in "will"."""


def _words(text: str, found: Sequence[Found], names: frozenset[str]) -> list[Word]:
    out: list[Word] = []
    clause = segment = end = 0
    spans = [(one.start_offset, one.end_offset) for one in found]
    inside = False
    for match in TOKEN.finditer(text):
        raw, at = match[0], match.start()
        key, stem, number, _, _ = look(raw)
        masked = any(start <= at < stop for start, stop in spans)
        if at - end > 1 or (out and at - end == 1 and text[end] != " "):
            marks = text[end:at]
            short = bool(out) and (len(out[-1].key) < 4 or bool(out[-1].number))  # Dr. Weller, 22. und 23.
            if not (inside and masked):
                clause += any(mark in _CLAUSE and not (mark == "." and short) for mark in marks)
                segment += any(mark in _BREAKS and not (mark == "." and short) for mark in marks)
        segment += key in w.AND and not masked
        masked = masked or (key in w.MONTHS and key != "may")
        named = stem in names or (stem[:-1] in names and len(stem) > 3)
        proper = raw[0].isupper() and (len(raw) > 1 or not raw.isalpha())
        out.append(Word(key, stem, number, clause, segment, len(out), proper=proper, spaced=at - end <= 1, named=named, masked=masked))
        end, inside = match.end(), masked
    return out


def _times(text: str, found: Sequence[Found], when: TimeRange | None) -> tuple[dt.date | None, dt.date | None, bool, tuple[TimeRange, ...]]:
    """From when, until when the sentence says to hold, and the other days it names."""
    since, until = (when.start, when.end) if when else (None, None)
    dates = []
    held = False
    for one in found:
        first = w.key_of(text[one.start_offset : one.end_offset].split(None, 1)[0].strip(",.;"))
        if one.range.end is None:
            since = since or one.range.start
            held = held or first in _SINCE
        elif first in w.UNTIL or one.range.start is None:
            until = until or one.range.end
        elif _BEGINS.search(text[: one.start_offset]) and (one.range.end - one.range.start).days < 32:
            since = since or one.range.start
        elif first in _FROM:
            since, until = since or one.range.start, until or one.range.end
        elif first not in _TODAY:
            dates.append(one.range)
    return since, until, held, tuple(dates)


_SINCE = frozenset("since seit".split())
_FROM = frozenset("from von vom between zwischen".split())
_BEGINS = re.compile(r"\b(?:from|starting|beginning|effective|commencing|as of|ab|vom|von)\s+(?:the\s+|dem\s+)?$", re.IGNORECASE)
_TODAY = frozenset("today heute".split())
_TOWARDS = re.compile(r"(?:\b(?:to|auf|for|für|until|bis|an|zum)\s+(?:the\s+|den\s+|dem\s+)?)$", re.IGNORECASE)


def _day_of_change(text: str, found: Sequence[Found], told: dt.date | None) -> dt.date | None:
    """The day on which a change took place: the one date of the sentence that is no new date itself ("moved on May 3")."""
    days = [one for one in found if one.range.start and one.range.end]
    if len(days) != 1 or (_TOWARDS.search(text[: days[0].start_offset]) and not text[: days[0].start_offset].rstrip().endswith("zum")):
        return None
    start = days[0].range.start
    return start if start and (told is None or abs((start - told).days) < 400) else None


def _is_more(words: Sequence[Word]) -> bool:
    """`noch ein …`, `noch zwei …`: one more; alone, or after "nur", "noch" adds nothing."""
    return any(one.key == "noch" and (two.number or two.key in w.INDEFINITE) for one, two in pairwise(words)) and not any(
        one.key in ("nur", "immer") and two.key == "noch" for one, two in pairwise(words)
    )


def _oppose(words: Sequence[Word]) -> None:
    """`disabled` is read as `enabled`, denied; `on` and `off` count where a sentence ends with them."""
    for at, word in enumerate(words):
        last = at + 1 == len(words) or words[at + 1].segment != word.segment
        if word.key in w.ONLY_LAST:
            if last and at and not word.masked:
                word.stem = stem_of(w.OPPOSITE.get(word.key, word.key))
                word.denied = word.denied != (word.key in w.OPPOSITE)
        elif word.key in w.OPPOSITE:
            word.denied = not word.denied


def _mark(words: Sequence[Word]) -> Mark:
    mark = Mark.NONE
    for at, word in enumerate(words):
        key = word.key
        after = words[at + 1].key if at + 1 < len(words) else ""
        if (key in ("turned", "turns") and after == "out") or (
            key == "heraus" and any(other.key in ("stellte", "stellt") for other in words)
        ):
            return Mark.FIX
        if key in w.FIX and (at == 0 or word.segment != words[at - 1].segment) and at < 2:
            return Mark.FIX
        if (
            key in w.OVER
            or (key == "broke" and after == "up")
            or (key == "left" and (after in w.ARTICLES or (at + 1 < len(words) and words[at + 1].proper)))
            or (key in w.NOT and any(other.key in w.LONGER for other in words[at + 1 : at + 6] if other.clause == word.clause))
        ):
            mark = max(mark, Mark.END)
        elif key in w.CHANGE and (key not in w.WITH_OVER or after == "over") and key != "wird":
            mark = max(mark, Mark.CHANGE)
        elif (
            (key in w.NOW and key not in w.WEAK)
            or (key == "back" and after in ("to", "on", "at", "in"))
            or ((key in ("since", "seit") and after in w.ARTICLES) or (key == "nur" and after == "noch"))
        ):
            mark = max(mark, Mark.NOW)
    return mark


def _is_event(words: Sequence[Word]) -> bool:
    have = any(word.key in _HAD for word in words)
    for at, word in enumerate(words):
        key = word.key
        if key in w.PAST and word.clause == words[0].clause:
            return True
        if key.endswith("ed") and (at == 0 or not word.proper) and len(key) > 4 and key not in w.NOT_PAST and not word.number:
            before = words[at - 1].key if at else ""
            if before not in _BE and not (at and words[at - 1].stem == "" and words[at - 2].key in _BE):
                return True
        last = at + 1 == len(words) or words[at + 1].segment != word.segment
        if have and last and not word.proper and _PARTICIPLE.fullmatch(key):
            return True
    return False


_BE = frozenset("is are be been being gets stays remains".split())
_HAD = frozenset("hat habe haben hatte hatten wurde wurden".split())
_PARTICIPLE = re.compile(r"(?:[a-z]*ge|be|ver|er|ent|emp|zer|miss|uber|unter)[a-z]{2,}(?:t|en)")


def _deny(words: Sequence[Word]) -> set[str]:
    """Mark the words that are denied; return the stems named as what was before."""
    dropped: set[str] = set()
    for at, word in enumerate(words):
        key = word.key
        if key in w.NOT:
            _deny_at(words, at)
        elif key in w.INSTEAD:
            dropped |= _dropped(words, at + 1, ())
        elif key in w.OVER or (key == "broke" and at + 1 < len(words) and words[at + 1].key == "up"):
            rest = [other for other in words if other.segment == word.segment]
            after = [other for other in rest if other.at > at and other.counts]
            english_order = bool(after) and not key.startswith(("ge", "auf", "ab", "be", "ver"))
            for other in after if english_order else rest:
                other.denied = True
        elif key in ("from", "von") and any(other.key in w.CHANGE for other in words):
            goal = next((n for n in range(at + 1, len(words)) if words[n].key in ("to", "auf", "zu", "zum", "zur")), None)
            if goal is not None and goal - at < 6 and not words[at + 1].masked:
                dropped |= _dropped(words, at + 1, ("to", "auf", "zu", "zum", "zur"))
    return dropped - {"alt", "old", "eig"}


def _deny_at(words: Sequence[Word], at: int) -> None:
    """Mark what one negation denies: what follows it, or with "no longer", "nicht" all of its part of the sentence."""
    word = words[at]
    part = [other for other in words if other.segment == word.segment]
    following = [other for other in part if other.at > at]
    longer = any(other.key in w.LONGER for other in words[at + 1 : at + 6] if other.clause == word.clause)
    contrast = at > 0 and words[at - 1].segment != word.segment and words[at - 1].clause == word.clause  # ", nicht am 16."
    scope = part
    if not longer and word.key in _NOUN_NEGATION:
        end = next((n for n, other in enumerate(following) if n and other.key in w.PLACES), len(following))
        scope = following[:end]
    elif not longer and (word.key in _FOLLOWING or (contrast and word.key in ("not", "nicht"))):
        scope = following
    for other in scope:
        other.denied = True


_FOLLOWING = frozenset("not never cannot can't don't doesn't isn't aren't won't".split())
_NOUN_NEGATION = frozenset("no without ohne kein keine keinen keinem keiner keines neither weder".split())


def _dropped(words: Sequence[Word], start: int, ends: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for other in words[start : start + 6]:
        if other.segment != words[start - 1].segment or (found and other.key in (ends or w.PLACES)) or len(found) > 2:
            break
        if other.counts:
            if not ends and found and not other.proper:
                break
            found.add(other.stem)
            other.denied = True
    return found
