"""The workspace and clock suites on every adapter of ours."""

from __future__ import annotations

import datetime as dt
import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.ram_workspace import RamWorkspace
from dayleaf.adapters.system import FixedClock, SystemClock
from dayleaf.core.errors import UsageError
from dayleaf.testing import ClockSuite, WorkspaceSuite

if TYPE_CHECKING:
    from dayleaf.ports import Clock, Workspace


class TestFolderWorkspace(WorkspaceSuite):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def make(self) -> Workspace:
        return FolderWorkspace(self.folder)

    def save(self, _: Workspace, path: str, data: bytes, /) -> None:
        page = self.folder / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.with_name("save~").write_bytes(data)
        page.with_name("save~").rename(page)

    def remove(self, _: Workspace, path: str, /) -> None:
        (self.folder / path).unlink()


class TestFolderWorkspaceThroughALink(TestFolderWorkspace):
    def make(self) -> Workspace:
        link = self.folder.with_name(self.folder.name + "-link")
        link.symlink_to(self.folder)
        return FolderWorkspace(link)


class TestFolderWorkspaceWithoutSwap(TestFolderWorkspace):
    """On a file system that can neither swap two names nor link, as some network ones."""

    @pytest.fixture(autouse=True)
    def _no_swap(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_link(*_: object, **__: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr("dayleaf.adapters.files.exchange._rename", lambda: None)
        monkeypatch.setattr(os, "link", no_link)


class TestFolderWorkspaceWithoutFlock(TestFolderWorkspace):
    """Where the system knows no `flock`, as on Windows: filelock finds a way."""

    @pytest.fixture(autouse=True)
    def _no_flock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_flock(*_: object) -> None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

        monkeypatch.setattr("dayleaf.adapters.files.lock.fcntl", SimpleNamespace(flock=no_flock, LOCK_EX=0, LOCK_NB=0))


class TestRamWorkspace(WorkspaceSuite):
    def make(self) -> Workspace:
        return RamWorkspace()

    def save(self, workspace: Workspace, path: str, data: bytes, /) -> None:
        assert isinstance(workspace, RamWorkspace)
        workspace.save(path, data)

    def remove(self, workspace: Workspace, path: str, /) -> None:
        assert isinstance(workspace, RamWorkspace)
        workspace.remove(path)


class TestSystemClock(ClockSuite):
    def make(self) -> Clock:
        return SystemClock()


class TestSystemClockInAZone(ClockSuite):
    def make(self) -> Clock:
        return SystemClock("Europe/Berlin")

    def test_its_day_is_the_zones(self) -> None:
        assert SystemClock("Pacific/Kiritimati").now().utcoffset() == dt.timedelta(hours=14)

    @pytest.mark.parametrize("name", ["Mars/Olympus", "../../etc/passwd", "", "Europe", "/etc/localtime", "a\x00b"])
    def test_a_zone_nobody_knows_is_wrong_usage(self, name: str) -> None:
        with pytest.raises(UsageError, match="time zone"):
            SystemClock(name)


class TestFixedClock(ClockSuite):
    def make(self) -> Clock:
        return FixedClock(dt.datetime.fromisoformat("2025-12-01T09:00:00+01:00"))

    def test_it_stands_still(self) -> None:
        clock = self.make()
        assert clock.now() == clock.now() == dt.datetime(2025, 12, 1, 8, tzinfo=dt.UTC)

    def test_without_an_offset_the_moment_is_local(self) -> None:
        naive = dt.datetime(2025, 12, 1, 9)  # noqa: DTZ001 - that is the point
        assert FixedClock(naive).now().replace(tzinfo=None) == naive
