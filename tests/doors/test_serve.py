"""The server: operations over HTTP, who may ask, the command line through its socket, a stop that loses nothing."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from running import program, running

pytest.importorskip("uvicorn")

from dayleaf.doors.cli.typed import typed
from dayleaf.doors.http import app
from dayleaf.doors.http.routes import WAYS, openapi
from dayleaf.wiring.memory import Memory


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("served")
    program(root, "init")
    with running(root) as found:
        yield found


def post(server, path, **given):
    with server.client() as client:
        return client.post(path, json=given)


def told(turn):
    """What the section of recalled facts tells."""
    return [item["content"] for section in turn["sections"] if section["name"] == "recalled" for item in section["items"]]


def test_a_fact_goes_in_and_comes_out(server):
    made = post(server, "/v1/retain", text="The bakery closes at noon on Saturdays.", entities=["Bakery"]).json()
    hits = post(server, "/v1/recall", query="when does the bakery close?").json()["hits"]
    assert hits[0]["id"] == made["id"]
    with server.client() as client:
        about = client.get("/v1/about/Bakery", params={"budget": 500}).json()
    assert [hit["id"] for hit in about["facts"]] == [made["id"]]
    read = post(server, "/v1/get", source=made["source"], around=1).json()
    assert "bakery closes at noon" in read["text"]


def test_turns_of_a_session_are_told_each_fact_once(server):
    post(server, "/v1/retain", text="Ludmila keeps bees on the roof.", entities=["Ludmila"])
    first = post(server, "/v1/context", session="s1", message="What does Ludmila keep on the roof?").json()
    post(server, "/v1/turn", session="s1", reply="Bees.")
    second = post(server, "/v1/context", session="s1", message="And what does Ludmila keep there?").json()
    assert (first["turn"], second["turn"]) == (1, 2)
    recalled = [told(turn) for turn in (first, second)]
    assert any("bees" in content for content in recalled[0])
    assert not any("bees" in content for content in recalled[1])


def test_working_memory_and_core(server):
    put = post(server, "/v1/work/put", namespace="subagent/7", key="result", value="42", ttl="10m").json()
    assert put["slot"]["namespace"] == "subagent/7"
    assert post(server, "/v1/work/get", key="subagent/7/result").json()["value"] == "42"
    with server.client() as client:
        assert [slot["key"] for slot in client.get("/v1/work", params={"namespace": "subagent/7"}).json()["slots"]] == ["result"]
    assert post(server, "/v1/work/delete", namespace="subagent/7", key="result").json()["deleted"]
    assert post(server, "/v1/core/append", text="- Answers in German.", reason="asked for").json()["changed"]
    with server.client() as client:
        assert "Answers in German." in client.get("/v1/core").json()["pages"][0]["text"]


@pytest.mark.parametrize(
    ("path", "given", "status", "code"),
    [
        ("/v1/recall", {"qery": "x"}, 400, "usage"),
        ("/v1/recall", {"query": "x", "k": "many"}, 400, "usage"),
        ("/v1/get", {"source": "memory/1999-01-01.md"}, 404, "page_missing"),
        ("/v1/get", {"source": "../outside.md"}, 404, "page_missing"),
        ("/v1/work/get", {"key": "session/1/none"}, 404, "unknown_name"),
        ("/v1/retain", {"text": "My password is: hunter2-Swordfish!9"}, 422, "secret_refused"),
        ("/v1/nothing", {}, 404, "usage"),
    ],
)
def test_an_error_has_its_status_and_code(server, path, given, status, code):
    answer = post(server, path, **given)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_name_nobody_has_is_told_with_what_may_be_meant(server):
    post(server, "/v1/retain", text="Plays the oboe.", entities=["Konstantin"])
    with server.client() as client:
        answer = client.get("/v1/about/Konstantn")
    assert (answer.status_code, "did you mean Konstantin" in answer.json()["error"]["hint"]) == (404, True)


def test_a_name_may_hold_a_slash_and_a_number_may_be_none(server):
    post(server, "/v1/retain", text="Plays hard rock.", entities=["AC/DC"])
    with server.client() as client:
        assert client.get("/v1/about/AC%2FDC").json()["facts"]
        for budget in ("--5", "9" * 5000, "x"):
            assert client.get("/v1/about/AC%2FDC", params={"budget": budget}).status_code == 400
        assert client.post("/v1/recall", json={"query": None, "entities": ["AC/DC"]}).status_code == 200


def test_a_method_that_a_path_does_not_take_is_told(server):
    with server.client() as client:
        for path, takes in (("/mcp", "POST"), ("/v1/recall", "POST"), ("/v1/core", "GET")):
            refused = client.put(path, json={})
            assert (refused.status_code, takes in refused.headers["allow"], refused.json()["error"]["code"]) == (405, True, "usage")
        assert client.get("/mcp").status_code == 405


def test_what_no_command_line_sends_is_refused(server):
    with httpx.Client(transport=httpx.HTTPTransport(uds=server.note["socket"]), base_url="http://localhost") as client:
        for given in ({}, [], {"args": 5, "looks": {}}, {"args": [], "looks": {"out": ["wide", 0, 1], "err": [80, 0, 1]}}):
            assert client.post("/cli", json=given).status_code == 400


def test_only_who_says_the_token_is_answered(server):
    assert httpx.get(f"{server.url}/v1/health").json()["ok"]
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": server.note["token"]}):
        refused = httpx.post(f"{server.url}/v1/recall", json={"query": "x"}, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "token")
        assert "www-authenticate" in refused.headers


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": "[::1].evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]
)
def test_a_page_in_a_browser_is_refused(server, headers):
    with server.client(**headers) as client:
        assert client.post("/v1/recall", json={"query": "x"}).status_code == 403
    assert httpx.get(f"{server.url}/v1/health", headers=headers).status_code == 403


def test_what_a_form_can_send_is_refused(server):
    with server.client() as client:
        assert client.post("/v1/recall", content=b'{"query": "x"}', headers={"Content-Type": "text/plain"}).status_code == 415
        assert client.post("/v1/recall", content=b"nonsense", headers={"Content-Type": "application/json"}).status_code == 400
        assert client.post("/v1/recall", content=b"[1]", headers={"Content-Type": "application/json"}).status_code == 400


def test_a_body_too_large_is_refused_whether_it_says_so_or_not(server):
    large = b'{"query": "' + b"x" * (5 << 20) + b'"}'
    for content in (large, iter([large])):
        with server.client(**{"Content-Type": "application/json"}) as client, suppress(httpx.WriteError, httpx.RemoteProtocolError):
            assert client.post("/v1/recall", content=content).status_code == 413  # or the line is cut before all of it is sent
    assert post(server, "/v1/recall", query="bakery").status_code == 200


def test_a_request_that_is_cut_off_harms_nobody(server):
    host, port = server.url.removeprefix("http://").split(":")
    for begun in (b"POST /v1/recall HTTP/1.1\r\nHost: localhost\r\n", b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(begun)
    assert httpx.get(f"{server.url}/v1/health").json()["ok"]


def test_an_answer_is_sent_at_once(server):
    line = http.client.HTTPConnection("127.0.0.1", int(server.url.rpartition(":")[2]))
    headers = {"Authorization": f"Bearer {server.note['token']}", "Content-Type": "application/json"}

    def asked():
        began = time.perf_counter()
        line.request("POST", "/mcp", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers)
        line.getresponse().read()
        return time.perf_counter() - began

    assert min([asked() for _ in range(20)][5:]) < 0.03, "40 ms are what a system waits for more to send"
    line.close()


def test_the_note_and_the_socket_are_the_owners_alone(server):
    assert stat.S_IMODE((server.root / ".memory/serve.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(server.note["socket"]).stat().st_mode) == 0o600


def test_the_document_tells_every_way(server):
    with server.client() as client:
        told = client.get("/v1/openapi.json").json()
    assert told == json.loads(json.dumps(openapi()))
    assert {(method.upper(), path) for path, ways in told["paths"].items() for method in ways} >= {(way.method, way.path) for way in WAYS}
    assert all(ways[method]["responses"]["200"] for ways in told["paths"].values() for method in ways)


def test_commands_are_answered_by_the_server_as_without_it(server, tmp_path):
    post(server, "/v1/retain", text="The ferry to Bergen leaves at six.", entities=["Bergen"])
    for args in (["recall", "ferry to Bergen"], ["about", "Bergen"], ["recall", "ferry", "--json", "--now", "2025-12-01T09:00:00+01:00"]):
        near, alone = program(server.root, *args), program(server.root, *args, DAYLEAF_K="25")  # a setting of its own keeps it alone
        assert (near.stdout, near.stderr, near.returncode) == (alone.stdout, alone.stderr, alone.returncode)
    wrong = program(server.root, "about", "Nobody")
    assert (wrong.returncode, "did you mean" in wrong.stderr or "nobody" in wrong.stderr) == (11, True)


def test_sessions_of_commands_live_in_the_server(server):
    program(server.root, "context", "--session", "cli", "--message", "ferry to Bergen")
    program(server.root, "context", "--session", "cli", "--reply", "At six.")
    assert post(server, "/v1/context", session="cli", message="Bergen?").json()["turn"] == 2


def test_a_second_server_of_a_workspace_says_that_there_is_one(server):
    second = program(server.root, "serve", "--port", "0")
    assert (second.returncode, "is running already" in second.stderr) == (8, True)


def test_many_clients_lose_nothing(server):
    def say(n):
        return post(server, "/v1/retain", text=f"Parcel number {n} arrived at the gate.").json()["id"]

    with ThreadPoolExecutor(12) as pool:
        ids = list(pool.map(say, range(60)))
    held = {fact["id"] for fact in json.loads(program(server.root, "facts", "--json").stdout)["facts"]}
    assert len(set(ids)) == 60
    assert set(ids) <= held


def test_a_server_told_to_stop_finishes_and_leaves_no_trace(tmp_path):
    program(tmp_path, "init")
    with running(tmp_path) as found:
        answers = []
        asking = threading.Thread(target=lambda: answers.append(post(found, "/v1/retain", text="Said at the very end.").status_code))
        asking.start()
        asking.join(10)
        assert found.stop() == 0
    assert answers == [200]
    assert not (tmp_path / ".memory/serve.json").exists()
    assert not (tmp_path / ".memory/serve.sock").exists()
    assert "Said at the very end." in program(tmp_path, "recall", "very end").stdout


def test_a_note_of_a_server_that_was_killed_stops_nobody(tmp_path):
    program(tmp_path, "init")
    with running(tmp_path) as found:
        found.process.kill()
        found.process.wait(10)
    assert (tmp_path / ".memory/serve.json").exists()
    assert program(tmp_path, "retain", "Written alone.").returncode == 0
    with running(tmp_path) as again:
        assert post(again, "/v1/recall", query="written alone").json()["hits"]


def test_a_workspace_deep_down_has_its_socket_elsewhere(tmp_path):
    root = tmp_path / ("deep" * 20) / ("down" * 10)
    root.mkdir(parents=True)
    program(root, "init")
    with running(root) as found:
        assert len(found.note["socket"]) < 104
        assert program(root, "recall", "anything").returncode == 0


def test_a_port_that_is_taken_is_told(server, tmp_path):
    program(tmp_path, "init")
    taken = program(tmp_path, "serve", "--port", server.url.rpartition(":")[2])
    assert (taken.returncode, "cannot be listened on" in taken.stderr) == (8, True)


def test_what_is_due_is_done_while_the_server_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "FIRST_UPKEEP", 0.0)
    with Memory.open(tmp_path) as memory:
        for text in ("Moved to Ghent.", "Works at the harbour.", "Keeps bees."):
            memory.retain(text, entities=["Ilse"])

        async def a_moment():
            served = app.application(memory, "token", frozenset(), typed(memory), upkeep=True).app
            async with served.router.lifespan_context(served):
                async with asyncio.timeout(20):
                    while not page.exists():  # noqa: ASYNC110 a page is no event
                        await asyncio.sleep(0.01)

        page = tmp_path / "bank/entities/Ilse.md"
        asyncio.run(a_moment())
        assert page.exists()
        assert memory.run_due().ran == (), "it is noted as done"
