"""Names that mean one: aliases, merging, and the way back, with the pages as a person would find them."""

from __future__ import annotations

import pytest

from dayleaf.core.errors import UnknownName, UsageError

LOG = "memory/2025-11-20.md"
TOLD = "## Retain\n- W @Mona: Keeps bees.\n- W(when=2025-11-19) @Mona-Berger @Kofi: Went skiing.\n- O(c=0.8) @mona-berger: Likes snow.\n"


def text(world, path: str) -> str:
    return (world.read(path) or b"").decode()


def names(world) -> dict[str, int]:
    return {entity.name: count for entity, count in world.memory.entities()}


def test_an_alias_makes_the_page_if_there_is_none(world) -> None:
    world.save(LOG, TOLD)
    world.memory.naming.alias("Mona", "Moni", "Frau B.")
    assert text(world, "bank/entities/Mona.md") == "---\naliases: [Moni, Frau B.]\n---\n\n# Mona\n"
    assert world.memory.entity("moni").name == "Mona"
    assert world.memory.entity("Frau B.").name == "Mona"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\naliases: [Moni]  \n---\n# Mona\n", "---\naliases: [Moni, Mo]\n---\n# Mona\n"),
        ("---\naliases:\n  - Moni\nkind: person\n---\n# Mona\n", "---\naliases:\n  - Moni\n  - Mo\nkind: person\n---\n# Mona\n"),
        ("---\nkind: person # a remark\n---\n# Mona\n", "---\nkind: person # a remark\naliases: [Mo]\n---\n# Mona\n"),
        ("---\r\naliases: Moni\r\n---\r\n# Mona\r\n", "---\r\naliases: [Moni, Mo]\r\n---\r\n# Mona\r\n"),
        ("# Mona\n\nMine.\n", "---\naliases: [Mo]\n---\n\n# Mona\n\nMine.\n"),
        ("\ufeff# Mona\n", "\ufeff---\naliases: [Mo]\n---\n\n# Mona\n"),
    ],
)
def test_an_alias_is_a_splice_of_the_front_matter(world, before: str, after: str) -> None:
    world.save("bank/entities/Mona.md", before)
    world.memory.naming.alias("Mona", "Mo")
    assert text(world, "bank/entities/Mona.md") == after


def test_front_matter_that_cannot_be_read_is_left_alone(world) -> None:
    broken = "---\naliases: [Moni\n---\n# Mona\n"
    world.save("bank/entities/Mona.md", broken)
    (refused,) = world.memory.naming.alias("Mona", "Mo").refused
    assert refused.what == "bank/entities/Mona.md"
    assert text(world, "bank/entities/Mona.md") == broken


def test_a_name_somebody_has_is_refused(world) -> None:
    world.save("bank/entities/Mona.md", "# Mona\n")
    world.save("bank/entities/Kofi.md", "---\naliases: [K]\n---\n# Kofi\n")
    with pytest.raises(UsageError, match="already means Kofi"):
        world.memory.naming.alias("Mona", "K")
    with pytest.raises(UnknownName, match="did you mean Mona"):
        world.memory.naming.alias("Monna", "Mo")
    with pytest.raises(UsageError, match="no mention can be made"):
        world.memory.naming.alias("Mona", "...")


def test_merging_without_a_page_is_an_alias_and_touches_no_log(world) -> None:
    world.save(LOG, TOLD)
    world.memory.naming.merge("Mona-Berger", "Mona")
    assert text(world, LOG) == TOLD
    assert names(world) == {"Mona": 3, "Kofi": 1}
    world.memory.naming.unmerge("Mona-Berger")
    assert names(world) == {"Mona": 1, "Kofi": 1, "Mona-Berger": 2} or "mona-berger" in names(world)


def test_a_page_that_is_merged_keeps_its_text_and_points_to_the_other(world) -> None:
    world.save(LOG, TOLD)
    world.save("bank/entities/Mona-Berger.md", "---\naliases: [MB]\n---\n# Mona Berger\n\nMy words.\n")
    world.memory.naming.merge("Mona-Berger", "Mona")
    merged = text(world, "bank/entities/Mona-Berger.md")
    assert merged == "---\naliases: [MB]\nsame_as: Mona\n---\n# Mona Berger\n\nMy words.\n"
    assert world.memory.entity("MB") == world.memory.entity("Mona")
    assert world.memory.entity("MB").page is not None
    assert str(world.memory.entity("MB").page) == "bank/entities/Mona.md"
    with pytest.raises(UsageError, match="one already"):
        world.memory.naming.merge("Mona", "MB")
    world.memory.naming.unmerge("Mona-Berger")
    assert text(world, "bank/entities/Mona-Berger.md") == merged.replace("same_as: Mona\n", "")
    assert world.memory.entity("MB").name == "Mona Berger"


def test_mentions_are_written_anew_only_with_consent_and_facts_keep_their_ids(world) -> None:
    world.save(LOG, TOLD)
    world.memory.naming.alias("Mona", "Moni")
    before = {fact.text: fact.id for fact in world.memory.facts().facts}
    rehearsed = world.memory.naming.merge("Mona-Berger", "Mona", rewrite=True, dry_run=True)
    assert text(world, LOG) == TOLD
    assert any("+- W(when=2025-11-19, id=" in edit.diff for edit in rehearsed.edits)
    world.memory.naming.merge("Mona-Berger", "Mona", rewrite=True)
    assert text(world, LOG) == TOLD.replace(
        "(when=2025-11-19) @Mona-Berger", f"(when=2025-11-19, id={before['Went skiing.']}) @Mona"
    ).replace("(c=0.8) @mona-berger", f"(c=0.8, id={before['Likes snow.']}) @Mona")
    assert {fact.text: fact.id for fact in world.memory.facts().facts} == before
    world.memory.naming.unmerge("Mona-Berger", rewrite=True)
    assert text(world, LOG) == TOLD
    assert "@" not in text(world, "bank/archive/renamed.md").replace("@Mona", "") or "mona-berger" not in text(
        world, "bank/archive/renamed.md"
    )


def test_what_is_put_away_stays_so_when_it_is_called_otherwise(world) -> None:
    world.save(LOG, TOLD)
    world.save("memory/2025-11-21.md", "## Retain\n- W @Mona-Berger @Kofi: Went skiing.\n- W @Mona-Berger: Has a cat.\n")
    world.save("memory/2025-11-22.md", "## Retain\n- W @Mona-Berger: Has a cat.\n")
    retired = {one.fact for one in world.memory.dream().retired}
    assert retired
    world.memory.naming.merge("Mona-Berger", "Mona", rewrite=True)
    assert retired <= world.memory.facts(everything=True).retired.keys()
    assert world.memory.audit().ok


def test_a_bullet_that_mentions_both_is_left_as_it_is(world) -> None:
    both = "## Retain\n- W @Mona @Mona-Berger: Share a desk.\n- W @Mona-Berger: Has a cat.\n"
    world.save(LOG, both)
    world.memory.naming.merge("Mona-Berger", "Mona", rewrite=True)
    assert "- W @Mona @Mona-Berger: Share a desk.\n" in text(world, LOG)
    assert "@Mona: Has a cat." in text(world, LOG)


def test_a_name_of_ones_own_cannot_be_unmerged(world) -> None:
    world.save(LOG, TOLD)
    with pytest.raises(UsageError, match="is what Mona is called"):
        world.memory.naming.unmerge("Mona")


def test_three_that_are_one(world) -> None:
    for name in ("A", "B", "C"):
        world.save(f"bank/entities/{name}.md", f"# {name}\n")
    world.memory.naming.merge("A", "B")
    world.memory.naming.merge("B", "C")
    assert {world.memory.entity(name).slug for name in "ABC"} == {"C"}
    world.memory.naming.unmerge("A")
    assert [world.memory.entity(name).slug for name in "ABC"] == ["A", "C", "C"]
