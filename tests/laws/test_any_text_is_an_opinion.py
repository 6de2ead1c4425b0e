"""Whatever stands in an opinion and in a fact: judging them gives a verdict or none, and a page of opinions is always left readable."""

from __future__ import annotations

import datetime as dt

from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import InRam

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.opinion.bank import read_page
from dayleaf.core.opinion.belief import believed, holder_of
from dayleaf.core.opinion.stance import judge
from dayleaf.core.opinion.whose import Whose, beside

WORDS = (
    "likes hates tea Tee 茶 not nicht no longer never again , . ; : who over than als lieber @Mona Mona she er her seine Frau "
    "the 12 will would if früher ! – open closed without 3. 🙄 said that dass prefers to Bahn gern und and but"
).split()
texts = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(texts, texts)
def test_judging_never_fails(opinion: str, told: str) -> None:
    belief = believed(opinion, ("Mona",), holder_of(("Mona",)))
    fact = Fact(Kind.WORLD, told, Source("memory/2026-03-01.md", 1, 1), ("Mona",), dt.date(2026, 3, 1))
    if belief is not None:
        verdict = judge(belief, fact, beside(Whose(frozenset(("mona",)), holder_of(("Mona",))), fact))
        assert verdict is None or verdict.stance in {"supports", "contradicts"}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), texts, texts)
def test_a_pass_leaves_every_page_readable_and_finds_nothing_more_to_do(lead: str, opinion: str, told: str) -> None:
    world = InRam({"bank/opinions.md": f"{lead}\n- O(c=0.7) @Mona: {opinion}\n", "memory/2025-11-20.md": f"## Retain\n- W @Mona: {told}\n"})
    before = len(read_page(world.read("bank/opinions.md")))
    done = world.memory.reflect()
    again = world.memory.reflect()
    assert again.refused == done.refused
    assert not again.edits
    assert len(read_page(world.read("bank/opinions.md"))) == before
    world.memory.close()
