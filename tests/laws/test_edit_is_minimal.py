"""Law: an edit changes no byte outside its place, and undoing it gives the page back."""

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.errors import EditConflict
from dayleaf.core.page.edit import BOM, Append, Replace, reanchor, splice
from dayleaf.core.page.reading import digest_of

LINES = st.lists(st.sampled_from([b"", b"- W: a", b"- W: b", b"# H", "ä €".encode(), b"\xff", b"a\rb"]), max_size=8)
PAGES = st.builds(
    lambda bom, lines, ends, last: bom + b"".join(line + end for line, end in zip(lines, ends, strict=False)) + last,
    st.sampled_from([b"", BOM]), LINES, st.lists(st.sampled_from([b"\n", b"\r\n"]), min_size=8, max_size=8), st.sampled_from([b"", b"end"]),
)  # fmt: skip


@given(PAGES, st.integers(-2, 60), st.text(max_size=20))
def test_append_only_inserts(data, at, text):
    try:
        after = splice(data, Append("a.md", at, text, digest_of(data)))
    except EditConflict:
        return
    at = max(at, len(BOM)) if data.startswith(BOM) else at
    assert after.startswith(data[:at])
    assert after.endswith(data[at:])
    inserted = after[at : len(after) - len(data[at:])]
    assert bool(inserted) == bool(text)
    assert not inserted or inserted.endswith(b"\n")
    assert after.startswith(BOM) == data.startswith(BOM) or not data


@given(PAGES, st.integers(0, 60), st.integers(0, 60), st.text(max_size=20))
def test_replace_leaves_the_rest(data, start, end, text):
    try:
        after = splice(data, Replace("a.md", start, end, text, digest_of(data)))
    except EditConflict:
        return
    assert after.startswith(data[:start])
    assert after.endswith(data[max(end, len(BOM)) if data.startswith(BOM) else end :])


@given(PAGES, PAGES, st.integers(0, 60))
def test_a_page_put_before_or_behind_moves_an_edit_or_refuses_it(data, more, at):
    edit = Append("a.md", at, "- W: new\n", digest_of(data))
    try:
        alone = splice(data, edit)
        moved = reanchor(data + b"\n" + more, edit, data)
    except EditConflict:
        return
    after = splice(data + b"\n" + more, moved)
    assert after.count(b"- W: new") == alone.count(b"- W: new") + (data + b"\n" + more).count(b"- W: new") - data.count(b"- W: new")
