"""How vectors lie on disk: the header, the entries of `keys`, the records of `pages` — each proved by a checksum.

    current         the number of the generation that counts, as text; replaced in one step
    keys.N          header (4,096 bytes), then 16 bytes a vector: key, checksum of its row, checksum of the entry
    rows.N          16-bit floats, one row a vector, in the order of `keys`
    pages.N         records: which keys the rows of a page have; a later record of a page replaces the earlier
    sketch.N        sign bits of the first rows, by word of 64 (see `sketch`)

Everything but `current` only grows. A vector counts once its entry is there, and its row is on the disk before that;
what a dying process leaves behind the last whole entry or record is overwritten by the next one that writes.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from dayleaf.ports import Placed

FORMAT = 1
MAGIC = b"dayvec\r\n"
HEADER = 4096
ENTRY = struct.Struct("<QII")
GONE = 0xFFFFFFFF
"""Number of keys that says a page is gone."""

_RECORD = struct.Struct("<II")
_PAGE = struct.Struct("<H16sI")


@dataclass(frozen=True, slots=True)
class Model:
    """Whose vectors a file holds. Vectors of different models are never mixed."""

    id: str
    digest: str
    dimension: int
    composition: int

    def header(self) -> bytes:
        """The first bytes of `keys`."""
        body = json.dumps([FORMAT, self.id, self.digest, self.dimension, self.composition]).encode()
        return (MAGIC + _RECORD.pack(len(body), crc32(body)) + body).ljust(HEADER, b"\0")


def model_of(header: bytes) -> Model | None:
    """The model a header names; None when it is no header of ours, or damaged."""
    if len(header) < HEADER or not header.startswith(MAGIC):
        return None
    length, check = _RECORD.unpack_from(header, len(MAGIC))
    body = header[len(MAGIC) + _RECORD.size :][:length]
    if crc32(body) != check:
        return None
    version, *rest = json.loads(body)
    return Model(*rest) if version == FORMAT else None


def entry(slot: int, key: int, row: bytes) -> bytes:
    """The entry for the row at this place."""
    check = crc32(row)
    return ENTRY.pack(key, check, _proof(slot, key, check))


def is_entry(slot: int, data: bytes, row: bytes | None) -> bool:
    """Whether an entry stands where it was written, and (if the row is given) whether the row is the one it was written for."""
    if len(data) < ENTRY.size:
        return False
    key, check, proof = ENTRY.unpack(data)
    return proof == _proof(slot, key, check) and (row is None or crc32(row) == check)


def _proof(slot: int, key: int, check: int) -> int:
    return crc32(struct.pack("<QQI", slot, key, check))


def record(page: Placed | str) -> bytes:
    """The record of a page placed, or (a path alone) of one that is gone."""
    path = (page if isinstance(page, str) else page.path).encode("utf-8", "surrogateescape")
    digest, count, keys = (bytes(16), GONE, b"") if isinstance(page, str) else (page.digest, len(page.keys), page.keys.tobytes())
    body = _PAGE.pack(len(path), digest, count) + path + keys
    return _RECORD.pack(len(body), crc32(body)) + body


def records(data: bytes) -> Iterator[tuple[Placed | str, int]]:
    """Every whole record and where it ends; the first that is not whole ends it."""
    at = 0
    while at + _RECORD.size <= len(data):
        length, check = _RECORD.unpack_from(data, at)
        body = data[at + _RECORD.size : at + _RECORD.size + length]
        if len(body) < max(length, _PAGE.size) or crc32(body) != check:
            return
        at += _RECORD.size + length
        size, digest, count = _PAGE.unpack_from(body)
        path = body[_PAGE.size : _PAGE.size + size].decode("utf-8", "surrogateescape")
        if count == GONE:
            yield path, at
        else:
            yield Placed(path, digest, array("Q", body[_PAGE.size + size :])), at
