"""Whatever is written and rewritten in the logs: a second pass changes nothing, and the facts are those of a fresh start."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import InRam

SENTENCES = (
    "Nora sold her car.",
    "Peter lives in Porto.",
    "Nora prefers ferries.",
    "Gestern hat Peter das Rad verkauft.",
    "We adopted a cat.",
    "It rained.",
    "Peter will move to Graz.",
    "> Nora bought a van.",
    "# A heading",
    "<!-- Nora bought a van. -->",
    "```",
    "- Nora bought a van.",
)
LOGS = st.dictionaries(
    st.sampled_from([f"memory/2025-11-{day:02}.md" for day in range(1, 6)]), st.lists(st.sampled_from(SENTENCES), max_size=5)
)


def world(logs: dict[str, list[str]]) -> InRam:
    made = InRam({"bank/entities/Nora.md": "# Nora\n", "bank/entities/Peter.md": "# Peter\n"})
    save(made, logs)
    return made


def save(made: InRam, logs: dict[str, list[str]]) -> None:
    for path, lines in logs.items():
        made.save(path, "\n\n".join(lines) + "\n")


def derived(made: InRam) -> list[tuple[object, ...]]:
    found = made.memory.facts("bank/derived/2025-11.md", everything=True).facts if made.read("bank/derived/2025-11.md") else ()
    return sorted((str(fact.told), fact.text, fact.extra) for fact in found if fact.inferred)


@settings(max_examples=40, deadline=None)
@given(LOGS, LOGS)
def test_the_facts_are_those_of_a_fresh_start(before, after) -> None:
    old = world(before)
    old.memory.reflect()
    for path in before.keys() - after.keys():
        old.remove(path)
    save(old, after)
    old.memory.reflect()
    page = old.read("bank/derived/2025-11.md")
    assert not [edit for edit in old.memory.reflect().edits if "derived" in edit.path]
    assert old.read("bank/derived/2025-11.md") == page
    new = world(after)
    new.memory.reflect()
    assert derived(old) == derived(new)
