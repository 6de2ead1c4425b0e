"""Every example in README.md and docs/ does what the page says; `scripts/update-examples` puts new output in."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest

import beliefs
import examples


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.relative_to(examples.ROOT).as_posix())
def test_a_page_shows_what_really_happens(page: Path) -> None:
    if (missing := examples.lacking(page)) and not os.environ.get("DAYLEAF_TEST_INSTALLED"):
        pytest.skip(f"{', '.join(missing)} is not installed here")
    written, real = page.read_text("utf-8"), examples.with_real_outputs(page)
    changes = difflib.unified_diff(written.splitlines(), real.splitlines(), "as written", "as it happens", lineterm="")
    assert written == real, "run scripts/update-examples and read what changed:\n" + "\n".join(changes)


def test_no_example_fails_unless_the_page_is_about_errors() -> None:
    """A traceback, or a command that nobody has, is no example."""
    shown = {page.name: page.read_text("utf-8") for page in examples.pages()}
    signs = (
        "Traceback (most recent call last)",
        "command not found",
        "this should not have happened",
        "there is no command",
        "no such option",
    )
    assert [(name, sign) for name, text in shown.items() for sign in signs if sign in text] == []


def test_the_plot_of_beliefs_is_drawn_by_the_formula_of_today() -> None:
    assert beliefs.PLOT.read_text("utf-8") == beliefs.drawing(), "run python benchmarks/beliefs.py"
