"""Ask the index for the compounds of a question's words, and for the parts of its compounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from dayleaf.core.recall.clue import Clue
from dayleaf.core.recall.query import Way
from dayleaf.core.terms import compounds_of, edges, possible_parts, split_compound
from dayleaf.ports import Index

MOST_COMPOUNDS = 200
"""Terms looked at for each edge of a word."""

COMPOUND, PART = 0.6, 0.5
"""What a compound counts beside the word itself, and a part of a compound beside the whole."""

MOST_WORDS = 8
"""Words of a question that are looked up this way; a longer text says enough without."""

COMMON = 200
"""A word in more rows than this is found well enough: its compounds and parts would only add noise and time."""


def with_compounds(index: Index, clues: Sequence[Clue], frequencies: dict[str, int]) -> tuple[Clue, ...]:
    """The clues, and behind them one for the compounds of each word and one for each part of a compound.

    `frequencies` gains the terms that are looked up.
    """

    @cache
    def known(term: str) -> bool:
        if term not in frequencies:
            frequencies.update(index.frequencies([term]))
        return frequencies[term] > 0

    words = [clue for clue in clues if clue.way is Way.LEXICAL and not clue.beside and clue.label.isalpha() and edges(clue.label)]
    rare = [clue for clue in words if sum(frequencies.get(term, 0) for term in clue.terms) <= COMMON][:MOST_WORDS]
    taken = {term for clue in clues for term in clue.terms}
    added = []
    for clue in rare:
        found = (*_wholes(index, clue, frequencies, known), *_parts(index, clue, frequencies))
        added += [one for one in found if not taken.issuperset(one.terms)]
        taken.update(term for one in added for term in one.terms)
    return (*clues, *added)


def _wholes(index: Index, clue: Clue, frequencies: dict[str, int], known: Callable[[str], bool]) -> Iterator[Clue]:
    place = edges(clue.label)
    if place is None:
        return
    begins = index.vocabulary(place.prefix, place.prefix + "\uffff", MOST_COMPOUNDS)
    ends = index.endings(place.suffix, MOST_COMPOUNDS)
    counted = {term: rows for term, rows in (*begins, *ends) if term not in clue.terms}
    frequencies.update(counted)
    found = compounds_of(clue.label, counted, known)
    if found:
        yield clue._replace(terms=tuple(found), exact="", share=clue.share * COMPOUND, beside=True)


def _parts(index: Index, clue: Clue, frequencies: dict[str, int]) -> Iterator[Clue]:
    asked = [term for term in possible_parts(clue.label) if term not in frequencies]
    if asked:
        frequencies.update(index.frequencies(asked))
    for part in split_compound(clue.label, lambda term: frequencies.get(term, 0) > 0):
        yield clue._replace(terms=(part,), exact="", share=clue.share * PART, beside=True)
