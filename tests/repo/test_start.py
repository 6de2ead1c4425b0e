"""What a cold start loads: a question pays for no module it does not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

IDLE = ("asyncio", "ctypes", "filelock", "hashlib", "logging", "rapidfuzz", "rich", "tempfile", "tomllib", "yaml", "zoneinfo")
"""Each takes 1 to 40 ms to load; one that is needed for a page, a setting or an error is loaded then."""

PROGRAM = """\
import sys
from dayleaf.doors.cli import main
status = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
raise SystemExit(status)
"""


@pytest.mark.parametrize(
    "command", [["recall", "who likes tea"], ["retain", "Likes tea."], ["when", "2025-11-27"]], ids=lambda command: command[0]
)
def test_a_command_loads_only_what_it_needs(example: Path, command: list[str]) -> None:
    for _ in range(2):  # the first one may build the index
        ran = subprocess.run([sys.executable, "-c", PROGRAM, "-C", str(example), *command], capture_output=True, text=True, check=True)
    needed = {"ctypes"} if command[0] == "retain" else set()  # to swap two files in one step
    assert set(IDLE) & set(ran.stderr.split()) - needed == set()
