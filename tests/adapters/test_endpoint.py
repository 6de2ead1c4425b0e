"""A server that is busy, slow of mind, or something else than it should be."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("httpx")

from dayleaf.adapters.embed.endpoint import TRIES, EndpointEmbedder
from dayleaf.core.errors import Unavailable

VECTOR = {"data": [{"index": 0, "embedding": [3.0, 4.0]}]}


class Server(ThreadingHTTPServer):
    """Answers with what it was told to, in turn; the last answer again and again."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[tuple[int, object]] = []
        self.asked: list[dict[str, object]] = []
        self.keys: list[str | None] = []


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.server.keys.append(self.headers["Authorization"])
        status, answer = self.server.answers.pop(0) if len(self.server.answers) > 1 else self.server.answers[0]
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def embedder(server: Server) -> Iterator[EndpointEmbedder]:
    made = EndpointEmbedder("test", "tiny", f"http://127.0.0.1:{server.server_port}", key="hush", sleep=lambda _: None)
    yield made
    made.close()


def test_vectors_are_made_of_norm_one(server: Server, embedder: EndpointEmbedder) -> None:
    server.answers = [(200, VECTOR)]
    assert embedder.embed_query("tea").tolist() == pytest.approx([0.6, 0.8])
    assert embedder.dimension == 2
    assert server.asked == [{"model": "tiny", "input": ["tea"], "encoding_format": "float"}]
    assert server.keys == ["Bearer hush"]


def test_a_busy_server_is_asked_again_for_documents_but_not_for_a_question(server: Server, embedder: EndpointEmbedder) -> None:
    server.answers = [(503, {}), (429, {}), (200, VECTOR)]
    assert len(embedder.embed_documents(["tea"])) == 1
    assert len(server.asked) == TRIES
    server.answers = [(503, {}), (200, VECTOR)]
    with pytest.raises(Unavailable, match="answered 503"):
        embedder.embed_query("tea")


def test_a_refusal_is_not_repeated(server: Server, embedder: EndpointEmbedder) -> None:
    server.answers = [(404, {"error": "no such model"})]
    with pytest.raises(Unavailable, match="no such model") as caught:
        embedder.embed_documents(["tea"])
    assert len(server.asked) == 1
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        b"\xff",
        [],
        {},
        {"data": []},
        {"data": [1]},
        {"data": [{"embedding": []}]},
        {"data": [{"embedding": ["x"]}]},
        {"data": "x"},
    ],
)
def test_an_answer_that_is_none_is_said_to_be_so(server: Server, embedder: EndpointEmbedder, answer: object) -> None:
    server.answers = [(200, answer)]
    with pytest.raises(Unavailable):
        embedder.embed_query("tea")


def test_a_model_that_changes_its_size_is_noticed(server: Server, embedder: EndpointEmbedder) -> None:
    server.answers = [(200, VECTOR), (200, {"data": [{"embedding": [1.0, 0.0, 0.0]}]})]
    embedder.embed_query("tea")
    with pytest.raises(Unavailable, match="different sizes"):
        embedder.embed_query("tea")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nothing", "ftp://127.0.0.1", "http://[broken"])
def test_an_address_where_nobody_is(url: str) -> None:
    embedder = EndpointEmbedder("test", "tiny", url, sleep=lambda _: pytest.fail("asked again in vain"))
    with pytest.raises(Unavailable, match="does not answer"):
        embedder.embed_documents(["tea"])
    embedder.close()
