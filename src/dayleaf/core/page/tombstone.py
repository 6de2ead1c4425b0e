"""Tombstones: what somebody wanted forgotten, as digests that do not tell what it was, so that it is not learned again.

They stand inside a comment of `bank/archive/forgotten.md`, one a line: the day, and the digest of what was said of whom.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import Fact, entity_key
from dayleaf.core.page.edit import Append, Create, Edit
from dayleaf.core.page.escape import normal_text
from dayleaf.core.page.reading import digest_of
from dayleaf.core.regex import regex

FORGOTTEN = "bank/archive/forgotten.md"
"""The page of the tombstones."""

_LINE = regex(r"^\d{4}-\d{2}-\d{2} ([0-9a-f]{32})\s*$")
_HEAD = """\
<!--
What somebody wanted forgotten. Each line is a day and a digest that does not tell what it was; it is never learned again.
"""


def tombstone_of(text: str, entities: Iterable[str]) -> str:
    """32 hexadecimal digits for what is said of whom: the same however it is spaced, written in capitals, or ends."""
    said = " ".join(normal_text(text).casefold().split()).rstrip(".!… ")
    names = sorted({entity_key(name) for name in entities})
    return blake2b("\x00".join((said, *names)).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def tombstones(data: bytes | None) -> frozenset[str]:
    """The digests on the page."""
    lines = (data or b"").decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    return frozenset(found[1] for line in lines if (found := _LINE.match(line)))


def bury(data: bytes | None, facts: Iterable[Fact], day: dt.date) -> Edit | None:
    """Add a tombstone for each of these facts that has none; None if all have one."""
    held = tombstones(data)
    new = dict.fromkeys(mark for fact in facts if (mark := tombstone_of(fact.text, fact.entities)) not in held)
    text = "".join(f"{day.isoformat()} {mark}\n" for mark in new)
    if not text:
        return None
    if data is None:
        return Create(FORGOTTEN, f"{_HEAD}{text}-->\n")
    end = data.rfind(b"\n-->")
    if end < 0:
        return Append(FORGOTTEN, len(data), f"{_HEAD}{text}-->\n", digest_of(data))
    return Append(FORGOTTEN, end + 1, text, digest_of(data))
