"""Every example in README.md and docs/ does what the page says; `scripts/update-examples` puts new output in."""

from __future__ import annotations

from pathlib import Path

import pytest

import examples


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.relative_to(examples.ROOT).as_posix())
def test_a_page_shows_what_really_happens(page: Path) -> None:
    assert page.read_text("utf-8") == examples.with_real_outputs(page)
