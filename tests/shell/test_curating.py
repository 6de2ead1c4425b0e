"""Pages of entities and of the bank, end to end: what a hand wrote stays, what the machine wrote follows the facts."""

from __future__ import annotations

import pytest

from dayleaf.core.page.generated import BEGIN

PAGE = "bank/entities/Mona.md"
HAND = """---
aliases: [Moni]
kind: person
---

# Mona

My own words about her.

- O(c=0.9) @Mona: Is good company.
"""


def tell(world, day: str, *bullets: str) -> None:
    path = f"memory/{day}.md"
    before = (world.read(path) or b"# A day\n\n## Retain\n").decode()
    world.save(path, before + "".join(f"- {bullet}\n" for bullet in bullets))


def three(world) -> None:
    tell(world, "2025-11-03", "W @Mona: Lives in Graz.", "W @Mona: Keeps bees.")
    tell(world, "2025-11-20", "W @Mona: Has a green door.")


def page(world, path: str = PAGE) -> str:
    return (world.read(path) or b"").decode()


def test_an_entity_spoken_of_often_enough_is_given_a_page(world) -> None:
    tell(world, "2025-11-03", "W @Mona: Lives in Graz.", "W @Mona: Keeps bees.")
    assert not world.memory.reflect()
    tell(world, "2025-11-20", "W @Mona: Has a green door.")
    (edit,) = world.memory.reflect().edits
    assert (edit.path, edit.kind) == (PAGE, "create")
    assert page(world).startswith("# Mona\n\n<!-- dayleaf:begin ")
    assert "- Has a green door. (memory/2025-11-20.md#L4)\n" in page(world)
    assert not world.memory.reflect()


def test_what_a_hand_wrote_keeps_its_bytes(world) -> None:
    world.save(PAGE, HAND)
    three(world)
    world.memory.reflect()
    assert page(world).startswith(HAND + "\n" + BEGIN)
    assert "person; also called Moni" in page(world)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("head", ["", "\ufeff"])
def test_line_ends_and_bom_are_kept(world, ends: str, head: str) -> None:
    hand = head + HAND.replace("\n", ends)
    world.save(PAGE, hand)
    three(world)
    world.memory.reflect()
    tell(world, "2025-11-21", "W @Mona: Paints at night.")
    world.memory.reflect()
    text = page(world)
    assert text.startswith(hand)
    assert text.count("\n") == text.count(ends)
    assert "Paints at night." in text
    assert not world.memory.reflect()


def test_lines_that_stay_true_keep_their_bytes(world) -> None:
    three(world)
    world.memory.reflect()
    before = page(world).splitlines()
    tell(world, "2025-11-21", "W @Mona: Paints at night.")
    world.memory.reflect()
    after = page(world).splitlines()
    assert [line for line in after if line not in before and "dayleaf:" not in line] == ["- Paints at night. (memory/2025-11-21.md#L4)"]
    assert [line for line in before if line not in after and "dayleaf:" not in line] == []


def test_what_is_written_inside_moves_below_and_is_told(world) -> None:
    three(world)
    world.memory.reflect()
    world.save(PAGE, page(world).replace("- Keeps bees.", "- Her bees are called Ada and Bo.\n- Keeps bees."))
    (refused,) = world.memory.reflect().refused
    assert (refused.what, "moved below" in refused.why) == (PAGE, True)
    inside, _, below = page(world).partition("<!-- dayleaf:end")
    assert "Ada and Bo" not in inside
    assert "\n\n## Written inside the generated section\n\n- Her bees are called Ada and Bo.\n" in below
    assert not world.memory.reflect()
    world.save(PAGE, page(world).replace("- Keeps bees. (memory/2025-11-03.md#L5)", "- Keeps seven hives."))
    world.memory.reflect()
    assert page(world).endswith("section\n\n- Keeps seven hives.\n- Her bees are called Ada and Bo.\n")
    assert "- Keeps bees. (memory/2025-11-03.md#L5)" in page(world)


def test_a_line_taken_out_comes_back_and_is_told(world) -> None:
    three(world)
    world.memory.reflect()
    world.save(PAGE, "".join(line for line in page(world).splitlines(keepends=True) if "Keeps bees" not in line))
    (refused,) = world.memory.reflect().refused
    assert "correct or forget" in refused.why
    assert "Keeps bees" in page(world)


@pytest.mark.parametrize("broken", ["end", "twice"])
def test_a_page_whose_marks_are_broken_is_left_alone_and_told(world, broken: str) -> None:
    three(world)
    world.memory.reflect()
    text = page(world)
    spoilt = text[: text.index("<!-- dayleaf:end")] + "Mine.\n" if broken == "end" else text + text
    world.save(PAGE, spoilt)
    (refused,) = world.memory.reflect().refused
    assert refused.what == PAGE
    assert page(world) == spoilt


def test_marks_in_a_fence_are_text(world) -> None:
    fenced = "# Mona\n\n```\n<!-- dayleaf:begin -->\nmine\n<!-- dayleaf:end -->\n```\n"
    world.save(PAGE, fenced)
    three(world)
    world.memory.reflect()
    assert page(world).startswith(fenced + "\n" + BEGIN)
    assert not world.memory.reflect()


def test_pages_never_read_pages(world) -> None:
    three(world)
    before = [fact.id for fact in world.memory.facts(everything=True).facts]
    world.memory.reflect()
    assert [fact.id for fact in world.memory.facts(everything=True).facts] == before
    hits = world.memory.recall("who has a green door?").hits
    assert [str(hit.source) for hit in hits if "green door" in hit.fact.text] == ["memory/2025-11-20.md#L4"]


def test_about_tells_the_facts_once(world) -> None:
    world.save(PAGE, HAND)
    three(world)
    world.memory.reflect()
    known = world.memory.about("Mona")
    assert known.page == HAND
    assert "Keeps bees." in [hit.fact.text for hit in known.facts]


def test_with_since_only_those_spoken_of_since(world) -> None:
    three(world)
    tell(world, "2025-11-29", "W @Kofi: Has a cat.", "W @Kofi: Has a dog.", "W @Kofi: Has a bird.")
    assert [edit.path for edit in world.memory.reflect("7d").edits] == ["bank/entities/Kofi.md"]
    assert [edit.path for edit in world.memory.reflect().edits] == [PAGE]


def test_what_no_page_carries_stands_in_the_bank(world) -> None:
    world.save("bank/world.md", "# World\n\n- W @Linz: Has a harbour.\n")
    tell(world, "2025-11-03", "W @Kofi: Has a cat.", "W: The bakery is shut on Mondays.", "B: I mended the gate.", "B: I fed the cat.")
    tell(world, "2025-10-02", "B @Kofi: I wrote to him.")
    world.memory.reflect()
    assert page(world, "bank/world.md").startswith("# World\n\n- W @Linz: Has a harbour.\n\n<!-- dayleaf:begin ")
    assert "- Kofi: Has a cat. (memory/2025-11-03.md#L4)" in page(world, "bank/world.md")
    experience = page(world, "bank/experience.md")
    assert experience.index("## 2025-11") < experience.index("## 2025-10")
    assert "- 2025-10-02: Kofi: I wrote to him. (memory/2025-10-02.md#L4)" in experience
    assert not world.memory.reflect()


def test_a_name_that_can_be_no_file_is_given_no_page(world) -> None:
    tell(world, "2025-11-03", "W @con: Is a port.", "W @con: Is old.", "W @con: Is slow.")
    assert not [edit for edit in world.memory.reflect().edits if "entities" in edit.path]


def test_a_huge_life_stays_a_short_page(world) -> None:
    for number in range(1, 29):
        tell(world, f"2025-11-{number:02}", *(f"W @Mona: Has goat number {number}-{n} on the hill." for n in range(8)))
    world.memory.reflect()
    assert len(page(world).splitlines()) < 60
    assert "more: ask `dayleaf recall`" in page(world)


def test_what_is_forgotten_stands_on_no_page_any_more(world) -> None:
    three(world)
    tell(world, "2025-10-01", "W @Mona: Keeps bees.")
    tell(world, "2025-10-09", "W @Mona: Keeps bees.")
    assert world.memory.reflect().proposals
    world.memory.forget("keeps bees")
    assert not [path for path in (PAGE, "bank/proposals.md") if "bees" in page(world, path).casefold()]
    assert "green door" in page(world)


def test_marks_in_a_log_hide_nothing(world) -> None:
    three(world)
    world.memory.reflect()
    section = page(world)[page(world).index(BEGIN) :]
    world.save("memory/2025-11-28.md", f"# A day\n\n{section.replace('Keeps bees', 'Keeps llamas')}")
    hits = world.memory.recall("llamas").hits
    assert [hit.source.path for hit in hits if "llamas" in hit.fact.text] == ["memory/2025-11-28.md"]


def test_a_superseded_opinion_is_not_told_on_the_page(world) -> None:
    three(world)
    tell(world, "2025-11-21", "O(c=0.8) @Mona: Prefers the window seat.")
    stated = world.memory.facts("memory/2025-11-21.md").facts[0].id
    world.memory.reflect()
    assert "0.80 Prefers the window seat." in page(world)
    tell(world, "2025-11-24", f"O(c=0.8, supersedes={stated}) @Mona: Loves the aisle, for her long legs.")
    world.memory.reflect()
    assert "0.80 Loves the aisle, for her long legs." in page(world)
    assert "window seat" not in page(world)
    assert not world.memory.reflect()
