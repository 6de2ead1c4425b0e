"""Write what was learned on its page of the bank, in the smallest edit, so that a person may change or delete any line of it.

Behind the bullets one comment lists the lines of the log that have taught something. A line of that list which no bullet cites any
more taught something that was taken from the page; it teaches nothing again.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from dayleaf.core.dream.preferences.learning import Around, Confirmed, Learned, cited, infer
from dayleaf.core.dream.preferences.turns import Turn
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.archive import bullet_of
from dayleaf.core.page.edit import BOM, Create, Edit, Replace
from dayleaf.core.page.grammar import Bullet, write_bullet
from dayleaf.core.page.parse import parse
from dayleaf.core.page.reading import Reading, digest_of
from dayleaf.core.reflection import Decided, Inferred, Reflection, Refused

PATH = "bank/preferences.md"
"""Where preferences and lessons stand."""

LOG = ".memory/conversations/"
"""Where the conversation log lies."""

_TITLE = (
    "# Preferences and lessons\n\n<!--\n"
    "Learned from what you said in conversations; each line cites where. Change or delete any line: a line you change\n"
    "stays as you wrote it, and a line you delete is not learned again from the same words.\n-->\n\n"
)
_LEDGER = re.compile(r"<!-- learned from: ([^\n]*?) -->")
_ENTRY = re.compile(r"(\d{4}-\d{2}-\d{2})#(\d+(?:,\d+)*)", re.ASCII)


def reading(data: bytes | None) -> Reading:
    """What the page says."""
    return parse(PATH, data or b"", _no_header)


def _no_header(_: str) -> Mapping[str, object]:
    return {}


def spent(data: bytes | None) -> frozenset[Source]:
    """The lines of the log that taught something which no longer stands on the page."""
    have = {source for fact in reading(data).facts for source in cited(fact)}
    return frozenset(_ledger(_text(data))) - have


def decide(data: bytes | None, turns: Sequence[Turn], today: dt.date, around: Around) -> Decided:
    """What is to be done to the page as it is now.

    Args:
        data: its bytes; None if there is none.
        turns: the conversation log.
        today: the local day, written beside what is new.
        around: what is known beside the page.
    """
    facts = reading(data).facts
    found = infer(turns, facts, around._replace(spent=around.spent | spent(data)))
    if not found.new and not found.confirmed:
        return Decided(None)
    lines = _text(data).split("\n") if data is not None else _TITLE.split("\n")
    for one in sorted(found.confirmed, key=lambda one: one.fact.source, reverse=True):
        lines[one.fact.source.first - 1 : one.fact.source.last] = write_bullet(_again(one)).split("\n")
    _insert(lines, [write_bullet(_bullet(one, today)) for one in found.new])
    fresh = [source for cites in (*(one.evidence for one in found.new), *(one.evidence for one in found.confirmed)) for source in cites]
    _keep_ledger(lines, {*_ledger(_text(data)), *fresh})
    text = "\n".join(lines)
    edit = Create(PATH, text) if data is None else _smallest(data, text)
    after = {fact.text: fact.id for fact in parse(PATH, text.encode(), _no_header).facts if fact.kind is not Kind.PASSAGE}
    if edit is None or any(one.text not in after for one in found.new) or not _keeps(facts, text):
        return Decided(None, Reflection(refused=(Refused(PATH, "a line written there would not be read; is a comment or fence open?"),)))
    inferred = [Inferred(after[one.text], tuple(map(str, one.evidence)), one.why) for one in found.new]
    inferred += [Inferred(one.fact.id, tuple(map(str, one.evidence)), "said again") for one in found.confirmed]
    return Decided(edit, Reflection(inferred=tuple(inferred)))


def _keeps(before: Sequence[Fact], text: str) -> bool:
    """Whether the page still says all it said, in the same words."""
    now = {(fact.kind, fact.text) for fact in parse(PATH, text.encode(), _no_header).facts}
    return all((fact.kind, fact.text) in now for fact in before if fact.kind is not Kind.PASSAGE)


def _text(data: bytes | None) -> str:
    return (data or b"").removeprefix(BOM).decode("utf-8", "replace").replace("\r\n", "\n")


def _bullet(one: Learned, today: dt.date) -> Bullet:
    marks = (("from", _citations(one.evidence)), ("on", today.isoformat()))
    return Bullet(Kind.OPINION, one.text, (), one.confidence, None, one.category, None, one.supersedes, None, marks)


def _again(one: Confirmed) -> Bullet:
    extra = tuple((key, _citations(one.evidence) if key == "from" else value) for key, value in one.fact.extra)
    return replace(bullet_of(one.fact), confidence=one.confidence, extra=extra)


def _citations(sources: Iterable[Source]) -> str:
    return "; ".join(map(str, sources))


def _insert(lines: list[str], bullets: Sequence[str]) -> None:
    """Put bullets behind the last one on the page, else before the ledger, else at the end."""
    if not bullets:
        return
    facts = [fact for fact in parse(PATH, "\n".join(lines).encode(), _no_header).facts if fact.kind is not Kind.PASSAGE]
    ledger = next((at for at, line in enumerate(lines) if _LEDGER.fullmatch(line.strip())), None)
    new = [line for bullet in bullets for line in bullet.split("\n")]
    if facts:
        at = max(fact.source.last for fact in facts)
    elif ledger is not None:
        at, new = ledger, [*new, ""]
    else:
        while lines and not lines[-1].strip():
            lines.pop()
        at, new = len(lines), ["", *new, ""] if lines else [*new, ""]
    lines[at:at] = new


def _ledger(text: str) -> list[Source]:
    return [
        Source(f"{LOG}{day}.jsonl", int(number), int(number))
        for found in _LEDGER.finditer(text)
        for day, numbers in _ENTRY.findall(found[1])
        for number in numbers.split(",")
    ]


def _keep_ledger(lines: list[str], sources: Collection[Source]) -> None:
    """Write the list of lines that have taught something, in place of the one there is."""
    days: defaultdict[str, set[int]] = defaultdict(set)
    for source in sources:
        if source.path.startswith(LOG):
            days[source.path.removeprefix(LOG).removesuffix(".jsonl")].add(source.first)
    entries = " ".join(
        f"{day}#{','.join(map(str, sorted(numbers)))}" for day, numbers in sorted(days.items()) if _ENTRY.fullmatch(f"{day}#1")
    )
    line = f"<!-- learned from: {entries} -->"
    at = next((at for at, held in enumerate(lines) if _LEDGER.fullmatch(held.strip())), None)
    if at is not None:
        lines[at] = line
        return
    while lines and not lines[-1].strip():
        lines.pop()
    lines += ["", line, ""]


def _smallest(data: bytes, text: str) -> Edit | None:
    """The one replacement of whole lines that makes the text of a page this; None if the page says it already."""
    head = len(BOM) if data.startswith(BOM) else 0
    wanted = text.encode()
    old = re.findall(rb"[^\n]*\n|[^\n]+", data[head:])
    new = re.findall(rb"[^\n]*\n|[^\n]+", wanted.replace(b"\n", b"\r\n") if b"\r\n" in data else wanted)
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    behind = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    if first == len(old) == len(new):
        return None
    start = head + sum(map(len, old[:first]))
    end = len(data) - sum(map(len, old[len(old) - behind :]))
    return Replace(PATH, start, end, b"".join(new[first : len(new) - behind]).decode(), digest_of(data))
