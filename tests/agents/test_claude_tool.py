"""Claude's memory tool without any SDK: its texts, its refusals, and what becomes of the workspace."""

from __future__ import annotations

import pytest
from worlds import InFolder, InRam

from dayleaf.doors.claude_tool import ClaudeMemory, ToolRefused
from dayleaf.doors.claude_words import SDK


@pytest.fixture(params=[InRam, InFolder], ids=["ram", "folder"])
def world(request, tmp_path):
    made = InRam() if request.param is InRam else InFolder(tmp_path)
    yield made
    made.memory.close()


@pytest.fixture
def tool(world):
    return ClaudeMemory(world.memory)


def said(tool, command, **values):
    return tool.execute({"command": command, **values})


def refused(tool, command, **values):
    with pytest.raises(ToolRefused) as caught:
        said(tool, command, **values)
    return caught.value.message


@pytest.mark.parametrize("command", [None, [], "view", {"command": ["view"]}, {}])
def test_what_is_no_command_is_refused(tool, command):
    with pytest.raises(ToolRefused):
        tool.execute(command)


def test_an_empty_workspace_is_an_empty_folder(tool):
    assert said(tool, "view", path="/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories"
    )


def test_the_workspace_is_listed_two_levels_deep(world, tool):
    for path in ("memory.md", "USER.md", "bank/world.md", "bank/entities/Nora.md", "memory/2025-11-27.md", "bank/memories/plan.md"):
        world.save(path, "x" * 1536)
    assert said(tool, "view", path="/memories/").splitlines()[1:] == [
        "9K\t/memories",
        "1.5K\t/memories/USER.md",
        "3K\t/memories/bank/",
        "1.5K\t/memories/bank/entities/",
        "1.5K\t/memories/bank/world.md",
        "1.5K\t/memories/memory/",
        "1.5K\t/memories/memory/2025-11-27.md",
        "1.5K\t/memories/memory.md",
        "1.5K\t/memories/plan.md",
    ]


def test_what_is_no_page_of_the_workspace_is_not_there(tmp_path):
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "README.md").write_text("x")
    with ClaudeMemory(InFolder(tmp_path).memory) as tool:
        assert "secret" not in said(tool, "view", path="/memories")
        for path in ("/memories/secret.txt", "/memories/src/README.md", "/memories/src"):
            assert refused(tool, "view", path=path) == f"The path {path} does not exist. Please provide a valid path."


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/memories/memory.md", "memory.md"),
        ("/memories/bank/world.md", "bank/world.md"),
        ("/memories/progress.md", "bank/memories/progress.md"),
        ("/memories/rules/tone.xml", "bank/memories/rules/tone.xml.raw.md"),
        ("/memories/notes", "bank/memories/notes.raw.md"),
        ("/memories/odd.raw.md", "bank/memories/odd.raw.md.raw.md"),
        ("/memories/bank/memories/progress.md", "bank/memories/progress.md"),
        ("/memories/./Größe.md", "bank/memories/Größe.md"),
    ],
)
def test_what_is_created_is_a_page_and_is_recalled(world, tool, path, page):
    assert said(tool, "create", path=path, file_text="The harbour crane is painted blue.\n") == f"File created successfully at: {path}"
    assert world.read(page) == b"The harbour crane is painted blue.\n"
    assert said(tool, "view", path=path).endswith("     1\tThe harbour crane is painted blue.\n     2\t")
    assert [hit.source.path for hit in world.memory.recall("what colour is the harbour crane?").hits] == [page]


def test_a_file_is_shown_with_numbers_and_by_range(world, tool):
    world.save("memory.md", "a\nb\nc\nd")
    head = "Here's the content of /memories/memory.md with line numbers:\n"
    assert said(tool, "view", path="/memories/memory.md") == head + "     1\ta\n     2\tb\n     3\tc\n     4\td"
    assert said(tool, "view", path="/memories/memory.md", view_range=[2, 3]) == head + "     2\tb\n     3\tc"
    assert said(tool, "view", path="/memories/memory.md", view_range=[3, -1]) == head + "     3\tc\n     4\td"


def test_too_many_lines_are_not_shown(world, tool):
    world.save("memory.md", "\n" * 999_999)
    assert refused(tool, "view", path="/memories/memory.md") == "File /memories/memory.md exceeds maximum line limit of 999,999 lines."


def test_nothing_is_created_over_anything(world, tool):
    world.save("memory.md", "- Tea\n")
    world.save("bank/memories/plans/a.md", "x\n")
    for path in ("/memories/memory.md", "/memories/MEMORY.md", "/memories/plans", "/memories"):
        assert refused(tool, "create", path=path, file_text="x") == f"Error: File {path} already exists"
    assert refused(tool, "create", path="/memories/plans/a.md/b.md", file_text="x") == (
        "Error: The path /memories/plans/a.md is not a directory"
    )
    assert world.read("memory.md") == b"- Tea\n"


def test_a_text_is_replaced_where_it_is_unique(world, tool):
    world.save("memory.md", b"\xef\xbb\xbfone\r\ntwo\r\nthree\r\nfour\r\nfive \xff\r\n")
    assert said(tool, "str_replace", path="/memories/memory.md", old_str="three\nfour", new_str="3\n4") == (
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
        "     1\tone\r\n     2\ttwo\r\n     3\t3\r\n     4\t4\r\n     5\tfive \ufffd\r"
    )
    assert world.read("memory.md") == b"\xef\xbb\xbfone\r\ntwo\r\n3\r\n4\r\nfive \xff\r\n"


def test_a_text_that_is_not_there_or_not_unique_is_not_replaced(world, tool):
    world.save("memory.md", "tea\nrice\ntea\n")
    path = "/memories/memory.md"
    assert refused(tool, "str_replace", path=path, old_str="salt", new_str="x") == (
        "No replacement was performed, old_str `salt` did not appear verbatim in /memories/memory.md."
    )
    assert refused(tool, "str_replace", path=path, old_str="tea", new_str="x") == (
        "No replacement was performed. Multiple occurrences of old_str `tea` in lines: 1, 3. Please ensure it is unique"
    )
    for missing in ("/memories/none.md", "/memories"):
        assert refused(tool, "str_replace", path=missing, old_str="a", new_str="b") == (
            f"Error: The path {missing} does not exist. Please provide a valid path."
        )


def test_lines_are_inserted(world, tool):
    world.save("memory.md", "a\nb")
    path = "/memories/memory.md"
    assert said(tool, "insert", path=path, insert_line=1, insert_text="new\n") == f"The file {path} has been edited."
    assert world.read("memory.md") == b"a\nnew\nb\n"
    said(tool, "insert", path=path, insert_line=0, insert_text="")
    said(tool, "insert", path=path, insert_line=4, insert_text="end")
    assert world.read("memory.md") == b"\na\nnew\nb\nend\n"
    assert refused(tool, "insert", path=path, insert_line=6, insert_text="x") == (
        "Error: Invalid `insert_line` parameter: 6. It should be within the range of lines of the file: [0, 5]"
    )
    assert refused(tool, "insert", path="/memories/none.md", insert_line=0, insert_text="x") == (
        "Error: The path /memories/none.md does not exist"
    )


def test_what_is_deleted_can_be_recovered(world, tool):
    world.save("bank/memories/plans/a.md", b"\xffa\r\n")
    world.save("bank/memories/plans/b.md", b"b\n")
    assert said(tool, "delete", path="/memories/plans") == "Successfully deleted /memories/plans"
    assert world.memory.recall("a b").hits == ()
    assert refused(tool, "delete", path="/memories/plans") == "Error: The path /memories/plans does not exist"
    for gone in world.memory.pages.discarded():
        world.memory.pages.recover(gone.place)
    assert world.read("bank/memories/plans/a.md") == b"\xffa\r\n"
    assert world.read("bank/memories/plans/b.md") == b"b\n"


def test_the_root_stays(tool):
    assert refused(tool, "delete", path="/memories/") == "Error: Cannot delete the /memories directory itself"
    assert refused(tool, "rename", old_path="/memories", new_path="/memories/x") == "Error: Cannot rename the /memories directory itself"


def test_files_and_folders_are_renamed(world, tool):
    world.save("bank/memories/plans/a.md", "a\n")
    world.save("bank/memories/plans/deep/b.xml.raw.md", "b\n")
    assert said(tool, "rename", old_path="/memories/plans", new_path="/memories/bank/old") == (
        "Successfully renamed /memories/plans to /memories/bank/old"
    )
    assert world.read("bank/old/a.md") == b"a\n"
    assert said(tool, "view", path="/memories/bank/old/a.md").endswith("     1\ta\n     2\t")
    assert refused(tool, "rename", old_path="/memories/none", new_path="/memories/x") == "Error: The path /memories/none does not exist"
    world.save("memory.md", "core\n")
    assert refused(tool, "rename", old_path="/memories/bank/old", new_path="/memories/memory.md") == (
        "Error: The destination /memories/memory.md already exists"
    )
    assert refused(tool, "rename", old_path="/memories/bank", new_path="/memories/bank/x") == (
        "Error: Cannot rename /memories/bank into itself"
    )


OUTSIDE = ("/memoriesfoo", "/memoriesfoo/a.md", "memories/a.md", "/etc/passwd", "", "/", "/memorie", "//memories/a.md")
ESCAPES = (
    "/memories/../a.md",
    "/memories/a/../../b.md",
    "/memories/a/..",
    "/memories/..\\a.md",
    "/memories/a\\b.md",
    "/memories/%2e%2e/a.md",
    "/memories/%2E%2e%2Fa.md",
    "/memories/..%2fa.md",
    "/memories/%252e%252e/a.md",
    "/memories/a%5cb.md",
    "/memories/%c0%ae%c0%ae/a.md",
    "/memories/．．/a.md",
    "/memories/‥/a.md",
    "/memories/a／b.md",
    "/memories/a∕b.md",
    "/memories/a＼b.md",
    "/memories/％2e％2e/a.md",
    "/memories/ .. /a.md",
)
UNFIT = (
    "/memories/.hidden.md",
    "/memories/.memory/index.sqlite",
    "/memories/a/.git/config",
    "/memories/a\x00.md",
    "/memories/a\nb.md",
    "/memories/a\u202eb.md",
    "/memories/a\u200bb.md",
    "/memories/con.md",
    "/memories/LPT1",
    "/memories/a. ",
    "/memories/a.md.",
    "/memories/" + "ü" * 125 + ".md",
)


@pytest.mark.parametrize("path", [*OUTSIDE, *ESCAPES, *UNFIT])
def test_paths_that_lead_out_or_deceive_are_refused_by_every_command(world, tool, path):
    world.save("memory.md", "x\n")
    for command in (
        {"command": "view", "path": path},
        {"command": "create", "path": path, "file_text": "x"},
        {"command": "str_replace", "path": path, "old_str": "x", "new_str": "y"},
        {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": path},
        {"command": "rename", "old_path": path, "new_path": "/memories/y.md"},
        {"command": "rename", "old_path": "/memories/memory.md", "new_path": path},
    ):
        with pytest.raises(ToolRefused) as caught:
            tool.execute(command)
        if path in OUTSIDE:
            assert caught.value.message == f"Error: Path must start with /memories, got: {path}"
        elif path in ESCAPES:
            assert caught.value.message == f"Error: Path {path} would escape /memories directory"
        else:
            assert caught.value.message.startswith(f"Error: The path {path} has a ")
    assert world.read("memory.md") == b"x\n"
    assert [leaf.path for leaf in world.memory.pages.list()] == ["memory.md"]


def test_links_that_lead_out_are_neither_read_nor_written(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("secret\n")
    world = InFolder(tmp_path / "in", {"memory.md": "x\n"})
    (tmp_path / "in" / "bank").mkdir()
    (tmp_path / "in" / "bank" / "memories").symlink_to(outside)
    (tmp_path / "in" / "bank" / "link.md").symlink_to(outside / "a.md")
    tool = ClaudeMemory(world.memory)
    for command in (
        {"command": "view", "path": "/memories/a.md"},
        {"command": "view", "path": "/memories/bank/link.md"},
        {"command": "create", "path": "/memories/b.md", "file_text": "x"},
        {"command": "str_replace", "path": "/memories/bank/link.md", "old_str": "secret", "new_str": "x"},
        {"command": "rename", "old_path": "/memories/memory.md", "new_path": "/memories/c.md"},
        {"command": "delete", "path": "/memories/bank/link.md"},
    ):
        with pytest.raises(ToolRefused):
            tool.execute(command)
    assert {file.name: file.read_text() for file in outside.iterdir()} == {"a.md": "secret\n"}


def test_a_page_that_is_read_only_is_shown_and_stays(world, tool):
    text = b"---\nread_only: true\n---\n- Tea\n"
    world.save("USER.md", text)
    world.save("bank/a/b.md", text)
    world.save("bank/a/a.md", "a\n")
    path = "/memories/USER.md"
    for command in (
        {"command": "str_replace", "path": path, "old_str": "Tea", "new_str": "x"},
        {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": path},
        {"command": "delete", "path": "/memories/bank"},
        {"command": "rename", "old_path": path, "new_path": "/memories/x.md"},
        {"command": "rename", "old_path": "/memories/bank/a", "new_path": "/memories/bank/c"},
    ):
        with pytest.raises(ToolRefused, match="read-only"):
            tool.execute(command)
    assert (world.read("USER.md"), world.read("bank/a/a.md")) == (text, b"a\n")
    assert "- Tea" in said(tool, "view", path=path)


def test_a_secret_is_refused_unless_it_is_allowed(world, tool):
    text = "The password of the router is Xk7!fjord-92.\n"
    assert "secret (password)" in refused(tool, "create", path="/memories/a.md", file_text=text)
    assert said(ClaudeMemory(world.memory, allow_secret=True), "create", path="/memories/a.md", file_text=text)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ({}, "Unknown command: None"),
        ({"command": "format"}, "Unknown command: format"),
        ({"command": "view"}, "needs a text `path`"),
        ({"command": "create", "path": "/memories/a.md"}, "needs a text `file_text`"),
        ({"command": "insert", "path": "/memories/a.md", "insert_text": "x", "insert_line": True}, "needs a whole number `insert_line`"),
        ({"command": "view", "path": "/memories/memory.md", "view_range": [1]}, "Invalid `view_range`"),
        ({"command": "view", "path": "/memories/memory.md", "view_range": "12"}, "Invalid `view_range`"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(world, tool, command, says):
    world.save("memory.md", "x\n")
    with pytest.raises(ToolRefused, match=says):
        tool.execute(command)


def test_a_tool_result_says_whether_it_went_wrong(world, tool):
    create = {"command": "create", "path": "/memories/a.md", "file_text": "x\n"}
    assert tool.tool_result("toolu_1", create) == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "File created successfully at: /memories/a.md",
    }
    again = tool.tool_result("toolu_2", create)
    assert (again["is_error"], again["content"]) == (True, "Error: File /memories/a.md already exists")


def test_the_words_of_the_sdk_have_no_error_before_them(world):
    tool = ClaudeMemory(world.memory, wording=SDK)
    assert refused(tool, "delete", path="/memories/none.md") == "The path /memories/none.md does not exist"


def test_the_core_of_the_memory_is_the_same_page(world, tool):
    world.memory.core.append("- Drinks tea.")
    said(tool, "str_replace", path="/memories/memory.md", old_str="tea", new_str="coffee")
    assert [page.text for page in world.memory.core.show()] == ["- Drinks coffee.\n"]
