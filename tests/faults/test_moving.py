"""A page that is moved or discarded is in one place, whole, whatever goes wrong."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from dayleaf.adapters.files import FolderWorkspace, moving
from dayleaf.core.errors import DayleafError, DiskFailed, EditConflict, PathRefused

PAGE, OTHER = "bank/world.md", "bank/old/world.md"


@pytest.fixture
def workspace(tmp_path: Path) -> FolderWorkspace:
    (tmp_path / "bank").mkdir()
    (tmp_path / PAGE).write_bytes(b"tea\r\n\xff")
    return FolderWorkspace(tmp_path, patience=0.2)


def pages(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_leaves_the_page_where_it_was(workspace, tmp_path, monkeypatch, number):
    def failing(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(moving, "sync_folder", failing)
    for call in (lambda: workspace.move(PAGE, OTHER), lambda: workspace.discard(PAGE)):
        with pytest.raises(DiskFailed):
            call()
        assert pages(tmp_path) == {PAGE: b"tea\r\n\xff"}


def test_a_folder_that_may_not_be_written_is_said_to_be_so(workspace, tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(moving, "move", refused)
    with pytest.raises(DiskFailed, match="permission is denied"):
        workspace.move(PAGE, OTHER)
    assert pages(tmp_path) == {PAGE: b"tea\r\n\xff"}


@pytest.mark.parametrize("place", [".memory", ".memory/trash"])
def test_a_trash_that_leads_elsewhere_is_not_used(workspace, tmp_path, tmp_path_factory, place):
    outside = tmp_path_factory.mktemp("outside")
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).symlink_to(outside)
    with pytest.raises(PathRefused):
        workspace.discard(PAGE)
    assert list(outside.iterdir()) == []
    assert (tmp_path / PAGE).read_bytes() == b"tea\r\n\xff"


def test_a_link_is_neither_moved_nor_discarded(workspace, tmp_path):
    (tmp_path / "bank/link.md").symlink_to(tmp_path / PAGE)
    for call in (lambda: workspace.move("bank/link.md", OTHER), lambda: workspace.discard("bank/link.md")):
        with pytest.raises(PathRefused, match="symbolic link"):
            call()
    assert (tmp_path / PAGE).read_bytes() == b"tea\r\n\xff"


def test_a_target_that_leads_out_is_refused(workspace, tmp_path, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (tmp_path / "bank/old").symlink_to(outside)
    with pytest.raises(PathRefused, match="leads out"):
        workspace.move(PAGE, OTHER)
    assert list(outside.iterdir()) == []


def test_of_many_who_move_one_page_one_does(workspace, tmp_path):
    told: list[str] = []

    def move(number):
        try:
            FolderWorkspace(tmp_path).move(PAGE, f"bank/{number}.md")
            told.append("moved")
        except DayleafError as error:
            told.append(error.code)

    threads = [threading.Thread(target=move, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["moved", *["page_missing"] * 7]
    assert list(pages(tmp_path).values()) == [b"tea\r\n\xff"]


def test_two_who_swap_pages_do_not_wait_for_each_other_for_ever(tmp_path):
    (tmp_path / "bank").mkdir()
    for name in "ab":
        (tmp_path / f"bank/{name}.md").write_text(name)

    def swap(one, other):
        workspace = FolderWorkspace(tmp_path)
        for _ in range(20):
            try:
                workspace.move(f"bank/{one}.md", f"bank/{other}{other}.md")
                workspace.move(f"bank/{other}{other}.md", f"bank/{one}.md")
            except EditConflict:
                pass

    threads = [threading.Thread(target=swap, args=pair) for pair in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert not any(thread.is_alive() for thread in threads)
    assert pages(tmp_path) == {"bank/a.md": b"a", "bank/b.md": b"b"}


def test_what_a_person_puts_into_the_trash_is_left_alone(workspace, tmp_path):
    gone = workspace.discard(PAGE)
    (tmp_path / ".memory/trash/mine.md").write_text("x")
    (tmp_path / ".memory/trash/notes").mkdir()
    (tmp_path / ".memory/trash/notes/a.md").write_text("x")
    assert workspace.discarded() == (gone,)
    for place in (".memory/trash/mine.md", ".memory/trash/../../bank/a.md", ".memory/index.sqlite"):
        with pytest.raises(DayleafError):
            workspace.recover(place)
    assert workspace.recover(gone.place) == PAGE
    assert not (tmp_path / gone.place).parent.parent.exists()
