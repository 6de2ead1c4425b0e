"""Carry out a unified diff on pages that may have changed since: each hunk is found again by the lines around it, or refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dayleaf.core.errors import EditConflict
from dayleaf.core.page.edit import Edit, edit_between


class Hunk(NamedTuple):
    """One place of a diff: the lines as they were and as they shall be, and how many of both are mere surroundings before and behind."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    before: int
    behind: int


class Patch(NamedTuple):
    """What a diff does to one page; `fresh` says that it makes it."""

    path: str
    fresh: bool
    hunks: tuple[Hunk, ...]


def patches(diff: str) -> list[Patch]:
    """The pages of a diff, in order.

    Raises:
        EditConflict: it is no unified diff.
    """
    found: list[Patch] = []
    fresh = False
    rows: list[str] = []
    for line in [*diff.split("\n"), "@@"]:
        if rows and line.startswith(("@@", "--- ")) and found:
            found[-1] = found[-1]._replace(hunks=(*found[-1].hunks, _hunk(rows)))
            rows = []
        if line.startswith("--- ") and not rows:
            fresh = line == "--- /dev/null"
        elif line.startswith("+++ b/") and not rows:
            found.append(Patch(line.removeprefix("+++ b/"), fresh, ()))
        elif line[:1] in (" ", "+", "-") and found:
            rows.append(line)
        elif not line and rows:
            rows.append(" ")  # an editor took the blank at the end of a line
    if not found or not all(patch.hunks for patch in found):
        raise EditConflict("the diff of this proposal cannot be read", hint="decline it, or write the change by hand")
    return found


def patched(patch: Patch, data: bytes | None) -> Edit | None:
    """The edit after which a page is as the patch wants it; None if it is so already.

    Raises:
        EditConflict: the page is not there, is there already, or has no such place any more.
    """
    if patch.fresh:
        text = "\n".join(line for hunk in patch.hunks for line in hunk.new)
        whole = text.rstrip("\n").encode() + b"\n"
        if data is not None and data != whole:
            raise EditConflict(f"{patch.path} exists by now", hint="reflect again, and the proposal is made anew")
        return None if data is not None else edit_between(patch.path, None, whole)
    if data is None:
        raise EditConflict(f"{patch.path} is gone")
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    ends = "\r" if lines[0].endswith("\r") else ""
    for hunk in patch.hunks:
        bare = [line.removesuffix("\r") for line in lines]
        if _places(bare, hunk.new) and not _places(bare, hunk.old):
            continue
        at, old, new = _place(patch.path, bare, hunk)
        kept = dict(zip(old, lines[at : at + len(old)], strict=True))
        lines[at : at + len(old)] = [kept.get(line, line + ends) for line in new]
    after = "\n".join(lines).encode("utf-8", "surrogateescape")
    return edit_between(patch.path, data, after)


def _hunk(rows: Sequence[str]) -> Hunk:
    changed = [at for at, row in enumerate(rows) if row[0] != " "] or [0]
    old = tuple(row[1:] for row in rows if row[0] != "+")
    new = tuple(row[1:] for row in rows if row[0] != "-")
    return Hunk(old, new, changed[0], len(rows) - 1 - changed[-1])


def _place(path: str, lines: Sequence[str], hunk: Hunk) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Where a hunk goes: with all its surroundings, else with fewer, as long as the place is the only one."""
    for skip, drop in _trimmed(hunk):
        old, new = hunk.old[skip : len(hunk.old) - drop], hunk.new[skip : len(hunk.new) - drop]
        if any(line.strip() for line in old) and len(places := _places(lines, old)) == 1:
            return places[0], old, new
    if not any(line.strip() for line in hunk.old) and not any(line.strip() for line in lines):
        return 0, tuple(lines), hunk.new  # the page is empty, as it was
    raise EditConflict(
        f"{path} changed, and the place of the proposal is not there any more", hint="reflect again, or edit the page by hand"
    )


def _trimmed(hunk: Hunk) -> Iterator[tuple[int, int]]:
    """How many lines to leave off before and behind: fewest first, and those behind first."""
    pairs = [(skip, drop) for skip in range(hunk.before + 1) for drop in range(hunk.behind + 1)]
    yield from sorted(pairs, key=lambda pair: (sum(pair), pair[0]))


def _places(lines: Sequence[str], block: Sequence[str]) -> list[int]:
    wanted = list(block)
    return [at for at in range(len(lines) - len(wanted) + 1) if list(lines[at : at + len(wanted)]) == wanted]
