"""Enrich: what was written down first is read more closely later, by the rules or by a language model, page by page.

    text ──► memory/DAY-notes.md (durable) ──► list of pages ──► rules, or one question a page to a model ──► bank/derived/
                                                  ▲  pending · done · failed (again later)

The model has no tools, sees one page at a time, and its tokens are counted against a budget. What it answers is held against
the page; whatever goes wrong with it changes nothing but the report.
"""

from __future__ import annotations

import datetime as dt
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from dayleaf.core.derive.model import INSTRUCTIONS, SCHEMA, borne_out, question
from dayleaf.core.derive.names import Names
from dayleaf.core.derive.page import Wanted
from dayleaf.core.derive.queue import Item, State, due, entered, failed, read_items
from dayleaf.core.derive.sentences import is_narrative
from dayleaf.core.errors import PageMissing, SecretRefused, Unavailable, UsageError
from dayleaf.core.fact import Source
from dayleaf.core.page.edit import Append, Create, Edit
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import digest_of
from dayleaf.core.reflection import NOTHING, Reflection, Refused
from dayleaf.core.regex import regex
from dayleaf.core.secrets import find_secrets
from dayleaf.core.tokens import count
from dayleaf.ports.outside import LanguageModel, Message
from dayleaf.shell.committing import committed
from dayleaf.shell.deriving import bring_back, derive, logs, names_of, text_of
from dayleaf.shell.ground import Ground
from dayleaf.shell.passing import Reach, carried_out

QUEUE = "enrichment.jsonl"
"""The list of pages, under `.memory/`."""

PAGES = 20
"""Pages of one pass at most, of those a model reads."""

TOKENS = 20_000
"""Tokens of one pass, questions and answers together."""

ANSWER = 1_500
"""Tokens of one answer at most."""

_MARKUP = regex(r"^\s*(?:#|```|~~~|<!--|---|===)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a model cost: questions, tokens in, tokens out."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)


@dataclass(frozen=True, slots=True)
class Enriched:
    """What one pass of enrichment did.

    Attributes:
        raw: where the text given was written, if one was.
        reader: who read: `rules`, or the id of a model.
        done: pages that were read.
        failed: pages that could not be read, with the reason; they are tried again later.
        waiting: how many pages still wait.
        spent: what the model cost.
        dropped: why facts a model stated were not taken → how many.
        reflection: what changed.
    """

    raw: Source | None
    reader: str
    done: tuple[str, ...] = ()
    failed: tuple[Refused, ...] = ()
    waiting: int = 0
    spent: Spent = Spent()
    dropped: tuple[tuple[str, int], ...] = ()
    reflection: Reflection = NOTHING


class Enriching:
    """Closer reading of one memory's logs."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.chance: Callable[[], float] = random.random

    def enrich(
        self,
        text: str | None = None,
        *,
        day: str | dt.date | None = None,
        origin: str | None = None,
        pages: int = PAGES,
        tokens: int = TOKENS,
    ) -> Enriched:
        """Write a text down, then read what waits.

        Args:
            text: raw text, kept as it is in the notes of its day before anything else; None: only read what waits.
            day: whose notes; today by default.
            origin: of the text; what is `untrusted` is kept as a quotation, and nothing is derived from it.
            pages: pages that a model reads at most.
            tokens: what it may cost, questions and answers together.

        Raises:
            UsageError: the text is empty, or the day is none.
            SecretRefused: it seems to carry a secret; nothing was written.
            EditConflict, Busy, DiskFailed, PathRefused: it could not be written; nothing was.
        """
        ground, now = self._ground, self._ground.clock.now()
        raw = None if text is None else _kept(ground, text, ground.day(day, now), origin)
        model, reader, trouble = self._reader()
        held = ground.machine.read(QUEUE) if ground.machine else ""
        items = read_items(held)
        texts = ground.ask(lambda ready: {path: (day, text_of(ground, path)) for path, day in logs(ready.index, None)}, most=None)
        present = {path: digest_of(told.encode()).hex() for path, (_, told) in texts.items() if told and is_narrative(told)}
        fresh = entered(items, present, reader)
        self._note(fresh)
        items = {path: item for path, item in (items | {item.path: item for item in fresh}).items() if path in present}
        ready = due(items.values(), now)
        if trouble:
            return Enriched(raw, reader, failed=(Refused(reader, trouble),), waiting=len(ready))
        report = self._by_rules(raw, ready) if model is None else self._by_model(model, raw, ready[:pages], texts, tokens)
        left = len(due((items | {path: replace(items[path], state=State.DONE) for path in report.done}).values(), now)) - len(report.failed)
        if held.count("\n") > 4 * len(items) + 100 and ground.machine:
            ground.machine.replace(QUEUE, "".join(item.line for item in read_items(ground.machine.read(QUEUE)).values()))
        return replace(report, waiting=max(0, left))

    def _reader(self) -> tuple[LanguageModel | None, str, str]:
        """The model if there is one, who reads, and why it cannot."""
        if self._ground.model is None:
            return None, "rules", ""
        try:
            model = self._ground.model()
        except (Unavailable, UsageError) as failure:
            return None, "model", str(failure)
        return model, model.id, ""

    def _note(self, items: list[Item]) -> None:
        if items and self._ground.machine:
            self._ground.machine.append(QUEUE, "".join(item.line for item in items))

    def _by_rules(self, raw: Source | None, ready: list[Item]) -> Enriched:
        if not ready:
            return Enriched(raw, "rules")
        done = self._written([], ready)
        self._note([replace(item, state=State.DONE, next="", why="") for item in ready])
        return Enriched(raw, "rules", tuple(item.path for item in ready), reflection=done)

    def _by_model(
        self, model: LanguageModel, raw: Source | None, ready: list[Item], texts: dict[str, tuple[dt.date, str | None]], tokens: int
    ) -> Enriched:
        names = self._ground.ask(lambda one: names_of(one.index), most=None)
        wanted: list[Wanted] = []
        read: list[Item] = []
        refused: list[Refused] = []
        dropped: Counter[str] = Counter()
        spent = Spent()
        for item in ready:
            day, text = texts[item.path]
            left = tokens - spent.tokens_in - spent.tokens_out
            try:
                found = asked(model, item.path, text or "", day, names, min(ANSWER, left))
            except Unavailable as failure:
                spent += Spent(1, *getattr(failure, "spent", (0, 0)))
                self._note([failed(item, self._ground.clock.now(), failure.message, self.chance())])
                refused.append(Refused(item.path, failure.message))
                if not hasattr(failure, "spent"):
                    break  # nobody answers: asking on would only take time
                continue
            if found is None:
                break  # the budget is spent
            kept, why, cost = found
            spent += cost
            wanted += kept
            dropped.update(why)
            read.append(item)
        done = self._written(wanted, read) if read else NOTHING
        self._note([replace(item, state=State.DONE, next="", why="") for item in read])
        return Enriched(
            raw, model.id, tuple(item.path for item in read), tuple(refused), 0, spent, tuple(sorted(dropped.items())), done
        )  # fmt: skip

    def _written(self, wanted: list[Wanted], read: list[Item]) -> Reflection:
        days = [day for item in read if (day := place_of(item.path).day)]
        reach = Reach(min(days, default=None), self._ground.clock.now().date())
        step = partial(derive, read_by_model=wanted)
        return committed(self._ground, "enrich", lambda: carried_out(self._ground, (step, bring_back), reach), dry_run=False)


def asked(
    model: LanguageModel, path: str, text: str, day: dt.date, names: Names, budget: int
) -> tuple[list[Wanted], list[str], Spent] | None:
    """What a model reads in a page that the page bears out, why the rest is dropped, and the cost; None if the budget is too small.

    Raises:
        Unavailable: nobody answers, or not with what was asked for.
    """
    said = question(text, day)
    if said is None:
        return [], [], Spent()
    messages = (Message("system", INSTRUCTIONS), Message("user", said))
    left = budget if budget == ANSWER else budget - sum(count(message.text) for message in messages)
    if left < ANSWER // 8:
        return None
    answer = model.complete(messages, SCHEMA, left)
    kept, dropped = borne_out(answer.value, path, text, day, names)
    return kept, dropped, Spent(1, answer.tokens_in, answer.tokens_out)


def _kept(ground: Ground, text: str, day: dt.date, origin: str | None) -> Source:
    """Put a text into the notes of a day, as it is."""
    if not text.strip():
        raise UsageError("there is no text to keep", hint="give it as an argument, or through --stdin")
    if find_secrets(text):
        raise SecretRefused("the text seems to carry a secret; nothing was written", hint="leave it out")
    body = text.replace("\r\n", "\n").strip("\n")
    if origin == "untrusted" or _MARKUP.search(body):
        body = "\n".join(f"> {line}".rstrip() for line in body.split("\n"))
    path = f"memory/{day.isoformat()}-notes.md"

    def decide(data: bytes | None) -> Edit:
        if data is None:
            return Create(path, f"# {day.isoformat()}\n\n{body}\n")
        return Append(path, len(data), f"\n{body}\n", digest_of(data))

    change = ground.workspace.change(path, decide)
    if change is None:
        raise PageMissing(f"{path} was not written")
    last = change.after.count(b"\n")
    return Source(path, last - body.count("\n"), last)
