"""Memory over a folder: the shell with its adapters in place."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from dayleaf import memory
from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.header import read_header
from dayleaf.adapters.machine import FolderMachine
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.config import Config, load, read_mapping
from dayleaf.core.errors import IndexFailed
from dayleaf.core.page.parse import PARSER_VERSION
from dayleaf.core.terms import ANALYSIS_VERSION
from dayleaf.core.truth import TRUTH_VERSION
from dayleaf.core.when import Understood
from dayleaf.outside import LanguageModel
from dayleaf.ports import History
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper
from dayleaf.wiring.place import MACHINE, clock_of, find_workspace, only_language, write_new

IDENTITY = f"parser {PARSER_VERSION}, analysis {ANALYSIS_VERSION}, truth {TRUTH_VERSION}"
"""What an index must have been built with to answer."""


class Memory(memory.Memory):
    """A memory over a folder of Markdown; see `open`."""

    config: Config = Config()

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        now: dt.datetime | None = None,
        config: Config | None = None,
        embedder: str | None = None,
    ) -> Self:
        """The memory of the workspace at `path`, or of the one found from here.

        Args:
            path: the workspace folder; None finds it (environment, parent folders, OpenClaw).
            now: the moment to take for now; None asks the system clock. A naive one is local.
            config: the settings; None reads those of the workspace and the environment.
            embedder: overrules the setting of that name: `local`, `light`, `ollama:MODEL@URL`, … or `none`.

        Raises:
            WorkspaceMissing: there is no such folder, or none is found.
            UsageError: a setting makes no sense.
        """
        root = find_workspace(path)
        config = config or load(root, os.environ)
        if embedder is not None:
            config = replace(config, **read_mapping({"embedder": embedder}, "--embedder"))
        workspace = FolderWorkspace(root, config.include, patience=config.lock_wait)
        disk = partial(SqliteIndex, root / MACHINE / "index.sqlite", IDENTITY, patience=config.lock_wait)
        keeper = Keeper(
            workspace,
            opened=lambda: _proven(disk()),
            fresh=lambda: _housed(root, disk()),
            spare=lambda: SqliteIndex(":memory:", IDENTITY),
            header=read_header,
        )
        found = cls(
            Ground(
                workspace,
                keeper,
                clock_of(config, now),
                read_header,
                similar,
                _meaning(config, root),
                _history(config, root),
                partial(_heard, root),
                _model(config),
                FolderMachine(root / MACHINE),
            )
        )
        found.config = config
        return found

    def at(self, now: dt.datetime) -> Self:
        """The same memory, over the same open index, at another moment; a naive one is local."""
        other = type(self)(self._ground.at(clock_of(self.config, now)))
        other.config = self.config
        return other

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return super().when(text, lang or only_language(self.config))


def _meaning(config: Config, root: Path) -> Meaning | None:
    """The semantic way, if the settings choose one; only then is anything of it loaded."""
    if config.embedder == "none":
        return None
    from dayleaf.wiring.embedder import meaning_of

    return meaning_of(config.embedder, root, os.environ)


def _model(config: Config) -> Callable[[], LanguageModel] | None:
    """The language model, if the settings choose one; nothing of it is loaded before it is asked."""
    if config.model == "none":
        return None

    def made() -> LanguageModel:
        from dayleaf.wiring.model import model_of

        return model_of(config.model, os.environ)

    return made


def _heard(root: Path) -> float:
    """When the log of conversations was last written to, in seconds since the epoch; 0 if there is none."""
    times = [0.0]
    for file in (root / MACHINE / "conversations").glob("*.jsonl"):
        with suppress(OSError):
            times.append(file.stat().st_mtime)
    return max(times)


def _history(config: Config, root: Path) -> History | None:
    """The history of the pages, if the settings ask for commits; only then is anything of it loaded."""
    if not config.git:
        return None
    from dayleaf.adapters.git import history_of

    return history_of(root)


def similar(name: str, names: Sequence[str]) -> list[str]:
    """Up to three of the names that are spelled much like this one, the nearest first."""
    from rapidfuzz import process, utils

    near = process.extract(name, names, processor=utils.default_process, limit=_NEAR, score_cutoff=_ALIKE)
    return list(dict.fromkeys(found for found, _, _ in near))


_NEAR, _ALIKE = 3, 65
"""How many names to offer, and the least similarity (0 to 100) of one: "Petr" and "Peter" have 89, "Jon" and "Peter" 0."""


def _proven(index: SqliteIndex) -> SqliteIndex:
    """The index, after a lookup that raises `IndexFailed` when it cannot answer."""
    try:
        index.size()
    except IndexFailed:
        index.close()
        raise
    return index


def _housed(root: Path, index: SqliteIndex) -> SqliteIndex:
    """The index, its folder made and kept out of git; if the disk refuses, the index will say so itself."""
    with suppress(OSError):
        (root / MACHINE).mkdir(exist_ok=True)
        write_new(root, f"{MACHINE}/.gitignore", "*\n")
    return index
