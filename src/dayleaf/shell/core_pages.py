"""The pages that are always in context: read them in their order, change them by explicit operations."""

from __future__ import annotations

from collections.abc import Callable

from dayleaf.core import tokens
from dayleaf.core.errors import EditConflict, PageMissing, UsageError
from dayleaf.core.fact import Source
from dayleaf.core.overflow import Move, moves_out
from dayleaf.core.page.edit import Edit, Replace
from dayleaf.core.page.parse import parse
from dayleaf.core.page.place import CORE_PAGES
from dayleaf.core.page.reading import Reading
from dayleaf.core.page.revise import append_lines, insert_lines, replace_text, written_lines
from dayleaf.shell.answers import CoreEdit, CorePage
from dayleaf.shell.ground import Ground
from dayleaf.shell.revising import fresh, read_only, revise


class Core:
    """The core of one memory, by explicit operations.

    Each is on disk when it returns and is seen by the next call. `page` is `memory.md` (the default), `USER.md` or `SOUL.md`;
    `memory`, `user` and `soul` mean the same. `reason` is handed back with the answer and never written into the page,
    which holds what is known and not how it came to be.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def show(self) -> tuple[CorePage, ...]:
        """The pages that are always in context, in their order."""
        pages = [reading.page for reading in self._readings()]
        header = self._ground.header
        return tuple(CorePage(page.path, page.text, tokens.count(page.text), read_only(page.text, header)) for page in pages)

    def append(self, text: str, page: str | None = None, reason: str | None = None, *, allow_secret: bool = False) -> CoreEdit:
        """Put lines at the end of a page; the page is made if there is none.

        Raises:
            UsageError: there is no text, or no core page of that name.
            PathRefused: the page is read-only.
            SecretRefused: the text seems to carry a secret, and `allow_secret` does not let it.
            EditConflict, Busy, DiskFailed: it could not be written; nothing was.
        """
        path = self._path(page)
        return self._edit(path, lambda data: append_lines(path, data, text), reason, allow_secret=allow_secret)

    def replace(self, old: str, new: str, page: str | None = None, reason: str | None = None, *, allow_secret: bool = False) -> CoreEdit:
        """Put `new` where `old` stands, which must be exact and unique in the page; an empty `new` takes it out.

        Raises:
            UsageError: `old` is empty, or there is no core page of that name.
            EditConflict: `old` does not stand in the page (the hint names a line much like it) or stands there more than once
                (the message says where).
            PathRefused, SecretRefused, Busy, DiskFailed: as for `append`.
        """
        path = self._path(page)

        def decide(data: bytes | None) -> Edit | None:
            try:
                return replace_text(path, data, old, new)
            except EditConflict as conflict:
                raise self._helped(conflict, path, data, old) from None

        return self._edit(path, decide, reason, allow_secret=allow_secret)

    def insert(
        self,
        text: str,
        page: str | None = None,
        reason: str | None = None,
        *,
        line: int | None = None,
        after: str | None = None,
        allow_secret: bool = False,
    ) -> CoreEdit:
        """Put lines behind line `line` (0: at the head, below any front matter) or behind the line where `after` ends.

        Raises:
            UsageError: not exactly one of `line` and `after` is given, or there is no text or no such core page.
            EditConflict: there is no such line, or `after` does not stand in the page exactly once.
            PathRefused, SecretRefused, Busy, DiskFailed: as for `append`.
        """
        path = self._path(page)

        def decide(data: bytes | None) -> Edit:
            try:
                return insert_lines(path, data, text, line, after)
            except EditConflict as conflict:
                raise self._helped(conflict, path, data, after) from None

        return self._edit(path, decide, reason, allow_secret=allow_secret)

    def _edit(self, path: str, decide: Callable[[bytes | None], Edit | None], reason: str | None, *, allow_secret: bool) -> CoreEdit:
        where, removed = Source(path, 0, 0), ""

        def noted(data: bytes | None) -> Edit | None:
            nonlocal where, removed
            edit = decide(data)
            if edit is not None:
                fresh(data, edit)
                where = written_lines(data, edit)
                removed = (data or b"")[edit.start : edit.end].decode("utf-8", "replace") if isinstance(edit, Replace) else ""
            return edit

        change = revise(self._ground, path, noted, allow_secret=allow_secret)
        readings = self._readings()
        total = sum(tokens.count(reading.page.text) for reading in readings)
        moves = moves_out(readings, self._ground.core_limit, self._ground.clock.now().date()) if change else ()
        return CoreEdit(where, change is not None, removed, reason, total, self._ground.core_limit, moves, self._notes(total, moves))

    def _notes(self, total: int, moves: tuple[Move, ...]) -> tuple[str, ...]:
        limit = self._ground.core_limit
        if total <= limit:
            return ()
        what = f"the core has {total} tokens, {total - limit} more than its limit of {limit}; every turn pays for them"
        listed = "; ".join(f"{move.source} to {move.to} ({move.tokens} tokens, {move.why})" for move in moves)
        return (f"{what}. Move out: {listed}" if moves else what,)

    def _readings(self) -> list[Reading]:
        present = {stamp.path for stamp in self._ground.workspace.listing().stamps}
        found = []
        for path in ("MEMORY.md", *CORE_PAGES):
            if path in present:
                try:
                    found.append(parse(path, self._ground.workspace.read(path), self._ground.header))
                except PageMissing:
                    continue  # deleted since it was listed
        return found

    def _path(self, page: str | None) -> str:
        """The core page that is meant, as it is spelled on disk."""
        name = (page or CORE_PAGES[0]).strip().casefold().removesuffix(".md")
        path = next((path for path in CORE_PAGES if path.casefold() == f"{name}.md"), None)
        if path is None:
            raise UsageError(f"there is no core page {page!r}", hint=f"choose one of {', '.join(CORE_PAGES)}")
        present = {stamp.path for stamp in self._ground.workspace.listing().stamps}
        return "MEMORY.md" if path == CORE_PAGES[0] and "MEMORY.md" in present else path

    def _helped(self, conflict: EditConflict, path: str, data: bytes | None, text: str | None) -> EditConflict:
        """The same refusal; where nothing like the text was found, with the line most like it."""
        if not text or data is None or "does not stand" not in conflict.message:
            return conflict
        lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
        near = self._ground.similar(text.strip().splitlines()[0] if text.strip() else "", lines)
        if not near:
            return conflict
        number = next(row for row, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1) if near[0] in line)
        return EditConflict(conflict.message, hint=f"line {number} of {path} is much like it: {near[0][:200]}")
