"""One generation of the files: what it holds, what its pages need of it, and how both grow."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dayleaf.adapters.vectors.disk import appended, replaced
from dayleaf.adapters.vectors.format import ENTRY, HEADER, Model, entry, is_entry, model_of, records
from dayleaf.adapters.vectors.scan import Floats, Halves, Numbers, Sketch, cosines, extended, new_sketch
from dayleaf.ports import Block, Placed, Vector

TAIL = 8192
"""Rows outside the sketch from which it is drawn again."""

_SKETCH = struct.Struct("<8sIIQ")
_SKETCH_MAGIC = b"daysig1\n"
_ENTRIES = np.dtype([("key", "<u8"), ("check", "<u4"), ("proof", "<u4")])


@dataclass(frozen=True, slots=True)
class Reach:
    """Which vector each row of an index has: parallel arrays by ascending number; and how many rows have none yet.

    `by_slot` holds the places in these arrays by ascending slot.
    """

    numbers: Numbers
    slots: Numbers
    by_slot: Numbers
    lacking: int
    blocks: Mapping[str, Block]
    version: tuple[int, int, int]

    def of(self, generation: Generation, blocks: Mapping[str, Block]) -> bool:
        """Whether it still holds."""
        return self.version == generation.version and (self.blocks is blocks or self.blocks == blocks)

    def places(self, numbers: Numbers) -> Numbers:
        """Where in the arrays these numbers are; those that are not there are left out."""
        asked = np.unique(numbers)
        found = np.searchsorted(self.numbers, asked)
        inside = found < len(self.numbers)
        found, asked = found[inside], asked[inside]
        right: Numbers = found[self.numbers[found] == asked]
        return right


@dataclass(slots=True)
class Generation:
    """The files of one number, as far as they have been read."""

    folder: Path
    number: int
    model: Model
    count: int = 0
    pages: dict[str, Placed] = field(default_factory=dict)
    pages_bytes: int = 0
    _keys: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    _order: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    _floats: Floats | None = None
    _rows: Halves | None = None
    _sketch: Sketch | None = None

    @classmethod
    def made(cls, folder: Path, number: int, model: Model) -> Self:
        """An empty one."""
        for name, data in (("keys", model.header()), ("rows", b""), ("pages", b"")):
            (folder / f"{name}.{number}").write_bytes(data)
        return cls(folder, number, model)

    @classmethod
    def opened(cls, folder: Path, number: int, model: Model) -> Self | None:
        """The files as they are; None when they are not there, damaged at the head, or of another model."""
        found = cls(folder, number, model)
        try:
            with found.path("keys").open("rb") as file:
                if model_of(file.read(HEADER)) != model:
                    return None
            return found if found.refresh() else None
        except (FileNotFoundError, NotADirectoryError):
            return None

    @property
    def version(self) -> tuple[int, int, int]:
        """Changes with everything that is appended."""
        return self.number, self.count, self.pages_bytes

    @property
    def width(self) -> int:
        """Bytes of a row."""
        return 2 * self.model.dimension

    @property
    def rows(self) -> Halves:
        """All rows, mapped."""
        if self._rows is None or len(self._rows) != self.count:
            shape = (self.count, self.model.dimension)
            self._rows = np.memmap(self.path("rows"), np.float16, "r", shape=shape) if self.count else np.zeros(shape, np.float16)
        return self._rows

    @property
    def size(self) -> int:
        """On disk."""
        names = ("keys", "rows", "pages", "sketch")
        return sum(self.path(name).stat().st_size for name in names if self.path(name).exists())

    @property
    def pages_needed(self) -> int:
        """Bytes that the records of all pages would need, about."""
        return sum(64 + len(path) + 8 * len(page.keys) for path, page in self.pages.items())

    @property
    def sketch(self) -> Sketch | None:
        """The sketch on disk, as far as it fits these rows."""
        if self._sketch is None:
            self._sketch = self._read_sketch()
        return self._sketch

    def path(self, name: str) -> Path:
        """Where a file of it lies."""
        return self.folder / f"{name}.{self.number}"

    def refresh(self) -> bool:
        """Read what was appended; False when less is there than was read before, so that nothing read before counts."""
        try:
            whole = min((self.path("keys").stat().st_size - HEADER) // ENTRY.size, self.path("rows").stat().st_size // self.width)
            size = self.path("pages").stat().st_size
        except FileNotFoundError:
            return False
        if whole < self.count or size < self.pages_bytes:
            return False
        if whole > self.count:
            self._read_entries(whole)
        if size > self.pages_bytes:
            with self.path("pages").open("rb") as file:
                file.seek(self.pages_bytes)
                data = file.read()
            start = self.pages_bytes
            for page, end in records(data):
                if isinstance(page, str):
                    self.pages.pop(page, None)
                else:
                    self.pages[page.path] = page
                self.pages_bytes = start + end
        return True

    def cut(self) -> None:
        """Before writing: take away what a dying writer left behind the last whole entry, row and record."""
        ends = (("keys", HEADER + ENTRY.size * self.count), ("rows", self.width * self.count), ("pages", self.pages_bytes))
        for name, end in ends:
            path = self.path(name)
            if path.stat().st_size > end:
                with path.open("r+b") as file:
                    file.truncate(end)

    def append(self, vectors: Mapping[int, Vector]) -> None:
        """Add rows, then the entries that make them count."""
        packed = [np.frombuffer(row, dtype=np.float32).astype(np.float16).tobytes() for row in vectors.values()]
        appended(self.path("rows"), self.width * self.count, b"".join(packed))
        entries = (entry(self.count + place, key, row) for place, (key, row) in enumerate(zip(vectors, packed, strict=True)))
        appended(self.path("keys"), HEADER + ENTRY.size * self.count, b"".join(entries))
        self.refresh()

    def append_pages(self, data: bytes) -> None:
        """Add records."""
        appended(self.path("pages"), self.pages_bytes, data)
        self.refresh()

    def has(self, key: int) -> bool:
        """Whether there is a vector under this key."""
        return bool(self.slots([key])[0] >= 0)

    def slots(self, keys: Iterable[int] | NDArray[np.uint64]) -> Numbers:
        """The row of each key; -1 where there is none."""
        asked = keys if isinstance(keys, np.ndarray) else np.fromiter(keys, np.uint64)
        if not self.count:
            return np.full(len(asked), -1, np.int64)
        places = np.minimum(np.searchsorted(self._keys, asked, sorter=self._order), self.count - 1)
        found = self._order[places]
        found[self._keys[found] != asked] = -1
        return found

    def lacking(self) -> dict[str, set[int]]:
        """Keys without a row, by page."""
        lacking = {}
        for path, page in self.pages.items():
            keys = np.frombuffer(page.keys, np.uint64)
            missing = keys[(self.slots(keys) < 0) & (keys != 0)]
            if len(missing):
                lacking[path] = set(missing.tolist())
        return lacking

    def needed(self) -> set[int]:
        """Keys that some page names."""
        return {key for page in self.pages.values() for key in page.keys}

    def kept(self) -> list[tuple[int, Vector]]:
        """The vectors that some page needs and whose rows are whole."""
        needed = self.needed()
        entries = self._entries(0, self.count)
        rows = self.rows
        found = []
        for slot, key in enumerate(self._keys.tolist()):
            if key in needed and crc32(rows[slot].tobytes()) == entries["check"][slot]:
                found.append((key, _vector(rows[slot])))
        return found

    def reach(self, blocks: Mapping[str, Block]) -> Reach:
        """Which vector each row of these blocks has."""
        starts, keys, lacking = [], [], 0
        for path, block in blocks.items():
            page = self.pages.get(path)
            if page is None or page.digest != block.digest or len(page.keys) != block.rows:
                lacking += block.rows
            elif block.rows:
                starts.append(np.arange(block.start, block.start + block.rows))
                keys.append(np.frombuffer(page.keys, np.uint64))
        numbers = np.concatenate(starts) if starts else np.zeros(0, np.int64)
        wanted = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
        slots = self.slots(wanted)
        lacking += int(np.count_nonzero((slots < 0) & (wanted != 0)))
        inside = slots >= 0
        numbers, slots = numbers[inside], slots[inside]
        order = np.argsort(numbers, kind="stable")
        numbers, slots = numbers[order], slots[order]
        return Reach(numbers, slots, np.argsort(slots, kind="stable"), lacking, blocks, self.version)

    def cosines(self, query: Floats) -> Floats:
        """Of every row; keeps a 32-bit copy, so that only the first question waits for it."""
        if self._floats is None or len(self._floats) != self.count:
            self._floats = self.rows.astype(np.float32)
        return cosines(self._floats, None, query)

    def draw_sketch(self) -> None:
        """Take the rows outside the sketch into it, once they are many."""
        old = self.sketch
        if old is not None and self.count - old.count < TAIL:
            return
        new = extended(new_sketch(self.rows) if old is None else old, self.rows)
        body = new.mean.tobytes() + new.planes.tobytes()
        replaced(self.path("sketch"), _SKETCH.pack(_SKETCH_MAGIC, self.model.dimension, crc32(body), new.count) + body)
        self._sketch = new

    def check(self) -> list[str]:
        """What does not prove, in words."""
        entries, rows = self._entries(0, self.count), self.rows
        bad = [slot for slot in range(self.count) if not is_entry(slot, entries[slot].tobytes(), rows[slot].tobytes())]
        said = [f"{len(bad)} of {self.count} vectors are damaged (first: number {bad[0]})"] if bad else []
        if self.path("sketch").exists() and self._read_sketch() is None:
            said.append("the sketch of the vectors is damaged")
        return said

    def _read_entries(self, whole: int) -> None:
        entries = self._entries(self.count, whole)
        with self.path("rows").open("rb") as rows:
            while len(entries):
                slot = self.count + len(entries) - 1
                rows.seek(slot * self.width)
                if is_entry(slot, entries[-1].tobytes(), rows.read(self.width)):
                    break
                entries = entries[:-1]
        if len(entries):
            self._keys = np.concatenate([self._keys, entries["key"]])
            self.count += len(entries)
            self._order = np.argsort(self._keys, kind="stable")

    def _entries(self, start: int, end: int) -> NDArray[np.void]:
        with self.path("keys").open("rb") as file:
            file.seek(HEADER + ENTRY.size * start)
            return np.frombuffer(file.read(ENTRY.size * (end - start)), _ENTRIES)

    def _read_sketch(self) -> Sketch | None:
        try:
            data = self.path("sketch").read_bytes()
        except FileNotFoundError:
            return None
        if len(data) < _SKETCH.size:
            return None
        magic, dimension, check, count = _SKETCH.unpack_from(data)
        body = memoryview(data)[_SKETCH.size :]
        words = -(-self.model.dimension // 64)
        right = magic == _SKETCH_MAGIC and dimension == self.model.dimension and len(body) == 4 * dimension + 8 * words * count
        if not right or count > self.count or crc32(body) != check:
            return None
        mean = np.frombuffer(body[: 4 * dimension], np.float32)
        return Sketch(mean, np.frombuffer(body[4 * dimension :], np.uint64).reshape(words, count))


def _vector(row: Halves) -> Vector:
    return array("f", row.astype(np.float32).tobytes())
