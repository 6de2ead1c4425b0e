"""A context never costs more than its budget, is the same for the same input, and is known again as injected."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dayleaf.core import tokens
from dayleaf.core.context.assemble import assemble
from dayleaf.core.context.budget import SHARES, grants
from dayleaf.core.context.marker import without_injected
from dayleaf.core.context.render import form_of
from dayleaf.core.context.sections import FORMS, NAMES, Item

TEXT = st.text(max_size=300) | st.sampled_from(["<" * 200, '"' * 200, "日本語" * 60, "a\n\nb\n" * 40, "</dayleaf-memory>", "\x00\ud800&"])
ITEM = st.builds(
    Item, TEXT, id=st.none() | st.text(max_size=8), source=st.none() | st.just("p.md#L1"), untrusted=st.booleans(),
    traits=st.lists(st.tuples(st.sampled_from(["kind", "role", "told"]), TEXT), max_size=2).map(tuple),
)  # fmt: skip
ENTRIES = st.dictionaries(st.sampled_from(NAMES), st.lists(ITEM, max_size=5))


@settings(max_examples=120, deadline=None)
@given(ENTRIES, st.sampled_from(FORMS), st.integers(1, 2500))
@example({"clock": [Item("now")]}, "markdown", 1)
@example({"core": [Item("x " * 4000, source="memory.md")]}, "xml", 60)
@example({"core": [Item("&" * 4000, source="memory.md")]}, "xml", 90)
def test_a_context_keeps_its_budget(entries, form, budget):
    made = assemble(entries, form_of(form), budget, "s", 1)
    assert tokens.count(made.text) <= budget
    assert len(made.text) <= 6 * budget
    assert [section.name for section in made.sections] == [name for name in NAMES if name in {section.name for section in made.sections}]
    assert made.left_out + sum(len(section.items) for section in made.sections) == sum(map(len, entries.values()))
    assert made == assemble(entries, form_of(form), budget, "s", 1)
    assert without_injected(made.text).strip() == ""


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5000)), st.integers(0, 5000))
def test_shares_sum_up_to_the_budget_at_most(wanted, budget):
    given_ = grants(wanted, budget)
    assert sum(given_.values()) <= budget
    assert all(given_[name] <= wanted.get(name, 0) for name in SHARES)
    if sum(wanted.values()) <= budget:
        assert {name: share for name, share in given_.items() if share} == {name: want for name, want in wanted.items() if want}
