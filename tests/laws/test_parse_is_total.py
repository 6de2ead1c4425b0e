"""Law: any bytes give a Reading, every fact stands where its Source says, and no word is lost."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dayleaf.adapters.header import read_header
from dayleaf.core.fact import Kind
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import Reading

PATHS = st.sampled_from(
    ["memory/2026-03-01.md", "memory/2026-02-30.md", "memory/note.md", "bank/world.md", "bank/entities/Mara.md", "memory.md"]
)
PIECES = (
    *("\n", "\n\n", "\r\n", "\r", "\ufeff", "\u2028", "\x0b", " ", "  ", "    ", "\t"),
    *("# ", "## Retain\n", "- ", "* ", "1. ", "> ", "---\n", "===\n", "```", "````", "~~~", "`", "<!--", "-->", "|", "[", "key: value\n"),
    *("- W @Mara: ", "- O(c=2) @Jo: ", "- X @Mara: ", "W:", "word", "Wort", "港。", "e\u0301", "long " * 200, "x" * 800),
)
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
DEADLINE = 2000  # milliseconds; the machines that test are busy


def read(path: str, data: bytes) -> Reading:
    reading = parse(path, data, read_header)
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    firsts = [fact.source.first for fact in reading.facts]
    assert firsts == sorted(firsts)
    for fact in reading.facts:
        assert fact.source.path == path
        assert 1 <= fact.source.first <= fact.source.last <= len(lines)
        assert fact.text.strip()
        assert "\0" not in fact.text
    for problem in reading.problems:
        assert 0 <= problem.source.first <= problem.source.last <= len(lines)
    return reading


@settings(deadline=DEADLINE)
@given(PATHS, st.binary(max_size=400))
def test_any_bytes(path: str, data: bytes) -> None:
    read(path, data)


@settings(deadline=DEADLINE)
@given(PATHS, MARKDOWN)
@example("bank/world.md", "- <!--\n- W: x\n-->")
@example("memory/note.md", "## Retain\n- a\n  - W: b <!-- c\n")
def test_any_markdown(path: str, text: str) -> None:
    read(path, text.encode())


@settings(deadline=DEADLINE)
@given(PATHS, MARKDOWN.filter(lambda text: "<!--" not in text and "---" not in text))
def test_no_word_is_lost_and_every_word_stands_on_its_lines(path: str, text: str) -> None:
    reading = read(path, text.encode())
    lines = text.removeprefix("\ufeff").split("\n")
    for fact in reading.facts:
        source = "\n".join(lines[fact.source.first - 1 : fact.source.last])
        assert all(word in source for word in re.findall(r"\w+", fact.text))
    said = " ".join(" ".join((*fact.heading, *fact.entities, fact.text)) for fact in reading.facts)
    for word in ("Wort", "港"):
        assert (word in text) == (word in said)


@settings(deadline=DEADLINE)
@given(PATHS, MARKDOWN.filter(lambda text: "\r" not in text and not text.startswith("\ufeff")))
def test_line_ends_and_bom_change_nothing(path: str, text: str) -> None:
    plain = read(path, text.encode())
    windows = read(path, ("\ufeff" + text.replace("\n", "\r\n")).encode())
    assert windows.facts == plain.facts
    assert windows.problems == plain.problems
    assert windows.entity == plain.entity


@settings(deadline=DEADLINE)
@given(MARKDOWN)
def test_an_appended_section_is_read_unless_something_is_unclosed(text: str) -> None:
    data = text.encode() + b"\n\n## Retain\n- W @Mara: Appended.\n"
    reading = read("memory/note.md", data)
    unclosed = any(problem.code.startswith("unclosed") or problem.code == "front_matter" for problem in reading.problems)
    assert unclosed or (reading.facts[-1].kind, reading.facts[-1].text) == (Kind.WORLD, "Appended.") or "<!--" in text or "---" in text
