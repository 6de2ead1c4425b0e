"""The smallest change of a page: Create, Append, Replace as byte splices that know what they expect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from dayleaf.core.errors import EditConflict
from dayleaf.core.page.reading import digest_of

BOM = b"\xef\xbb\xbf"
"""What some editors put before a UTF-8 text; it stays where it is."""

FARTHEST = 8
"""Lines on each side of a place that are looked at to find it again."""


class Create(NamedTuple):
    """Make a page that must not exist yet."""

    path: str
    text: str


class Append(NamedTuple):
    """Insert whole lines at a byte offset of the page (`at` = its length means the end)."""

    path: str
    at: int
    text: str
    expects: bytes


class Replace(NamedTuple):
    """Replace the bytes from `start` up to `end` by a text."""

    path: str
    start: int
    end: int
    text: str
    expects: bytes


Edit = Create | Append | Replace


def splice(data: bytes | None, edit: Edit) -> bytes:
    """The page's bytes after the edit; every byte outside it, and a BOM, stays.

    The text comes with LF and takes the line end of the line before the place (else of the line after it): CRLF or
    LF. Appended text always ends with a line end, and begins on a new line.

    Args:
        data: the page's bytes, None when there is no such file.
        edit: what to do.

    Raises:
        EditConflict: the file exists (Create), is missing, is not the one expected, or the place is none in it:
            outside, within a line (Append), within a character or a line end.
    """
    match edit:
        case Create(path, text):
            if data is not None:
                raise EditConflict(f"{path} exists already", hint="read it and append to it")
            return _encoded(text)
        case Append(path, at, text):
            data = _expected(data, edit)
            at = max(at, _head(data)) if at >= 0 else at
            if not 0 <= at <= len(data) or (at < len(data) and at > _head(data) and data[at - 1] != 0x0A):
                raise EditConflict(f"byte {at} of {path} is not where a line begins")
            if not text:
                return data
            newline = _newline(data, at)
            opening = newline if at > _head(data) and data[at - 1] != 0x0A else b""
            lines = _encoded(_with_lf(text).removesuffix("\n") + "\n").replace(b"\n", newline)
            return b"".join((data[:at], opening, lines, data[at:]))
        case Replace(path, start, end, text):
            data = _expected(data, edit)
            if not 0 <= start <= end <= len(data) or _cuts(data, start) or _cuts(data, end):
                raise EditConflict(f"bytes {start} to {end} of {path} are no place in it")
            start, end = max(start, _head(data)), max(end, _head(data))
            return b"".join((data[:start], _encoded(_with_lf(text)).replace(b"\n", _newline(data, start)), data[end:]))
        case _ as never:
            assert_never(never)


def edit_between(path: str, before: bytes | None, after: bytes) -> Edit | None:
    """The smallest edit of whole lines that makes one version of a page the other; None if they are equal.

    Raises:
        EditConflict: the lines between the first and the last change end differently, so that no one edit can write them.
    """
    if before is None:
        return Create(path, after.decode())
    if before == after:
        return None
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    tail = next((n for n in range(least - head) if old[-1 - n] != new[-1 - n]), least - head)
    start, end = sum(map(len, old[:head])), len(before) - sum(map(len, old[len(old) - tail :]))
    text = b"".join(new[head : len(new) - tail])
    if not start and before.startswith(BOM) and text.startswith(BOM):
        start, text = len(BOM), text.removeprefix(BOM)
    edit = Replace(path, start, end, text.decode("utf-8", "surrogateescape"), digest_of(before))
    if splice(before, edit) != after:
        raise EditConflict(f"{path} mixes line ends, or holds bytes that are no UTF-8, where it is to be changed")
    return edit


def reanchor(data: bytes | None, edit: Edit, old: bytes) -> Edit:
    """The same edit for a page that changed since: its place found again by the lines around it.

    The replaced bytes must stand there unchanged, and they, with as few lines around them as make them unique in both
    versions, must be found exactly once. For an Append the lines on both sides, else those before, else those after it.

    Args:
        data: the page's bytes now.
        edit: made for `old`.
        old: the bytes the edit was made for.

    Raises:
        EditConflict: there is no such place any more, or it is not certain.
    """
    if isinstance(edit, Create) or (data is not None and digest_of(data) == edit.expects):
        return edit
    if data is None:
        raise EditConflict(f"{edit.path} is gone")
    if digest_of(old) != edit.expects:
        raise EditConflict(f"the edit of {edit.path} was made for another version of it")
    start, end = (edit.at, edit.at) if isinstance(edit, Append) else (edit.start, edit.end)
    for low, high in _surroundings(old, start, end, one_side=isinstance(edit, Append)):
        anchor = old[low:high]
        if not anchor.strip() or _only_place(old, anchor) is None:
            continue
        found = _only_place(data, anchor)
        if found is not None:
            begin = found + start - low
            if isinstance(edit, Append):
                at = begin if not begin or data[begin - 1 : begin] == b"\n" else _line_end(data, begin)
                return edit._replace(at=at, expects=digest_of(data))
            return edit._replace(start=begin, end=begin + end - start, expects=digest_of(data))
    raise EditConflict(f"{edit.path} changed, and the place of the edit is not there any more", hint="read the page and try again")


def _expected(data: bytes | None, edit: Append | Replace) -> bytes:
    if data is None:
        raise EditConflict(f"{edit.path} is gone")
    if digest_of(data) != edit.expects:
        raise EditConflict(f"{edit.path} changed meanwhile", hint="read it again and repeat the edit")
    return data


def _head(data: bytes) -> int:
    """Where the text begins: behind a BOM."""
    return len(BOM) if data.startswith(BOM) else 0


def _newline(data: bytes, at: int) -> bytes:
    """The line end of the line before `at`, else of the next one. A lone CR ends no line for us, so it is never taken."""
    end = data.rfind(b"\n", 0, at)
    if end < 0:
        end = data.find(b"\n", at)
    return b"\r\n" if end > 0 and data[end - 1] == 0x0D else b"\n"


def _with_lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # lone surrogates become U+FFFD, pairs the character they mean
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _cuts(data: bytes, at: int) -> bool:
    """Whether `at` lies within a character or between CR and LF."""
    if not 0 < at < len(data):
        return False
    return (data[at] & 0xC0 == 0x80 and at >= _head(data)) or data[at - 1 : at + 1] == b"\r\n"


def _surroundings(data: bytes, start: int, end: int, *, one_side: bool) -> Iterator[tuple[int, int]]:
    """Spans of whole lines around a place: growing on both sides, then (`one_side`) only before it, then only after it."""
    low = data.rfind(b"\n", 0, start) + 1
    high = end if end and data[end - 1 : end] == b"\n" else _line_end(data, end)
    begins, ends = [low], [high]
    for _ in range(FARTHEST):
        begins.append(data.rfind(b"\n", 0, max(begins[-1] - 1, 0)) + 1)
        ends.append(_line_end(data, ends[-1]))
    yield from dict.fromkeys(zip(begins, ends, strict=True))
    if one_side:
        yield from dict.fromkeys((begin, start) for begin in begins)
        yield from dict.fromkeys((end, behind) for behind in ends)


def _line_end(data: bytes, at: int) -> int:
    """The offset behind the line that `at` lies in."""
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end + 1


def _only_place(data: bytes, anchor: bytes) -> int | None:
    """Where the anchor stands as whole lines, if it does so exactly once."""
    pattern = re.compile(rb"(?:^|(?<=\n))(?=" + re.escape(anchor) + (b")" if anchor.endswith(b"\n") else rb"(?:\r?\n|\Z))"))
    places = [found.start() for found in pattern.finditer(data)][:2]
    return places[0] if len(places) == 1 else None
