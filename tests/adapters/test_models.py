"""Language models behind HTTP, against a real server on loopback; and those that need none."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from dayleaf.adapters.model import AnthropicModel, CompatibleModel, ReplayModel, ScriptedModel
from dayleaf.adapters.model.asking import Line, NotUnderstood
from dayleaf.core.errors import Unavailable, UsageError
from dayleaf.ports.outside import Message
from dayleaf.wiring.model import model_of

SCHEMA = {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean", "enum": [True]}}}
SAID = (Message("system", "Be brief."), Message("user", "Well?"))


class Desk(BaseHTTPRequestHandler):
    """Answers with what the server has in store, one after the other; the last one stays."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server = self.server
        server.asked.append((self.path, dict(self.headers), body))
        status, answer, extra = server.store.pop(0) if len(server.store) > 1 else server.store[0]
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in (("content-length", str(len(data))), *extra):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def server(*store):
    made = ThreadingHTTPServer(("127.0.0.1", 0), Desk)
    made.daemon_threads = True
    made.store, made.asked = [(one if isinstance(one, tuple) else (200, one, ())) for one in store], []
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made, f"http://127.0.0.1:{made.server_address[1]}"
    finally:
        made.shutdown()
        thread.join()
        made.server_close()


def chat(text: str, reason: str = "stop", **more: object) -> dict[str, object]:
    return {
        "choices": [{"message": {"content": text}, "finish_reason": reason}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 5},
    } | more


@contextmanager
def compatible(url: str, **more: object):
    model = CompatibleModel("openai:m", "m", Line(url, {"Authorization": "Bearer hush-hush"}, 5.0, lambda _: None), **more)
    try:
        yield model
    finally:
        model.close()


def test_an_answer_is_read_and_counted() -> None:
    with server(chat('{"ok": true}')) as (desk, url), compatible(url) as model:
        assert model.complete(SAID, SCHEMA, 50) == ({"ok": True}, 11, 5)
    path, headers, body = desk.asked[0]
    assert (path, body["max_tokens"], body["temperature"]) == ("/chat/completions", 50, 0)
    assert headers["Authorization"] == "Bearer hush-hush"
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_that_knows_no_schema_is_asked_in_a_plainer_mode_and_stays_there() -> None:
    refuses = (400, {"error": "response_format is not supported"}, ())
    with server(refuses, refuses, chat('Sure: {"ok": true}')) as (desk, url), compatible(url) as model:
        assert model.complete(SAID, SCHEMA, 50).value == {"ok": True}
        assert model.mode == "prompt"
        model.complete(SAID, SCHEMA, 50)
    assert [body.get("response_format", {}).get("type") for _, _, body in desk.asked] == ["json_schema", "json_object", None, None]


@pytest.mark.parametrize(
    "refusal",
    [
        "Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #: unrecognized type x",
        "Failed to initialize samplers: failed to parse grammar",
    ],
)
def test_a_server_that_makes_no_grammar_of_the_schema_is_asked_in_a_plainer_mode(refusal) -> None:
    answer = (400, {"error": {"code": 400, "message": refusal, "type": "invalid_request_error"}}, ())
    with server(answer, chat('{"ok": true}')) as (desk, url), compatible(url) as model:
        assert model.complete(SAID, SCHEMA, 50).value == {"ok": True}
        assert model.mode == "json_object"
    said = desk.asked[1][2]["messages"]
    assert [one["role"] for one in said] == ["system", "user"]
    assert said[0]["content"].startswith("Be brief.\n\nAnswer with one JSON object")
    with server(chat('{"ok": true}')) as (desk, url), compatible(url, mode="prompt") as model:
        model.complete(SAID[1:], SCHEMA, 50)
    assert [one["role"] for one in desk.asked[0][2]["messages"]] == ["system", "user"]


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (400, "request (3031 tokens) exceeds the available context size (2048 tokens), try increasing it"),
        (400, "This model's maximum context length is 8192 tokens."),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (413, ""),
    ],
)
def test_a_question_too_long_for_the_model_says_nothing_about_the_next(status, word) -> None:
    refusal = (status, {"error": {"message": word}}, ())
    with server(refusal, chat('{"ok": true}')) as (desk, url), compatible(url) as model:
        with pytest.raises(NotUnderstood) as caught:
            model.complete(SAID, SCHEMA, 50)
        assert caught.value.spent == (0, 0)
        assert model.complete(SAID, SCHEMA, 50).value == {"ok": True}
    assert len(desk.asked) == 2


def test_a_busy_server_is_asked_again_as_late_as_it_asks() -> None:
    waits: list[float] = []
    with server((429, {}, (("retry-after", "7"),)), (503, {}, ()), chat('{"ok": true}')) as (desk, url):
        model = CompatibleModel("x", "m", Line(url, {}, 5.0, waits.append, lambda: 0.5))
        assert model.complete(SAID, SCHEMA, 50).value == {"ok": True}
        model.close()
    assert waits == [7.0, 2.0]
    assert len(desk.asked) == 3


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (chat("I would rather not."), "no JSON object"),
        (chat('{"ok": true', "length"), "cut short"),
        (chat('{"ok": false}'), "does not fit"),
        (chat('{"ok": true, "rm": "-rf"}'), "does not fit"),
        (chat("[]"), "no JSON object"),
        ({"choices": []}, "no JSON object"),
        ({"choices": [{"message": {"content": None}}]}, "no JSON object"),
    ],
)
def test_an_answer_that_cannot_be_used_says_so_and_what_it_cost(answer, why) -> None:
    with server(answer) as (_, url), compatible(url) as model, pytest.raises(NotUnderstood, match=why) as caught:
        model.complete(SAID, SCHEMA, 50)
    assert min(caught.value.spent) >= 0


@pytest.mark.parametrize("answer", [(401, {"error": "no"}, ()), (200, b"<html>", ()), (500, b"", ())])
def test_a_server_that_fails_is_unavailable_and_no_key_is_told(answer) -> None:
    with server(answer) as (_, url), compatible(url) as model, pytest.raises(Unavailable) as caught:
        model.complete(SAID, SCHEMA, 50)
    assert "hush" not in str(caught.value)
    assert "hush" not in repr(model)


def test_nobody_there() -> None:
    with compatible("http://127.0.0.1:9") as model, pytest.raises(Unavailable, match="does not answer"):
        model.complete(SAID, SCHEMA, 50)


def test_an_answer_that_does_not_end_is_given_up() -> None:
    with server(b'{"a": "' + b"x" * 3_000_000) as (_, url), compatible(url) as model, pytest.raises(Unavailable, match="does not end"):
        model.complete(SAID, SCHEMA, 50)


def test_anthropic_answers_through_its_one_tool() -> None:
    used = {
        "content": [{"type": "tool_use", "input": {"ok": True}}],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 9, "output_tokens": 4},
    }
    with server(used) as (desk, url):
        model = AnthropicModel("anthropic:c", "c", Line(url, {"x-api-key": "hush"}, 5.0))
        assert model.complete(SAID, SCHEMA, 50) == ({"ok": True}, 9, 4)
        model.close()
    path, _, body = desk.asked[0]
    assert path == "/v1/messages"
    assert body["system"] == "Be brief."
    assert [one["role"] for one in body["messages"]] == ["user"]
    assert body["tool_choice"] == {"type": "tool", "name": "answer"}


def test_what_was_recorded_is_answered_again_and_nothing_else(tmp_path) -> None:
    file = tmp_path / "answers.jsonl"
    live = ScriptedModel(lambda _: '{"ok": true}')
    first = ReplayModel(file, live).complete(SAID, SCHEMA, 50)
    assert ReplayModel(file).complete(SAID, SCHEMA, 50) == first
    assert len(live.asked) == 1
    with pytest.raises(Unavailable, match="recorded"):
        ReplayModel(file).complete(SAID[1:], SCHEMA, 50)


def test_settings_name_models_and_keys_come_from_the_environment() -> None:
    local = model_of("ollama:qwen3:4b@http://box:1234", {"OPENAI_API_KEY": "hush"})
    assert (local.model, local.line.url, dict(local.line.headers)) == ("qwen3:4b", "http://box:1234/v1", {})
    assert model_of("openai:gpt", {"OPENAI_API_KEY": "k"}).line.headers == {"Authorization": "Bearer k"}
    assert model_of("openai:m@http://box/v1", {"DAYLEAF_MODEL_KEY": "k"}).line.headers == {"Authorization": "Bearer k"}
    assert model_of("anthropic:claude", {"ANTHROPIC_API_KEY": "k"}).line.headers["x-api-key"] == "k"
    for wrong in ("none", "ollama:", "gpt4", "ollama:@http://box"):
        with pytest.raises(UsageError):
            model_of(wrong, {})
