"""What a session is told, and what poison does not do: `python benchmarks/turns.py FOLDER [--show]`.

FOLDER holds `turns.jsonl` (sessions: turns, edits, scratch values, each with what must and must not be in the context) and
`poison.jsonl` (texts that must not leak, steer or break anything). Each row gets a fresh workspace and its own clock; no model.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dayleaf.config import Config
from dayleaf.core.context.sections import Context
from dayleaf.core.errors import DayleafError, PathRefused, SecretRefused, UnknownName, UsageError
from dayleaf.core.fact import Fact
from dayleaf.wiring.memory import Memory

Row = dict[str, Any]
Faults = list[str]


def moment(text: str) -> dt.datetime:
    """The moment an event says."""
    return dt.datetime.fromisoformat(text)


def page(root: Path, path: str, line: str, heading: str) -> None:
    """Put a line at the end of a page, which may be new."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    text = file.read_text("utf-8") if file.exists() else heading
    file.write_text(f"{text}{line}\n", "utf-8")


class Session:
    """One row of `turns.jsonl`, played."""

    def __init__(self, root: Path, row: Row) -> None:
        self.root, self.row = root, row
        self.faults: Faults = []
        self.lines = {one["id"]: one["line"] for one in row["memories"]}
        self.paths = {one["id"]: one["path"] for one in row["memories"]}
        for one in row["memories"]:
            page(root, one["path"], one["line"], "" if one["core"] else "## Retain\n")
        given = row["config"]
        config = Config(
            zone="UTC",
            context_budget=given["budget_tokens"],
            context_k=given["k"],
            window_turns=given["window_turns"],
            idle_seconds=given["idle_seconds"],
            working_ttl=given["wm_default_ttl_s"],
        )
        self.memory = Memory.open(root, now=moment(row["events"][0]["t"]), config=config)

    def play(self) -> Faults:
        """All events in order; what was not as expected."""
        with self.memory:
            for event in self.row["events"]:
                for fault in getattr(self, event["do"])(event, self.memory.at(moment(event["t"]))):
                    self.faults.append(f"{self.row['id']} event {event['n']}: {fault}")
        return self.faults

    def turn(self, event: Row, memory: Memory) -> Iterator[str]:
        """A turn: what is in its context."""
        expect = event["expect"]
        found = memory.begin_turn(event["session"], event["user"])
        if expect.get("deterministic") and memory.begin_turn(event["session"], event["user"]).text != found.text:
            yield "not the same twice"
        items = [item for name in ("recalled", "corrected") for item in found.section(name).items]
        long_term = "\n".join(found.section(name).text for name in ("recalled", "corrected"))
        said = {id for id in self.lines if any(plain(self.lines[id]) == plain(item.content) for item in items)}
        yield from (f"{id} is missing" for id in expect.get("must_inject", ()) if id not in said)
        yield from (f"{id} was injected" for id in expect.get("must_not_inject", ()) if id in said)
        if not expect.get("min_entries", 0) <= len(items) <= expect.get("max_entries", 1000):
            yield f"{len(items)} entries"
        if "grounding" in expect and expect["grounding"] != found.grounded:
            yield "not grounded"
        places = {"core_contains": found.section("core").text, "conversation_must_contain": found.section("conversation").text}
        places["must_contain"] = long_term
        yield from (f"{key}: {word!r} is missing" for key, text in places.items() for word in expect.get(key, ()) if word not in text)
        never = {"must_not_contain": long_term, "conversation_must_not_contain": found.section("conversation").text}
        never["context_must_not_contain"] = found.text
        yield from (f"{key}: {word!r} is there" for key, text in never.items() for word in expect.get(key, ()) if word in text)
        if found.tokens > found.budget or len(found.text) > 6 * expect.get("total_tokens_max", found.budget):
            yield f"{found.tokens} tokens"
        yield from self.inventory(event["session"], expect, found)
        memory.end_turn(event["session"], "I see.")

    def inventory(self, space: str, expect: Row, found: Context) -> Iterator[str]:
        """What the inventory of a turn lists."""
        listed = {item.key: item for name in ("working", "patrols") for item in found.section(name).items}
        if "inventory" in expect:
            wanted = {slot["key"]: slot for slot in expect["inventory"]}
            if {key for key in listed if key.startswith(space)} != set(wanted):
                yield f"the inventory is {sorted(listed)}"
            for key in wanted.keys() & listed.keys():
                low, high = wanted[key]["ttl_left_s"]
                if not low <= listed[key].expires_in <= high or listed[key].category != wanted[key]["category"]:
                    yield f"{key}: {listed[key].expires_in} s, {listed[key].category}"
        yield from (f"{key} is not announced" for key in expect.get("inventory_any", ()) if key not in listed)
        yield from (f"{key} is listed" for key in expect.get("inventory_not", ()) if key in listed)

    def edit(self, event: Row, _: Memory) -> Iterator[str]:
        """A person edits a line."""
        id = event["memory"]
        self._replace(id, event["new_line"])
        self.lines[id] = event["new_line"]
        return iter(())

    def forget(self, event: Row, _: Memory) -> Iterator[str]:
        """A person takes a line out."""
        self._replace(event["memory"], None)
        return iter(())

    def _replace(self, id: str, line: str | None) -> None:
        file = self.root / self.paths[id]
        rows = file.read_text("utf-8").split("\n")
        at = rows.index(self.lines[id])
        rows[at : at + 1] = [] if line is None else [line]
        file.write_text("\n".join(rows), "utf-8")

    def tick(self, _: Row, memory: Memory) -> Iterator[str]:
        """Let the cleaning run that a server runs in the background."""
        memory.work.sweep()
        return iter(())

    def core_tool(self, event: Row, memory: Memory) -> Iterator[str]:
        """An explicit edit of the core page, by the memory's own call where there is one."""
        if hasattr(memory.core, "append"):
            memory.core.append(event["text"], reason="asked for")
        else:
            page(self.root, "memory.md", event["text"], "")
        return iter(())

    def wm_set(self, event: Row, memory: Memory) -> Iterator[str]:
        """A value is put."""
        value = (event.get("content", "") * event["size"])[: event["size"]].ljust(event["size"], ".")
        return self._tried(
            event, lambda: memory.work.put(event["key"], value, caller=event["caller"], ttl=event.get("ttl_s"), category=event["category"])
        )

    def wm_get(self, event: Row, memory: Memory) -> Iterator[str]:
        """A value is read."""
        return self._tried(event, lambda: memory.work.get(event["key"], caller=event["caller"]))

    def wm_delete(self, event: Row, memory: Memory) -> Iterator[str]:
        """A value is deleted."""
        return self._tried(event, lambda: memory.work.delete(event["key"], caller=event["caller"]))

    def _tried(self, event: Row, call: Callable[[], object]) -> Iterator[str]:
        try:
            call()
            got = "ok"
        except UnknownName:
            got = "not_found"
        except (PathRefused, UsageError):
            got = "refused"
        if got != event["expect"]:
            yield f"{got}, not {event['expect']}"


def plain(line: str) -> str:
    """The text of a bullet, blanks collapsed."""
    return " ".join((line.partition(": ")[2] if line.startswith(("- W", "- O", "- B", "- S")) else line).split())


def joined(given: Row) -> str:
    """A text that a row keeps in parts, or says how to make."""
    if "gen" in given:
        made = given["gen"]
        body = "".join(made["repeat"].replace("{i}", str(number)) for number in range(made["times"]))
        return made["prefix"] + body + made["suffix"]
    return "".join(given["parts"])


def poison(root: Path, row: Row, text: str) -> Iterator[str]:
    """One input of one row of `poison.jsonl`; what was not as expected."""
    expect = row["expect"]
    started = time.perf_counter()
    (root / "memory").mkdir(parents=True)
    with Memory.open(root, now=dt.datetime(2026, 5, 4, 10, tzinfo=dt.UTC), config=Config(zone="UTC")) as memory:
        for key in ("seed_fact", "opinion_before"):
            if key in expect:
                page(root, "memory/2026-05-01.md", expect[key], "## Retain\n")
        before = {one.id for one in memory.facts().facts}
        errors = "".join(enter(memory, root, row["channel"], text, row["trust"]))
        yield from judged(memory, root, row, text, errors, before)
    if time.perf_counter() - started > expect.get("seconds_max", 60):
        yield "too slow"


def enter(memory: Memory, root: Path, channel: str, text: str, trust: str) -> Iterator[str]:
    """Let a text in where the row says; what was said against it."""
    try:
        match channel:
            case "daily_log":
                page(root, "memory/2026-05-02.md", text.rstrip("\n"), "")
            case "conversation":
                yield " ".join(memory.begin_turn("a", text).notes)
                yield " ".join(memory.end_turn("a", f"Noted: {text}").notes)
                memory.retain(text)
            case "query":
                memory.begin_turn("a", text)
            case "retain_call":
                memory.retain(text)
            case _:
                memory.begin_turn("a", "What does it say?")
                memory.end_turn("a", "See there.", messages=[("tool", text)])
                memory.retain(text, origin=trust)
    except SecretRefused as error:
        yield str(error)
    except DayleafError as error:
        yield f"ERROR {error}"


def judged(memory: Memory, root: Path, row: Row, text: str, errors: str, before: set[str]) -> Iterator[str]:
    """Everything a row says of what must be afterwards."""
    expect = row["expect"]
    facts = memory.facts().facts
    new = [fact for fact in facts if fact.id not in before]
    question = expect.get("after_query") or text[:300]
    asked = memory.begin_turn("b", question)
    hello = memory.begin_turn("c", "Hello")
    if errors.startswith("ERROR") and expect["handling"] != "refuse":
        yield errors
    if expect["handling"] == "untrusted":
        yield from trusted(expect, facts, new, asked, hello)
    if "new_bullets" in expect and len(new) != expect["new_bullets"]:
        yield f"{len(new)} bullets"
    if expect.get("unchanged_text") and (not new or plain(new[0].text) != plain(text)):
        yield "the text changed"
    if expect.get("tell_user") and not errors:
        yield "nobody was told"
    if text in expect.get("must_hit_for", ()) and not memory.recall(text).hits:
        yield "no hit"
    yield from secrets(memory, root, row, text, errors, (asked.text, hello.text))


def trusted(expect: Row, facts: Sequence[Fact], new: Sequence[Fact], asked: Context, hello: Context) -> Iterator[str]:
    """Where a text from outside counts as more than that."""
    yield from (f"{fact.source} counts as {fact.origin}" for fact in new if fact.origin != "untrusted")
    items = [item for section in asked.sections if section.name in {"recalled", "corrected"} for item in section.items]
    own = [item for item in items if item.id in {fact.id for fact in new}]
    if any(not item.untrusted or not item.source for item in own) or (own and "UNTRUSTED, quoted" not in asked.text):
        yield "injected without its mark"
    if any(item.untrusted for item in hello.section("recalled").items):
        yield "it grounds a session"
    if "opinion_before" in expect:
        yield from ("the opinion moved" for fact in facts if fact not in new and fact.confidence not in {None, 0.85})


SECRET = "the text seems to carry a secret"  # noqa: S105 what the error says


def secrets(memory: Memory, root: Path, row: Row, text: str, errors: str, injected: tuple[str, ...]) -> Iterator[str]:
    """Where a secret appears, and what was lost along with it."""
    expect = row["expect"]
    for secret in map(joined, expect.get("must_not_appear", ())):
        yield from leaks(memory, root, secret, injected, errors, files=not expect.get("files_unchanged"))
    kept = "\n".join((*(fact.text for fact in memory.facts().facts), logged(root), *injected))
    refused = SECRET in errors and row["channel"] == "retain_call"  # nothing was written, and the caller has the text still
    yield from (f"{word!r} was lost" for word in expect.get("must_keep", ()) if word in text and word not in kept and not refused)


def logged(root: Path) -> str:
    """The whole conversation log."""
    return "".join(file.read_text("utf-8") for file in root.glob(".memory/conversations/*.jsonl"))


def leaks(memory: Memory, root: Path, secret: str, injected: tuple[str, ...], errors: str, *, files: bool) -> Iterator[str]:
    """Where a secret appears."""
    if any(secret in text for text in injected) or any(secret in hit.content for hit in memory.recall(secret).hits if files):
        yield "injected"
    if secret in errors:
        yield "in an error"
    for file in root.rglob("*"):
        if file.is_file() and secret.encode() in file.read_bytes() and (files or ".memory" in file.parts):
            yield f"in {file.relative_to(root)}"


def main() -> int:
    """Play all rows; 1 if one failed."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--show", action="store_true", help="say what was not as expected")
    given = asked.parse_args()
    failed = 0
    for name in ("turns", "poison"):
        rows = [json.loads(line) for line in (given.folder / f"{name}.jsonl").read_text("utf-8").splitlines() if line.strip()]
        right, skipped = 0, 0
        for row in rows:
            if row.get("channel") == "memory_tool_path":
                skipped += 1
                continue
            faults: Faults = []
            with tempfile.TemporaryDirectory() as folder:
                if name == "turns":
                    faults += Session(Path(folder), row).play()
                for number, one in enumerate(row.get("inputs", ())):
                    faults += [f"{row['id']} input {number}: {fault}" for fault in poison(Path(folder) / str(number), row, joined(one))]
            right += not faults
            if given.show:
                print(*faults, sep="\n", end="\n" * bool(faults))
        failed += len(rows) - right - skipped
        print(f"{name}: {right} of {len(rows) - skipped} rows right" + (f", {skipped} of another door left out" if skipped else ""))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
