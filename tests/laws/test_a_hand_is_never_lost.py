"""Whatever sequence of edits by hand and passes a page goes through: no line a hand wrote is lost, and a second pass changes nothing."""

from __future__ import annotations

import datetime as dt

from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import InRam

PAGE = "bank/entities/Mona.md"
NOW = dt.datetime(2026, 3, 1, 20, tzinfo=dt.UTC)
FACTS = ("Keeps bees.", "Has a green door.", "Lives in Graz.", "Moved to Linz.", "Likes snow.", "Wohnt jetzt in Wien.", "Mag Schnee.")
PIECES = (
    "words of mine {}",
    "- an item of mine {}",
    "  indented {}",
    "> quoted {}",
    "    code {}",
    "- W @Mona: told by hand {}.",
    "1. {}",
    "日本 {}",
    "-- {}",
)

edits = st.lists(
    st.one_of(
        st.tuples(st.just("tell"), st.integers(1, 28), st.sampled_from(FACTS)),
        st.tuples(st.just("insert"), st.floats(0, 1), st.sampled_from(PIECES)),
        st.tuples(st.just("delete"), st.floats(0, 1), st.just("")),
        st.tuples(st.just("forget"), st.integers(1, 28), st.just("")),
        st.tuples(st.just("reflect"), st.just(0), st.just("")),
    ),
    max_size=14,
)


def lines_of(world: InRam) -> list[str]:
    return (world.read(PAGE) or b"").decode().split("\n")


@settings(max_examples=60, deadline=None)
@given(edits, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "# Mona\n\nAbout her.\n", "---\nkind: person\n---\n\n# Mona\n"]))
def test_no_line_of_a_hand_is_lost_and_twice_is_once(done: list[tuple[str, float, str]], ends: str, page: str) -> None:
    world = InRam({PAGE: page.replace("\n", ends)} if page else {}, NOW)
    mine: list[str] = []
    for number, (act, where, what) in enumerate(done):
        match act:
            case "tell":
                path = f"memory/2026-02-{int(where):02}.md"
                world.save(path, (world.read(path) or b"## Retain\n").decode() + f"- W @Mona: {what}\n")
            case "forget" if world.read(path := f"memory/2026-02-{int(where):02}.md") is not None:
                world.remove(path)
            case "insert" if world.read(PAGE) is not None:
                lines = lines_of(world)
                line = what.format(f"<{number}>")
                lines.insert(round(where * len(lines)), line + ("\r" if ends == "\r\n" else ""))
                world.save(PAGE, "\n".join(lines))
                mine.append(f"<{number}>")
            case "delete" if world.read(PAGE) is not None:
                lines = lines_of(world)
                at = round(where * (len(lines) - 1))
                gone = lines.pop(at)
                mine = [mark for mark in mine if mark not in gone]
                world.save(PAGE, "\n".join(lines))
            case "reflect":
                world.memory.reflect()
        text = (world.read(PAGE) or b"").decode()
        assert all(mark in text for mark in mine)
    world.memory.reflect()
    once = world.read(PAGE)
    assert all(mark in (once or b"").decode() for mark in mine)
    world.memory.reflect()
    assert world.read(PAGE) == once


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 28), st.sampled_from(FACTS)), min_size=3, max_size=12), st.randoms(use_true_random=False))
def test_day_by_day_is_all_at_once(told: list[tuple[int, str]], chance) -> None:
    """Whether a pass came after every fact or once at the end, and in whatever order facts of different days came: the same page."""
    worlds = []
    for each in (True, False):
        world = InRam({PAGE: "# Mona\n"}, NOW)
        order = list(dict.fromkeys(told))
        if each:
            chance.shuffle(order)
        logs: dict[str, list[str]] = {}
        for day, text in order:
            path = f"memory/2026-02-{day:02}.md"
            logs.setdefault(path, []).append(f"- W @Mona: {text}\n")
            world.save(path, "## Retain\n" + "".join(sorted(logs[path])))
            if each:
                world.memory.reflect()
        world.memory.reflect()
        worlds.append(world.read(PAGE))
    assert worlds[0] == worlds[1]
