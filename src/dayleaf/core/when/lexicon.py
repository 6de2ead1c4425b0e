"""The words of time: spelling → class and value, one table per language.

A class is one character; the grammar is written over them:

    w weekday   j weekday, ambiguous ("sun", "do")      m month     r month, ambiguous in small letters ("may", "march")
    n number    o ordinal   1 "a", "ein"                y year of four digits       # numeric date without a year
    u calendar unit         h hours, minutes            D a day or unit by its name ("yesterday", "Vorjahr")
    c part of a day         J "now"                     S season    H feast         q quarter or half-year ("Q3")
    K "KW"     I its number                  V part of a unit ("Jahresende")         X decade
    L last  N next  T this  B the one before last       O the one after next
    a ago   v "vor" (ago or before)    F hence          i in        p other prepositions            d articles    g of
    f from  z between       t to        & and           s since     U until         b before        A after
    ~ around                k early, mid, late          l start, end (needs "of")   e earlier, later, rest of
    E to date   + or later   < or earlier   C clock
    > "more than", "less than"                       G weekdays in the plural       @ "closest"
    P day   W week  M month Y year  Q other period (what the rules make of them)    R finished
    , comma   - dash   / slash   . any other mark       x any other word
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from dayleaf.core.when import words_de, words_en


class Lexicon(NamedTuple):
    """What a language's words mean.

    Attributes:
        words: spelling (case folded) → class and value.
        phrases: first word → the words that may follow it, with class and value, longest first.
        ahead: words that make a sentence look ahead.
    """

    words: Mapping[str, tuple[str, object]]
    phrases: Mapping[str, list[tuple[tuple[str, ...], str, object]]]
    ahead: frozenset[str]


@cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon of "en" or "de"."""
    source = words_de if lang == "de" else words_en
    words: dict[str, tuple[str, object]] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], str, object]]] = {}
    for spelling, entry in source.entries():
        first, *rest = spelling.split()
        if rest:
            phrases.setdefault(first, []).append((tuple(rest), *entry))
        else:
            words[spelling] = entry
    for choices in phrases.values():
        choices.sort(key=lambda choice: -len(choice[0]))
    return Lexicon(words, phrases, frozenset(source.AHEAD.split()))
