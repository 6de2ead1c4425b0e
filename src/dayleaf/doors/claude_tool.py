"""Claude's memory tool (`memory_20250818`) over a workspace: one command in, the text that the model expects out; no SDK.

    with ClaudeMemory("notes") as memory:
        memory.execute({"command": "view", "path": "/memories"})

`/memories` is the workspace: its Markdown pages and nothing else of its folder (see `core.page.memories` for the names).
What the model deletes is discarded and can be recovered (`Memory.pages`). Pages that are read-only stay as they are, and a
text that seems to carry a secret is refused.
"""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, NoReturn, Self

from dayleaf.core.errors import DayleafError, EditConflict, PageMissing, PathRefused
from dayleaf.core.page.edit import BOM, Append, Edit, Replace, splice
from dayleaf.core.page.memories import ROOT, Astray, Escape, name_of, page_of, parts_in
from dayleaf.core.page.reading import digest_of
from dayleaf.core.page.revise import line_at, line_count, offset_behind, places
from dayleaf.doors import claude_words as words
from dayleaf.doors.claude_words import DOCUMENTED, Wording
from dayleaf.memory import Memory
from dayleaf.wiring import memory as wired

TOOL = {"type": "memory_20250818", "name": "memory"}
"""What a request names among its `tools`."""

MOST_LINES = 999_999
AROUND = 2
"""Lines that a snippet shows before and after the changed one."""

Parts = tuple[str, ...]


class ToolRefused(DayleafError):
    """A command that was not done; the message is the text for the model."""


class File(NamedTuple):
    """A file below `/memories`: the page it is kept in, and its bytes."""

    page: str
    size: int


class ClaudeMemory:
    """The backend of the tool over one memory; any thread may use it, one command at a time.

    Args:
        memory: an open memory, or the folder of a workspace, or None to find one from here. What was opened here is closed
            with `close`.
        wording: the documented sentences, or those of the SDK.
        allow_secret: write texts although they seem to carry a key or password.
    """

    def __init__(
        self, memory: Memory | str | os.PathLike[str] | None = None, *, wording: Wording = DOCUMENTED, allow_secret: bool = False
    ) -> None:
        self._own = not isinstance(memory, Memory)
        self._memory = memory if isinstance(memory, Memory) else wired.Memory.open(memory)
        self._wording = wording
        self._allow = allow_secret
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the memory, if it was opened here."""
        if self._own:
            self._memory.close()

    def execute(self, command: Mapping[str, Any]) -> str:
        """Do what the model asks (the tool's input) and return the text for it.

        Raises:
            ToolRefused: it was not done; its message is the text, to be sent with `is_error`.
        """
        with self._lock:
            try:
                return self._done(command)
            except ToolRefused:
                raise
            except DayleafError as error:
                raise ToolRefused(f"{self._wording.error}{error}") from error

    def tool_result(self, id: str, command: Mapping[str, Any]) -> dict[str, Any]:
        """The `tool_result` block that answers the `tool_use` block of this id with this input."""
        try:
            return {"type": "tool_result", "tool_use_id": id, "content": self.execute(command)}
        except ToolRefused as refused:
            return {"type": "tool_result", "tool_use_id": id, "content": refused.message, "is_error": True}

    def _done(self, command: Mapping[str, Any]) -> str:  # noqa: RET503 what is no command is refused
        if not isinstance(command, Mapping):
            self._refuse(f"A command is an object, not {type(command).__name__}")
        match command.get("command"):
            case "view":
                return self._view(_text(command, "path"), command.get("view_range"))
            case "create":
                return self._create(_text(command, "path"), _text(command, "file_text"))
            case "str_replace":
                return self._replace(_text(command, "path"), _text(command, "old_str"), _text(command, "new_str", ""))
            case "insert":
                return self._insert(_text(command, "path"), _number(command, "insert_line"), _text(command, "insert_text"))
            case "delete":
                return self._delete(_text(command, "path"))
            case "rename":
                return self._rename(_text(command, "old_path"), _text(command, "new_path"))
        self._refuse(f"Unknown command: {command.get('command')}")

    def _view(self, path: str, view_range: Sequence[int] | None) -> str:
        parts, files = self._parts(path), self._files()
        if parts in files:
            return self._shown(path, files[parts].page, view_range)
        if parts and not _is_folder(parts, files):
            self._say(words.NOT_VALID, path=path)
        lines = [f"{size}\t{name}" for size, name in _tree(path.rstrip("/"), parts, files)]
        return "\n".join((self._wording.listed.format(path=path), *lines))

    def _shown(self, path: str, page: str, view_range: Sequence[int] | None) -> str:
        try:
            data = self._memory.pages.read(page)
        except PageMissing:
            self._say(words.NOT_VALID, path=path)
        lines = data.removeprefix(BOM).decode("utf-8", "replace").split("\n")
        if len(lines) > MOST_LINES:
            self._say(words.TOO_LONG, path=path)
        first, last = 0, len(lines)
        if view_range is not None:
            start, end = _range(view_range)
            first, last = max(1, start) - 1, len(lines) if end == -1 else end
        return words.SHOWN.format(path=path) + "\n" + "\n".join(_numbered(lines[first:last], first + 1))

    def _create(self, path: str, text: str) -> str:
        parts, files = self._parts(path), self._files()
        if _is_taken(parts, files):
            self._say(self._wording.exists, path=path)
        self._refuse_below_a_file(parts, files)
        try:
            self._memory.pages.create(self._page(parts), text, allow_secret=self._allow)
        except EditConflict:
            self._say(self._wording.exists, path=path)
        return words.CREATED.format(path=path)

    def _replace(self, path: str, old: str, new: str) -> str:
        page = self._present(path, self._wording.replace_missing, self._wording.replace_folder)
        snippet: list[str] = []

        def decide(data: bytes) -> Edit:
            found = places(data, old, overlapping=False) if old else []
            if not found:
                self._say(words.ABSENT, path=path, old_str=old)
            if len(found) > 1:
                lines = ", ".join(str(line_at(data, start)) for start, _ in places(data, old))
                self._say(words.AMBIGUOUS, path=path, old_str=old, lines=lines)
            edit = Replace(page, *found[0], new, digest_of(data))
            rows = splice(data, edit).removeprefix(BOM).decode("utf-8", "replace").split("\n")
            changed = line_at(data, found[0][0]) - 1
            first = max(0, changed - AROUND)
            snippet[:] = _numbered(rows[first : changed + AROUND + 1], first + 1)
            return edit

        try:
            self._memory.pages.change(page, decide, allow_secret=self._allow)
        except PageMissing:
            self._say(self._wording.replace_missing, path=path)
        return "\n".join((words.REPLACED, *snippet))

    def _insert(self, path: str, line: int, text: str) -> str:
        page = self._present(path, self._wording.insert_missing, self._wording.insert_folder)

        def decide(data: bytes) -> Edit:
            total = line_count(data)
            if not 0 <= line <= total:
                self._say(self._wording.bad_line, line=line, lines=total)
            return _insertion(page, data, offset_behind(data, line), text.rstrip("\n") + "\n")

        try:
            self._memory.pages.change(page, decide, allow_secret=self._allow)
        except PageMissing:
            self._say(self._wording.insert_missing, path=path)
        return words.INSERTED.format(path=path)

    def _delete(self, path: str) -> str:
        parts, files = self._parts(path), self._files()
        if not parts:
            self._refuse(f"Cannot delete the {ROOT} directory itself")
        found = _below(parts, files)
        if not found:
            self._say(self._wording.gone, path=path)
        self._refuse_read_only(file.page for file in found.values())
        for file in found.values():
            self._memory.pages.discard(file.page)
        return words.DELETED.format(path=path)

    def _rename(self, old_path: str, new_path: str) -> str:
        old, new, files = self._parts(old_path), self._parts(new_path), self._files()
        if not old:
            self._refuse(f"Cannot rename the {ROOT} directory itself")
        if _is_taken(new, files):
            self._say(self._wording.taken, path=new_path)
        found = _below(old, files)
        if not found:
            self._say(self._wording.gone, path=old_path)
        if new[: len(old)] == old:
            self._refuse(f"Cannot rename {old_path} into itself")
        self._refuse_below_a_file(new, {parts: file for parts, file in files.items() if parts not in found})
        self._refuse_read_only(file.page for file in found.values())
        self._move([(file.page, self._page(new + parts[len(old) :])) for parts, file in found.items()], new_path)
        return words.RENAMED.format(old_path=old_path, new_path=new_path)

    def _move(self, pages: Sequence[tuple[str, str]], new_path: str) -> None:
        """Move all or none; if one cannot be moved, those that were go back."""
        done: list[tuple[str, str]] = []
        try:
            for page, to in pages:
                self._memory.pages.move(page, to)
                done.append((page, to))
        except DayleafError as error:
            for page, to in reversed(done):
                self._memory.pages.move(to, page)
            if isinstance(error, EditConflict):
                self._say(self._wording.taken, path=new_path)
            raise

    def _files(self) -> dict[Parts, File]:
        """Every file below `/memories`."""
        pages = self._memory.pages
        include = pages.include
        named = ((unicodedata.normalize("NFC", name_of(leaf.path, include)), leaf) for leaf in pages.list())
        return {tuple(name.split("/")): File(leaf.path, leaf.size) for name, leaf in named}

    def _parts(self, path: str) -> Parts:
        """The parts of a path as files are listed under."""
        try:
            parts = parts_in(path)
        except Astray:
            self._refuse(f"Path must start with {ROOT}, got: {path}")
        except Escape:
            self._refuse(f"Path {path} would escape {ROOT} directory")
        except PathRefused as refused:
            self._refuse(f"The path {path} {refused.message}")
        return tuple(name_of(self._page(parts), self._memory.pages.include).split("/")) if parts else ()

    def _page(self, parts: Parts) -> str:
        return page_of(parts, self._memory.pages.include)

    def _present(self, path: str, missing: str, folder: str) -> str:
        """The page of a file that is there."""
        parts, files = self._parts(path), self._files()
        if parts not in files:
            self._say(folder if not parts or _is_folder(parts, files) else missing, path=path)
        return files[parts].page

    def _refuse_below_a_file(self, parts: Parts, files: Mapping[Parts, File]) -> None:
        above = next((parts[:depth] for depth in range(1, len(parts)) if parts[:depth] in files), None)
        if above is not None:
            self._refuse(f"The path {'/'.join((ROOT, *above))} is not a directory")

    def _refuse_read_only(self, pages: Iterable[str]) -> None:
        for page in pages:
            self._memory.pages.refuse_read_only(page)

    def _refuse(self, message: str) -> NoReturn:
        raise ToolRefused(self._wording.error + message)

    def _say(self, sentence: str, **values: object) -> NoReturn:
        raise ToolRefused(sentence.format(**values))


def _is_folder(parts: Parts, files: Iterable[Parts]) -> bool:
    return any(other[: len(parts)] == parts and len(other) > len(parts) for other in files)


def _is_taken(parts: Parts, files: Mapping[Parts, File]) -> bool:
    """Whether a file or folder stands there; the core page has two names and is one."""
    core = {("memory.md",), ("MEMORY.md",)}
    return not parts or parts in files or _is_folder(parts, files) or (parts in core and not core.isdisjoint(files))


def _below(parts: Parts, files: Mapping[Parts, File]) -> dict[Parts, File]:
    """The file of this path, or all files in the folder of this path."""
    return {other: file for other, file in files.items() if other[: len(parts)] == parts}


def _tree(path: str, parts: Parts, files: Mapping[Parts, File]) -> list[tuple[str, str]]:
    """Size and path of a folder and of what lies in it, two levels deep; a folder has the size of all its files."""
    sizes: dict[Parts, int] = {(): 0}
    folders: set[Parts] = set()
    for other, file in _below(parts, files).items():
        inner = other[len(parts) :]
        if any(part.startswith(".") or part == "node_modules" for part in inner):
            continue
        for depth in range(min(len(inner), 2) + 1):
            sizes[inner[:depth]] = sizes.get(inner[:depth], 0) + file.size
            if depth and depth < len(inner):
                folders.add(inner[:depth])
    return [(_size(sizes[inner]), "/".join((path, *inner)) + "/" * (inner in folders)) for inner in sorted(sizes)]


def _size(count: int) -> str:
    """`0B`, `512B`, `1.5K`, `2M`: as the SDK says it."""
    unit = min(max(count.bit_length() - 1, 0) // 10, 3)
    size = count / 1024**unit
    return f"{size:.0f}{'BKMG'[unit]}" if size == int(size) else f"{size:.1f}{'BKMG'[unit]}"


def _numbered(lines: Sequence[str], first: int) -> list[str]:
    return [f"{number:>6}\t{line}" for number, line in enumerate(lines, first)]


def _insertion(page: str, data: bytes, at: int, lines: str) -> Edit:
    """Lines put in at a byte; a page whose last line has no end gets one."""
    rest = data[at:]
    if rest and not rest.endswith(b"\n") and b"\r" not in rest:
        try:
            return Replace(page, at, len(data), f"{lines}{rest.decode()}\n", digest_of(data))
        except UnicodeDecodeError:
            pass  # bytes that are no text stay as they are, and so does the page's end
    return Append(page, at, lines, digest_of(data))


def _text(command: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = command.get(name, default)
    if not isinstance(value, str):
        raise ToolRefused(f"Error: The command {command.get('command')} needs a text `{name}`")
    return value


def _number(command: Mapping[str, Any], name: str) -> int:
    value = command.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ToolRefused(f"Error: The command {command.get('command')} needs a whole number `{name}`")
    return value


def _range(value: Sequence[int]) -> tuple[int, int]:
    match value:
        case [int() as start, int() as end]:
            return start, end
        case _:
            raise ToolRefused(f"Error: Invalid `view_range`: {value}. It should be [first line, last line], or [first line, -1]")
