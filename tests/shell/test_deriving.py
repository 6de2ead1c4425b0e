"""Derive, end to end: what a person writes and edits, and what then stands in `bank/derived/`."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.fact import Kind

LOG, PAGE = "memory/2025-11-27.md", "bank/derived/2025-11.md"
DAY = """# Thursday

It rained.

Peter flew to Oslo yesterday. He works at
Brightwater as a surveyor.

- Nora prefers night trains.
"""


def known(world) -> None:
    for name in ("Peter", "Nora"):
        world.save(f"bank/entities/{name}.md", f"# {name}\n")


def page(world) -> str:
    return (world.read(PAGE) or b"").decode()


def bullets(world) -> list[str]:
    return [line for line in page(world).splitlines() if line.startswith("- ")]


def test_plain_sentences_become_typed_facts_that_cite_their_lines(world) -> None:
    known(world)
    world.save(LOG, DAY)
    done = world.memory.reflect()
    assert bullets(world) == [
        "- W(when=2025-11-26, from=memory/2025-11-27.md#L5, on=2025-11-27) @Peter: Peter flew to Oslo on 2025-11-26.",
        "- W(from=memory/2025-11-27.md#L5-L6, on=2025-11-27) @Peter: Peter works at Brightwater as a surveyor.",
        "- O(c=0.6, from=memory/2025-11-27.md#L8, on=2025-11-27) @Nora: Nora prefers night trains.",
    ]
    facts = [fact for fact in world.memory.facts(PAGE).facts if fact.kind is not Kind.PASSAGE]
    assert all(fact.inferred and fact.told == dt.date(2025, 11, 27) for fact in facts)
    assert [one.fact for one in done.inferred][:3] == [fact.id for fact in facts]
    assert world.read(LOG) == DAY.encode()
    assert not world.memory.reflect()
    assert world.memory.facts().problems == ()


def test_an_opinion_that_was_derived_is_believed_in_the_same_pass(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    assert [(one.statement, one.confidence) for one in world.memory.opinions()] == [("Nora prefers night trains.", 0.6)]


def test_a_line_that_moves_keeps_its_fact_and_every_other_byte(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    ids = {fact.id for fact in world.memory.facts(PAGE).facts}
    before = page(world)
    world.save(LOG, DAY.replace("It rained.", "It rained.\nAnd then it snowed."))
    world.memory.reflect()
    assert page(world) == before.replace("#L5-L6", "#L6-L7").replace("#L5,", "#L6,").replace("#L8", "#L9")
    assert {fact.id for fact in world.memory.facts(PAGE).facts} == ids


def test_a_line_that_changes_withdraws_what_it_said(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    world.save(LOG, DAY.replace("night trains", "ferries"))
    done = world.memory.reflect()
    assert [one.reason for one in done.retired] == ["the lines of the log that said it are gone, or say it otherwise"]
    assert bullets(world)[-1].endswith("Nora prefers ferries.")
    assert "night trains" not in page(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    assert bullets(world)[-1].endswith("Nora prefers night trains.")


def test_a_log_that_is_gone_withdraws_all(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    world.remove(LOG)
    world.memory.reflect()
    assert bullets(world) == []
    assert not world.memory.reflect()


def test_a_section_of_its_own_takes_over(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    world.save(LOG, DAY + "\n## Retain\n- W @Peter: Works at Brightwater.\n")
    world.memory.reflect()
    assert bullets(world) == []


def test_a_hand_edit_is_kept_whatever_the_log_says(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    edited = page(world).replace("as a surveyor", "as the chief surveyor")
    world.save(PAGE, edited)
    assert [edit.path for edit in world.memory.reflect().edits] == ["bank/entities/Peter.md"], "which tells it as it stands now"
    assert page(world) == edited
    world.save(LOG, DAY.replace("Brightwater", "Copperfield"))
    world.memory.reflect()
    assert [line for line in bullets(world) if "chief surveyor" in line]
    assert [line for line in bullets(world) if "Copperfield" in line]


def test_one_taken_out_by_hand_is_not_derived_again(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    world.save(PAGE, "\n".join(line for line in page(world).split("\n") if "Oslo" not in line))
    assert not [edit for edit in world.memory.reflect().edits if edit.path == PAGE]
    world.save(LOG, DAY + "\nPeter sold his boat.\n")
    world.memory.reflect()
    assert not [line for line in bullets(world) if "Oslo" in line]
    assert [line for line in bullets(world) if "boat" in line]


def test_what_was_forgotten_is_not_learned_again(world) -> None:
    known(world)
    world.save(LOG, DAY)
    world.memory.reflect()
    (fact,) = [fact for fact in world.memory.facts(PAGE).facts if "Oslo" in fact.text]
    world.memory.forget(fact.id)
    world.remove(PAGE)  # even the list of what was derived
    world.memory.reflect()
    assert [line for line in bullets(world) if "Brightwater" in line]
    assert not [line for line in bullets(world) if "Oslo" in line]


def test_words_and_line_ends_of_a_person_on_the_page_stay(world) -> None:
    known(world)
    world.save(PAGE, "# Mine\r\n\r\nHello.\r\n\r\n- W @Nora: My own line.\r\n")
    world.save(LOG, DAY)
    world.memory.reflect()
    data = world.read(PAGE)
    assert data.startswith(b"# Mine\r\n\r\nHello.\r\n\r\n- W @Nora: My own line.\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert len(bullets(world)) == 4
    assert not world.memory.reflect()


def test_said_twice_on_a_day_it_is_one_fact_with_two_citations(world) -> None:
    known(world)
    world.save(LOG, "Nora sold her car.\n\nReally.\n\nNora sold her car.\n")
    world.memory.reflect()
    assert bullets(world) == ["- W(from=memory/2025-11-27.md#L1; memory/2025-11-27.md#L5, on=2025-11-27) @Nora: Nora sold her car."]
    assert not world.memory.reflect()


def test_a_pass_over_the_last_days_leaves_earlier_facts_alone(world) -> None:
    known(world)
    world.save("memory/2025-11-03.md", "Nora sold her car.\n")
    world.save(LOG, DAY)
    world.memory.reflect()
    world.save("memory/2025-11-29.md", "Nora bought a van.\n")
    world.memory.reflect("3d")
    said = [line.rpartition(": ")[2] for line in bullets(world)]
    assert (said[0], said[-1]) == ("Nora sold her car.", "Nora bought a van.")


def test_names_nobody_introduced_are_proved_by_the_logs(world) -> None:
    world.save("memory/2025-11-20.md", "We saw Tamsin at the harbour.\n")
    world.save("memory/2025-11-21.md", "Then we asked Tamsin about the tide.\n")
    world.save(LOG, "Tamsin sold her boat.\n")
    world.memory.reflect()
    assert bullets(world) == ["- W(from=memory/2025-11-27.md#L1, on=2025-11-27) @Tamsin: Tamsin sold her boat."]
    assert not world.memory.reflect()


def test_somebody_elses_text_and_secrets_say_nothing(world) -> None:
    known(world)
    world.save("memory/2025-11-26-mail.md", "---\norigin: untrusted\n---\n\nNora sold her car.\n")
    world.save(LOG, "> Nora sold her car.\n\nPeter changed the password to Tr0ub4dor&3xyz.\n")
    assert not world.memory.reflect()


def test_what_a_withdrawn_fact_stood_for_is_derived_again(world) -> None:
    known(world)
    world.save("memory/2025-11-20.md", "Nora plays the cello.\n")
    world.save(LOG, "Nora plays the cello.\n")
    world.memory.reflect()
    (merged,) = world.memory.dream().merged
    assert len(bullets(world)) == 1
    stays = next(fact for fact in world.memory.facts(PAGE).facts if fact.id == merged.into)
    world.save(f"memory/{stays.told}.md", "Nothing.\n")
    world.memory.reflect()
    assert [line.rpartition(": ")[2] for line in bullets(world)] == ["Nora plays the cello."]
    assert f"on={stays.told}" not in bullets(world)[0]
    assert world.memory.audit().ok


def test_a_dry_run_shows_the_diff_and_writes_nothing(world) -> None:
    known(world)
    world.save(LOG, DAY)
    done = world.memory.reflect(dry_run=True)
    assert world.read(PAGE) is None
    assert any("+- O(c=0.6" in edit.diff for edit in done.edits)
