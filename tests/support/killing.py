"""Kill a pass at any of its writes, or act while it is about to write: what tests of faults share."""

from __future__ import annotations

import datetime as dt
import os
import signal
from collections.abc import Callable
from pathlib import Path

from worlds import InRam

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.header import read_header
from dayleaf.adapters.ram_index import RamIndex
from dayleaf.adapters.system import FixedClock
from dayleaf.memory import Memory
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Keeper

NOW = dt.datetime(2026, 3, 9, 20, tzinfo=dt.UTC)
CALLS = ("open", "write", "fsync", "link", "replace", "unlink", "mkdir", "fchmod", "close", "rename")


def remembered(root: Path) -> Memory:
    workspace = FolderWorkspace(root, patience=5)
    keeper = Keeper(workspace, RamIndex, RamIndex, RamIndex, read_header)
    return Memory(Ground(workspace, keeper, FixedClock(NOW), read_header, lambda *_: []))


class Killer:
    """Kills its own process at the n-th system call that writes: before it, half-way through it, or after it."""

    def __init__(self, point: int) -> None:
        self.left = point

    def arm(self) -> None:
        for name in CALLS:
            setattr(os, name, self.wrap(name, getattr(os, name)))

    def wrap(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*args, **named):
            self.tick()
            if name == "write" and self.left == 1:
                call(args[0], memoryview(args[1])[: len(args[1]) // 2])
            self.tick()
            result = call(*args, **named)
            self.tick()
            return result

        return counted

    def tick(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def in_a_child(work: Callable[[], object]) -> int:
    child = os.fork()
    if not child:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def meanwhile(world: InRam, act: Callable[[], object]) -> None:
    """Do something the first time a page is about to be written: after it was read, before it is published."""
    change, acted = world.workspace.change, []

    def disturbed(path, decide):
        def decided(data):
            edit = decide(data)
            if not acted:
                acted.append(True)
                act()
            return edit

        return change(path, decided)

    world.workspace.change = disturbed  # type: ignore[method-assign]
