"""Reflect, end to end: pages in, pages out."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core.errors import UnknownName

BANK = "bank/opinions.md"
HAND = """# Opinions

My own words.

- O(c=0.8) @Mona: Likes tea.
  - ask her about Darjeeling

Last words.
"""


def tell(world, day: str, *lines: str) -> None:
    path = f"memory/{day}.md"
    before = (world.read(path) or b"## Retain\n").decode()
    world.save(path, before + "".join(f"- {line}\n" for line in lines))


def page(world) -> str:
    return (world.read(BANK) or b"").decode()


def test_an_opinion_without_evidence_stays_as_it_was_written(world) -> None:
    world.save(BANK, HAND)
    assert not world.memory.reflect()
    assert page(world) == HAND


def test_evidence_moves_it_and_everything_else_keeps_its_bytes(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.", "W @Kofi: Hates tea.")
    done = world.memory.reflect()
    (shift,) = done.shifts
    assert (shift.before, round(shift.after, 3), shift.on, shift.because.stance) == (0.8, 0.858, dt.date(2025, 11, 20), "supports")
    fact = next(fact for fact in world.memory.facts().facts if fact.text == "Asked for tea.")
    assert page(world) == HAND.replace("(c=0.8)", f"(c=0.858, id={shift.opinion})").replace(
        "Darjeeling\n",
        f"""Darjeeling
  - began at 0.8; 0.858 since 2025-11-20
  - 2025-11-20 supports: "Asked for tea." (memory/2025-11-20.md#L2, {fact.id})
""",
    )


def test_an_opinion_of_a_log_is_curated_and_the_log_is_not_touched(world) -> None:
    tell(world, "2025-11-20", "O(c=0.9) @Mona: Prefers trains.")
    log = world.read("memory/2025-11-20.md")
    (before,) = world.memory.opinions()
    world.memory.reflect()
    (after,) = world.memory.opinions()
    assert (after.id, after.statement, after.confidence) == (before.id, "Prefers trains.", 0.9)
    assert (str(before.source), str(after.source)) == ("memory/2025-11-20.md#L2", "bank/opinions.md#L3")
    assert world.read("memory/2025-11-20.md") == log
    assert not world.memory.reflect()


def test_said_again_another_day_it_is_evidence_and_no_second_opinion(world) -> None:
    tell(world, "2025-11-20", "O(c=0.6) @Mona: Prefers trains.")
    tell(world, "2025-11-25", "O(c=0.9) @Mona: Prefers trains.")
    world.memory.reflect()
    (only,) = world.memory.opinions()
    assert only.confidence > 0.6
    assert [item.on for item in only.evidence] == [dt.date(2025, 11, 25)]


def test_an_alias_is_the_same_one(world) -> None:
    world.save("bank/entities/Mona.md", "---\naliases: [Moni]\n---\n\n# Mona\n")
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Moni: Asked for tea.")
    assert world.memory.reflect().shifts


def test_a_confidence_set_by_hand_is_where_later_evidence_starts(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.")
    world.memory.reflect()
    world.save(BANK, page(world).replace("c=0.858", "c=0.3"))
    (one,) = world.memory.opinions()
    assert one.confidence == 0.3
    (shift,) = world.memory.reflect().shifts
    assert (round(shift.before, 3), shift.after, shift.why) == (0.858, 0.3, "set by hand")
    tell(world, "2025-12-02", "W @Mona: Enjoyed the tea.")
    (shift,) = world.memory.reflect().shifts
    assert (shift.before, round(shift.after, 3)) == (0.3, 0.388)
    assert [round(move.after, 3) for move in world.memory.opinion_history(shift.opinion)] == [0.858, 0.3, 0.388]


def test_a_line_struck_off_by_hand_stays_struck_off(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.")
    world.memory.reflect()
    world.save(BANK, page(world).replace("20 supports", "20 unrelated"))
    (shift,) = world.memory.reflect().shifts
    assert (round(shift.before, 3), shift.after) == (0.858, 0.8)
    assert "c=0.8," in page(world)
    assert not world.memory.reflect()


def test_a_fact_that_is_gone_is_no_evidence_and_one_that_moved_is_cited_where_it_stands(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.", "W @Mona: Enjoyed the tea.")
    world.memory.reflect()
    world.save("memory/2025-11-20.md", "A line above.\n\n## Retain\n- W @Mona: Enjoyed the tea.\n")
    world.memory.reflect()
    assert "memory/2025-11-20.md#L4" in page(world)
    assert "Asked for tea" not in page(world)


def test_a_reworded_fact_is_looked_at_again_however_old(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2024-11-20", "W @Mona: Asked for tea.")
    world.memory.reflect()
    world.save("memory/2024-11-20.md", "## Retain\n- W @Mona: Refused the tea.\n")
    (shift,) = world.memory.reflect("7d").shifts
    assert shift.because.stance == "contradicts"


def test_what_was_told_before_is_left_alone_when_only_news_are_asked_for(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2024-11-20", "W @Mona: Asked for tea.")
    assert not world.memory.reflect("7d")
    assert world.memory.reflect().shifts


def test_a_dry_run_shows_the_diff_and_writes_nothing(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.")
    rehearsed = world.memory.reflect(dry_run=True)
    assert page(world) == HAND
    done = world.memory.reflect()
    assert rehearsed.shifts == done.shifts
    (edit,) = rehearsed.edits
    added = [line[1:] for line in edit.diff.split("\n")[3:] if line[:1] in "+ "]
    assert "\n".join(added) in page(world)


def test_a_page_that_cannot_be_written_is_told_and_kept(world) -> None:
    broken = HAND + "\n```\nnobody closes this\n"
    world.save(BANK, broken)
    tell(world, "2025-11-20", "O @Mona: Prefers trains.")
    (refused,) = world.memory.reflect().refused
    assert (refused.what, page(world)) == (BANK, broken)


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
@pytest.mark.parametrize("final", ["", "\n"])
def test_line_ends_are_kept(world, ends: str, final: str) -> None:
    world.save(BANK, ends.join(("# Opinions", "", "* O (c = 0,8) @Mona: Likes tea.")) + final.replace("\n", ends))
    tell(world, "2025-11-20", "W @Mona: Asked for tea.", "O @Mona: Prefers trains.")
    world.memory.reflect()
    text = (world.read(BANK) or b"").decode()
    assert ends.join(("", "* O (c = 0.858, id=")) in text
    assert text.count("\n") == text.count(ends)
    assert not world.memory.reflect()


def test_untrusted_words_move_nothing_and_are_not_curated(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W(origin=untrusted) @Mona: Hates tea.", "O(origin=untrusted) @Mona: Likes spam.")
    assert not world.memory.reflect()
    assert len(world.memory.opinions()) == 1


def test_what_was_retired_is_neither_an_opinion_nor_evidence(world) -> None:
    world.save(BANK, HAND)
    world.save("bank/archive/2025-11.md", "- W(on=2025-11-20) @Mona: Hates tea.\n- O(c=0.9, on=2025-11-20) @Mona: Likes rain.\n")
    assert not world.memory.reflect()
    assert len(world.memory.opinions()) == 1


def test_rivals_are_named(world) -> None:
    world.save(BANK, "- O(c=0.6) @Mona: Prefers tents over hotels.\n- O(c=0.5) @Mona: Prefers hotels over tents.\n")
    one, two = world.memory.opinions()
    assert (one.rivals, two.rivals) == ((two.id,), (one.id,))


def test_an_unknown_id_is_answered_with_what_was_probably_meant(world) -> None:
    world.save(BANK, HAND)
    (one,) = world.memory.opinions()
    assert world.memory.opinion(one.id[:6]) == one
    with pytest.raises(UnknownName, match=f"did you mean {one.id}"):
        world.memory.opinion(one.id[:-1] + "!")


def test_rebuilding_the_index_moves_nothing(world) -> None:
    world.save(BANK, HAND)
    tell(world, "2025-11-20", "W @Mona: Asked for tea.")
    world.memory.reflect()
    before = world.memory.opinions()
    world.memory.rebuild()
    assert world.memory.opinions() == before
    assert not world.memory.reflect()


def test_recall_gives_the_confidence_of_today(world) -> None:
    tell(world, "2025-11-20", "O(c=0.9) @Mona: Prefers trains over planes.")
    tell(world, "2025-11-24", "W @Mona: Cannot stand trains any more.")
    world.memory.reflect()
    hit = next(hit for hit in world.memory.recall("what does Mona prefer, trains or planes?").hits if hit.fact.confidence)
    assert hit.fact.confidence == world.memory.opinions()[0].confidence < 0.9


def test_a_belief_replaced_by_the_id_of_its_bullet_is_past_on_the_page_too(world) -> None:
    tell(world, "2025-11-20", "O(c=0.8) @Mona: Prefers the window seat.")
    stated = world.memory.facts("memory/2025-11-20.md").facts[0].id
    world.memory.reflect()
    tell(world, "2025-11-24", f"O(c=0.8, supersedes={stated}) @Mona: Loves the aisle, for her long legs.")
    for _ in range(2):
        assert [(one.statement, one.superseded_by is not None) for one in world.memory.opinions()] == [
            ("Prefers the window seat.", True),
            ("Loves the aisle, for her long legs.", False),
        ]
        hits = world.memory.recall("Which seat does Mona prefer?").hits
        assert [(hit.content, hit.status) for hit in hits] == [
            ("Loves the aisle, for her long legs.", "current"),
            ("Prefers the window seat.", "past"),
        ]
        assert all(len(hit.evidence) == len(set(hit.evidence)) == hit.count for hit in hits)
        world.memory.reflect()


def test_a_belief_stated_anew_holds_again(world) -> None:
    world.save(BANK, "- O(c=0.8) @Mona: Prefers the window seat.\n")
    tell(world, "2025-11-20", "O(id=window) @Mona: Prefers the window seat.")
    tell(world, "2025-11-24", "O(supersedes=window) @Mona: Loves the aisle.")
    assert [one.superseded_by is None for one in world.memory.opinions() if one.source.path == BANK] == [False]
    tell(world, "2025-11-26", "O @Mona: Prefers the window seat.")
    assert [one.superseded_by is None for one in world.memory.opinions() if one.source.path == BANK] == [True]


def test_nobody_outside_ends_a_belief(world) -> None:
    world.save(BANK, "- O(c=0.8) @Mona: Prefers the window seat.\n")
    tell(world, "2025-11-20", "O(id=window) @Mona: Prefers the window seat.")
    tell(world, "2025-11-24", "O(supersedes=window, origin=untrusted) @Mona: Loves the aisle.")
    assert [one.superseded_by for one in world.memory.opinions() if one.source.path == BANK] == [None]


def test_what_was_replaced_before_the_pass_is_not_taken_over(world) -> None:
    tell(world, "2025-11-20", "O(c=0.8, id=window) @Mona: Prefers the window seat.")
    tell(world, "2025-11-24", "O(c=0.8, supersedes=window) @Mona: Loves the aisle.")
    world.memory.reflect()
    assert "aisle" in page(world)
    assert "window seat" not in page(world)
    assert not world.memory.reflect()


def test_a_page_that_is_read_only_is_left_alone_and_named(world):
    world.save("bank/entities/Ilse.md", "---\nname: Ilse\nread_only: true\n---\n# Ilse\n")
    before = world.read("bank/entities/Ilse.md")
    for text in ("Moved to Ghent.", "Works at the harbour.", "Keeps bees."):
        world.memory.retain(text, entities=["Ilse"])
    done = world.memory.reflect()
    assert world.read("bank/entities/Ilse.md") == before
    assert ["bank/entities/Ilse.md" in one.what and "read-only" in one.why for one in done.refused] == [True]
