"""The person's own line stands before the assistant's reply to it, unless the reply is asked for."""

from __future__ import annotations

import pytest
from worlds import InRam

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.voice import ONESELF, REPLY, WISH, asks_agent, weight_of

REPLY_TEXT = " ".join(f"For a boiler of that age, boiler valve number {number} should be checked by a plumber." for number in range(30))
CHAT = f"""# Chat

- user: the boiler in the cabin is from 1987 and drips
- assistant: {REPLY_TEXT}
- user: we painted the fence
- assistant: A fence lasts longer with two coats.
"""


@pytest.fixture
def chat():
    world = InRam()
    world.save("memory/2026-02-03.md", CHAT)
    yield world.memory
    world.memory.close()


def test_the_request_stands_before_the_longer_reply_that_repeats_its_words(chat):
    assert chat.recall("boiler plumber valve").hits[0].content.startswith("user: the boiler in the cabin")


def test_a_question_for_the_reply_gets_the_reply(chat):
    assert chat.recall("which boiler valves did you recommend to check?").hits[0].fact.origin == "agent"


def test_the_parts_of_a_score_still_add_up(chat):
    for hit in chat.recall("boiler plumber valve").hits:
        assert sum(why.score for why in hit.why) <= hit.score + 1e-6


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did you suggest for the trip?", True),
        ("what was your advice about the tax?", True),
        ("Was hast du zum Urlaub empfohlen?", True),
        ("你推荐了什么书？", True),
        ("Can you tell me when Peter moved?", False),
        ("Was mag Anna?", False),
        ("When did I buy the lamp?", False),
    ],
)
def test_whether_the_assistant_is_asked_for_its_own_words(question, asked):
    assert asks_agent(question) is asked


def passage(text, origin=None, kind=Kind.PASSAGE):
    return Fact(kind, text, Source("memory/2026-02-03.md", 1, 1), origin=origin)


def test_what_weighs_more_and_less():
    assert weight_of(passage("assistant: sure", "agent"), frozenset(), of_agent=False) == REPLY
    assert weight_of(passage("assistant: sure", "agent"), frozenset(), of_agent=True) == 1
    assert weight_of(passage("user: always answer in metric units"), frozenset(), of_agent=False) == 1 + WISH
    assert weight_of(passage("Nutzer: ich mag keine langen Antworten"), frozenset(), of_agent=False) == 1 + WISH
    assert weight_of(passage("user: the fence is green"), frozenset(), of_agent=False) == 1
    assert weight_of(passage("Peter: I always take the stairs"), frozenset(), of_agent=False) == 1  # said to another person
    assert weight_of(passage("A plain line that is always there."), frozenset(), of_agent=False) == 1  # nobody is known to say it
    assert weight_of(passage("Prefers tea.", "agent", Kind.OPINION), frozenset(), of_agent=False) == 1  # a typed fact stands for itself


def test_of_oneself_one_tells_most():
    said = passage("Ada Lund: I sold the boat.")
    assert weight_of(said, frozenset({"ada", "lund", "boat"}), of_agent=False) == 1 + ONESELF
    assert weight_of(said, frozenset({"ada", "boat"}), of_agent=False) == 1  # another Ada, perhaps
    assert weight_of(passage("Jörg: Das Boot ist weg."), frozenset({"jörg"}), of_agent=False) == 1 + ONESELF
    assert weight_of(passage("Tom: Ada sold the boat."), frozenset({"ada", "boat"}), of_agent=False) == 1
