"""The only place that names adapters: find the workspace, read its Config, and put a Memory together.

A workspace is, in this order: the folder named (`-C`, `path=`), else `DAYLEAF_WORKSPACE`, else the nearest parent folder that
holds `.memory/` or `memory/`, else the one OpenClaw is configured to use.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from dayleaf import memory
from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.header import read_header
from dayleaf.adapters.openclaw import openclaw_workspace
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.adapters.system import FixedClock, SystemClock
from dayleaf.config import SETTINGS, Config, load, read_environment
from dayleaf.core.errors import DiskFailed, UsageError, WorkspaceMissing
from dayleaf.core.page.parse import PARSER_VERSION
from dayleaf.core.page.place import is_page
from dayleaf.core.terms import ANALYSIS_VERSION
from dayleaf.core.welcome import first_pages
from dayleaf.core.when import Understood
from dayleaf.indexing import Keeper
from dayleaf.ports import Clock

VARIABLE = "DAYLEAF_WORKSPACE"
MACHINE = ".memory"
"""The folder of this machine's own files; it keeps itself out of git."""

IDENTITY = f"parser {PARSER_VERSION}, analysis {ANALYSIS_VERSION}"
"""What an index must have been built with to answer."""


class Memory(memory.Memory):
    """A memory over a folder of Markdown; see `open`."""

    config: Config = Config()

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None, *, now: dt.datetime | None = None, config: Config | None = None) -> Self:
        """The memory of the workspace at `path`, or of the one found from here.

        Args:
            path: the workspace folder; None finds it (environment, parent folders, OpenClaw).
            now: the moment to take for now; None asks the system clock. A naive one is local.
            config: the settings; None reads those of the workspace and the environment.

        Raises:
            WorkspaceMissing: there is no such folder, or none is found.
            UsageError: a setting makes no sense.
        """
        root = find_workspace(path)
        config = config or load(root, os.environ)
        workspace = FolderWorkspace(root, config.include, patience=config.lock_wait)
        disk = partial(SqliteIndex, root / MACHINE / "index.sqlite", IDENTITY, patience=config.lock_wait)
        keeper = Keeper(
            workspace,
            opened=lambda: _proven(disk()),
            fresh=lambda: _housed(root, disk()),
            spare=lambda: SqliteIndex(":memory:", IDENTITY),
            header=read_header,
        )
        found = cls(workspace, keeper, clock_of(config, now), read_header, similar)
        found.config = config
        return found

    def at(self, now: dt.datetime) -> Self:
        """The same memory, over the same open index, at another moment; a naive one is local."""
        other = copy(self)
        other._clock = clock_of(self.config, now)  # noqa: SLF001 it is one of us
        return other

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return super().when(text, lang or only_language(self.config))


def only_language(config: Config) -> str | None:
    """The language time expressions are in, if the settings name one and no other."""
    return config.languages[0] if len(config.languages) == 1 else None


def similar(name: str, names: Sequence[str]) -> list[str]:
    """Up to three of the names that are spelled much like this one, the nearest first."""
    from rapidfuzz import process, utils

    near = process.extract(name, names, processor=utils.default_process, limit=_NEAR, score_cutoff=_ALIKE)
    return list(dict.fromkeys(found for found, _, _ in near))


_NEAR, _ALIKE = 3, 65
"""How many names to offer, and the least similarity (0 to 100) of one: "Petr" and "Peter" have 89, "Jon" and "Peter" 0."""


def _proven(index: SqliteIndex) -> SqliteIndex:
    """The index, after a lookup that raises `IndexFailed` when it cannot answer."""
    index.size()
    return index


def _housed(root: Path, index: SqliteIndex) -> SqliteIndex:
    """The index, its folder made and kept out of git; if the disk refuses, the index will say so itself."""
    with suppress(OSError):
        (root / MACHINE).mkdir(exist_ok=True)
        _write_new(root, f"{MACHINE}/.gitignore", "*\n")
    return index


def clock_of(config: Config, now: dt.datetime | None = None) -> Clock:
    """The clock of these settings: stopped at `now` if given, else the system's.

    Raises:
        UsageError: the settings name a zone that does not exist.
    """
    system = SystemClock(config.zone)
    if now is None:
        return system
    return FixedClock(now.replace(tzinfo=system.now().tzinfo) if config.zone and now.tzinfo is None else now)


def config_here(path: str | os.PathLike[str] | None = None) -> Config:
    """The settings of the workspace, or, where none is found and none was named, those of the environment alone.

    Raises:
        WorkspaceMissing: the folder named does not exist.
        UsageError: a setting makes no sense.
    """
    try:
        root = find_workspace(path)
    except WorkspaceMissing:
        if path is not None or os.environ.get(VARIABLE):
            raise
        return Config(**read_environment(os.environ))
    return load(root, os.environ)


def find_workspace(path: str | os.PathLike[str] | None = None, start: Path | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The root folder of the workspace, links resolved; `start` is where to look for parents from (default: here).

    Raises:
        WorkspaceMissing: the folder named does not exist, or none is found; says how to make one.
    """
    named = os.fspath(path) if path is not None else environ.get(VARIABLE)
    if named:
        return _named(Path(named), "" if path is not None else f" ({VARIABLE})")
    here = _resolved(start or Path())
    for folder in (here, *here.parents):
        if (folder / MACHINE).is_dir() or (folder / "memory").is_dir():
            return folder
    found = openclaw_workspace(environ)
    if found is None:
        raise WorkspaceMissing(
            f"no workspace in {here} or above it", hint="make one with `dayleaf init`, or name one with -C FOLDER or DAYLEAF_WORKSPACE"
        )
    return _resolved(found)


def _named(folder: Path, by: str) -> Path:
    folder = _resolved(folder.expanduser() if str(folder).startswith("~") else folder)
    if not folder.is_dir():
        what = "is a file, not a workspace folder" if folder.exists() else "does not exist"
        raise WorkspaceMissing(f"{folder}{by} {what}", hint=f"make a workspace with `dayleaf init {folder}`")
    return folder


def _resolved(folder: Path) -> Path:
    try:
        return folder.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a NUL in the name, a folder deleted under us
        raise WorkspaceMissing(f"{str(folder)!r} is no folder: {error}", hint="name a workspace with -C FOLDER") from error


@dataclass(frozen=True, slots=True)
class Made:
    """What `make_workspace` did.

    Attributes:
        root: the workspace.
        created: the files it wrote, relative to the root.
        include: the patterns it wrote to the settings because there were Markdown notes outside the layout.
        notes: how many such notes there are.
    """

    root: Path
    created: tuple[str, ...]
    include: tuple[str, ...]
    notes: int


def make_workspace(folder: str | os.PathLike[str], now: dt.datetime | None = None) -> Made:
    """Make a workspace of a folder; what is there already stays as it is, and doing it twice does nothing.

    Raises:
        UsageError: `folder` is a file.
        DiskFailed: it cannot be written.
    """
    root = _resolved(Path(folder).expanduser())
    try:
        notes = _notes_outside(root)
        for part in ("memory", "bank/entities", MACHINE):
            (root / part).mkdir(parents=True, exist_ok=True)
        created = [*_write_new(root, f"{MACHINE}/.gitignore", "*\n")]
        if notes:
            created += _write_new(
                root, SETTINGS, '# Markdown outside memory/ and bank/ that belongs to the memory as well.\ninclude = ["**/*.md"]\n'
            )
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(f"{error.filename or root} is a file, not a folder", hint="name a folder") from error
    except OSError as error:
        raise DiskFailed(f"{error.filename or root} cannot be made: {error.strerror}", hint="check that you may write there") from error
    config = load(root, os.environ)
    workspace = FolderWorkspace(root, config.include, patience=config.lock_wait)
    for page in first_pages(clock_of(config, now).now().date()):
        if not _stands(root, page.path) and workspace.change(page.path, lambda data, page=page: page if data is None else None):
            created.append(page.path)
    return Made(root, tuple(sorted(created)), config.include if SETTINGS in created else (), notes)


def _write_new(root: Path, path: str, text: str) -> list[str]:
    try:
        with (root / path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return []
    return [path]


def _stands(root: Path, path: str) -> bool:
    """Whether the page's place is taken: a daily log by any page in `memory/`, the core page by either spelling."""
    if path.startswith("memory/"):
        return next((root / "memory").rglob("*.md"), None) is not None
    return any(file.name.casefold() == path for file in root.iterdir())


def _notes_outside(root: Path) -> int:
    """How many Markdown files lie in the folder that the layout does not cover."""
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        inside = Path(folder).relative_to(root).as_posix()
        paths = (name if inside == "." else f"{inside}/{name}" for name in files)
        count += sum(is_page(path, ("**/*.md",)) and not is_page(path) for path in paths)
    return count
