"""What goes wrong in other memories of this kind, from outside: a page in, a question, what must come out. See README.md here."""

from __future__ import annotations

import datetime as dt
import os
import unicodedata

import pytest
from worlds import InFolder, InRam, retain

from dayleaf.config import Config
from dayleaf.wiring.memory import Memory

DAY = "memory/2025-11-27.md"


def asked(question: str, *bullets: str) -> list[str]:
    """What a question finds on a page with these bullets, best first."""
    return [hit.content for hit in InRam({DAY: retain(*bullets)}).memory.recall(question).hits]


class TestWords:
    @pytest.mark.parametrize("question", ["しりとり", "成語", "成語しりとり", "今日は何をした？"])
    def test_chinese_and_japanese_words_of_two_characters_are_found(self, question):
        assert asked(question, "B: 今日は成語しりとりをした。", "B: Nothing of the kind.")[:1] == ["今日は成語しりとりをした。"]

    def test_a_short_word_has_a_score_and_the_better_note_comes_first(self):
        world = InRam({DAY: retain("W: 東京の天気は晴れ、京都は雨。", "W: 成語は成語辞典で調べる。", "W: 成語を一つ覚えた。")})
        hits = world.memory.recall("成語辞典").hits
        assert hits[0].content == "成語は成語辞典で調べる。"
        assert all(hit.score > 0 for hit in hits)

    def test_a_whole_question_finds_the_note_that_has_two_of_its_words(self):
        assert asked("what did we decide about the invoice template", "W: The invoice template is blue.", "W: It rained.")[:1] == [
            "The invoice template is blue."
        ]

    @pytest.mark.parametrize(("kept", "question"), [("NFD", "NFC"), ("NFC", "NFD")])
    def test_composed_and_decomposed_accents_find_each_other(self, kept, question):
        text = unicodedata.normalize(kept, "Die Größe der Tür")
        assert asked(unicodedata.normalize(question, "Größe"), f"W: {text}", "W: Other.")[:1] == [text]

    @pytest.mark.parametrize("spelling", ["kündigen", "Kündigung", "Kuendigung", "kundigung"])
    def test_german_spellings_and_stems_find_each_other(self, spelling):
        assert len(asked(spelling, "W: Die Kündigung kam.", "W: Eine Kuendigung ging.", "W: Sie wollen kündigen.")) == 3

    @pytest.mark.parametrize(("question", "first"), [("Straße", "Die Straße ist nass."), ("Strasse", "Die Strasse ist nass.")])
    def test_the_exact_spelling_ranks_first(self, question, first):
        found = asked(question, "W: Die Strasse ist nass.", "W: Die Straße ist nass.", "W: Kein Treffer hier.")
        assert found[0] == first

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("foo-bar", "The foo-bar is set."),
            ("AND", "The AND gate is broken."),
            ("NOT OR NEAR", "NOT and OR and NEAR are gates."),
            ("tier-1 note", "A tier-1 note was written."),
            ("Downloads/transcripts", "They lie in Downloads/transcripts now."),
            ("don't use", "We don't use tabs."),
            ("GB/s", "It reads 3 GB/s."),
            ("it's", "Because it's late."),
            ("user@host", "Log in as user@host there."),
            ("why?", "Nobody knows why."),
            ("e=mc2", "He wrote e=mc2 on the wall."),
            ("#tag", "Filed under #tag today."),
            ("[x]", "Mark it with an [x] there."),
            ('say "hello" (twice)', "You say hello twice."),
            ("a* OR b:c ^d {e}", "See a and b:c and d or {e}."),
            ("C++", "Peter writes C++."),
            ("100%", "It is 100% full."),
            ("\\", "A path with back\\slash."),
        ],
    )
    def test_signs_and_operators_are_words_or_nothing_but_no_error(self, question, text):
        found = asked(question, f"W: {text}", "W: Elsewhere, quite another matter.")
        assert found[:1] == [text] or question == "\\"

    def test_a_rate_is_not_a_plural(self):
        assert asked("GB/s", "W: Two GBs were lost.", "W: It reads 3 GB/s.")[0] == "It reads 3 GB/s."


class TestRanks:
    def test_a_single_word_hit_is_returned_however_long_the_question(self):
        question = "please tell me whatever you may know about that strange error ERR_X91_FAULT which I saw yesterday"
        assert "The log said ERR_X91_FAULT." in asked(question, "W: The log said ERR_X91_FAULT.", *(f"W: Filler {n}." for n in range(50)))

    def test_what_two_ways_find_ranks_above_what_one_finds(self):
        found = asked("Peter tea", "W: Somebody likes tea.", "W @Peter: Likes tea.", "W @Peter: Likes dogs.")
        assert found[0] == "Likes tea."

    def test_nothing_is_found_where_nothing_fits_and_it_says_so(self):
        bundle = InRam({DAY: retain("W @Peter: Drinks tea.")}).memory.recall("quantum chromodynamics")
        assert (bundle.hits, bundle.left_out, bundle.stale) == ((), 0, False)


class TestFreshness:
    def test_a_workspace_with_one_spelling_of_the_core_page_only(self, tmp_path):
        for name in ("MEMORY.md", "memory.md"):
            world = InFolder(tmp_path / name[0], {name: "# Core\n\nTea is served at five.\n"})
            assert [hit.source.path for hit in world.memory.recall("tea").hits] == [name]
            assert [page.path for page in world.memory.core.show()] == [name]

    def test_a_workspace_with_both_spellings_reads_one_and_says_so(self, tmp_path):
        world = InFolder(tmp_path, {"MEMORY.md": "Tea in capitals.\n", "memory.md": "Tea in small letters.\n"})
        assert len(world.memory.core.show()) == 1
        assert len(world.memory.facts().problems) == 1

    def test_one_changed_page_leaves_the_others_alone(self, tmp_path):
        world = InFolder(tmp_path, {"memory/2025-11-26.md": retain("W: Apples."), DAY: retain("W: Pears.")})
        assert world.memory.recall("pears").hits
        world.save("memory/2025-11-26.md", retain("W: Apples and plums."))
        assert world.memory.recall("pears").hits
        assert world.memory.recall("plums").hits

    def test_a_page_cut_short_and_then_deleted_leaves_nothing_anywhere(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain(*(f"W @Nr-{n}: Apple number {n}." for n in range(5)))})
        for left in (5, 2, 0):
            if left:
                world.save(DAY, retain(*(f"W @Nr-{n}: Apple number {n}." for n in range(left))))
            else:
                world.remove(DAY)
            hits = world.memory.recall("apple").hits
            status = world.memory.status().status
            assert (len(hits), status.facts, len(world.memory.entities()), world.memory.verify().differences) == (left, left, left, ())
        assert world.memory.status().status.files == 0

    def test_a_word_that_was_replaced_is_not_found_any_more(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain("W: The colour is crimson.")})
        assert world.memory.recall("crimson").hits
        world.save(DAY, retain("W: The colour is emerald."))
        assert [hit.content for hit in world.memory.recall("crimson").hits] == []
        assert world.memory.recall("emerald").hits

    def test_asking_a_thousand_times_writes_nothing(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain("W: Apples.", "W: Pears.")})
        os.utime(tmp_path / DAY, (1e9, 1e9))  # a page saved just now is noted as settled two seconds later
        world.memory.recall("apples")
        before = {file.name: file.read_bytes() for file in world.file.parent.iterdir() if file.is_file() and file.suffix != ".sqlite-shm"}
        for _ in range(1000):
            world.memory.recall("apples")
        assert before == {name: (world.file.parent / name).read_bytes() for name in before}

    def test_a_page_reached_twice_counts_once(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain("W: Apples.")})
        (tmp_path / "memory/again.md").symlink_to("2025-11-27.md")
        (tmp_path / "bank").symlink_to("memory")
        (hit,) = world.memory.recall("apples").hits
        assert (hit.count, world.memory.status().status.facts) == (1, 1)
        assert {problem.code for problem in world.memory.facts().problems} == {"same_file"}


class TestPages:
    @pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n"])
    @pytest.mark.parametrize("end", [b"\n", b"\r\n"])
    def test_byte_order_marks_and_line_ends_hide_nothing(self, start, end):
        lines = [b"---", b"name: Peter  ", b"--- ", b"", b"## Retain", b"- W @Anna: Likes tea."]
        world = InRam({"bank/entities/peter.md": start + end.join(lines) + end})
        (fact,) = world.memory.facts().facts
        assert (fact.text, fact.entities, fact.source.first) == ("Likes tea.", ("Anna",), 6 + (start == b"\n"))

    def test_line_ends_nobody_uses_any_more_are_reported_and_the_words_found(self):
        world = InRam({DAY: b"## Retain\r- W: Apples.\r- W: Pears.\r"})
        assert [(str(problem.source), problem.code) for problem in world.memory.facts().problems] == [(DAY, "line_ends")]
        assert world.memory.recall("pears").hits

    @pytest.mark.parametrize(
        "line",
        ["- [x] todo", "> [!note] W: x", "- `[[x]]`", "- [10:30] call Anna", "    - W: in code", "<!-- - W: hidden -->", "- Was: nun?"],
    )
    def test_what_only_looks_like_a_bullet_is_no_typed_fact(self, line):
        assert InRam({DAY: f"## Retain\n\n{line}\n"}).memory.facts().facts == ()

    def test_bytes_that_are_no_utf8_are_replaced_and_reported(self):
        holdings = InRam({DAY: b"## Retain\n- W: Caf\xff au lait.\n"}).memory.facts()
        assert [fact.text for fact in holdings.facts] == ["Caf� au lait."]
        assert [str(problem.source) for problem in holdings.problems] == [f"{DAY}#L2"]

    @pytest.mark.parametrize("budget", range(12, 60, 3))
    def test_a_long_line_is_never_cut_inside_a_character(self, budget):
        family, tone = "👩‍👩‍👧‍👦", "é".encode().decode()
        world = InRam({DAY: f"{('apple ' + family + tone) * 60}\n"})
        for hit in world.memory.recall("apple", budget=budget).hits:
            assert hit.content.encode()
            assert hit.content.replace("apple", "").replace(family, "").replace(tone, "").strip(" …") == ""


class TestCitations:
    def test_a_match_in_the_last_line_is_quoted_from_there(self):
        lines = [f"Line {n} speaks of weather, roads and bread." for n in range(80)] + ["The zebra sleeps standing."]
        world = InRam({"bank/world.md": "\n".join(lines) + "\n"})
        hit = world.memory.recall("zebra", budget=200).hits[0]
        assert "zebra" in hit.content
        assert hit.source.first > 60
        assert hit.content.splitlines()[-1] in lines[hit.source.last - 1]

    def test_lines_added_above_move_the_citation_and_keep_the_id(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain("W: The zebra sleeps.")})
        before = world.memory.recall("zebra").hits[0]
        world.save(DAY, "New.\n\nLines.\n\n" + retain("W: The zebra sleeps."))
        after = world.memory.recall("zebra").hits[0]
        assert (after.fact.id, after.source.first) == (before.fact.id, before.source.first + 4)


class TestDays:
    @pytest.mark.parametrize(
        ("zone", "moment", "day"),
        [
            ("Europe/Berlin", "2025-11-26T23:30:00+00:00", "2025-11-27"),
            ("Europe/Berlin", "2025-03-29T23:30:00+00:00", "2025-03-30"),  # the day the clock goes forward
            ("Europe/Berlin", "2025-03-30T21:59:59+00:00", "2025-03-30"),
            ("Europe/Berlin", "2025-03-30T22:00:00+00:00", "2025-03-31"),
            ("Europe/Berlin", "2025-10-25T22:00:00+00:00", "2025-10-26"),  # the day it goes back, 25 hours long
            ("Europe/Berlin", "2025-10-26T22:59:59+00:00", "2025-10-26"),
            ("Europe/Berlin", "2025-10-26T02:30:00", "2025-10-26"),
            ("America/Los_Angeles", "2025-11-28T01:00:00+00:00", "2025-11-27"),
            ("America/Los_Angeles", "2025-03-09T08:00:00+00:00", "2025-03-09"),
            ("America/Los_Angeles", "2025-03-10T06:59:59+00:00", "2025-03-09"),
            ("America/Los_Angeles", "2025-11-03T07:59:59+00:00", "2025-11-02"),
            ("Pacific/Kiritimati", "2025-11-26T10:00:00+00:00", "2025-11-27"),
        ],
    )
    def test_the_log_is_that_of_the_local_day(self, tmp_path, zone, moment, day):
        now = dt.datetime.fromisoformat(moment)
        with Memory.open(tmp_path, now=now, config=Config(zone=zone)) as memory:
            assert memory.retain("It happened.").fact.source.path == f"memory/{day}.md"
            assert memory.recall("what happened today?").hits
            assert str(memory.when("today").range) == day

    def test_a_clock_that_goes_backwards_loses_nothing(self, tmp_path):
        told = []
        for moment in ("2025-11-27T10:00", "2025-11-26T23:00", "1971-01-01T00:00", "2025-11-27T09:00"):
            with Memory.open(tmp_path, now=dt.datetime.fromisoformat(moment), config=Config(zone="Europe/Berlin")) as memory:
                told.append(memory.retain(f"Said at {moment}.").fact.id)
                assert {hit.fact.id for hit in memory.recall("said at").hits} == set(told)

    def test_a_page_dated_in_the_future_or_long_ago_is_read_again_when_it_changes(self, tmp_path):
        world = InFolder(tmp_path, {DAY: retain("W: Apples.")})
        for seconds, word in ((4e9, "pears"), (0, "plums"), (-1e9, "grapes")):
            world.save(DAY, retain(f"W: Only {word}."))
            os.utime(tmp_path / DAY, (seconds, seconds))
            assert world.memory.recall(word).hits
            assert world.memory.recall(word).hits[0].content == f"Only {word}."
