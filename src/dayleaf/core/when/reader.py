"""A question or a note → the days it speaks of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from dayleaf.core.fact import TimeRange
from dayleaf.core.when import cjk
from dayleaf.core.when.cascade import Level, cascade
from dayleaf.core.when.glance import may_hold_date
from dayleaf.core.when.leftover import LEFT
from dayleaf.core.when.periods import INSIDE, PARTS, value_of
from dayleaf.core.when.points import POINTS
from dayleaf.core.when.ranges import DAYS, OPEN, RANGES, whole
from dayleaf.core.when.resolve import resolve
from dayleaf.core.when.scan import Token, scan
from dayleaf.core.when.short import short
from dayleaf.core.when.span import Scene, Span, Value
from dayleaf.core.when.words_cjk import scan_cjk
from dayleaf.core.when.words_de import LIKELY as LIKELY_DE
from dayleaf.core.when.words_en import LIKELY as LIKELY_EN

WHEN_VERSION = 2
"""Raised with every change that finds other days in any text: an index files facts under them."""


class Understood(NamedTuple):
    """The time expression of a question.

    Attributes:
        text: the words that say it.
        range: the days they mean.
        certain: False where one of several readings was chosen ("Monday", "May").
        tolerance_days: days either side within which the wording is still true ("around", "three weeks ago").
    """

    text: str
    range: TimeRange
    certain: bool = True
    tolerance_days: int = 0


class Found(NamedTuple):
    """A date inside a fact's text: where it stands (offsets of characters, end exclusive) and the days it means."""

    start_offset: int
    end_offset: int
    range: TimeRange
    certain: bool = True


LEVELS = (POINTS, DAYS, INSIDE, PARTS, LEFT, RANGES, OPEN)
FINAL = "PMWYQR"


_BARREN = frozenset("x.,-/pdigftz&sUbvAaF~n1LNTBOkleJC+<>@")
"""Classes that make no date by themselves; a sentence with nothing else needs no grammar."""


def parse(text: str, scene: Scene) -> list[list[Token]]:
    """The tokens of a text, sentence by sentence, with every date reduced to one token."""
    if scene.lang == "cjk":
        return [_reduce(scan_cjk(text), cjk.LEVELS, scene, text)]
    out = []
    for tokens in scan(text, scene.lang):
        if _BARREN.issuperset([token.cls for token in tokens]):
            out.append(tokens)
            continue
        ahead = any(token.value is True for token in tokens)
        out.append(_reduce(tokens, LEVELS, scene._replace(ahead=ahead) if ahead else scene, text))
    return out


def _reduce(tokens: list[Token], levels: Iterable[Level], scene: Scene, text: str) -> list[Token]:
    return [
        token._replace(value=resolve(token.value, scene) if isinstance(token.value, Value) else None) if token.cls in FINAL else token
        for token in cascade(tokens, levels, scene, text)
    ]


def languages(text: str, lang: str | None) -> Iterable[str]:
    """The languages to read a text in, best guess first; both when nothing speaks for one."""
    if not text.isascii() and any("\u3040" <= letter <= "\u9fff" for letter in text):
        return ("cjk",)
    if lang in ("en", "de"):
        return (lang,)
    words = set(text.lower().split())
    german = len(words & LIKELY_DE) + (0 if text.isascii() else 2 * sum(letter in text for letter in "äöüß"))
    english = len(words & LIKELY_EN)
    if german != english:
        return ("de",) if german > english else ("en",)
    return ("en", "de")


def understand(text: str, now: dt.datetime, lang: str | None = None) -> Understood | None:
    """The one time expression a question or an option means, or None if there is none.

    Args:
        text: a whole question ("Was war letzte Woche?") or a bare expression ("last week").
        now: the moment of asking; its date is today.
        lang: "en", "de", "zh" or "ja"; without it the language is guessed.
    """
    bare = text.strip().rstrip("?.!")
    days = short(bare, now.date())
    if days is not None:
        return Understood(bare, days)
    best: Understood | None = None
    for language in languages(text, lang):
        scene = Scene(now.date(), lang=language)
        for token in _alone([token for sentence in parse(text, scene) for token in sentence], scene):
            days = _range(token.value)
            if days is None or not isinstance(token.value, Span):
                continue
            words = text[token.start : token.end]
            if best is None or len(words) > len(best.text):
                best = Understood(words, days, token.value.certain, token.value.tolerance)
    return best


def _alone(tokens: list[Token], scene: Scene) -> list[Token]:
    """The dates among the tokens; where there are none, what means a date only when it is the whole text."""
    dates = [token for token in tokens if token.cls in FINAL]
    rest = [token for token in tokens if token.cls != "."]
    while len(rest) > 1 and rest[0].cls in "pdi":
        del rest[0]
    if dates or len(rest) != 1 or not whole(rest[0].cls, rest[0].value):
        return dates
    value = value_of(rest[0].cls, rest[0].value, scene)
    return [] if value is None else [rest[0]._replace(value=resolve(value, scene))]


def find(text: str, told: dt.date | None) -> list[Found]:
    """The dates inside a fact's text, in order.

    Relative words count from `told`, the day of the log; without it only dates that need no such day are found.
    """
    if not may_hold_date(text):
        return []
    best: list[Token] = []
    for language in languages(text, None):
        parsed = parse(text, Scene(told, log=True, lang=language))
        dates = [token for sentence in parsed for token in sentence if token.cls in FINAL and token.value is not None]
        if sum(token.end - token.start for token in dates) > sum(token.end - token.start for token in best):
            best = dates
    out = []
    for token in best:
        days = _range(token.value)
        if days is not None and isinstance(token.value, Span):
            out.append(Found(token.start, token.end, days, token.value.certain))
    return out


def _range(value: object) -> TimeRange | None:
    if not isinstance(value, Span) or (value.start is None and value.end is None):
        return None
    if value.start is not None and value.end is not None and value.end <= value.start:
        return None
    return TimeRange(value.start, value.end)
