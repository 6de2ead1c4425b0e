"""Change a page as an agent may: never one that is read-only, never so that a secret comes to stand in it."""

from __future__ import annotations

from collections.abc import Callable

from dayleaf.core.context.marker import is_injected
from dayleaf.core.errors import PathRefused, SecretRefused, UsageError
from dayleaf.core.page.edit import BOM, Append, Create, Edit, Replace, splice
from dayleaf.core.page.front import BadHeader, HeaderReader, front_of, read_front
from dayleaf.core.secrets import find_secrets
from dayleaf.ports import Change
from dayleaf.shell.ground import Ground

AROUND = 3
"""Lines on each side of a change that are looked at for secrets."""

_YES = frozenset(("true", "yes", "on"))


def revise(ground: Ground, path: str, decide: Callable[[bytes | None], Edit | None], *, allow_secret: bool = False) -> Change | None:
    """Change one page under its lock; see `Workspace.change`.

    Raises:
        PathRefused: the page is read-only.
        UsageError: a NUL would stand in it, so that the page is text no more.
        SecretRefused: a secret would stand in it that does not stand there now.
        EditConflict, Busy, DiskFailed: it could not be written; nothing was.
    """

    def guarded(data: bytes | None) -> Edit | None:
        refuse_read_only(path, data, ground.header)
        edit = decide(data)
        if edit is not None and b"\0" in splice(data, edit) and b"\0" not in (data or b""):
            raise UsageError("the text holds a NUL, and a page with one is no text: nothing of it would be read", hint="leave it out")
        if edit is not None and not allow_secret:
            refuse_new_secrets(data or b"", splice(data, edit), *_span(edit))
        return edit

    return ground.workspace.change(path, guarded)


def refuse_injected(text: str, replaced: str = "") -> None:
    """Let only a text pass that was not itself put into a context from memory: memory does not breed memory.

    Args:
        text: what is to be written.
        replaced: what stands there now; where it was injected too, nothing new is learned.

    Raises:
        UsageError: a part of it was.
    """
    if is_injected(text) and not is_injected(replaced):
        raise UsageError(
            "the text holds what was put into the context from memory; nothing was written",
            hint="keep only what is new, in a sentence of its own",
        )


def fresh(data: bytes | None, edit: Edit) -> Edit:
    """An edit that writes nothing that was put into a context from memory.

    Raises:
        UsageError: it would.
    """
    start, end = _span(edit)
    refuse_injected(edit.text, (data or b"")[start:end].decode("utf-8", "replace"))
    return edit


def refuse_read_only(path: str, data: bytes | None, header: HeaderReader) -> None:
    """Let only a page pass that agents may write.

    Raises:
        PathRefused: its front matter says `read_only: true`, or cannot be read.
    """
    if data is not None and read_only(data.removeprefix(BOM).decode("utf-8", "replace"), header):
        raise PathRefused(f"{path} is read-only, as its front matter says", hint="propose the change to the person it belongs to")


def read_only(text: str, header: HeaderReader) -> bool:
    """Whether the front matter of a page forbids agents to write it (or cannot be read)."""
    front = front_of(text.replace("\r\n", "\n"))
    if front is None:
        return False
    try:
        return str(read_front(front, header).get("read_only", "")).strip().casefold() in _YES
    except BadHeader:
        return True  # it may well say so; a page is sooner mended than unwritten


def refuse_new_secrets(before: bytes, after: bytes, start: int, end: int) -> None:
    """Let only bytes pass that carry no secret which was not there before.

    The lines around a change are looked at too, for a word alone is no secret where `the password is` stands in front of it.

    Args:
        before, after: the page without and with the change.
        start, end: the bytes of `before` that it replaces.

    Raises:
        SecretRefused: they do; says of what kind, never what.
    """
    low, high = _around(before, start, end)
    old = before[low:high].decode("utf-8", "replace")
    new = after[low : len(after) - (len(before) - high)].decode("utf-8", "replace")
    known = {old[secret.start : secret.end] for secret in find_secrets(old)}
    found = [secret.kind.replace("_", " ") for secret in find_secrets(new) if new[secret.start : secret.end] not in known]
    if found:
        kinds = ", ".join(dict.fromkeys(found))
        raise SecretRefused(f"the text seems to carry a secret ({kinds}); nothing was written", hint="leave it out, or allow it explicitly")


def _span(edit: Edit) -> tuple[int, int]:
    match edit:
        case Create():
            return 0, 0
        case Append(_, at):
            return at, at
        case Replace(_, start, end):
            return start, end


def _around(data: bytes, start: int, end: int) -> tuple[int, int]:
    """A span with the whole lines it lies in and a few on each side."""
    for _ in range(AROUND + 1):
        start = max(data.rfind(b"\n", 0, start), 0)
    for _ in range(AROUND + 1):
        found = data.find(b"\n", end)
        end = len(data) if found < 0 else found + 1
    return start, end
