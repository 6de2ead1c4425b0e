"""A memory in another language: set, asked by another form of the word, and built anew when the setting changes."""

from __future__ import annotations

import pytest

from dayleaf import Memory
from dayleaf.core.errors import UsageError
from dayleaf.core.truth import TRUTH_VERSION

NOTES = """# 2026-02-03

## Retain
- W @Odile: Les chevaux dorment dans l'écurie neuve.
- W @Odile: Sus canciones son muy tristes.
- W @Odile: Новые книги лежат на столе.
- W @Odile: Prefers the window seat.
- W @Odile: Das Bad wird im Mai gefliest.
"""


def found(memory, question):
    return [hit.fact.text.split()[0] for hit in memory.recall(question, k=1).hits]


def workspace(root, languages=""):
    (root / "memory").mkdir(parents=True)
    (root / ".memory").mkdir()
    (root / "memory/2026-02-03.md").write_text(NOTES, encoding="utf-8")
    if languages:
        (root / ".memory/settings.toml").write_text(f"languages = [{languages}]\n", encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("question", "first"),
    [("Où est le cheval ?", "Les"), ("una canción triste", "Sus"), ("книгу", "Новые"), ("window seats", "Prefers"), ("fliesen", "Das")],
)
def test_a_word_is_found_by_another_form(tmp_path, question, first):
    with Memory.open(workspace(tmp_path, '"fr", "es", "ru"')) as memory:
        assert found(memory, question) == [first]


def test_two_memories_of_different_languages_in_one_process(tmp_path):
    french, plain = workspace(tmp_path / "a", '"fr"'), workspace(tmp_path / "b")
    with Memory.open(french) as one, Memory.open(plain) as other:
        for _ in range(2):
            assert found(one, "cheval") == ["Les"]
            assert found(other, "cheval") == []
            assert found(one, "fliesen") == found(other, "fliesen") == ["Das"]


def test_a_changed_setting_builds_the_index_anew(tmp_path):
    with Memory.open(workspace(tmp_path)) as memory:
        assert found(memory, "cheval") == []
        assert memory.status().status.identity.endswith(f"truth {TRUTH_VERSION}")
    (tmp_path / ".memory/settings.toml").write_text('languages = ["FR", "en"]\n', encoding="utf-8")
    with Memory.open(tmp_path) as memory:
        assert found(memory, "cheval") == ["Les"]
        assert memory.status().status.identity.endswith(f"truth {TRUTH_VERSION}, languages fr")
        assert memory.verify().differences == ()
        memory.retain("Le poulain broute.", entities=["Odile"])
        assert found(memory, "poulains") == ["Le"]
        assert memory.verify().differences == ()


def test_what_is_forgotten_is_named_by_another_form(tmp_path):
    with Memory.open(workspace(tmp_path, '"fr"')) as memory:
        memory.forget("cheval")
        assert found(memory, "chevaux") == []
        assert found(memory, "window seat") == ["Prefers"]


@pytest.mark.parametrize(
    ("given", "meant"),
    [("french", "fr"), ("frensh", "fr"), ("Russian", "ru"), ("german", "de"), ("fr-FR", "fr"), ("pt_BR", "pt"), ("nb", "no")],
)
def test_a_language_that_does_not_exist_is_told(tmp_path, monkeypatch, given, meant):
    monkeypatch.setenv("DAYLEAF_LANGUAGES", f"en,{given}")
    with pytest.raises(UsageError) as told:
        Memory.open(workspace(tmp_path))
    assert repr(meant) in told.value.hint
    assert told.value.message.startswith("DAYLEAF_LANGUAGES: ")
