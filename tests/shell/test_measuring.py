"""A memory measured on its own facts."""

from __future__ import annotations

import pytest
from worlds import InFolder, retain

from dayleaf.core.errors import UsageError
from dayleaf.doors.reply import bench

THINGS = "boiler bicycle orchard violin ladder kettle canoe lantern".split()
DOINGS = "mended painted borrowed cleaned".split()


@pytest.fixture
def memory(tmp_path):
    world = InFolder(tmp_path)
    for day, doing in enumerate(DOINGS, 1):
        facts = [f"B @Greta: We {doing} the old {thing} together behind the wooden cabin of Emil." for thing in THINGS]
        world.save(f"memory/2025-11-{day:02}.md", retain(*facts))
    yield world.memory
    world.memory.close()


def test_it_measures_ways_size_and_embedders(memory):
    measured = memory.bench(["hash"], questions=12)
    assert (measured.facts, measured.questions) == (32, 12)
    assert measured.index > measured.markdown > 0 < measured.rebuild
    assert [pace.way for pace in measured.paces] == ["lexical", "entity", "temporal", "opinion"]
    assert all(0 < pace.p50 <= pace.p99 for pace in measured.paces)
    assert {quality.embedder for quality in measured.qualities} == {"none", "hash"}
    assert all(0 <= quality.first <= quality.mrr <= 1 and quality.first <= quality.found <= 1 for quality in measured.qualities)


def test_the_same_seed_finds_the_same(memory):
    first, again = memory.bench(["hash"], questions=12, seed=3), memory.bench(["hash"], questions=12, seed=3)
    assert [(q.embedder, q.found, q.mrr) for q in first.qualities] == [(q.embedder, q.found, q.mrr) for q in again.qualities]


def test_what_cannot_be_measured_is_said_and_the_rest_is_measured(memory):
    measured = memory.bench(["ollama:nothing@http://127.0.0.1:9"], questions=4)
    assert [bool(quality.trouble) for quality in measured.qualities] == [False, True]
    assert "not measured" in bench.table(measured)
    assert bench.data(measured)["embedders"][1]["trouble"]


def test_an_unknown_embedder_is_refused(memory):
    with pytest.raises(UsageError):
        memory.bench(["crystal-ball"])


def test_the_picture_is_drawn_of_what_was_measured(memory):
    drawn = bench.picture(memory.bench(["hash"], questions=4))
    assert drawn.count("<rect") == 3
    assert drawn.startswith("<svg")
    assert drawn.endswith("</svg>\n")


def test_a_memory_without_facts_is_measured_too(tmp_path):
    world = InFolder(tmp_path)
    measured = world.memory.bench(["hash"])
    assert measured.questions == 0
    assert "no fact has enough words" in bench.table(measured)
    world.memory.close()
