"""This machine's own state, in a folder and in RAM."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dayleaf.adapters.machine import FolderMachine, RamMachine
from dayleaf.core.errors import DiskFailed


@pytest.fixture(params=["folder", "ram"])
def machine(request, tmp_path):
    return FolderMachine(tmp_path / ".memory") if request.param == "folder" else RamMachine()


def test_files(machine) -> None:
    assert machine.read("list") == ""
    machine.append("list", "a\n")
    machine.append("list", "b\n")
    assert machine.read("list") == "a\nb\n"
    machine.replace("list", "c")
    machine.append("list", "d\n")
    assert machine.read("list") == "c\nd\n"


def test_a_name_is_held_by_one(machine) -> None:
    with machine.lease("x") as mine:
        assert mine
        with machine.lease("x") as other:
            assert not other
        with machine.lease("y") as another:
            assert another
    with machine.lease("x") as again:
        assert again


def test_a_name_is_held_against_other_processes_and_dies_with_its_holder(tmp_path) -> None:
    code = (
        "import sys, pathlib\nfrom dayleaf.adapters.machine import FolderMachine\n"
        "with FolderMachine(pathlib.Path(sys.argv[1])).lease('x') as mine:\n    print(mine, flush=True)\n    sys.stdin.read()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "True\n"
        with FolderMachine(tmp_path).lease("x") as mine:
            assert not mine
        holder.kill()
        holder.wait()
    with FolderMachine(tmp_path).lease("x") as mine:
        assert mine


def test_a_folder_that_cannot_be_written_says_so(tmp_path) -> None:
    (tmp_path / ".memory").write_text("a file", "utf-8")
    with pytest.raises(DiskFailed):
        FolderMachine(tmp_path / ".memory").append("list", "a\n")
    assert FolderMachine(tmp_path / ".memory").read("list") == ""
