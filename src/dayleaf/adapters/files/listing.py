"""A sweep over the workspace: every page with size and time, and every path that could not be offered.

Real files come first, links after them in the order of their paths. A link is offered only when it adds something:
where it leads to a page that is offered anyway, the real file alone is kept, for one text must not count twice.
Every folder is visited once, so a link that goes round ends.

Most sweeps find the names of the one before. Names change only together with the times of their folder, so those of a
folder with the same times are remembered, and only sizes and times of its pages are asked for again. What is no
ordinary file is judged anew each time.
"""

from __future__ import annotations

import errno
import os
import stat
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dayleaf.adapters.files.paths import SIZE_LIMIT
from dayleaf.core.errors import WorkspaceMissing
from dayleaf.core.fact import Problem, Source
from dayleaf.core.listing import Listing, Stamp
from dayleaf.core.page.address import blemish, one_core, shown
from dayleaf.core.page.place import is_page

UNSETTLED_NS = 2_000_000_000
"""A file changed less than this ago may change again within one tick of its clock (FAT counts in steps of 2 s)."""

REMEMBERED_NS = 60_000_000_000
"""How long names are remembered at most, for file systems that forget to change a folder's times."""


class Folder(NamedTuple):
    """The names in a folder that matter, each as (the path it is offered under, its path on disk).

    Attributes:
        mark: device, inode and the times of the folder before it was read, in nanoseconds.
        read_ns: when that was.
        pages: what is called like a page and is no link and no folder.
        folders: those that may hold pages; their paths end with `/`.
        links: every symbolic link.
        misnamed: pages and folders whose name may stand in no path, with the reason instead of the path on disk.
    """

    mark: tuple[int, int, int, int]
    read_ns: int
    pages: tuple[tuple[str, str], ...]
    folders: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    misnamed: tuple[tuple[str, str], ...]


class Seen(NamedTuple):
    """A sweep that met nothing but ordinary, settled pages, as far as it takes to find that nothing has changed since.

    Attributes:
        listing: what it found.
        folders: the full path of each folder, with what was read there.
        paths: the full path of each page.
        sizes, times: bytes and modification time of each.
    """

    listing: Listing
    folders: list[tuple[str, Folder]]
    paths: list[str]
    sizes: array[int]
    times: array[int]


@dataclass(slots=True)
class Known:
    """What earlier sweeps over a workspace remember.

    Attributes:
        folders: by the path they are offered under and their path on disk; only such that had not just been changed.
        last: the last sweep, if it can be told cheaply whether anything changed.
    """

    folders: dict[tuple[str, str], Folder] = field(default_factory=dict)
    last: Seen | None = None


def sweep(root: str, include: Sequence[str], now_ns: int, known: Known | None = None) -> Listing:
    """Every page under the canonical `root`, by path.

    Args:
        root: the folder, links resolved.
        include: patterns of further pages.
        now_ns: the time (since 1970), which tells what is settled.
        known: what earlier sweeps with the same `root` and `include` remember; this one brings it up to date. Sweeps
            in several threads may share it, for each folder in it is checked before it is believed.

    Raises:
        WorkspaceMissing: the root itself is gone or cannot be read; an empty answer would unlearn everything.
    """
    known = Known() if known is None else known
    if known.last is not None and _unchanged(known.last, now_ns):
        return known.last.listing
    found = _Sweep(root, include, now_ns, known)
    try:
        found.visit("", "")
    except OSError as error:
        raise WorkspaceMissing(f"the workspace cannot be listed: {error.strerror}", hint="check that the folder is there") from error
    plain = not found.links
    found.follow_links()
    for place in [place for place in list(known.folders) if place not in found.met]:
        known.folders.pop(place, None)
    stamps, problems = one_core(sorted(found.stamps))
    problems = sorted(found.problems + problems, key=lambda problem: (problem.source, problem.code))
    listing = Listing(tuple(stamps), tuple(problems))
    known.last = found.seen(listing) if plain and not problems else None
    return listing


def _unchanged(seen: Seen, now_ns: int) -> bool:
    """Whether a sweep would find the same: 1 µs a page, a third of what the sweep takes."""
    lstat = os.lstat
    try:
        for path, folder in seen.folders:
            status = lstat(path)
            if folder.mark != _mark(status) or abs(now_ns - folder.read_ns) > REMEMBERED_NS:
                return False
        for path, size, time in zip(seen.paths, seen.sizes, seen.times, strict=True):
            status = lstat(path)
            if status.st_mtime_ns != time or status.st_size != size or status.st_mode & _SORT != stat.S_IFREG:
                return False
    except OSError:
        return False
    return max(seen.times, default=0) < now_ns - UNSETTLED_NS  # unless the clock went back


_SORT = stat.S_IFMT(0xFFFF)


def _mark(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns


class _Sweep:
    """What one sweep has met so far. `real` is a path on disk, `path` the one a page is offered under."""

    def __init__(self, root: str, include: Sequence[str], now_ns: int, known: Known) -> None:
        self.base = root.rstrip("/") + "/"
        self.include = tuple(include)
        self.top = _top(self.include)
        self.now_ns = now_ns
        self.fresh_from = now_ns - UNSETTLED_NS
        self.known = known
        self.met: set[tuple[str, str]] = set()
        self.stamps: list[Stamp] = []
        self.problems: list[Problem] = []
        self.links: list[tuple[str, str]] = []
        self.offered: set[str] = set()
        self.folders: set[str] = set()

    def visit(self, path: str, real: str) -> None:
        """Offer the pages in the real folder and below under `path`; both are empty or end with `/`."""
        waiting = [(path, real)]
        while waiting:
            above, place = waiting.pop()
            self.folders.add(place)
            try:
                folder = self.look(above, place)
            except OSError as error:
                if not place:
                    raise
                if error.errno not in {errno.ENOENT, errno.ENOTDIR}:  # gone meanwhile is no problem
                    self.report(above.rstrip("/"), "unreadable", f"this folder cannot be read ({error.strerror}); its pages are left out")
                continue
            waiting += folder.folders
            self.links += folder.links
            for page, reason in folder.misnamed:
                self.report(page, "bad_name", f"this path {reason}; it is left out, rename it")
            self.glance(folder.pages)

    def look(self, above: str, place: str) -> Folder:
        """The names in a folder: those remembered, if it has not been changed since."""
        status = os.lstat(self.base + place[:-1]) if place else os.stat(self.base)
        if not stat.S_ISDIR(status.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        mark = _mark(status)
        folder = self.known.folders.get((above, place))
        if folder is None or folder.mark != mark or abs(self.now_ns - folder.read_ns) > REMEMBERED_NS:
            folder = self.read(above, place, mark)
            if max(status.st_mtime_ns, status.st_ctime_ns) >= self.fresh_from:
                return folder  # changed again within the same tick, it would look the same
            self.known.folders[above, place] = folder
        self.met.add((above, place))
        return folder

    def read(self, above: str, place: str, mark: tuple[int, int, int, int]) -> Folder:
        """Ask the disk for the names in a folder."""
        pages, folders, links, misnamed = [], [], [], []
        with os.scandir(self.base + place) as entries:
            for entry in entries:
                path, real = above + entry.name, place + entry.name
                if entry.name.startswith("."):
                    continue
                if entry.is_symlink():
                    links.append((path, real))
                    continue
                folder = entry.is_dir(follow_symlinks=False)
                if not (self.wanted(path) if folder else is_page(path, self.include)):
                    if not folder and (end := path[-3:]).lower() == ".md" and end != ".md" and is_page(path[:-3] + ".md", self.include):
                        misnamed.append((path, f"ends with {end} instead of .md"))
                    continue
                if reason := blemish(entry.name):
                    misnamed.append((path, reason))
                elif folder:
                    folders.append((path + "/", real + "/"))
                else:
                    pages.append((path, real))
        return Folder(mark, self.now_ns, tuple(pages), tuple(folders), tuple(links), tuple(misnamed))

    def glance(self, pages: Sequence[tuple[str, str]]) -> None:
        """Offer what is called like a page, if it is one."""
        for path, real in pages:
            try:
                self.offer(path, real, os.lstat(self.base + real))
            except FileNotFoundError:
                pass  # deleted since the folder was read
            except OSError as error:
                self.report(path, "unreadable", f"this page cannot be looked at ({error.strerror}); it is left out")

    def seen(self, listing: Listing) -> Seen | None:
        """The sweep as it is remembered, if all pages were settled and all folders read before."""
        folders = [(self.base + place, known) for above, place in self.met if (known := self.known.folders.get((above, place)))]
        if len(folders) < len(self.folders) or not all(stamp.settled for stamp in listing.stamps):
            return None
        paths = [self.base + stamp.path for stamp in listing.stamps]
        sizes = array("q", [stamp.size for stamp in listing.stamps])
        times = array("q", [stamp.mtime_ns for stamp in listing.stamps])
        return Seen(listing, folders, paths, sizes, times)

    def wanted(self, path: str) -> bool:
        """Whether a folder may hold pages: inside the first level every one, on it those the patterns name."""
        return "/" in path or self.top is None or path in self.top

    def offer(self, path: str, real: str, status: os.stat_result) -> None:
        """Offer an ordinary file, unless the same one is offered already."""
        if not stat.S_ISREG(status.st_mode):
            self.report(path, "no_file", "this is a pipe, socket or device and no page; it is not opened")
        elif status.st_size > SIZE_LIMIT:
            self.report(path, "too_large", f"this page is larger than {SIZE_LIMIT >> 20} MB; it is left out, split it")
        elif real in self.offered:
            self.report(path, "same_file", f"this is {shown(real)} once more; the text is read there only")
        else:
            self.offered.add(real)
            self.stamps.append(Stamp(path, status.st_size, status.st_mtime_ns, status.st_mtime_ns < self.fresh_from))

    def follow_links(self) -> None:
        """Judge the links met, and those met in the folders they lead to."""
        while self.links:
            waiting, self.links = sorted(self.links), []
            for path, real in waiting:
                self.follow(path, real)

    def follow(self, path: str, real: str) -> None:
        """Judge one link: where it leads, and whether anything there is not offered yet."""
        page = is_page(path, self.include)
        if not (page or self.wanted(path)):
            return
        try:
            target = os.path.realpath(self.base + real, strict=True)
            status = os.stat(target)
        except OSError as error:
            if page or "." not in real.rpartition("/")[2]:
                self.lost(path, error)
            return
        if not (page or stat.S_ISDIR(status.st_mode)):
            return
        if reason := blemish(path.rpartition("/")[2]):
            self.report(path, "bad_name", f"this path {reason}; it is left out, rename it")
            return
        if target + "/" != self.base and not target.startswith(self.base):
            self.report(path, "symlink_outside", "this link leads out of the workspace; it is not read, put the real file here")
            return
        inner = target[len(self.base) :]
        if any(part.startswith(".") for part in inner.split("/")):
            self.report(path, "symlink_hidden", "this link leads into a hidden folder; it is not read, put the real file here")
        elif stat.S_ISDIR(status.st_mode):
            self.enter(path, real, inner)
        else:
            self.offer(path, inner, status)

    def enter(self, path: str, real: str, inner: str) -> None:
        """Visit the folder `inner` a link leads to, unless that goes round or was visited already."""
        if not inner or real.startswith(inner + "/"):
            self.report(path, "symlink_loop", "this link leads back to a folder it lies in; it is not followed")
        elif inner + "/" in self.folders:
            self.report(path, "same_file", f"this is the folder {shown(inner)} once more; its pages are read there only")
        else:
            self.visit(path + "/", inner + "/")

    def lost(self, path: str, error: OSError) -> None:
        """Report a link that leads nowhere."""
        match error.errno:
            case errno.ELOOP:
                self.report(path, "symlink_loop", "this link leads to itself; it is left out")
            case errno.ENOENT | errno.ENOTDIR:
                self.report(path, "symlink_dangling", "this link leads to nothing; it is left out")
            case _:
                self.report(path, "unreadable", f"this link cannot be followed ({error.strerror}); it is left out")

    def report(self, path: str, code: str, message: str) -> None:
        """Add a problem of the path as a whole."""
        self.problems.append(Problem(Source(shown(path), 0, 0), code, message))


def _top(include: Sequence[str]) -> frozenset[str] | None:
    """The folders of the first level that may hold pages; None when a pattern lets any."""
    deep = [pattern for pattern in include if "/" in pattern or "**" in pattern]
    first = [pattern.partition("/")[0] for pattern in deep]
    if any(sign in part for part in first for sign in "*?"):
        return None
    return frozenset(("memory", "bank", *first))
