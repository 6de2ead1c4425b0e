"""TransformersEmbedder: any model of sentence-transformers, by the path of its folder or by name."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from hashlib import file_digest
from pathlib import Path
from typing import Any

from dayleaf.core.errors import Unavailable
from dayleaf.ports import Vector


class TransformersEmbedder:
    """Loads the model when it is first needed. A name that is no folder must be in the local cache: nothing is downloaded."""

    def __init__(self, model: str) -> None:
        self._name = model
        self._lock = threading.Lock()
        self._loaded: Any = None
        self._known: str | None = None

    @property
    def id(self) -> str:
        """As it was configured."""
        return f"transformers:{self._name}"

    @property
    def digest(self) -> str:
        """SHA-256 of the weights' file in the folder; empty for a name."""
        if self._known is None:
            files = [Path(self._name) / file for file in ("model.safetensors", "pytorch_model.bin")]
            found = next((file for file in files if file.is_file()), None)
            if found is None:
                self._known = ""
            else:
                with found.open("rb") as opened:
                    self._known = file_digest(opened, "sha256").hexdigest()
        return self._known

    @property
    def dimension(self) -> int:
        """As the model says."""
        return int(self._model().get_sentence_embedding_dimension())

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """With the model's prompt for documents, if it has one."""
        return self._encode(texts, "document")

    def embed_query(self, text: str) -> Vector:
        """With the model's prompt for questions, if it has one."""
        return self._encode([text], "query")[0]

    def _encode(self, texts: Sequence[str], prompt: str) -> list[Vector]:
        model = self._model()
        named = prompt if prompt in (getattr(model, "prompts", None) or {}) else None
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        rows = model.encode(clean, prompt_name=named, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)
        return [array("f", row.astype("float32").tobytes()) for row in rows]

    def _model(self) -> Any:  # noqa: ANN401 loaded only where it is installed
        with self._lock:
            if self._loaded is None:
                from sentence_transformers import SentenceTransformer

                try:
                    self._loaded = SentenceTransformer(self._name, local_files_only=True)
                except (OSError, ValueError) as error:
                    raise Unavailable(
                        f"the model {self._name!r} cannot be loaded: {error}", hint="download it first, and name its folder"
                    ) from error
            return self._loaded
