"""What a question gets: the truth of the day asked about first, what was marked, what came later left out."""

import datetime as dt

import pytest

from dayleaf import Memory

LOGS = {
    "memory/2026-01-10.md": "- W @Ana: Lives in Porto.\n- W @Ana: Plays the oboe.\n- W @Ana: Her dentist is Dr. Weller.",
    "memory/2026-01-11.md": "- W @Barn: The roof is of larch shingles.",
    "memory/2026-04-20.md": "- W @Ana: Moved to Graz.\n- W @Ani: Her dentist is now Dr. Okafor.",
    "memory/2026-05-05.md": "- W @Ana: Plays chess.\n- W @Barn: The roof no longer leaks.",
}


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "bank/entities").mkdir(parents=True)
    (tmp_path / "memory").mkdir()
    (tmp_path / "bank/entities/Ana.md").write_text("---\nname: Ana\naliases: [Ani]\n---\n\n# Ana\n", encoding="utf-8")
    for path, bullets in LOGS.items():
        (tmp_path / path).write_text(f"# Log\n\n## Retain\n{bullets}\n", encoding="utf-8")
    with Memory.open(tmp_path, now=dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)) as memory:
        yield memory.recall


def told(bundle):
    return [(hit.content, hit.status) for hit in bundle.hits if hit.fact.kind == "world"]


def test_the_successor_is_fetched_although_the_question_has_none_of_its_words(ask):
    assert told(ask("lives Porto", k=2)) == [("Moved to Graz.", "current"), ("Lives in Porto.", "past")]


def test_an_alias_is_the_same_entity(ask):
    assert told(ask("dentist", k=2)) == [("Her dentist is now Dr. Okafor.", "current"), ("Her dentist is Dr. Weller.", "past")]


def test_what_was_true_on_a_day(ask):
    bundle = ask("Where does Ana live?", as_of="2026-02-01")
    assert ("Lives in Porto.", "current") in told(bundle)
    assert "Moved to Graz." not in [content for content, _ in told(bundle)]
    assert any("only later" in note for note in bundle.notes)


def test_what_was_known_on_a_day(ask):
    assert ("Lives in Porto.", "current") in told(ask("Where does Ana live?", known_at="2026-02-01"))


def test_what_somebody_has_many_of_stays(ask):
    assert {status for content, status in told(ask("What does Ana play?")) if content.startswith("Plays")} == {"current"}


def test_of_two_sentences_about_one_thing_the_report_of_a_change_comes_first_and_closes_nothing(ask):
    assert told(ask("Barn roof", k=2)) == [
        ("The roof no longer leaks.", "current"),
        ("The roof is of larch shingles.", "current"),
    ]
