"""Languages beside English and German: which one a text is in, its stems, its function words, its shortened ones."""

from __future__ import annotations

import pytest

from dayleaf.core.languages import ALWAYS, BY_NAME, LANGUAGES, SNOWBALL
from dayleaf.core.terms import probes, says_nothing, terms
from dayleaf.core.terms.cut import cut
from dayleaf.core.terms.further import function_words, further_terms, spoken

ALL = ("es", "fr", "it", "nl", "pt", "ru", "sv")


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("Le cheval de ma sœur est dans l'écurie", "fr"),
        ("Mi hermana está en casa y no quiere salir", "es"),
        ("Mia sorella non è a casa, ma nella scuola", "it"),
        ("Min syster är inte hemma och vill inte komma", "sv"),
        ("Моя сестра не дома, но скоро будет", "ru"),
        ("My sister is not at home, but she will be", "en"),
        ("Meine Schwester ist nicht zu Hause", "de"),
        ("Kubernetes 1.31", ""),
        ("see version 3 of it", ""),  # "of" is Dutch for "or"
        ("Le cheval est dans la rue and the horse is there", ""),
        ("", ""),
    ],
)
def test_the_language_of_a_text(text, tongue):
    assert spoken(cut(text), ALL) == tongue


def test_a_text_of_one_language_has_its_terms_alone():
    assert terms("Les chevaux sont dans l'écurie", ("fr",)) == ["~les", "cheval", "~sont", "~dans", "ecur"]
    assert terms("Мои книги лежат на столе", ("ru",)) == ["~мои", "книг", "лежат", "~на", "стол"]


def test_english_and_german_texts_stay_as_they_are():
    for text in (
        "The horses of the king are in the stable",
        "Die Kündigung liegt nicht auf dem Tisch",
        "東京の図書館",
        "see v1.2.3 of foo-bar",
    ):
        if spoken(cut(text), ALL) in ("en", "de"):
            assert terms(text, ALL) == terms(text)
        assert set(terms(text)) <= set(terms(text, ALL))


def test_nothing_set_is_the_plain_analysis():
    for text in ("chevaux", "Les chevaux sont là", "canción", "книги"):
        assert terms(text, ()) == terms(text)
        assert probes(text, ()) == probes(text)


def test_what_is_shortened_before_a_word_is_not_the_word():
    (asked,) = [probe for probe in probes("Où est l'eau ?", ("fr",)) if not probe.stop]
    assert (asked.exact, asked.alternatives[0]) == ("eau", "eau")
    assert "acqua" not in further_terms("dell'acqua", "fr")
    assert further_terms("dell'acqua", "it") == further_terms("acqua", "it")


def test_function_words_of_the_questions_language_tell_nothing():
    asked = {probe.word: probe for probe in probes("Où est le cheval de ma sœur ?", ("fr",))}
    assert [word for word, probe in asked.items() if not probe.stop] == ["cheval", "sœur"]
    assert says_nothing("qui est là et pourquoi", ("fr",)) is False  # "là" is none of the list
    assert says_nothing("qui est ce", ("fr",))
    assert not says_nothing("qui est ce")


def test_an_identifier_in_a_foreign_text_is_found_as_ever():
    said = terms("Nous avons réparé foo-bar v1.2.3 dans le MacBook", ("fr",))
    assert {"foobar", "v1.2.3", "1.2.3", "macbook", "mac", "book"} <= set(said)


def test_every_language_has_a_stemmer_and_lists_are_clean():
    for code in SNOWBALL:
        assert further_terms("abc", code)
        assert all(word == word.lower() and " " not in word for word in function_words(code))
    assert set(ALWAYS) | set(SNOWBALL) == LANGUAGES == set(BY_NAME.values())
