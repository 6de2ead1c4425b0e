"""EmbedderSuite: what every embedder must do, as tests to inherit."""

# ruff: noqa: D102 - the name of a test says what it is about
from __future__ import annotations

import math

from dayleaf.ports import Embedder, Vector


def cosine(one: Vector, other: Vector) -> float:
    """Of two vectors of norm 1."""
    return sum(a * b for a, b in zip(one, other, strict=True))


class EmbedderSuite:
    """Subclass it in a test module and say how to make an embedder."""

    def make(self) -> Embedder:
        """A new embedder."""
        raise NotImplementedError

    def test_it_says_what_it_is(self) -> None:
        embedder = self.make()
        assert embedder.id
        assert embedder.dimension > 0
        assert (embedder.id, embedder.digest, embedder.dimension) == (embedder.id, embedder.digest, embedder.dimension)

    def test_vectors_have_norm_one_and_the_dimension_promised(self) -> None:
        embedder = self.make()
        for vector in (*embedder.embed_documents(["Peter drinks tea.", "The castle stands on a hill."]), embedder.embed_query("tea?")):
            assert vector.typecode == "f"
            assert len(vector) == embedder.dimension
            assert math.isclose(cosine(vector, vector), 1.0, rel_tol=1e-3)

    def test_no_texts_give_no_vectors(self) -> None:
        assert self.make().embed_documents([]) == []

    def test_the_same_text_has_the_same_vector_alone_or_among_others(self) -> None:
        embedder = self.make()
        alone = embedder.embed_documents(["Peter drinks tea."])[0]
        among = embedder.embed_documents(["a cat", "Peter drinks tea.", "a much longer text about the castle on its hill " * 5])[1]
        assert cosine(alone, among) > 0.999

    def test_a_question_is_nearer_to_its_answer_than_to_something_else(self) -> None:
        embedder = self.make()
        tea, castle = embedder.embed_documents(["Peter drinks green tea.", "The castle stands on a hill."])
        question = embedder.embed_query("Which tea does Peter drink?")
        assert cosine(question, tea) > cosine(question, castle)

    def test_any_text_has_a_vector(self) -> None:
        embedder = self.make()
        for text in ("", " ", "\0", "\ud800", "🙂", "東京タワー", "x" * 5000):
            assert math.isclose(cosine(found := embedder.embed_query(text), found), 1.0, rel_tol=1e-3)
