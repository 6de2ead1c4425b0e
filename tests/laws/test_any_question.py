"""Any text as a question, any text as an option, any text to keep: an answer, or one of our exceptions with a message."""

from __future__ import annotations

# ruff: noqa: DTZ001, DTZ901, E501, PT017, RUF005 - moments get their zone below; lists of ugly words; both ends are fine
import datetime as dt
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from worlds import InRam

from dayleaf.core.errors import DayleafError
from dayleaf.core.fact import Kind
from dayleaf.core.page.attributes import ORIGINS

PAGES = {
    "memory/2025-11-27.md": "# Day\n\nWe chose blue tiles; 成語 と しりとり.\n\n## Retain\n- W(when=2025-11-27..2025-12-01) @Peter: Is in Marrakech.\n"
    "- O(c=0.9, cat=a/b) @C++ @दिल्ली: Prefers tea (`x-1`).\n",
    "bank/entities/Peter.md": "---\naliases: [Pete]\n---\n# Peter\n\nA friend.\n",
}
WORLD = InRam(PAGES)

ugly = st.sampled_from(
    [
        '"',
        "'",
        "AND",
        "NOT",
        "NEAR(",
        "*",
        "a*",
        "^a",
        "a:b",
        "{a}",
        "(",
        ")",
        "-",
        "--",
        "\\",
        "%",
        "_",
        ";",
        "\0",
        "\ud800",
        "\u202e",
        "e\u0301",
    ]
    + [
        "2025-13-45",
        "0000-00-00",
        "9999-12-31",
        "99999999999d",
        "-1d",
        "1e9w",
        "..",
        "2025..2024",
        "31.02.2025",
        "二〇二五年",
        "昨日",
        "الأمس",
    ]
    + [
        "@",
        "@Peter",
        "@@",
        "#L1",
        "memory/2025-11-27.md",
        "../x",
        "/",
        "~",
        "a/b",
        "a//b",
        "W(c=",
        "- O @P:",
        "x" * 300,
        "９" * 20,
        "1" * 5000,
    ]
)
texts = st.text(max_size=80) | st.lists(ugly | st.text(max_size=6), max_size=8).map(" ".join) | ugly
maybe = st.none() | texts


def ours(call):
    with suppress(DayleafError):
        return call()
    return None


@given(texts)
@example("")
@example("next year " * 200)
def test_any_text_is_a_question(text):
    bundle = ours(lambda: WORLD.memory.recall(text))
    if text.strip():
        assert bundle is not None
        assert bundle.tokens <= 2000
        assert not bundle.stale


@given(
    texts,
    st.fixed_dictionaries(
        {},
        optional={
            "since": texts, "until": texts, "during": texts, "as_of": texts | st.dates(), "known_at": texts | st.dates() | st.datetimes(),
            "category": texts, "entities": st.lists(texts, max_size=3), "kinds": st.lists(st.sampled_from(Kind), max_size=2),
            "k": st.integers(-5, 1100), "budget": st.integers(-5, 10**12),
        },
    ),
)  # fmt: skip
def test_any_option_is_understood_or_refused(text, options):
    try:
        bundle = WORLD.memory.recall(text, **options)
    except DayleafError as refused:
        assert refused.message
        str(refused).encode("utf-8", "surrogatepass")
        return
    assert len(bundle.hits) <= bundle.query.k
    assert bundle.tokens <= bundle.query.budget


@given(texts, st.none() | st.sampled_from(("en", "de", "zh", "ja", "xx")))
def test_any_text_may_be_asked_as_a_name_a_page_and_a_time(text, lang):
    ours(lambda: WORLD.memory.entity(text))
    ours(lambda: WORLD.memory.about(text, budget=50))
    ours(lambda: WORLD.memory.facts(text))
    ours(lambda: WORLD.memory.when(text, lang))


@given(
    texts,
    st.fixed_dictionaries(
        {},
        optional={
            "kind": st.sampled_from(Kind), "entities": st.lists(texts, max_size=3), "confidence": st.floats() | st.integers(-1, 2),
            "category": texts, "when": texts, "day": texts | st.dates() | st.datetimes(), "origin": texts | st.sampled_from(ORIGINS),
            "supersedes": texts, "allow_secret": st.booleans(),
        },
    ),
)  # fmt: skip
def test_any_text_is_kept_as_it_is_or_refused(text, options):
    world = InRam(PAGES)
    written = ours(lambda: world.memory.retain(text, **options))
    if written is None:
        assert all(world.read(path) == page.encode() for path, page in PAGES.items())
        return
    held = {str(fact.source): fact for fact in world.memory.facts(everything=True).facts}
    assert held[str(written.fact.source)] == written.fact
    again = world.memory.retain(text, **options)
    assert (again.new, again.fact) == (False, written.fact)


@pytest.mark.parametrize("now", [dt.datetime.min, dt.datetime.max, dt.datetime(2024, 2, 29), dt.datetime(1, 1, 1, 23, 59)])
@pytest.mark.parametrize(
    "text", ["yesterday", "tomorrow", "last year", "next century", "in 100 years", "30d", "letzte Woche", "since 9999", "前年"]
)
def test_time_ends_at_no_moment(now, text):
    world = InRam(PAGES, now=now.replace(tzinfo=dt.UTC))
    for options in ({}, {"since": text}, {"until": text}, {"during": text}, {"as_of": text}):
        ours(lambda options=options: world.memory.recall(f"tea {text}", **options))
    ours(lambda: world.memory.retain("Tea.", day=text, when=text))
