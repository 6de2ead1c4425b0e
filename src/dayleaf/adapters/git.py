"""GitHistory: the port `History` over the git command. It only ever adds a commit of pages; nothing is forced, reset or pushed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from dayleaf.core.errors import Unavailable
from dayleaf.ports import Passed

SUBJECT = "dayleaf "
"""How the message of a pass begins."""

_TIMEOUT = 60.0
_BUSY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "rebase-merge", "rebase-apply", "sequencer")


class GitHistory:
    """The repository around a workspace.

    Args:
        root: the workspace.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def unsaved(self) -> frozenset[str]:
        """The pages that hold changes nobody committed yet."""
        prefix = self._git("rev-parse", "--show-prefix").decode().removesuffix("\n")
        status = self._git("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--", ".").decode("utf-8", "replace")
        return frozenset(line[3:].removeprefix(prefix) for line in status.split("\0") if len(line) > 3)

    def commit(self, paths: Sequence[str], message: str) -> str | None:
        """Commit these pages, and nothing else; why not, or None."""
        if not paths:
            return None
        folder = Path(os.fsdecode(self._git("rev-parse", "--absolute-git-dir").removesuffix(b"\n")))
        if doing := next((name for name in _BUSY if (folder / name).exists()), None):
            return f"the repository is in the middle of something ({doing})"
        if self._run("diff", "--cached", "--quiet").returncode:
            return "changes of yours are staged; commit them, and the next pass commits its own again"
        self._git("add", "--", *paths)
        done = self._run("commit", "--quiet", "--no-edit", "-m", message, "--only", "--", *paths)
        if done.returncode and not self._run("diff", "--cached", "--quiet").returncode:
            return None  # there was nothing to commit
        if done.returncode:
            self._run("reset", "--quiet", "--", *paths)  # what we staged, and nothing else was
            return f"git refused: {_said(done)}"
        return None

    def passes(self, most: int) -> Iterator[Passed]:
        """The last passes it keeps, youngest first."""
        if self._run("rev-parse", "--verify", "--quiet", "HEAD").returncode:
            return
        log = self._git("log", f"-n{most}", "--no-merges", f"--grep=^{SUBJECT}", "--format=%H %P%x00%B%x01", "--", ".").decode(
            "utf-8", "replace"
        )
        for record in filter(str.strip, log.split("\x01")):
            names, _, message = record.strip("\n").partition("\0")
            commit, *parents = names.split()
            if not message.startswith(SUBJECT):
                continue
            changed = self._git("diff-tree", "--no-commit-id", "--name-only", "-z", "-r", "--root", "--relative", commit)
            paths = [path for path in os.fsdecode(changed).split("\0") if path.endswith(".md")]
            before = self._pages(parents[0], paths) if parents else {}
            yield Passed(message.strip(), before, self._pages(commit, paths))

    def _pages(self, commit: str, paths: Sequence[str]) -> dict[str, bytes]:
        shown = {path: self._run("show", f"{commit}:./{path}") for path in paths}
        return {path: done.stdout for path, done in shown.items() if not done.returncode}

    def _git(self, *arguments: str) -> bytes:
        done = self._run(*arguments)
        if done.returncode:
            raise Unavailable(f"git {arguments[0]} failed: {_said(done)}", hint="set `git = false`, or mend the repository")
        return done.stdout

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith("GIT_") or key.startswith(("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_"))
        }
        environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
        command = ["git", "-C", str(self._root), "-c", "core.quotePath=false", "--literal-pathspecs", *arguments]
        try:
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable(f"git does not answer: {error}", hint="install git, or set `git = false`") from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or done.stdout.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else f"status {done.returncode}"


def history_of(root: Path) -> GitHistory | None:
    """The history of a workspace, if it lies in a repository."""
    inside = any((folder / ".git").exists() for folder in (root, *root.resolve().parents))
    return GitHistory(root) if inside else None
