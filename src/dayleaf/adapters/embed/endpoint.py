"""EndpointEmbedder: vectors from a server, over OpenAI's `/embeddings` or Ollama's `/api/embed`."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from dayleaf.core.errors import Unavailable
from dayleaf.ports import Vector

BATCH = 64
"""Texts in one request: far below every server's limit."""

PATIENCE = 60.0
"""Seconds a request may take: a model that is loaded first takes some."""

TRIES = 3
"""Attempts at a request that a server is too busy for (429, 5xx) or that gets lost."""

_PROBE = "dayleaf"


@dataclass(slots=True)
class EndpointEmbedder:
    """A model behind HTTP.

    Attributes:
        id: as it was configured.
        model: the model's name there.
        url: what the paths are appended to.
        ollama: whether it speaks Ollama's own protocol.
        key: the key to send, if any; it never appears in a message.
        sleep: waits between attempts.
    """

    id: str
    model: str
    url: str
    ollama: bool = False
    key: str | None = field(default=None, repr=False)
    sleep: Callable[[float], None] = time.sleep
    _client: Any = field(default=None, repr=False)
    _digest: str | None = None
    _dimension: int = 0

    @property
    def digest(self) -> str:
        """What Ollama says of the model's files; other servers do not tell."""
        if self._digest is None:
            self._digest = self._digest_there() if self.ollama else ""
        return self._digest

    @property
    def dimension(self) -> int:
        """Found out with one short text."""
        if not self._dimension:
            self._dimension = len(self.embed_query(_PROBE))
        return self._dimension

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text, some dozens in one request."""
        found: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            found += self._ask([_clean(text) for text in texts[start : start + BATCH]])
        return found

    def embed_query(self, text: str) -> Vector:
        """The same as for a document, but asked once: somebody waits for the answer."""
        return self._ask([_clean(text)], tries=1)[0]

    def close(self) -> None:
        """Let go of the connection; the next question makes a new one."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _ask(self, texts: list[str], tries: int = TRIES) -> list[Vector]:
        if self.ollama:
            answer = self._request("POST", "/api/embed", {"model": self.model, "input": texts, "truncate": True}, tries)
            rows = answer.get("embeddings")
        else:
            answer = self._request("POST", "/embeddings", {"model": self.model, "input": texts, "encoding_format": "float"}, tries)
            items = answer.get("data")
            rows = [item.get("embedding") for item in sorted(items, key=_index)] if _are_objects(items) else None
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise Unavailable(f"{self.url} did not answer with one vector a text", hint="check that the model is one for embeddings")
        return [self._vector(row) for row in rows]

    def _vector(self, row: object) -> Vector:
        """The vector, made of norm 1."""
        if not isinstance(row, list) or not row or not all(isinstance(value, int | float) and math.isfinite(value) for value in row):
            raise Unavailable(f"{self.url} answered with something that is no vector", hint="check that the model is one for embeddings")
        length = math.sqrt(sum(value * value for value in row))
        vector = array("f", [value / length for value in row] if length else [1.0, *row[1:]])
        if self._dimension and len(vector) != self._dimension:
            raise Unavailable(f"{self.url} answered with vectors of different sizes", hint="the model there changed: start again")
        self._dimension = len(vector)
        return vector

    def _digest_there(self) -> str:
        models = self._request("GET", "/api/tags", None).get("models")
        for model in models if isinstance(models, list) else ():
            if isinstance(model, dict) and str(model.get("name", "")).removesuffix(":latest") == self.model.removesuffix(":latest"):
                return str(model.get("digest", ""))
        return ""

    def _request(self, method: str, path: str, body: Mapping[str, object] | None, tries: int = 1) -> dict[str, Any]:
        """One answer, as JSON. A busy server and a lost connection are asked again, a little later each time."""
        import httpx

        client = self._connected()
        problem = ""
        for attempt in range(tries):
            if attempt:
                self.sleep(0.5 * 2**attempt)
            try:
                answer = client.request(method, self.url + path, json=body)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                problem = f"{self.url} does not answer ({str(error) or type(error).__name__})"
                if isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol | httpx.InvalidURL):
                    break
                continue
            if answer.status_code == 200:
                return self._parsed(answer)
            problem = f"{self.url} answered {answer.status_code}: {answer.text[:200]}"
            if answer.status_code not in (408, 429) and answer.status_code < 500:
                break
        raise Unavailable(problem, hint=f"check that the server runs and has the model {self.model!r}")

    def _parsed(self, answer: Any) -> dict[str, Any]:  # noqa: ANN401 an httpx.Response, which is loaded late
        try:
            parsed = answer.json()
        except ValueError as error:
            raise Unavailable(f"{self.url} answered with something that is no JSON", hint="check the address") from error
        return parsed if isinstance(parsed, dict) else {}

    def _connected(self) -> Any:  # noqa: ANN401 an httpx.Client, which is loaded late
        if self._client is None:
            import httpx

            headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
            self._client = httpx.Client(timeout=httpx.Timeout(PATIENCE, connect=5.0), headers=headers)
        return self._client


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode() or " "


def _index(item: Mapping[str, Any]) -> int:
    return int(item.get("index", 0))


def _are_objects(items: object) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(items, list) and all(isinstance(item, dict) for item in items)
