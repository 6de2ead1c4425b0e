"""What each method of Memory does, by example."""

from __future__ import annotations

# ruff: noqa: PT017 - a place or a refusal, both are fine
import datetime as dt

import pytest
from worlds import retain

from dayleaf.core.errors import DayleafError, EditConflict, PageMissing, SecretRefused, UnknownName, UsageError
from dayleaf.core.fact import Kind, Source, TimeRange
from dayleaf.core.tokens import count

TODAY = "memory/2025-12-01.md"


def said(hits):
    return [hit.content for hit in hits]


# ------------------------------------------------------------------------------------------------------- retain


def test_a_plain_text_becomes_a_world_fact_of_today(world):
    written = world.memory.retain("Peter likes tea.")
    assert world.read(TODAY) == b"# 2025-12-01\n\n## Retain\n- W: Peter likes tea.\n"
    assert written.new
    assert (written.fact.kind, str(written.fact.source), written.fact.told) == (Kind.WORLD, f"{TODAY}#L4", dt.date(2025, 12, 1))
    assert said(world.memory.recall("tea").hits) == ["Peter likes tea."]


def test_every_argument_stands_in_the_bullet(world):
    world.memory.retain(
        "Prefers short replies.", kind=Kind.OPINION, entities=["Peter", "The Castle"], confidence=0.9, category="user/style",
        when="2025-11-27..2025-12-01", day="yesterday", origin="owner", supersedes="old-style",
    )  # fmt: skip
    assert world.read("memory/2025-11-30.md") == (
        b"# 2025-11-30\n\n## Retain\n- O(c=0.9, when=2025-11-27..2025-12-01, cat=user/style, origin=owner, supersedes=old-style)"
        b" @Peter @The-Castle: Prefers short replies.\n"
    )


@pytest.mark.parametrize("day", ["2025-11-27", dt.date(2025, 11, 27), dt.datetime(2025, 11, 27, 23, 59, tzinfo=dt.UTC), "last Thursday"])
def test_a_day_is_given_as_a_date_or_in_words(world, day):
    assert world.memory.retain("Tea.", day=day).fact.source.path == "memory/2025-11-27.md"


@pytest.mark.parametrize("day", ["last week", "soon", "", "2025-02-30"])
def test_what_is_no_day_is_wrong_usage(world, day):
    with pytest.raises(UsageError) as refused:
        world.memory.retain("Tea.", day=day)
    assert refused.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "O(c=0.95, when=2025-11-27) @Peter @Ada: Prefers tea.",
        "- O(c=0.95, when=2025-11-27) @Peter @Ada: Prefers tea.",
        "  * O(c=0.95, when=2025-11-27) @Peter @Ada: Prefers tea.\n",
    ],
)
def test_a_typed_bullet_is_taken_as_such_with_or_without_its_marker(world, text):
    fact = world.memory.retain(text).fact
    assert (fact.kind, fact.confidence, fact.entities, fact.text) == (Kind.OPINION, 0.95, ("Peter", "Ada"), "Prefers tea.")
    assert fact.when == TimeRange.of_day(dt.date(2025, 11, 27))


def test_arguments_overrule_the_bullet_and_entities_are_joined(world):
    fact = world.memory.retain(
        "O(c=0.5, origin=agent) @Peter: Tea.", kind=Kind.WORLD, confidence=0.0, entities=["Ada"], origin="owner"
    ).fact
    assert (fact.kind, fact.confidence, fact.entities, fact.origin) == (Kind.WORLD, 0.0, ("Peter", "Ada"), "owner")


def test_a_bullets_own_id_and_its_unknown_keys_are_kept(world):
    fact = world.memory.retain("W(id=tea, mood=calm) @Peter: Likes tea.").fact
    assert (fact.id, fact.extra) == ("tea", (("mood", "calm"),))
    assert b"- W(id=tea, mood=calm) @Peter: Likes tea.\n" in world.read(TODAY)
    assert [problem.code for problem in world.memory.facts().problems] == ["unknown_key"]


def test_continuation_lines_of_a_pasted_bullet_lose_only_its_indentation(world):
    fact = world.memory.retain("- W @Peter: Two steps:\n  first\n    then").fact
    assert fact.text == "Two steps:\nfirst\n  then"
    assert (fact.source.first, fact.source.last) == (4, 6)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("O(c=1.5) @Peter: Tea.", "no number from 0 to 1"),
        ("X(c=0.5) @Peter: Tea.", "X is none of W, B, O, S"),
        ("O(c=0.5 @Peter: Tea.", "brackets"),
        ("W @Peter likes tea", "no colon"),
        ("W(when=someday) @Peter: Tea.", "no ISO day"),
        ("W @Peter:", "says nothing"),
    ],
)
def test_a_bullet_that_would_lose_something_is_refused_unless_a_kind_says_it_is_plain_text(world, text, what):
    with pytest.raises(UsageError, match=what):
        world.memory.retain(text)
    assert world.read(TODAY) is None
    assert world.memory.retain(text, kind=Kind.WORLD).fact.text == text


def test_the_same_again_is_not_written_again_and_what_stands_there_is_returned(world):
    first = world.memory.retain("W(origin=owner) @Peter: Likes tea.")
    before = world.read(TODAY)
    again = world.memory.retain("Likes tea.", entities=["peter"])
    assert (again.new, again.fact) == (False, first.fact)
    assert world.read(TODAY) == before


def test_the_id_returned_is_the_id_the_index_gives(world):
    world.save("memory/2025-12-01-a.md", retain("W @Peter: Likes tea."))  # sorts before the day's own log
    world.save("memory/2025-12-01/z.md", retain("W @Peter: Likes tea."))
    first = world.memory.retain("Likes tea.", entities=["Peter"])
    second = world.memory.retain("Likes tea.", entities=["Peter"], confidence=0.5)  # equal content, so the id is counted
    ids = {str(fact.source): fact.id for fact in world.memory.facts().facts}
    assert ids[str(first.fact.source)] == first.fact.id
    assert ids[str(second.fact.source)] == second.fact.id
    assert len(set(ids.values())) == 4


def test_a_fact_is_put_after_the_others_and_no_other_byte_changes(world):
    page = b"\xef\xbb\xbf# Day\r\n\r\nText.\r\n\r\n## Retain\r\n- W: One.\r\n\r\n## Later\r\nMore"
    world.save(TODAY, page)
    source = world.memory.retain("Two.").fact.source
    assert world.read(TODAY) == page.replace(b"- W: One.\r\n", b"- W: One.\r\n- W: Two.\r\n")
    assert source == Source(TODAY, 7, 7)


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": "x", "entities": ["ghp_" + "aB3" * 12]},
        {"text": "the token is ghp_" + "aB3" * 12},
        {"text": "x", "category": "a/ghp_" + "aB3" * 12},
        {"text": "x", "supersedes": "ghp_" + "aB3" * 12},
        {"text": "W(id=ghp_" + "aB3" * 12 + "): x"},
        {"text": "W(note=ghp_" + "aB3" * 12 + "): x"},
    ],
)
def test_a_secret_is_refused_and_only_its_kind_is_named(world, arguments):
    with pytest.raises(SecretRefused) as refused:
        world.memory.retain(**arguments)
    assert "aB3" not in str(refused.value) + repr(refused.value)
    assert "github" in refused.value.message.casefold()
    assert world.read(TODAY) is None
    assert world.memory.retain(**arguments, allow_secret=True).new


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": ""},
        {"text": " \n "},
        {"text": "x", "kind": Kind.PASSAGE},
        {"text": "x", "confidence": 1.01},
        {"text": "x", "confidence": -0.1},
        {"text": "x", "entities": [""]},
        {"text": "x", "entities": ["!!"]},
        {"text": "x", "category": "a//b"},
        {"text": "x", "category": "../x"},
        {"text": "x", "when": "someday maybe"},
        {"text": "x", "origin": "god"},
        {"text": "x", "supersedes": "no id"},
    ],
)
def test_wrong_usage_writes_nothing_and_says_what_to_do(world, arguments):
    with pytest.raises(UsageError) as refused:
        world.memory.retain(**arguments)
    assert refused.value.hint
    assert world.read(TODAY) is None


def test_a_page_without_a_place_for_a_bullet_is_left_alone(world):
    world.save(TODAY, "# Day\n\n```\nnever closed\n")
    try:
        source = world.memory.retain("Tea.").fact.source
    except EditConflict as refused:
        assert refused.hint
        assert world.read(TODAY) == b"# Day\n\n```\nnever closed\n"
    else:
        assert "Tea." in world.read(TODAY).decode().splitlines()[source.first - 1]


# ------------------------------------------------------------------------------------------------------- facts


def test_facts_are_typed_and_active_unless_everything_is_asked_for(world):
    world.save("memory/2025-11-01.md", "# Saturday\n\nWe moved.\n\n## Retain\n- W(id=home): Lives in Leipzig.\n- O: Prefers tea.\n")
    world.save("memory/2025-11-02.md", retain("W(supersedes=home): Lives in Freiburg."))
    held = world.memory.facts()
    assert [fact.text for fact in held.facts] == ["Prefers tea.", "Lives in Freiburg."]
    all_of_it = world.memory.facts(everything=True)
    assert [fact.text for fact in all_of_it.facts] == ["We moved.", "Lives in Leipzig.", "Prefers tea.", "Lives in Freiburg."]
    assert all_of_it.replaced == {"home": all_of_it.facts[3].id}
    assert (held.stale, held.problems, held.replaced) == (False, (), all_of_it.replaced)


def test_what_replaces_a_fact_may_stand_on_another_page(world):
    world.save("memory/2025-11-01.md", retain("W(id=home): Lives in Leipzig."))
    world.save("memory/2025-11-02.md", retain("W(supersedes=home): Lives in Freiburg."))
    assert world.memory.facts("memory/2025-11-01.md").facts == ()
    (old,) = world.memory.facts("memory/2025-11-01.md", everything=True).facts
    assert world.memory.facts("memory/2025-11-01.md", everything=True).replaced.keys() == {old.id}


def test_of_a_chain_only_the_last_is_active_and_nothing_replaces_itself(world):
    world.save(
        "memory/2025-11-01.md",
        retain("W(id=a): One.", "W(id=b, supersedes=a): Two.", "W(id=c, supersedes=b): Three.", "W(id=d, supersedes=d): Self."),
    )
    assert [fact.id for fact in world.memory.facts().facts] == ["c", "d"]


def test_problems_say_where_and_go_with_their_page(world):
    world.save("memory/2025-11-01.md", retain("O(c=2): Tea.", "X @Peter: What?"))
    world.save("memory/2025-02-31.md", retain("W: Never."))
    found = world.memory.facts()
    assert [(str(problem.source), problem.code) for problem in found.problems] == [
        ("memory/2025-02-31.md", "impossible_date"),
        ("memory/2025-11-01.md#L4", "confidence"),
        ("memory/2025-11-01.md#L5", "unknown_kind"),
    ]
    assert len(world.memory.facts("memory/2025-11-01.md").problems) == 2


def test_a_page_that_is_not_there_is_an_error_and_no_empty_answer(world):
    world.save("memory/2025-11-01.md", "")
    assert world.memory.facts("memory/2025-11-01.md").facts == ()
    with pytest.raises(PageMissing, match="no page memory/2025-11-02") as missing:
        world.memory.facts("memory/2025-11-02.md")
    assert "memory/2025-11-01.md" in missing.value.hint


# ------------------------------------------------------------------------------------------------------- about, entities

PETER = "---\naliases: [Pete, Herr Maier]\n---\n# Peter Maier\n\nA friend.\n\n- O @Peter: Prefers tea.\n"


@pytest.fixture
def friends(world):
    world.save("bank/entities/Peter.md", PETER)
    world.save("memory/2025-11-01.md", retain("W @Peter @Ada: Met in Rome.", "B @Pete @ada @Rome: I booked their hotel."))
    world.save("memory/2025-11-02.md", retain("O(c=0.8) @Herr-Maier: Dislikes trains.", "W @Nobody: Is nobody."))
    return world


@pytest.mark.parametrize("name", ["Peter", "peter", "@Peter", "Peter Maier", "pete", "Herr  Maier"])
def test_an_entity_is_known_by_each_of_its_names(friends, name):
    entity = friends.memory.entity(name)
    assert (entity.slug, entity.name, entity.aliases) == ("Peter", "Peter Maier", ("Pete", "Herr Maier"))


def test_about_gives_the_page_and_what_is_said_elsewhere_under_any_name_newest_first(friends):
    found = friends.memory.about("pete")
    assert found.page == PETER
    assert said(found.facts) == ["Dislikes trains.", "Met in Rome.", "I booked their hotel."]
    assert found.related == (("Ada", 2), ("Rome", 1))
    assert found.tokens == count(PETER) + sum(hit.tokens for hit in found.facts)
    assert (found.left_out, found.stale, found.notes) == (0, False, ())


def test_about_somebody_without_a_page(friends):
    found = friends.memory.about("rome")
    assert (found.entity.name, found.page, said(found.facts)) == ("Rome", None, ["I booked their hotel."])
    assert found.related == (("Ada", 1), ("Peter Maier", 1))


def test_a_page_deleted_meanwhile_is_no_page(friends):
    friends.memory.about("Peter")
    friends.remove("bank/entities/Peter.md")
    assert friends.memory.about("Peter").page is None


@pytest.mark.parametrize("budget", [1, 12, 13, 20, 40, 60, 100, 2000])
def test_about_never_costs_more_than_its_budget(friends, budget):
    friends.save("bank/entities/Peter.md", PETER + "\nA very long story. " * 40)
    found = friends.memory.about("Peter", budget=budget)
    assert found.tokens == count(found.page) + sum(hit.tokens for hit in found.facts) <= budget
    assert PETER.startswith(found.page[: len(PETER)])
    assert found.left_out == 3 - len(found.facts)
    assert bool(found.notes) == (budget < 2000)


def test_a_long_page_leaves_half_of_the_budget_to_the_facts(friends):
    friends.save("bank/entities/Peter.md", PETER + "\nA very long story. " * 400)
    found = friends.memory.about("Peter", budget=200)
    assert said(found.facts) == ["Dislikes trains.", "Met in Rome.", "I booked their hotel."]
    assert "bank/entities/Peter.md is longer" in found.notes[0]


def test_an_unknown_name_is_met_with_similar_ones(friends):
    for ask in (friends.memory.entity, friends.memory.about):
        with pytest.raises(UnknownName, match="Petr") as unknown:
            ask("Petr")
        assert unknown.value.hint.startswith("did you mean Pet")
    with pytest.raises(UnknownName) as unknown:
        friends.memory.entity("Zzyzx")
    assert unknown.value.hint.endswith("see `dayleaf entity list`")


def test_a_recall_by_an_unknown_name_says_so(friends):
    found = friends.memory.recall("trains", entities=["Petr"])
    assert found.hits == ()
    assert found.notes[0].startswith("nobody and nothing is known as 'Petr'; did you mean Pet")
    assert friends.memory.recall("trains", entities=["@peter"]).notes == ()


def test_an_empty_answer_about_a_time_says_which_time_was_meant(friends):
    assert friends.memory.recall("what happened around 27 October?").notes == (
        "'around 27 October' is understood as 2025-10-24..2025-10-30",
    )


def test_entities_are_counted_over_all_their_names(friends):
    assert [(entity.name, number) for entity, number in friends.memory.entities()] == [
        ("Peter Maier", 4), ("Ada", 2), ("Nobody", 1), ("Rome", 1),
    ]  # fmt: skip


def test_languages_of_one_letter_are_three_entities(world):
    world.save("memory/2025-11-01.md", retain("W @C: Is old.", "W @C++: Is large.", "W @C#: Is sharp."))
    world.save("bank/entities/C#.md", "# C#\n")
    assert {name: said(world.memory.about(name).facts) for name in ("C", "C++", "C#")} == {
        "C": ["Is old."], "C++": ["Is large."], "C#": ["Is sharp."],
    }  # fmt: skip
    assert world.memory.about("c#").page == "# C#\n"


# ------------------------------------------------------------------------------------------------------- core


def test_the_core_is_what_is_always_in_context(world):
    world.save("USER.md", "I am Ada.\n")
    world.save("memory.md", "---\nread_only: true\n---\nTea.\n")
    world.save("SOUL.md", "\ufeff---\r\nread_only: false\r\n---\r\nCalm.\r\n")
    world.save("bank/world.md", "Not this.")
    pages = world.memory.core.show()
    assert [(page.path, page.read_only) for page in pages] == [("memory.md", True), ("SOUL.md", False), ("USER.md", False)]
    assert [page.tokens for page in pages] == [count(page.text) for page in pages]
    assert pages[2].text == "I am Ada.\n"


def test_memory_in_capitals_is_the_first_core_page_too(world):
    world.save("MEMORY.md", "Tea.\n")
    world.save("SOUL.md", "Calm.\n")
    assert [page.path for page in world.memory.core.show()] == ["MEMORY.md", "SOUL.md"]


@pytest.mark.parametrize(
    ("front", "read_only"),
    [
        ("---\nread_only: yes\n---\n", True),
        ("---\r\nread_only: true\r\n---\r\n", True),
        ("---\nread_only: 'True'\n---\n", True),
        ("---\nread_only: no\n---\n", False),
        ("---\nread_only: [true]\n---\n", False),
        ("---\nread-only: true\n---\n", False),
        ("read_only: true\n", False),
        ("---\nread_only: true\nbad: [\n---\n", True),
    ],
)
def test_read_only_is_said_in_the_front_matter(world, front, read_only):
    world.save("memory.md", front + "Tea.\n")
    assert [page.read_only for page in world.memory.core.show()] == [read_only]


# ------------------------------------------------------------------------------------------------------- when, status, doctor


def test_a_time_expression_is_understood_from_the_memorys_now(world):
    understood = world.memory.when("since last Thursday")
    assert understood is not None
    assert understood.range.start == dt.date(2025, 11, 27)
    assert world.memory.when("no time at all") is None


def test_a_doctor_that_finds_nothing_wrong(world):
    world.save("memory/2025-11-01.md", retain("W: Tea."))
    world.memory.recall("tea")
    checks = {check.name: check for check in world.memory.doctor()}
    assert {name: check.ok for name, check in checks.items()} == {"workspace": True, "clock": True, "index": True, "pages": True}
    assert "equal to the Markdown" in checks["index"].message


def test_a_change_nobody_asked_about_yet_is_no_illness(world):
    world.save("memory/2025-11-01.md", retain("W: Tea."))
    world.memory.recall("tea")
    world.save("memory/2025-11-02.md", retain("O(c=7): Coffee."))
    checks = {check.name: check for check in world.memory.doctor()}
    assert (checks["index"].ok, checks["pages"].ok) == (None, None)
    assert "memory/2025-11-02.md" in checks["index"].message
    assert "memory/2025-11-02.md#L4" in checks["pages"].message


def test_an_empty_workspace_is_healthy(world):
    assert all(check.ok is not False for check in world.memory.doctor())
    assert world.memory.facts().facts == world.memory.entities() == world.memory.core.show() == ()
    assert world.memory.recall("anything").hits == ()


def test_a_memory_can_be_used_again_after_closing(world):
    world.memory.retain("Likes tea.")
    with world.open() as memory:
        assert len(memory.recall("tea").hits) == 1
    if not hasattr(world, "index"):  # the one in RAM is gone when closed
        assert len(memory.recall("tea").hits) == 1


def test_every_exception_is_ours_and_says_what_to_do(world):
    for call in (lambda: world.memory.recall(""), lambda: world.memory.about("x"), lambda: world.memory.facts("x")):
        with pytest.raises(DayleafError) as raised:
            call()
        assert raised.value.hint
