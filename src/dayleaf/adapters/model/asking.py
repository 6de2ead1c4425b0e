"""One question to a server over HTTP: timeouts, retries with jitter, and what came back, checked against the schema."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dayleaf.core.errors import Unavailable
from dayleaf.core.schema import faults, object_in
from dayleaf.core.tokens import count as count_tokens
from dayleaf.ports.outside import Answered, Message

PATIENCE = 120.0
"""Seconds an answer may take: a small machine writes a few tokens a second."""

TRIES = 3
"""Attempts at a question that a server is too busy for (408, 429, 5xx) or that gets lost."""

LONGEST_WAIT = 30.0
"""Seconds between two attempts at most, whatever the server asks for."""

MOST_BYTES = 2_000_000
"""Bytes of an answer that are read."""

_TOO_LONG = re.compile(r"context.{0,3}(?:size|length|window)|(?:prompt|input|request) is too (?:long|large)", re.IGNORECASE)
"""What llama.cpp, vLLM, OpenAI and Anthropic say to a question that does not fit into the model."""


class NotUnderstood(Unavailable):
    """There was an answer, but none that can be used; `spent` says what it cost, in tokens in and out."""

    def __init__(self, message: str, spent: tuple[int, int], *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.spent = spent


@dataclass(slots=True)
class Line:
    """A connection to one server.

    Attributes:
        url: what paths are appended to.
        headers: sent with every question, the key among them; they never appear in a message.
        patience: seconds a question may take.
        sleep, chance: waits between attempts; a number from 0 to 1 that spreads them.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    patience: float = PATIENCE
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random
    _client: Any = field(default=None, repr=False)

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer, as JSON.

        Raises:
            NotUnderstood: the question is too long for the model; another may not be.
            Unavailable: nobody answers, or with something else; the server's own word is in its text.
        """
        import httpx

        problem = ""
        for attempt in range(TRIES):
            try:
                status, text, wait = self._once(path, body)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                problem = f"{self.url} does not answer ({str(error) or type(error).__name__})"
                if isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol | httpx.InvalidURL):
                    break
                wait = None
            else:
                if status == 200:
                    return _parsed(self.url, text)
                problem = f"{self.url} answered {status}: {text[:200]}"
                if status == 413 or (status == 400 and _TOO_LONG.search(text)):
                    raise NotUnderstood(problem, (0, 0), hint="choose a model that reads more at once, or give its server a larger context")
                if status not in (408, 429) and status < 500:
                    break
            if attempt + 1 < TRIES:
                self.sleep(min(LONGEST_WAIT, wait if wait is not None else 2**attempt * (0.5 + self.chance())))
        raise Unavailable(problem, hint="check that the server runs, has the model, and takes the key")

    def close(self) -> None:
        """Let go of the connection; the next question makes a new one."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _once(self, path: str, body: Mapping[str, object]) -> tuple[int, str, float | None]:
        """Status, text, and the seconds the server asks to wait."""
        import httpx

        if self._client is None:
            timeout = httpx.Timeout(self.patience, connect=min(5.0, self.patience))
            self._client = httpx.Client(timeout=timeout, headers=dict(self.headers))
        until = time.monotonic() + self.patience
        data = bytearray()
        with self._client.stream("POST", self.url + path, json=body) as answer:
            for piece in answer.iter_bytes():
                data += piece
                if len(data) > MOST_BYTES:
                    raise httpx.ReadError("the answer does not end")
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the answer takes too long")
            wait = answer.headers.get("retry-after", "")
            return answer.status_code, data.decode("utf-8", "replace"), float(wait) if wait.isdigit() else None


def _parsed(url: str, text: str) -> dict[str, Any]:
    found = object_in(text) if text.lstrip().startswith("{") else None
    if found is None:
        raise Unavailable(f"{url} answered with something that is no JSON", hint="check the address")
    return found


def checked(text: str, schema: Mapping[str, object], spent: tuple[int, int], *, cut: bool) -> Answered:
    """What a model wrote, as a value that fits the schema.

    Raises:
        NotUnderstood: it was cut short, holds no JSON object, or one that does not fit.
    """
    if cut:
        raise NotUnderstood("the model's answer was cut short", spent, hint="allow it more tokens")
    value = object_in(text)
    if value is None:
        raise NotUnderstood("the model's answer holds no JSON object", spent, hint="choose a model that can write JSON")
    if wrong := faults(value, schema):
        raise NotUnderstood(f"the model's answer does not fit: {'; '.join(wrong[:3])}", spent)
    return Answered(value, *spent)


def counted(usage: object, names: tuple[str, str], messages: Sequence[Message], text: str) -> tuple[int, int]:
    """Tokens in and out, as the server counts them, else as we estimate them."""
    given = [usage.get(name) for name in names] if isinstance(usage, dict) else [None, None]
    guessed = (sum(count_tokens(message.text) for message in messages), count_tokens(text))
    return tuple(  # type: ignore[return-value]
        one if isinstance(one, int) and not isinstance(one, bool) and one >= 0 else guess for one, guess in zip(given, guessed, strict=True)
    )
