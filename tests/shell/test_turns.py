"""What a session is told, turn by turn: only what is new, corrections, grounding, the inventory, within the budget."""

from __future__ import annotations

import datetime as dt
import json
import threading

import pytest
from worlds import InFolder, retain

from dayleaf.adapters.system import FixedClock
from dayleaf.core.errors import PathRefused, UnknownName, UsageError
from dayleaf.wiring.memory import Memory

DAY = "memory/2025-11-{:02}.md"
FACTS = {
    "mill": "W @Orchard: The mill wheel of the Orchard has 24 paddles.",
    "boat": "W @Tjark: Tjark keeps his boat at pier 9.",
    "bread": "W @Lotte: Lotte bakes rye bread on Mondays.",
    "lists": "O(c=0.9) @Nora: Nora wants minutes as numbered lists.",
    "key": "W @Alwin: Der Schlüssel zur Werkstatt liegt bei Alwin.",
}


@pytest.fixture
def filled(world):
    for day, bullet in enumerate(FACTS.values(), 1):
        world.save(DAY.format(day), retain(bullet))
    return world


def at(world, minutes: float):
    """The memory of a world so many minutes later."""
    moment = world.now + dt.timedelta(minutes=minutes)
    return type(world.memory)(world.memory._ground.at(FixedClock(moment)))


def told(context) -> list[str]:
    return [item.content for name in ("recalled", "corrected") for item in context.section(name).items]


def text(name: str) -> str:
    return FACTS[name].partition(": ")[2]


def test_a_fact_is_told_once(filled):
    first = at(filled, 0).begin_turn("a", "How many paddles has the mill wheel?")
    assert text("mill") in told(first)
    again = at(filled, 1).begin_turn("a", "So the mill wheel has many paddles?")
    assert text("mill") not in told(again)
    other = at(filled, 2).begin_turn("a", "Where is the boat of Tjark?")
    assert told(other) == [text("boat")]
    assert text("mill") in told(at(filled, 2).begin_turn("b", "How many paddles has the mill wheel?"))


def test_every_fact_comes_with_its_citation(filled):
    (item,) = at(filled, 0).begin_turn("a", "Where is the boat of Tjark?").section("recalled").items
    assert (item.source, item.untrusted) == (DAY.format(2) + "#L4", False)
    assert item.id == filled.memory.facts(DAY.format(2)).facts[-1].id
    assert dict(item.traits) == {"kind": "world", "told": "2025-11-02", "entities": "@Tjark"}


def test_an_edited_fact_comes_again_as_a_correction(filled):
    asked = at(filled, 0).begin_turn("a", "What does Lotte bake?")
    (before,) = asked.section("recalled").items
    filled.save(DAY.format(3), retain("W @Lotte: Lotte bakes spelt bread on Fridays."))
    for minute, message in ((1, "And what does Lotte bake now?"), (2, "Lotte and her bread, once more?")):
        found = at(filled, minute).begin_turn("a", message)
        if minute == 1:
            (item,) = found.section("corrected").items
            assert (item.content, item.cites) == ("Lotte bakes spelt bread on Fridays.", before.id)
            assert "rye" not in found.section("corrected").text
            assert f"- [{before.id}] changed · now [{item.id}]" in found.text
        else:
            assert told(found) == []


def test_a_correction_comes_whatever_the_message_is_about(filled):
    at(filled, 0).begin_turn("a", "What does Lotte bake?")
    filled.save(DAY.format(3), retain("W @Lotte: Lotte bakes spelt bread on Fridays."))
    assert told(at(filled, 1).begin_turn("a", "Thanks.")) == ["Lotte bakes spelt bread on Fridays."]
    assert told(at(filled, 2).begin_turn("a", "Thanks again.")) == []


def test_what_was_taken_out_is_said_to_be_gone_without_repeating_it(filled):
    at(filled, 0).begin_turn("a", "Wo liegt der Schlüssel der Werkstatt?")
    filled.remove(DAY.format(5))
    found = at(filled, 1).begin_turn("a", "Danke.")
    assert told(found) == ["no longer in memory; do not rely on it"]
    assert "Alwin" not in found.section("corrected").text
    assert told(at(filled, 2).begin_turn("a", "Danke noch einmal.")) == []
    assert "Alwin" not in at(filled, 2).begin_turn("b", "Wo liegt der Schlüssel?").text


def test_what_something_newer_replaced_is_no_longer_true(world):
    world.save(DAY.format(1), retain("W @Ada: Ada lives in Kiel."))
    assert told(at(world, 0).begin_turn("a", "Where does Ada live?")) == ["Ada lives in Kiel."]
    world.save(DAY.format(20), retain("W @Ada: Ada lives in Graz since November."))
    found = at(world, 1).begin_turn("a", "Thanks!")
    (item,) = found.section("corrected").items
    assert item.content == "Ada lives in Graz since November."
    assert dict(item.traits)["change"] == "no longer true"
    assert told(at(world, 2).begin_turn("a", "Where does Ada live?")) == []


def test_a_text_from_outside_ends_nothing_the_owner_said(world):
    world.save(DAY.format(1), retain("W @Ada: Ada lives in Kiel."))
    at(world, 0).begin_turn("a", "Where does Ada live?")
    (ada,) = (fact for fact in world.memory.facts().facts)
    world.save(
        DAY.format(20),
        retain(
            "W(origin=untrusted) @Ada: Ada lives in Graz since November.", f"W(origin=untrusted, supersedes={ada.id}) @Ada: Ada is gone."
        ),
    )
    assert told(at(world, 1).begin_turn("a", "Thanks!")) == []
    assert at(world, 2).begin_turn("a", "Where does Ada live?").section("corrected").items == ()
    hits = world.memory.recall("Where does Ada live?").hits
    assert {hit.content: hit.status for hit in hits}["Ada lives in Kiel."] == "current"
    assert all(
        item.untrusted for item in at(world, 3).begin_turn("b", "Is Ada in Graz?").section("recalled").items if "Graz" in item.content
    )


def test_sessions_go_on_at_once(filled):
    failures: list[BaseException] = []

    def talk(session: str, own: int) -> None:
        try:
            for number in range(12):
                found = at(filled, number).begin_turn(session, f"Where is the boat of Tjark, {own} {number}?")
                assert found.tokens <= found.budget
                filled.memory.work.put(f"k{number}", "v" * 2000, caller=f"session/{session}")
                at(filled, number).end_turn(session, "At the pier.")
        except BaseException as error:  # noqa: BLE001 it must reach the test
            failures.append(error)

    threads = [threading.Thread(target=talk, args=(session, own)) for own, session in enumerate(("a", "b", "c", "one", "one", "one"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [filled.memory.conversation(session).number for session in ("a", "b", "c", "one")] == [12, 12, 12, 36]


def test_another_confidence_is_news_a_little_more_is_not(world):
    line = "O(c={}) @Nora: Nora wants minutes as numbered lists."
    world.save(DAY.format(1), retain(line.format(0.9)))
    at(world, 0).begin_turn("a", "How does Nora want minutes?")
    world.save(DAY.format(1), retain(line.format(0.88)))
    assert told(at(world, 1).begin_turn("a", "Thanks.")) == []
    world.save(DAY.format(1), retain(line.format(0.4)))
    (item,) = at(world, 2).begin_turn("a", "Thanks.").section("corrected").items
    assert dict(item.traits)["confidence"] == "c=0.4"


def test_after_a_compaction_everything_may_be_told_again(filled):
    at(filled, 0).begin_turn("a", "Where is the boat of Tjark?")
    at(filled, 1).compacted("a")
    assert told(at(filled, 2).begin_turn("a", "And the boat of Tjark?")) == [text("boat")]


def test_after_an_hour_of_silence_a_session_begins_anew(filled):
    at(filled, 0).begin_turn("a", "Where is the boat of Tjark?")
    assert "Where is the boat" in at(filled, 59).begin_turn("a", "Again, the boat of Tjark?").section("conversation").text
    found = at(filled, 120).begin_turn("a", "Where is the boat of Tjark?")
    assert (found.turn, told(found)) == (1, [text("boat")])
    assert found.section("conversation").text == ""


def test_an_opening_without_a_question_is_grounded_thanks_is_not(filled):
    first = at(filled, 0).begin_turn("a", "Hello there")
    assert first.grounded
    assert 3 <= len(told(first)) <= 5
    assert at(filled, 0).begin_turn("b", "Hello there").section("recalled").text == first.section("recalled").text
    assert told(at(filled, 1).begin_turn("a", "Cheers.")) == []
    assert text("lists") in told(first)


def test_nothing_untrusted_grounds_a_session(world):
    world.save(DAY.format(1), retain("W(origin=untrusted) @Desk: Complaints go to the desk.", "W @Nora: Nora keeps bees."))
    assert told(at(world, 0).begin_turn("a", "Hello")) == ["Nora keeps bees."]
    found = at(world, 1).begin_turn("a", "Where do complaints go?")
    assert "UNTRUSTED, quoted" in found.text
    assert found.section("recalled").items[0].untrusted


def test_the_same_message_at_once_gets_the_same_context(filled):
    asked = at(filled, 0).begin_turn("a", "Where is the boat of Tjark?")
    assert at(filled, 0.1).begin_turn("a", "Where is the boat of Tjark?") == at(filled, 0.1).context("a", "Where is the boat of Tjark?")
    assert at(filled, 0.1).begin_turn("a", "Where is the boat of Tjark?").sections[:-1] == asked.sections[:-1]


def test_a_fact_that_did_not_fit_is_told_another_time(filled):
    small = at(filled, 0).begin_turn("a", "Where is the boat of Tjark?", budget=60)
    assert told(small) == []
    assert told(at(filled, 1).begin_turn("a", "The boat of Tjark, please?")) == [text("boat")]


def test_the_core_is_always_there_without_comments_and_secrets(filled):
    filled.save("memory.md", "---\nread_only: true\n---\n# Core\n<!-- for people -->\n- Nora keeps bees.\n- password: Quince!Cask-77\n")
    for minute in range(2):
        core = at(filled, minute).begin_turn("a", f"Thanks {minute}.").section("core")
        assert "Nora keeps bees." in core.text
        assert not {word for word in ("for people", "read_only", "Quince!Cask-77") if word in core.text}
    filled.save("memory.md", "# Core\n- Nora keeps goats.\n")
    assert "goats" in at(filled, 2).begin_turn("a", "Thanks.").section("core").text


def test_the_inventory_lists_keys_and_no_values(world):
    at(world, 0).work.put("crawl", "BODY-77 " * 5000, caller="session/a", ttl=900, category="tool-result")
    at(world, 0.5).work.put("memo", "NOTE-78", caller="session/a")
    at(world, 0.5).work.put("mail", "FIND-79", caller="patrol/inbox", ttl=900)
    at(world, 0.5).work.put("result", "SUB-80", caller="subagent/t-1", ttl=900)
    at(world, 0.5).work.put("own", "OTHER-81", caller="session/b", ttl=900)
    found = at(world, 1).begin_turn("a", "What did the crawl bring?")
    slots = [(item.key, item.category, round(item.expires_in)) for item in found.section("working").items]
    assert slots == [("session/a/crawl", "tool-result", 840), ("session/a/memo", None, 270), ("subagent/t-1/result", None, 870)]
    assert [item.key for item in found.section("patrols").items] == ["patrol/inbox/mail"]
    assert not {word for word in ("BODY-77", "NOTE-78", "FIND-79", "SUB-80", "OTHER-81", "session/b") if word in found.text}
    later = at(world, 7).begin_turn("a", "What remains?")
    assert [item.key for item in later.section("working").items] == ["session/a/crawl", "subagent/t-1/result"]


def test_working_memory_through_the_face(world):
    work = at(world, 0).work
    put = work.put("big", "# One\n" + "text\n" * 5000 + "# Two\n" + "more\n" * 5000, caller="subagent/t")
    assert [piece.title for piece in put.pieces] == ["One", "One", "Two"]
    assert [piece.first for piece in put.pieces[1:]] == [piece.last + 1 for piece in put.pieces[:-1]]
    assert work.get("subagent/t/big", piece=1).value.startswith("# One")
    assert work.get("big", caller="subagent/t", lines="5002").value == "# Two"
    assert work.get("subagent/t/big", find="# two").found[1].number == 5002
    assert work.get("subagent/t/big", lines="9999-").last == work.get("subagent/t/big").lines
    assert json.loads(work.put("j", {"a": [1]}, caller="team") and work.get("team/j").value) == {"a": [1]}
    assert [slot.address for slot in work.inventory()] == ["subagent/t/big", "team/j"]
    assert work.list("team") == work.inventory("team")
    for call in (
        lambda: work.put("subagent/t/big", "x", caller="session/a"),
        lambda: work.delete("subagent/t/big", caller="session/a"),
        lambda: work.put("../t/big", "x", caller="session/a"),
    ):
        with pytest.raises(PathRefused, match="nothing was changed"):
            call()
    assert work.get("subagent/t/big").value.startswith("# One")
    work.delete("big", caller="subagent/t")
    with pytest.raises(UnknownName):
        work.get("subagent/t/big")
    with pytest.raises(UnknownName):
        work.delete("big", caller="subagent/t")
    for wrong in (
        lambda: work.put("k", object(), caller="team"),
        lambda: work.put("k", "v", caller="team", ttl="soon"),
        lambda: work.get("team/j", lines="1", find="a"),
        lambda: work.get("team/j", lines="7"),
        lambda: work.get("team/j", piece=2),
    ):
        with pytest.raises(UsageError):
            wrong()


def test_what_was_injected_is_never_retained_as_new(filled):
    found = at(filled, 0).begin_turn("a", "Where is the boat of Tjark?")
    (item,) = found.section("recalled").items
    for copied in (found.text, found.section("recalled").text, f"Remember:\n- [{item.id}] world · {item.source}: {item.content}"):
        with pytest.raises(UsageError, match="from memory"):
            filled.memory.retain(copied)
    assert filled.memory.retain("Tjark sold his boat.", entities=["Tjark"]).new


def test_wrong_calls(world):
    for call in (
        lambda: world.memory.begin_turn("", "x"),
        lambda: world.memory.begin_turn("a", "x", budget=0),
        lambda: world.memory.begin_turn("a", "x", form="html"),
        lambda: world.memory.end_turn("a", messages=[("robot", "x")]),
    ):
        with pytest.raises(UsageError):
            call()


@pytest.mark.parametrize("message", ["", " \t", '"; DROP', "NOT", "((", "日本", "\u202e", "🦆", "a" * 100_000, "\ud800", "\x00"])
def test_any_message_begins_a_turn(filled, message):
    found = at(filled, 0).begin_turn("a", message)
    assert found.tokens <= found.budget
    at(filled, 0).end_turn("a", message)


def log_of(world: InFolder) -> list[dict]:
    files = sorted((world.root / ".memory/conversations").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


@pytest.fixture
def folder(tmp_path):
    made = InFolder(tmp_path, {DAY.format(2): retain(FACTS["boat"])})
    yield made
    made.memory.close()


def test_ended_turns_are_written_to_the_log_without_secrets_and_injected_text(folder):
    found = at(folder, 0).begin_turn("a", "Where is the boat? The password is Brook!Heron-55.")
    assert any("taken out" in note for note in found.notes)
    ended = at(folder, 1).end_turn("a", f"At pier 9. {found.text}", messages=[("tool", "pier 9")])
    assert ended.logged
    at(folder, 2).begin_turn("a", "Not ended")
    at(folder, 3).begin_turn("a", "Thanks")
    lines = log_of(folder)
    assert [(line["session"], line["turn"], line["role"]) for line in lines] == [
        ("a", 1, "user"), ("a", 1, "tool"), ("a", 1, "assistant"), ("a", 2, "user"),
    ]  # fmt: skip
    assert "Brook!Heron-55" not in str(lines)
    assert lines[2]["text"] == "At pier 9."
    assert lines[0]["at"] == "2025-12-01T09:00:00+01:00"
    file = folder.root / ".memory/conversations/2025-12-01.jsonl"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_day_of_the_log_is_a_local_day_and_old_days_go(folder):
    old = folder.root / ".memory/conversations/2025-10-01.jsonl"
    old.parent.mkdir(parents=True)
    old.write_text("{}\n")
    (old.parent / "notes.txt").write_text("mine")
    evening = folder.now.replace(hour=23, minute=59)
    for seconds, reply in ((0, "one"), (120, "two")):
        type(folder.memory)(folder.memory._ground.at(FixedClock(evening + dt.timedelta(seconds=seconds)))).end_turn("a", reply)
    assert sorted(file.name for file in old.parent.iterdir()) == ["2025-12-01.jsonl", "2025-12-02.jsonl", "notes.txt"]


def test_the_log_can_be_left_off(tmp_path):
    (tmp_path / ".memory").mkdir()
    (tmp_path / "memory").mkdir()
    (tmp_path / ".memory/settings.toml").write_text("conversation_log = false\n")
    with Memory.open(tmp_path) as memory:
        memory.begin_turn("a", "Hello")
        assert not memory.end_turn("a", "Hi").logged
    assert not (tmp_path / ".memory/conversations").exists()


def test_a_session_lives_in_its_process_unless_it_is_carried(folder):
    asked = "Where is the boat of Tjark?"
    assert told(at(folder, 0).begin_turn("a", asked)) == [text("boat")]
    assert told(at(folder, 0).begin_turn("c", asked, carry=True)) == [text("boat")]
    folder.memory.close()
    folder.memory = folder.open()
    assert told(at(folder, 1).begin_turn("a", "The boat of Tjark?")) == [text("boat")]
    carried = at(folder, 1).begin_turn("c", "The boat of Tjark?", carry=True)
    assert (carried.turn, told(carried), carried.section("conversation").text) == (2, [], "")
    assert all(not slot.namespace.startswith(".") for slot in folder.memory.work.inventory())
    held = (folder.root / ".memory/working.sqlite").read_bytes()
    assert b"pier 9" not in held
    folder.memory.close()
    folder.memory = folder.open()
    folder.save(DAY.format(2), retain("W @Tjark: Tjark keeps his boat at pier 4."))
    assert told(at(folder, 2).begin_turn("c", "Thanks.", carry=True)) == ["Tjark keeps his boat at pier 4."]
    at(folder, 3).compacted("c", carry=True)
    folder.memory.close()
    folder.memory = folder.open()
    assert told(at(folder, 4).begin_turn("c", asked, carry=True)) == ["Tjark keeps his boat at pier 4."]
