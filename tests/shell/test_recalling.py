"""Recall by example: what each way finds, what each restriction leaves, what the answer says of itself."""

from __future__ import annotations

# ruff: noqa: E501 - a question and its answer stand on one line
import datetime as dt

import pytest
from worlds import InRam, retain

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind, TimeRange
from dayleaf.core.recall.query import Way
from dayleaf.core.tokens import CITATION, count

AUTUMN = {
    "memory/2025-09-03.md": retain("W(id=home) @Nora: Lives in Leipzig.", "O(c=0.9, cat=user/drinks) @Nora: Prefers coffee, black."),
    "memory/2025-10-10.md": "# Friday\n\nA quiet day. Nora repaired the bicycle of Emil.\n\nThe chain had come off.\n",
    "memory/2025-11-01.md": retain(
        "W(supersedes=home, when=2025-11-01..) @Nora: Lives in Freiburg.",
        "B @Lantern: I fixed the doubled hour by storing UTC (`hourly.py`).",
        "W(when=2025-10-09..2025-10-14) @Tomas: Was in Lisbon for the wedding.",
    ),
    "memory/2025-11-27.md": retain("O(c=0.8, cat=user/drinks/tea) @Nora: Prefers green tea.", "S @Nora: Changes her mind about drinks."),
    "bank/entities/Lantern.md": "---\naliases: [lantern-logger, Funzel]\n---\n# Lantern\n\nA logger for sensors.\n",
    "bank/world.md": "- W @Funzel: Needs Python 3.11.\n- W @Kestrel: Kündigungsfrist: sechs Wochen.\n",
}  # fmt: skip


@pytest.fixture(autouse=True)
def autumn(world):
    for path, text in AUTUMN.items():
        world.save(path, text)


def said(bundle):
    return [hit.content for hit in bundle.hits]


# ------------------------------------------------------------------------------------------------------- ways


def test_a_word_finds_the_fact_that_holds_it_and_says_so(world):
    hit = world.memory.recall("wedding").hits[0]
    assert (hit.content, str(hit.source)) == ("Was in Lisbon for the wedding.", "memory/2025-11-01.md#L6")
    assert (hit.fact.kind, hit.fact.told, hit.fact.entities) == (Kind.WORLD, dt.date(2025, 11, 1), ("Tomas",))
    assert [why.way for why in hit.why] == [Way.LEXICAL]
    assert hit.tokens == count(hit.content) + CITATION
    assert hit.evidence == (hit.source,)


@pytest.mark.parametrize("question", ["hourly.py", "UTC", "doubled hours", "what did you fix with the hour?"])
def test_identifiers_and_inflected_words_are_found(world, question):
    assert world.memory.recall(question).hits[0].content.startswith("I fixed the doubled hour")


@pytest.mark.parametrize("question", ["Kuendigungsfrist", "KÜNDIGUNGSFRIST", "die Kündigungsfristen", "Ku\u0308ndigungsfrist"])
def test_german_spellings_find_each_other(world, question):
    assert "sechs Wochen" in said(world.memory.recall(question))[0]


@pytest.mark.parametrize("question", ["die Frist", "Kündigung"])
def test_a_compound_is_found_by_its_parts(world, question):
    world.save("memory/2025-11-30.md", "Die Kündigung kommt. Eine Frist gibt es auch.\n")  # the parts are known as words
    assert any("sechs Wochen" in content for content in said(world.memory.recall(question)))


def test_a_name_finds_what_mentions_the_entity(world):
    bundle = world.memory.recall("tell me about Tomas")
    assert said(bundle)[0] == "Was in Lisbon for the wedding."
    assert Way.ENTITY in {why.way for why in bundle.hits[0].why}


def test_a_name_finds_what_mentions_the_entity_under_another_name(world):
    assert "Needs Python 3.11." in said(world.memory.recall("tell me about Lantern"))


def test_a_time_alone_is_answered_by_that_window_in_order(world):
    bundle = world.memory.recall("October 2025")
    assert bundle.during == TimeRange(dt.date(2025, 10, 1), dt.date(2025, 11, 1))
    assert said(bundle)[0] == "Was in Lisbon for the wedding."
    assert "bicycle" in said(bundle)[1]


def test_a_time_in_a_question_prefers_that_time_and_a_note_says_how_it_was_understood(world):
    bundle = world.memory.recall("what did Nora do on 10 October 2025?")
    assert "bicycle" in said(bundle)[0]
    assert any("2025-10-10" in note for note in bundle.notes)


def test_narrative_neighbours_are_quoted_as_one_hit_with_all_their_lines(world):
    hit = world.memory.recall("bicycle chain").hits[0]
    assert (hit.content, str(hit.source)) == (
        "A quiet day. Nora repaired the bicycle of Emil.\nThe chain had come off.", "memory/2025-10-10.md#L3-L5",
    )  # fmt: skip


@pytest.mark.parametrize("question", ["zeppelin", "xyzzy plugh", "飛行船"])
def test_what_nobody_wrote_is_not_found_and_the_empty_answer_is_to_be_trusted(world, question):
    bundle = world.memory.recall(question)
    assert (bundle.hits, bundle.stale, bundle.left_out, bundle.tokens, bundle.notes) == ((), False, 0, 0, ())


@pytest.mark.parametrize("question", ["???", "...", "-", "()"])
def test_a_question_that_says_nothing_finds_nothing(world, question):
    assert world.memory.recall(question).hits == ()


def test_the_same_said_twice_is_one_hit_with_both_places(world):
    world.save("memory/2025-11-28.md", retain("O(c=0.8) @Nora: Prefers green  tea."))
    hit = world.memory.recall("green tea").hits[0]
    assert (hit.count, sorted(map(str, hit.evidence))) == (2, ["memory/2025-11-27.md#L4", "memory/2025-11-28.md#L4"])


# ------------------------------------------------------------------------------------------------------- restrictions


@pytest.mark.parametrize(
    ("restriction", "found"),
    [
        ({"kinds": [Kind.OPINION]}, ["Prefers green tea.", "Prefers coffee, black."]),
        ({"kinds": [Kind.OBSERVATION, Kind.EXPERIENCE]}, ["Changes her mind about drinks.", "I fixed the doubled hour by storing UTC (`hourly.py`)."]),
        ({"category": "user"}, ["Prefers green tea.", "Prefers coffee, black."]),
        ({"category": "/user/drinks/tea/"}, ["Prefers green tea."]),
        ({"category": "user/drink"}, []),
        ({"entities": ["tomas"]}, ["Was in Lisbon for the wedding."]),
        ({"entities": ["Lantern"]}, ["I fixed the doubled hour by storing UTC (`hourly.py`).", "A logger for sensors.", "Needs Python 3.11."]),
        ({"entities": ["lantern-logger"]}, ["I fixed the doubled hour by storing UTC (`hourly.py`).", "A logger for sensors.", "Needs Python 3.11."]),
        ({"entities": ["@Tomas", "Kestrel"]}, ["Was in Lisbon for the wedding.", "Kündigungsfrist: sechs Wochen."]),
        ({"entities": ["Nobody"]}, []),
        ({"since": "2025-11-02"}, ["Prefers green tea.", "Changes her mind about drinks.", "Lives in Freiburg."]),
        ({"since": "5d", "kinds": [Kind.OPINION]}, ["Prefers green tea."]),
        ({"until": "2025-09-30"}, ["Lives in Leipzig.", "Prefers coffee, black."]),
        ({"during": "2025-10-12..2025-10-13"}, ["Was in Lisbon for the wedding."]),
        ({"known_at": "2025-09-30", "kinds": [Kind.WORLD]}, ["Lives in Leipzig.", "Needs Python 3.11.", "Kündigungsfrist: sechs Wochen."]),
        ({"known_at": dt.date(2025, 9, 2)}, ["A logger for sensors.", "Needs Python 3.11.", "Kündigungsfrist: sechs Wochen."]),
    ],
)  # fmt: skip
def test_a_restriction_alone_lists_what_fulfils_it_newest_first(world, restriction, found):
    assert said(world.memory.recall(**restriction)) == found


def test_a_restriction_also_restricts_a_question(world):
    bundle = world.memory.recall("tea coffee", until="2025-10-01")
    assert said(bundle)[0] == "Prefers coffee, black."
    assert {hit.fact.told for hit in bundle.hits} == {dt.date(2025, 9, 3)}
    assert said(world.memory.recall("tea", category="user/drinks/coffee")) == []
    assert {hit.fact.kind for hit in world.memory.recall("Nora", kinds=[Kind.OPINION]).hits} == {Kind.OPINION}


def test_what_was_asked_comes_back_with_the_answer(world):
    bundle = world.memory.recall("tea", k=3, budget=500, entities=["Nora"], as_of="2025-11-30", known_at="yesterday")
    assert (bundle.query.text, bundle.query.k, bundle.query.budget) == ("tea", 3, 500)
    assert (bundle.query.as_of, bundle.query.condition.known_at) == (dt.date(2025, 11, 30),) * 2
    assert bundle.query.condition.keys == {"nora"}


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"text": "  \n"},
        {"text": "x", "k": 0},
        {"text": "x", "k": 1001},
        {"text": "x", "budget": 0},
        {"text": "x", "since": "soonish"},
        {"text": "x", "since": ""},
        {"text": "x", "during": "2025", "since": "2024"},
        {"text": "x", "during": "", "since": ""},
        {"text": "x", "since": "2025-11-02", "until": "2025-11-01"},
        {"text": "x", "as_of": "November 2025"},
        {"text": "x", "as_of": ""},
        {"text": "x", "known_at": "2025-13-01"},
    ],
)
def test_wrong_usage_is_an_error_with_a_hint(world, arguments):
    with pytest.raises(UsageError) as refused:
        world.memory.recall(**arguments)
    assert refused.value.hint


# ------------------------------------------------------------------------------------------------------- time axes


def test_what_was_replaced_is_past(world):
    status = {hit.content: hit.status for hit in world.memory.recall("where does Nora live?").hits}
    assert status["Lives in Leipzig."] == "past"
    assert status["Lives in Freiburg."] == "current"


def test_a_state_that_ended_is_past_and_was_current_then(world):
    world.save("memory/2025-11-20.md", retain("W(when=2025-11-20..2025-11-25) @Nora: Is in Marrakech."))
    assert [hit.status for hit in world.memory.recall("Marrakech").hits] == ["past"]
    assert [hit.status for hit in world.memory.recall("Marrakech", as_of="2025-11-22").hits] == ["current"]


# ------------------------------------------------------------------------------------------------------- fitting


def test_k_and_budget_bound_the_answer_and_what_is_left_out_is_counted(world):
    whole = world.memory.recall("Nora")
    one = world.memory.recall("Nora", k=1)
    assert (len(one.hits), one.hits[0].fact) == (1, whole.hits[0].fact)
    assert one.left_out >= whole.left_out + len(whole.hits) - 1
    tight = world.memory.recall("Nora", budget=40)
    assert tight.tokens == sum(hit.tokens for hit in tight.hits) <= 40
    assert tight.left_out >= whole.left_out + len(whole.hits) - len(tight.hits)


def test_a_budget_that_is_too_small_for_the_best_fact_gets_its_beginning(world):
    assert said(world.memory.recall("Lisbon wedding", budget=CITATION + 3)) == ["the wedding."]
    nothing = world.memory.recall("Lisbon wedding", budget=CITATION)
    assert (nothing.hits, nothing.left_out > 0) == ((), True)


def test_of_a_long_fact_the_lines_that_matter_are_quoted():
    text = "\n  ".join(f"Line {number} tells nothing new about the garden behind the house at all." for number in range(60))
    text = text.replace("Line 31 tells", "The heron tells")
    world = InRam({"memory/2025-11-27.md": f"# D\n\n## Retain\n- W: {text}\n"})
    (hit,) = world.memory.recall("heron").hits
    lines = world.read("memory/2025-11-27.md").decode().splitlines()[hit.source.first - 1 : hit.source.last]
    assert "heron" in hit.content
    assert len(lines) < 40
    assert " ".join(hit.content.split()) in " ".join(" ".join(lines).split())
