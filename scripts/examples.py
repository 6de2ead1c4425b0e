"""Runs the examples of a Markdown page and puts their real output in: fenced `console` and `python` blocks.

Each page gets its own copy of the example workspace as the current folder, or an empty folder when the page holds the
comment `<!-- examples: empty folder -->`. A page that says `<!-- examples: needs NAME -->` is left out where that package is
not installed. Its blocks run in order, so a page tells one story.

- In a `console` block every line that starts with `$ ` is a command for bash; what follows is its output, both streams.
  `dayleaf` is the installed one, with the moment fixed to `NOW`.
- A `python` block is run with those before it; the `text` block right below it holds what it prints.
- Anything else (`sh`, `toml`, `markdown`, …) is only shown.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOW = "2025-12-01T09:00:00+01:00"
SHOWN_FOLDER = "/home/nora/notes"
"""What a page shows for the temporary folder that its examples really ran in."""

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<language>\w+)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
DAYLEAF = [sys.executable, "-c", "import sys; sys.argv[0] = 'dayleaf'; from dayleaf.doors.cli import run; sys.exit(run())"]
"""The command of the package that this interpreter imports, installed or not."""
_SECONDS = re.compile(r"\b\d+(?:\.\d+)? (ms|s)\b")


def pages() -> list[Path]:
    """Every page whose examples are real: the front page and the documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def lacking(page: Path) -> list[str]:
    """The packages that the page's examples need and that are not installed here."""
    needed = re.findall(r"<!-- examples: needs (\w+) -->", page.read_text("utf-8"))
    return [name for name in needed if find_spec(name) is None]


def with_real_outputs(page: Path) -> str:
    """The page's text as it would be if every output on it were what its example gives now."""
    text = page.read_text("utf-8")
    parts, end, above = [], 0, None
    with _stage(empty="<!-- examples: empty folder -->" in text) as stage:
        for block in _FENCE.finditer(text):
            body = block["body"]
            match block["language"]:
                case "console":
                    body = "".join(f"$ {command}\n{stage.shell(command)}" for command in _commands(body))
                case "python":
                    above = (stage.python(body), block.end())
                case "text" if above and text[above[1] : block.start()].strip() == "":
                    body = above[0]
            parts += [text[end : block.start("body")], body]
            end = block.end("body")
    return "".join([*parts, text[end:]])


def _commands(body: str) -> list[str]:
    """The commands of a console block; a line that ends in a backslash goes on in the next one."""
    joined = body.replace("\\\n", "\\\0")
    return [line[2:].replace("\0", "\n") for line in joined.splitlines() if line.startswith("$ ")]


def absolute(paths: str) -> str:
    """A search path that means the same in every folder."""
    return os.pathsep.join(str(Path(path).resolve()) for path in paths.split(os.pathsep) if path)


class _Stage:
    """A folder to play in, with the environment that makes every run alike."""

    def __init__(self, folder: Path, commands: Path) -> None:
        self.folder = folder
        self.told: list[str] = []
        kept = {name: os.environ[name] for name in ("LANG", "PYTHONPATH") if name in os.environ}
        if "PYTHONPATH" in kept:
            kept["PYTHONPATH"] = absolute(kept["PYTHONPATH"])
        self.environment = kept | {
            "PATH": f"{commands}:{os.environ['PATH']}",
            "HOME": str(commands),
            "TZ": "Europe/Berlin",
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
        }

    def shell(self, command: str) -> str:
        """What one command prints."""
        return self._run(["bash", "-c", command])

    def python(self, body: str) -> str:
        """What this block prints, after those before it on the page."""
        self.told.append(body)
        silent = "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n    exec({!r})\n{}"
        return self._run([sys.executable, "-c", silent.format("".join(self.told[:-1]), body)])

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        shown = done.stdout.decode().replace(str(self.folder), SHOWN_FOLDER)
        shown = _SECONDS.sub(r"… \1", shown)
        return "".join(line.rstrip() + "\n" for line in shown.splitlines())


@contextmanager
def _stage(*, empty: bool) -> Iterator[_Stage]:
    with tempfile.TemporaryDirectory(prefix="dayleaf-examples-") as name:
        above = Path(name).resolve()
        folder, commands = above / "notes", above / "bin"
        if empty:
            folder.mkdir()
        else:
            shutil.copytree(ROOT / "examples" / "workspace", folder, ignore=shutil.ignore_patterns(".memory"))
        commands.mkdir()
        for command, meaning in {"dayleaf": f"{shlex.join(DAYLEAF)} --now {NOW}", "python3": shlex.quote(sys.executable)}.items():
            (commands / command).write_text(f'#!/bin/sh\nexec {meaning} "$@"\n', "utf-8")
            (commands / command).chmod(0o755)
        yield _Stage(folder, commands)


def renew(names: list[str]) -> None:
    """Puts the real outputs into these pages, or into all."""
    for page in [Path(name).resolve() for name in names] or pages():
        if missing := lacking(page):
            print(f"{page.relative_to(ROOT)}: left out, for {', '.join(missing)} is not installed")
            continue
        real = with_real_outputs(page)
        if real != page.read_text("utf-8"):
            page.write_text(real, "utf-8")
            print(f"{page.relative_to(ROOT)}: outputs renewed")


if __name__ == "__main__":
    renew(sys.argv[1:])
