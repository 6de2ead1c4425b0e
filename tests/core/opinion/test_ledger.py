"""The ledger of a belief: lines below its bullet on a bank page, and nothing else."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.adapters.header import read_header
from dayleaf.core.fact import Kind, Source
from dayleaf.core.page import ledger
from dayleaf.core.page.ledger import read_line, write_line
from dayleaf.core.page.parse import parse

DAY = dt.date(2026, 3, 9)
LINES = [
    ledger.Began(0.75, 0.706, DAY),
    ledger.Began(0.75, 0.75, None),
    ledger.SetByHand(DAY, 0.4),
    ledger.Testimony(DAY, "supports", "", "Asked for tea.", Source("memory/2026-03-09.md", 4, 4), "2k5r0wzj8m1c"),
    ledger.Testimony(DAY, "contradicts", "strongly", 'Said "never (ever) again".', Source("memory/a, b.md", 4, 6), "x1"),
    ledger.Testimony(DAY, "unrelated", "weakly", "Trank „Tee“ <!-- so --> gern.", Source("memory/ä.md", 4, 4), "x2"),
    ledger.Testimony(DAY, "stated", "", "", None, ""),
]


@pytest.mark.parametrize("line", LINES, ids=str)
def test_what_is_written_is_read(line: ledger.Line) -> None:
    assert read_line(write_line(line)) == line


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("  * 2026-03-09: Supports", ledger.Testimony(DAY, "supports", "", "", None, "")),
        ("- 2026-03-09 set to 0,4", ledger.SetByHand(DAY, 0.4)),
        ("+ Began at .75.", ledger.Began(0.75, 0.75, None)),
        ("- 2026-03-09 set to 4", None),
        ('- 2026-02-30 supports: "x"', None),
        ("- 2026-03-09 went to Porto", None),
        ("2026-03-09 supports", None),
        ("- began at home", None),
    ],
)
def test_a_hand_writes_freely(line: str, value: ledger.Line | None) -> None:
    assert read_line(line) == value


PAGE = """# Opinions

- O(c=0.7) @Mona: Likes tea.
  - ask her about Darjeeling
  - began at 0.6; 0.7 since 2026-03-09
  - 2026-03-09 supports: "Asked for tea." (memory/2026-03-09.md#L4, x1)

- O @Mona: Likes rain.
  - 2026-03-09 supports: "Danced in the rain." (memory/2026-03-09.md#L5, x2)
"""


def test_the_ledger_is_no_text_of_the_opinion_and_no_fact_of_its_own() -> None:
    tea, rain = parse("bank/opinions.md", PAGE.encode(), read_header).facts
    assert (tea.text, str(tea.source)) == ("Likes tea.\n- ask her about Darjeeling", "bank/opinions.md#L3-L4")
    assert (rain.text, str(rain.source)) == ("Likes rain.", "bank/opinions.md#L8")


def test_elsewhere_such_lines_are_what_they_were() -> None:
    (tea, *_) = parse("memory/2026-03-09.md", PAGE.replace("# Opinions", "## Retain").encode(), read_header).facts
    assert tea.kind is Kind.OPINION
    assert "supports" in tea.text
