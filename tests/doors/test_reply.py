import datetime as dt
import json as stdlib
from dataclasses import replace

from dayleaf.core.entry import Condition
from dayleaf.core.errors import UnknownName
from dayleaf.core.fact import Entity, Fact, Kind, Source, TimeRange
from dayleaf.core.recall.query import Bundle, Hit, Query, Way, Why
from dayleaf.doors.reply import json, markdown, text
from dayleaf.doors.reply.terminal import Look
from dayleaf.shell.answers import About

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.timezone(dt.timedelta(hours=1)))
SOURCE = Source("memory/2025-11-27.md", 14, 14)
FACT = Fact(
    Kind.OPINION,
    "Prefers concise replies (<1500 chars) on WhatsApp; long content goes into files.",
    SOURCE,
    ("Peter",),
    told=dt.date(2025, 11, 27),
    confidence=0.95,
)
HIT = Hit(FACT, 0.83, (Why(Way.LEXICAL, 1, 0.5, "prefers"), Why(Way.OPINION, 1, 0.33)), FACT.text, SOURCE, 24, evidence=(SOURCE,))
BUNDLE = Bundle(Query("what does Peter prefer?"), NOW, (HIT,), tokens=61, left_out=3)


def test_recall_has_the_shape_of_the_contract():
    assert json.recall(BUNDLE) == {
        "schema": 1,
        "query": "what does Peter prefer?",
        "now": "2025-12-01T09:00:00+01:00",
        "during": None,
        "as_of": None,
        "known_at": None,
        "k": 25,
        "budget": 2000,
        "tokens": 61,
        "left_out": 3,
        "stale": False,
        "notes": [],
        "hits": [
            {
                "id": FACT.id,
                "kind": "opinion",
                "timestamp": "2025-11-27",
                "when": None,
                "entities": ["Peter"],
                "content": "Prefers concise replies (<1500 chars) on WhatsApp; long content goes into files.",
                "source": "memory/2025-11-27.md#L14",
                "confidence": 0.95,
                "evidence": ["memory/2025-11-27.md#L14"],
                "inferred": False,
                "status": "current",
                "score": 0.83,
                "why": [{"way": "lexical", "rank": 1}, {"way": "opinion", "rank": 1}],
                "tokens": 24,
                "category": None,
                "origin": None,
                "count": 1,
            }
        ],
    }


def test_explain_adds_the_numbers():
    [hit] = json.recall(BUNDLE, explain=True)["hits"]
    assert hit["why"][0] == {"way": "lexical", "rank": 1, "score": 0.5, "detail": "prefers"}


def test_an_undated_fact_has_the_start_of_its_event_as_timestamp():
    week = TimeRange(dt.date(2025, 11, 24), dt.date(2025, 12, 1))
    hit = json.hit_of(replace(HIT, fact=replace(FACT, told=None, when=week)))
    assert (hit["timestamp"], hit["when"]) == ("2025-11-24", {"start": "2025-11-24", "end": "2025-12-01"})
    assert json.hit_of(replace(HIT, fact=replace(FACT, told=None)))["timestamp"] is None


def test_days_asked_about_are_iso_and_open_sides_null():
    query = Query("x", condition=Condition(known_at=dt.date(2025, 1, 2)), as_of=dt.date(2025, 1, 3))
    answer = json.recall(replace(BUNDLE, query=query, during=TimeRange(dt.date(2025, 1, 1), None)))
    assert (answer["known_at"], answer["as_of"], answer["during"]) == ("2025-01-02", "2025-01-03", {"start": "2025-01-01", "end": None})


def test_a_fact_as_it_is_held():
    held = json.fact_of(FACT, superseded_by="abc")
    assert (held["status"], held["superseded_by"], held["told"]) == ("superseded", "abc", "2025-11-27")
    assert held["hash"] == json.content_hash(FACT.text)
    assert len(held["hash"]) == 16


def test_json_stays_valid_whatever_the_text():
    line = json.encode({"text": "Größe 成語 \ud800 \x1b"})
    assert "Größe 成語" in line.decode("utf-8")
    assert stdlib.loads(line) == {"text": "Größe 成語 \ud800 \x1b"}


def test_an_error_as_json():
    assert json.error(UnknownName("nobody", hint="ask")) == {
        "schema": 1,
        "error": {"code": "unknown_name", "message": "nobody", "hint": "ask"},
    }


def test_hits_for_people():
    assert (
        text.recall(BUNDLE, Look(60))
        == """\
 1  Prefers concise replies (<1500 chars) on WhatsApp; long
    content goes into files.
    opinion · 2025-11-27 · Peter · memory/2025-11-27.md#L14 · 0.95
1 hit · 61 of 2000 tokens · 3 more left out"""
    )


def test_explained_hits_for_people():
    assert text.recall(BUNDLE, Look(), explain=True).splitlines()[3:-1] == [
        f"    score 0.8300, 24 tokens, {FACT.id}",
        "    lexical   rank   1  0.5000  prefers",
        "    opinion   rank   1  0.3300",
    ]


def test_finding_nothing_is_said():
    nothing = replace(BUNDLE, hits=(), left_out=0)
    assert text.recall(nothing, Look()) == "Nothing found for “what does Peter prefer?”."
    full = replace(nothing, left_out=3)
    assert text.recall(full, Look()) == "Nothing fits into 2,000 tokens for “what does Peter prefer?”; 3 left out."
    assert text.recall(replace(nothing, stale=True), Look(glyphs=False)) == (
        'Nothing found for "what does Peter prefer?". A part of the workspace could not be checked.'
    )


def test_text_from_a_page_cannot_steer_the_terminal():
    said = text.hit_of(1, replace(HIT, content="red \x1b[31m\u202eevil\r\nnext"), Look())
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "evil\n    next" in said


def test_markdown_for_agents():
    assert markdown.recall(BUNDLE) == (
        "- Prefers concise replies (<1500 chars) on WhatsApp; long content goes into files. "
        "(opinion, 2025-11-27, confidence 0.95, `memory/2025-11-27.md#L14`)\n"
    )
    assert markdown.recall(replace(BUNDLE, hits=())) == "Nothing is known about that.\n"
    assert "could not be checked" in markdown.recall(replace(BUNDLE, hits=(), stale=True))


def test_an_entity_as_markdown_is_its_page_and_then_its_facts():
    found = About(Entity("Peter", "Peter"), None, (), (), 0, 0)
    assert markdown.about(found) == "# Peter\n"
    assert markdown.about(replace(found, page="# P.\n\nA friend.\n", facts=(HIT,))).startswith("# P.\n\nA friend.\n\n- Prefers concise")


def test_days_are_shown_with_the_last_one_included():
    assert text.days(TimeRange.of_day(dt.date(2025, 11, 27)), Look()) == "2025-11-27"
    assert text.days(TimeRange(dt.date(2025, 11, 24), dt.date(2025, 12, 1)), Look()) == "2025-11-24 – 2025-11-30"
    assert text.days(TimeRange(dt.date(2025, 11, 24), None), Look()) == "since 2025-11-24"
    assert text.days(TimeRange(None, dt.date(2025, 12, 1)), Look()) == "until 2025-11-30"
