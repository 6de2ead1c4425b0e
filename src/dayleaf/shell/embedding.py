"""Keep the vectors equal to the index: which texts lack one, embed them in batches, and ask what a question means.

Theory of operation. A page is *placed*: its rows' texts are made self-contained and their keys written down. A key without a
vector is *lacking*; embedding fills lacks batch by batch, and every batch stays, so a run that is interrupted goes on
where it stopped. A recall embeds a few lacks itself, so that what was just retained is found; more of them are
embedded by a thread, and until it is done the answer says how much was not looked at.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from dayleaf.core.errors import Busy, DiskFailed, IndexFailed, Unavailable
from dayleaf.core.recall.selfcontained import key_of, self_contained
from dayleaf.core.recall.semantic import Dense
from dayleaf.core.recall.weigh import REACH
from dayleaf.ports import Block, Embedder, Index, Placed, Vectors
from dayleaf.shell.indexing import Progress

BATCH = 32
"""Texts embedded between two looks at whether to stop: about half a second of a small model."""

AT_ONCE = 16
"""Texts that a recall embeds itself before it answers."""

PAGES = 256
"""Pages placed in one write."""


class Meaning:
    """The semantic way of one index: a model and its vectors."""

    def __init__(self, made: Callable[[], Embedder], opened: Callable[[Embedder], Vectors], *, background: bool = True) -> None:
        """Nothing is loaded yet.

        Args:
            made: makes the model, if it is installed; asked once, when it is first needed.
            opened: opens the model's vectors; asked once too, for it may have to ask what the model is.
            background: whether a recall may leave a thread behind that embeds what is lacking.
        """
        self._made, self._opened, self._background = made, opened, background
        self._embedder: Embedder | None = None
        self._vectors: Vectors | None = None
        self._lacking, self._trouble = False, ""
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def update(self, index: Index, progress: Progress | None = None) -> tuple[str, ...]:
        """Embed everything that lacks a vector; what could not be done, in words.

        Raises:
            Unavailable: the model cannot be used at all.
        """
        try:
            with self._here().writing():
                self._place(index)
                self._fill(index, None, progress)
                self._here().tidy()
        except (Busy, DiskFailed) as failure:
            return (f"not everything could be embedded: {failure.message}",)
        return ()

    def ask(
        self, index: Index, text: str, wanted: int, allowed: AbstractSet[int] | None, also: Sequence[int]
    ) -> tuple[Dense, tuple[str, ...]]:
        """The rows nearest to a question (none when the model does not work), and what a careful reader should know.

        Ask inside a snapshot of the index, after `prepare`.
        """
        trouble = self._trouble
        if not trouble:
            try:
                dense = self._here().search(self._model().embed_query(text), index.blocks(), wanted, allowed, also, REACH)
            except (Unavailable, DiskFailed) as failure:
                trouble = failure.message
        if trouble:
            return Dense({}, 0.0, 0.0, 0), (f"looked for words only: {trouble}",)
        if not dense.lacking:
            return dense, ()
        self._lacking = True
        note = f"{dense.lacking} of {dense.rows + dense.lacking} facts are not embedded yet and were looked for by their words only"
        return dense, (f"{note}; `dayleaf index update` embeds them",)

    def prepare(self, index: Index) -> None:
        """Before a question, outside a snapshot: embed a few new texts; leave many to a thread.

        Raises:
            Unavailable: the model is not installed. One that does not work is told by `ask`.
        """
        self._model()
        self._trouble = ""
        try:
            placed = self._here().placed()
            if not self._lacking and all(placed.get(path) == block.digest for path, block in index.blocks().items()):
                return
            with self._here().writing():
                self._place(index)
                self._lacking = self._fill(index, AT_ONCE, None) > 0
        except Unavailable as failure:
            self._trouble = failure.message
        except (Busy, DiskFailed):
            return  # the answer says what is lacking
        if self._lacking and self._background and not self._trouble:
            self._start(index)

    def tried(self) -> int:
        """The dimension, after the model embedded something.

        Raises:
            Unavailable: it cannot be used.
        """
        return len(self._model().embed_query("does it work?"))

    def verify(self) -> list[str]:
        """What is broken in the vectors, in words."""
        return self._here().check()

    def summary(self) -> str:
        """What the vectors are, in words."""
        try:
            kept = self._here().status()
        except (Unavailable, DiskFailed) as failure:
            return f"nothing is known of the vectors: {failure.message}"
        lacking = f", {kept.lacking} texts lack one" if kept.lacking else ""
        return f"{kept.vectors} vectors of the embedder {self._model().id} ({kept.bytes:,} bytes){lacking}"

    def close(self) -> None:
        """Stop the thread after its batch, let go of files."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None
        if self._vectors is not None:
            self._vectors.close()
            self._vectors = None

    def _model(self) -> Embedder:
        if self._embedder is None:
            self._embedder = self._made()
        return self._embedder

    def _here(self) -> Vectors:
        if self._vectors is None:
            self._vectors = self._opened(self._model())
        return self._vectors

    def _place(self, index: Index) -> None:
        """Write down the keys of pages that are new or changed; forget those that are gone."""
        vectors, blocks = self._here(), index.blocks()
        placed = vectors.placed()
        gone = [path for path in placed if path not in blocks]
        pages: list[Placed] = []
        for path in [path for path, block in blocks.items() if placed.get(path) != block.digest]:
            block, texts = _texts(index, path)
            if block is not None:
                pages.append(Placed(path, block.digest, array("Q", map(key_of, texts))))
            if len(pages) >= PAGES:
                vectors.place(pages)
                pages = []
        vectors.place(pages, gone)

    def _fill(self, index: Index, most: int | None, progress: Progress | None) -> int:
        """Embed at most `most` texts that lack a vector; how many still do."""
        vectors = self._here()
        lacking = vectors.lacking()
        left = set[int]().union(*lacking.values())
        total = len(left)
        todo = self._lacks(index, lacking, left)
        room = total if most is None else most
        while room > 0 and not self._stop.is_set():
            batch = dict(islice(todo, min(BATCH, room)))
            if not batch:
                break
            vectors.add(dict(zip(batch, self._model().embed_documents(list(batch.values())), strict=True)))
            room -= len(batch)
            left.difference_update(batch)
            if progress:
                progress(total - len(left), total, "embedding")
        return len(left)

    def _lacks(self, index: Index, lacking: Mapping[str, AbstractSet[int]], left: AbstractSet[int]) -> Iterator[tuple[int, str]]:
        """Each text that lacks a vector, once, with its key."""
        seen: set[int] = set()
        for path in lacking:
            for text in _texts(index, path)[1]:
                key = key_of(text)
                if key in left and key not in seen:
                    seen.add(key)
                    yield key, text

    def _start(self, index: Index) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._stop.clear()
            self._thread = threading.Thread(target=self._work, args=(index,), name="dayleaf-embedding", daemon=True)
            self._thread.start()

    def _work(self, index: Index) -> None:
        """Fill all lacks. What goes wrong here is said by the next recall, which tries the same."""
        try:
            with self._here().writing():
                self._fill(index, None, None)
        except (Busy, DiskFailed, IndexFailed, Unavailable):
            return


def _texts(index: Index, path: str) -> tuple[Block | None, list[str]]:
    """The texts of a page's rows, with the block they are of; none when the page is gone."""
    with index.snapshot():
        block = index.blocks().get(path)
        return block, [self_contained(row.fact) for row in index.facts(path)] if block else []
