"""Thousands of commands in any order: our backend says what the SDK's own tool over a folder says, and keeps the same files.

Where we differ on purpose is written in docs/how-to/give-claude-a-memory.md; the commands here keep clear of it, but for these:
the SDK crashes where a file stands for a folder or a folder is renamed into itself (we refuse), it keeps empty folders (we keep
none), the size it gives for a folder is that of its entry on disk (ours is that of its files), and an insertion takes an empty
last line away (we keep it) and ends the last line of a page with carriage returns (we do not).
"""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from sdks import sdk
from worlds import InFolder, InRam

from dayleaf.core.page.memories import name_of
from dayleaf.doors.claude_words import REPLACED

anthropic = sdk("anthropic")

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError  # noqa: E402 they are there now
from anthropic.tools import BetaLocalFilesystemMemoryTool  # noqa: E402

from dayleaf.doors.claude_tool_sdk import AsyncDayleafMemoryTool, DayleafMemoryTool  # noqa: E402

IN_RAM = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 the SDK syncs every file it writes
NAMES = ("a.md", "b.md", "notes", "rules.xml", "d", "memory.md", "Größe.md", "日記.md")
PATHS = st.one_of(
    st.sampled_from(("/memories", "/memories/d", "/memories/bank/world.md", "/memories/d/a.md", "/memories/d/d/b.md")),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(lambda parts: "/".join(("/memories", *parts))),
    st.sampled_from(("/elsewhere/a.md", "/memories/../a.md", "/memories/d/../../../b.md")),
)
WORDS = st.lists(st.sampled_from(("tea", "rice", "a", "aa", "ü", "茶", " ", "\n", "\n", "- ", "`x`")), max_size=8).map("".join)
FILES = st.lists(st.sampled_from(("tea", "rice", "aa", "ü\n", "茶", "\n", "one\rline\n", "- salt\n")), max_size=10).map("".join)

COMMANDS = st.one_of(
    st.fixed_dictionaries({"command": st.just("view"), "path": PATHS}),
    st.fixed_dictionaries(
        {"command": st.just("view"), "path": PATHS, "view_range": st.tuples(st.integers(-1, 6), st.integers(-1, 6)).map(list)}
    ),
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": FILES}),
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": FILES}),
    st.fixed_dictionaries({"command": st.just("str_replace"), "path": PATHS, "old_str": WORDS.filter(bool), "new_str": WORDS}),
    st.fixed_dictionaries({"command": st.just("insert"), "path": PATHS, "insert_line": st.integers(-1, 6), "insert_text": WORDS}),
    st.fixed_dictionaries({"command": st.just("delete"), "path": PATHS}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": PATHS, "new_path": PATHS}),
)


class Twins(RuleBasedStateMachine):
    """The SDK's tool over a folder, and ours over a workspace, given the same commands."""

    ran = 0
    in_folder = False

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="dayleaf-twins-", dir=IN_RAM))
        self.theirs = BetaLocalFilesystemMemoryTool(str(self.folder / "theirs"))
        (self.folder / "ours").mkdir()
        self.world = InFolder(self.folder / "ours") if self.in_folder else InRam()
        self.ours = DayleafMemoryTool(self.world.memory)

    def teardown(self):
        self.world.memory.close()
        shutil.rmtree(self.folder)

    @rule(command=COMMANDS)
    def both_say_and_keep_the_same(self, command):
        type(self).ran += 1
        theirs, crashed = answer(self.theirs, command)
        ours, _ = answer(self.ours, command)
        without_empty_folders(self.theirs.memory_root)
        if crashed:
            assert ours.startswith("refused: "), ours
        else:
            assert without_folder_sizes(ours) == without_folder_sizes(theirs)
        if command["command"] == "insert" and not ours.startswith("refused: "):
            self.give_back_the_last_line(self.theirs.memory_root / command["path"].removeprefix("/memories/"))
        assert self.files_of_ours() == self.files_of_theirs()

    def give_back_the_last_line(self, file):
        theirs = file.read_bytes()
        ours = self.files_of_ours()[file.relative_to(self.theirs.memory_root).as_posix()]
        if ours == theirs + b"\n" or (b"\r" in ours and ours + b"\n" == theirs):
            file.write_bytes(ours)

    def files_of_ours(self):
        pages = self.world.memory.pages
        return {name_of(leaf.path): pages.read(leaf.path) for leaf in pages.list()}

    def files_of_theirs(self):
        root = self.theirs.memory_root
        return {file.relative_to(root).as_posix(): file.read_bytes() for file in root.rglob("*") if file.is_file()}


class TwinsInAFolder(Twins):
    in_folder = True


def answer(tool: BetaAbstractMemoryTool, command: dict[str, object]) -> tuple[str, bool]:
    """What a tool says, and whether it fell over rather than refuse."""
    try:
        return str(tool.call(command)), False
    except ToolError as error:
        return f"refused: {error}", False
    except OSError as error:
        return f"crashed: {error}", True


def without_empty_folders(root: Path) -> None:
    for folder in sorted((path for path in root.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def without_folder_sizes(text: str) -> str:
    head, *rows = text.split("\n")
    if "up to 2 levels deep" not in head or not rows:
        return text
    return "\n".join((head, re.sub(r"^\S+\t", "", rows[0]), *(re.sub(r"^\S+\t(.*/)$", r"\1", row) for row in rows[1:])))


@pytest.mark.slow  # without shrinking, which would take minutes; the commands of a failure are printed
@pytest.mark.parametrize(("twins", "runs", "least"), [(Twins, 48, 1800), (TwinsInAFolder, 8, 200)], ids=["ram", "folder"])
def test_any_commands_give_the_same_texts_and_files(twins, runs, least):
    twins.ran = 0
    quick = settings(max_examples=runs, stateful_step_count=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
    run_state_machine_as_test(twins, settings=quick)
    assert twins.ran >= least


def test_the_tool_is_named_as_the_model_knows_it(tmp_path):
    tool = DayleafMemoryTool(tmp_path, cache_control={"type": "ephemeral"})
    with tool:
        assert tool.to_dict() == {"type": "memory_20250818", "name": "memory", "cache_control": {"type": "ephemeral"}}
        assert tool.name == "memory"


def test_the_tool_of_the_async_client_does_the_same(tmp_path):
    async def play(tool):
        create = {"command": "create", "path": "/memories/a.md", "file_text": "tea\n"}
        told = [await tool.call(create)]
        try:
            await tool.call(create)
        except ToolError as error:
            told.append(str(error))
        commands = (
            {"command": "insert", "path": "/memories/a.md", "insert_line": 1, "insert_text": "rice"},
            {"command": "str_replace", "path": "/memories/a.md", "old_str": "tea", "new_str": "salt"},
            {"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/b.md"},
            {"command": "view", "path": "/memories/b.md", "view_range": [1, 2]},
            {"command": "delete", "path": "/memories/b.md"},
        )
        return told + [await tool.call(command) for command in commands]

    with AsyncDayleafMemoryTool(tmp_path) as tool:
        assert asyncio.run(play(tool)) == [
            "File created successfully at: /memories/a.md",
            "File /memories/a.md already exists",
            "The file /memories/a.md has been edited.",
            f"{REPLACED}\n     1\tsalt\n     2\trice\n     3\t",
            "Successfully renamed /memories/a.md to /memories/b.md",
            "Here's the content of /memories/b.md with line numbers:\n     1\tsalt\n     2\trice",
            "Successfully deleted /memories/b.md",
        ]
