"""The ports one can do without: a language model, and this machine's own state — Protocols, and the values that cross them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol


class Message(NamedTuple):
    """What is said to a language model: `role` is `system` or `user`."""

    role: str
    text: str


class Answered(NamedTuple):
    """What a language model answered: a value that fits the schema, and the tokens it cost (estimated where nobody counted)."""

    value: Mapping[str, object]
    tokens_in: int
    tokens_out: int


class LanguageModel(Protocol):
    """Answers in JSON. It has no tools and no memory; whatever it says is checked by who asked. Safe to use from several threads.

    Raises (`complete`):
        Unavailable: nobody answers, or not in time; or the answer is no JSON, was cut short, or does not fit the schema. Its `spent`, if
            it has one, says what it cost all the same.
    """

    @property
    def id(self) -> str:
        """Provider and model, as the setting `model` spells it."""

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object], budget: int) -> Answered:
        """Answer with one object that fits the schema.

        Args:
            messages: what is said, in order.
            schema: JSON Schema, of the kinds `core.schema` checks.
            budget: tokens the answer may have at most.
        """


class Machine(Protocol):
    """This machine's own state under `.memory/`: small files that are no knowledge. Losing them loses no fact.

    Raises (everything that writes):
        DiskFailed: the disk is full, read-only or broken.
    """

    def read(self, name: str) -> str:
        """What a file says; empty if there is none or it cannot be read."""

    def append(self, name: str, text: str) -> None:
        """Add whole lines at its end, durable when it returns."""

    def replace(self, name: str, text: str) -> None:
        """Make it say this, all at once."""

    def lease(self, name: str) -> AbstractContextManager[bool]:
        """Hold a name while inside; says whether nobody else, in any process, holds it. It dies with its holder."""
