"""The vocabulary: ids, places, days, names."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import (
    ID_LENGTH,
    LONGEST_SLUG,
    SLUG_BYTES,
    Entity,
    Fact,
    Kind,
    Source,
    TimeRange,
    digest_of_id,
    entity_key,
    id_of_digest,
    slug_of,
)
from dayleaf.core.page.grammar import mention_of, read_bullet

TEA = Fact(Kind.WORLD, "Likes tea.", Source("memory/2025-11-27.md", 4, 4), ("Peter",), dt.date(2025, 11, 27))
FIRST, LAST = dt.date.min, dt.date.max


# ------------------------------------------------------------------------------------------------------- kinds, ids


def test_each_typed_kind_has_a_letter_and_a_passage_has_none():
    assert {kind.letter: Kind.of_letter(kind.letter) for kind in Kind if kind.letter} == {
        "W": Kind.WORLD, "B": Kind.EXPERIENCE, "O": Kind.OPINION, "S": Kind.OBSERVATION,
    }  # fmt: skip
    assert (Kind.PASSAGE.letter, Kind.of_letter(""), Kind.of_letter("w")) == ("", None, None)


def test_a_fact_that_moves_keeps_its_id():
    moved = replace(TEA, source=Source("memory/2025-11-27-b.md", 90, 91), heading=("Else",), confidence=0.3, category="a/b")
    assert moved.id == TEA.id
    assert len(TEA.id) == ID_LENGTH


@pytest.mark.parametrize(
    "other",
    [
        replace(TEA, text="Likes tea"),
        replace(TEA, kind=Kind.OPINION),
        replace(TEA, entities=("Ada",)),
        replace(TEA, entities=()),
        replace(TEA, told=dt.date(2025, 11, 28)),
        replace(TEA, told=None),
    ],
)
def test_another_content_or_day_is_another_id(other):
    assert other.id != TEA.id


def test_how_accents_are_composed_is_no_difference():
    assert replace(TEA, text="Gro\u0308\u00dfe").id == replace(TEA, text="Gr\u00f6\u00dfe").id


def test_equal_facts_are_counted_from_two():
    assert [replace(TEA, ordinal=ordinal).id for ordinal in range(3)] == [TEA.id, f"{TEA.id}.2", f"{TEA.id}.3"]


def test_an_id_of_its_own_overrules_the_computed_one():
    assert replace(TEA, name="home", ordinal=3).id == "home"


@given(st.integers(0, 2**60 - 1), st.integers(0, 10**6))
def test_an_id_says_which_digest_it_stands_for(digest, ordinal):
    text = id_of_digest(digest) + (f".{ordinal + 1}" if ordinal else "")
    assert digest_of_id(text) == (digest, ordinal)


@pytest.mark.parametrize("tail", [".", ".0", ".1", ".01", ".-2", ".２", ".2.2", " ", "x", "." + "9" * 5000])
def test_what_no_fact_is_called_is_no_id(tail):
    assert digest_of_id("0123456789ab" + tail) is None


@given(st.text())
def test_any_text_may_be_asked_for_as_an_id(text):
    assert digest_of_id(text) is None or len(text) >= ID_LENGTH


# ------------------------------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    "source",
    [
        Source("memory/2025-11-27.md", 12, 12),
        Source("memory/2025-11-27.md", 12, 14),
        Source("bank/entities/Peter.md", 0, 0),
        Source("memory/a #1.md", 3, 3),
        Source("bank/entities/C#.md", 0, 0),
        Source("memory/#L3.md", 1, 2),
        Source("memory/a.md#L3.md", 1, 1),
        Source("memory/成語 ü.md", 1, 999_999_999),
        Source("notes.txt", 2, 2),
    ],
)
def test_a_citation_is_read_as_it_is_written(source):
    assert Source.parse(str(source)) == source


def test_the_second_l_may_be_left_out():
    assert Source.parse("a.md#L3-5") == Source("a.md", 3, 5)


@pytest.mark.parametrize(
    "text",
    ["", "#L3", "a.md#", "a.md#L", "a.md#L0", "a.md#L-3", "a.md#L3-", "a.md#L3-L2", "a.md#3", "a.md#L3x", "a.md#heading", "a#b", "a.md#L٣"],
)
def test_what_is_no_citation_is_refused_with_a_hint(text):
    with pytest.raises(UsageError) as refused:
        Source.parse(text)
    assert "path#L12" in refused.value.hint


@given(st.text())
def test_any_text_is_a_citation_or_refused(text):
    try:
        source = Source.parse(text)
    except UsageError:
        return
    assert Source.parse(str(source)) == source


def test_places_come_in_the_order_of_path_and_line():
    places = [Source("b.md", 1, 1), Source("a.md", 10, 10), Source("a.md", 9, 12), Source("a.md", 9, 9)]
    assert list(map(str, sorted(places))) == ["a.md#L9", "a.md#L9-L12", "a.md#L10", "b.md#L1"]


# ------------------------------------------------------------------------------------------------------- days


def test_the_end_of_a_range_is_not_in_it():
    week = TimeRange(dt.date(2025, 11, 24), dt.date(2025, 12, 1))
    assert dt.date(2025, 11, 24) in week
    assert dt.date(2025, 11, 30) in week
    assert dt.date(2025, 12, 1) not in week
    assert str(week) == "2025-11-24..2025-11-30"
    assert str(TimeRange.of_day(dt.date(2025, 11, 24))) == "2025-11-24"


@pytest.mark.parametrize(
    ("start", "end"), [(None, None), (LAST, LAST), (dt.date(2025, 1, 2), dt.date(2025, 1, 1)), (None, FIRST), (FIRST, FIRST)]
)
def test_a_range_without_a_day_is_none(start, end):
    with pytest.raises(UsageError):
        TimeRange(start, end)


@pytest.mark.parametrize(
    "range",
    [
        TimeRange.of_day(FIRST),
        TimeRange.of_day(LAST),
        TimeRange(FIRST, LAST),
        TimeRange(FIRST, None),
        TimeRange(LAST, None),
        TimeRange(None, LAST),
        TimeRange(None, FIRST + dt.timedelta(days=1)),
        TimeRange(dt.date(2025, 11, 1), None),
    ],
)
def test_a_range_is_read_back_from_a_bullet_to_the_ends_of_the_calendar(range):
    bullet = read_bullet(f"W(when={range}): Lives in Freiburg.")
    assert bullet is not None
    assert bullet.when == range


ranges = st.tuples(st.none() | st.dates(), st.none() | st.dates()).filter(
    lambda pair: pair != (None, None) and (pair[1] is None or (pair[0] or FIRST) < pair[1])
)


@given(ranges, ranges, st.dates())
def test_a_day_in_two_ranges_makes_them_overlap(one, other, day):
    a, b = TimeRange(*one), TimeRange(*other)
    assert a.overlaps(b) == b.overlaps(a)
    if day in a and day in b:
        assert a.overlaps(b)
    if a.overlaps(b):
        shared = max(a.start or FIRST, b.start or FIRST)
        assert shared in a
        assert shared in b


# ------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Peter", "Peter"),
        ("The Castle", "The-Castle"),
        ("  the -- castle!  ", "the-castle"),
        ("node.js", "node.js"),
        ("snake_case", "snake_case"),
        ("C++", "C++"),
        ("C#", "C-sharp"),
        ("C# 11", "C-sharp-11"),
        ("F#", "F-sharp"),
        ("issue#5", "issue-5"),
        ("#5", "5"),
        ("Disney+", "Disney+"),
        ("+1", "1"),
        ("salt + pepper", "salt-pepper"),
        ("O’Neil", "O-Neil"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("हिन्दी भाषा", "हिन्दी-भाषा"),
        ("தமிழ்", "தமிழ்"),
        ("ภาษาไทย", "ภาษาไทย"),
        ("עִבְרִית", "עִבְרִית"),
        ("日本", "日本"),
        ("../../etc/passwd", "etc-passwd"),
        ("...", "unnamed"),
        ("", "unnamed"),
    ],
)
def test_the_page_of_a_name(name, slug):
    assert slug_of(name) == slug


@pytest.mark.parametrize(
    "names",
    [
        ("The Castle", "the-castle", "THE  CASTLE", "The_Castle".replace("_", "-"), "@The-Castle"),
        ("Straße", "STRASSE", "strasse"),
        ("Zo\u00eb", "zoe\u0308", "ZOË"),
        ("C#", "c-sharp"),
    ],
)
def test_spellings_of_one_entity(names):
    assert len({entity_key(name) for name in names}) == 1


@pytest.mark.parametrize(
    "names", [("C", "C++", "C#", "C--x"), ("F", "F#"), ("किताब", "कतब"), ("Zoe", "Zoë"), ("Disney", "Disney+"), ("கல்", "கள்", "கால்")]
)
def test_spellings_of_different_entities(names):
    assert len({entity_key(name) for name in names}) == len(names)


letters = st.text() | st.text(alphabet="aZ1 .+-_#@/ßéİ\u0301\u0327\u200d日ि")


@given(letters)
def test_a_slug_is_a_name_of_a_file_and_means_the_same_entity(name):
    slug = slug_of(name)
    assert slug_of(slug) == slug
    assert entity_key(slug) == entity_key(name)
    assert 0 < len(slug) <= LONGEST_SLUG
    assert len(slug.encode("utf-8", "surrogatepass")) <= SLUG_BYTES
    assert not set("/\\ \0\n") & set(slug)
    assert not slug.startswith(".")


@given(letters)
def test_a_mention_means_the_entity_of_the_name(name):
    try:
        mention = mention_of(name)
    except UsageError:
        return
    assert entity_key(mention) == entity_key(name)


def test_all_names_of_an_entity_once():
    assert Entity("Peter", "Peter", ("Pete", "Peter")).names == ("Peter", "Pete")
    assert Entity("The-Castle", "The Castle", ("Schloss",)).names == ("The Castle", "The-Castle", "Schloss")
