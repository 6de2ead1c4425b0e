"""Whether dreaming is paused, as a page of the archive says."""

from __future__ import annotations

from dayleaf.core.dream.pausing import PAUSED, why_paused
from dayleaf.core.errors import PageMissing
from dayleaf.ports import Workspace


def paused(workspace: Workspace) -> str | None:
    """Why dreaming is paused; None if it is not."""
    try:
        return why_paused(workspace.read(PAUSED))
    except PageMissing:
        return None
