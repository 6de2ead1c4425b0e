"""Nothing outside the workspace is ever read or written, whatever a path or a link says."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayleaf.adapters.files import FolderWorkspace
from dayleaf.core.errors import DayleafError, PageMissing, PathRefused
from dayleaf.core.page.address import parts_of
from dayleaf.testing.workspace import append

SECRET = b"the secret\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_bytes(SECRET)
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "real.md").write_text("real\n")
    return folder


@pytest.fixture(autouse=True)
def _outside_is_untouched(root: Path, tmp_path: Path) -> object:
    yield
    assert [file.name for file in (tmp_path / "outside").iterdir()] == ["secret.md"]
    assert (tmp_path / "outside" / "secret.md").read_bytes() == SECRET


def refused(root: Path, path: str) -> None:
    workspace = FolderWorkspace(root)
    with pytest.raises(PathRefused) as said:
        workspace.read(path)
    assert str(root.parent) not in str(said.value)
    with pytest.raises(PathRefused) as said:
        workspace.change(path, append(path, "written\n"))
    assert str(root.parent) not in str(said.value)


class TestReading:
    @pytest.mark.parametrize("target", ["../../outside/secret.md", "../../outside/new.md"])
    def test_a_link_that_leads_out(self, root: Path, target: str) -> None:
        (root / "memory" / "away.md").symlink_to(target)
        refused(root, "memory/away.md")

    def test_a_folder_on_the_way_that_leads_out(self, root: Path) -> None:
        (root / "memory" / "away").symlink_to(root.parent / "outside")
        refused(root, "memory/away/secret.md")
        refused(root, "memory/away/new.md")
        refused(root, "memory/away/new/new.md")

    def test_a_link_into_a_hidden_folder(self, root: Path) -> None:
        (root / ".git").mkdir()
        (root / ".git" / "config").write_text("x")
        (root / "memory" / "config.md").symlink_to("../.git/config")
        refused(root, "memory/config.md")

    def test_links_that_go_round(self, root: Path) -> None:
        (root / "memory" / "a.md").symlink_to("b.md")
        (root / "memory" / "b.md").symlink_to("a.md")
        refused(root, "memory/a.md")

    def test_a_link_inside_the_workspace_is_followed(self, root: Path) -> None:
        (root / "memory" / "today.md").symlink_to("real.md")
        (root / "logs").symlink_to("memory")
        workspace = FolderWorkspace(root)
        assert workspace.read("memory/today.md") == workspace.read("logs/today.md") == b"real\n"

    def test_a_link_to_nothing_inside_is_a_missing_page(self, root: Path) -> None:
        (root / "memory" / "gone.md").symlink_to("nothing.md")
        with pytest.raises(PageMissing):
            FolderWorkspace(root).read("memory/gone.md")

    @pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFSOCK])
    def test_what_is_no_ordinary_file(self, root: Path, kind: int) -> None:
        os.mknod(root / "memory" / "odd.md", kind | 0o600)
        refused(root, "memory/odd.md")

    def test_a_folder(self, root: Path) -> None:
        refused(root, "memory")

    def test_a_link_put_there_between_looking_and_opening(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real_open = os.open

        def swap_first(path: str, *rest: object, **named: object) -> int:
            if path == "real.md":
                (root / "memory" / "real.md").unlink(missing_ok=True)
                (root / "memory" / "real.md").symlink_to("../../outside/secret.md")
            return real_open(path, *rest, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "open", swap_first)
        with pytest.raises(PathRefused):
            FolderWorkspace(root).read("memory/real.md")


class TestWriting:
    def test_a_link_inside_stays_a_link_and_its_target_is_changed(self, root: Path) -> None:
        (root / "memory" / "today.md").symlink_to("real.md")
        FolderWorkspace(root).change("memory/today.md", append("memory/today.md", "more\n"))
        assert (root / "memory" / "today.md").is_symlink()
        assert (root / "memory" / "real.md").read_bytes() == b"real\nmore\n"

    def test_a_memory_folder_that_is_a_link_is_refused(self, root: Path) -> None:
        (root / ".memory").symlink_to(root.parent / "outside")
        with pytest.raises(PathRefused, match="is not a folder"):
            FolderWorkspace(root).change("memory/real.md", append("memory/real.md", "x\n"))
        assert (root / "memory" / "real.md").read_bytes() == b"real\n"

    def test_a_folder_of_locks_that_is_a_link_is_refused(self, root: Path) -> None:
        (root / ".memory").mkdir()
        (root / ".memory" / "locks").symlink_to(root.parent / "outside")
        with pytest.raises(PathRefused, match="is not a folder"):
            FolderWorkspace(root).change("memory/real.md", append("memory/real.md", "x\n"))

    def test_a_lock_that_is_a_link_is_refused(self, root: Path) -> None:
        (root / ".memory" / "locks").mkdir(parents=True)
        for number in range(64):
            (root / ".memory" / "locks" / f"{number:02}.lock").symlink_to(root.parent / "outside" / "secret.md")
        with pytest.raises(PathRefused, match="is not an ordinary file"):
            FolderWorkspace(root).change("memory/real.md", append("memory/real.md", "x\n"))

    def test_a_temporary_name_that_is_a_link_is_refused(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "urandom", bytes)  # as if somebody had guessed the name
        (root / "memory" / ".dayleaf-0000000000000000.tmp").symlink_to(root.parent / "outside" / "secret.md")
        with pytest.raises(DayleafError):
            FolderWorkspace(root).change("memory/real.md", append("memory/real.md", "x\n"))
        assert (root / "memory" / "real.md").read_bytes() == b"real\n"

    def test_a_link_put_there_while_we_decide(self, root: Path) -> None:
        decide = append("memory/real.md", "x\n")

        def swap_first(data: bytes | None) -> object:
            (root / "memory" / "real.md").unlink(missing_ok=True)
            (root / "memory" / "real.md").symlink_to("../../outside/secret.md")
            return decide(data)

        with pytest.raises(PathRefused):
            FolderWorkspace(root).change("memory/real.md", swap_first)  # type: ignore[arg-type]


PIECES = st.sampled_from(
    ["..", ".", "", "memory", "away", "a", "．．", "%2e%2e", "..\\", "\x00", "~", "C:", ".memory", "nul", "é", "\ud800"]
)


@given(st.lists(PIECES, max_size=6).map("/".join) | st.text(max_size=20))
def test_any_text_is_refused_or_stays_inside(text: str) -> None:
    try:
        parts = parts_of(text)
    except PathRefused as said:
        said.message.encode()
        return
    assert "/".join(parts) == text
    assert os.path.normpath("/w/" + text) == "/w/" + text
