"""Assemble a context: fit every section's entries into its share of the budget and render them, in a stable order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dayleaf.core import tokens
from dayleaf.core.context.budget import grants
from dayleaf.core.context.render import Form
from dayleaf.core.context.sections import NAMES, Item, Section
from dayleaf.core.errors import UsageError
from dayleaf.core.recall.fit import shortened

LEAST = 24
"""Tokens below which a shortened page says nothing."""

NEWEST_FIRST = frozenset({"conversation"})
"""Sections whose entries are chosen from the end, and shown in order."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A context's text, its sections, and what was left out of each section, in entries."""

    text: str
    sections: tuple[Section, ...]
    left_out: int
    cut: tuple[str, ...] = ()
    """Core pages of which only the beginning is there."""


def assemble(entries: Mapping[str, Sequence[Item]], form: Form, budget: int, session: str, turn: int) -> Assembled:
    """The text of a context and its sections; `tokens.count(text)` never exceeds the budget.

    Args:
        entries: of each section, best first (of a conversation: oldest first).
        form: the rendering.
        budget: tokens there are, 1 or more.
        session: its id, for the frame.
        turn: its number, for the frame.

    Raises:
        UsageError: the budget is below 1.
    """
    if budget < 1:
        raise UsageError(f"the budget is {budget} tokens", hint="give at least 1")
    names = [name for name in NAMES if entries.get(name)]
    total = sum(len(entries[name]) for name in names)
    opening = form.open(session, turn)
    room = budget - tokens.count(opening) - tokens.count(form.close)
    frames = {name: tokens.count(form.head(name)) + tokens.count(form.tail(name) + form.between) for name in names}
    costs = {name: [tokens.count(form.item(name, item) + form.joint) for item in entries[name]] for name in names}
    given = grants({name: frames[name] + sum(costs[name]) for name in names}, max(room, 0))
    sections, cut = [], []
    for name in names:
        chosen, shorter = _chosen(name, entries[name], costs[name], form, given[name] - frames[name])
        cut += shorter
        if chosen:
            text = form.head(name) + form.joint.join(form.item(name, item) for item in chosen) + form.tail(name)
            sections.append(Section(name, tokens.count(text), text, tuple(chosen)))
    left_out = total - sum(len(section.items) for section in sections)
    if not sections:
        return Assembled("", (), left_out)
    text = opening + form.between.join(section.text for section in sections) + form.close
    return Assembled(text, tuple(sections), left_out, tuple(cut))


def _chosen(name: str, items: Sequence[Item], costs: Sequence[int], form: Form, room: int) -> tuple[list[Item], list[str]]:
    """The items that fit, in order, and the pages of which only the beginning does."""
    chosen: list[Item] = []
    cut: list[str] = []
    pairs = list(zip(items, costs, strict=True))
    for item, cost in reversed(pairs) if name in NEWEST_FIRST else pairs:
        if cost <= room:
            chosen.append(item)
            room -= cost
        elif name in NEWEST_FIRST:
            break
        elif name == "core" and (shorter := _beginning(name, item, form, room)) is not None:
            chosen.append(shorter)
            room -= tokens.count(form.item(name, shorter) + form.joint)
            cut.append(item.source or "")
    return chosen[::-1] if name in NEWEST_FIRST else chosen, cut


def _beginning(name: str, item: Item, form: Form, room: int) -> Item | None:
    """As much of a page as there is room for; escapes of the rendering may cost more than the text itself."""
    share = room - tokens.count(form.item(name, replace(item, content="")) + form.joint) - 1
    while share >= LEAST:
        shorter = replace(item, content=shortened(item.content, share) + "\n[…]")
        over = tokens.count(form.item(name, shorter) + form.joint) - room
        if over <= 0:
            return shorter
        share -= max(over, share // 8)
    return None
