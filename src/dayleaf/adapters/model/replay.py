"""Models without a server: answers that were recorded, and answers that a script makes up. Both are checked like any other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from dayleaf.adapters.model.asking import checked
from dayleaf.core.errors import Unavailable
from dayleaf.core.tokens import count as count_tokens
from dayleaf.ports.outside import Answered, LanguageModel, Message

Script = Callable[[Sequence[Message]], str]
"""What a scripted model writes when it is told this."""


@dataclass(slots=True)
class ScriptedModel:
    """Writes what a script says, word for word; `asked` keeps what it was told."""

    script: Script
    id: str = "scripted"
    asked: list[tuple[Message, ...]] = field(default_factory=list)

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        """Check what the script writes; longer than the budget it is cut short."""
        self.asked.append(tuple(messages))
        text = self.script(messages)
        spent = sum(count_tokens(message.text) for message in messages), min(budget, count_tokens(text))
        return checked(text, schema, spent, cut=count_tokens(text) > budget)


@dataclass(slots=True)
class ReplayModel:
    """Recorded answers, one JSON object a line: `{"key", "answer", "in", "out"}`.

    Attributes:
        file: where they stand.
        live: who is asked when there is none, its answer added to the file; None: nobody.
    """

    file: Path
    live: LanguageModel | None = None

    @property
    def id(self) -> str:
        """That of the model that was recorded, if it is there."""
        return self.live.id if self.live else f"replay:{self.file}"

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        """The answer that was given to the same question."""
        key = blake2b(json.dumps([list(messages), schema], sort_keys=True).encode(), digest_size=12).hexdigest()
        if (held := self._held().get(key)) is not None:
            return checked(json.dumps(held["answer"]), schema, (int(held["in"]), int(held["out"])), cut=False)
        if self.live is None:
            raise Unavailable("no answer to this question was recorded", hint=f"record one into {self.file}")
        found = self.live.complete(messages, schema, budget)
        line = {"key": key, "answer": found.value, "in": found.tokens_in, "out": found.tokens_out}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")
        return found

    def _held(self) -> dict[str, dict[str, int]]:
        try:
            lines = self.file.read_text("utf-8").splitlines()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise Unavailable(f"{self.file} cannot be read: {error.strerror}") from error
        try:
            return {row["key"]: row for row in map(json.loads, filter(None, lines))}
        except (ValueError, TypeError, KeyError) as error:
            raise Unavailable(f"{self.file} holds a line that is no recorded answer") from error
