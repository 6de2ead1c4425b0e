"""Where the workspace is, what its settings are, what time it is there.

A workspace is, in this order: the folder named (`-C`, `path=`), else `DAYLEAF_WORKSPACE`, else the nearest parent folder that
holds `.memory/` or `memory/`, else the one OpenClaw is configured to use.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping
from pathlib import Path

from dayleaf.adapters.openclaw import openclaw_workspace
from dayleaf.adapters.system import FixedClock, SystemClock
from dayleaf.config import Config, load, read_environment
from dayleaf.core.errors import WorkspaceMissing
from dayleaf.core.languages import ALWAYS
from dayleaf.ports import Clock

VARIABLE = "DAYLEAF_WORKSPACE"
MACHINE = ".memory"
"""The folder of this machine's own files; it keeps itself out of git."""


def only_language(config: Config) -> str | None:
    """The language time expressions are in, if the settings name one and no other."""
    return config.languages[0] if len(config.languages) == 1 and config.languages[0] in ALWAYS else None


def clock_of(config: Config, now: dt.datetime | None = None) -> Clock:
    """The clock of these settings: stopped at `now` if given, else the system's. The days are those of their zone.

    Raises:
        UsageError: the settings name a zone that does not exist.
    """
    system = SystemClock(config.zone)
    if now is None:
        return system
    return FixedClock(now, system.now().tzinfo if config.zone else None)


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
    here = resolved(start or Path())
    for folder in (here, *here.parents):
        if (folder / MACHINE).is_dir() or (folder / "memory").is_dir():
            return folder
    found = openclaw_workspace(environ)
    if found is None:
        raise WorkspaceMissing(
            f"no workspace in {here} or above it", hint="make one with `dayleaf init`, or name one with -C FOLDER or DAYLEAF_WORKSPACE"
        )
    return resolved(found)


def _named(folder: Path, by: str) -> Path:
    folder = resolved(folder)
    if not folder.is_dir():
        what = "is a file, not a workspace folder" if folder.exists() else "does not exist"
        raise WorkspaceMissing(f"{folder}{by} {what}", hint=f"make a workspace with `dayleaf init {folder}`")
    return folder


def resolved(folder: Path) -> Path:
    """The folder's absolute path, `~` and links followed.

    Raises:
        WorkspaceMissing: no folder can have that name.
    """
    try:
        return (folder.expanduser() if str(folder).startswith("~") else folder).resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, nobody of that name, a NUL, a folder deleted under us
        raise WorkspaceMissing(f"{str(folder)!r} is no folder: {error}", hint="name a workspace with -C FOLDER") from error


def write_new(root: Path, path: str, text: str) -> bool:
    """Write a file of ours if there is none; whether it was written.

    Raises:
        OSError: it cannot be written.
    """
    try:
        with (root / path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
