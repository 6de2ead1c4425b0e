"""Law: any text has terms and probes, and what a text holds is found by asking for it, whatever stands around it."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from dayleaf.core.terms import LONGEST, compounds_of, edges, occurrences, possible_parts, probes, split_compound, terms

_surrogates = st.characters(categories=("Cs",))
_pieces = st.sampled_from(
    ["don't", "C++", ".NET", "GB/s", "v1.2.3", "Größe", "the", "und", "WHO", "Will", "18.400,50", "a@b.de", "x_y", "camelCase", "東京", "ｶﾞ"]
)
_anything = st.one_of(
    st.text(), st.text(st.one_of(st.characters(), _surrogates)), st.lists(st.one_of(_pieces, st.text(max_size=6))).map(" ".join)
)
_german = st.text("abcdefghiklmnoprstuvwzäöüß", min_size=1, max_size=30)


def _is_clean(term: str) -> bool:
    return 0 < len(term) <= LONGEST and not any(c.isspace() or c == '"' or unicodedata.category(c) in {"Cc", "Cs"} for c in term)


@given(_anything)
def test_terms_are_clean(text: str) -> None:
    assert all(map(_is_clean, terms(text)))


@given(_anything)
def test_probes_are_clean_and_never_all_set_aside(text: str) -> None:
    asked = probes(text)
    assert all(probe.alternatives and all(map(_is_clean, probe.alternatives)) and 0 < probe.weight <= 1 for probe in asked)
    assert not asked or not all(probe.stop for probe in asked)
    assert bool(asked) == bool(terms(text))


@given(_anything)
def test_every_probe_of_a_text_has_a_term_in_it(text: str) -> None:
    for around in ("{}", "they have seen what was {} with us", "wir sind nicht mit der {} noch da", "Wer und why {} the"):
        have = set(terms(around.replace("{}", f" {text} ")))
        assert all(not have.isdisjoint(probe.alternatives) for probe in probes(text))


@given(_anything)
def test_case_and_composition_change_nothing(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))


@given(_anything, st.lists(st.text(max_size=4)))
def test_occurrences_are_among_those_asked_for(text: str, exact: list[str]) -> None:
    assert occurrences(text, exact) <= set(exact)


@settings(max_examples=60)
@given(_german, st.sets(_german, max_size=20))
def test_compounds_are_made_of_what_is_known(word: str, words: set[str]) -> None:
    vocabulary = {term for known in words for term in terms(known)}
    assert set(split_compound(word, vocabulary.__contains__)) <= vocabulary & set(possible_parts(word))
    assert set(compounds_of(word, vocabulary, vocabulary.__contains__)) <= vocabulary
    edges(word)
