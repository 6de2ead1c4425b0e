"""Killed at any point, crowded, or out of disk: a page is whole and nobody's line is lost.

Writers run as forked processes of their own, so that killing one is real. Root ignores file modes, so what a disk refuses is
raised by the system call itself.
"""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dayleaf.adapters.files import FolderWorkspace, exchange, write
from dayleaf.core.errors import Busy, DayleafError, DiskFailed, EditConflict, UsageError
from dayleaf.core.page.edit import Append, Create, Edit, Replace
from dayleaf.core.page.reading import digest_of
from dayleaf.testing.workspace import append

DAY = "memory/2025-11-27.md"
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
CALLS = ("open", "write", "fsync", "link", "replace", "unlink", "mkdir", "fchmod", "close")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    return tmp_path


def forked(work: Callable[[], object]) -> int:
    """Do the work in a process of its own; its process id. It exits with 1 after an exception."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)


def ended(child: int) -> int:
    """How the child ended: its exit status, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def leftovers(root: Path) -> list[str]:
    return [str(path.relative_to(root)) for path in root.rglob(".dayleaf-*")]


def write_many(root: Path, path: str, writer: str, count: int) -> None:
    workspace = FolderWorkspace(root, patience=60)
    for number in range(count):
        workspace.change(path, append(path, f"{writer}-{number}\n"))


# --- killed -----------------------------------------------------------------------------------------------------------


class Killer:
    """Kills its own process at the n-th system call of a change: before it, after it, or half-way through a write."""

    def __init__(self, point: int) -> None:
        self.left = point

    def arm(self) -> None:
        for name in CALLS:
            setattr(os, name, self.wrap(name, getattr(os, name)))
        write.exchange = self.wrap("exchange", exchange.exchange)  # type: ignore[attr-defined]

    def wrap(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object, **named: object) -> object:
            self.tick()
            if name == "write" and self.left == 1:
                held, data = args
                call(held, memoryview(data)[: len(data) // 2])  # type: ignore[arg-type]
            self.tick()
            result = call(*args, **named)
            self.tick()
            return result

        return counted

    def tick(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def in_place(path: str, start: int, end: int, text: str) -> Callable[[bytes | None], Edit]:
    return lambda data: Replace(path, start, end, text, digest_of(data or b""))


OLD = b"# Day\n\n" + b"a line of the day\n" * 300
SCENARIOS: dict[str, tuple[str, bytes | None, Callable[[bytes | None], Edit]]] = {
    "append": (DAY, OLD, append(DAY, "- W @Peter: In Marrakech.\n" * 100)),
    "replace": (DAY, OLD, in_place(DAY, 2, 5, "Tag " * 5000)),
    "create": (DAY, None, append(DAY, "# Day\n" * 1000)),
    "create in new folders": ("memory/2025/11/27.md", None, append("memory/2025/11/27.md", "# Day\n" * 1000)),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_killed_at_every_point_the_page_is_old_or_new(root: Path, scenario: str) -> None:
    path, old, decide = SCENARIOS[scenario]
    page = root / path
    new = _spliced(old, decide)
    seen = set()
    point = 0
    while True:
        point += 1
        if old is None:
            page.unlink(missing_ok=True)
            for folder in ("memory/2025/11", "memory/2025", ".memory/locks", ".memory"):  # made anew each time, and killed at that too
                _remove_empty(root / folder)
        else:
            page.write_bytes(old)

        def change(point: int = point) -> None:
            Killer(point).arm()
            FolderWorkspace(root).change(path, decide)

        status = ended(forked(change))
        found = page.read_bytes() if page.exists() else None
        assert found in {old, new}, f"torn at point {point}"
        seen.add(found == new)
        if status == 0:
            break
        assert status == -signal.SIGKILL, f"point {point}"
        FolderWorkspace(root, patience=1).change(path, append(path, "the next change\n"))
        assert page.read_bytes() == (found or b"") + b"the next change\n"
    assert seen == {False, True}
    assert point > 60  # together more than 200
    assert [stamp.path for stamp in FolderWorkspace(root).listing().stamps] == [path]


def _spliced(old: bytes | None, decide: Callable[[bytes | None], Edit]) -> bytes:
    match decide(old):
        case Create(text=text):
            return text.encode()
        case Append(at=at, text=text):
            return (old or b"")[:at] + text.encode() + (old or b"")[at:]
        case Replace(start=start, end=end, text=text):
            return (old or b"")[:start] + text.encode() + (old or b"")[end:]


def _remove_empty(folder: Path) -> None:
    if folder.is_dir():
        for file in folder.iterdir():
            if file.is_file():
                file.unlink()
        folder.rmdir()


class TestLeftovers:
    def test_they_are_swept_an_hour_later_and_nothing_else_is(self, root: Path) -> None:
        ours = root / "memory" / ".dayleaf-0123456789abcdef.tmp"
        for name in (ours.name, ".dayleaf-0123.tmp", "dayleaf-0123456789abcdef.tmp", ".dayleaf-0123456789abcdef.tmp.md"):
            (root / "memory" / name).write_text("x")
        (root / "memory" / ".dayleaf-fedcba9876543210.tmp").symlink_to(root / "memory" / "x")
        with_folder = os.open(root / "memory", os.O_RDONLY)
        try:
            write.sweep_leftovers(with_folder, time.time_ns() + write.LEFTOVER_NS - 60 * 10**9)
            assert ours.exists()
            write.sweep_leftovers(with_folder, time.time_ns() + write.LEFTOVER_NS + 60 * 10**9)
        finally:
            os.close(with_folder)
        assert not ours.exists()
        assert len(list((root / "memory").iterdir())) == 4

    def test_an_old_page_under_a_temporary_name_is_as_young_as_the_name(self, root: Path) -> None:
        page = root / "memory" / "old.md"
        page.write_text("x")
        os.utime(page, (0, 0))
        page.rename(root / "memory" / ".dayleaf-0123456789abcdef.tmp")
        FolderWorkspace(root).change(DAY, append(DAY, "x\n"))
        assert leftovers(root) == ["memory/.dayleaf-0123456789abcdef.tmp"]


# --- crowded ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("writers", [2, 4])
def test_processes_lose_nothing(root: Path, writers: int) -> None:
    count = 400 // writers
    children = [forked(lambda name=str(writer): write_many(root, DAY, name, count)) for writer in range(writers)]
    assert [ended(child) for child in children] == [0] * writers
    lines = (root / DAY).read_text().splitlines()
    assert sorted(lines) == sorted(f"{writer}-{number}" for writer in range(writers) for number in range(count))
    for writer in range(writers):
        assert [line for line in lines if line.startswith(f"{writer}-")] == [f"{writer}-{number}" for number in range(count)]
    assert leftovers(root) == []


def test_a_reader_never_sees_a_torn_page(root: Path) -> None:
    (root / DAY).write_text("0-0\n")
    child = forked(lambda: write_many(root, DAY, "0", 200))
    workspace = FolderWorkspace(root)
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        data = workspace.read(DAY)
        assert data.startswith(b"0-0\n")
        assert data.endswith(b"\n")
        assert [stamp.path for stamp in workspace.listing().stamps] == [DAY]


def test_a_lock_whose_file_is_deleted_while_somebody_waits_keeps_out_all_the_same(root: Path) -> None:
    workspace = FolderWorkspace(root)
    started, release = os.pipe(), os.pipe()

    def hold(_: bytes | None) -> None:
        os.write(started[1], b"x")
        os.read(release[0], 1)

    holder = forked(lambda: workspace.change(DAY, hold))
    os.read(started[0], 1)
    waiter = forked(lambda: workspace.change(DAY, append(DAY, "waited\n")))
    time.sleep(0.03)
    shutil.rmtree(root / ".memory")
    assert workspace.change(DAY, append(DAY, "came later\n"))
    os.write(release[1], b"x")
    assert (ended(holder), ended(waiter)) == (0, 0)
    assert sorted(workspace.read(DAY).splitlines()[-2:]) == [b"came later", b"waited"]
    for end in (*started, *release):
        os.close(end)


def test_a_lock_held_too_long_is_said_to_be_busy(root: Path) -> None:
    first, second = FolderWorkspace(root), FolderWorkspace(root, patience=0.05)
    started, release = os.pipe(), os.pipe()

    def hold(_: bytes | None) -> None:
        os.write(started[1], b"x")
        os.read(release[0], 1)

    child = forked(lambda: first.change(DAY, hold))
    os.read(started[0], 1)
    with pytest.raises(Busy, match=r"another process has been changing memory/2025-11-27\.md for 0\.05 seconds"):
        second.change(DAY, append(DAY, "x\n"))
    os.kill(child, signal.SIGKILL)
    assert ended(child) == -signal.SIGKILL
    assert second.change(DAY, append(DAY, "x\n"))  # the lock died with its holder
    for end in (*started, *release):
        os.close(end)


# --- a disk that refuses ----------------------------------------------------------------------------------------------


REFUSALS = [
    ("write", errno.ENOSPC, "the disk is full; free some space"),
    ("write", errno.EDQUOT, "your disk quota is used up; free some space"),
    ("fsync", errno.EIO, "the disk reports an error; check the disk"),
    ("fsync", errno.ENOSPC, "the disk is full"),
    ("open", errno.EROFS, "the disk is read-only; mount it writable"),
    ("open", errno.EACCES, "permission is denied; check who owns"),
    ("open", errno.EMFILE, "too many files are open"),
]


@pytest.mark.parametrize("old", [None, b"old\n"])
@pytest.mark.parametrize(("call", "number", "words"), REFUSALS)
def test_a_refusal_leaves_everything_as_it_was(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, words: str, old: bytes | None
) -> None:
    if old is not None:
        (root / DAY).write_bytes(old)
    workspace = FolderWorkspace(root)
    workspace.change("memory/other.md", append("memory/other.md", "x\n"))
    real = getattr(os, call)

    def refuse(*args: object, **named: object) -> object:
        if call == "open" and not str(args[0]).endswith(".tmp"):
            return real(*args, **named)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, refuse)
        with pytest.raises(DiskFailed, match=words) as said:
            workspace.change(DAY, append(DAY, "new\n"))
    assert str(root) not in str(said.value)
    assert leftovers(root) == []
    assert ((root / DAY).read_bytes() if (root / DAY).exists() else None) == old
    assert workspace.change(DAY, append(DAY, "new\n"))


@pytest.mark.parametrize("old", [None, b"old\n"])
def test_a_folder_that_cannot_be_synced_undoes_the_change(root: Path, monkeypatch: pytest.MonkeyPatch, old: bytes | None) -> None:
    if old is not None:
        (root / DAY).write_bytes(old)
    calls = []

    def refuse_once(_: int) -> None:
        calls.append(1)
        if len(calls) == 1:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(write, "sync_folder", refuse_once)
    with pytest.raises(DiskFailed):
        FolderWorkspace(root).change(DAY, append(DAY, "new\n"))
    assert ((root / DAY).read_bytes() if (root / DAY).exists() else None) == old
    assert leftovers(root) == []


def test_a_real_limit_on_file_size(root: Path) -> None:
    (root / DAY).write_text("old\n")

    def change() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        with pytest.raises(DiskFailed, match="the file would grow too large"):
            FolderWorkspace(root).change(DAY, append(DAY, "x" * 10_000))

    assert ended(forked(change)) == 0
    assert (root / DAY).read_text() == "old\n"
    assert leftovers(root) == []


def test_a_disk_mounted_read_only_can_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / DAY).write_text("old\n")
    real_open, workspace = os.open, FolderWorkspace(root)

    def read_only(path: str, flags: int, *rest: object, **named: object) -> int:
        if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "Read-only file system")
        return real_open(path, flags, *rest, **named)  # type: ignore[arg-type]

    def no_folder(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "open", read_only)
    monkeypatch.setattr(os, "mkdir", no_folder)
    assert workspace.read(DAY) == b"old\n"
    assert [stamp.path for stamp in workspace.listing().stamps] == [DAY]
    with pytest.raises(DiskFailed, match=r"cannot lock memory/2025-11-27\.md: the disk is read-only"):
        workspace.change(DAY, append(DAY, "new\n"))


def test_a_page_its_owner_protected_is_not_changed(root: Path) -> None:
    (root / DAY).write_text("mine\n")
    (root / DAY).chmod(0o444)
    with pytest.raises(DiskFailed, match="write-protected"):
        FolderWorkspace(root).change(DAY, append(DAY, "x\n"))
    assert (root / DAY).read_text() == "mine\n"


# --- what a change keeps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_mode_and_owner_stay(root: Path, mode: int) -> None:
    (root / DAY).write_text("old\n")
    (root / DAY).chmod(mode)
    if os.geteuid() == 0:
        os.chown(root / DAY, 1000, 1001)
    before = (root / DAY).stat()
    FolderWorkspace(root).change(DAY, append(DAY, "new\n"))
    after = (root / DAY).stat()
    assert stat.S_IMODE(after.st_mode) == mode
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


def test_a_new_page_gets_the_usual_mode(root: Path) -> None:
    (root / "usual").write_text("")
    FolderWorkspace(root).change(DAY, append(DAY, "new\n"))
    assert (root / DAY).stat().st_mode == (root / "usual").stat().st_mode


def test_an_error_of_the_decision_comes_through_and_frees_the_lock(root: Path) -> None:
    workspace = FolderWorkspace(root, patience=0.1)

    def fail(_: bytes | None) -> Edit:
        raise EditConflict("no place")

    with pytest.raises(EditConflict, match="no place"):
        workspace.change(DAY, fail)
    with pytest.raises(UsageError, match=r"an edit of memory/other\.md"):
        workspace.change(DAY, append("memory/other.md", "x\n"))
    assert workspace.change(DAY, append(DAY, "x\n"))


def test_every_error_is_one_of_ours(root: Path) -> None:
    (root / "memory" / "file.md").write_text("x\n")
    with pytest.raises(DayleafError):
        FolderWorkspace(root).change("memory/file.md/page.md", append("memory/file.md/page.md", "x\n"))
