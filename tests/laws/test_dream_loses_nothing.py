"""Whatever is told: a pass loses nothing, a second one changes nothing, and thirty of them over hostile facts come to rest."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import InRam, retain

from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.core.dream.proof import lost
from dayleaf.core.page.parse import parse
from dayleaf.shell.auditing import pages

SUBJECTS = ("@Ana", "@Bo", "@Ana @Bo", "")
STARTS = ("Owns a", "owns  a", "Has no", "Sold the", "Hat einen", "Might buy a", "Ist heute müde vom", "Plays the")
THINGS = (
    "boat", "red boat", "boat from 1990", "boat trailer", "Kahn", "roten Kahn", "drum", "drums", "boat in Graz", "boat (12 m)",
    "boat 1.500", "日本",
)  # fmt: skip
ENDS = ("", ".", "!", "?", " today.", " since May 2025.", " <!-- x -->", " because it rains.")
KEYS = ("", "(pinned)", "(cat=health)", "(c=0.5)", "(when=2025-01-01)", "(origin=untrusted)", "(id=mine)", "(odd=1)", "(on=2025-05-05)")

bullets = st.builds(
    lambda kind, keys, who, start, thing, end: f"{kind}{keys} {who}: {start} {thing}{end}".replace(" :", ":"),
    st.sampled_from("WWWWBOS"), st.sampled_from(KEYS), st.sampled_from(SUBJECTS), st.sampled_from(STARTS), st.sampled_from(THINGS),
    st.sampled_from(ENDS),
)  # fmt: skip
logs = st.dictionaries(
    st.sampled_from(("memory/2025-01-03.md", "memory/2025-08-03.md", "memory/2025-11-30.md", "bank/world.md")),
    st.lists(bullets, min_size=1, max_size=8).map(lambda some: retain(*some)),
    min_size=1,
)
lawful = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def said(pages: dict[str, bytes]) -> Counter[tuple[object, ...]]:
    """What is told on pages or lies in their archive: a bullet of a log counts once, though it also has an entry."""
    found: Counter[tuple[object, ...]] = Counter()
    for path, data in pages.items():
        page = parse(path, data, lambda _: {})
        away = [entry.fact for entry in page.archived if entry.fact.source.path.startswith("bank/") and not entry.restored]
        facts = [fact for fact in (*page.facts, *away) if fact.kind.letter]
        found.update((fact.kind, fact.text, fact.entities, fact.category, fact.when, fact.confidence) for fact in facts)
    return found


def logs_of(pages: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in pages.items() if path.startswith("memory/")}


@lawful
@given(logs)
def test_a_pass_loses_nothing_and_a_second_one_changes_nothing(written):
    world = InRam(written)
    before = pages(world.memory._ground)
    world.memory.dream()
    after = pages(world.memory._ground)
    assert said(before) == said(after)
    assert lost(before, after) == []
    assert logs_of(before) == logs_of(after)
    assert not world.memory.dream().edits
    assert pages(world.memory._ground) == after
    assert world.memory.audit().ok


@lawful
@given(logs)
def test_everything_put_away_comes_back_and_stays(written):
    world = InRam(written)
    before = {fact.id for fact in world.memory.facts(everything=True).facts if fact.kind.letter}
    for retired in world.memory.dream().retired:
        world.memory.restore(retired.fact)
    held = world.memory.facts(everything=True)
    assert not held.retired
    assert before <= {fact.id for fact in held.facts}
    assert not world.memory.dream().retired


def test_thirty_passes_over_hostile_facts_lose_no_protected_one_and_come_to_rest():
    world = InRam(now=dt.datetime(2025, 1, 1, 9, tzinfo=dt.UTC), index=SqliteIndex(":memory:", ""))
    guarded = [f"W(pinned) @Ana: Owns a {thing}." for thing in THINGS] + [f"W(cat=health) @Bo: Plays the {thing}!" for thing in THINGS]
    world.save("memory/2024-12-31.md", retain(*guarded))
    kept = {fact.id for fact in world.memory.facts().facts}
    told = 0
    for number in range(30):
        world.now = dt.datetime(2025, 1, 1, 9, tzinfo=dt.UTC) + dt.timedelta(days=7 * number)
        some = [
            f"W {SUBJECTS[(number + n) % 3]}: {STARTS[(number * n) % 8]} {THINGS[(number + 5 * n) % 12]}{ENDS[(3 * number + n) % 8]}"
            for n in range(10)
        ]
        told += len(some)
        world.save(f"memory/{world.now.date()}.md", retain(*some))
        memory = world.open()
        memory.dream()
        if number % 10 == 9:
            assert not memory.dream().edits
            held = memory.facts(everything=True)
            assert kept <= {fact.id for fact in held.facts} - held.retired.keys() | held.replaced.keys()
    assert told == 300
    assert memory.audit().ok
    assert not memory.audit().findings
