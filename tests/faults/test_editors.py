"""Beside an editor that knows no lock: what a person saves is kept, and so is what we write."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dayleaf.adapters.files import FolderWorkspace, exchange, write
from dayleaf.core.errors import EditConflict
from dayleaf.testing.workspace import append

DAY = "memory/2025-11-27.md"
FORK = multiprocessing.get_context("fork")
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    return tmp_path


def leftovers(root: Path) -> list[Path]:
    return list(root.rglob(".dayleaf-*"))


def write_many(root: Path, count: int) -> None:
    workspace = FolderWorkspace(root)
    number = 0
    while number < count:
        with contextlib.suppress(EditConflict):  # nothing was written: once more
            workspace.change(DAY, append(DAY, f"machine-{number}\n"))
            number += 1


def edit_by_rename(page: Path, line: str) -> None:
    """As vim and most editors save: a new file, renamed over the old one, if that is still what was loaded."""
    new = page.with_name("page.md~")
    while True:
        loaded = page.read_bytes()
        new.write_bytes(loaded + line.encode())
        if page.read_bytes() == loaded:
            new.rename(page)
            return


def edit_in_place(page: Path, line: str) -> None:
    """As a shell's `>>` or nano: the same file opened for writing."""
    with page.open("ab") as file:
        file.write(line.encode())


@pytest.mark.parametrize("by_rename", [True, False])
def test_a_save_at_the_very_moment_of_publishing_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch, *, by_rename: bool) -> None:
    page = root / DAY
    page.write_text("old\n")
    swap = exchange.exchange
    saves = iter([b"person 1\n", b"person 2\n"])

    def saved_first(folder: int, one: str, other: str) -> bool:
        """The editor is quicker than the swap, by a microsecond, twice."""
        data = next(saves, None)
        if data is not None:
            target = page.with_name("page.md~") if by_rename else page
            target.write_bytes(data)
            target.rename(page)
        return swap(folder, one, other)

    monkeypatch.setattr(write, "exchange", saved_first)
    FolderWorkspace(root).change(DAY, append(DAY, "machine\n"))
    assert page.read_bytes() == b"person 2\nmachine\n"
    assert leftovers(root) == []


def test_a_save_into_the_file_just_swapped_out_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = root / DAY
    page.write_text("old\n")
    sync = write.sync_folder
    with page.open("r+b", buffering=0) as editor:

        def saved_first(folder: int) -> None:
            sync(folder)
            if editor.tell() == 0:
                editor.write(b"person\n")

        monkeypatch.setattr(write, "sync_folder", saved_first)
        FolderWorkspace(root).change(DAY, append(DAY, "machine\n"))
    assert page.read_bytes() == b"person\nmachine\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells who has a file open")
@pytest.mark.parametrize("again", [False, True], ids=["", "and another line reaches the new page"])
def test_a_line_added_late_to_a_page_opened_before_the_swap_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch, *, again: bool) -> None:
    page = root / DAY
    page.write_bytes(b"start\n")
    late: list[threading.Timer] = []
    swap = write.exchange

    def swapped(folder: int, one: str, other: str) -> bool:
        if not late:
            file = page.open("ab")
            late.append(threading.Timer(0.03, lambda: (file.write(b"late\n"), file.close())))
            late[0].start()
            done = swap(folder, one, other)
            if again:
                edit_in_place(page, "again\n")
            return done
        return swap(folder, one, other)

    monkeypatch.setattr(write, "exchange", swapped)
    FolderWorkspace(root).change(DAY, append(DAY, "machine\n"))
    late[0].join()
    assert set(page.read_text().splitlines()) >= {"start", "late", "machine", *(["again"] if again else [])}


def test_a_page_that_is_being_saved_in_place_is_waited_for(root: Path) -> None:
    page = root / DAY
    page.write_text("old\n")
    emptied = os.pipe()

    def save() -> None:
        with page.open("wb", buffering=0) as file:
            os.write(emptied[1], b"x")
            time.sleep(0.05)
            file.write(b"old\nperson\n")

    child = FORK.Process(target=save)
    child.start()
    os.read(emptied[0], 1)
    FolderWorkspace(root).change(DAY, append(DAY, "machine\n"))
    child.join()
    assert child.exitcode == 0
    assert page.read_bytes() == b"old\nperson\nmachine\n"
    for end in emptied:
        os.close(end)


@pytest.mark.parametrize("save", [edit_by_rename, edit_in_place])
def test_an_editor_saving_all_the_time_loses_nothing_and_makes_nothing_lost(root: Path, save: Callable[[Path, str], None]) -> None:
    page = root / DAY
    page.write_text("0\n")
    child = FORK.Process(target=write_many, args=(root, 100))
    child.start()
    saved = 0
    while child.is_alive():
        save(page, f"person-{saved}\n")
        saved += 1
        time.sleep(0.01)
    assert child.exitcode == 0
    assert saved > 5
    lines = page.read_text().splitlines()
    ours = [line for line in lines if line.startswith("machine")]
    theirs = [line for line in lines if line.startswith("person")]
    if save is edit_in_place:  # adds to the file, so takes nothing of ours away
        assert ours == [f"machine-{number}" for number in range(100)]
    else:  # may rename over a line of ours that came after its last look; we never over one of its
        assert theirs == [f"person-{number}" for number in range(saved)]
        assert len(ours) == len(set(ours))
