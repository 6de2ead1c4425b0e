"""Dream, restore, audit, forget: what a person sees of the pages before and after."""

from __future__ import annotations

import datetime as dt
import os
import time

import pytest
from worlds import InFolder, InRam, retain

from dayleaf.core.errors import UnknownName, UsageError

FIRST, SECOND = "memory/2025-11-03.md", "memory/2025-11-17.md"
ARCHIVE = "bank/archive/2025-12.md"


@pytest.fixture
def twice(world):
    world.save(FIRST, retain("W @Ana: Keeps a logbook of the tides.", "W @Bo: Rents a shed."))
    world.save(SECOND, retain("W @Ana: keeps a logbook of the tides", "W @Bo: Rents a shed in Graz from Ida."))
    return world


def statuses(world: InRam | InFolder) -> dict[str, str]:
    held = world.memory.facts(everything=True)
    return {
        f"{fact.source}": "superseded" if fact.id in held.replaced else "retired" if fact.id in held.retired else "active"
        for fact in held.facts
    }


def at(world: InRam | InFolder, day: dt.datetime):
    world.memory.close()
    world.now = day
    world.memory = world.open()
    return world.memory


def test_what_is_said_twice_is_put_away_once_and_no_log_is_touched(twice):
    logs = twice.read(FIRST), twice.read(SECOND)
    done = twice.memory.dream()
    assert [edit.path for edit in done.edits] == [ARCHIVE]
    assert len(done.merged) == len(done.retired) == 2
    assert (twice.read(FIRST), twice.read(SECOND)) == logs
    assert statuses(twice) == {f"{FIRST}#L4": "active", f"{FIRST}#L5": "retired", f"{SECOND}#L4": "retired", f"{SECOND}#L5": "active"}


def test_the_entry_is_whole_and_says_why_whence_and_whereto(twice):
    done = twice.memory.dream()
    line = next(line for line in twice.read(ARCHIVE).decode().splitlines() if "logbook" in line)
    assert line == (
        f"- W(id={done.merged[0].parts[0]}, from={SECOND}#L4, on=2025-12-01, into={done.merged[0].into}, reason=the same statement)"
        " @Ana: keeps a logbook of the tides"
    )


def test_a_rehearsal_writes_nothing_and_shows_the_exact_diff(twice):
    done = twice.memory.dream(dry_run=True)
    assert twice.read(ARCHIVE) is None
    assert "+- W(id=" in done.edits[0].diff
    assert done.merged == twice.memory.dream().merged


def test_a_second_pass_changes_nothing(twice):
    twice.memory.dream()
    before = twice.read(ARCHIVE)
    assert not twice.memory.dream()
    assert not at(twice, twice.now + dt.timedelta(days=40)).dream()
    assert twice.read(ARCHIVE) == before


def test_the_answer_is_one_hit_that_cites_all_its_lines(twice):
    twice.memory.dream()
    hits = twice.memory.recall("logbook of the tides").hits
    assert [hit.content for hit in hits if "logbook" in hit.content] == ["Keeps a logbook of the tides."]
    assert [str(source) for source in hits[0].evidence] == [f"{FIRST}#L4", f"{SECOND}#L4"]
    assert hits[0].count == 2


def test_a_question_in_the_words_of_what_is_put_away_gets_what_says_it_now(twice):
    twice.memory.dream()
    assert [hit.content for hit in twice.memory.recall("rents shed").hits][:1] == ["Rents a shed in Graz from Ida."]


def test_what_was_known_before_it_was_told_more_fully_stays_askable(twice):
    twice.memory.dream()
    hits = twice.memory.recall("who rents a shed", known_at="2025-11-05").hits
    assert [hit.content for hit in hits if "shed" in hit.content] == ["Rents a shed."]


def test_the_archive_itself_answers_nothing(twice):
    twice.memory.dream()
    assert not [hit for hit in twice.memory.recall("tides logbook shed same statement archive").hits if hit.source.path == ARCHIVE]
    assert not twice.memory.verify().differences


def test_if_the_line_that_stays_is_deleted_the_other_speaks_again(twice):
    twice.memory.dream()
    twice.save(FIRST, retain("W @Bo: Rents a shed."))
    assert [hit.content for hit in twice.memory.recall("logbook of the tides").hits][:1] == ["keeps a logbook of the tides"]
    assert "active" in {state for source, state in statuses(twice).items() if source == f"{SECOND}#L4"}


def test_restored_it_counts_again_and_no_pass_puts_it_away_again(twice):
    id = twice.memory.dream().merged[0].parts[0]
    twice.memory.restore(id)
    assert statuses(twice)[f"{SECOND}#L4"] == "active"
    assert not twice.memory.dream()
    assert not at(twice, twice.now + dt.timedelta(days=1)).dream()
    assert twice.memory.audit().ok
    with pytest.raises(UnknownName):
        twice.memory.restore(id)


def test_restore_takes_the_beginning_of_an_id_if_it_is_clear(twice):
    id = twice.memory.dream().merged[0].parts[0]
    assert twice.memory.restore(id[:5]).edits
    with pytest.raises(UnknownName, match="nothing is put away as 'zzzz'"):
        twice.memory.restore("zzzz")


def test_a_fact_whose_line_is_gone_is_written_back_into_its_log(twice):
    id = twice.memory.dream().merged[0].parts[0]
    twice.save(SECOND, retain("W @Bo: Rents a shed in Graz from Ida."))
    twice.memory.restore(id)
    assert b"- W @Ana: keeps a logbook of the tides\n" in twice.read(SECOND)
    assert id in {fact.id for fact in twice.memory.facts().facts}


def test_a_bullet_of_the_bank_moves_whole_and_comes_back(world):
    world.save(FIRST, retain("W(cat=hobbies) @Ana: Keeps a logbook of the tides."))
    page = "# World\r\n\r\n- W(on=2025-10-01) @Ana: Keeps a logbook of the tides\r\n- W @Bo: Owns a kiln.\r\n\r\nBy hand.\r\n"
    world.save("bank/world.md", page)
    id = world.memory.dream().retired[0].fact
    assert world.read("bank/world.md").decode() == page.replace("- W(on=2025-10-01) @Ana: Keeps a logbook of the tides\r\n", "")
    assert "was-on=2025-10-01" in world.read(ARCHIVE).decode()
    assert not world.memory.dream()
    world.memory.restore(id)
    assert world.read("bank/world.md").decode() == page
    assert not world.memory.dream()


def test_a_bullet_of_the_bank_that_was_brought_back_by_hand_stays(world):
    page = "- W @Ana: Keeps a logbook of the tides\n"
    world.save(FIRST, retain("W(cat=hobbies) @Ana: Keeps a logbook of the tides."))
    world.save("bank/world.md", page)
    world.memory.dream()
    assert world.read("bank/world.md") == b""
    memory = at(world, world.now + dt.timedelta(days=1))
    world.save("bank/world.md", page)
    memory.dream()
    assert world.read("bank/world.md").decode() == page


def test_pinned_and_important_facts_stay_whatever_is_told(world):
    world.save(FIRST, retain("W @Ana: Keeps bees.", "W @Bo: Owns a kiln."))
    world.save(SECOND, retain("W(pinned) @Ana: Keeps bees.", "W(cat=health/allergies) @Bo: Owns a kiln."))
    world.memory.dream()
    assert statuses(world) == {f"{FIRST}#L4": "retired", f"{FIRST}#L5": "retired", f"{SECOND}#L4": "active", f"{SECOND}#L5": "active"}


def test_a_moment_long_past_is_put_away_and_everything_else_of_that_day_stays(world):
    fleeting = ("W @Ana: Has a headache today.", "W @Ida: Ist gerade müde.", "W @Bo: Is stuck in traffic right now.")
    lasting = (
        "W @Ana: Is allergic to rain of ash since today.",
        "W @Ida: Hat heute 40 Grad Fieber.",
        "W @Bo: Decided today to sell the kiln.",
        "W @Cy: Was tired yesterday and signed the lease.",
        "W(cat=health) @Cy: Has a headache today.",
        "B @relay: I was busy today.",
        "O @Ana: Hates rain.",
    )
    world.save("memory/2025-10-01.md", retain(*fleeting, *lasting))
    world.save("memory/2025-11-25.md", retain("W @Ana: Has a headache today."))
    done = world.memory.dream()
    assert [retired.reason for retired in done.retired] == ["a moment long past"] * 3
    assert [hit.content for hit in world.memory.recall("headache").hits if "headache" in hit.content] == ["Has a headache today."] * 2
    assert [state for source, state in statuses(world).items() if state == "retired"] == ["retired"] * 3
    assert not world.memory.dream()


def test_what_was_replaced_long_ago_is_put_away_and_still_answers_what_was(world):
    world.save("memory/2025-05-01.md", retain("W @Ana: Lives in Porto."))
    world.save("memory/2025-06-01.md", retain("W @Ana: Moved to Graz."))
    done = world.memory.dream()
    assert [retired.reason for retired in done.retired] == ["replaced"]
    assert statuses(world) == {"memory/2025-05-01.md#L4": "superseded", "memory/2025-06-01.md#L4": "active"}
    assert [hit.content for hit in world.memory.recall("where does Ana live", as_of="2025-05-10").hits] == ["Lives in Porto."]
    assert not world.memory.dream()


def test_a_guard_stops_a_pass_that_wants_too_much_and_a_person_lets_it_go_on(world):
    world.save(FIRST, retain(*(f"W @Ana: Owns the lamp called {name}." for name in NAMES)))
    world.save(SECOND, retain(*(f"W @Ana: owns the lamp called {name}" for name in NAMES)))
    done = world.memory.dream()
    assert not done.merged
    assert "30 of 60 facts would be put away in one pass, 20 at most are allowed" in done.refused[0].why
    assert b"dayleaf dream --resume" in world.read("bank/archive/paused.md")
    again = world.memory.dream()
    assert not again.edits
    assert again.refused
    assert "dreaming" in {check.name for check in world.memory.doctor()}
    assert len(world.memory.dream(resume=True, dry_run=True).retired) == 30
    assert len(world.memory.dream(resume=True).retired) == 30
    assert not world.memory.dream()
    assert world.memory.audit().ok


NAMES = [f"{first}{second}" for first in "Wo Mi Ta Lu Ke".split() for second in "ran lop det suv nak gor".split()]


def test_not_while_somebody_writes(tmp_path):
    world = InFolder(tmp_path, {FIRST: retain("W @Ana: Keeps bees.")}, now=dt.datetime.now(dt.UTC) + dt.timedelta(minutes=5))
    assert "somebody wrote" in world.memory.dream(if_idle=True).refused[0].why
    assert not world.memory.dream(if_idle=dt.timedelta(minutes=1)).refused
    hours = time.time() - 7200
    os.utime(tmp_path / FIRST, (hours, hours))
    assert not world.memory.dream(if_idle=True).refused
    talk = tmp_path / ".memory/conversations/2025-11-03.jsonl"
    talk.parent.mkdir()
    talk.write_text("{}\n")
    assert "somebody talked" in world.memory.dream(if_idle=True).refused[0].why
    world.memory.close()


def test_forgotten_by_its_id_it_is_gone_from_every_page(twice):
    merged = twice.memory.dream().merged[0]
    found = twice.memory.forget(merged.into)
    assert {fact.id for fact in found.facts} == {merged.into, *merged.parts}
    assert b"logbook" not in b"".join(twice.read(path) or b"" for path in (FIRST, SECOND, ARCHIVE, "bank/archive/forgotten.md"))
    assert twice.read(FIRST).decode() == retain("W @Bo: Rents a shed.")
    assert twice.memory.audit().ok


def test_forgotten_by_words_only_what_has_them_all(twice):
    assert {str(fact.source) for fact in twice.memory.forget("shed Graz", dry_run=True).facts} == {f"{SECOND}#L5"}
    assert b"Graz" in twice.read(SECOND)
    twice.memory.forget("shed Graz")
    assert b"Graz" not in twice.read(SECOND)
    assert b"Rents a shed." in twice.read(FIRST)


def test_forget_says_what_it_cannot_do(twice):
    twice.save(SECOND, twice.read(SECOND) + b"\n## Notes\n\nThe shed in Graz smells of tar.\n")
    found = twice.memory.forget("shed Graz")
    assert [(one.what, "by hand" in one.why) for one in found.done.refused] == [(f"{SECOND}#L8", True)]
    with pytest.raises(UnknownName):
        twice.memory.forget("zeppelin")
    with pytest.raises(UsageError):
        twice.memory.forget("—")


def test_what_was_derived_only_from_a_forgotten_line_goes_with_it(world):
    world.save(FIRST, retain("W @Ana: Keeps bees.", "W @Ana: Lives in Porto."))
    world.save(
        "bank/world.md",
        f"- W(from={FIRST}#L4, on=2025-11-03) @Ana: Is a beekeeper.\n"
        f"- W(from={FIRST}#L4; {FIRST}#L5, on=2025-11-03) @Ana: Has hives in Porto.\n",
    )
    world.memory.forget("keeps bees")
    assert world.read("bank/world.md").decode().count("\n") == 1
    assert b"hives in Porto" in world.read("bank/world.md")


def test_an_audit_finds_a_chain_that_somebody_broke(twice):
    twice.memory.dream()
    assert twice.memory.audit().ok
    twice.save(FIRST, retain("W @Bo: Rents a shed."))
    found = twice.memory.audit()
    assert len(found.broken) == 1
    assert not found.ok


def test_what_the_machine_derived_is_filed_and_what_people_wrote_is_not(world):
    page = (
        f"- W(from={FIRST}#L4, on=2025-11-03) @Ana: Is allergic to penicillin.\n"
        f"- W(c=0.9, from={FIRST}#L4) @Ida: Ihr Bruder wohnt in Graz.\n"
        f"- W(from={FIRST}#L4) @Ida: Hat eine Schwester.\n"
        "- W @Ana: Has a dog.\n"
        f"- W(pinned, from={FIRST}#L4) @Ana: Has a cat.\n"
    )
    world.save(FIRST, retain("W @Ana: Is allergic."))
    world.save("bank/world.md", page)
    world.memory.dream()
    lines = world.read("bank/world.md").decode().splitlines()
    assert [line.partition("cat=")[2].partition(",")[0] for line in lines] == ["health", "", "family", "", ""]
    assert [hit.content for hit in world.memory.recall("", category="health").hits] == ["Is allergic to penicillin."]
    assert not world.memory.dream()


def test_what_was_merged_into_a_moment_goes_with_it(world):
    world.save("memory/2025-11-20.md", retain("W @Ana: Has a headache right now."))
    world.save("memory/2025-11-21.md", retain("W @Ana: has a headache right now"))
    assert len(world.memory.dream().merged) == 1
    memory = at(world, world.now + dt.timedelta(days=60))
    assert [retired.reason for retired in memory.dream().retired] == ["a moment long past"]
    assert memory.recall("headache").hits == ()
    assert not memory.dream()
    assert memory.audit().ok


def test_of_two_wordings_that_were_replaced_both_are_put_away_at_once(world):
    world.save("memory/2025-05-01.md", retain("W @Ana: Lives in Porto."))
    world.save("memory/2025-05-02.md", retain("W @Ana: lives in Porto"))
    world.save("memory/2025-06-01.md", retain("W @Ana: Moved to Graz."))
    assert sorted(retired.reason for retired in world.memory.dream().retired) == ["replaced", "the same statement"]
    assert not world.memory.dream()
    assert world.memory.audit().ok
    assert [hit.content for hit in world.memory.recall("where does Ana live", as_of="2025-05-10").hits] == ["Lives in Porto."]
