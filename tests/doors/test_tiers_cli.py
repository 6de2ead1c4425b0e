"""`dayleaf context` and `dayleaf work`: one process a call, and what they print."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dayleaf.doors.cli import main

NOW = "2025-12-01T09:00:00+01:00"


@pytest.fixture
def dayleaf(example, capsys):
    def call(*args: str, status: int = 0, now: str = NOW) -> Any:
        assert main(["-C", str(example), "--json", "--now", now, *args]) == status
        told = capsys.readouterr()
        return json.loads(told.out if not status else told.err)

    return call


def recalled(context: Any) -> list[str]:
    return [item["content"] for section in context["sections"] if section["name"] == "recalled" for item in section["items"]]


def test_a_session_goes_on_from_call_to_call(dayleaf, example):
    first = dayleaf("context", "--session", "s1", "--message", "What does Nora prefer to drink?")
    assert (first["schema"], first["turn"], first["session"]) == (1, 1, "s1")
    assert any("green tea" in content for content in recalled(first))
    assert first["tokens"] <= first["budget"] == 4000
    assert [section["name"] for section in first["sections"]] == ["core", "recalled", "clock"]
    again = dayleaf("context", "--session", "s1", "--message", "And which tea does Nora prefer?", now="2025-12-01T09:01:00+01:00")
    assert again["turn"] == 2
    assert not any("green tea" in content for content in recalled(again))
    ended = dayleaf("context", "--session", "s1", "--reply", "Sencha.", now="2025-12-01T09:01:30+01:00")
    assert ended == {"schema": 1, "session": "s1", "turn": 2, "logged": True, "notes": []}
    dayleaf("context", "--session", "s1", "--compacted", now="2025-12-01T09:02:00+01:00")
    anew = dayleaf("context", "--session", "s1", "--message", "Which tea does Nora prefer?", now="2025-12-01T09:03:00+01:00")
    assert any("green tea" in content for content in recalled(anew))
    lines = [json.loads(line) for line in (example / ".memory/conversations/2025-12-01.jsonl").read_text("utf-8").splitlines()]
    assert [(line["turn"], line["role"]) for line in lines] == [(1, "user"), (2, "user"), (2, "assistant"), (3, "user")]


def test_what_is_printed_is_what_goes_into_the_turn(example, capsys):
    assert main(["-C", str(example), "--now", NOW, "context", "--session", "s", "--message", "Hi", "--budget", "300"]) == 0
    text = capsys.readouterr().out
    assert text.startswith('<dayleaf-memory session="s" turn="1">\n')
    assert text.endswith("</dayleaf-memory>\n")


def test_one_of_three_things_happened(dayleaf):
    assert dayleaf("context", "--session", "s", status=2)["error"]["code"] == "usage"
    assert dayleaf("context", "--session", "s", "--message", "x", "--compacted", status=2)["error"]["code"] == "usage"
    assert dayleaf("context", "--session", "s", "--message", "x", "--budget", "0", status=2)["error"]["code"] == "usage"


def test_scratch(dayleaf):
    put = dayleaf("work", "put", "--namespace", "subagent/t", "result", "five rows", "--ttl", "20m", "--category", "report")
    slot = {"namespace": "subagent/t", "key": "result", "category": "report", "expires_in": 1200.0, "size": 9}
    assert put == {"schema": 1, "slot": slot, "pieces": []}
    assert dayleaf("work", "inventory") == {"schema": 1, "slots": [slot]}
    assert dayleaf("work", "list", "--namespace", "subagent/t") == {"schema": 1, "slots": [slot]}
    assert dayleaf("work", "list", "--namespace", "session/a")["slots"] == []
    assert dayleaf("work", "get", "subagent/t/result")["value"] == "five rows"
    assert dayleaf("work", "get", "result", "--namespace", "subagent/t", "--find", "FIVE")["found"] == [{"line": 1, "text": "five rows"}]
    assert dayleaf("work", "pieces", "subagent/t/result")["pieces"] == [
        {"number": 1, "title": "five rows", "first": 1, "last": 1, "characters": 9}
    ]
    refused = dayleaf("work", "put", "--namespace", "session/a", "subagent/t/result", "mine now", status=5)
    assert "own namespace" in refused["error"]["message"]
    assert dayleaf("work", "delete", "--namespace", "session/a", "subagent/t/result", status=5)["error"]["code"] == "path_refused"
    assert dayleaf("work", "get", "subagent/t/result", status=11, now="2025-12-01T09:20:00+01:00")["error"]["code"] == "unknown_name"
    assert dayleaf("work", "delete", "--namespace", "subagent/t", "result")["deleted"]
    assert dayleaf("work", "inventory")["slots"] == []


def test_scratch_for_people(example, capsys):
    base = ["-C", str(example), "--now", NOW, "work"]
    assert main([*base, "inventory"]) == 0
    assert main([*base, "put", "--namespace", "team", "plan", "# One\n" + "text\n" * 4000]) == 0
    assert main([*base, "pieces", "team/plan"]) == 0
    assert main([*base, "get", "team/plan", "--lines", "1"]) == 0
    assert main([*base, "put", "--namespace", "team", "plan"]) == 2
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "Working memory is empty here."
    assert "One" in told.out
    assert told.out.splitlines()[-1] == "# One"
    assert "there is no value" in told.err
