"""What `import dayleaf` offers: complete, sorted, and nothing that was not meant."""

from __future__ import annotations

import ast
from pathlib import Path

import dayleaf
from dayleaf.core import errors

ROOT = Path(__file__).resolve().parents[2]


def test_the_public_face_is_sorted_and_whole() -> None:
    assert list(dayleaf.__all__) == sorted(dayleaf.__all__)
    assert [name for name in dayleaf.__all__ if not hasattr(dayleaf, name)] == []


def test_nothing_public_is_left_out() -> None:
    ours = {name for name, value in vars(dayleaf).items() if str(getattr(value, "__module__", "")).startswith("dayleaf.")}
    assert {name for name in ours if not name.startswith("_")} - set(dayleaf.__all__) == set()


def test_dir_tells_what_there_is() -> None:
    assert set(dayleaf.__all__) <= set(dir(dayleaf))


def test_the_front_page_only_passes_on() -> None:
    """No logic in `__init__`: imports, `__all__`, the version, at most a lazy `__getattr__`."""
    tree = ast.parse((ROOT / "src" / "dayleaf" / "__init__.py").read_text("utf-8"))
    strange = [
        ast.unparse(node)
        for node in tree.body
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign | ast.Expr | ast.If)
        and not (isinstance(node, ast.FunctionDef) and node.name in {"__getattr__", "__dir__"})
    ]
    assert strange == []


def test_every_exception_is_public_and_stands_in_the_table() -> None:
    named = {error.__name__ for error, *_ in errors.TABLE}
    defined = {value.__name__ for value in vars(errors).values() if isinstance(value, type) and issubclass(value, errors.DayleafError)}
    assert named == defined
    assert named <= set(dayleaf.__all__)
