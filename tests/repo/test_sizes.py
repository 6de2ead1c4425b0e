"""Files and functions stay readable; imports stand at the top; one broad `except` per door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "dayleaf").rglob("*.py"))
EVERYTHING = [*SOURCES, *sorted(path for folder in ("tests", "scripts", "benchmarks") for path in (ROOT / folder).rglob("*.py"))]

FILE_LINES = 400
TEST_FILE_LINES = 600
"""Tables of cases are long, and read one case at a time."""
FUNCTION_LINES_MOST = 40
FUNCTION_LINES_EVER = 80
MAY_IMPORT_LATE = ("src/dayleaf/adapters/", "src/dayleaf/doors/", "src/dayleaf/wiring.py", "src/dayleaf/wiring/")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions() -> Iterator[tuple[Path, Function]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, Function):
                yield path, node


def lines(function: Function) -> int:
    """Lines of code: without the docstring, whose length nobody should regret."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        total -= (first.end_lineno or first.lineno) - first.lineno + 1
    return total


@pytest.mark.parametrize("path", EVERYTHING, ids=name_of)
def test_a_file_fits_the_head(path: Path) -> None:
    most = TEST_FILE_LINES if name_of(path).startswith("tests/") else FILE_LINES
    assert len(path.read_text("utf-8").splitlines()) <= most


def test_functions_are_short() -> None:
    sizes = sorted((lines(function), f"{name_of(path)}:{function.lineno} {function.name}") for path, function in functions())
    assert [size for size in sizes if size[0] > FUNCTION_LINES_EVER] == []
    longer = [size for size in sizes if size[0] > FUNCTION_LINES_MOST]
    assert len(longer) <= len(sizes) * 0.05, longer


def test_imports_stand_at_the_top_except_heavy_ones_at_the_edge() -> None:
    late = [
        f"{name_of(path)}:{node.lineno}"
        for path, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom) and not name_of(path).startswith(MAY_IMPORT_LATE)
    ]
    assert late == []


def test_a_broad_except_stands_only_at_the_top_of_a_door() -> None:
    broad: dict[str, list[str]] = {}
    for path in SOURCES:
        if "testing" in path.relative_to(ROOT / "src" / "dayleaf").parts[0]:
            continue  # what goes wrong in a thread of a conformance test must reach the test
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ExceptHandler) and catches_everything(node):
                inside = path.relative_to(ROOT / "src" / "dayleaf").parts
                door = "/".join(inside[:2]).removesuffix(".py") if inside[0] == "doors" else "no door"
                broad.setdefault(door, []).append(f"{name_of(path)}:{node.lineno}")
    assert broad.pop("no door", []) == []
    assert {door: places for door, places in broad.items() if len(places) > 1} == {}


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Whether nothing gets past it; one that cleans up and raises again lets everything past."""
    if isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None:
        return False
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"}) for kind in caught)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_module_says_its_job_in_its_first_line(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert said, "no docstring"
    assert said.splitlines()[0].strip()
