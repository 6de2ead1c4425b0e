"""What is learned from conversations is worded, cited, kept on its page, and gives way to what a person does there."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.dream.preferences import Around, Turn, decide, infer, read_log
from dayleaf.core.dream.preferences.page import reading
from dayleaf.core.fact import Source
from dayleaf.core.page.edit import splice
from dayleaf.core.page.tombstone import tombstone_of

TODAY = dt.date(2026, 5, 9)
FIRM = "Never reboot the server at noon, people are working. Wait until the evening instead."


def said(*texts: str, role: str = "user", day: str = "2026-05-04") -> list[Turn]:
    """One session for each text."""
    log = f".memory/conversations/{day}.jsonl"
    at = dt.datetime.fromisoformat(f"{day}T08:00:00+00:00")
    return [Turn(f"{day}-{n}", n, role, at + dt.timedelta(minutes=n), text, Source(log, n, n)) for n, text in enumerate(texts, 1)]


def page_after(data: bytes | None, turns: list[Turn], around: Around | None = None) -> bytes:
    edit = decide(data, turns, TODAY, around or Around()).edit
    return (data or b"") if edit is None else splice(data, edit)


def test_a_correction_becomes_a_lesson_with_its_reason_and_its_line() -> None:
    (lesson,) = infer(said(FIRM)).new
    assert lesson.text == "Don't reboot the server at noon, because people are working; instead wait until the evening."
    assert lesson.category.startswith("anti-patterns/")
    assert lesson.evidence == (Source(".memory/conversations/2026-05-04.jsonl", 1, 1),)
    assert lesson.confidence == 0.75


def test_a_lesson_keeps_the_language_of_the_user() -> None:
    (lesson,) = infer(said("Nein! Überschreibe niemals meine Notizen. Leg stattdessen eine Kopie an.")).new
    assert lesson.text == "Überschreibe niemals seine Notizen; stattdessen: Leg eine Kopie an."


def test_the_user_is_spoken_of_in_the_third_person() -> None:
    (wish,) = infer(said("Remember that I'm left-handed and I never wear my watch.")).new
    assert wish.text == "The user is left-handed and the user never wears the user's watch."


def test_more_occasions_make_it_surer_but_never_certain() -> None:
    often = said(*["I can't stand pop-up windows."] * 9)
    assert infer(often[:1]).new[0].confidence < infer(often[:3]).new[0].confidence <= infer(often).new[0].confidence == 0.9


def test_a_bullet_cites_what_it_was_learned_from() -> None:
    page = page_after(None, said(FIRM)).decode()
    assert "from=.memory/conversations/2026-05-04.jsonl#L1, on=2026-05-09): Don't reboot the server" in page
    (fact,) = [fact for fact in reading(page.encode()).facts if fact.inferred]
    assert (fact.told, fact.confidence) == (TODAY, 0.75)


def test_the_same_log_teaches_nothing_twice() -> None:
    turns = said(FIRM, "I'd rather sit in the aisle.", "An aisle seat? I'd rather have that.", "No, thanks.")
    page = page_after(None, turns)
    assert decide(page, turns, TODAY, Around()).edit is None


def test_what_is_said_again_is_cited_and_surer() -> None:
    page = page_after(None, said("I hate pop-up windows."))
    turns = said("I hate pop-up windows.") + said("I really hate pop-up windows.", day="2026-05-07")
    after = page_after(page, turns).decode()
    assert "c=0.8," in after
    assert "2026-05-04.jsonl#L1; .memory/conversations/2026-05-07.jsonl#L1" in after
    assert decide(after.encode(), turns, TODAY, Around()).edit is None


def test_what_stands_stays_when_the_log_is_gone() -> None:
    page = page_after(None, said(FIRM))
    later = said("What a day.", day="2026-06-20")
    assert decide(page, later, TODAY, Around()).edit is None


def test_a_line_a_person_changed_stays_as_it_is() -> None:
    page = page_after(None, said(FIRM)).replace(b"at noon", b"between nine and five")
    assert decide(page, said(FIRM), TODAY, Around()).edit is None


def test_a_line_a_person_deleted_is_not_learned_again_from_the_same_words() -> None:
    page = page_after(None, said(FIRM, "I hate pop-up windows."))
    kept = b"\n".join(line for line in page.split(b"\n") if b"reboot" not in line)
    assert decide(kept, said(FIRM, "I hate pop-up windows."), TODAY, Around()).edit is None
    again = said(FIRM, "I hate pop-up windows.") + said(FIRM, day="2026-05-08")
    assert b"reboot" in page_after(kept, again)


def test_what_a_person_wrote_elsewhere_is_not_doubled() -> None:
    known = Around(known=("The server must not be rebooted at noon, people are working then; wait until the evening.",))
    assert not infer(said(FIRM), (), known).new


def test_what_was_forgotten_is_not_learned_again() -> None:
    text = infer(said(FIRM)).new[0].text
    assert not infer(said(FIRM), (), Around(buried=frozenset({tombstone_of(text, ())}))).new


def test_a_secret_is_never_learned() -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    assert not infer(said(f"Remember: my token is {token}, always use it.")).new


def test_a_later_wish_replaces_the_one_on_the_page() -> None:
    page = page_after(None, said("From now on file the receipts by month."))
    (old,) = [fact for fact in reading(page).facts if fact.inferred]
    turns = said("From now on file the receipts by month.") + said("New rule: from now on file the receipts by shop.", day="2026-05-06")
    after = page_after(page, turns)
    new = [fact for fact in reading(after).facts if fact.inferred and fact.supersedes == old.id]
    assert ["by shop" in fact.text for fact in new] == [True]
    assert decide(after, turns, TODAY, Around()).edit is None


def test_a_wish_taken_back_is_withdrawn_unless_somebody_restored_it() -> None:
    before = said("Never use emojis!")
    page = page_after(None, before)
    facts = [fact for fact in reading(page).facts if fact.inferred]
    turns = before + said("Emojis are fine after all.", day="2026-05-06")
    (gone,) = infer(turns, facts).withdrawn
    assert gone.fact == facts[0]
    assert str(gone.by).endswith("2026-05-06.jsonl#L1")
    assert not infer(turns, facts, Around(restored=frozenset({facts[0].id}))).withdrawn


def test_an_old_wish_does_not_come_back_behind_a_newer_one() -> None:
    turns = said("From now on answer in French.") + said("From now on answer in English.", day="2026-05-06")
    page = page_after(None, turns)
    assert [("English" in fact.text) for fact in reading(page).facts if fact.inferred] == [True]
    assert decide(page, turns, TODAY, Around()).edit is None


def test_hand_written_parts_and_line_ends_of_the_page_stay() -> None:
    page = b"# Mine\r\n\r\nText of my own.\r\n\r\n- O: I like maps.\r\n\r\n## Below\r\n"
    after = page_after(page, said(FIRM))
    assert after.startswith(b"# Mine\r\n\r\nText of my own.\r\n\r\n- O: I like maps.\r\n- O(c=0.75")
    assert b"\r\n\r\n## Below\r\n" in after
    assert after.count(b"\n") == after.count(b"\r\n")


def test_an_unclosed_comment_is_reported_and_left_alone() -> None:
    decided = decide(b"# Mine\n\n<!-- open\n", said(FIRM), TODAY, Around())
    assert decided.edit is None
    assert decided.report.refused


def test_lines_that_are_no_turns_are_problems_and_the_others_are_read() -> None:
    log = b'{"session": "a", "turn": 1, "role": "user", "at": "2026-05-04T08:00:00+02:00", "text": "Hi."}\n[1]\n{"role": "user"}\n\xff\n\n'
    turns, problems = read_log(".memory/conversations/2026-05-04.jsonl", log)
    assert [(turn.text, turn.source.first) for turn in turns] == [("Hi.", 1)]
    assert [problem.source.first for problem in problems] == [2, 3, 4]
