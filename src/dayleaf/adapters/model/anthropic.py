"""AnthropicModel: Claude, over the Messages API; the schema is the input of the one tool it must use, which nobody runs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dayleaf.adapters.model.asking import Line, checked, counted
from dayleaf.ports.outside import Answered, Message

URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
"""The version of the API that is asked for."""


@dataclass(slots=True)
class AnthropicModel:
    """A model of Anthropic.

    Attributes:
        id: as it was configured.
        model: the model's name.
        line: the connection, without `/v1`.
    """

    id: str
    model: str
    line: Line

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        """Ask once; the answer is what it would give to the tool."""
        body: dict[str, object] = {
            "model": self.model,
            "max_tokens": budget,
            "system": "\n\n".join(message.text for message in messages if message.role == "system"),
            "messages": [{"role": "user", "content": message.text} for message in messages if message.role != "system"],
            "tools": [{"name": "answer", "description": "Takes the answer.", "input_schema": schema}],
            "tool_choice": {"type": "tool", "name": "answer"},
        }
        answer = self.line.post("/v1/messages", body)
        blocks = answer.get("content")
        used = [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
        value = next((block.get("input") for block in used if block.get("type") == "tool_use"), None)
        text = json.dumps(value) if isinstance(value, dict) else "".join(str(block.get("text", "")) for block in used)
        spent = counted(answer.get("usage"), ("input_tokens", "output_tokens"), messages, text)
        return checked(text, schema, spent, cut=answer.get("stop_reason") == "max_tokens")

    def close(self) -> None:
        """Let go of the connection."""
        self.line.close()
