"""The demo runs to its end, offline, and shows what it promises."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def test_the_demo_tells_its_whole_story() -> None:
    command = [sys.executable, str(SCRIPTS / "demonstration.py")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stdout[-2000:] + told.stderr
    assert "\x1b" not in told.stdout, "colour is only for a terminal"
    for chapter in ("A folder", "Recall", "About", "Retain", "Reflect", "A turn of an agent", "Trust"):
        assert f"── {chapter} " in told.stdout
    assert re.search(r"bank/|memory/\d{4}-\d\d-\d\d\S*\.md#L\d+", told.stdout), "no citation"
    assert re.search(r"^ +\+- W\(supersedes=\w+\) @Kasper", told.stdout, re.MULTILINE), "what retain added is not shown"
    asked = told.stdout.split("the older one is past.")[1]
    assert asked.index("not afraid of umbrellas any more") < asked.index("Is afraid of umbrellas") < asked.index("· past")
    curated = told.stdout.split("── Reflect ")[1].split("From now on")[0]
    assert re.search(r"^ +\+- Weighs 18\.4 kg .* \(memory/2025-11-11\.md#L11\)", curated, re.MULTILINE), "the page of the dog is not shown"
    assert "bank/opinions.md" in curated
    assert re.search(r"^ +up +0\.85 → 0\.\d\d .*Asked for green tea", told.stdout, re.MULTILINE), "no belief moved up"
    assert re.search(r"^ +down 0\.\d\d → 0\.\d\d .*Cannot stand green tea", told.stdout, re.MULTILINE), "no belief moved down"
    assert "1 for, 1 against" in told.stdout
    turn = told.stdout.split("── A turn of an agent ")[1]
    assert turn.index("<dayleaf-memory") < turn.index("## Core memory") < turn.index("Prefers green tea") < turn.index("</dayleaf-memory>")
    assert int(re.findall(r"That was it, in (\d+) seconds", told.stdout)[0]) < 60
