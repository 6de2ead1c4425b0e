"""What a person does to the page of beliefs: what is taken from it stays away, and no line is taken for somebody else's."""

from __future__ import annotations

BANK = "bank/opinions.md"


def tell(world, day: str, *lines: str) -> None:
    path = f"memory/{day}.md"
    before = (world.read(path) or b"## Retain\n").decode()
    world.save(path, before + "".join(f"- {line}\n" for line in lines))


def page(world) -> str:
    return (world.read(BANK) or b"").decode()


def changed(world) -> bool:
    """Whether one more pass writes the page of beliefs."""
    return any(edit.path == BANK for edit in world.memory.reflect().edits)


def test_a_belief_deleted_from_the_page_does_not_come_back(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.", "O(c=0.7) @Ivo: Avoids lifts.")
    tell(world, "2025-11-08", "O(c=0.6) @Ivo: Enjoys rowing")
    world.memory.reflect()
    first, lifts = page(world).partition("- O(")[0], page(world).rpartition("- O(")[2]
    world.save(BANK, f"{first}- O({lifts}")
    assert not changed(world)
    assert [one.statement for one in world.memory.opinions()] == ["Avoids lifts."]
    assert "rowing" not in page(world)


def test_a_belief_said_anew_after_that_is_taken_in_anew(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.")
    world.memory.reflect()
    world.save(BANK, page(world)[page(world).index("<!--") :])
    tell(world, "2025-11-09", "O(c=0.7) @Ivo: Enjoys rowing.")
    world.memory.reflect()
    assert "2025-11-09 stated" in page(world)
    assert "2025-11-01 stated" not in page(world)


def test_the_list_of_what_was_taken_in_stays_last_and_one(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.")
    world.memory.reflect()
    world.save(BANK, page(world).replace("\n", "\r\n"))
    tell(world, "2025-11-02", "O(c=0.7) @Ivo: Avoids lifts.")
    world.memory.reflect()
    lines = page(world).split("\r\n")
    assert [line[:12] for line in lines if line.startswith("<!--")] == ["<!-- taken i"]
    assert lines[-2].startswith("<!--")
    assert lines[-3:-2] == [""]
    assert len([line for line in lines if not line]) == 3
    assert not changed(world)


def test_what_was_forgotten_is_not_taken_in_again(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.", "O(c=0.7) @Uta: Avoids lifts.")
    world.memory.reflect()
    belief = next(one for one in world.memory.opinions() if one.statement == "Enjoys rowing.")
    world.memory.forget(belief.id)
    tell(world, "2025-11-03", "O(c=0.9) @Ivo: Enjoys rowing!")
    world.memory.reflect()
    assert "rowing" not in page(world)
    assert "rowing" not in (world.read("memory/2025-11-01.md") or b"").decode()


def test_a_forgotten_fact_is_quoted_by_no_belief(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.", "O(c=0.7) @Uta: Avoids lifts.")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing in the rain.")
    world.memory.reflect()
    assert "rain" in page(world)
    world.memory.forget("rowing rain")
    assert "rain" not in page(world)


def test_with_a_forgotten_belief_goes_its_ledger(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Uta: Avoids lifts.", "O(c=0.7) @Ivo: Enjoys rowing.")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing.")
    world.memory.reflect()
    belief = next(one for one in world.memory.opinions() if one.statement == "Enjoys rowing.")
    world.memory.forget(belief.id)
    assert "rowing" not in page(world)
    assert "Avoids lifts" in page(world)
    assert not changed(world)


def test_a_bullet_put_above_the_evidence_of_somebody_else_does_not_take_it(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing.")
    world.memory.reflect()
    before = page(world)
    for bullet in ("- O(c=0.4) @Uta: Likes jazz.", "- O(c=0.4) @Ivo: Likes jazz.", "- O(c=0.4, id=mine) @Uta: Likes jazz."):
        world.save(BANK, before.replace("  - 2025-11-05", f"{bullet}\n  - 2025-11-05"))
        world.memory.reflect()
        jazz, rowing = sorted(world.memory.opinions(), key=lambda one: one.statement != "Likes jazz.")
        assert (jazz.confidence, jazz.evidence) == (0.4, ())
        assert [line.quote for line in rowing.evidence] == ["Hates rowing."]
        assert not changed(world)


def test_a_lost_beginning_counts_no_evidence_twice(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing.")
    world.memory.reflect()
    (before,) = world.memory.opinions()
    world.save(BANK, "".join(line for line in page(world).splitlines(keepends=True) if "began" not in line))
    world.memory.reflect()
    (after,) = world.memory.opinions()
    assert after.confidence == before.confidence
    assert not changed(world)


def test_what_the_machine_derived_stays_on_its_own_page(world) -> None:
    world.save(
        "bank/preferences.md", "- O(c=0.8, from=.memory/conversations/2025-10-01.jsonl#L1, on=2025-10-02): Please answer in metres.\n"
    )
    assert not changed(world)
    assert [one.source.path for one in world.memory.opinions()] == ["bank/preferences.md"]


def test_a_log_of_a_day_to_come_moves_nothing_yet(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.")
    world.memory.reflect()
    tell(world, "2031-01-01", "W @Ivo: Hates rowing.", "O @Ivo: Enjoys space.")
    assert not changed(world)


def test_when_its_only_evidence_is_deleted_a_belief_is_what_it_was(world) -> None:
    world.save(BANK, "- O(c=0.7) @Ivo: Enjoys rowing.\n")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing.")
    world.memory.reflect()
    world.save("memory/2025-11-05.md", "## Retain\n- W @Ivo: Sold the boat.\n")
    (shift,) = world.memory.reflect().shifts
    assert (shift.after, shift.why) == (0.7, "its evidence was changed by hand")
    assert "Hates" not in page(world)
    assert not changed(world)


def test_a_password_in_a_log_is_quoted_nowhere(world) -> None:
    tell(world, "2025-11-01", "O(c=0.7) @Ivo: Enjoys rowing.", "O @Ivo: Likes it that the password is tr4m-Line9x!")
    tell(world, "2025-11-05", "W @Ivo: Hates rowing since the boathouse password is k9-Zander-77!")
    world.memory.reflect()
    assert "Zander" not in page(world)
    assert "Line9x" not in page(world)
