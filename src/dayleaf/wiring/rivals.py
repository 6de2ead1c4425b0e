"""The embedders that `bench` compares: those named, else the configured one and all that need no network and no name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dayleaf.core.errors import Unavailable
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.measuring import Rival
from dayleaf.wiring.embedder import embedder_of, vectors_of

OFFERED = ("local", "light")
"""Embedders that come with an extra of dayleaf and need nothing else."""


def rivals(named: Sequence[str], configured: str, folder: Path, environ: Mapping[str, str]) -> list[Rival]:
    """Each embedder with its semantic way, or why it cannot be measured.

    Args:
        named: settings to measure; empty means the configured one and `OFFERED`.
        configured: the setting of the workspace.
        folder: where vectors are kept meanwhile.
        environ: for keys of endpoints.

    Raises:
        UsageError: there is no such embedder.
    """
    settings = list(dict.fromkeys(named or (*(() if configured == "none" else (configured,)), *OFFERED)))
    return [_rival(setting, folder, environ) for setting in settings if setting != "none"]


def _rival(setting: str, folder: Path, environ: Mapping[str, str]) -> Rival:
    try:
        embedder = embedder_of(setting, environ)
    except Unavailable as failure:
        return Rival(setting, trouble=f"{failure.message}; {failure.hint}" if failure.hint else failure.message)
    return Rival(setting, Meaning(lambda: embedder, lambda model: vectors_of(model, folder), background=False))
