"""How each operation is done: arguments that were checked in, the call of the memory, its answer out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dayleaf.doors.reply import json, reflection, tiers_json, upkeep
from dayleaf.doors.reply.json import SCHEMA, Answer

if TYPE_CHECKING:
    from dayleaf.shell.citing import Cited
    from dayleaf.wiring.memory import Memory

Given = dict[str, Any]
"""Arguments by name."""


def recall(memory: Memory, given: Given) -> Answer:
    """Facts that answer a question."""
    explain = given.pop("explain", False)
    given.setdefault("k", memory.config.k)
    given.setdefault("budget", memory.config.budget)
    bundle = memory.recall(given.pop("query", ""), **given)
    return json.recall(bundle, explain=explain)


def retain(memory: Memory, given: Given) -> Answer:
    """Write a fact."""
    return json.retained(memory.retain(given.pop("text"), **given))


def about(memory: Memory, given: Given) -> Answer:
    """All about an entity."""
    return json.about(memory.about(given["name"], budget=given.get("budget") or memory.config.budget))


def reflect(memory: Memory, given: Given) -> Answer:
    """Curate the bank."""
    return reflection.json(memory.reflect(given.get("since"), dry_run=given.get("dry_run", False)))


def get_cited(memory: Memory, given: Given) -> Answer:
    """What stands at a citation."""
    return cited(memory.citing.read(given["source"], hash=given.get("hash"), around=given.get("around") or 0))


def cited(found: Cited) -> Answer:
    """What stands at a citation."""
    return {
        "schema": SCHEMA,
        "source": str(found.source),
        "text": found.text,
        "hash": found.hash,
        "moved": found.moved,
        "before": found.before,
        "after": found.after,
        "lines": found.last,
    }


def forget(memory: Memory, given: Given) -> Answer:
    """Take facts away for good."""
    return upkeep.forgotten(memory.forget(given["what"], dry_run=given.get("dry_run", False)))


def work_put(memory: Memory, given: Given) -> Answer:
    """Keep a value."""
    caller = given.pop("namespace")
    return tiers_json.put(memory.work.put(given.pop("key"), given.pop("value"), caller=caller, **given))


def work_get(memory: Memory, given: Given) -> Answer:
    """Read a value."""
    caller = given.pop("namespace", None)
    return tiers_json.got(memory.work.get(given.pop("key"), caller=caller, **given))


def work_list(memory: Memory, given: Given) -> Answer:
    """The slots."""
    return tiers_json.inventory(memory.work.inventory(given.get("namespace")))


def work_delete(memory: Memory, given: Given) -> Answer:
    """Take a slot out."""
    memory.work.delete(given["key"], caller=given["namespace"])
    return {"schema": SCHEMA, "namespace": given["namespace"], "key": given["key"], "deleted": True}


def context(memory: Memory, given: Given) -> Answer:
    """Begin a turn."""
    session, message = given.pop("session"), given.pop("message", "")
    return tiers_json.context(memory.begin_turn(session, message, **given))


def turn(memory: Memory, given: Given) -> Answer:
    """End a turn, or note that its context was lost."""
    if given.get("compacted"):
        memory.compacted(given["session"])
        return {"schema": SCHEMA, "session": given["session"], "compacted": True}
    messages = tuple((message["role"], message["text"]) for message in given.get("messages") or ())
    return tiers_json.ended(memory.end_turn(given["session"], given.get("reply") or "", messages=messages))


def core_show(memory: Memory, _: Given) -> Answer:
    """The core pages."""
    return json.core(memory.core.show())


def core_append(memory: Memory, given: Given) -> Answer:
    """Append to the core."""
    return json.core_edit(memory.core.append(given.pop("text"), **given))


def core_replace(memory: Memory, given: Given) -> Answer:
    """Replace in the core."""
    return json.core_edit(memory.core.replace(given.pop("old"), given.pop("new"), **given))


def core_insert(memory: Memory, given: Given) -> Answer:
    """Insert into the core."""
    return json.core_edit(memory.core.insert(given.pop("text"), **given))
