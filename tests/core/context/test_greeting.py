"""What asks for nothing, and what does although it is short."""

from __future__ import annotations

import pytest

from dayleaf.core.context.greeting import asks_nothing


@pytest.mark.parametrize(
    "message",
    [
        "",
        "  ",
        "Hi",
        "Hello there",
        "Good morning!",
        "Thanks a lot.",
        "ok, great",
        "Guten Morgen",
        "Danke dir, super!",
        "你好",
        "Hi!?",
        "👍",
    ],
)
def test_politeness_asks_nothing(message):
    assert asks_nothing(message)


@pytest.mark.parametrize(
    "message",
    [
        "And Peter?",
        "Where?",
        "Hello, where is the boat?",
        "What did I do yesterday?",
        "tea",
        "Danke, und der Schlüssel?",
        "good boat",
        "Wo ist er?",
        "the who",
    ],
)
def test_a_few_words_may_ask(message):
    assert not asks_nothing(message)
