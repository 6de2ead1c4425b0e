"""One commit a pass: of its own pages, with a message that says why; never over what somebody else staged or changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from worlds import NOW, retain

from dayleaf.adapters.git import GitHistory, history_of
from dayleaf.config import Config
from dayleaf.core.errors import Unavailable
from dayleaf.wiring.memory import Memory

FIRST, SECOND, ARCHIVE = "memory/2025-11-03.md", "memory/2025-11-17.md", "bank/archive/2025-12.md"


def git(root: Path, *arguments: str) -> str:
    named = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    return subprocess.run(["git", "-C", str(root), *named, *arguments], check=True, capture_output=True, text=True).stdout


def save(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace in a sub-folder of a repository, with one thing told twice."""
    root = tmp_path / "house" / "notes ü"
    save(root, FIRST, retain("W @Ana: Keeps a logbook of the tides.", "W(cat=home) @Bo: Owns a kiln."))
    save(root, SECOND, retain("W @Ana: keeps a logbook of the tides"))
    save(root, "bank/world.md", "- W @Bo: Owns a kiln!\n")
    save(root, ".gitignore", ".memory/\n")
    git(tmp_path, "init", "-q", "-b", "main", "house")
    for key, value in (("user.name", "Ana"), ("user.email", "ana@example.org"), ("commit.gpgsign", "false")):
        git(root, "config", key, value)
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "what was")
    return root


def dream(root: Path, **options: bool):
    with Memory.open(root, now=NOW, config=Config(zone="Europe/Berlin", git=True)) as memory:
        return memory.dream(**options)


def subjects(root: Path) -> list[str]:
    return git(root, "log", "--format=%s").splitlines()


def test_a_pass_is_one_commit_that_says_what_and_why(root: Path) -> None:
    done = dream(root)
    assert not done.refused
    assert subjects(root) == ["dayleaf dream: 2 put away", "what was"]
    assert git(root, "show", "--format=%b", "--name-only", "-z", "HEAD").count(".md") >= 2
    assert "2 put away because: the same statement" in git(root, "log", "-1", "--format=%b")
    assert git(root, "status", "--porcelain") == ""


def test_a_pass_that_changes_nothing_commits_nothing(root: Path) -> None:
    dream(root)
    dream(root)
    assert len(subjects(root)) == 2


def test_a_rehearsal_commits_nothing(root: Path) -> None:
    dream(root, dry_run=True)
    assert subjects(root) == ["what was"]


def test_what_somebody_staged_is_left_alone(root: Path) -> None:
    save(root, "memory/2025-11-20.md", retain("W @Cy: Is new."))
    git(root, "add", "memory/2025-11-20.md")
    done = dream(root)
    assert "changes of yours are staged" in done.refused[0].why
    assert subjects(root) == ["what was"]
    assert "2025-11-20" in git(root, "diff", "--cached", "--name-only")
    assert (root / ARCHIVE).exists()


def test_a_page_that_holds_changes_of_somebody_else_is_left_to_him(root: Path) -> None:
    save(root, "bank/world.md", "- W @Bo: Owns a kiln!\n- W @Cy: By hand.\n")
    done = dream(root)
    assert [one.why for one in done.refused] == ["not committed, for they hold changes of yours: bank/world.md"]
    assert git(root, "show", "--name-only", "--format=", "HEAD").count("archive") == 1
    assert "By hand" not in git(root, "show", "HEAD:./bank/world.md")


def test_in_the_middle_of_a_merge_nothing_is_committed(root: Path) -> None:
    (root.parent / ".git/MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
    assert "in the middle of something" in dream(root).refused[0].why


def test_a_hook_that_refuses_is_reported_and_nothing_stays_staged(root: Path) -> None:
    hook = root.parent / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho no commits today >&2\nexit 1\n")
    hook.chmod(0o755)
    assert "git refused: no commits today" in dream(root).refused[0].why
    assert git(root, "diff", "--cached", "--name-only") == ""


def test_an_audit_proves_each_pass_and_finds_one_that_lost_something(root: Path) -> None:
    dream(root)
    with Memory.open(root, now=NOW, config=Config(zone="Europe/Berlin", git=True)) as memory:
        assert memory.audit().ok
        save(root, FIRST, retain("W(cat=home) @Bo: Owns a kiln."))
        git(root, "commit", "-q", "-am", "dayleaf dream: 1 put away")
        found = memory.audit()
    assert len(found.vanished) == 1
    assert not found.ok


def test_outside_of_a_repository_there_is_no_history(tmp_path: Path) -> None:
    assert history_of(tmp_path) is None
    with pytest.raises(Unavailable):
        GitHistory(tmp_path / "nowhere").unsaved()
