"""Names, ends, pieces and searches of working memory."""

from __future__ import annotations

import pytest

from dayleaf.core.errors import PathRefused, UsageError
from dayleaf.core.working import LARGE, PIECE, Address, line_range, meant, namespace_of, own, pieces, search, seconds, session_namespace

HOME = "session/east"


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("memo", "session/east/memo"),
        ("a/b/c", "session/east/a/b/c"),
        ("session/east/memo", "session/east/memo"),
        ("Größe", "session/east/Größe"),
        ("Gro\u0308ße", "session/east/Größe"),
        ("日本", "session/east/日本"),
        ("a b.txt", "session/east/a b.txt"),
        ("50%", "session/east/50%"),
    ],
)
def test_a_key_is_at_home(key, place):
    assert str(own(key, HOME)) == place


@pytest.mark.parametrize(
    "key",
    [
        "session/west/memo",
        "subagent/t-1/result",
        "patrol/mail/found",
        "session/east",
        "session/eastern/memo",
        "../west/memo",
        "a/../../west",
        "/etc/passwd",
        "/session/east/memo",
        "%2e%2e/west",
        "a%2Fb",
        "．．/west",
        "a\\..\\b",
        ".told/x",
        "",
        " ",
        "a//b",
        "a\x00b",
        "a\u202eb",
        "x" * 300,
        "/".join("abcdefghijklmnopqrst"),
    ],
)
def test_a_write_elsewhere_is_refused(key):
    with pytest.raises(PathRefused) as refused:
        own(key, HOME)
    assert refused.value.hint


def test_everybody_reads_everywhere():
    assert meant("subagent/t-1/result", HOME) == (Address("subagent/t-1", "result"),)
    assert meant("memo", HOME) == (Address(HOME, "memo"),)
    assert meant("team/plan", HOME) == (Address(HOME, "team/plan"), Address("team", "plan"))
    assert meant("team/x/plan", None) == (Address("team", "x/plan"), Address("team/x", "plan"))
    with pytest.raises(PathRefused):
        meant("memo", None)


def test_namespaces():
    assert [namespace_of(text) for text in ("session/a", "team", "team/notes")] == ["session/a", "team", "team/notes"]
    for text in ("session", "session/a/b", "patrol", "a/b/c", "..", ".told", "/x"):
        with pytest.raises(PathRefused):
            namespace_of(text)


def test_a_sessions_id_is_whatever_the_host_uses():
    assert session_namespace("east") == session_namespace("session/east") == "session/east"
    assert session_namespace("agent:main:+49 170/1") == "session/agent:main:+49 170:1"
    for id in ("", "  ", "a\nb", ".."):
        with pytest.raises(UsageError):
            session_namespace(id)


@pytest.mark.parametrize(
    ("ttl", "lives"), [(None, 300), (12, 12), (0.5, 0.5), ("90", 90), ("90s", 90), ("20m", 1200), ("1h30m", 5400), ("2d", 172_800)]
)
def test_a_time_to_live(ttl, lives):
    assert seconds(ttl) == lives


@pytest.mark.parametrize("ttl", [0, -1, "0s", "", "soon", "5x", "31d", float("inf"), float("nan")])
def test_no_time_to_live(ttl):
    with pytest.raises(UsageError):
        seconds(ttl)


def test_a_small_text_is_one_piece():
    assert [(one.number, one.title, one.first, one.last) for one in pieces("# A title\n\ntext\n")] == [(1, "A title", 1, 3)]
    assert pieces("") == ()


def test_a_large_text_is_cut_before_its_headings():
    text = "".join(f"## Part {number}\n" + "words and more\n" * 600 + "\n" for number in range(6))
    cut = pieces(text)
    assert len(text) > 3 * LARGE
    assert "".join(text[one.start : one.end] for one in cut) == text
    assert all(one.end - one.start <= PIECE for one in cut)
    assert [one.title for one in cut] == [f"Part {number}" for number in range(0, 6, 2)]
    rows = text.split("\n")
    assert [rows[one.first - 1] for one in cut] == [f"## Part {number}" for number in range(0, 6, 2)]


def test_one_endless_line_is_cut_too():
    text = "é" * 50_001
    cut = pieces(text)
    assert [one.end - one.start for one in cut] == [PIECE, PIECE, 10_001]
    assert {(one.first, one.last) for one in cut} == {(1, 1)}


def test_lines():
    assert [line_range(spec) for spec in ("12", "10-25", "L10-L25", (3, 4))] == [(12, 12), (10, 25), (10, 25), (3, 4)]
    assert line_range("10-")[0] == 10
    for spec in ("", "0", "5-3", "a", (1, 2, 3)):
        with pytest.raises(UsageError):
            line_range(spec)


def test_a_search_shows_the_lines_around():
    text = "\n".join(f"row {number}" for number in range(1, 21)) + "\nGröße: 5"
    assert [(line.number, line.text) for line in search(text, "ROW 7")] == [(6, "row 6"), (7, "row 7"), (8, "row 8")]
    assert [line.number for line in search(text, "gro\u0308ße")] == [20, 21]
    assert search(text, "nothing") == ()
    long = search("a" * 5000 + "needle" + "b" * 5000, "needle")
    assert "needle" in long[0].text
    assert len(long[0].text) <= 402
    with pytest.raises(UsageError):
        search(text, " ")
