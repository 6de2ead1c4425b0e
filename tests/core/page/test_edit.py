"""Edits as byte splices: what they change, what they leave, when they refuse."""

import pytest

from dayleaf.core.errors import EditConflict
from dayleaf.core.page.edit import BOM, Append, Create, Replace, reanchor, splice
from dayleaf.core.page.reading import digest_of


def append(data, text, at=None):
    return splice(data, Append("a.md", len(data) if at is None else at, text, digest_of(data)))


def replace(data, start, end, text):
    return splice(data, Replace("a.md", start, end, text, digest_of(data)))


def test_create():
    assert splice(None, Create("a.md", "# Ä\n")) == "# Ä\n".encode()
    with pytest.raises(EditConflict, match="exists"):
        splice(b"", Create("a.md", "# A\n"))


@pytest.mark.parametrize(
    ("data", "after"),
    [
        (b"", b"x\n"),
        (b"a\n", b"a\nx\n"),
        (b"a", b"a\nx\n"),
        (b"a\r\nb", b"a\r\nb\r\nx\r\n"),
        (b"a\r\n", b"a\r\nx\r\n"),
        (b"a\nb\r\n", b"a\nb\r\nx\r\n"),
        (b"a\r\nb\n", b"a\r\nb\nx\n"),
        (BOM, BOM + b"x\n"),
        (b"a\rb", b"a\rb\nx\n"),
        (b"\xff\xfe", b"\xff\xfe\nx\n"),
    ],
)
def test_append_at_the_end(data, after):
    assert append(data, "x\n") == after
    assert append(data, "x") == after


def test_append_between_lines_takes_the_line_end_of_the_line_before():
    assert append(b"a\r\nb\n", "x\ny", 3) == b"a\r\nx\r\ny\r\nb\n"
    assert append(b"a\nb\r\n", "x", 2) == b"a\nx\nb\r\n"
    assert append(b"a\r\nb\n", "x", 0) == b"x\r\na\r\nb\n"
    assert append(BOM + b"a\n", "x", 0) == BOM + b"x\na\n"


def test_append_of_nothing_changes_nothing():
    assert append(b"a", "") == b"a"


@pytest.mark.parametrize("at", [-1, 1, 4, 99])
def test_append_within_a_line_or_outside_is_refused(at):
    with pytest.raises(EditConflict):
        append(b"ab\n", "x", at)


def test_replace():
    assert replace(b"a\r\nb\r\n", 3, 4, "x\ny") == b"a\r\nx\r\ny\r\n"
    assert replace(b"a\n", 0, 2, "") == b""
    assert replace(BOM + b"a\n", 0, 4, "b") == BOM + b"b\n"


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (2, 1), (0, 99), (1, 3), (2, 4), (4, 5)])
def test_replace_outside_or_within_a_character_is_refused(start, end):
    with pytest.raises(EditConflict):
        replace("ä€\r\n"[0:2].encode()[:3] + b"\r\n", start, end, "x")


def test_an_edit_for_another_version_is_refused():
    for edit in (Append("a.md", 0, "x", digest_of(b"a")), Replace("a.md", 0, 0, "x", digest_of(b"a"))):
        with pytest.raises(EditConflict, match="changed"):
            splice(b"b", edit)
        with pytest.raises(EditConflict, match="gone"):
            splice(None, edit)


def test_lone_surrogates_become_a_mark_and_pairs_their_character():
    assert append(b"", "a\ud800b \ud83e\udd8a") == "a\ufffdb 🦊\n".encode()


OLD = b"# Day\n\n## Retain\n- W: a\n- W: b\n\n## Next\n- W: a\n"


def test_reanchor_follows_the_lines():
    at = OLD.index(b"\n## Next")
    new = b"intro\n" + OLD
    edit = reanchor(new, Append("a.md", at, "- W: c\n", digest_of(OLD)), OLD)
    assert splice(new, edit) == new.replace(b"- W: b\n", b"- W: b\n- W: c\n")


def test_reanchor_after_somebody_wrote_at_the_same_place():
    new = OLD.replace(b"- W: b\n", b"- W: b\n- W: other\n")
    edit = reanchor(new, Append("a.md", OLD.index(b"\n## Next"), "- W: c\n", digest_of(OLD)), OLD)
    assert b"- W: c\n" in splice(new, edit)


def test_reanchor_of_a_last_line_that_had_no_line_end():
    edit = reanchor(b"a\nlast\nmore\n", Append("a.md", 6, "x", digest_of(b"a\nlast")), b"a\nlast")
    assert splice(b"a\nlast\nmore\n", edit) == b"a\nlast\nx\nmore\n"


def test_reanchor_finds_the_right_one_of_two_equal_lines():
    start = OLD.rindex(b"- W: a")
    new = OLD.replace(b"# Day\n", b"# Day\nmore\n")
    edit = reanchor(new, Replace("a.md", start, start + 6, "- W: z", digest_of(OLD)), OLD)
    assert splice(new, edit) == new[: new.rindex(b"- W: a")] + b"- W: z\n"


def test_reanchor_refuses_when_the_replaced_text_changed_or_is_not_certain():
    start = OLD.index(b"- W: b")
    edit = Replace("a.md", start, start + 6, "- W: z", digest_of(OLD))
    with pytest.raises(EditConflict, match="not there"):
        reanchor(OLD.replace(b"- W: b", b"- W: B"), edit, OLD)
    with pytest.raises(EditConflict, match="not there"):
        reanchor(OLD + OLD, edit, OLD)
    with pytest.raises(EditConflict, match="gone"):
        reanchor(None, edit, OLD)
    with pytest.raises(EditConflict, match="another version"):
        reanchor(b"x", edit, b"y")
    assert reanchor(OLD, edit, OLD) is edit
