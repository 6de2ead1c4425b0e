"""dayleaf: a memory for AI agents that a person can read, correct and trust.

    from dayleaf import Kind, Memory

    with Memory.open("notes") as memory:
        memory.retain("Prefers concise replies.", kind=Kind.OPINION, entities=["Peter"], confidence=0.9)
        for hit in memory.recall("what does Peter prefer?").hits:
            print(hit.source, hit.content)

Names are loaded when they are first used, so that the command line starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from dayleaf.config import Config
    from dayleaf.core.context.sections import Context, Item, Section
    from dayleaf.core.conversation import Conversation
    from dayleaf.core.errors import (
        Busy,
        DayleafError,
        DiskFailed,
        EditConflict,
        IndexFailed,
        PageMissing,
        PathRefused,
        SecretRefused,
        Unavailable,
        UnknownName,
        Untrue,
        UsageError,
        WorkspaceMissing,
    )
    from dayleaf.core.fact import Entity, Fact, Kind, Problem, Source, TimeRange
    from dayleaf.core.opinion import Evidence, Opinion
    from dayleaf.core.recall.query import Bundle, Hit, Way, Why
    from dayleaf.core.reflection import Reflection, Shift
    from dayleaf.core.when import Understood
    from dayleaf.core.working import Listed, Piece
    from dayleaf.shell.answers import About, Check, CoreEdit, CorePage, Holdings, Retained
    from dayleaf.shell.indexing import IndexReport
    from dayleaf.shell.turning import Ended
    from dayleaf.shell.working import Got, Put
    from dayleaf.wiring.memory import Memory

__all__ = [
    "About",
    "Bundle",
    "Busy",
    "Check",
    "Config",
    "Context",
    "Conversation",
    "CoreEdit",
    "CorePage",
    "DayleafError",
    "DiskFailed",
    "EditConflict",
    "Ended",
    "Entity",
    "Evidence",
    "Fact",
    "Got",
    "Hit",
    "Holdings",
    "IndexFailed",
    "IndexReport",
    "Item",
    "Kind",
    "Listed",
    "Memory",
    "Opinion",
    "PageMissing",
    "PathRefused",
    "Piece",
    "Problem",
    "Put",
    "Reflection",
    "Retained",
    "SecretRefused",
    "Section",
    "Shift",
    "Source",
    "TimeRange",
    "Unavailable",
    "Understood",
    "UnknownName",
    "Untrue",
    "UsageError",
    "Way",
    "Why",
    "WorkspaceMissing",
    "__version__",
]

_HOMES = {
    "Config": "config",
    **dict.fromkeys(
        (
            "Busy",
            "DayleafError",
            "DiskFailed",
            "EditConflict",
            "IndexFailed",
            "PageMissing",
            "PathRefused",
            "SecretRefused",
            "Unavailable",
            "UnknownName",
            "Untrue",
            "UsageError",
            "WorkspaceMissing",
        ),
        "core.errors",
    ),
    **dict.fromkeys(("Entity", "Fact", "Kind", "Problem", "Source", "TimeRange"), "core.fact"),
    **dict.fromkeys(("Bundle", "Hit", "Way", "Why"), "core.recall.query"),
    **dict.fromkeys(("Evidence", "Opinion"), "core.opinion"),
    **dict.fromkeys(("Reflection", "Shift"), "core.reflection"),
    "Understood": "core.when",
    "IndexReport": "shell.indexing",
    **dict.fromkeys(("About", "Check", "CoreEdit", "CorePage", "Holdings", "Retained"), "shell.answers"),
    **dict.fromkeys(("Context", "Item", "Section"), "core.context.sections"),
    "Conversation": "core.conversation",
    **dict.fromkeys(("Listed", "Piece"), "core.working"),
    "Ended": "shell.turning",
    **dict.fromkeys(("Got", "Put"), "shell.working"),
    "Memory": "wiring.memory",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
