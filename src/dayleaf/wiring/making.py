"""Make a workspace of a folder; what is there already stays as it is."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.config import SETTINGS, load
from dayleaf.core.errors import DiskFailed, UsageError
from dayleaf.core.page.edit import Create
from dayleaf.core.page.place import is_page
from dayleaf.core.welcome import first_pages
from dayleaf.wiring.place import MACHINE, clock_of, resolved, write_new


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
    root = resolved(Path(folder))
    try:
        notes = _notes_outside(root)
        for part in ("memory", "bank/entities", MACHINE):
            (root / part).mkdir(parents=True, exist_ok=True)
        own = [(f"{MACHINE}/.gitignore", "*\n"), *([(SETTINGS, _INCLUDE)] if notes else [])]
        created = [path for path, text in own if write_new(root, path, text)]
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(f"{error.filename or root} is a file, not a folder", hint="name a folder") from error
    except OSError as error:
        raise DiskFailed(f"{error.filename or root} cannot be made: {error.strerror}", hint="check that you may write there") from error
    config = load(root, os.environ)
    workspace = FolderWorkspace(root, config.include, patience=config.lock_wait)
    wanted = [page for page in first_pages(clock_of(config, now).now().date()) if not _stands(root, page.path)]
    created += [page.path for page in wanted if workspace.change(page.path, partial(_unless_there, page))]
    return Made(root, tuple(sorted(created)), config.include if SETTINGS in created else (), notes)


def _unless_there(page: Create, data: bytes | None) -> Create | None:
    return page if data is None else None


_INCLUDE = """\
# Markdown outside memory/ and bank/ that belongs to the memory as well.
include = ["**/*.md"]
"""


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
