"""The paths of Claude's memory tool: which of them are safe, and which page of the workspace each one means.

    /memories/bank/world.md        bank/world.md                         a page of the layout keeps its path
    /memories/progress.md          bank/memories/progress.md             what the layout has no place for
    /memories/rules/tone.xml       bank/memories/rules/tone.xml.raw.md   and what is not called Markdown

Both ways are one to one, so what a model wrote under a name is found under it, and all of it is recalled like any page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from dayleaf.core.errors import PathRefused
from dayleaf.core.page.address import PART_LIMIT, blemish
from dayleaf.core.page.place import is_page
from dayleaf.core.regex import regex

ROOT = "/memories"
HOME = "bank/memories/"
"""Where pages lie that the layout of a workspace has no place for."""

RAW = ".raw.md"
"""What is added to the name of a file that is not called Markdown."""

_SLASHES = frozenset(
    "/\\\N{FRACTION SLASH}\N{DIVISION SLASH}\N{BIG SOLIDUS}\N{SET MINUS}\N{BIG REVERSE SOLIDUS}\N{REVERSE SOLIDUS OPERATOR}"
)
_DOTS = frozenset((".", ".."))
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_ENCODED = regex(r"%([0-9a-fA-F]{2})")
_OVERLONG = regex(r"%[cC][01]%")  # no letter is written so in UTF-8, but a careless decoder may read a dot or slash
_DECODINGS = 4
"""How often a path is decoded at most to see what it hides: `%252e` is a `%2e` in disguise."""


class Escape(PathRefused):
    """A path that leads out of `/memories`, or would for somebody who decodes or folds it."""


class Astray(PathRefused):
    """A path that does not begin with `/memories`."""


def parts_in(path: str) -> tuple[str, ...]:
    """The parts of a path below `/memories`, in NFC; empty for `/memories` itself.

    Blank parts and `.` do not count, as in any path. Nothing is decoded: what would lead out if it were is refused.

    Raises:
        Astray: it lies elsewhere (`/memoriesfoo` too).
        Escape: it goes up, holds a backslash, or hides one or the other behind `%` or look-alikes.
        PathRefused: a part is hidden, reserved on some system, too long, or holds characters that cannot be seen.
    """
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise Astray(path)
    parts = tuple(unicodedata.normalize("NFC", part) for part in path[len(ROOT) :].split("/") if part not in {"", "."})
    for part in parts:
        if _leads_out(part):
            raise Escape(path)
        reason = blemish(part)
        if reason is None and any(unicodedata.category(letter) in _UNSEEN for letter in part):
            reason = "has a name with characters that cannot be seen"
        if reason is None and (part != part.rstrip(" .") or part != part.lstrip()):
            reason = "has a name with a blank or a dot at its edge"
        if reason is None and len((part + RAW).encode()) > PART_LIMIT:
            reason = "has a name that is too long"
        if reason is not None:
            raise PathRefused(reason)
    return parts


def page_of(parts: Sequence[str], include: Sequence[str] = ()) -> str:
    """The page a file below `/memories` is kept in; `include` are the workspace's further pages."""
    path = "/".join(parts)
    if is_page(path, include):
        return path
    return HOME + (path if path.endswith(".md") and not path.endswith(RAW) else path + RAW)


def name_of(page: str, include: Sequence[str] = ()) -> str:
    """What a page of the workspace is called below `/memories`: the inverse of `page_of`."""
    if page.startswith(HOME):
        name = page.removeprefix(HOME).removesuffix(RAW)
        if page_of(name.split("/"), include) == page:
            return name
    return page


def _leads_out(part: str) -> bool:
    """Whether the part, or what it becomes when decoded or folded, goes up or holds a separator."""
    seen = part
    for _ in range(_DECODINGS):
        folded = unicodedata.normalize("NFKC", seen)
        if folded.strip() in _DOTS or not _SLASHES.isdisjoint(seen) or not _SLASHES.isdisjoint(folded) or _OVERLONG.search(folded):
            return True
        seen = _ENCODED.sub(lambda code: chr(int(code[1], 16)), folded)
        if seen == folded:
            return False
    return True
