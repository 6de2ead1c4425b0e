"""One bullet of Markdown ⇄ one Bullet: the tables in tests/spec, and what the writer does."""

import datetime as dt
import re
from pathlib import Path

import pytest

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind, TimeRange, entity_key
from dayleaf.core.page.attributes import Fault, category_fault
from dayleaf.core.page.grammar import Bullet, mention_of, read_bullet, write_bullet

SPEC = Path(__file__).parents[2] / "spec"
CASE = re.compile(r"^(?P<title>.+)\n\.\n(?P<text>(?:(?!\.\n).*\n)*)\.\n(?P<expected>(?:(?!\.\n).*\n)*)\.$", re.MULTILINE)


def cases(name):
    found = list(CASE.finditer((SPEC / name).read_text(encoding="utf-8")))
    return [pytest.param(case["text"][:-1], case["expected"][:-1], id=case["title"]) for case in found]


def shown(read):
    if read is None:
        return "narrative"
    if isinstance(read, Fault):
        return f"fault {read.code}"
    lines = [
        read.kind.value,
        f"entities: {', '.join(read.entities)}",
        f"confidence: {'' if read.confidence is None else read.confidence}",
        *(f"{key}: {getattr(read, key) or ''}" for key in ("when", "category", "origin", "supersedes", "name")),
        f"extra: {'; '.join('='.join(pair) for pair in read.extra)}",
        "text: " + read.text.replace("\n", "⏎"),
        f"faults: {', '.join(fault.code for fault in read.faults)}",
    ]
    return "\n".join(line for line in lines if not line.endswith(": "))


def body(item):
    """What the scanner hands over for an item."""
    first, *rest = item.removeprefix("- ").split("\n")
    return "\n".join((first, *(line.removeprefix("  ") for line in rest)))


@pytest.mark.parametrize(("text", "expected"), cases("bullet-read.md") + cases("bullet-narrative.md"))
def test_read(text, expected):
    assert shown(read_bullet(text)) == expected


@pytest.mark.parametrize(("text", "expected"), cases("bullet-read.md"))
def test_what_was_read_survives_writing(text, expected):
    read = read_bullet(text)
    if isinstance(read, Bullet):
        assert shown(read_bullet(body(write_bullet(read)))) == expected


def test_every_case_of_the_tables_is_found():
    for name in ("bullet-read.md", "bullet-narrative.md"):
        assert len(cases(name)) * 3 == sum(line == "." for line in (SPEC / name).read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    ("bullet", "item"),
    [
        (Bullet(Kind.WORLD, "Sails."), "- W: Sails."),
        (Bullet(Kind.OPINION, "Likes tea.", ("Peter",), 1.0), "- O(c=1) @Peter: Likes tea."),
        (Bullet(Kind.EXPERIENCE, "Sailed.", ("The Castle", "Ann")), "- B @The-Castle @Ann: Sailed."),
        (
            Bullet(Kind.WORLD, "Away.", when=TimeRange(dt.date(2025, 11, 27), dt.date(2025, 12, 2)), category="a/b", name="x"),
            "- W(when=2025-11-27..2025-12-01, cat=a/b, id=x): Away.",
        ),
        (
            Bullet(Kind.WORLD, "Odd.", extra=(("note", 'say "hi", (please)'), ("mood", "very good"))),
            r'- W(note="say \"hi\", (please)", mood=very good): Odd.',
        ),
        (Bullet(Kind.WORLD, "One\r\n\r\n# Two\n- three"), "- W: One\n\n  \\# Two\n  \\- three"),
        (Bullet(Kind.WORLD, "No <!-- comment --> here"), r"- W: No <\!-- comment --> here"),
        (Bullet(Kind.WORLD, "Deep\n    code"), "- W: Deep\n  \\    code"),
        (Bullet(Kind.WORLD, "```\nfence\n```"), "- W: ```\n  fence\n  \\```"),
        (Bullet(Kind.WORLD, "-5 degrees\n-5 degrees\n1.5 metres\n#tag"), "- W: -5 degrees\n  -5 degrees\n  1.5 metres\n  #tag"),
    ],
)
def test_write(bullet, item):
    assert write_bullet(bullet) == item


def test_a_bullet_needs_a_letter_and_a_text():
    with pytest.raises(UsageError, match="passage"):
        write_bullet(Bullet(Kind.PASSAGE, "Hm."))
    with pytest.raises(UsageError, match="text"):
        write_bullet(Bullet(Kind.WORLD, " \n "))


@pytest.mark.parametrize(
    ("name", "mention"),
    [
        ("Peter", "Peter"),
        ("@Peter", "Peter"),
        ("The Castle", "The-Castle"),
        ("  Dr. Who ", "Dr.-Who"),
        ("O'Brien", "O'Brien"),
        ("a: b", "a-b"),
        ("x (y)", "x-y"),
    ],
)
def test_mention_of(name, mention):
    assert mention_of(name) == mention
    assert entity_key(mention) == entity_key(name)


@pytest.mark.parametrize("name", ["", "@", "--", "🦊", "…"])
def test_a_name_without_letters_gives_no_mention(name):
    with pytest.raises(UsageError, match="no mention"):
        mention_of(name)


@pytest.mark.parametrize("category", ["user-preferences/timezone", "a", "ä.b/c_d", "漢字/かな", "projekt/हिन्दी"])
def test_category(category):
    assert category_fault(category) is None


@pytest.mark.parametrize("category", ["", "/a", "a/", "a//b", "../a", "a/..", "a/.", "a b", "a,b", 'a"b', "a\\b", "a\nb"])
def test_no_category(category):
    assert category_fault(category)


def test_forty_thousand_brackets_and_three_thousand_mentions_take_no_time():
    many = "[" * 40_000
    assert read_bullet(f"W @Tarja: {many}").text == many
    assert len(read_bullet("W " + "".join(f"@loom{number} " for number in range(3000)) + ": Far too many.").entities) == 3000
    for odd in (
        "W(" + '"a' * 40_000,
        "W(" + "(" * 40_000,
        "W(" + "a=" * 40_000 + ")",
        "W " + "@" * 40_000 + ":",
        "W: a\n" + " " * 40_000 + "b\n" + "\\" * 40_000,
    ):
        read_bullet(odd)
