"""Killed at any write of a pass, or written to meanwhile: nothing is lost, and the next pass ends what was begun."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from worlds import NOW, InFolder, InRam, retain

from dayleaf.core.dream.proof import lost
from dayleaf.shell.auditing import pages

FIRST, SECOND, BANK = "memory/2025-11-03.md", "memory/2025-11-17.md", "bank/world.md"
WRITTEN = {
    FIRST: retain("W(cat=hobbies) @Ana: Keeps a logbook of the tides.", "W(cat=home) @Bo: Rents a shed."),
    SECOND: retain("W @Ana: keeps a logbook of the tides"),
    BANK: "- W @Ana: Keeps a logbook of the tides!\n- W @Bo: Rents a shed\n- W @Bo: Owns a kiln.\n",
}
CALLS = ("write", "fsync", "link", "replace", "unlink", "mkdir")
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def killed_at(root: Path, point: int) -> bool:
    """Dream in a process of its own that is killed at the n-th system call that writes; whether it came so far."""
    child = os.fork()
    if not child:
        left = point

        def counted(call):
            def counting(*args, **named):
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return call(*args, **named)

            return counting

        memory = InFolder(root).memory
        memory.facts()
        for name in CALLS:
            setattr(os, name, counted(getattr(os, name)))
        memory.dream()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_killed_at_every_write_nothing_is_lost_and_the_next_pass_ends_it(tmp_path: Path) -> None:
    whole = InFolder(tmp_path / "whole", WRITTEN)
    before = pages(whole.memory._ground)
    whole.memory.dream()
    after = pages(whole.memory._ground)
    point, came = 0, True
    while came:
        point += 1
        root = tmp_path / str(point)
        world = InFolder(root, WRITTEN)
        world.memory.close()
        came = killed_at(root, point)
        memory = world.open()
        assert lost(before, pages(memory._ground)) == []
        memory.dream()
        assert pages(memory._ground) == after
        assert not memory.dream().edits
        memory.close()
    assert point > 10
    whole.memory.close()


class Meanwhile:
    """A workspace in which somebody saves a page just before each change of a pass."""

    def __init__(self, world: InRam) -> None:
        self.world, self.saves = world, 0

    def __getattr__(self, name):
        return getattr(self.world.workspace, name)

    def change(self, path, decide):
        self.saves += 1
        self.world.save(FIRST, (self.world.read(FIRST) or b"") + f"- W @Cy: Told meanwhile, {self.saves}.\n".encode())
        self.world.save(BANK, b"# By hand\n\n" + (self.world.read(BANK) or b""))
        return self.world.workspace.change(path, decide)


def test_what_is_told_during_a_pass_survives_it() -> None:
    world = InRam(WRITTEN)
    memory = world.open()
    editor = Meanwhile(world)
    object.__setattr__(memory._ground, "workspace", editor)
    memory.dream()
    told = world.read(FIRST).decode()
    assert editor.saves >= 2
    assert [f"meanwhile, {number}." in told for number in range(1, editor.saves + 1)] == [True] * editor.saves
    assert world.read(BANK).decode().count("# By hand") == editor.saves
    assert b"Owns a kiln." in world.read(BANK)
    assert world.open().audit().vanished == ()
    assert world.now == NOW
