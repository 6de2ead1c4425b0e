"""Change what an entity's page says of itself in its front matter, by a splice: its aliases, and whom it is the same as.

Only the line of the key is written; all other lines keep their bytes. What was written is read back before it is returned.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from dayleaf.core.errors import EditConflict
from dayleaf.core.page.edit import BOM
from dayleaf.core.page.front import HeaderReader, card_of, front_of, read_front
from dayleaf.core.regex import regex

_KEY = regex(r"^(aliases|same_as)([ \t]*:)(.*)$")
_ITEM = regex(r"^([ \t]*-[ \t]+)\S")
_PLAIN = regex(r"[^\W\d_][\w .'’+-]*(?<! )")
_Write = Callable[[Sequence[str], Sequence[str], Sequence[str]], list[str]]
_WORDS = frozenset("true false null yes no on off y n".split())


def with_aliases(path: str, data: bytes, more: Sequence[str], header: HeaderReader) -> bytes:
    """The page with these aliases besides those it gives.

    Raises:
        EditConflict: its front matter cannot be read, or is written in a way that cannot be added to.
    """
    wanted = tuple(dict.fromkeys((*_card(path, data, header).aliases, *more)))
    return _with(path, data, "aliases", wanted, _added, header)


def without_alias(path: str, data: bytes, gone: str, header: HeaderReader) -> bytes:
    """The page without one of the aliases it gives, as that is spelled there; the others are written on one line.

    Raises:
        EditConflict: as above.
    """
    wanted = tuple(alias for alias in _card(path, data, header).aliases if alias != gone)
    return _with(path, data, "aliases", wanted, _rewritten, header)


def with_same(path: str, data: bytes, same: str | None, header: HeaderReader) -> bytes:
    """The page that says it is the same as another entity; None takes that back.

    Raises:
        EditConflict: as above.
    """
    return _with(path, data, "same_as", (same,) if same else (), _single, header)


def _card(path: str, data: bytes, header: HeaderReader) -> _Card:
    try:
        return _Card(data, header)
    except ValueError as bad:
        raise EditConflict(f"the front matter of {path} cannot be read: {bad}", hint="mend it first") from bad


class _Card:
    """The front matter of a page as lines, and what it says."""

    def __init__(self, data: bytes, header: HeaderReader) -> None:
        self.head = BOM if data.startswith(BOM) else b""
        self.raw = data.removeprefix(BOM).split(b"\n")
        text = "\n".join(line.decode("utf-8", "replace").rstrip("\r") for line in self.raw)
        self.ends = "\r" if self.raw[0].endswith(b"\r") else ""
        front = front_of(text)
        self.values: Mapping[str, object] = read_front(front, header) if front else {}
        self.span = (front.first - 1, front.below - 2) if front else None
        card = card_of(self.values)
        self.aliases, self.same = card.aliases, card.same

    def lines(self) -> list[str]:
        if self.span is None:
            return []
        return [line.decode("utf-8", "surrogateescape").rstrip("\r") for line in self.raw[self.span[0] : self.span[1]]]

    def written(self, lines: Sequence[str]) -> bytes:
        """The page with these lines for its front matter; without any, none is left."""
        fresh = [(line + self.ends).encode("utf-8", "surrogateescape") for line in lines]
        fence = f"---{self.ends}".encode()
        if self.span is None:
            blank = [] if not self.raw[0].strip() else [self.ends.encode()]
            return self.head + b"\n".join([fence, *fresh, fence, *blank, *self.raw])
        return self.head + b"\n".join([*self.raw[: self.span[0]], *fresh, *self.raw[self.span[1] :]])


def _with(path: str, data: bytes, key: str, wanted: Sequence[str], write: _Write, header: HeaderReader) -> bytes:
    card = _card(path, data, header)
    lines = card.lines()
    places = [at for at, line in enumerate(lines) if (found := _KEY.match(line)) and found[1] == key]
    at = places[0] if places else None
    end = len(lines) if at is None else next((n for n in range(at + 1, len(lines)) if lines[n][:1] not in (" ", "\t", "-", "")), len(lines))
    block = [] if at is None else lines[at:end]
    held = card.aliases if key == "aliases" else (card.same,) if card.same else ()
    fresh = write(block, wanted, [value for value in wanted if value not in held])
    start = len(lines) if at is None else at
    after = card.written([*lines[:start], *fresh, *lines[end:]])
    new = _card(path, after, header)
    rest = [{name: value for name, value in one.values.items() if name != key} for one in (card, new)]
    told = new.aliases if key == "aliases" else (new.same,) if new.same else ()
    if tuple(told) != tuple(wanted) or rest[0] != rest[1]:
        raise EditConflict(f"the {key} of {path} are written in a way that cannot be changed", hint="write them as `aliases: [One, Two]`")
    return after


def _added(block: Sequence[str], wanted: Sequence[str], more: Sequence[str]) -> list[str]:
    """The lines of `aliases` with more of them, in the form it has."""
    if not more:
        return list(block)
    items = [at for at, line in enumerate(block) if at and _ITEM.match(line)]
    head = block[0] if block else ""
    if items:
        marker = _item_marker(block[items[-1]])
        return [*block[: items[-1] + 1], *(marker + scalar(alias) for alias in more), *block[items[-1] + 1 :]]
    if len(block) == 1 and head.rstrip().endswith("]") and "[" in head:
        inside = head.rstrip()[:-1]
        comma = "" if inside.rstrip().endswith("[") else ", "
        return [f"{inside.rstrip()}{comma}{', '.join(map(scalar, more))}]"]
    return _rewritten(block, wanted, more)


def _rewritten(_block: Sequence[str], wanted: Sequence[str], _: Sequence[str]) -> list[str]:
    """The aliases on one line; without any, none."""
    return [f"aliases: [{', '.join(map(scalar, wanted))}]"] if wanted else []


def _single(_block: Sequence[str], wanted: Sequence[str], _: Sequence[str]) -> list[str]:
    return [f"same_as: {scalar(value)}" for value in wanted]


def _item_marker(line: str) -> str:
    found = _ITEM.match(line)
    return found[1] if found else "  - "


def scalar(text: str) -> str:
    """A text as YAML: as it is where that is safe, else in double quotes."""
    return text if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS else json.dumps(text, ensure_ascii=False)
