"""Memory over a folder: the shell with its adapters in place."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from dayleaf import memory
from dayleaf.adapters.conversations import FolderConversations
from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.header import read_header
from dayleaf.adapters.machine import FolderMachine
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.config import Config, load, read_mapping
from dayleaf.core.errors import IndexFailed
from dayleaf.core.page.parse import PARSER_VERSION
from dayleaf.core.terms import ANALYSIS_IDENTITY
from dayleaf.core.truth import TRUTH_VERSION
from dayleaf.core.when import WHEN_VERSION, Understood
from dayleaf.ports import History
from dayleaf.ports.outside import LanguageModel
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper
from dayleaf.shell.part import Later
from dayleaf.wiring.place import MACHINE, clock_of, find_workspace, only_language, write_new

if TYPE_CHECKING:
    from dayleaf.shell.measuring import Measured
    from dayleaf.shell.tiers import Tiers

IDENTITY = f"parser {PARSER_VERSION}, analysis {ANALYSIS_IDENTITY}, dates {WHEN_VERSION}, truth {TRUTH_VERSION}"
"""What an index must have been built with to answer: all that decides under which terms, days and slots a fact is filed."""


class Memory(memory.Memory):
    """A memory over a folder of Markdown; see `open`.

    Attributes:
        config: its settings.
        root: the folder, links resolved.
    """

    config: Config = Config()
    root: Path = Path()

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
        further = config.further_languages
        disk = partial(SqliteIndex, root / MACHINE / "index.sqlite", IDENTITY, further=further, patience=config.lock_wait)
        keeper = Keeper(
            workspace,
            opened=lambda: _proven(disk()),
            fresh=lambda: _housed(root, disk()),
            spare=lambda: SqliteIndex(":memory:", IDENTITY, further=further),
            header=read_header,
            further=further,
        )
        later = Later(partial(_tiers, config, root))
        spoken = FolderConversations(root / MACHINE / "conversations")
        found = cls(
            Ground(
                workspace,
                keeper,
                clock_of(config, now),
                read_header,
                similar,
                model=_model(config),
                machine=FolderMachine(root / MACHINE),
                meaning=_meaning(config, root),
                tiers=later,
                core_limit=config.core_limit,
                history=_history(config, root),
                conversations=spoken,
                heard=partial(_heard, root),
                page_facts=config.page_facts,
            )
        )
        found.config, found.root = config, root
        return found

    def at(self, now: dt.datetime) -> Self:
        """The same memory, over the same open index, at another moment; a naive one is local."""
        other = type(self)(self._ground.at(clock_of(self.config, now)))
        other.config, other.root = self.config, self.root
        return other

    def bench(self, embedders: Sequence[str] = (), *, questions: int = 100, seed: int = 0) -> Measured:
        """Measure this memory on its own facts: speed of each way, size, and what each embedder finds.

        Args:
            embedders: settings to compare; empty means the one of the workspace and all that are installed.
            questions: how many facts are asked for.
            seed: decides which.

        Raises:
            UsageError: there is no such embedder.
            DiskFailed, Busy: the index cannot be built anew.
        """
        with import_module("tempfile").TemporaryDirectory(prefix="dayleaf-bench-") as folder:
            found = import_module("dayleaf.wiring.rivals").rivals(embedders, self.config.embedder, Path(folder), os.environ)
            measured: Measured = import_module("dayleaf.shell.measuring").measure(self._ground, found, seed=seed, questions=questions)
            return measured

    def when(self, text: str, lang: str | None = None) -> Understood | None:
        """How a time expression is understood now; None when it is not."""
        return super().when(text, lang or only_language(self.config))


def _meaning(config: Config, root: Path) -> Meaning | None:
    """The semantic way, if the settings choose one; only then is anything of it loaded."""
    if config.embedder == "none":
        return None
    return cast("Meaning", import_module("dayleaf.wiring.embedder").meaning_of(config.embedder, root, os.environ))


def _tiers(config: Config, root: Path) -> Tiers:
    """Working memory, sessions and the conversation log; loaded for an agent's turn alone."""
    return cast("Tiers", import_module("dayleaf.wiring.tiers").tiers(config, root))


def _model(config: Config) -> Callable[[], LanguageModel] | None:
    """The language model, if the settings choose one; nothing of it is loaded before it is asked."""
    if config.model == "none":
        return None

    def made() -> LanguageModel:
        return cast("LanguageModel", import_module("dayleaf.wiring.model").model_of(config.model, os.environ))

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
    return cast("History | None", import_module("dayleaf.adapters.git").history_of(root)) if config.git else None


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
