"""RamWorkspace: the workspace port over a dictionary, with the same refusals as a folder, for tests and examples."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping, Sequence

from dayleaf.core.errors import EditConflict, PageMissing, UsageError
from dayleaf.core.listing import Listing, Stamp
from dayleaf.core.page.address import one_core, parts_of, same_name, shown
from dayleaf.core.page.edit import Edit, splice
from dayleaf.core.page.place import is_page
from dayleaf.ports import Change, Discarded

_ATTEMPTS = 6  # as in a folder


class RamWorkspace:
    """Pages in memory; any thread may use it.

    Each save gets the next whole nanosecond as its time, so that two stamps of a page never agree by chance.
    """

    def __init__(self, pages: Mapping[str, str | bytes] | None = None, include: Sequence[str] = ()) -> None:
        self.include = tuple(include)
        self._lock = threading.RLock()
        self._pages: dict[str, tuple[bytes, int]] = {}
        self._trash: dict[str, tuple[Discarded, bytes]] = {}
        self._time = 0
        for path, data in (pages or {}).items():
            self.save(path, data)

    def listing(self) -> Listing:
        """Every page, by path."""
        with self._lock:
            held = sorted(self._pages.items())
        stamps, problems = one_core(Stamp(path, len(data), time) for path, (data, time) in held if is_page(path, self.include))
        return Listing(tuple(stamps), tuple(problems))

    def read(self, path: str) -> bytes:
        """The page's bytes.

        Raises:
            PathRefused: no page may have this path.
            PageMissing: there is none.
        """
        with self._lock:
            data = self._bytes(self._spelled(path))
        if data is None:
            raise PageMissing(f"there is no page {shown(path)}")
        return data

    def change(self, path: str, decide: Callable[[bytes | None], Edit | None]) -> Change | None:
        """Change one page; see `Workspace.change`.

        Raises:
            PathRefused, EditConflict: nothing was written.
        """
        with self._lock:
            for _ in range(_ATTEMPTS):
                name = self._spelled(path)
                before = self._bytes(name)
                edit = decide(before)
                if edit is None:
                    return None
                if edit.path != path:
                    raise UsageError(f"an edit of {shown(edit.path)} was given for a change of {shown(path)}")
                after = splice(before, edit)
                if after == before:
                    return None
                if self._bytes(name) == before:  # `decide` itself may have saved, as an editor would
                    self.save(name, after)
                    return Change(name, before, after)
        raise EditConflict(f"{shown(path)} kept changing while it was to be written", hint="nothing was written; try again")

    def move(self, path: str, to: str) -> str:
        """Give a page another path; see `Workspace.move`.

        Raises:
            PageMissing, EditConflict, PathRefused: nothing was moved.
        """
        with self._lock:
            name, other = self._spelled(path), self._spelled(to)
            data = self.read(path)
            self._refuse_taken(other)
            self.save(other, data)
            del self._pages[name]
        return name

    def discard(self, path: str) -> Discarded:
        """Take a page out; see `Workspace.discard`.

        Raises:
            PageMissing, PathRefused: nothing was done.
        """
        with self._lock:
            name, data = self._spelled(path), self.read(path)
            self._time += 1
            since = dt.datetime.fromtimestamp(self._time, dt.UTC)
            gone = Discarded(f".memory/trash/{self._time}/{name}", name, since)
            self._trash[gone.place] = gone, data
            del self._pages[name]
        return gone

    def discarded(self) -> tuple[Discarded, ...]:
        """What was discarded, newest first."""
        return tuple(gone for gone, _ in reversed(self._trash.values()))

    def recover(self, place: str) -> str:
        """Put a discarded page back; see `Workspace.recover`.

        Raises:
            PageMissing, EditConflict: nothing was done.
        """
        with self._lock:
            if place not in self._trash:
                raise PageMissing(f"nothing lies in {shown(place)}")
            gone, data = self._trash[place]
            self._refuse_taken(self._spelled(gone.path))
            self.save(gone.path, data)
            del self._trash[place]
        return gone.path

    def _refuse_taken(self, name: str) -> None:
        if any(other == name or other.startswith(f"{name}/") for other in self._pages):
            raise EditConflict(f"{shown(name)} stands there already", hint="choose another path")

    def save(self, path: str, data: str | bytes) -> None:
        """Put bytes there as an editor would: whole, without asking."""
        parts_of(path)
        with self._lock:
            self._time += 1
            self._pages[path] = (data.encode() if isinstance(data, str) else data, self._time)

    def remove(self, path: str) -> None:
        """Delete a page as a person would.

        Raises:
            PageMissing: there is none.
        """
        with self._lock:
            if self._pages.pop(path, None) is None:
                raise PageMissing(f"there is no page {shown(path)}")

    def _bytes(self, name: str) -> bytes | None:
        held = self._pages.get(name)
        return None if held is None else held[0]

    def _spelled(self, path: str) -> str:
        parts_of(path)
        if path in self._pages or path.isascii():
            return path
        return next((other for other in sorted(self._pages) if same_name(other, path)), path)
