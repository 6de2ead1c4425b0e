import pytest

from dayleaf.adapters.header import read_header
from dayleaf.core.page.front import BadHeader


def test_values_stay_as_written() -> None:
    assert read_header("name: No\nsince: 2026-02-31\nnumber: 017\naliases: [a, 1.0]\nsub: {x: ~}\n") == {
        "name": "No",
        "since": "2026-02-31",
        "number": "017",
        "aliases": ["a", "1.0"],
        "sub": {"x": "~"},
    }


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n"])
def test_nothing_is_an_empty_mapping(text: str) -> None:
    assert read_header(text) == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: b\nc: [d\n", 3), ("a: b\n\tc: d\n", 2), ("just words", 0), ("- a\n- b\n", 0), ("a: \x07\n", 0), ("a: *nowhere\n", 1)],
)
def test_what_is_no_yaml_mapping_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadHeader) as caught:
        read_header(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text", ["a: " + "[" * 50_000, "- " * 50_000, "a: " + "{b: " * 900, "a: !!python/object:os.system x\n", "a: !!bool x\n"]
)
def test_hostile_yaml_does_nothing(text: str) -> None:
    try:
        values = read_header(text)
    except BadHeader:
        return
    assert values == {"a": "x"}


def test_a_bomb_of_references_stays_small() -> None:
    text = "a: &a [x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(24))
    assert set(read_header(text)) == set("abcdefghijklmnopqrstuvwxy")
