"""Who is named: the spellings of known entities in a sentence, and capitalised names that nobody introduced but the logs keep using."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from dayleaf.core.derive import words as w
from dayleaf.core.page.grammar import mention_of
from dayleaf.core.regex import regex

SEEN = 2
"""Sentences that must use a name in their middle before it counts as one."""

LOOKED_AT = 60
"""Passages that are looked at to find them."""

_FIRST = regex(r"[\w.+#&'’-]+")
_CAPITAL = regex(
    r"(?:(?:Frau|Herr|Dr\.|Mr\.?|Mrs\.?|Ms\.?|Prof\.) )?[A-ZÄÖÜ][\w-]*[a-zäöüß][\w-]*"
    r"(?: (?:(?:von|van|de) )?[A-ZÄÖÜ][\w-]*[a-zäöüß][\w-]*){0,2}"
)
_TITLE = regex(r"(?:Frau|Herr|Dr\.|Mr\.?|Mrs\.?|Ms\.?|Prof\.) ")


class Named(NamedTuple):
    """A name where it stands: offsets of characters, end exclusive, and the mention that means it."""

    start: int
    end: int
    mention: str


class Names:
    """The names a memory knows.

    Args:
        known: spelling → the mention that means it; spellings are taken literally, but for capitals.
        passages: the narrative that holds a word; evidence for names that are not known.
    """

    def __init__(self, known: Mapping[str, str], passages: Callable[[str], Iterable[str]] = lambda _: ()) -> None:
        self._by_first: dict[str, list[tuple[str, str]]] = {}
        for spelling, mention in known.items():
            if first := _FIRST.match(spelling):
                self._by_first.setdefault(first[0].casefold(), []).append((spelling, mention))
        for spellings in self._by_first.values():
            spellings.sort(key=lambda pair: -len(pair[0]))
        self._passages = passages
        self._proved: dict[tuple[str, bool], bool] = {}

    def at(self, text: str, start: int, *, german: bool) -> Named | None:
        """The name that begins here: the longest known one, else a capitalised one with evidence."""
        return self._known_at(text, start) or self._seen_at(text, start, german=german)

    def within(self, text: str) -> list[Named]:
        """Every known name of a text, in order."""
        found: list[Named] = []
        for word in _FIRST.finditer(text):
            if (not found or word.start() >= found[-1].end) and (named := self._known_at(text, word.start())):
                found.append(named)
        return found

    def _known_at(self, text: str, start: int) -> Named | None:
        word = _FIRST.match(text, start)
        if word is None:
            return None
        firsts = dict.fromkeys((word[0], word[0].rstrip(".'’-"), word[0].replace("’", "'").partition("'")[0]))
        options = [pair for first in firsts for pair in self._by_first.get(first.casefold(), ())]
        for spelling, mention in options:
            end = start + len(spelling)
            if _same(text[start:end], spelling) and _ends(text, end):
                return Named(start, end, mention)
        return None

    def _seen_at(self, text: str, start: int, *, german: bool) -> Named | None:
        found = _CAPITAL.match(text, start)
        if found is None:
            return None
        parts = found[0].split(" ")
        while parts:
            name = " ".join(parts)
            end = start + len(name)
            if _ends(text, end) and parts[0].casefold() not in w.NO_NAMES - {"frau", "herr"} and not _TITLE.fullmatch(name + " "):
                if len(parts) == 1 and parts[0].casefold() in w.NO_NAMES:
                    return None
                if self._proves(name, german=german):
                    return Named(start, end, mention_of(name))
            parts.pop()
        return None

    def _proves(self, name: str, *, german: bool) -> bool:
        if (name, german) not in self._proved:
            rest = _TITLE.sub("", name)
            passages = list(self._passages(rest.split(" ")[0]))[:LOOKED_AT]
            self._proved[name, german] = is_used_as_name(name, passages, german=german)
        return self._proved[name, german]


def is_used_as_name(name: str, passages: Iterable[str], *, german: bool) -> bool:
    """Whether the logs use a capitalised word as a name.

    In the middle of at least `SEEN` sentences, never in small letters, never behind an article; in German, where every noun is
    capitalised, besides at least `SEEN` times as one who does what persons do, or always behind a title.
    """
    middle = acts = 0
    titled = bool(_TITLE.match(name))
    small = name.casefold()
    for text in dict.fromkeys(passages):
        at = text.find(name)
        if small != name and _standing(text, small):
            return False
        while at >= 0:
            end = at + len(name)
            if _ends(text, end) and (at == 0 or not (text[at - 1].isalnum() or text[at - 1] in "-@#")):
                before, after = text[:at].rstrip(), _FIRST.match(text, end + 1)
                previous = before.rsplit(None, 1)[-1].casefold().lstrip("(") if before else ""
                if previous in w.DETERMINERS:
                    return False
                middle += bool(before) and before[-1] not in '.!?:;-*#"“„(' and "\n" not in text[len(before) : at]
                acts += after is not None and after[0] in w.PERSONS_DO
            at = text.find(name, end)
    return middle >= SEEN and (not german or titled or acts >= SEEN)


def _standing(text: str, word: str) -> bool:
    at = text.find(word)
    return at >= 0 and (at == 0 or not text[at - 1].isalnum()) and _ends(text, at + len(word))


def _same(text: str, spelling: str) -> bool:
    """Whether a text is this spelling: as written, or with other capitals if it has one; a blank may stand for a hyphen."""
    if text == spelling:
        return True
    return text.casefold() == spelling.casefold() and text[:1].isupper()


def _ends(text: str, end: int) -> bool:
    """Whether a name may end here: no letter follows, no hyphen that goes on, no genitive."""
    if end > len(text):
        return False
    rest = text[end : end + 2]
    return not rest or not (rest[0].isalnum() or rest[0] in "_@" or (rest[0] in "-./" and rest[1:].isalnum()))
