"""How many time expressions are understood: `python benchmarks/dates.py FILE.jsonl [--show N]`.

Each line of the file: {"id", "lang", "text", "now", "start", "end", "kind", "tol_days"?, "alt"?: [{"start", "end"}]}. `start` is
the first day, `end` the first day after (null: an open side). An answer is right if for the span or one of `alt` each side is
open where it should be and otherwise differs by at most `tol_days`. Of lines with kind "none" any answer is a false positive.
`"lang"` is given to the reader with --tell, else it has to guess.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from dayleaf.core.when import Understood, find, understand

Row = dict[str, Any]


def day(text: str | None) -> dt.date | None:
    """The day of an ISO date, or None."""
    return None if text is None else dt.date.fromisoformat(text[:10])


def near(got: dt.date | None, wanted: dt.date | None, tolerance: int) -> bool:
    """Whether two sides agree: both open, or not too many days apart."""
    if got is None or wanted is None:
        return got is wanted
    return abs((got - wanted).days) <= tolerance


def verdict(row: Row, found: Understood | None) -> str:
    """`right`, `wrong` or `missed`; `false positive` or `rightly none` where no time is said."""
    if row["kind"] == "none":
        facts = find(row["text"], day(row["now"]))
        return "false positive" if found or facts else "rightly none"
    if found is None:
        return "missed"
    tolerance = row.get("tol_days", 0)
    for span in (row, *row.get("alt", [])):
        if near(found.range.start, day(span["start"]), tolerance) and near(found.range.end, day(span["end"]), tolerance):
            return "right"
    return "wrong"


def main() -> None:
    """Read the file, judge every line, print one row a language and the time a question takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tell", action="store_true", help="tell the language instead of letting it be guessed")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show N of those that are not right")
    options = parser.parse_args()
    rows: list[Row] = [json.loads(line) for line in options.file.read_text("utf-8").splitlines() if line.strip()]
    tally: dict[str, Counter[str]] = {}
    failed: list[str] = []
    spent = 0.0
    for row in rows:
        moment = dt.datetime.fromisoformat(row["now"])
        began = time.perf_counter()
        found = understand(row["text"], moment, row["lang"] if options.tell else None)
        spent += time.perf_counter() - began
        result = verdict(row, found)
        tally.setdefault(row["lang"], Counter())[result] += 1
        if result not in ("right", "rightly none"):
            got = f"{found.text!r} = {found.range}" if found else "nothing"
            failed.append(f"{row['id']}: {result}: {row['text']!r} on {row['now'][:10]}: {got}, wanted {row['start']} to {row['end']}")
    for lang, counts in sorted(tally.items()):
        print(f"{lang}: " + ", ".join(f"{counts[name]} {name}" for name in sorted(counts)))
    print(f"{1e6 * spent / max(len(rows), 1):.0f} µs a question")
    print("\n".join(failed[: options.show]), file=sys.stderr)


if __name__ == "__main__":
    main()
