"""How many derived facts are right, and how many are found, over the fixtures `tests/spec/derive-*.md`. `python benchmarks/derive.py`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "spec"))

from test_derive_spec import cases, shown


def main() -> None:
    """Print precision and recall, facts and sentences that state none."""
    right = given = wanted = empty = silent = 0
    for case in cases():
        found, expected = shown(case.values[0]["input"]), case.values[0]["expected"].splitlines()
        right += len(set(found) & set(expected))
        given, wanted = given + len(found), wanted + len(expected)
        empty += not expected
        silent += not expected and not found
    print(f"precision {right}/{given} = {right / given:.3f}")
    print(f"recall {right}/{wanted} = {right / wanted:.3f}")
    print(f"paragraphs that state nothing: silent at {silent} of {empty}")


if __name__ == "__main__":
    main()
