"""Bytes and line ends; the shape of Markdown itself is tested in tests/spec."""

import datetime as dt

import pytest

from dayleaf.adapters.header import read_header
from dayleaf.core.fact import Kind, Problem, Source, TimeRange
from dayleaf.core.page.parse import LONGEST_TITLE, parse
from dayleaf.core.page.reading import Reading

LOG = "memory/2026-03-01.md"


def read(data: bytes | str, path: str = LOG) -> Reading:
    return parse(path, data if isinstance(data, bytes) else data.encode(), read_header)


def found(reading: Reading) -> list[tuple[str, int, str]]:
    return [(fact.kind.letter, fact.source.first, fact.text) for fact in reading.facts]


def test_a_fact_carries_all_its_bullet_says() -> None:
    [fact] = read("# Day\n\n## Retain\n- O(c=0.7, when=2026-02-01..2026-02-03, cat=food/tea, note=x) @Mara @Jo: Green tea.\n").facts
    assert fact.kind is Kind.OPINION
    assert fact.text == "Green tea."
    assert fact.source == Source(LOG, 4, 4)
    assert fact.entities == ("Mara", "Jo")
    assert fact.told == dt.date(2026, 3, 1)
    assert fact.when == TimeRange(dt.date(2026, 2, 1), dt.date(2026, 2, 4))
    assert fact.confidence == 0.7
    assert fact.category == "food/tea"
    assert fact.heading == ("Day", "Retain")
    assert fact.extra == (("note", "x"),)
    assert not fact.inferred


@pytest.mark.parametrize("data", [b"", b"\n", b" \t\n\n", b"\xef\xbb\xbf", b"\r\n\r\n", b"---\n---\n"])
def test_an_empty_page_says_nothing(data: bytes) -> None:
    reading = read(data)
    assert reading.facts == ()
    assert reading.problems == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", [True, False])
def test_line_ends_and_bom_change_nothing(newline: str, bom: str, end: bool) -> None:
    lines = ["---", "a: b", "---", "# Day", "", "## Retain", "- W @Mara: Sails.", "  Often.", "- B: I rowed.", "", "```", "code", "```"]
    reading = read(bom + newline.join(lines) + (newline if end else ""))
    assert found(reading) == [("W", 7, "Sails.\nOften."), ("B", 9, "I rowed."), ("", 11, "```\ncode\n```")]
    assert reading.problems == ()


def test_lines_end_at_lf_only() -> None:
    text = "## Retain\n- W: a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\rh\n- W: next\n"
    assert [line for _, line, _ in found(read(text))] == [2, 3]
    assert "a\rb" not in read("one\rtwo\n").facts[0].text


def test_a_bom_within_the_page_hides_no_heading() -> None:
    assert found(read("one\n\n\ufeff## Retain\n- W: two\n"))[-1] == ("W", 4, "two")


def test_names_are_composed_and_texts_stay() -> None:
    [fact] = read("## Retain\n- W @Lu\u0308ttke: Gru\u0308n.\n").facts
    assert fact.entities == ("L\u00fcttke",)
    assert fact.text == "Gru\u0308n."


def test_broken_utf8_is_shown_and_reported_with_its_line() -> None:
    reading = read(b"## Retain\n- W: before\n- W: br\xc3ken \xff\n- W: aft\xc3\xa9r\n\xe2\x82")
    assert found(reading)[:3] == [("W", 2, "before"), ("W", 3, "br\ufffdken \ufffd"), ("W", 4, "aft\u00e9r\n\ufffd")]
    assert [(problem.code, problem.source.first) for problem in reading.problems] == [("invalid_utf8", 3), ("invalid_utf8", 5)]


@pytest.mark.parametrize(
    "data",
    [
        b"## Retain\n- W: a\x00b\n",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "## Retain\n".encode("utf-16"),
        b"\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0",
    ],
)
def test_a_binary_file_is_left_out_visibly(data: bytes) -> None:
    reading = read(data)
    assert reading.facts == ()
    assert [(str(problem.source), problem.code) for problem in reading.problems] == [(LOG, "binary")]


def test_an_impossible_day_leaves_facts_undated() -> None:
    reading = read("## Retain\n- W: x\n", "memory/2026-02-30.md")
    assert reading.facts[0].told is None
    assert [(problem.code, problem.source.first) for problem in reading.problems] == [("impossible_date", 0)]


def test_the_page_keeps_the_text_as_it_was() -> None:
    page = read("\ufeffone\r\ntwo\r").page
    assert page.text == "one\r\ntwo\r"
    assert len(page.digest) == 16


def test_problems_come_by_line() -> None:
    reading = read(b"## Retain\n- X @A: x\n- W: \xff.\n- O(c=9): y\n")
    assert [problem.source.first for problem in reading.problems] == [2, 3, 4]
    assert all(isinstance(problem, Problem) for problem in reading.problems)


def test_a_long_heading_is_shortened_and_findable() -> None:
    title = "word " * 100 + "end"
    facts = read(f"# {title}\n\ntext\n").facts
    assert facts[0].text == title
    assert facts[-1].heading == (title[:LONGEST_TITLE],)


def test_a_typed_fact_is_never_cut_and_a_passage_is() -> None:
    words = "wind and rain " * 500
    facts = read(f"- {words}\n## Retain\n- W: {words}\n").facts
    typed = [fact for fact in facts if fact.kind is not Kind.PASSAGE]
    assert [fact.text for fact in typed] == [words.strip()]
    parts = [fact for fact in facts if fact.kind is Kind.PASSAGE]
    assert [fact.part for fact in parts] == list(range(1, len(parts) + 1))
    assert "".join(fact.text for fact in parts).replace(" ", "") == words.replace(" ", "")


def test_a_front_matter_too_long_is_not_read() -> None:
    reading = read("---\na: " + "x" * 70_000 + "\n---\n## Retain\n- W: y\n")
    assert reading.problems[0].code == "front_matter"
    assert reading.facts[-1].text == "y"
