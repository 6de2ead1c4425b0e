"""What the sweep over a workspace offers, what it leaves out and why, and what an index must look at again."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.adapters.files.listing import REMEMBERED_NS, UNSETTLED_NS, Known, sweep
from dayleaf.core.errors import WorkspaceMissing
from dayleaf.core.listing import Listing, Shelved, Stamp, difference


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with one page, and something beside it that is none of its business."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_text("secret\n")
    folder = tmp_path / "workspace"
    page(folder, "memory/2025-11-27.md")
    return folder


def page(root: Path, path: str, text: str = "x\n") -> Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def link(root: Path, path: str, target: str | Path) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).symlink_to(target)


def paths(listing: Listing) -> list[str]:
    return [stamp.path for stamp in listing.stamps]


def codes(listing: Listing) -> list[tuple[str, str]]:
    return [(problem.source.path, problem.code) for problem in listing.problems]


class TestLinks:
    @pytest.mark.parametrize("target", ["../../outside/secret.md", "../../outside", "/etc", "/etc/hostname"])
    def test_one_that_leads_out_is_a_problem_and_not_read(self, root: Path, target: str) -> None:
        link(root, "memory/away.md", target)
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("memory/away.md", "symlink_outside")]

    def test_a_whole_folder_that_leads_out_is_one_problem(self, root: Path) -> None:
        link(root, "bank", "../outside")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("bank", "symlink_outside")]

    def test_a_neighbour_whose_name_begins_like_ours_is_outside(self, root: Path) -> None:
        page(root.with_name("workspace2"), "secret.md")
        link(root, "memory/away.md", "../../workspace2/secret.md")
        assert codes(FolderWorkspace(root).listing()) == [("memory/away.md", "symlink_outside")]

    def test_a_link_through_a_link_that_leads_out(self, root: Path) -> None:
        link(root, "other", "../outside")
        link(root, "memory/away.md", "../other/secret.md")
        assert codes(FolderWorkspace(root).listing()) == [("memory/away.md", "symlink_outside")]

    def test_one_that_leads_nowhere(self, root: Path) -> None:
        link(root, "memory/gone.md", "nothing.md")
        link(root, "bank", "no-folder")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("bank", "symlink_dangling"), ("memory/gone.md", "symlink_dangling")]

    @pytest.mark.parametrize("target", ["..", ".", "../memory", "../../workspace"])
    def test_a_folder_that_leads_back_to_where_it_lies(self, root: Path, target: str) -> None:
        link(root, "memory/again", target)
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("memory/again", "symlink_loop")]

    def test_links_that_lead_to_each_other(self, root: Path) -> None:
        link(root, "memory/a.md", "b.md")
        link(root, "memory/b.md", "a.md")
        assert codes(FolderWorkspace(root).listing()) == [("memory/a.md", "symlink_loop"), ("memory/b.md", "symlink_loop")]

    def test_a_second_name_of_a_page_is_not_offered(self, root: Path) -> None:
        link(root, "memory/today.md", "2025-11-27.md")
        link(root, "bank/logs", "../memory")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("bank/logs", "same_file"), ("memory/today.md", "same_file")]

    def test_a_page_that_lies_elsewhere_in_the_workspace_is_offered_once_by_its_link(self, root: Path) -> None:
        page(root, "notes/core.md", "core\n")
        link(root, "memory.md", "notes/core.md")
        link(root, "bank", "notes")
        workspace = FolderWorkspace(root)
        listing = workspace.listing()
        assert paths(listing) == ["bank/core.md", "memory/2025-11-27.md"]
        assert codes(listing) == [("memory.md", "same_file")]
        assert workspace.read("bank/core.md") == b"core\n"

    def test_links_met_behind_a_link_are_judged_too(self, root: Path) -> None:
        page(root, "notes/a.md")
        link(root, "notes/back", "../memory")
        link(root, "notes/self", ".")
        link(root, "notes/out", "../../outside")
        link(root, "memory/notes", "../notes")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md", "memory/notes/a.md"]
        assert codes(listing) == [
            ("memory/notes/back", "same_file"),
            ("memory/notes/out", "symlink_outside"),
            ("memory/notes/self", "symlink_loop"),
        ]

    def test_one_into_a_hidden_folder_is_not_read(self, root: Path) -> None:
        page(root, ".git/notes.md")
        link(root, "memory/git.md", "../.git/notes.md")
        assert codes(FolderWorkspace(root).listing()) == [("memory/git.md", "symlink_hidden")]

    def test_links_that_are_no_business_of_the_memory_are_no_problem(self, root: Path) -> None:
        link(root, "node_modules", "../outside")
        link(root, "README.md", "nothing")
        link(root, "memory/photo.jpg", "nothing.jpg")
        link(root, "memory/.#2025-11-27.md", "user@host.1234")
        assert FolderWorkspace(root).listing().problems == ()

    def test_the_root_itself_may_be_reached_through_one(self, root: Path) -> None:
        link(root.parent, "way", "workspace")
        link(root, "memory/today.md", root.parent / "way" / "memory" / "2025-11-27.md")
        workspace = FolderWorkspace(root.parent / "way")
        assert paths(workspace.listing()) == ["memory/2025-11-27.md"]
        assert workspace.read("memory/today.md") == b"x\n"


class TestNames:
    def test_a_name_that_is_no_utf8_is_a_problem(self, root: Path) -> None:
        page(root, os.fsdecode(b"memory/caf\xe9.md"))
        page(root, os.fsdecode(b"memory/\xff/inner.md"))
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("memory/?", "bad_name"), ("memory/caf?.md", "bad_name")]

    @pytest.mark.parametrize("name", ["a\nb.md", "a\\b.md", "nul.md"])
    def test_a_name_no_page_may_have_is_a_problem(self, root: Path, name: str) -> None:
        page(root, f"memory/{name}")
        assert codes(FolderWorkspace(root).listing()) == [(f"memory/{name}", "bad_name")]

    def test_a_page_whose_name_ends_in_capitals_is_reported(self, root):
        (root / "memory").mkdir(exist_ok=True)
        (root / "memory" / "2025-11-27.MD").write_text("hello", encoding="utf-8")
        (root / "README.MD").write_text("no page of the memory anyway", encoding="utf-8")
        assert codes(FolderWorkspace(root).listing()) == [("memory/2025-11-27.MD", "bad_name")]

    def test_every_path_offered_can_be_read(self, root: Path) -> None:
        for name in ("Größe", "日本", "a b", "x#y", "．．", "%2e%2e", "c:d", "emoji 🎉", "~"):
            page(root, f"memory/{name}.md")
        workspace = FolderWorkspace(root)
        listing = workspace.listing()
        assert len(listing.stamps) == 10
        assert listing.problems == ()
        assert all(workspace.read(stamp.path) == b"x\n" for stamp in listing.stamps)

    def test_hidden_ones_are_left_out_quietly(self, root: Path) -> None:
        for path in (".memory/x.md", "memory/.dreams/x.md", "memory/.x.md", "bank/.obsidian/x.md"):
            page(root, path)
        assert paths(FolderWorkspace(root).listing()) == ["memory/2025-11-27.md"]


class TestCore:
    def test_two_core_pages_are_a_problem(self, root: Path) -> None:
        page(root, "memory.md")
        page(root, "MEMORY.md")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory.md", "memory/2025-11-27.md"]
        assert codes(listing) == [("MEMORY.md", "two_core_files")]

    def test_the_upper_case_one_alone_is_the_core(self, root: Path) -> None:
        page(root, "MEMORY.md")
        assert paths(FolderWorkspace(root).listing())[0] == "MEMORY.md"

    def test_one_as_a_link_to_the_other_is_no_conflict(self, root: Path) -> None:
        page(root, "MEMORY.md")
        link(root, "memory.md", "MEMORY.md")
        listing = FolderWorkspace(root).listing()
        assert paths(listing)[0] == "MEMORY.md"
        assert codes(listing) == [("memory.md", "same_file")]


class TestSpecialFiles:
    def test_pipes_and_sockets_are_never_opened(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(root / "memory" / "pipe.md")
        monkeypatch.chdir(root / "memory")  # a socket's path must be short
        with socket.socket(socket.AF_UNIX) as waiting:
            waiting.bind("socket.md")
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("memory/pipe.md", "no_file"), ("memory/socket.md", "no_file")]

    def test_a_folder_named_like_a_page_is_a_folder(self, root: Path) -> None:
        page(root, "memory/odd.md/inner.md")
        assert paths(FolderWorkspace(root).listing()) == ["memory/2025-11-27.md", "memory/odd.md/inner.md"]

    def test_a_page_beyond_the_limit_is_a_problem(self, root: Path) -> None:
        os.truncate(page(root, "memory/huge.md"), 300 * 1024 * 1024)
        assert codes(FolderWorkspace(root).listing()) == [("memory/huge.md", "too_large")]

    def test_a_folder_that_cannot_be_read_is_a_problem(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        page(root, "bank/world.md")
        scandir = os.scandir

        def refuse(place: str) -> object:
            if place.endswith("bank/"):
                raise PermissionError(13, "Permission denied")
            return scandir(place)

        monkeypatch.setattr(os, "scandir", refuse)  # modes do not stop root
        listing = FolderWorkspace(root).listing()
        assert paths(listing) == ["memory/2025-11-27.md"]
        assert codes(listing) == [("bank", "unreadable")]


class TestMorePages:
    def test_patterns_add_pages_elsewhere(self, root: Path) -> None:
        for path in ("notes/a.md", "notes/deep/b.md", "TODO.md", "src/c.md"):
            page(root, path)
        assert paths(FolderWorkspace(root, ["notes/**", "TODO.md"]).listing()) == [
            "TODO.md",
            "memory/2025-11-27.md",
            "notes/a.md",
            "notes/deep/b.md",
        ]
        assert "src/c.md" in paths(FolderWorkspace(root, ["**/*.md"]).listing())

    def test_folders_no_pattern_names_are_not_even_opened(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        page(root, "node_modules/deep/README.md")
        opened = []
        scandir = os.scandir
        monkeypatch.setattr(os, "scandir", lambda place: opened.append(place) or scandir(place))
        FolderWorkspace(root, ["notes/*.md"]).listing()
        assert not [place for place in opened if "node_modules" in place]


class TestStamps:
    def test_a_page_just_changed_is_not_settled(self, root: Path) -> None:
        [stamp] = FolderWorkspace(root).listing().stamps
        assert not stamp.settled
        [later] = sweep(str(root), (), stamp.mtime_ns + UNSETTLED_NS + 1).stamps
        assert later.settled

    def test_a_page_from_the_future_is_not_settled(self, root: Path) -> None:
        os.utime(root / "memory" / "2025-11-27.md", (2e9 * 2, 2e9 * 2))
        assert [stamp.settled for stamp in FolderWorkspace(root).listing().stamps] == [False]

    def test_a_vanished_workspace_is_an_error_not_an_empty_memory(self, root: Path) -> None:
        workspace = FolderWorkspace(root)
        root.rename(root.with_name("moved"))
        with pytest.raises(WorkspaceMissing):
            workspace.listing()
        with pytest.raises(WorkspaceMissing, match="there is no folder"):
            FolderWorkspace(root)

    def test_a_thousand_pages_take_a_few_milliseconds(self, root: Path) -> None:
        for number in range(1000):
            page(root, f"memory/{number % 12}/{number}.md")
        workspace = FolderWorkspace(root)
        best = min(_seconds(workspace) for _ in range(5))
        assert len(workspace.listing().stamps) == 1001
        assert best < 0.04  # measured: 2 ms once the names are remembered; the rest is room for a busy machine


def _seconds(workspace: FolderWorkspace) -> float:
    start = time.perf_counter()
    workspace.listing()
    return time.perf_counter() - start


class TestRemembering:
    """All sweeps here happen later than the files were made, so that every folder counts as settled."""

    def later(self, root: Path, known: Known, after: int = 2 * UNSETTLED_NS) -> list[str]:
        return paths(sweep(str(root), (), time.time_ns() + after, known))

    def test_a_folder_that_did_not_change_is_not_read_again(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        known = Known()
        seen = self.later(root, known)
        monkeypatch.setattr(os, "scandir", lambda place: pytest.fail(f"{place} was read again"))
        assert self.later(root, known) == seen == ["memory/2025-11-27.md"]

    def test_one_just_changed_is_not_remembered(self, root: Path) -> None:
        known = Known()
        sweep(str(root), (), time.time_ns(), known)
        assert known.folders == {}

    def test_a_page_changed_in_place_is_seen_though_its_folder_is_as_it_was(self, root: Path) -> None:
        known = Known()
        self.later(root, known)
        time.sleep(0.02)  # the folder's clock must tick
        page(root, "memory/2025-11-27.md", "longer\n")
        [stamp] = sweep(str(root), (), time.time_ns(), known).stamps
        assert (stamp.size, stamp.settled) == (7, False)

    def test_a_page_that_became_a_link_out_of_the_workspace(self, root: Path) -> None:
        known = Known()
        self.later(root, known)
        time.sleep(0.02)
        link(root, "memory/new", "../../outside/secret.md")
        (root / "memory" / "new").rename(root / "memory" / "2025-11-27.md")
        listing = sweep(str(root), (), time.time_ns(), known)
        assert (paths(listing), codes(listing)) == ([], [("memory/2025-11-27.md", "symlink_outside")])

    def test_a_page_added_behind_a_folders_back(self, root: Path) -> None:
        known = Known()
        self.later(root, known)
        time.sleep(0.02)
        before = (root / "memory").stat()
        page(root, "memory/2025-11-28.md")
        os.utime(root / "memory", ns=(before.st_atime_ns, before.st_mtime_ns))
        assert self.later(root, known) == ["memory/2025-11-27.md", "memory/2025-11-28.md"]

    def test_where_a_folder_never_shows_that_it_changed_names_are_remembered_for_a_minute(self, root: Path) -> None:
        known = Known()
        self.later(root, known)
        known.folders["memory/", "memory/"] = known.folders["memory/", "memory/"]._replace(pages=())  # as if it had been empty then
        known.last = None
        assert self.later(root, known) == []
        assert self.later(root, known, 3 * UNSETTLED_NS + REMEMBERED_NS) == ["memory/2025-11-27.md"]
        known.folders["memory/", "memory/"] = known.folders["memory/", "memory/"]._replace(pages=())
        known.last = None
        assert self.later(root, known) == ["memory/2025-11-27.md"]  # the clock went back

    def test_what_is_gone_is_forgotten(self, root: Path) -> None:
        known = Known()
        page(root, "bank/world.md")
        self.later(root, known)
        assert ("bank/", "bank/") in known.folders
        (root / "bank" / "world.md").unlink()
        (root / "bank").rmdir()
        self.later(root, known)
        assert ("bank/", "bank/") not in known.folders


class TestDifference:
    OLD = Stamp("a.md", 1, 1)

    def look(self, now: Stamp, held: Stamp) -> list[str]:
        return [stamp.path for stamp in difference(Listing((now,)), {held.path: Shelved(held, b"")}).look]

    def test_nothing_changed(self) -> None:
        assert not difference(Listing((self.OLD,)), {"a.md": Shelved(self.OLD, b"")})

    def test_size_or_time_changed(self) -> None:
        assert self.look(Stamp("a.md", 2, 1), self.OLD) == ["a.md"]
        assert self.look(Stamp("a.md", 1, 2), self.OLD) == ["a.md"]

    def test_what_was_not_settled_is_looked_at_again(self) -> None:
        assert self.look(self.OLD, Stamp("a.md", 1, 1, settled=False)) == ["a.md"]

    def test_new_and_gone(self) -> None:
        found = difference(Listing((Stamp("b.md", 1, 1),)), {"a.md": Shelved(self.OLD, b"")})
        assert ([stamp.path for stamp in found.look], found.gone) == (["b.md"], ("a.md",))
