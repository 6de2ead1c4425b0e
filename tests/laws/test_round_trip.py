"""Law: what is written as a bullet is read as the same bullet, alone and on a page."""

import datetime as dt

from hypothesis import example, given
from hypothesis import strategies as st

from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Kind, TimeRange, entity_key
from dayleaf.core.page.attributes import KEYS, category_fault
from dayleaf.core.page.edit import splice
from dayleaf.core.page.escape import escape, normal_text, unescape
from dayleaf.core.page.grammar import Bullet, mention_of, read_bullet, write_bullet
from dayleaf.core.page.parse import parse
from dayleaf.core.retain import Note, place_note

DAY = dt.date(2025, 11, 27)
PATH = "memory/2025-11-27.md"
PIECES = (
    "\n",
    " ",
    "  ",
    "    ",
    "\t",
    "\\",
    "#",
    "# ",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "> ",
    "```",
    "~~~",
    "===",
    "---",
    "***",
    "<!--",
    "-->",
    "a",
    "b:",
    "@",
    "(",
    ")",
    "|",
    "`",
)
TEXTS = (st.text() | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)).filter(normal_text)
KINDS = st.sampled_from([kind for kind in Kind if kind.letter])
DAYS = st.dates(dt.date(1, 1, 2))


def usable(name):
    try:
        mention_of(name)
    except UsageError:
        return False
    return True


def ranged(pair):
    start, end = pair
    return None if (start is None and end is None) or (start and end and end <= start) else TimeRange(start, end)


NAMES = st.text(min_size=1, max_size=12).filter(usable)
RANGES = st.tuples(st.none() | DAYS, st.none() | DAYS).map(ranged)
CATEGORIES = st.none() | st.text(min_size=1, max_size=12).filter(lambda text: not category_fault(text))
IDS = st.none() | st.from_regex(r"[\w.:-]{1,20}", fullmatch=True)
WORDS = st.text(max_size=10).map(lambda text: " ".join(normal_text(text).split()))
EXTRAS = st.lists(
    st.tuples(st.from_regex(r"[a-z]{2,8}", fullmatch=True).filter(lambda key: key not in KEYS), WORDS),
    max_size=3,
    unique_by=lambda pair: pair[0],
)
BULLETS = st.builds(
    Bullet,
    kind=KINDS,
    text=TEXTS.map(normal_text),
    entities=st.lists(NAMES.map(mention_of), max_size=3, unique=True).map(tuple),
    confidence=st.none() | st.floats(0, 1),
    when=RANGES,
    category=CATEGORIES,
    origin=st.none() | st.sampled_from(["owner", "agent", "untrusted"]),
    supersedes=IDS,
    name=IDS,
    extra=EXTRAS.map(tuple),
)


def items(page):
    return [fact for fact in parse(PATH, page, lambda _: {}).facts if fact.kind is not Kind.PASSAGE]


def body(item):
    first, *rest = item.removeprefix("- ").split("\n")
    return "\n".join((first, *(line.removeprefix("  ") for line in rest)))


@given(TEXTS)
@example("a\n\\ - b")
@example("a\n  - b\n  c")
@example("a\n \\\\# b")
@example("<\\!-- a\n\\<!-- b\n\\\\<!--")
def test_escapes_are_undone(text):
    assert unescape(escape(normal_text(text))) == normal_text(text)


@given(NAMES)
def test_a_mention_means_the_name(name):
    assert entity_key(mention_of(name)) == entity_key(name)
    assert mention_of(mention_of(name)) == mention_of(name)


@given(BULLETS)
def test_a_written_bullet_is_read_as_the_same(bullet):
    assert read_bullet(body(write_bullet(bullet))) == bullet


@given(st.text())
@example("O(c=abc, c=1, x, =y, origin=z, when=1) @A: b")
@example('W(a="b"c, "d", e=f g=h): i')
def test_what_was_read_survives_writing(text):
    for start in ("", "W(", "O(c=", "B @", "S: "):
        read = read_bullet(start + text)
        if isinstance(read, Bullet):
            assert read_bullet(body(write_bullet(read))) == read


@given(BULLETS)
def test_a_bullet_among_others_on_a_page_is_read_as_the_same(bullet):
    page = f"# Day\n\n## Retain\n- W: before\n{write_bullet(bullet)}\n- W: behind\n\n## Next\n\nprose\n"
    for text in (page, page.replace("\n", "\r\n")):
        before, fact, behind = items(text.encode())
        assert (before.text, behind.text) == ("before", "behind")
        assert fact.source.first == 5
        assert fact.source.last == 5 + write_bullet(bullet).count("\n")
        read = (
            fact.kind,
            fact.text,
            fact.entities,
            fact.confidence,
            fact.when,
            fact.category,
            fact.origin,
            fact.supersedes,
            fact.name,
            fact.extra,
        )
        assert read == (
            bullet.kind, bullet.text, bullet.entities, bullet.confidence, bullet.when, bullet.category, bullet.origin, bullet.supersedes,
            bullet.name, bullet.extra,
        )  # fmt: skip


LINES = (
    "", "", "# Day", "## Retain", "### Retain", "## Next", "Retain\n---", "Next\n===", "prose", "- W: a", "- item", "  more", "    code",
    "1. one", "> quote", "```", "~~~", "<!-- open", "--> shut", "<!-- all -->", "- W: a <!-- open", "| a |", "---", "***", "<div>",
    "\ufeff", "\r", "- ", "-\tW: tab",
)  # fmt: skip
PAGES = st.builds(
    lambda bom, lines, end, last: (bom + end.join(lines) + last).replace("\r\r", "\r"),
    st.sampled_from(["", "\ufeff"]),
    st.lists(st.sampled_from(LINES), max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "\n\n"]),
)


@given(PAGES, st.builds(Note, KINDS, TEXTS, st.lists(NAMES, max_size=2).map(tuple)))
def test_a_note_finds_its_place_on_any_page(page, note):
    data = page.encode()
    written = place_note(PATH, data, note, DAY)
    if written.new:
        data = splice(data, written.edit)
    assert [fact.text for fact in items(data) if fact.source == written.source] == [note.bullet.text]
    again = place_note(PATH, data, note, DAY)
    assert (again.new, again.source) == (False, written.source)


@given(st.binary(max_size=200), st.builds(Note, KINDS, TEXTS))
def test_any_bytes_take_a_note_or_refuse_it(data, note):
    try:
        written = place_note(PATH, data, note, DAY)
    except EditConflict:
        return
    assert written.new
    after, at = splice(data, written.edit), written.edit.at
    assert after.startswith(data[:at])
    assert after.endswith(data[at:])
