"""Config: every setting of a workspace in one frozen value — defaults < `.memory/settings.toml` < `DAYLEAF_*` < flags.

    # .memory/settings.toml
    zone = "Europe/Berlin"        # whose days the daily log counts; default: this machine's zone
    include = ["notes/**/*.md"]   # Markdown outside the layout that belongs to the memory as well
    k = 25                        # hits of a recall at most
    budget = 2000                 # tokens of a recall at most
    languages = ["fr", "en"]      # languages of the notes; English, German, Chinese and Japanese are read without being named
    lock_wait = 10.0              # seconds to wait for another process
    core_limit = 2000             # tokens of all core pages together, above which an edit of one warns
    git = false                   # one commit for each pass that changed pages, if the workspace is under git
    page_facts = 3                # facts that must mention an entity before it is given a page
    embedder = "none"             # finds facts by meaning too: local, light, ollama:MODEL@URL, openai:MODEL@URL, …
    model = "none"                # helps to derive facts: ollama:MODEL@URL, openai:MODEL@URL, anthropic:MODEL
    context_budget = 4000         # tokens of a turn's context at most
    context_k = 8                 # facts recalled for a turn at most
    window_turns = 50             # turns of a session that are kept
    idle_seconds = 3600           # after so long without a sign a session is gone
    working = "file"              # where working memory lies: file (for several processes) or ram
    working_ttl = 300             # seconds a slot of working memory lives by default
    conversation_log = true       # write turns to .memory/conversations/ for the dream pass
    conversation_days = 30        # days that log is kept

The environment says the same with `DAYLEAF_ZONE`, `DAYLEAF_INCLUDE` (patterns separated by commas), `DAYLEAF_K`, ….
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from dayleaf.core.closest import closest
from dayleaf.core.errors import DiskFailed, UsageError
from dayleaf.core.languages import BY_NAME, LANGUAGES, SNOWBALL, VARIANTS

SETTINGS = ".memory/settings.toml"
"""Where a workspace keeps its own settings, relative to its root."""

PREFIX = "DAYLEAF_"
ELSEWHERE = frozenset({"WORKSPACE", "DEBUG", "EMBEDDER_KEY", "MODEL_KEY", "TOKEN"})
"""Names behind `DAYLEAF_` that are no settings: they are read before there is a workspace."""


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, with its default.

    Attributes:
        zone: IANA name of the zone whose days count, or None for this machine's.
        include: glob patterns, relative to the workspace, of pages outside the layout that belong to the memory.
        k: hits of a recall at most, 1 or more.
        budget: tokens of a recall at most, 1 or more.
        languages: languages of the notes (`fr`, `es`, `ru`, …). Words of each are found by their stems, beside English, German, Chinese
            and Japanese, which are always read; if one of these four alone is named, time expressions are read in it alone.
        lock_wait: seconds to wait for another process's lock, 0 or more.
        core_limit: tokens of all core pages together, above which an edit of one warns and says what to move out, 1 or more.
        git: whether each pass commits the pages it changed, where the workspace lies in a git repository.
        page_facts: facts that must mention an entity before it is given a page, 1 or more.
        embedder: `none`, `local`, `light`, `hash`, `openai:MODEL@URL`, `ollama:MODEL@URL` or `transformers:MODEL`.
        model: helps to derive facts: `none`, `ollama:MODEL@URL`, `openai:MODEL@URL`, `anthropic:MODEL`, `replay:FILE`.
        context_budget: tokens of a turn's context at most, 1 or more.
        context_k: facts recalled for a turn at most, 1 or more.
        window_turns: turns of a session that are kept, 1 or more.
        idle_seconds: after so long without a sign a session is gone, 0 or more.
        working: where working memory lies: `file` (under `.memory/`, for several processes) or `ram`.
        working_ttl: seconds a slot of working memory lives by default, above 0.
        conversation_log: whether turns are written to `.memory/conversations/`, for the dream pass.
        conversation_days: days that log is kept, 1 or more.
    """

    zone: str | None = None
    include: tuple[str, ...] = ()
    k: int = 25
    budget: int = 2000
    languages: tuple[str, ...] = ()
    lock_wait: float = 10.0
    core_limit: int = 2000
    git: bool = False
    page_facts: int = 3
    embedder: str = "none"
    model: str = "none"
    context_budget: int = 4000
    context_k: int = 8
    window_turns: int = 50
    idle_seconds: float = 3600.0
    working: str = "file"
    working_ttl: float = 300.0
    conversation_log: bool = True
    conversation_days: int = 30

    @property
    def further_languages(self) -> tuple[str, ...]:
        """The languages named beside those that are always read, sorted."""
        return tuple(sorted(code for code in self.languages if code in SNOWBALL))


def load(root: Path, environ: Mapping[str, str], flags: Mapping[str, object] | None = None) -> Config:
    """The settings of the workspace at `root`.

    Raises:
        UsageError: a setting that does not exist, or a value it cannot have; says where.
        DiskFailed: there is a settings file that cannot be read.
    """
    values = read_settings(settings_text(root), SETTINGS)
    values |= read_environment(environ)
    values |= read_mapping({name: value for name, value in (flags or {}).items() if value is not None}, "the options")
    return Config(**values)


def settings_text(root: Path) -> str:
    """What the settings file says; empty when there is none."""
    try:
        if not (file := root / SETTINGS).is_file() and file.exists():
            raise DiskFailed(f"{file} is no ordinary file", hint="put a file of settings there, or nothing")
        return file.read_bytes().decode("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise DiskFailed(f"{root / SETTINGS} cannot be read: {error.strerror}", hint="check its permissions") from error


def read_settings(text: str, where: str) -> dict[str, Any]:
    """The settings a TOML text gives."""
    if not text.strip():
        return {}
    toml = import_module("tomllib")  # loaded only where there are settings
    try:
        return read_mapping(toml.loads(text), where)
    except (toml.TOMLDecodeError, RecursionError) as error:
        raise UsageError(
            f"{where} is not TOML: {error}", hint='write one `name = value` a line, such as `zone = "Europe/Berlin"`'
        ) from error


def read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """The settings `DAYLEAF_*` variables give.

    The environment belongs to other programs too, so a variable unlike every setting is none of ours; a misspelt one is an error.
    """
    given: dict[str, object] = {}
    for variable, value in environ.items():
        name = variable.removeprefix(PREFIX)
        if name == variable or name in ELSEWHERE:
            continue
        if name.lower() in READERS:
            given[name.lower()] = value
        elif meant := closest(name.lower(), READERS):
            raise UsageError(f"there is no setting {variable}", hint=f"did you mean {PREFIX}{meant.upper()}?")
    return {name: _read(name, value, PREFIX + name.upper()) for name, value in given.items()}


def read_mapping(given: Mapping[str, object], where: str) -> dict[str, Any]:
    """The settings a mapping gives; every name must be one."""
    for name in given:
        if name not in READERS:
            meant = closest(name, READERS)
            raise UsageError(
                f"{where}: there is no setting {name!r}", hint=f"did you mean {meant!r}?" if meant else f"settings are {', '.join(READERS)}"
            )
    return {name: _read(name, value, f"{where}: {name}") for name, value in given.items()}


def _read(name: str, value: object, where: str) -> object:
    read, expected = READERS[name]
    try:
        return read(value)
    except UsageError as error:
        raise UsageError(f"{where}: {error.message}", hint=error.hint) from error
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(f"{where}: {value!r} is not {expected}", hint=f"give {expected}") from error


def _words(value: object) -> tuple[str, ...]:
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise TypeError
    return tuple(item.strip() for item in items if item.strip())


def _languages(value: object) -> tuple[str, ...]:
    codes = tuple(dict.fromkeys(word.casefold() for word in _words(value)))
    for code in codes:
        if code not in LANGUAGES:
            plain = code.replace("_", "-").partition("-")[0]  # fr-FR, pt_BR
            meant = VARIANTS.get(plain) or (plain if plain in LANGUAGES else BY_NAME.get(code) or BY_NAME.get(closest(code, BY_NAME) or ""))
            raise UsageError(
                f"there is no language {code!r}",
                hint=f"did you mean {meant!r}?" if meant else f"languages are {', '.join(sorted(LANGUAGES))}",
            )
    return codes


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str) or int(value) < 1:
        raise ValueError
    return int(value)


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not 0 <= float(value) < float("inf"):
        raise ValueError
    return float(value)


def _lifetime(value: object) -> float:
    if not (seconds := _seconds(value)):
        raise ValueError
    return seconds


def _zone(value: object) -> str | None:
    if not isinstance(value, str):
        raise TypeError
    return value.strip() or None


def _embedder(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    name, colon, rest = value.strip().partition(":")
    if (name in {"none", "local", "light", "hash"} and not colon) or (
        name in {"openai", "ollama", "transformers"} and rest and rest[0] != "@"
    ):
        return value.strip()
    raise ValueError


def _model(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    name, colon, rest = value.strip().partition(":")
    if (name == "none" and not colon) or (name in {"openai", "ollama", "anthropic", "replay"} and rest and rest[0] != "@"):
        return value.strip()
    raise ValueError


def _place(value: object) -> str:
    if value not in ("file", "ram"):
        raise ValueError
    return str(value)


def _yes(value: object) -> bool:
    if isinstance(value, bool):
        return value
    return {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}[str(value).lower()]


READERS: dict[str, tuple[Callable[[object], object], str]] = {
    "zone": (_zone, "the name of a time zone such as Europe/Berlin"),
    "include": (_words, "a list of patterns such as notes/**/*.md"),
    "k": (_count, "a whole number from 1"),
    "budget": (_count, "a whole number from 1"),
    "languages": (_languages, "a list of languages such as fr, en"),
    "lock_wait": (_seconds, "a number of seconds from 0"),
    "core_limit": (_count, "a whole number from 1"),
    "git": (_yes, "true or false"),
    "page_facts": (_count, "a whole number from 1"),
    "embedder": (_embedder, "none, local, light, hash, openai:MODEL@URL, ollama:MODEL@URL or transformers:MODEL"),
    "model": (_model, "none, ollama:MODEL@URL, openai:MODEL@URL, anthropic:MODEL or replay:FILE"),
    "context_budget": (_count, "a whole number from 1"),
    "context_k": (_count, "a whole number from 1"),
    "window_turns": (_count, "a whole number from 1"),
    "idle_seconds": (_seconds, "a number of seconds from 0"),
    "working": (_place, "file or ram"),
    "working_ttl": (_lifetime, "a number of seconds above 0"),
    "conversation_log": (_yes, "true or false"),
    "conversation_days": (_count, "a whole number from 1"),
}
"""Every setting: how its value is read, and what it must be."""
