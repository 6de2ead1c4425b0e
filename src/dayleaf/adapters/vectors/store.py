"""FileVectors: the port `Vectors` over append-only files that are mapped into memory; see `format` for how they lie there."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from dayleaf.adapters.vectors.disk import locked, replaced, synced, trouble
from dayleaf.adapters.vectors.format import Model, record
from dayleaf.adapters.vectors.generation import Generation, Reach
from dayleaf.adapters.vectors.scan import SKETCH_FROM, Floats, Numbers, cosines, nearest, top
from dayleaf.core.errors import Busy
from dayleaf.core.recall.semantic import Dense
from dayleaf.ports import Block, Kept, Placed, Vector

SAMPLE = 1024
"""Rows that tell what is usual, where not all are compared."""

WASTE = 0.5
"""Share of vectors nobody needs from which `tidy` drops them; but not for fewer than `LEAST_WASTE`."""

LEAST_WASTE = 256


class FileVectors:
    """The vectors of one model in one folder. Files of another model, or damaged ones, are replaced when something is written."""

    def __init__(self, folder: str | os.PathLike[str], model: Model, *, sketch_from: int = SKETCH_FROM) -> None:
        self._folder, self._model, self._sketch_from = Path(folder), model, sketch_from
        self._lock = threading.RLock()
        self._pen = threading.RLock()
        self._held = False
        self._now: Generation | None = None
        self._reach: Reach | None = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other processes and threads from writing meanwhile; they go on reading."""
        if not self._pen.acquire(blocking=False):
            raise Busy("another thread is embedding", hint="wait until it is done")
        try:
            if self._held:
                yield
                return
            with locked(self._folder):
                self._held = True
                try:
                    yield
                finally:
                    self._held = False
        finally:
            self._pen.release()

    def placed(self) -> Mapping[str, bytes]:
        """The digest of every page."""
        with self._reading() as now:
            return {path: page.digest for path, page in now.pages.items()} if now else {}

    def place(self, pages: Sequence[Placed], gone: Sequence[str] = ()) -> None:
        """Append their records."""
        if not pages and not gone:
            return
        with self._changing() as now, trouble("write"):
            now.append_pages(b"".join([*map(record, gone), *map(record, pages)]))

    def lacking(self) -> dict[str, set[int]]:
        """Keys without a vector, by page."""
        with self._reading() as now:
            return now.lacking() if now else {}

    def add(self, vectors: Mapping[int, Vector]) -> None:
        """Append their rows, then their entries; redraw the sketch when many rows stand outside it."""
        with self._changing() as now, trouble("write"):
            new = {key: row for key, row in vectors.items() if key and not now.has(key)}
            if new:
                now.append(new)
            if now.count >= self._sketch_from:
                now.draw_sketch()

    def search(
        self,
        query: Vector,
        blocks: Mapping[str, Block],
        wanted: int,
        allowed: AbstractSet[int] | None = None,
        also: Sequence[int] = (),
        around: int = 0,
    ) -> Dense:
        """Compare all rows, or from `SKETCH_FROM` on their sketch first."""
        asked = np.frombuffer(query, dtype=np.float32)
        with self._reading() as now:
            if now is None or len(asked) != self._model.dimension:
                return Dense({}, 0.0, 0.0, 0, sum(block.rows for block in blocks.values()))
            reach = self._reach
            if reach is None or not reach.of(now, blocks):
                reach = self._reach = now.reach(blocks)
            if not len(reach.slots):
                return Dense({}, 0.0, 0.0, 0, reach.lacking)
            places, scores, usual = self._nearest(now, reach, asked, wanted, allowed)
            numbers = reach.numbers[places]
            found = dict(zip(numbers.tolist(), scores.tolist(), strict=True))
            if also or around:
                more = reach.places(np.add.outer(np.arange(-around, around + 1), np.append(numbers, np.array(also, np.int64))))
                more_scores = cosines(now.rows, reach.slots[more], asked)
                found |= dict(zip(reach.numbers[more].tolist(), more_scores.tolist(), strict=True))
            return Dense(found, float(usual.mean()), float(usual.std()), len(reach.slots), reach.lacking)

    def tidy(self) -> None:
        """Write what is needed into a new generation, when much is not."""
        with self._reading() as now:
            if now is None:
                return
            waste = now.count - len(now.needed())
            if waste < max(WASTE * now.count, LEAST_WASTE) and now.pages_bytes < 64 * (1 << 10) + 8 * now.pages_needed:
                return
        with self._changing() as now, trouble("write"):
            self._write_generation(now)

    def check(self) -> list[str]:
        """Prove every row by its checksum."""
        with self._reading() as now:
            return now.check() if now else []

    def status(self) -> Kept:
        """Count."""
        with self._reading() as now:
            if now is None:
                return Kept(0, 0, 0)
            lacking = set[int]().union(*now.lacking().values())
            return Kept(now.count, len(lacking), now.size)

    def close(self) -> None:
        """Let go of the maps."""
        with self._lock:
            self._now = self._reach = None

    @contextmanager
    def _reading(self) -> Iterator[Generation | None]:
        """The generation that counts now, with all that was appended; None when there is none of this model."""
        with self._lock, trouble("read"):
            number = self._current()
            if number is None:
                self._now = None
            elif self._now is None or self._now.number != number or not self._now.refresh():
                self._now = Generation.opened(self._folder, number, self._model)
            yield self._now

    @contextmanager
    def _changing(self) -> Iterator[Generation]:
        """The same for a writer, who alone may write: an empty generation is made where none can be read."""
        with self.writing(), self._lock:
            with self._reading() as now:
                pass
            if now is None:
                with trouble("write"):
                    self._write_generation(None)
                with self._reading() as now:
                    pass
            assert now is not None  # noqa: S101 it was just written
            with trouble("write"):
                now.cut()
            yield now

    def _write_generation(self, old: Generation | None) -> None:
        """Put a new generation beside the old one, with what pages need of it, then let it count."""
        self._folder.mkdir(parents=True, exist_ok=True)
        before = self._current() or 0
        number = max([before, *(int(name.suffix[1:]) for name in self._folder.iterdir() if name.suffix[1:].isdecimal())]) + 1
        new = Generation.made(self._folder, number, self._model)
        if old is not None:
            kept = old.kept()
            for start in range(0, len(kept), 4096):
                new.append(dict(kept[start : start + 4096]))
            new.append_pages(b"".join(record(page) for page in old.pages.values()))
            if new.count >= self._sketch_from:
                new.draw_sketch()
        synced(self._folder)
        replaced(self._folder / "current", str(number).encode())
        self._now = self._reach = None
        for name in self._folder.iterdir():
            if name.suffix[1:].isdecimal() and int(name.suffix[1:]) != number:
                name.unlink(missing_ok=True)

    def _current(self) -> int | None:
        try:
            text = (self._folder / "current").read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return int(text) if text.isdigit() else None

    def _nearest(
        self, now: Generation, reach: Reach, query: Floats, wanted: int, allowed: AbstractSet[int] | None
    ) -> tuple[Numbers, Floats, Floats]:
        """The places of the nearest rows with their cosines, and cosines that tell what is usual."""
        slots = reach.slots
        places = None if allowed is None else reach.places(np.fromiter(allowed, np.int64, len(allowed)))
        if now.count < self._sketch_from:
            usual = now.cosines(query)[slots]
            scores = usual if places is None else usual[places]
        else:
            usual = cosines(now.rows, slots[:: max(len(slots) // SAMPLE, 1)], query)
            places = self._near(now, reach, places, query, wanted)
            scores = cosines(now.rows, slots[places], query)
        best = top(scores, wanted)
        return best if places is None else places[best], scores[best], usual

    def _near(self, now: Generation, reach: Reach, places: Numbers | None, query: Floats, wanted: int) -> Numbers:
        """The places (of those given, None: of all) that are worth an exact comparison."""
        sketch = now.sketch
        if sketch is None or (places is not None and len(places) < self._sketch_from):
            return np.arange(len(reach.slots)) if places is None else places
        order = reach.by_slot
        if places is not None:
            inside = np.zeros(len(order), np.bool_)
            inside[places] = True
            order = order[inside[order]]
        return order[nearest(now.rows, sketch, reach.slots[order], query, wanted)]
