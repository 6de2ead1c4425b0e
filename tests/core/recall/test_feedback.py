"""What the first answers teach: words that several of them share, if they answer at all."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.feedback import votes
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.rank import Ranked


def ranked(number: int, text: str, kind: Kind = Kind.WORLD) -> Ranked:
    fact = Fact(kind, text, Source("memory/2026-01-02.md", number, number), told=dt.date(2026, 1, 2))
    return Ranked(Row(number, 5, fact), 1.0, {Way.LEXICAL: 1.0})


def test_a_word_that_two_answers_share_is_learned() -> None:
    found = votes([ranked(1, "The kiln needs cones."), ranked(2, "A kiln of clay with cones.")], {"kiln"})
    assert "cone" in found
    assert "kiln" not in found


def test_a_row_that_only_stands_beside_an_answer_teaches_nothing() -> None:
    top = [ranked(1, "The kiln needs cones."), ranked(2, "Glaze and buckets."), ranked(3, "Two buckets of glaze.")]
    assert votes(top, {"kiln"}) == {}


def test_narrative_teaches_nothing() -> None:
    assert votes([ranked(number, "The kiln needs cones.", Kind.PASSAGE) for number in (1, 2)], {"kiln"}) == {}
