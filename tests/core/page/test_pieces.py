import pytest

from dayleaf.core.page.pieces import LONGEST, cut


def test_what_is_short_stays_whole() -> None:
    assert list(cut("one\ntwo", 5)) == [("one\ntwo", 5, 6)]


def test_parts_end_at_line_ends_with_their_own_lines() -> None:
    lines = [f"{number} " + "word " * 20 + "end" for number in range(40)]
    parts = list(cut("\n".join(lines), 10))
    for text, first, last in parts:
        assert text == "\n".join(lines[first - 10 : last - 9])
    assert "\n".join(text for text, _, _ in parts) == "\n".join(lines)


@pytest.mark.parametrize(("sentence", "joined"), [("The tide came in late. ", " "), ("船は朝に港を出た。", ""), ("Kam sie? ", " ")])
def test_a_long_line_is_cut_at_sentence_ends(sentence: str, joined: str) -> None:
    text = (sentence * 300).strip()
    parts = [part for part, _, _ in cut(text, 1)]
    assert joined.join(parts) == text
    assert all(part.endswith(sentence.strip()) for part in parts)
    assert all(200 <= len(part) <= LONGEST for part in parts)


def test_else_at_blanks_else_anywhere() -> None:
    assert {part.split(" ")[0] for part, _, _ in cut("word " * 1000, 1)} == {"word"}
    assert "".join(part for part, _, _ in cut("x" * 5000, 1)) == "x" * 5000


@pytest.mark.parametrize("cluster", ["e\u0301", "👩\u200d🔧", "👍🏽", "❤\ufe0f"])
def test_combined_characters_stay_together(cluster: str) -> None:
    for lead in range(5):
        parts = [part for part, _, _ in cut("x" * lead + cluster * 1000, 1)]
        assert len(parts) > 1
        assert all(part.endswith(cluster) for part in parts)


def test_an_endless_stack_of_marks_is_cut_somewhere() -> None:
    text = "a" + "\u0301" * 5000
    assert "".join(part for part, _, _ in cut(text, 1)) == text


def test_blank_stretches_make_no_parts() -> None:
    text = "a" * 650 + "\n" * 3000 + "b"
    assert list(cut(text, 1)) == [("a" * 650, 1, 1), ("b", 3001, 3001)]
