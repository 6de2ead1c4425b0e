"""Turn text into terms for the index and into probes for a query, by one and the same analysis of words."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, pairwise
from typing import NamedTuple

import Stemmer

from dayleaf.core.fact import Fact
from dayleaf.core.languages import Further
from dayleaf.core.terms.cut import aliases, cut, is_spaceless, number, parts
from dayleaf.core.terms.english import english
from dayleaf.core.terms.fold import fold, spelling, tidy, umlauts
from dayleaf.core.terms.further import function_words, further_terms, is_word, spoken, unelided
from dayleaf.core.terms.german import german
from dayleaf.core.terms.stop import EITHER, ENGLISH, FRAME, GERMAN, STOP, Language, language

ANALYSIS_VERSION = 2
"""Raised with every change that gives any text other terms."""

ANALYSIS_IDENTITY = f"{ANALYSIS_VERSION}/{Stemmer.version()}"
"""What an index must have been built with to be searched: our version and the stemmers', which change between releases."""

LONGEST = 128
"""Characters of a term: a SHA-512 in hexadecimal fits; of a longer piece its beginning is the term, on both sides."""

_CACHED = 50_000  # words for each language: some 30 MB in all when full; more than the vocabulary of ordinary notes
_PART_WEIGHT = 0.5  # what a part of an identifier counts beside the whole
_FRAME_WEIGHT = 0.4  # "tell", "happened", "weißt": they say that something is asked, not what
_STOP_WEIGHT = 0.1
_MOST_PROBES = 1000  # a query may be a whole message, or a megabyte by mistake; what comes later is not asked for
_KANA_WEIGHT = 0.4  # a pair of hiragana is mostly grammar; Han, katakana and Hangul carry names and things
_MIXED_WEIGHT = 0.7

_memo: dict[Language, dict[str, tuple[str, ...]]] = {"en": {}, "de": {}, "": {}}
_further_memo: dict[tuple[str, Further], dict[str, tuple[str, ...]]] = {}


class Probe(NamedTuple):
    """One thing a query asks for.

    Attributes:
        word: as it stands in the query.
        exact: its spelling, NFKC and case folded, diacritics kept; what `occurrences` looks for.
        alternatives: the terms that mean it, at least one, best first; a row with any of them has the word.
        weight: how much it can tell, above 0 to 1: an identifier's parts, question frames and stop words tell less.
        stop: whether it is a stop word beside others that are not; alone, a stop word counts like any word.
    """

    word: str
    exact: str
    alternatives: tuple[str, ...]
    weight: float = 1.0
    stop: bool = False


def terms(text: str, further: Further = ()) -> list[str]:
    """The terms a text is found by, in order, repeats kept; `further` names languages it may be in beside English and German.

    A word gives one term, or two where English and German stems differ and its language is open; an identifier
    also its parts; a stop word one of a name space of its own (`~the`). No term holds white space, a quotation mark
    or a control character, none is longer than `LONGEST`.
    """
    pieces = cut(tidy(text))
    if further:
        tongue = spoken(pieces, further)
        memo = _further_memo.setdefault((tongue, further), {})
    else:
        memo = _memo[tongue := language(pieces)]
    try:
        return list(chain.from_iterable(map(memo.__getitem__, pieces)))
    except KeyError:
        pass  # a word not met lately, or a run without spaces
    known = memo.get
    found: list[str] = []
    seen: set[str] = set()
    for piece in pieces:
        have = known(piece)
        if have is None:
            if is_spaceless(piece):
                have = _pairs(piece, seen)
            else:
                have = _further_terms_of(piece, tongue, further) if further else _terms_of(piece, tongue)
                _remember(memo, piece, have)
        found += have
    return found


def _remember(memo: dict[str, tuple[str, ...]], piece: str, have: tuple[str, ...]) -> None:
    if len(memo) >= _CACHED:
        memo.clear()
    if len(piece) <= LONGEST:
        memo[piece] = have


def _pairs(run: str, seen: set[str]) -> tuple[str, ...]:
    """Overlapping pairs of a run, and each character once a text, so that words of one character are found too."""
    run = spelling(run)
    single = [letter for letter in dict.fromkeys(run) if letter not in seen]
    seen.update(single)
    return (*map("".join, pairwise(run)), *single)


def _further_terms_of(piece: str, tongue: str, further: Further) -> tuple[str, ...]:
    """A word of a text surely in one of the further languages has that language's terms; of an open text, every language's."""
    codes = (tongue,) if tongue in further else () if tongue else further
    words = [piece] if is_word(piece) else [part for part in parts(_bare(piece)) if is_word(part)]
    mine = [term[:LONGEST] for code in codes for word in words for term in further_terms(word, code)]
    own = () if tongue in further and is_word(piece) else _terms_of(piece, tongue)
    return tuple(dict.fromkeys((*own, *mine)))


def _terms_of(piece: str, tongue: str) -> tuple[str, ...]:
    word = fold(piece)
    if word.isalpha() and (piece[1:].islower() or word == piece or piece.isupper()):
        return _word_terms(piece, word, tongue)
    return tuple(dict.fromkeys([*_whole(piece, word), *(term for part in parts(_bare(piece)) for term in _part_terms(part, tongue))]))


def _part_terms(part: str, tongue: str) -> tuple[str, ...]:
    word = fold(part)
    return _word_terms(part, word, tongue) if word.isalpha() else (word[:LONGEST],) if any(map(str.isalnum, word)) else ()


def _word_terms(piece: str, word: str, tongue: str) -> tuple[str, ...]:
    """The index's terms of a word of letters: both stems, unless the text's language and the word's looks agree on one."""
    exact = spelling(piece)
    if exact in STOP:
        return (word,) if exact in EITHER or _is_acronym(piece) else ("~" + umlauts(word),)
    if len(word) > LONGEST:
        return (word[:LONGEST],)
    if tongue == "en" and piece.islower() and piece.isascii() and umlauts(word) == word:
        return (english(word),)
    if tongue == "de" and not word.endswith(("ing", "ed", "ies")):
        return (german(word),)
    return tuple(dict.fromkeys((german(word), english(word))))


def _is_acronym(piece: str) -> bool:
    """WHO, IT, US, ODER: in capitals a stop word may be a name."""
    return len(piece) > 1 and piece.isupper()


def _bare(piece: str) -> str:
    """A piece without its apostrophe's ending: Andy's is Andy, we'll is we; don't and rock'n'roll stay whole."""
    head, mark, tail = piece.rpartition("'")
    return head if mark and tail.lower() in {"s", "ll", "re", "ve", "d", "m"} else piece


def _whole(piece: str, word: str) -> list[str]:
    """The terms of an identifier as a whole: spelling variants of one number, one hyphenated word, one version meet."""
    if figure := number(word):
        return [figure[:LONGEST]]
    bare = _bare(word).replace("'", "")
    if bare.isalpha():  # Andy's, don't, L'Oréal
        return list(_word_terms(_bare(piece).replace("'", ""), bare, "")) if bare else []
    plain = bare.replace("-", "")
    if plain.isalpha():  # foo-bar, E-Mail, Bluetooth-Kopfhörer: the word written in one
        return list(_word_terms(plain, plain, "de")) if len(plain) < LONGEST else [plain[:LONGEST]]
    if not any(map(str.isalnum, bare)):
        return [bare] if len(bare) == 1 and bare > "\u2000" else []  # a pictograph; not marks or underscores alone
    return [alias[:LONGEST] for alias in (bare.strip("_") or bare, *aliases(bare))]


def probes(text: str, further: Further = ()) -> list[Probe]:
    """What a query asks for, in order, each thing once, at most about a thousand things; `further` as of the texts it is asked of.

    Empty only if the text has no letter, digit or pictograph. Every alternative is a term that `terms` may give for the word in a
    text of any language.
    """
    pieces = cut(tidy(text))
    tongue = spoken(pieces, further) if further else language(pieces)
    loud = text.isupper()
    found: dict[str, Probe] = {}
    for at, piece in enumerate(pieces):
        if len(found) >= _MOST_PROBES:
            break
        own = _probes_of(piece, tongue, named=at > 0 and not loud)
        for probe in _further_probes(piece, own, tongue, further) if further else own:
            if probe.exact not in found or found[probe.exact].weight < probe.weight:
                found[probe.exact] = probe
    chosen = list(found.values())
    if all(probe.stop for probe in chosen):
        return [Probe(probe.word, probe.exact, probe.alternatives) for probe in chosen]
    return chosen


def language_of(text: str) -> Language:
    """The language of a text from its function words, or "" when they do not tell."""
    return language(cut(tidy(text)))


def says_nothing(text: str, further: Further = ()) -> bool:
    """Whether a text has words only that ask or join ("what about it?", "kannst du mir das sagen?"), but mean nothing by themselves.

    A word in capitals is a name ("The WHO"), unless all are; one word alone says nothing only if it can be no other word.
    """
    pieces = [piece for piece in cut(tidy(text)) if any(map(str.isalnum, piece))]
    if len(pieces) == 1:
        return pieces[0].islower() and spelling(pieces[0]) in STOP - EITHER
    loud, empty = text.isupper(), (STOP | FRAME).union(*map(function_words, further))
    return bool(pieces) and all(spelling(piece) in empty and (loud or not _is_acronym(piece)) for piece in pieces)


def _further_probes(piece: str, own: list[Probe], tongue: str, further: Further) -> list[Probe]:
    """The probes of a piece, its words looked up by the terms of every further language too; in the question's own, that decides."""
    if is_spaceless(piece):
        return own
    codes = sorted(further, key=lambda code: code != tongue)
    if tongue not in further or not is_word(piece):
        return [
            probe._replace(alternatives=tuple(dict.fromkeys((*probe.alternatives, *_in_all(probe.word, codes)))))
            if is_word(probe.word)
            else probe
            for probe in own
        ]
    exact = unelided(spelling(piece), tongue)
    stop = exact in function_words(tongue)
    alternatives = dict.fromkeys((*_in_all(piece, codes), *(term for probe in own for term in probe.alternatives)))
    return [Probe(piece, exact, tuple(alternatives), _STOP_WEIGHT if stop else 1.0, stop)]


def _in_all(word: str, codes: Collection[str]) -> list[str]:
    return [term[:LONGEST] for code in codes for term in further_terms(word, code)]


def _probes_of(piece: str, tongue: str, *, named: bool) -> list[Probe]:
    if is_spaceless(piece):
        return _pair_probes(spelling(piece[:_MOST_PROBES]))
    word = fold(piece)
    if word.isalpha() and (piece[1:].islower() or word == piece or piece.isupper()):
        return [_word_probe(piece, word, tongue, named=named)]
    bare = _bare(piece)
    whole = _whole(piece, word)
    joined = bare.replace("'", "").replace("-", "")
    ahead = [Probe(piece, spelling(bare), tuple(whole))] if whole else []
    if joined.isalpha():
        first = _word_probe(joined, fold(joined), tongue, named=named)
        ahead = [Probe(piece, spelling(bare), tuple(dict.fromkeys((*whole, *first.alternatives))), first.weight, first.stop)]
    inner = [part for part in parts(bare) if any(map(str.isalnum, part))]
    return ahead + [_weaker(_word_probe(part, fold(part), tongue, named=True)) for part in inner]


def _weaker(probe: Probe) -> Probe:
    return Probe(probe.word, probe.exact, probe.alternatives, probe.weight * _PART_WEIGHT, probe.stop)


def _word_probe(piece: str, word: str, tongue: str, *, named: bool) -> Probe:
    exact = spelling(piece)
    if not word.isalpha() or len(word) > LONGEST:
        return Probe(piece, exact, (word[:LONGEST],))
    if exact in STOP:
        content = named and (_is_acronym(piece) or (exact in EITHER and not piece.islower()))
        mine = {"en": ENGLISH, "de": GERMAN}.get(tongue, STOP)
        stop = not content and (exact not in EITHER or exact in mine)
        hidden = () if exact in EITHER else ("~" + umlauts(word),)
        alternatives = (word, *hidden) if content else (*hidden, word)
        return Probe(piece, exact, alternatives, _STOP_WEIGHT if stop else 1.0, stop)
    stems = (english(word), german(word)) if tongue == "en" else (german(word), english(word))
    return Probe(piece, exact, tuple(dict.fromkeys(stems)), _FRAME_WEIGHT if exact in FRAME else 1.0)


def _pair_probes(run: str) -> list[Probe]:
    if len(run) == 1:
        return [Probe(run, run, (run,))]
    pairs = map("".join, pairwise(run))
    return [Probe(pair, pair, (pair,), _pair_weight(pair)) for pair in pairs]


def _pair_weight(pair: str) -> float:
    kana = sum("\u3041" <= letter <= "\u309f" for letter in pair)
    return (1.0, _MIXED_WEIGHT, _KANA_WEIGHT)[kana]


def searchable(fact: Fact) -> str:
    """The text a fact is found by: the names it mentions, its own text, the words of its category."""
    return "\n".join((*fact.entities, fact.text, *((fact.category,) if fact.category else ())))


def occurrences(text: str, exact: Collection[str]) -> set[str]:
    """Which of these exact spellings (`Probe.exact`) stand in the text as whole words; in scripts without spaces, anywhere."""
    return standing(spelling(text), exact)


def standing(spelled: str, exact: Collection[str]) -> set[str]:
    """The same in a text that is spelled already."""
    return {word for word in exact if word and word in spelled and _stands(spelled, word)}


def _stands(text: str, word: str) -> bool:
    """Whether the word stands somewhere with no letter or digit grown to either end of it."""
    if is_spaceless(word):
        return True
    at = text.find(word)
    while at >= 0:
        before = text[at - 1] if at else " "
        after = text[at + len(word)] if at + len(word) < len(text) else " "
        if not (before.isalnum() and word[0].isalnum() and not is_spaceless(before)) and not (
            after.isalnum() and word[-1].isalnum() and not is_spaceless(after)
        ):
            return True
        at = text.find(word, at + 1)
    return False
