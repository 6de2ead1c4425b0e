"""Whatever happens to the files of a workspace: a sweep that remembers the folders' names sees what a fresh one sees."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import unicodedata
from pathlib import Path
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from dayleaf.adapters.files import listing
from dayleaf.adapters.files.listing import Known, sweep
from dayleaf.core.errors import WorkspaceMissing

TICK_NS = 15_000_000
"""Longer than the clock of any file system here stands still (4 or 10 ms)."""

FOLDERS = ("memory", "memory/deep", "memory/deep/er", "bank", "bank/entities", "notes")
NAMES = ("a.md", "b.md", "c.txt", ".hidden.md", "Zoë.md", unicodedata.normalize("NFD", "Zoë.md"), "con.md", "deep", "entities", "er")
TARGETS = ("a.md", "../memory/a.md", "../bank", "..", "deep", "entities", "nothing", "../../outside", "../../outside/a.md")

places = st.builds("{}/{}".format, st.sampled_from(FOLDERS), st.sampled_from(NAMES)) | st.sampled_from(("memory.md", "MEMORY.md", *FOLDERS))
folders = st.sampled_from(FOLDERS)
texts = st.sampled_from(("", "one\n", "two\n", "and three\n"))


def clear(place: Path) -> None:
    """Let nothing stand there."""
    if place.is_symlink() or place.is_file() or place.is_fifo():
        place.unlink()
    elif place.is_dir():
        shutil.rmtree(place)


class Sweeps(RuleBasedStateMachine):
    """One long-lived memory of names, compared with none after every step; time passes only when `wait` says so."""

    @initialize()
    def begin(self) -> None:
        self.above = Path(os.path.realpath(tempfile.mkdtemp(prefix="dayleaf-sweeps-")))
        self.root = self.above / "workspace"
        for folder in FOLDERS:
            (self.root / folder).mkdir(parents=True)
        (self.root / "memory" / "a.md").write_text("a\n")
        (self.above / "outside").mkdir()
        (self.above / "outside" / "a.md").write_text("outside\n")
        self.known: dict[tuple[str, ...], Known] = {(): Known(), ("notes/**",): Known()}
        self.compare()

    def compare(self) -> None:
        for include, known in self.known.items():
            now = time.time_ns()
            try:
                fresh = sweep(str(self.root), include, now)
            except WorkspaceMissing:
                continue
            assert sweep(str(self.root), include, now, known) == fresh
            assert sweep(str(self.root), include, now, known) == fresh

    def at(self, path: str) -> Path:
        """The place, free, in real folders: no step of this machine ever writes through a link."""
        place = self.root / path
        for above in reversed(place.relative_to(self.root).parents):
            folder = self.root / above
            if folder.is_symlink() or not folder.is_dir():
                clear(folder)
                folder.mkdir()
        clear(place)
        return place

    def stands(self, path: str) -> Path | None:
        """What stands at the place, if it is no link and the way to it leads through none."""
        place = self.root / path
        return place if os.path.lexists(place) and os.path.realpath(place) == str(place) else None

    @rule()
    def wait(self) -> None:
        time.sleep(TICK_NS * 1.2e-9)
        self.compare()

    @rule(path=places, text=texts)
    def write_in_place(self, path: str, text: str) -> None:
        place = self.stands(path)
        if place and place.is_file():
            place.write_text(text)
        self.compare()

    @rule(path=places, text=texts)
    def rename_over(self, path: str, text: str) -> None:
        place = self.at(path)
        save = place.with_name("save~")
        save.write_text(text)
        save.rename(place)
        self.compare()

    @rule(path=places)
    def remove(self, path: str) -> None:
        if self.stands(str(Path(path).parent)):
            clear(self.root / path)
        self.compare()

    @rule(path=places, to=st.sampled_from(TARGETS))
    def link(self, path: str, to: str) -> None:
        self.at(path).symlink_to(to)
        self.compare()

    @rule(path=places)
    def make_folder_with_a_page(self, path: str) -> None:
        folder = self.at(path)
        folder.mkdir()
        (folder / "a.md").write_text("new\n")
        self.compare()

    @rule(path=places)
    def make_pipe(self, path: str) -> None:
        os.mkfifo(self.at(path))
        self.compare()

    @rule(old=places, new=places)
    def move(self, old: str, new: str) -> None:
        source = self.stands(old)
        if source and not f"{new}/".startswith(f"{old}/") and not f"{old}/".startswith(f"{new}/"):
            target = self.at(new)
            source.rename(target)
        self.compare()

    @rule(folder=folders)
    def move_a_folder_and_put_a_link_in_its_place(self, folder: str) -> None:
        place = self.stands(folder)
        if place and place.is_dir():
            elsewhere = self.at("elsewhere")
            place.rename(elsewhere)
            place.symlink_to(elsewhere)
        self.compare()

    @rule(folder=folders, name=st.sampled_from(NAMES))
    def add_and_set_the_folders_time_back(self, folder: str, name: str) -> None:
        self.at(f"{folder}/again.md")
        before = (self.root / folder).stat()
        self.at(f"{folder}/{name}").write_text("new\n")
        os.utime(self.root / folder, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.compare()

    @rule()
    def replace_the_whole_workspace(self) -> None:
        old = self.above / "old"
        clear(old)
        self.root.rename(old)
        self.compare()
        shutil.copytree(old, self.root, symlinks=True, ignore=lambda folder, names: [n for n in names if (Path(folder) / n).is_fifo()])
        self.compare()

    def teardown(self) -> None:
        shutil.rmtree(getattr(self, "above", ""), ignore_errors=True)


class TestSweeps(Sweeps.TestCase):
    settings = settings(max_examples=40, stateful_step_count=20)

    def setUp(self) -> None:
        settled = patch.object(listing, "UNSETTLED_NS", TICK_NS)
        settled.start()
        self.addCleanup(settled.stop)
