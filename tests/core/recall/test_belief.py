"""What somebody prefers is answered by their opinions: the one that holds first, with its confidence, then what it replaced."""

from __future__ import annotations

import pytest
from worlds import InRam, retain

from dayleaf.core.fact import Kind
from dayleaf.core.recall.belief import asks_belief
from dayleaf.core.recall.query import Way

PAGES = {
    "memory/2025-09-03.md": retain(
        "O(id=bread, c=0.9) @Greta: Prefers white bread.",
        "W @Greta: Bought a preferred share of the bakery, and bread, and likes were counted.",
        "O(c=0.7) @Emil: Mag keine lauten Lokale.",
        "B @Emil: Was mit Emil im Lokal, das er mag.",
    ),
    "memory/2025-11-01.md": retain(
        "O(supersedes=bread, c=0.8) @Greta: Prefers rye bread.", "O(c=0.6) @Greta: Finds trams better than cars."
    ),
}


@pytest.fixture
def memory():
    world = InRam()
    for path, text in PAGES.items():
        world.save(path, text)
    yield world.memory
    world.memory.close()


@pytest.mark.parametrize("question", ["what does Greta prefer?", "Which bread does Greta like?", "What is Greta's opinion on bread?"])
def test_the_answer_begins_with_opinions_and_says_by_which_way(memory, question):
    hits = memory.recall(question).hits
    assert [hit.fact.kind for hit in hits[:3]] == [Kind.OPINION] * 3
    first = next(why for why in hits[0].why if why.way is Way.OPINION)
    assert 0 < first.score <= hits[0].score
    assert hits[0].fact.confidence


def test_what_holds_stands_before_what_it_replaced_which_is_marked(memory):
    hits = memory.recall("What bread does Greta prefer?").hits
    breads = [hit for hit in hits if hit.fact.kind is Kind.OPINION and "bread" in hit.content]
    assert [(hit.content, hit.status) for hit in breads] == [("Prefers rye bread.", "current"), ("Prefers white bread.", "past")]


def test_the_same_in_german(memory):
    assert memory.recall("Was mag Emil nicht?").hits[0].content == "Mag keine lauten Lokale."


def test_a_question_for_something_else_is_no_question_for_opinions(memory):
    for hit in memory.recall("What did Greta buy?").hits:
        assert Way.OPINION not in {why.way for why in hit.why}


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("how does Peter feel about trams?", True),
        ("Peter's favourite colour?", True),
        ("Was hält Anna von Homeoffice?", True),
        ("Welche Meinung hat Anna dazu?", True),
        ("彼は何が好き？", True),
        ("他喜欢什么？", True),
        ("What is Bremen like?", False),
        ("Where does Peter live?", False),
        ("Wann kam Anna an?", False),
        ("I like Peter.", False),
    ],
)
def test_whether_an_opinion_is_asked_for(question, asks):
    assert asks_belief(question) is asks
