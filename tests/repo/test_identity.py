"""What the index files facts under changes only together with a version: an old index would keep what nobody looks for any more."""

from __future__ import annotations

import datetime as dt
import json
from hashlib import blake2b
from pathlib import Path

from dayleaf.adapters.header import read_header
from dayleaf.core.entry import entry_of
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.parse import PARSER_VERSION, parse
from dayleaf.core.terms import ANALYSIS_IDENTITY
from dayleaf.core.truth import TRUTH_VERSION
from dayleaf.core.when import WHEN_VERSION

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDED = Path(__file__).with_suffix(".json")

TEXTS = """Moved to Ghent last week, and stays until the end of March.
Since 2019 she has rented the flat in Mill Lane for 640 euros a month.
Die Kündigung kam vorgestern; der Umzug ist Anfang Mai, spätestens am 12.
Vom 3. bis 5. Mai 2026 ist die Werkstatt geschlossen, in KW 47 ebenfalls.
Der Hausmeister heißt nicht mehr Odo, sondern seit Montag Wim.
The rehearsal moved from Tuesdays to Thursdays, v2.4.1 of foo-bar fixed it.
2019年底搬到成都，上周三去了医院，农历八月十五回家。
去年の3月末に引っ越した。来週の金曜日に会議がある。
From early April 2023 to late September it was leased, around Easter it was empty.
In the winter of 2024 the ferry cost 18,40 EUR; nobody liked it any more.
"""


def filed() -> dict[str, str]:
    """A digest of the terms, days, names and slots of many facts, by kind of key."""
    pages = sorted(path for path in EXAMPLES.rglob("*.md") if "memory" in path.parts or "bank" in path.parts)
    facts = [fact for path in pages for fact in parse(str(path.relative_to(EXAMPLES)), path.read_bytes(), read_header).facts]
    day = dt.date(2026, 2, 11)
    facts += [Fact(Kind.WORLD, text, Source("memory/2026-02-11.md", 1, 1), ("Ilse",), day) for text in TEXTS.splitlines()]
    entries = [entry_of(fact) for fact in facts]
    assert len(entries) > 80

    def digest(values: list[object]) -> str:
        return blake2b(repr(values).encode(), digest_size=12).hexdigest()

    return {
        f"parser {PARSER_VERSION}": digest([(entry.fact.text, entry.fact.entities, entry.fact.source.first) for entry in entries]),
        f"analysis {ANALYSIS_IDENTITY}": digest([entry.terms for entry in entries]),
        f"dates {WHEN_VERSION}": digest([entry.dates for entry in entries]),
        f"truth {TRUTH_VERSION}": digest([sorted(entry.slots) for entry in entries]),
    }


def test_what_facts_are_filed_under_changes_only_with_a_version() -> None:
    """If it fails: raise the version that is named (or record a new example), then write the new digests into the file beside this test."""
    assert filed() == json.loads(RECORDED.read_text("utf-8"))
