"""HashEmbedder: words and their letters hashed into a vector — no model, always the same, for tests."""

from __future__ import annotations

import math
import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from dayleaf.ports import Vector

_WORD = re.compile(r"\w+")


class HashEmbedder:
    """Texts that share words, or the letters of words, are near. It knows no meaning."""

    def __init__(self, dimension: int = 256) -> None:
        self._dimension = dimension

    @property
    def id(self) -> str:
        """Its name."""
        return "hash" if self._dimension == 256 else f"hash:{self._dimension}"

    @property
    def digest(self) -> str:
        """The version of the hashing."""
        return "1"

    @property
    def dimension(self) -> int:
        """As it was made."""
        return self._dimension

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        """The same as for a document."""
        sums = [0.0] * self._dimension
        for feature, weight in _features(text):
            value = int.from_bytes(blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
            sums[(value >> 1) % self._dimension] += weight if value & 1 else -weight
        length = math.sqrt(sum(value * value for value in sums))
        if not length:
            sums[0] = length = 1.0
        return array("f", [value / length for value in sums])


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        yield word, 1.0
        framed = f"<{word}>"
        for start in range(len(framed) - 2):
            yield framed[start : start + 3], 0.4
