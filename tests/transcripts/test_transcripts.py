"""Sessions at the command line, as text: each `*.txt` here is played and must come out as it stands.

    == memory/2025-11-27.md       a page, up to the line ==
    # what the session is about, before the first page or call
    $ dayleaf recall zebra        a call; `<<< 'text'` behind it is its standard input
    what it says                  standard output
    ! what it notes               standard error
    [2]                           the exit status, unless it is 0

`<any>` stands for anything inside a line, `$PWD` for the folder it is played in, in Berlin, on a screen of 80 columns.
To write a new one, put down pages and calls and run `python tests/transcripts/test_transcripts.py FILE.txt`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

import pytest

from dayleaf.doors.cli import main

HERE = Path(__file__).parent


def play(script: str, folder: Path) -> str:
    """The transcript with what the calls really say."""
    told: list[str] = []
    lines = iter(script.splitlines())
    for line in lines:
        if line.startswith("== "):
            page = list(iter(lines.__next__, "=="))
            path = folder / line[3:].strip()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{row}\n" for row in page), encoding="utf-8")
            told += [line, *page, "==", ""]
        elif line.startswith("$ dayleaf "):
            told += [line, *call(line[10:], folder), ""]
        elif not any(row.startswith(("$ ", "== ")) for row in told):
            told.append(line)
    return "\n".join(told)


def call(command: str, folder: Path) -> list[str]:
    words = shlex.split(command)
    given = words.pop() if words[-2:-1] == ["<<<"] else None
    words = words[:-1] if given is not None else words
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    stdin = io.TextIOWrapper(io.BytesIO((given or "").encode()), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch.object(sys, "stdin", stdin):
        status = main(words)
    said, noted = ([row.replace(str(folder), "$PWD") for row in read(stream)] for stream in (out, err))
    return [*said, *(f"! {row}" for row in noted), *([f"[{status}]"] if status else [])]


def read(stream: io.TextIOWrapper) -> list[str]:
    stream.flush()
    stream.seek(0)
    return stream.read().splitlines()


@contextlib.contextmanager
def berlin(folder: Path):
    """A clean place: no settings from outside, a known zone and width."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DAYLEAF_", "OPENCLAW_", "_DAYLEAF"))}
    before = Path.cwd()
    with mock.patch.dict(os.environ, {**kept, "HOME": str(folder), "COLUMNS": "80", "TZ": "Europe/Berlin"}, clear=True):
        time.tzset()
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
    time.tzset()


def same(expected: str, real: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, expected.split("<any>"))), real) is not None


@pytest.mark.parametrize("path", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_the_session_goes_as_written(path, tmp_path):
    script = path.read_text(encoding="utf-8")
    with berlin(tmp_path):
        real = play(script, tmp_path)
    rows, others = script.splitlines(), real.splitlines()
    if len(rows) != len(others) or not all(map(same, rows, others)):
        assert others == rows


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as place, berlin(Path(place).resolve()):
            written = play(
                Path(name).read_text(encoding="utf-8") if Path(name).is_absolute() else (HERE / name).read_text(encoding="utf-8"),
                Path(place).resolve(),
            )
        (HERE / Path(name).name).write_text(written, encoding="utf-8")
