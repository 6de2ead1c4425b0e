"""The pause: a page that says why dreaming stopped, and how to let it go on."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.page.edit import Create, Replace
from dayleaf.core.page.reading import digest_of
from dayleaf.core.reflection import Decided, Planned, Reflection, Refused

PAUSED = "bank/archive/paused.md"
"""The page; dreaming is paused while it holds a reason."""

_TEXT = """\
# Dreaming is paused

<!--
{day}: {reason}.
Nothing was changed. Look at what it wants with `dayleaf dream --resume --dry-run`; allow it once with `dayleaf dream --resume`,
or delete this page to let it try again as before.
-->
"""


def pause(reason: str, today: dt.date) -> Planned:
    """Stop dreaming, and say why."""

    def decide(data: bytes | None) -> Decided:
        text = _TEXT.format(day=today.isoformat(), reason=reason)
        edit = Create(PAUSED, text) if data is None else Replace(PAUSED, 0, len(data), text, digest_of(data))
        return Decided(edit, Reflection(refused=(Refused("dream", f"paused: {reason}"),)))

    return Planned(PAUSED, "a guard stopped the pass", decide)


def lifted() -> Planned:
    """Let dreaming go on."""

    def decide(data: bytes | None) -> Decided:
        return Decided(Replace(PAUSED, 0, len(data), "", digest_of(data)) if data else None)

    return Planned(PAUSED, "the pause is lifted", decide)


def why_paused(data: bytes) -> str | None:
    """The reason a page gives; None if it is empty."""
    text = data.decode("utf-8", "replace").strip()
    if not text:
        return None
    lines = [line for line in text.split("\n") if line.strip() and line[0] not in "#<-"]
    return lines[0].partition(": ")[2].rstrip(".") or lines[0] if lines else f"{PAUSED} says so"
