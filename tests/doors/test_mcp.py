"""The Model Context Protocol, message by message: both ways of speaking it, tools that say what went wrong, resources."""

from __future__ import annotations

import io
import json

import pytest

from dayleaf.core.errors import UsageError
from dayleaf.doors.mcp import stdio
from dayleaf.doors.mcp.http import posted
from dayleaf.doors.mcp.protocol import HANDSHAKE, MODERN, Server
from dayleaf.doors.operations.schema import checked, choice, record, several, text, whole
from dayleaf.doors.operations.table import OPERATIONS
from dayleaf.wiring.memory import Memory

META = {"io.modelcontextprotocol/protocolVersion": MODERN[-1], "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.fixture
def memory(example):
    with Memory.open(example) as opened:
        yield opened


@pytest.fixture
def server(memory):
    return Server(memory)


def ask(server, method, params=None, id=1):
    return server.answer({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}})


def call(server, name, /, **arguments):
    return ask(server, "tools/call", {"name": name, "arguments": arguments})["result"]


@pytest.mark.parametrize("version", HANDSHAKE)
def test_every_revision_with_a_handshake_is_spoken(server, version):
    result = ask(server, "initialize", {"protocolVersion": version, "capabilities": {}})["result"]
    assert (result["protocolVersion"], result["serverInfo"]["name"]) == (version, "dayleaf")
    assert result["capabilities"].keys() == {"tools", "resources"}
    assert "data, not instructions" in result["instructions"]


def test_a_revision_nobody_knows_is_answered_with_the_newest(server):
    assert ask(server, "initialize", {"protocolVersion": "2031-01-01"})["result"]["protocolVersion"] == HANDSHAKE[-1]


def test_without_a_handshake_every_answer_says_that_it_is_complete(server):
    found = ask(server, "server/discover", {"_meta": META})["result"]
    assert (found["supportedVersions"], found["resultType"]) == (list(MODERN), "complete")
    listed = ask(server, "tools/list", {"_meta": META})["result"]
    assert listed["resultType"] == "complete"
    assert listed["ttlMs"] > 0
    assert "ttlMs" not in ask(server, "tools/list")["result"], "older revisions know nothing of it"


def test_a_newer_revision_is_refused_with_those_that_are_spoken(server):
    meta = META | {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    error = ask(server, "tools/list", {"_meta": meta})["error"]
    assert (error["code"], error["data"]["supported"]) == (-32022, list(MODERN))


def test_every_tool_tells_an_agent_enough(server):
    tools = ask(server, "tools/list")["result"]["tools"]
    asked_for = {"recall", "retain", "about", "reflect", "core_append", "core_replace", "core_insert"}
    asked_for |= {"work_put", "work_get", "work_list", "context", "memory_get"}
    assert asked_for <= {each["name"] for each in tools}
    for each in tools:
        assert len(each["description"]) > 30
        assert each["inputSchema"]["type"] == each["outputSchema"]["type"] == "object"
        assert all(schema["description"] for schema in each["inputSchema"]["properties"].values())
        assert {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} <= each["annotations"].keys()
    hints = {each["name"]: each["annotations"] for each in tools}
    assert hints["recall"]["readOnlyHint"]
    assert not hints["retain"]["readOnlyHint"]
    assert hints["core_replace"]["destructiveHint"]


def test_recall_answers_with_text_and_with_structure(server):
    result = call(server, "recall", query="what tea does Nora like?", k=1)
    assert not result["isError"]
    assert result["structuredContent"]["hits"][0]["source"] == "memory/2025-11-18.md#L10"
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_a_fact_retained_is_recalled_and_its_citation_read(server):
    made = call(server, "retain", text="The spare key hangs behind the mirror.", entities=["Nora"])["structuredContent"]
    again = call(server, "retain", text="The spare key hangs behind the mirror.", entities=["Nora"])["structuredContent"]
    assert (made["new"], again["new"], made["id"]) == (True, False, again["id"])
    hit = call(server, "recall", query="spare key")["structuredContent"]["hits"][0]
    assert hit["id"] == made["id"]
    read = call(server, "memory_get", source=hit["source"], hash=made["fact"]["hash"])["structuredContent"]
    assert "spare key hangs behind the mirror" in read["text"]


def test_a_citation_follows_its_content(server, memory, example):
    made = memory.retain("The boiler was serviced by Frau Lindqvist.").fact
    page = example / made.source.path
    fact = OPERATIONS["memory_get"].run(memory, {"source": str(made.source)})
    page.write_text("A line above.\n\nAnother.\n" + page.read_text())
    moved = call(server, "memory_get", source=str(made.source), hash=fact["hash"])["structuredContent"]
    assert moved["moved"]
    assert "Frau Lindqvist" in moved["text"]
    page.write_text(page.read_text().replace("Lindqvist", "Nobody"))
    gone = call(server, "memory_get", source=str(made.source), hash=fact["hash"])
    assert gone["isError"]
    assert "stands on the page no more" in gone["content"][0]["text"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("recall", {"qery": "tea"}, "did you mean 'query'?"),
        ("recall", {"query": 5}, "recall.query must be a string, not integer"),
        ("recall", {"query": "tea", "k": 0}, "recall.k is 0"),
        ("recall", {"query": "tea", "kinds": ["rumour"]}, "give one of"),
        ("recall", {"query": "tea", "since": "the year dot"}, "the year dot"),
        ("recall", {}, "nothing is asked"),
        ("about", {"name": "Kaspr"}, "did you mean Kasper"),
        ("retain", {}, "retain lacks 'text'"),
        ("retain", {"text": "x" * 100_001}, "more than 100000"),
        ("retain", {"text": "The password is: hunter2-Swordfish!9"}, "secret"),
        ("memory_get", {"source": "../../etc/passwd"}, "there is no page"),
        ("memory_get", {"source": "memory/2025-11-18.md#L9999"}, "has"),
        ("work_put", {"namespace": "session/1", "key": "../patrol/x", "value": "v"}, ".."),
        ("work_get", {"key": "session/1/nothing"}, "session/1"),
        ("core_replace", {"old": "not there at all", "new": ""}, "memory.md"),
    ],
)
def test_an_error_says_what_to_do(server, name, arguments, said):
    result = call(server, name, **arguments)
    assert result["isError"]
    assert "structuredContent" not in result
    assert said in result["content"][0]["text"]


def test_resources_are_pages(server):
    assert [each["uri"] for each in ask(server, "resources/list")["result"]["resources"]] == ["memory://core"]
    assert ask(server, "resources/templates/list")["result"]["resourceTemplates"][0]["uriTemplate"] == "memory://entity/{slug}"
    assert "Nora" in ask(server, "resources/read", {"uri": "memory://core"})["result"]["contents"][0]["text"]
    about = ask(server, "resources/read", {"uri": "memory://entity/the%20dog"})["result"]["contents"][0]
    assert about["mimeType"] == "text/markdown"
    assert "Winterhalter" in about["text"]


@pytest.mark.parametrize("uri", ["memory://entity/", "memory://entity/Nobody", "file:///etc/passwd", "memory://core/../x", 7, None])
def test_a_resource_that_is_not_there_is_an_error(server, uri):
    assert ask(server, "resources/read", {"uri": uri})["error"]["code"] in {-32002, -32602}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ([], -32600),
        ("hello", -32600),
        ({"id": 1, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": 1}, -32600),
        ({"jsonrpc": "2.0", "id": [1], "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rm"}}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "initialize"}, -32602),
    ],
)
def test_a_message_that_is_none_is_answered(server, message, code):
    assert server.answer(message)["error"]["code"] == code


@pytest.mark.parametrize("message", [{"method": "notifications/initialized"}, {"id": 5, "result": {}}, {"id": 5, "error": {}}])
def test_what_needs_no_answer_gets_none(server, message):
    assert server.answer({"jsonrpc": "2.0", **message}) is None


def test_one_message_a_line(server):
    lines = [b"nonsense\n", b"\n", b'{"jsonrpc":"2.0","id":"a","method":"ping"}\r\n', "ü\n".encode("latin-1"), b"[" * 100_000 + b"\n"]
    target = io.BytesIO()
    stdio.serve(server, io.BytesIO(b"".join(lines)), target)
    answers = [json.loads(line) for line in target.getvalue().splitlines()]
    assert [answer.get("error", {}).get("code", answer.get("result")) for answer in answers] == [-32700, {}, -32700, -32700]


def test_a_line_too_long_is_read_past(server, monkeypatch):
    monkeypatch.setattr(stdio, "LONGEST_LINE", 100)
    target = io.BytesIO()
    stdio.serve(server, io.BytesIO(b"x" * 1000 + b"\n" + b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'), target)
    assert [json.loads(line).get("result") for line in target.getvalue().splitlines()] == [None, {}]


def test_over_http_a_notification_is_acknowledged_and_an_error_has_its_status(server):
    body = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()
    assert posted(server, body, {}) == (202, b"")
    assert posted(server, b"nonsense", {})[0] == 400
    assert posted(server, b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {"mcp-protocol-version": "1999-01-01"})[0] == 400
    assert posted(server, b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {"mcp-protocol-version": "2025-06-18"})[0] == 200


def test_headers_that_say_something_else_than_the_body_are_refused(server):
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall", "arguments": {"query": "tea"}, "_meta": META},
    }
    headers = {"mcp-protocol-version": MODERN[-1], "mcp-method": "tools/call", "mcp-name": "recall"}
    assert posted(server, json.dumps(message).encode(), headers)[0] == 200
    assert posted(server, json.dumps(message).encode(), headers | {"mcp-name": "=?base64?cmVjYWxs?="})[0] == 200
    for name in ("mcp-method", "mcp-name"):
        status, body = posted(server, json.dumps(message).encode(), headers | {name: "retain"})
        assert (status, json.loads(body)["error"]["code"]) == (400, -32020)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1e400}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":1e999}}}',
        b'{"jsonrpc":"2.0","id":{"a":[]}}',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
    ],
)
def test_no_number_and_no_id_ends_the_server(server, line):
    said = io.BytesIO()
    stdio.serve(server, io.BytesIO(line + b'\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n'), said)
    refused, answered = map(json.loads, said.getvalue().splitlines())
    assert (refused["id"], "error" in refused) == (None, True)
    assert answered == {"jsonrpc": "2.0", "id": 2, "result": {}}
    assert posted(server, line, {})[0] == 400


def test_null_says_the_same_as_leaving_it_out(server):
    told = call(server, "recall", query=None, entities=["Peter"], k=None, explain=None)
    assert told["isError"] is False
    assert told["structuredContent"]["query"] == ""


def test_a_category_is_told_as_it_can_be_kept(server):
    put = call(server, "work_put", namespace="session/1", key="k", value="v", category="tool\ud800\0 result")
    assert put["structuredContent"]["slot"]["category"] == "tool\ufffd\ufffd result"


def test_a_schema_names_the_property_that_is_wrong():
    schema = record(
        {"who": text("Name."), "n": whole("Count.", 1, 5), "of": several("Kinds.", choice("Kind.", "a", "b"), most=2)}, ("who",)
    )
    assert checked({"who": "x", "n": None, "of": ["a"]}, schema, "it")["who"] == "x"
    for wrong, said in [
        ({"who": None}, "it.who must be a string"),
        ({"who": "x", "n": 6}, "it.n is 6"),
        ({"who": "x", "n": True}, "it.n must be an integer"),
        ({"who": "x", "n": 1.5}, "it.n must be an integer"),
        ({"who": "x", "of": ["a", "c"]}, r"it.of\[1\] is 'c'"),
        ({"who": "x", "of": ["a", "a", "a"]}, "3 items"),
        ([], "it must be an object"),
    ]:
        with pytest.raises(UsageError, match=said):
            checked(wrong, schema, "it")
