"""The glossary decides names: words that say nothing, or say it differently, do not occur."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "dayleaf").rglob("*.py"))

EMPTY = re.compile(r"^_*(process|handle)_|(^|_)(utils?|helpers?|managers?)($|_)|(Util|Helper|Manager)s?$", re.IGNORECASE)
FOREIGN = re.compile(r"(^|_)(chunks?|vaults?)($|_)|memory_units?|Chunk|Vault", re.IGNORECASE)


def names(path: Path) -> set[str]:
    """Every name that this file gives to something."""
    given = {path.stem}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                given.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                given.add(name)
    return given


def test_the_pattern_knows_what_it_forbids() -> None:
    forbidden = ("process_page", "_handle_error", "manager", "IndexManager", "path_util", "helpers", "utils")
    fine = ("processed", "handle", "managed", "utility", "inhandle_x")
    assert [name for name in forbidden if not EMPTY.search(name)] == []
    assert [name for name in fine if EMPTY.search(name)] == []


def test_no_name_is_empty_of_meaning() -> None:
    assert {f"{path.name}: {name}" for path in SOURCES for name in names(path) if EMPTY.search(name)} == set()


def test_one_thing_has_one_name() -> None:
    assert {f"{path.name}: {name}" for path in SOURCES for name in names(path) if FOREIGN.search(name)} == set()
