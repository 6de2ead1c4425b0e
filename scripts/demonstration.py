"""The story that `scripts/demo` tells: a workspace is copied, asked, written to, broken and proved whole again.

A step is a `Step` in `STORY`: a few words, then a command of `dayleaf` as it would be typed. A step whose command this
version does not have is left out, so the story grows with the program.
"""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

from examples import DAYLEAF, NOW, ROOT, absolute

COLOUR = sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to see: a heading when a chapter starts, words about it, a command, whether to show what changed (`only` on one page)."""

    words: str
    command: str = ""
    chapter: str = ""
    changes: bool = False
    only: str = ""
    lose_index: bool = False


STORY = (
    Step(
        "Nora Feldmann's assistant has kept a daily log through the autumn of 2025: a new job, a move, a wedding, a dog. "
        "It is a folder of Markdown and nothing else. This is a day in it:",
        "cat memory/2025-11-11.md",
        chapter="A folder",
    ),
    Step("An index makes it quick to ask. It is derived from the files; losing it loses nothing.", "dayleaf index update"),
    Step(
        "Every answer is quoted and says where it stands. What was true and is not any more is marked as past.",
        "dayleaf recall 'Where does Nora live?' --k 3",
        chapter="Recall",
    ),
    Step("Opinions carry a confidence, and newer ones replace older ones.", "dayleaf recall 'What does Nora prefer to drink?' --k 3"),
    Step(
        "German is found as well as English: 'Mietverträge' is in no file, 'Mietvertrag' is.",
        "dayleaf recall 'Mietverträge' --k 2",
    ),
    Step("By time: the days of the event count, and those of the log.", "dayleaf recall 'What happened around 27 October?' --k 4"),
    Step("Zeitangaben werden auch auf Deutsch verstanden.", "dayleaf when 'letzte Woche'"),
    Step("By entity, whatever name it goes by: Kaspar is an alias on the dog's page.", "dayleaf recall 'vet' --entity Kaspar --k 3"),
    Step("And why was something found?", "dayleaf recall 'clock change' --k 1 --explain"),
    Step("All about somebody: the page a person wrote, and the facts from everywhere.", "dayleaf about Kasper", chapter="About"),
    Step(
        "Retain appends one bullet to the day's log, and touches no other byte. This one replaces an older fact, named by its id.",
        "dayleaf retain 'Kasper is not afraid of umbrellas any more; Ines taught him with cheese.' --kind W --entity Kasper --entity Ines"
        " --supersedes x5rm4c5q6msb",
        chapter="Retain",
        changes=True,
    ),
    Step("It is known at once, and the older one is past.", "dayleaf recall 'umbrellas' --k 2"),
    Step(
        "Reflect brings the pages of the bank up to date: what is believed, what is so now, what was. Every line cites where it was told, "
        "and what a person wrote keeps its place. The page of the dog, for one:",
        "dayleaf reflect --since 90d",
        chapter="Reflect",
        changes=True,
        only="bank/entities/Kasper.md",
    ),
    Step(
        "From now on facts speak for a belief or against it. Two of them are told:",
        "dayleaf retain 'Asked for green tea on the train.' --entity Nora --day 2025-11-21",
    ),
    Step("", "dayleaf retain 'Cannot stand green tea any more.' --entity Nora --day 2025-11-28"),
    Step("The belief follows them, by a formula that you can check on paper. No language model is asked.", "dayleaf reflect"),
    Step("How sure is it now, and why?", "dayleaf opinion show 9j1hc57j7k63"),
    Step(
        "What an agent is given before it answers: the core, what is known about the message, the clock; within a budget. "
        "What this session was told already is not told again.",
        "dayleaf context --session demo --message 'What does Nora like to drink?' -k 1 --budget 600",
        chapter="A turn of an agent",
    ),
    Step("", "dayleaf context --session demo --reply 'Ask her: green tea it was, until November.'"),
    Step("The index is a cache. We throw it away and ask again:", "dayleaf recall 'umbrellas' --k 1", chapter="Trust", lose_index=True),
    Step("And a proof that it says exactly what the Markdown says:", "dayleaf index verify"),
)


def paint(text: str, code: str) -> str:
    """The text in a colour, on a terminal."""
    return f"\x1b[{code}m{text}\x1b[0m" if COLOUR else text


def texts(root: Path) -> dict[str, list[str]]:
    """The lines of every page."""
    return {path.relative_to(root).as_posix(): path.read_text("utf-8").splitlines() for path in sorted(root.rglob("*.md"))}


def show_changes(before: dict[str, list[str]], after: dict[str, list[str]]) -> None:
    """What happened on disk, as a diff."""
    colours = {"+": "32", "-": "31", "@": "36"}
    for path in sorted(before.keys() | after.keys()):
        for line in difflib.unified_diff(before.get(path, []), after.get(path, []), path, path, n=1, lineterm=""):
            print("    " + paint(line, colours.get(line[:1], "0")))
    print()


def commands() -> set[str]:
    """The commands this version has."""
    told = subprocess.run([*DAYLEAF, "--help"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in told.splitlines() if line.startswith("  ") and line.strip() and not line.strip().startswith("-")}


def tell(step: Step, root: Path) -> None:
    """Say the words, run the command, show what it printed and changed."""
    if step.chapter:
        print(paint(f"── {step.chapter} " + "─" * (74 - len(step.chapter)), "1;36") + "\n")
    if step.words:
        print(textwrap.fill(step.words, 78))
    if step.lose_index:
        print(paint("  $ rm .memory/index.sqlite*", "1"))
        for path in (root / ".memory").glob("index.sqlite*"):
            path.unlink()
    print(paint(f"  $ {step.command}", "1"), flush=True)
    before = texts(root)
    name, *arguments = shlex.split(step.command)
    command = [*DAYLEAF, "--now", NOW, *arguments] if name == "dayleaf" else [name, *arguments]
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(textwrap.indent(done.stdout.rstrip(), "    ") + "\n", flush=True)
    if done.returncode:
        sys.exit(f"`{step.command}` failed with status {done.returncode}")
    if step.changes:
        after = texts(root)
        pages = [step.only] if step.only else sorted(before.keys() | after.keys())
        show_changes(*({page: held[page] for page in pages if page in held} for held in (before, after)))


def main() -> None:
    """Tell the story."""
    began = time.monotonic()
    for name in [name for name in os.environ if name.startswith("DAYLEAF_")]:
        del os.environ[name]
    os.environ |= {"PYTHONUTF8": "1", "TZ": "Europe/Berlin", "PYTHONPATH": absolute(os.environ.get("PYTHONPATH", ""))}
    known = commands()
    with tempfile.TemporaryDirectory(prefix="dayleaf-demo-") as name:
        root = Path(name) / "notes"
        shutil.copytree(ROOT / "examples" / "workspace", root, ignore=shutil.ignore_patterns(".memory"))
        for step in STORY:
            words = shlex.split(step.command)
            if words[0] != "dayleaf" or words[1] in known:
                tell(step, root)
    print(f"That was it, in {time.monotonic() - began:.0f} seconds. Your own: .cache/demo/bin/dayleaf init ~/notes")


if __name__ == "__main__":
    main()
