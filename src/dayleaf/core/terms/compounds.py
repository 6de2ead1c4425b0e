"""German compounds, judged by the words an index knows: a whole finds its parts, a part the wholes that hold it.

Nothing here holds a dictionary; the index's own vocabulary is one. A long word of a query is split into parts the index knows;
for a shorter one the index is asked which terms begin or end with it, and this module says which of those are compounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from dayleaf.core.regex import regex
from dayleaf.core.terms.fold import fold, umlauts
from dayleaf.core.terms.german import german, snowball
from dayleaf.core.terms.stop import STOP

SHORTEST_WHOLE = 8
"""Letters a word needs to be taken for a compound (Radweg has six, but with parts this short chance finds too many)."""

SHORTEST_PART = 3
_LONGEST_WHOLE = 40
_SAFE_PART = 5  # a part this long hardly ever stands inside another word by chance

# What joins the parts, the longest first; -ungs, -heits and the like belong to a first part whose stem has lost the ending.
_JOINTS = ("erungs", "ungs", "heits", "keits", "ions", "tats", "ens", "es", "en", "er", "s", "n", "e", "")
_LINKS = ("s", "n", "en", "es", "er", "e", "ens")

# What stands before or behind a stem and makes no compound of it: prefixes of verbs and nouns, endings that derive.
_PREFIXES = frozenset(
    """ab an auf aus be bei da dar durch ein ent er erz fort ge her hin hinter in kon miss mit nach ob re um un unter ur ver vor weg
wider wieder zer zu zuruck zusammen uber vorbei bewerb besch verb entf""".split()
)
_ENDINGS = regex(
    r"(?:e?n?s?)?(?:ung|ungen|heit|keit|igkeit|lich|isch|haft|schaft|bar|sam|los|tum|nis|chen|lein|erin|erinn|innen|ling|ieren|ier|iert|"
    r"end|ern|eln|est|ig|st|te|ion|tion|ation|ant|ent|ismus|ist|itat|ment|ier|ikum|er|in|el|or|us|um|al|iv|ell|ig|or|ik|atik|isier)(?:e[mnrs]?)?"
)
_VOWEL = regex(r"[aeiouy]")
# Groups of consonants a German word begins with; a part that begins otherwise was cut at the wrong place.
_ONSET = regex(
    r"(?:[bpgk][lr]|[bdfgptk]r|d|fl|[gk]n|kn|pf[lr]?|ps|qu|sch[lmnrw]?|s[tpck]r?|spl|skl|schr|tsch|th|chr?|ph|zw|v[lr]|wr|[bcdfghjklmnpqrstvwxz])?[aeiouy]"
)


class Edges(NamedTuple):
    """What to look up in the index's vocabulary for one word: terms that begin with `prefix`, terms that end with `suffix`."""

    prefix: str
    suffix: str


def edges(word: str) -> Edges | None:
    """Where compounds of this word would be found, or None for a word too short, too long, of no letters, or a stop word."""
    plain = _plain(word)
    if not plain or len(plain) < SHORTEST_PART or plain in STOP:
        return None
    prefix, suffix = snowball(plain), german(plain)
    return Edges(prefix, suffix) if min(len(prefix), len(suffix)) >= SHORTEST_PART else None


def _plain(word: str) -> str:
    """Folded letters of a word, hyphens closed up; empty if it has others or no length a word has."""
    plain = umlauts(fold(word).replace("-", ""))
    return plain if plain.isascii() and plain.isalpha() and len(plain) <= _LONGEST_WHOLE else ""


def compounds_of(word: str, vocabulary: Iterable[str], known: Callable[[str], bool]) -> list[str]:
    """Which of these terms are compounds with this word as a part; those it ends come first, then the shorter.

    `vocabulary` is what the index holds at the word's `edges` (or holding its prefix anywhere:
    then middle parts are found as well); `known` tells whether a term stands in the index at all.
    A short part is trusted only if the rest of the compound is a word of the index as well.
    """
    place = edges(word)
    if place is None:
        return []
    found = []
    for term in set(vocabulary):
        if len(term) < SHORTEST_WHOLE - 2 or not term.isascii() or not term.isalpha():
            continue
        if _ends(term, place.suffix, known):
            found.append((0, len(term), term))
        elif _begins(term, place.prefix, known) or _holds(term, place.prefix, known):
            found.append((1, len(term), term))
    return [term for _, _, term in sorted(found)]


def _ends(term: str, suffix: str, known: Callable[[str], bool]) -> bool:
    """Strassenbahnhaltestell ends with haltestell; verkauf does not end with kauf in this sense, nor schlampe with lampe."""
    head = term.removesuffix(suffix)
    if head == term or len(head) < SHORTEST_PART or head in _PREFIXES or not _VOWEL.search(head) or not _ONSET.match(suffix):
        return False
    if len(suffix) >= _SAFE_PART and len(head) >= _SAFE_PART - 1 and not _is_prefixed(head):
        return True
    return any(known(part) for part in _unjoined(head))


def _begins(term: str, prefix: str, known: Callable[[str], bool]) -> bool:
    """Lichtmaschinenreparatur begins with lichtmaschin; automatik does not begin with auto in this sense, nor landung with land."""
    if not term.startswith(prefix):
        return False
    for joint in _JOINTS:
        rest = term[len(prefix) :].removeprefix(joint) if term.startswith(joint, len(prefix)) else ""
        if len(rest) < SHORTEST_PART or _ENDINGS.fullmatch(rest) or not _VOWEL.search(rest) or not _ONSET.match(rest):
            continue
        if known(rest) or known(german(rest)):
            return True
        if len(prefix) >= _SAFE_PART and len(rest) >= _SAFE_PART and not _ENDINGS.fullmatch(term[len(prefix) :]):
            return True
    return False


def _holds(term: str, prefix: str, known: Callable[[str], bool]) -> bool:
    """Strassenbahnhaltestell holds bahn; here what stands before must be a known word, and what follows as in `_begins`."""
    at = term.find(prefix, SHORTEST_PART)
    return (
        at > 0
        and len(prefix) > SHORTEST_PART
        and _ONSET.match(prefix) is not None
        and any(known(part) for part in _unjoined(term[:at]))
        and _begins(term[at:], prefix, known)
    )


def _is_prefixed(head: str) -> bool:
    """Whether a head is nothing but prefixes, as in wiederver-kauf."""
    return any(head[:cut] in _PREFIXES and head[cut:] in _PREFIXES for cut in range(2, len(head) - 1))


def _unjoined(part: str) -> list[str]:
    """The terms a first part may stand for, with and without what joins it to the next."""
    spelled = [part, *(part.removesuffix(link) for link in _LINKS if part.endswith(link) and len(part) - len(link) >= SHORTEST_PART)]
    return list(dict.fromkeys(german(word) for word in spelled))


@lru_cache(2048)  # the same words are asked for again
def possible_parts(word: str) -> tuple[str, ...]:
    """Every term that may be a part of this word: what to ask the index for, in one call, before `split_compound`."""
    plain = _plain(word)
    if len(plain) < SHORTEST_WHOLE:
        return ()
    spans = (plain[first:last] for first in range(len(plain) - 2) for last in range(first + SHORTEST_PART, len(plain) + 1))
    fit = (span for span in spans if len(span) < len(plain) - 2 and _may_be_part(span))
    return tuple(dict.fromkeys(term for span in fit for term in _unjoined(span)))


def _may_be_part(span: str) -> bool:
    return span not in STOP and span not in _PREFIXES and _VOWEL.search(span) is not None and _ONSET.match(span) is not None


def split_compound(word: str, known: Callable[[str], bool]) -> tuple[str, ...]:
    """The parts of a compound as terms, in order, each known; empty if it has no such parts.

    The best split leaves fewest letters unexplained, then has fewest parts. At most one unknown part (at least four letters) is
    tolerated, beside a known one of at least five: the index need not hold every word to show what a word is made of.
    """
    plain = _plain(word)
    if len(plain) < SHORTEST_WHOLE:
        return ()
    whole = german(plain)  # the word's own term may be its beginning, which is no part of it
    best = _splits(plain, 0, lambda term: term != whole and known(term), {})
    if best is None or not best[2] or (len(best[2]) == 1 and best[0] == 0):
        return ()
    return best[2]


_Split = tuple[int, int, tuple[str, ...]]


def _splits(word: str, first: int, known: Callable[[str], bool], memo: dict[int, _Split | None]) -> _Split | None:
    """The best split of the word from `first` on: unexplained letters, parts, the known terms."""
    if first == len(word):
        return (0, 0, ())
    if first in memo:
        return memo[first]
    found: list[_Split] = []
    for last in range(first + SHORTEST_PART, len(word) + 1):
        span = word[first:last]
        if (first, last) == (0, len(word)) or not _may_be_part(span):
            continue
        rest = _splits(word, last, known, memo)
        if rest is None:
            continue
        term = next((term for term in (_unjoined(span) if last < len(word) else [german(span)]) if known(term)), None)
        if term is not None:
            found.append((rest[0], rest[1] + 1, (term, *rest[2])))
        elif rest[0] == 0 and len(span) > SHORTEST_PART and (last == len(word) or any(len(part) >= _SAFE_PART for part in rest[2])):
            found.append((len(span), rest[1] + 1, rest[2]))
    memo[first] = min(found, default=None)
    return memo[first]
