"""The reference is whole: every command, option, error and setting stands in it, as the code has it now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import reference
from dayleaf.core.errors import TABLE

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert name not in reference.outdated(), "run scripts/generate-docs"


def test_every_command_and_option_is_documented_with_words() -> None:
    page = (DOCS / "reference" / "cli.md").read_text("utf-8")
    for name, command in reference.commands():
        assert name == "dayleaf" or f"# {name}\n" in page
        assert command.help or command.short_help, f"{name} has no help"
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert parameter.help, f"{name} {parameter.opts[0]} has no help"
                assert f"`{parameter.opts[0]}`" in page


def test_every_error_is_documented() -> None:
    page = (DOCS / "reference" / "errors.md").read_text("utf-8")
    assert [code for _, code, _, _ in TABLE if f"`{code}`" not in page] == []


def test_no_link_between_pages_leads_nowhere() -> None:
    broken = []
    for page in [DOCS.parent / "README.md", *DOCS.rglob("*.md")]:
        prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose)
        broken += [f"{page.name}: {link}" for link in links if "://" not in link and not (page.parent / link).exists()]
    assert broken == []


def test_every_page_is_in_the_navigation() -> None:
    navigation = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    assert [page.name for page in DOCS.rglob("*.md") if page.relative_to(DOCS).as_posix() not in navigation] == []
