"""What text becomes in the index, what a query asks for, and that the two meet."""

from __future__ import annotations

import datetime as dt
import itertools
import time
from pathlib import Path

import pytest

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.terms import Probe, compounds_of, edges, occurrences, possible_parts, probes, searchable, split_compound, terms
from dayleaf.core.terms.german import _VERBS, german

SPEC = Path(__file__).parents[1] / "spec"


def cases(name: str) -> list[object]:
    blocks = (SPEC / name).read_text("utf-8").split("\n\n")[1:]
    parted = [block.rstrip("\n").removesuffix("\n.").split("\n.\n") for block in blocks]
    return [pytest.param(text, expected.replace("(nothing)", ""), id=title.strip()) for title, text, expected in parted]


def found(query: str, text: str, further: tuple[str, ...] = ()) -> bool:
    """Whether any probe that is not set aside has a term of the text."""
    have = set(terms(text, further))
    return any(not have.isdisjoint(probe.alternatives) for probe in probes(query, further) if not probe.stop)


@pytest.mark.parametrize(("words", "verdict"), [*cases("terms-german.md"), *cases("terms-english.md")])
def test_words_meet_or_stay_apart(words: str, verdict: str) -> None:
    pairs = itertools.permutations(words.split(), 2)
    assert {pair: found(*pair) for pair in pairs if found(*pair) != (verdict == "meet")} == {}


@pytest.mark.parametrize(("words", "verdict"), cases("terms-further.md"))
def test_words_of_further_languages_meet_or_stay_apart(words: str, verdict: str) -> None:
    further = ("es", "fr", "it", "nl", "ru", "sv")
    pairs = itertools.permutations(words.split(), 2)
    assert {pair for pair in pairs if found(*pair, further) != (verdict == "meet")} == set()


@pytest.mark.parametrize(("text", "expected"), [*cases("terms-cjk.md"), *cases("terms-identifiers.md")])
def test_text_gives_terms(text: str, expected: str) -> None:
    assert terms(text) == expected.split()


@pytest.mark.parametrize(("text", "expected"), [*cases("terms-cjk.md"), *cases("terms-identifiers.md")])
def test_a_text_asked_for_finds_itself(text: str, expected: str) -> None:
    assert all(not set(expected.split()).isdisjoint(probe.alternatives) for probe in probes(text))


@pytest.mark.parametrize("base", [base for base, *_ in _VERBS])
def test_strong_forms_lead_to_the_stem_their_infinitive_has(base: str) -> None:
    assert base in {german(base + ending) for ending in ("", "en", "eren")}


@pytest.mark.parametrize("frame", ["{}", "We have met and {} is what they said about it.", "Wir haben das {} nicht und sie sind noch da."])
@pytest.mark.parametrize(
    "word", ["Platten", "running", "Kündigung", "Kuendigung", "v1.2.3", "the", "und", "US", "war", "Andy’s", "GB/s", "車"]
)
def test_a_word_is_found_in_a_text_of_any_language(word: str, frame: str) -> None:
    assert not set(terms(frame.format(word))).isdisjoint(probes(word)[0].alternatives)


def test_german_nouns_are_stemmed_in_an_english_note() -> None:
    assert found("Platte", "We have put the Platten into the rack.")
    assert found("Kündigung", "They have got the kuendigung from him.")


def test_english_text_gives_one_term_a_word() -> None:
    text = "When we were there, the committee decided about the invoices that had been running late."
    assert len(terms(text)) == len(text.split())


def test_stop_words_are_set_aside_unless_nothing_else_is_left() -> None:
    assert [probe.word for probe in probes("What is the plan for it?") if not probe.stop] == ["plan"]
    assert [(probe.word, probe.stop) for probe in probes("to be or not to be")] == [(w, False) for w in ("to", "be", "or", "not")]
    assert [(probe.word, probe.stop) for probe in probes("Was ist das?")] == [("Was", False), ("ist", False), ("das", False)]


def test_a_stop_word_of_one_language_is_a_word_of_the_other() -> None:
    assert "war" in {probe.word for probe in probes("Which war is that?") if not probe.stop}
    assert "war" not in {probe.word for probe in probes("Wann war das Konzert?") if not probe.stop}
    assert "Not" in {probe.word for probe in probes("Wer war in der Not?") if not probe.stop}


def test_only_the_exact_spelling_makes_a_stop_word() -> None:
    assert not found("schön", "schon")
    assert not found("Ware", "wäre")
    assert not found("uber", "über")


def test_an_acronym_is_no_stop_word() -> None:
    assert [probe.word for probe in probes("What is the US to the WHO?") if not probe.stop] == ["US", "WHO"]


def test_words_that_frame_a_question_tell_less() -> None:
    weight = {probe.word: probe.weight for probe in probes("Tell me what happened to warelay")}
    assert weight["warelay"] == 1 > weight["Tell"] == weight["happened"]


def test_an_identifier_is_asked_for_whole_and_in_parts() -> None:
    whole, *inner = probes("Downloads/transcripts")
    assert whole == Probe("Downloads/transcripts", "downloads/transcripts", ("downloads/transcripts",))
    assert [(probe.exact, probe.weight) for probe in inner] == [("downloads", 0.5), ("transcripts", 0.5)]


def test_a_thing_asked_for_twice_is_one_probe() -> None:
    assert [probe.exact for probe in probes("Lamp lamp LAMP")] == ["lamp"]


def test_hiragana_weighs_less_than_han() -> None:
    assert {probe.exact: probe.weight for probe in probes("東京です")} == {"東京": 1.0, "京で": 0.7, "です": 0.4}


@pytest.mark.parametrize("text", ["", " ", "?!", "\x00\x1f", "\ud800", "\u200b", "'", '"', "---", "\u0301"])
def test_nothing_to_ask_for(text: str) -> None:
    assert probes(text) == []


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "a/" * 500_000, "車" * 1_000_000, "a-b'c." * 200_000, "1,234" * 200_000, "\u0301" * 100_000]
)
def test_a_line_of_a_megabyte_takes_a_moment(text: str) -> None:
    start = time.process_time()
    assert max(map(len, terms(text)), default=0) <= 128
    probes(text)
    assert time.process_time() - start < 8


def test_searchable_joins_names_text_and_category() -> None:
    source = Source("bank/world.md", 3, 3)
    fact = Fact(Kind.WORLD, "Lives in Lisbon.", source, ("Peter", "The-Castle"), dt.date(2026, 1, 2), category="user/home")
    assert searchable(fact) == "Peter\nThe-Castle\nLives in Lisbon.\nuser/home"


def test_occurrences_are_whole_words_in_their_exact_spelling() -> None:
    text = "Die Kündigung für Andy’s C++-Kurs, ＧＢ/s und 東京タワー."
    asked = {"kündigung", "kundigung", "kündi", "andy", "c++", "kurs", "gb/s", "京タ", "für", "fur", ""}
    assert occurrences(text, asked) == {"kündigung", "andy", "c++", "kurs", "gb/s", "京タ", "für"}
    assert occurrences("foobar bar", ["bar"]) == {"bar"}
    assert occurrences("foobar", ["bar"]) == set()


VOCABULARY = frozenset(terms("Straße Bahn Haltestelle Sonne Reparatur Orgel Werkstatt Rad Weg Kosten Rathaus Schlüssel")) | frozenset(
    terms(
        "Straßenbahnhaltestelle Lichtmaschinenreparatur Sonntag Vertrag Landung Orgelbauwerkstatt Schlampe Verkauf Automatik Radweg Ratte"
    )
)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Straßenbahnhaltestelle", ("strass", "bahn", "haltestell")),
        ("Straßenbahn-Haltestelle", ("strass", "bahn", "haltestell")),
        ("Reparaturkosten", ("repar", "kost")),
        ("Rathausschlüssel", ("rathaus", "schlussel")),
        ("Lichtmaschinenreparatur", ("repar",)),
        ("Radweg", ()),  # too short: chance finds too much
        ("Automatik", ()),
        ("haltestelle", ()),  # a word is no part of itself
        ("x" * 300, ()),
        ("東京", ()),
        ("", ()),
    ],
)
def test_a_whole_finds_its_parts(word: str, parts: tuple[str, ...]) -> None:
    assert split_compound(word, VOCABULARY.__contains__) == parts
    assert set(parts) <= set(possible_parts(word))


@pytest.mark.parametrize(
    ("word", "wholes"),
    [
        ("Haltestelle", ["strassenbahnhaltestell"]),
        ("Straße", ["strassenbahnhaltestell"]),
        ("Straßen", ["strassenbahnhaltestell"]),
        ("Bahn", ["strassenbahnhaltestell"]),
        ("Reparaturen", ["lichtmaschinenrepar"]),
        ("Lichtmaschine", ["lichtmaschinenrepar", "lichtmaschinenreparatur"]),
        ("Werkstatt", ["orgelbauwerkstatt"]),
        ("Orgel", ["orgelbauwerkstatt"]),
        ("Weg", ["radweg"]),
        ("Tag", ["sonntag"]),
        ("Kauf", []),
        ("Trag", []),
        ("Lampe", []),
        ("Land", []),
        ("Auto", []),
        ("Rat", []),
        ("die", []),
        ("a", []),
    ],
)
def test_a_part_finds_its_wholes(word: str, wholes: list[str]) -> None:
    assert compounds_of(word, VOCABULARY, VOCABULARY.__contains__) == wholes


def test_edges_say_what_to_look_up() -> None:
    place = edges("Reparaturen")
    assert place is not None
    assert (place.prefix, place.suffix) == ("reparatur", "repar")
    assert edges("und") is None
    assert edges("v1.2") is None
