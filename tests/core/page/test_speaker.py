"""Who speaks in a chat log: labels, headings, and the parts of one long reply."""

from __future__ import annotations

import pytest

from dayleaf.core.page.parse import parse
from dayleaf.core.page.speaker import LONGEST_LABEL, label_of


def read_no_header(text: str) -> dict[str, object]:
    raise AssertionError(text)


def origins(text: str) -> list[str | None]:
    return [fact.origin for fact in parse("memory/2026-02-03.md", text.encode(), read_no_header).facts]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("user: the boiler leaks", "user"),
        ("**Peter:** the boiler leaks", "Peter"),
        ("**Peter**: the boiler leaks", "Peter"),
        ("Anna Maria Berg: bin unterwegs", "Anna Maria Berg"),
        ("[10:32] Anna: on my way", "Anna"),
        ("09:05 – Jürgen: moin", "Jürgen"),
        ("> **ChatGPT (GPT-4):** try again", "ChatGPT"),
        ("助手：好的", "助手"),
        ("https://example.org is down", ""),
        ("see https://example.org", ""),
        ("the plan of this week is simple: rest", ""),
        ("12:30 lunch", ""),
        ("```yaml: x", ""),
        ("", ""),
    ],
)
def test_a_label_names_the_speaker(text: str, name: str) -> None:
    assert label_of(text)[0] == name


def test_a_label_may_stand_alone() -> None:
    assert label_of("**Assistant:**\n") == ("Assistant", True)
    assert label_of("Assistant: yes") == ("Assistant", False)


def test_a_label_is_looked_for_at_the_start_only() -> None:
    assert label_of("a " * LONGEST_LABEL + "user: hello") == ("", False)


def test_only_an_assistant_is_given_an_origin() -> None:
    """A label is easily forged, so it never makes anybody the owner."""
    assert origins("- user: the boiler leaks\n- assistant: call the plumber\n- Peter: done\n") == [None, "agent", None]


def test_every_part_of_a_long_reply_has_its_speaker() -> None:
    reply = " ".join(f"Step {number} is to tighten the valve a little more." for number in range(60))
    found = origins(f"- assistant: {reply}\n- user: thanks\n")
    assert len(found) > 4
    assert found == ["agent"] * (len(found) - 1) + [None]


def test_what_stands_below_a_speakers_heading_is_said_by_them() -> None:
    text = "## User\n\nThe boiler leaks.\n\n## Assistant\n\nCall somebody.\n\n### Why\n\nIt is old.\n\n## Garden\n\nThe roses bloom.\n"
    assert origins(text) == [None, "agent", "agent", None]


def test_a_label_on_its_own_line_speaks_until_the_next() -> None:
    assert origins("**Assistant:**\n\nCall somebody.\n\nSoon.\n\n**User:**\n\nI did.\n") == ["agent", "agent", "agent", None, None]


def test_a_label_with_text_speaks_for_its_own_block_only() -> None:
    assert origins("Assistant: call somebody.\n\nThe roses bloom.\n") == ["agent", None]
