"""The pages that are always in context: read them, in their order."""

from __future__ import annotations

from dayleaf.core import tokens
from dayleaf.core.page.front import BadHeader, HeaderReader, front_of, read_front
from dayleaf.core.page.place import CORE_PAGES
from dayleaf.shell.answers import CorePage
from dayleaf.shell.ground import Ground


class Core:
    """The core of one memory, by explicit operations."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def show(self) -> tuple[CorePage, ...]:
        """The pages that are always in context, in their order."""
        present = {stamp.path for stamp in self._ground.workspace.listing().stamps}
        texts = ((path, self._ground.text(path)) for path in ("MEMORY.md", *CORE_PAGES) if path in present)
        return tuple(
            CorePage(path, text, tokens.count(text), _read_only(text, self._ground.header)) for path, text in texts if text is not None
        )


_YES = frozenset(("true", "yes", "on"))


def _read_only(text: str, header: HeaderReader) -> bool:
    front = front_of(text.replace("\r\n", "\n"))
    if front is None:
        return False
    try:
        return str(read_front(front, header).get("read_only", "")).strip().casefold() in _YES
    except BadHeader:
        return True  # it may well say so; a page is sooner mended than unwritten
