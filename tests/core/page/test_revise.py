"""Edits of a page by words: what they write, what they leave alone, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.page.edit import splice
from dayleaf.core.page.revise import append_lines, insert_lines, places, replace_text, written_lines

PAGE = "memory.md"
FRONT = b"---\ntitle: Core\n---\n# Memory\n\n- Tea\n"


def after(data, edit):
    return data if edit is None else splice(data, edit)


@pytest.mark.parametrize(
    ("data", "text", "expected"),
    [
        (None, "Tea", b"Tea\n"),
        (b"", "Tea", b"Tea\n"),
        (b"- Tea\n", "- Rice", b"- Tea\n- Rice\n"),
        (b"- Tea", "- Rice", b"- Tea\n- Rice\n"),
        (b"- Tea\n", "Cooks at home.", b"- Tea\n\nCooks at home.\n"),
        (b"Cooks.\n", "- Tea", b"Cooks.\n\n- Tea\n"),
        (b"Cooks.\n\n", "- Tea", b"Cooks.\n\n- Tea\n"),
        (b"# Food\n", "- Tea", b"# Food\n- Tea\n"),
        (b"- Tea\r\n", "- Rice\n- Salt", b"- Tea\r\n- Rice\r\n- Salt\r\n"),
        (b"\xef\xbb\xbf", "Tee", b"\xef\xbb\xbfTee\n"),
    ],
)
def test_appended_text_begins_a_line_and_is_no_part_of_what_stands_above(data, text, expected):
    assert after(data, append_lines(PAGE, data, text)) == expected


def test_replacing_takes_the_only_place_and_nothing_else():
    data = b"\xef\xbb\xbf- Trinkt Tee.\r\n- Isst Gr\xc3\xbcnkohl \xff.\r\n"
    assert after(data, replace_text(PAGE, data, "Tee.\n- Isst", "Kaffee.\n- Mag")) == data.replace(b"Tee.\r\n- Isst", b"Kaffee.\r\n- Mag")


def test_a_text_that_stands_twice_is_refused_with_its_lines():
    with pytest.raises(EditConflict, match=r"2 times in memory\.md, on lines 1, 3"):
        replace_text(PAGE, b"tea\nrice\ntea\n", "tea", "coffee")


def test_overlapping_places_are_two():
    with pytest.raises(EditConflict, match="2 times"):
        replace_text(PAGE, b"aaa\n", "aa", "b")


def test_what_is_not_there_is_refused():
    for data in (None, b"", b"Tea\n"):
        with pytest.raises(EditConflict, match="does not stand"):
            replace_text(PAGE, data, "coffee", "tea")


def test_nothing_is_no_text_to_look_for():
    with pytest.raises(UsageError):
        replace_text(PAGE, b"Tea\n", "", "coffee")


def test_front_matter_belongs_to_the_person():
    with pytest.raises(EditConflict, match="front matter"):
        replace_text(PAGE, FRONT, "title: Core", "title: Mine")
    with pytest.raises(EditConflict, match="ends on line 3"):
        insert_lines(PAGE, FRONT, "x: 1", 2, None)
    assert after(FRONT, insert_lines(PAGE, FRONT, "First.", 0, None)).startswith(b"---\ntitle: Core\n---\nFirst.\n# Memory")


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (0, None, b"- New\n- A\n- B"),
        (1, None, b"- A\n- New\n- B"),
        (2, None, b"- A\n- B\n- New\n"),
        (None, "A", b"- A\n- New\n- B"),
        (None, "A\n", b"- A\n- New\n- B"),
        (None, "B", b"- A\n- B\n- New\n"),
    ],
)
def test_inserted_lines_stand_behind_the_line_meant(line, words, expected):
    data = b"- A\n- B"
    assert after(data, insert_lines(PAGE, data, "- New", line, words)) == expected


@pytest.mark.parametrize(("line", "words"), [(3, None), (-1, None), (None, "C"), (None, "-")])
def test_a_line_that_is_not_there_or_not_certain_is_refused(line, words):
    with pytest.raises(EditConflict):
        insert_lines(PAGE, b"- A\n- B", "- New", line, words)


@pytest.mark.parametrize(("line", "words"), [(None, None), (1, "A")])
def test_an_insertion_has_one_place(line, words):
    with pytest.raises(UsageError):
        insert_lines(PAGE, b"- A\n", "- New", line, words)


TEXT = st.text(st.sampled_from("ab-# \nü茶"), max_size=12)
BYTES = st.lists(st.sampled_from([b"a", b"b", b"- ", b"\n", b"\r\n", b"\xff", "ü".encode(), b"\xef\xbb\xbf"]), max_size=20).map(b"".join)


@given(BYTES, TEXT, TEXT)
def test_every_byte_outside_the_place_stays(data, old, new):
    try:
        edit = replace_text(PAGE, data, old, new)
    except (EditConflict, UsageError):
        return
    if edit is not None:
        result = splice(data, edit)
        assert result.startswith(data[: edit.start])
        assert result.endswith(data[edit.end :])
        assert data[edit.start : edit.end].replace(b"\r\n", b"\n") == old.encode()


@given(BYTES, TEXT)
def test_what_is_appended_stands_on_the_lines_said(data, text):
    try:
        edit = append_lines(PAGE, data, text)
    except UsageError:
        assert not text.strip("\n").strip()
        return
    result = splice(data, edit)
    assert result.startswith(data)
    where = written_lines(data, edit)
    lines = [line.removesuffix(b"\r") for line in result.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
    assert b"\n".join(lines[where.first - 1 : where.last]) == text.strip("\n").encode()


@given(BYTES, st.text(st.sampled_from("ab\n"), min_size=1, max_size=3))
def test_places_are_found_whatever_the_line_ends(data, text):
    lf = data.replace(b"\r\n", b"\n")
    assert len(places(data, text)) == sum(lf.startswith(text.encode(), at) for at in range(len(lf)))
