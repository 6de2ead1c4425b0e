"""A question that the memory cannot answer gets no filler; what it can answer is never held back."""

from __future__ import annotations

import pytest
from worlds import InRam, retain

from dayleaf.core.recall.floor import holds_phrase
from dayleaf.core.terms import says_nothing

PAGES = {
    "memory/2026-02-03.md": "# Tuesday\n\nThe plumber came at nine and looked at the boiler.\n\nWe had soup in the garden.\n\n"
    + retain("W @Greta: Moved to Bremen in spring.", "W @Greta: Her bicycle shop opens at ten.", "O(c=0.8) @Greta: Prefers rye bread."),
    "memory/2026-02-04.md": "# Wednesday\n\nError E-4711-X on the printer again.\n\nTo be or not to be, sang the neighbours.\n\n"
    "The WHO sent a letter.\n\nEr sagte: das war es also.\n",
}


@pytest.fixture
def memory():
    world = InRam()
    for path, text in PAGES.items():
        world.save(path, text)
    yield world.memory
    world.memory.close()


@pytest.mark.parametrize(
    "question",
    [
        "What did Wolfram say at the ceremony about the garden?",
        "When did Hedwig open a gallery in Toledo?",
        "xqvil brondo fnarp zwulm",
        "which volcano erupted beneath glaciers during medieval centuries near bicycle",
    ],
)
def test_a_question_about_something_else_gets_nothing_and_is_told_so(memory, question):
    answer = memory.recall(question)
    assert answer.hits == ()
    assert not answer.stale
    assert any("nothing relevant" in note for note in answer.notes) or "xqvil" in question


@pytest.mark.parametrize("question", ["what about it?", "is that so", "und was ist das?", "Weißt du, was das ist?", "the"])
def test_stop_words_alone_get_no_filler(memory, question):
    assert says_nothing(question)
    assert all(holds_phrase(question, hit.fact.text) for hit in memory.recall(question).hits)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("to be or not to be", "To be or not"),
        ("das war es", "Er sagte"),
    ],
)
def test_stop_words_that_stand_somewhere_in_a_row_are_found(memory, question, start):
    assert memory.recall(question).hits[0].content.startswith(start)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("E-4711-X", "Error E-4711-X"),
        ("what in heaven's name could the cryptic message E-4711-X possibly signify?", "Error E-4711-X"),
        ("boiler", "The plumber"),
        ("Wann begannen die beiden unzertrennlichen Nachbarinnen ihren ausgedehnten Umzug nach Bremen vorzubereiten?", "Moved to Bremen"),
        ("boiler zeppelin", "The plumber"),
        ("Where does Greta live nowadays, after all those turbulent adventures abroad?", ""),
    ],
)
def test_keywords_identifiers_and_known_names_are_never_held_back(memory, question, start):
    assert memory.recall(question).hits[0].content.startswith(start)  # of a known name anything is better than nothing


def test_capitals_in_a_phrase_must_be_capitals():
    assert holds_phrase("WHO", "a letter of the WHO")
    assert not holds_phrase("WHO", "the one who knows")
    assert holds_phrase("who", "the one who knows")
