"""How clues become one order: agreement never lowers, the order of clues says nothing, the index's row numbers mean nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weighing import weigh
from worlds import InFolder, InRam

from dayleaf.adapters.ram_index import RamIndex
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import Lit, Measure

WORDS = "tea milk bread heron garden bicycle Haltestelle kündigen 成語 hourly.py".split()
DAYS = [f"memory/2025-11-{day}.md" for day in range(10, 20)]

ways = st.sampled_from((Way.LEXICAL, Way.ENTITY, Way.TEMPORAL))
places = st.integers(1, 9).map(lambda number: 100 * number)  # so far apart that nobody is anybody's context
clues = st.builds(Lit, ways, st.just("x"), st.floats(0.01, 10), st.lists(places, max_size=12).map(sorted))
EVERY = Measure([10] * 1000, 10.0)


def by_number(numbers, wanted):
    return sorted(set(numbers))[:wanted]


def scores(lit):
    return {item.number: sum(item.own.values()) + item.context for item in weigh(lit, 1000, set(range(100, 1000, 100)), EVERY, by_number)}


@given(st.lists(clues, max_size=4), clues)
def test_one_more_clue_never_lowers_what_agrees_with_it_below_what_does_not(lit, more):
    before, after = scores(lit), scores([*lit, more])
    for agreeing in set(more.numbers):
        for other in set(after) - set(more.numbers):
            if before.get(agreeing, 0.0) >= before[other]:
                assert after[agreeing] >= after[other]


@given(st.lists(clues, min_size=1, max_size=4), places)
def test_a_clue_that_is_found_by_one_way_only_is_still_found(lit, place):
    assert place in scores([*lit, Lit(Way.LEXICAL, "rare", 0.01, [place])])


@given(st.lists(clues, min_size=2, max_size=5), st.randoms())
def test_the_order_of_clues_does_not_matter(lit, random):
    one = scores(lit)
    random.shuffle(lit)
    assert scores(lit) == pytest.approx(one)


# ------------------------------------------------------------------------------------------------------- whole answers

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
bullets = st.builds(lambda name, text: f"- W @{name}: {text}", st.sampled_from(("Nora", "Peter")), texts)
pages = st.lists(texts | bullets | st.just("## Retain"), min_size=1, max_size=8).map("\n\n".join)
steps = st.lists(st.tuples(st.sampled_from(DAYS), st.none() | pages), min_size=1, max_size=8)
questions = st.lists(st.sampled_from((*WORDS, "Nora")), min_size=1, max_size=4, unique=True)


def answer(world, question, **options):
    bundle = world.memory.recall(question, **options)
    hits = [(hit.fact.id, hit.content, hit.source, hit.why, hit.score, hit.status, hit.evidence, hit.count) for hit in bundle.hits]
    return hits, bundle.left_out, bundle.notes, bundle.stale


def live(world, history):
    """Save and delete step by step, and ask after each so that the index follows."""
    for path, text in history:
        if text is not None:
            world.save(path, text)
        elif world.read(path) is not None:
            world.remove(path)
        world.memory.recall("tea")


@given(steps, questions)
def test_an_index_that_grew_answers_as_one_built_anew(history, question):
    grown = InRam()
    live(grown, history)
    anew = InRam({path: grown.read(path) for path in DAYS if grown.read(path) is not None})
    for text in (" ".join(question), "last month", ""):
        options = {} if text else {"entities": ["Nora"]}
        assert answer(grown, text, **options) == answer(anew, text, **options)


def test_the_index_on_disk_grows_like_that_too(tmp_path):
    grown = InFolder(tmp_path / "grown") if (tmp_path / "grown").mkdir() is None else None
    live(grown, [(path, "## Retain\n- W @Nora: tea\n") for path in DAYS])
    live(grown, [(path, f"## Retain\n- W @Nora: tea {number}\n- W: milk\n\nheron {number}\n") for number, path in enumerate(DAYS)])
    live(grown, [(DAYS[3], None), (DAYS[4], "heron\n" * 40)])
    before = answer(grown, "tea heron milk")
    grown.memory.rebuild()
    assert answer(grown, "tea heron milk") == before


@pytest.mark.parametrize("question", ["tea", "Nora", "heron garden", "last month"])
def test_every_engine_gives_the_same_answer(question):
    pages = {path: f"## Retain\n- W @Nora: tea {number}\n- W: milk\n\nheron {number}\n" for number, path in enumerate(DAYS)}
    assert answer(InRam(pages, index=RamIndex()), "tea") == answer(InRam(pages), "tea")
    assert answer(InRam(pages, index=RamIndex()), question) == answer(InRam(pages), question)


@given(st.lists(pages, min_size=1, max_size=4), questions, st.randoms())
def test_the_order_of_words_does_not_matter(texts, question, random):
    world = InRam(dict(zip(DAYS, texts, strict=False)))
    one = world.memory.recall(" ".join(question), budget=100_000)
    random.shuffle(question)
    other = world.memory.recall(" ".join(question), budget=100_000)
    assert [hit.content for hit in one.hits] == [hit.content for hit in other.hits]
    assert [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in other.hits], abs=1e-5)
