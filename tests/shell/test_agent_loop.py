"""A real agent loop with a scripted model: 60 turns, two sessions, a sub-agent and a patrol; what was injected when."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass, field

import pytest
from worlds import InFolder, retain

from dayleaf.core import tokens
from dayleaf.wiring.memory import Memory

BUDGET = 1500
TOPICS = ("Aster", "Birch", "Clover", "Dahlia", "Elder", "Fennel", "Ginger", "Hazel", "Iris", "Juniper")


@dataclass
class Model:
    """What a model does here: it reads its context and the message, and answers by the script."""

    context: str = ""
    knows: dict[str, str] = field(default_factory=dict)
    """What it has in its own context: fact id → content; only what it was told, and what corrections took back."""

    def hear(self, text: str) -> None:
        self.context = text
        for found in re.finditer(r"^- \[(\S+)\] (.*?): (.*)$", text, re.MULTILINE):
            id, traits, content = found.groups()
            if now := re.search(r"now \[(\S+)\]", traits):
                self.knows.pop(id, None)
                id = now[1]
            if content.startswith("no longer in memory"):
                self.knows.pop(id, None)
            else:
                self.knows[id] = content

    def answer(self, message: str) -> str:
        words = set(re.findall(r"[A-Z]\w+", message))
        return " ".join(content for content in self.knows.values() if words & set(content.split())) or "I do not know."


class Loop:
    """An agent over one memory: two sessions that take turns, a minute each."""

    def __init__(self, memory: Memory, start: dt.datetime) -> None:
        self.memory, self.start, self.minute = memory, start, 0.0
        self.models = {"east": Model(), "west": Model()}
        self.injected: list[tuple[str, int, list[str], list[str]]] = []

    @property
    def now(self) -> Memory:
        return self.memory.at(self.start + dt.timedelta(minutes=self.minute))

    def turn(self, session: str, message: str) -> str:
        found = self.now.begin_turn(session, message, budget=BUDGET)
        assert found.tokens == tokens.count(found.text) <= BUDGET
        recalled = [item.content for item in found.section("recalled").items]
        corrected = [item.content for item in found.section("corrected").items]
        self.injected.append((session, found.turn, recalled, corrected))
        model = self.models[session]
        model.hear(found.text)
        reply = model.answer(message)
        assert self.now.end_turn(session, reply).logged
        self.minute += 1
        return reply


def garden(topic: str) -> str:
    return f"The {topic} bed is watered at {6 + TOPICS.index(topic)} o'clock."


@pytest.fixture
def world(tmp_path):
    made = InFolder(tmp_path, {"memory.md": "# Core\n- Nora keeps a garden.\n"})
    for day, topic in enumerate(TOPICS, 1):
        made.save(f"memory/2025-11-{day:02}.md", retain(f"W @{topic}: {garden(topic)}"))
    yield made
    made.memory.close()


def test_sixty_turns(world):  # noqa: PLR0915 one story, turn by turn
    loop = Loop(world.memory, world.now)

    # turns 1-20: each session asks for every topic once: each fact is told once in each session, when it is asked for
    for topic in TOPICS:
        for session in ("east", "west"):
            assert loop.turn(session, f"When is the {topic} bed watered?") == garden(topic)
    for session in ("east", "west"):
        told = [content for where, _, recalled, _ in loop.injected if where == session for content in recalled]
        assert sorted(told) == sorted(map(garden, TOPICS))
    assert [number for _, number, _, _ in loop.injected] == [number for number in range(1, 11) for _ in "ab"]

    # turns 21-30: the same again: nothing is injected, and the model still knows
    before = len(loop.injected)
    for topic in TOPICS:
        assert loop.turn("east", f"Once more: when is the {topic} bed watered?") == garden(topic)
    assert all(not recalled and not corrected for _, _, recalled, corrected in loop.injected[before:])

    # turn 31-34: a sub-agent and a patrol put values; both sessions see the keys, neither the values
    loop.now.work.put("result", "SECRET-BODY " * 2000, caller="subagent/weeds", ttl="20m", category="report")
    loop.now.work.put("frost", "MINUS-THREE", caller="patrol/weather", ttl="20m")
    loop.now.work.put("draft", "MY-DRAFT", caller="session/east")
    for session in ("east", "west"):
        loop.turn(session, "Is the helper done?")
        context = loop.models[session].context
        assert "- subagent/weeds/result · report · 24 kB · expires in" in context
        assert "- patrol/weather/frost · 11 B · expires in" in context
        assert ("session/east/draft" in context) == (session == "east")
        assert not re.search("SECRET-BODY|MINUS-THREE|MY-DRAFT", context)
    assert loop.now.work.get("subagent/weeds/result", caller="session/east").value.startswith("SECRET-BODY")

    # turn 33-35: a person edits a fact: each session is told at its next turn, once
    world.save("memory/2025-11-03.md", retain("W @Clover: The Clover bed is watered at noon."))
    for session in ("east", "west", "east"):
        loop.turn(session, "Thanks.")
    assert [entry[3] for entry in loop.injected[-3:]] == [["The Clover bed is watered at noon."]] * 2 + [[]]
    assert loop.turn("west", "When is the Clover bed watered?") == "The Clover bed is watered at noon."
    assert loop.injected[-1][2:] == ([], [])

    # turn 37: a person takes one out: the model is told that it is gone
    world.remove("memory/2025-11-04.md")
    loop.turn("east", "Thanks.")
    assert loop.injected[-1][3] == ["no longer in memory; do not rely on it"]
    assert loop.turn("east", "When is the Dahlia bed watered?") == "I do not know."

    # turn 39-40: the host compacts east: it may be told again; west, which lost nothing, is not
    loop.models["east"].knows.clear()
    loop.now.compacted("east")
    assert loop.turn("east", "When is the Iris bed watered?") == garden("Iris")
    loop.turn("west", "When is the Iris bed watered?")
    assert [entry[2] for entry in loop.injected[-2:]] == [[garden("Iris")], []]

    # turns 41-59: the agent itself learns; what it learns comes to the other session, and not back as new
    for number in range(19):
        if number % 2 == 0:
            loop.now.retain(f"The Quince tree number {number} was pruned.", entities=[f"Quince-{number}"])
            loop.turn("west", f"What about Quince-{number}?")
            assert any(f"number {number} " in content for content in loop.injected[-1][2]), number
        else:
            loop.turn("east", "Go on.")
            assert loop.injected[-1][2:] == ([], [])

    # after an hour of silence: a new session, the draft of east is long gone, everything may be told again
    loop.minute += 61
    loop.turn("east", "When is the Hazel bed watered?")
    session, number, recalled, corrected = loop.injected[-1]
    assert (session, number, recalled, corrected) == ("east", 1, [garden("Hazel")], [])
    assert "draft" not in loop.models["east"].context
    assert "patrol/weather" not in loop.models["east"].context
    assert "Go on." not in loop.models["east"].context
    assert len(loop.injected) == 60

    lines = [
        json.loads(line)
        for file in sorted((world.root / ".memory/conversations").iterdir())
        for line in file.read_text("utf-8").splitlines()
    ]
    assert [line["role"] for line in lines] == ["user", "assistant"] * 60
    assert not any("dayleaf-memory" in line["text"] for line in lines)
    assert all("Nora keeps a garden." in model.context for model in loop.models.values())
