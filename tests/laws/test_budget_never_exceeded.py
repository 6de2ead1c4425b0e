"""Whatever the workspace says and whatever is asked: the budget holds, nothing found is lost, nothing is said twice, citations are true."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from worlds import InRam

from dayleaf.core.tokens import CITATION, count

WORDS = "tea Haltestelle Strassenbahnhaltestelle kündigen Nora Peter 成語 しりとり x-1 the and 2025-11-27 yesterday heron.".split()
NAMES = ("Nora", "Peter", "The-Castle")
PATHS = ("memory/2025-11-26.md", "memory/2025-11-27.md", "memory/2025-11-27-b.md", "bank/world.md", "bank/entities/Peter.md", "memory.md")

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
long = st.builds(lambda text, times: ". ".join([text] * times), words, st.integers(1, 40))
bullets = st.builds(
    lambda letter, names, text: f"- {letter}{''.join(f' @{name}' for name in names)}: {text}",
    st.sampled_from("WBOS"), st.lists(st.sampled_from(NAMES), max_size=2, unique=True), words | long,
)  # fmt: skip
folded = st.builds(lambda bullet, more: "\n  ".join((bullet, *more)), bullets, st.lists(words, max_size=12))
blocks = words | long | bullets | folded | st.sampled_from(("", "# Heading", "## Retain", "- item\n- item two", "> quoted", "| a | b |"))
pages = st.lists(blocks, max_size=8).map(lambda parts: "\n".join(parts) + "\n")
spaces = st.dictionaries(st.sampled_from(PATHS), pages, max_size=3)
questions = st.lists(st.sampled_from((*WORDS, "last", "week", "November", "what", "about")), min_size=1, max_size=5).map(" ".join)


def squeezed(text):
    """Its letters and digits: blanks, list markers and quote signs are no part of what a line says."""
    return "".join(letter for letter in text if letter.isalnum())


def lines_of(world, source):
    return world.read(source.path).decode().split("\n")[source.first - 1 : source.last]


@given(spaces, questions, st.integers(1, 400), st.integers(1, 30))
def test_the_laws_of_an_answer(space, question, budget, k):
    world = InRam(space)
    bundle = world.memory.recall(question, budget=budget, k=k)
    hits = bundle.hits

    assert bundle.tokens == sum(hit.tokens for hit in hits) <= budget
    assert len(hits) <= k
    assert all(hit.tokens == count(hit.content) + CITATION for hit in hits)
    found = bool(hits) or bundle.left_out > 0
    assert bool(hits) == (found and budget > CITATION)
    assert bundle.left_out >= 0

    said = [(hit.fact.kind, hit.fact.entities, " ".join(hit.content.casefold().split())) for hit in hits]
    assert len(said) == len(set(said))
    facts = [(hit.source, hit.content) for hit in hits]
    assert len(facts) == len(set(facts))

    for hit in hits:
        lines = lines_of(world, hit.source)
        said_there = squeezed("".join(lines))  # between two passages joined a heading may stand, which is not quoted
        assert all(squeezed(line) in said_there for line in hit.content.split("\n"))
        assert squeezed(hit.content) not in squeezed("".join(lines[1:]))
        assert squeezed(hit.content) not in squeezed("".join(lines[:-1]))
        assert hit.evidence[0] == hit.source


@given(spaces, questions)
def test_a_larger_budget_finds_no_less(space, question):
    world = InRam(space)
    small, large = (world.memory.recall(question, budget=budget, k=1000) for budget in (300, 100_000))
    assert large.left_out == 0
    assert {hit.fact for hit in small.hits} - {hit.fact for hit in large.hits} == set() or len(large.hits) > 0
    quoted = squeezed("".join(hit.content for hit in large.hits))
    assert all(squeezed(hit.content) in quoted for hit in small.hits if hit.fact.kind.letter)


@given(spaces, st.sampled_from(NAMES), st.integers(1, 400))
def test_what_is_known_of_an_entity_keeps_its_budget(space, name, budget):
    world = InRam({**space, "bank/world.md": f"- W @{name}: Is known.\n"})
    found = world.memory.about(name, budget=budget)
    assert found.tokens == count(found.page or "") + sum(hit.tokens for hit in found.facts) <= budget
    for hit in found.facts:
        assert squeezed(hit.content) in squeezed("".join(lines_of(world, hit.source)))


@given(spaces)
def test_every_fact_stands_where_it_says(space):
    world = InRam(space)
    for fact in world.memory.facts(everything=True).facts:
        assert squeezed(fact.text) in squeezed("".join(lines_of(world, fact.source)))
