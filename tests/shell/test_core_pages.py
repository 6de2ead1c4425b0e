"""Core memory by explicit operations: on disk at once, seen by the next call, within what the person allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dayleaf.core.errors import EditConflict, PathRefused, SecretRefused, UsageError


def limited(world, limit):
    return type(world.memory)(replace(world.memory._ground, core_limit=limit))


def test_what_is_appended_is_seen_by_the_next_call(world):
    done = world.memory.core.append("- Drinks green tea.", reason="said so at breakfast")
    assert (str(done.source), done.changed, done.reason) == ("memory.md#L1", True, "said so at breakfast")
    assert world.read("memory.md") == b"- Drinks green tea.\n"
    assert [page.text for page in world.memory.core.show()] == ["- Drinks green tea.\n"]
    assert world.memory.recall("green tea").hits[0].source == done.source


def test_the_page_is_named_by_any_of_its_names(world):
    for name, path in ((None, "memory.md"), ("memory", "memory.md"), ("user.md", "USER.md"), ("USER", "USER.md"), ("soul", "SOUL.md")):
        assert world.memory.core.append("- A line.", name).source.path == path
    with pytest.raises(UsageError, match="no core page"):
        world.memory.core.append("x", "bank/world.md")


def test_the_accepted_spelling_is_kept(world):
    world.save("MEMORY.md", "- Old\n")
    assert world.memory.core.append("- New").source.path == "MEMORY.md"
    assert world.read("memory.md") is None or world.read("memory.md") == world.read("MEMORY.md")


def test_a_replaced_text_is_handed_back(world):
    world.save("memory.md", b"\xef\xbb\xbf# Core\r\n\r\n- Lives in Kiel.\r\n")
    done = world.memory.core.replace("Kiel", "Lübeck", reason="moved in November")
    assert (done.removed, str(done.source)) == ("Kiel", "memory.md#L3")
    assert world.read("memory.md") == "\ufeff# Core\r\n\r\n- Lives in Lübeck.\r\n".encode()


def test_a_text_much_like_one_that_stands_there_is_shown(world):
    world.save("memory.md", "# Core\n\n- Prefers short answers.\n")
    with pytest.raises(EditConflict, match=r"line 3 of memory\.md is much like it: - Prefers short answers"):
        world.memory.core.replace("Prefers shorter answers", "x")


def test_no_text_makes_a_page_unreadable(world):
    world.save("memory.md", "- Drinks green tea.\n")
    for edit in (lambda: world.memory.core.append("a\0b"), lambda: world.memory.core.replace("green", "\0")):
        with pytest.raises(UsageError, match="NUL"):
            edit()
    assert world.read("memory.md") == b"- Drinks green tea.\n"
    world.save("memory.md", "- Drinks\0 green tea.\n")
    assert world.memory.core.replace("\0", "").changed, "and one that a person left can be mended"


def test_what_was_injected_is_not_learned_as_new(world):
    world.memory.retain("Peter likes tea.")
    world.save("memory.md", "- Drinks green tea.\n")
    told = world.memory.begin_turn("s", "what does Peter like?").text
    for text in (told, next(line for line in told.split("\n") if "Peter likes tea" in line)):
        for edit in (
            lambda text=text: world.memory.core.append(text),
            lambda text=text: world.memory.core.insert(text, line=1),
            lambda text=text: world.memory.core.replace("green tea", text),
            lambda text=text: world.memory.pages.create("bank/notes.md", text),
        ):
            with pytest.raises(UsageError, match="from memory"):
                edit()
    assert world.read("memory.md") == b"- Drinks green tea.\n"


def test_replacing_a_text_by_itself_changes_nothing(world):
    world.save("memory.md", "- Tea\n")
    done = world.memory.core.replace("Tea", "Tea")
    assert (done.changed, str(done.source.path)) == (False, "memory.md")


def test_inserting_says_where_it_stands(world):
    world.save("USER.md", "# Nora\n\n- Kiel\n- Tea\n")
    assert str(world.memory.core.insert("- Rice", "USER.md", after="Kiel").source) == "USER.md#L4"
    assert world.read("USER.md") == b"# Nora\n\n- Kiel\n- Rice\n- Tea\n"


@pytest.mark.parametrize("front", ["read_only: true", "read_only: yes", "read_only: [unclosed"])
def test_a_page_that_is_read_only_stays_as_it_is(world, front):
    text = f"---\n{front}\n---\n- Tea\n"
    world.save("SOUL.md", text)
    core = world.memory.core
    for call in (
        lambda: core.append("x", "SOUL.md"),
        lambda: core.replace("Tea", "x", "SOUL.md"),
        lambda: core.insert("x", "SOUL.md", line=0),
    ):
        with pytest.raises(PathRefused, match="read-only"):
            call()
    assert world.read("SOUL.md") == text.encode()


def test_a_secret_is_refused_even_if_only_the_sentence_around_makes_it_one(world):
    world.save("memory.md", "- The password of the router is unknown.\n")
    with pytest.raises(SecretRefused, match="password"):
        world.memory.core.replace("unknown", "Xk7!fjord-92")
    assert world.read("memory.md") == b"- The password of the router is unknown.\n"
    assert world.memory.core.replace("unknown", "Xk7!fjord-92", allow_secret=True).changed


def test_a_secret_that_stands_there_already_keeps_nobody_from_writing(world):
    world.save("memory.md", "- The password of the router is Xk7!fjord-92.\n")
    assert world.memory.core.append("- Drinks tea.").changed


def test_a_core_that_is_too_large_says_what_to_move_out_and_takes_the_text(world):
    world.save("memory.md", "# Core\n\n- Prefers tea.\n")
    core = limited(world, 30).core
    long = "- B(when=2025-10-01..2025-10-04) @Nora: I booked the ferry to Oslo and packed the blue suitcase for her four days there."
    done = core.append(long)
    assert done.changed
    assert done.tokens > done.limit == 30
    assert (str(done.moves[0].source), done.tokens - done.moves[0].tokens <= 30) == ("memory.md#L4", True)
    assert "Move out: memory.md#L4 to bank/" in done.notes[0]


def test_a_core_within_its_limit_says_nothing(world):
    done = world.memory.core.append("- Tea.")
    assert (done.moves, done.notes) == ((), ())
