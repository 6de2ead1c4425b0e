"""The tables of `tests/spec/when-*.md`, row by row."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from dayleaf.core.when import find, understand

SPEC = Path(__file__).parents[2] / "spec"


def rows(name: str) -> list[object]:
    lines = [line for line in (SPEC / name).read_text("utf-8").splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [pytest.param(*row, id=" on ".join(row[:2])) for row in cells]


def at_noon(day: str) -> dt.datetime:
    return dt.datetime.combine(dt.date.fromisoformat(day), dt.time(12))


@pytest.mark.parametrize("lang", [None, "given"])
@pytest.mark.parametrize(("table", "asked", "on", "days"), [
    pytest.param(table, *row.values, id=f"{table} {row.id}")
    for table in ("when-english.md", "when-german.md", "when-cjk.md") for row in rows(table)
])  # fmt: skip
def test_a_question_means_these_days(table: str, asked: str, on: str, days: str, lang: str | None) -> None:
    given = {"when-english.md": "en", "when-german.md": "de"}.get(table) if lang else None
    found = understand(asked, at_noon(on), given)
    if found is None:
        assert days == "(nothing)"
    else:
        tolerance = f" ±{found.tolerance_days}" if found.tolerance_days else ""
        assert f"{found.range}{'' if found.certain else '?'}{tolerance}".replace("? ±3", " ±3") == days


@pytest.mark.parametrize("text", [row.values[0] for row in rows("when-nothing.md")])
def test_no_time_is_said(text: str) -> None:
    assert understand(text, at_noon("2025-05-14")) is None
    assert find(text, dt.date(2025, 5, 14)) == []
    assert find(text, None) == []


@pytest.mark.parametrize(("text", "told", "expected"), rows("when-find.md"))
def test_a_fact_speaks_of_these_days(text: str, told: str, expected: str) -> None:
    found = find(text, None if told == "-" else dt.date.fromisoformat(told))
    said = [f"{text[date.start_offset : date.end_offset]} = {date.range}{'' if date.certain else '?'}" for date in found]
    assert "; ".join(said) == expected.replace("(nothing)", "")
