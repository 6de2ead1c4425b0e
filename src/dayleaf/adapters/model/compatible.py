"""CompatibleModel: a server that speaks OpenAI's `/chat/completions` — Ollama, llama.cpp, vLLM, LM Studio, OpenAI itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dayleaf.adapters.model.asking import Line, checked, counted
from dayleaf.core.errors import Unavailable
from dayleaf.ports.outside import Answered, Message

MODES = ("json_schema", "json_object", "prompt")
"""How a server is asked for JSON, the strictest first; one that refuses a mode is asked in the next."""

_REFUSES_MODE = re.compile(r"answered 4\d\d: .*(?:response_format|schema|grammar)", re.IGNORECASE | re.DOTALL)
"""What a server says that does not know a mode, or makes no grammar (llama.cpp) of the schema."""


@dataclass(slots=True)
class CompatibleModel:
    """A model behind OpenAI's protocol.

    Attributes:
        id: as it was configured.
        model: the model's name there.
        line: the connection, its url up to `/v1`.
        mode: one of `MODES`; what the server refused is remembered.
    """

    id: str
    model: str
    line: Line
    mode: str = MODES[0]

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        """Ask once; a server that does not know a schema mode is asked again in a plainer one."""
        while True:
            try:
                return self._asked(messages, schema, budget)
            except Unavailable as failure:
                plainer = MODES.index(self.mode) + 1
                if plainer == len(MODES) or not _REFUSES_MODE.search(failure.message):
                    raise
                self.mode = MODES[plainer]

    def close(self) -> None:
        """Let go of the connection."""
        self.line.close()

    def _asked(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        said = [{"role": message.role, "content": message.text} for message in messages]
        body: dict[str, object] = {"model": self.model, "messages": said, "max_tokens": budget, "temperature": 0, "stream": False}
        if self.mode == "json_schema":
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "strict": False, "schema": schema}}
        else:
            shape = "Answer with one JSON object of this JSON Schema and nothing else:\n" + json.dumps(schema, separators=(",", ":"))
            if said and said[0]["role"] == "system":  # the templates of some models take one system message, the first
                said[0]["content"] += "\n\n" + shape
            else:
                said.insert(0, {"role": "system", "content": shape})
            body |= {"response_format": {"type": "json_object"}} if self.mode == "json_object" else {}
        answer = self.line.post("/chat/completions", body)
        choices = answer.get("choices")
        first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        message = first.get("message")
        text = message.get("content") if isinstance(message, dict) else None
        text = text if isinstance(text, str) else ""
        spent = counted(answer.get("usage"), ("prompt_tokens", "completion_tokens"), messages, text)
        return checked(text, schema, spent, cut=first.get("finish_reason") == "length")
