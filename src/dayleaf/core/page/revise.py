"""Edits of a page by words: append lines, replace an exact text, insert behind a line; decided on bytes, as splices.

A line feed in a text that is looked for matches the page's own line end, so nobody needs to know whether it is CRLF. The
front matter of a page belongs to the person who wrote it; no edit by words reaches into it.
"""

from __future__ import annotations

import re
from itertools import islice

from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Source
from dayleaf.core.page.edit import BOM, Append, Create, Edit, Replace
from dayleaf.core.page.front import front_of
from dayleaf.core.page.reading import digest_of
from dayleaf.core.regex import regex

MOST_PLACES = 20
"""Places of an ambiguous text that a message names."""

_ITEM = regex(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]*\||[ \t]{2,}\S")
_ALONE = regex(r"[ \t]{0,3}#{1,6}(?:[ \t]|$)|[ \t]{0,3}(?:---+|===+)[ \t]*$|[ \t]*```")


def append_lines(path: str, data: bytes | None, text: str) -> Edit:
    """Put whole lines at the end of the page, making it if there is none.

    A blank line goes between where Markdown would otherwise read the text as part of the paragraph or item above it.

    Raises:
        UsageError: the text is blank.
    """
    lines = _lines_of(text)
    if data is None:
        return Create(path, lines + "\n")
    above = data.rstrip(b"\r\n") if data.endswith(b"\n") and not data.endswith((b"\n\n", b"\n\r\n")) else data
    last = above[above.rfind(b"\n") + 1 :].removeprefix(BOM).decode("utf-8", "replace")
    below_blank = data.endswith((b"\n\n", b"\n\r\n")) or not last.strip()
    joins = below_blank or _ALONE.match(last) or (_ITEM.match(last) and _ITEM.match(lines))
    return Append(path, len(data), lines if joins else "\n" + lines, digest_of(data))


def replace_text(path: str, data: bytes | None, old: str, new: str) -> Edit | None:
    """Put a new text in the place of an old one, which must stand in the page exactly once; None if they are equal.

    Raises:
        UsageError: the old text is empty.
        EditConflict: it does not stand there, stands there more than once (says on which lines), or in the front matter.
    """
    held = data or b""  # a page that is not there holds nothing, so no place is found in it
    start, end = only_place(path, held, old)
    return None if old == new else Replace(path, start, end, new, digest_of(held))


def insert_lines(path: str, data: bytes | None, text: str, line: int | None, after: str | None) -> Edit:
    """Put whole lines behind a line of the page: one given by number (0: the head, below any front matter) or by words on it.

    Raises:
        UsageError: the text is blank, or there is not exactly one of `line` and `after`.
        EditConflict: there is no such line, the words do not stand there exactly once, or it lies in the front matter.
    """
    lines = _lines_of(text)
    if (line is None) == (after is None):
        raise UsageError("it takes either a line or the text it is to stand after", hint="give one of `line` and `after`")
    if data is None:
        if line == 0:
            return Create(path, lines + "\n")
        raise EditConflict(f"there is no page {path} yet", hint="append to it, or insert at line 0")
    if after is not None:
        start, end = only_place(path, data, after)
        line = line_at(data, max(start, end - after.endswith("\n")))
    total, head = line_count(data), front_lines(data)
    if line is None or not 0 <= line <= total:
        raise EditConflict(f"{path} has no line {line}", hint=f"it has {total}; give 0 to {total}")
    if 0 < line < head:
        raise EditConflict(f"line {line} of {path} is front matter", hint=f"it ends on line {head}; give {head} or more")
    return Append(path, offset_behind(data, max(line, head)), lines, digest_of(data))


def only_place(path: str, data: bytes, old: str) -> tuple[int, int]:
    """The bytes, from and up to, where a text stands in a page that holds it exactly once.

    Raises:
        UsageError: the text is empty.
        EditConflict: there is no such place, there are several (says on which lines), or it lies in the front matter.
    """
    if not old:
        raise UsageError("there is no text to look for", hint="give the exact text as it stands in the page")
    found = list(islice(places(data, old), MOST_PLACES + 1))
    if not found:
        raise EditConflict(f"the text does not stand in {path}", hint="give it exactly as it stands there; see `dayleaf core show`")
    if len(found) > 1:
        rows = dict.fromkeys(str(line_at(data, start)) for start, _ in found[:MOST_PLACES])
        often = f"{len(found)} times" if len(found) <= MOST_PLACES else f"more than {MOST_PLACES} times"
        more = " and more" if len(found) > MOST_PLACES else ""
        raise EditConflict(
            f"the text stands {often} in {path}, on line{'s' * (len(rows) > 1)} {', '.join(rows)}{more}",
            hint="give more of what stands around it, so that it is unique",
        )
    start, end = found[0]
    if start < offset_behind(data, front_lines(data)):
        raise EditConflict(f"the text stands in the front matter of {path}", hint="a person may change that in an editor")
    return start, end


def places(data: bytes, text: str, *, overlapping: bool = True) -> list[tuple[int, int]]:
    """Every place (bytes, from and up to) where a text stands in a page, whatever the page's line ends."""
    body = rb"(?:\r\n|(?<!\r)\n)".join(re.escape(part.encode("utf-8", "surrogatepass")) for part in text.replace("\r\n", "\n").split("\n"))
    pattern = re.compile(rb"(?=(" + body + rb"))" if overlapping else rb"(" + body + rb")")
    return [found.span(1) for found in pattern.finditer(data)]


def written_lines(data: bytes | None, edit: Edit) -> Source:
    """The lines of the page, after the edit, that hold what it wrote (of a mere removal the line it was on).

    Args:
        data: the page before the edit.
        edit: made for these bytes.
    """
    match edit:
        case Create(path, text):
            return Source(path, 1, max(1, _rows(text)))
        case Append(path, at, text):
            held = data or b""
            opening = at > 0 and held[at - 1] != 0x0A and held[:at] != BOM
            blank = len(text) - len(text.lstrip("\n"))
            first = held.count(b"\n", 0, at) + 1 + opening + blank
            return Source(path, first, first + max(1, _rows(text[blank:])) - 1)
        case Replace(path, start, _, text):
            first = (data or b"").count(b"\n", 0, start) + 1
            return Source(path, first, first + max(1, _rows(text)) - 1)


def line_count(data: bytes) -> int:
    """How many lines a page has; what follows the last line end counts if there is anything."""
    body = data.removeprefix(BOM)
    return body.count(b"\n") + bool(body and not body.endswith(b"\n"))


def line_at(data: bytes, at: int) -> int:
    """The number of the line a byte lies on, from 1."""
    return data.count(b"\n", 0, at) + 1


def offset_behind(data: bytes, line: int) -> int:
    """The byte behind a line and its end; line 0 is the head of the text, behind a BOM."""
    at = len(BOM) if data.startswith(BOM) else 0
    for _ in range(line):
        end = data.find(b"\n", at)
        if end < 0:
            return len(data)
        at = end + 1
    return at


def front_lines(data: bytes) -> int:
    """How many lines at the head of a page are its front matter; 0 if it has none."""
    front = front_of(data.removeprefix(BOM).decode("utf-8", "replace").replace("\r\n", "\n"))
    return 0 if front is None else front.below - 1


def _lines_of(text: str) -> str:
    lines = text.replace("\r\n", "\n").strip("\n")
    if not lines.strip():
        raise UsageError("there is no text to write", hint="say what is to stand there")
    return lines


def _rows(text: str) -> int:
    return text.count("\n") + bool(text and not text.endswith("\n"))
