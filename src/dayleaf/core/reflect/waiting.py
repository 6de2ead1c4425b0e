"""The page of proposals, `bank/proposals.md`: what waits for a person, what was accepted, and what was declined for good.

    ## 3k2m9x7w open

    - page: memory.md
    - why: believed at 0.91, 4 for, 0 against
    - facts: 2k5r0wzj8m1c

    ```diff
    …
    ```

An entry goes from its heading to the end of its diff; whatever else stands on the page is a person's, and stays. Someone may change the
diff before it is accepted, or write `declined` into the heading.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import id_of_digest
from dayleaf.core.page.edit import edit_between
from dayleaf.core.page.escape import normal_text
from dayleaf.core.reflection import Decided, Planned, Proposal, Reflection
from dayleaf.core.regex import regex

PAGE = "bank/proposals.md"
"""Where proposals wait."""

HEAD = """\
# Proposals

<!--
What `dayleaf reflect` would change on pages it does not write by itself.
`dayleaf review accept ID` does it, `dayleaf review decline ID` never asks again.
-->
"""
MOST_OPEN = 10
"""Proposals that wait at a time."""

OPEN, ACCEPTED, DECLINED = "open", "accepted", "declined"

_HEADING = regex(r"## ([0-9a-z]{4,12}) (open|accepted|declined)(?: (\d{4}-\d{2}-\d{2}))?[ \t]*")
_FIELD = regex(r"- (page|why|facts): (.*)")
_FENCE = regex(r"(`{3,})diff[ \t]*")


class Waiting(NamedTuple):
    """A proposal as the page holds it: lines `first` to `last`, counted from 0, the last excluded."""

    proposal: Proposal
    state: str
    on: str
    first: int
    last: int


def id_for(*parts: str) -> str:
    """Eight characters for what is proposed, the same whenever it is proposed again."""
    said = "\x00".join(" ".join(normal_text(part).casefold().split()) for part in parts)
    return id_of_digest(int.from_bytes(blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 4)[-8:]


def entries(data: bytes | None) -> list[Waiting]:
    """Every proposal on the page, in order; what is no whole entry is left alone."""
    lines = _lines(data)
    found = []
    at = 0
    while at < len(lines):
        heading = _HEADING.fullmatch(lines[at])
        entry = _entry(lines, at, heading[1], heading[2], heading[3] or "") if heading else None
        if entry:
            found.append(entry)
        at = entry.last if entry else at + 1
    return found


def propose(wanted: Sequence[Proposal], still_fits: Callable[[Proposal], bool]) -> Planned:
    """Let the page hold what is wanted and was never decided; what nobody wants any more is taken back.

    Args:
        wanted: the best first.
        still_fits: whether the diff of a proposal that waits can still be carried out.
    """

    def decide(data: bytes | None) -> Decided:
        held = entries(data)
        ids = {one.id: one for one in wanted}
        lines = _lines(data)
        for entry in reversed(held):
            if entry.state == OPEN and entry.proposal.id not in ids:
                below = entry.last + (entry.last < len(lines) - 1 and not lines[entry.last].strip())
                lines[entry.first : below] = []
            elif entry.state == OPEN and not still_fits(entry.proposal):
                lines[entry.first : entry.last] = written(ids[entry.proposal.id])
        known = {entry.proposal.id for entry in held}
        room = MOST_OPEN - sum(entry.state == OPEN and entry.proposal.id in ids for entry in held)
        fresh = [one for one in wanted if one.id not in known][: max(room, 0)]
        text = "\n".join(lines)
        if fresh:
            text = (text.rstrip("\n") + "\n" if text.strip() else HEAD) + "".join("\n" + "\n".join(written(one)) + "\n" for one in fresh)
        after = _with_ends(data, text)
        if data is None and not fresh:
            return Decided(None)
        return Decided(edit_between(PAGE, data, after), Reflection(proposals=tuple(fresh)))

    return Planned(PAGE, "proposals that wait for you", decide)


def forget_proposals(facts: Collection[str]) -> Planned:
    """Take out every proposal that was made from one of these facts, decided or not."""

    def decide(data: bytes | None) -> Decided:
        lines = _lines(data)
        gone = [entry for entry in entries(data) if not set(entry.proposal.facts).isdisjoint(facts)]
        for entry in reversed(gone):
            lines[entry.first : entry.last] = []
        return Decided(edit_between(PAGE, data, _with_ends(data, "\n".join(lines))) if data is not None and gone else None)

    return Planned(PAGE, "forgotten as asked", decide)


def decided(id: str, state: str, today: dt.date) -> Planned:
    """Let the page say what somebody decided."""

    def decide(data: bytes | None) -> Decided:
        lines = _lines(data)
        for entry in entries(data):
            if entry.proposal.id == id:
                lines[entry.first] = f"## {id} {state} {today.isoformat()}"
        return Decided(edit_between(PAGE, data, _with_ends(data, "\n".join(lines))) if data is not None else None)

    return Planned(PAGE, state, decide)


def written(proposal: Proposal, state: str = OPEN) -> list[str]:
    """The lines of an entry."""
    longest = max((len(run) for run in regex(r"`+").findall(proposal.diff)), default=0)
    fence = "`" * max(3, longest + 1)
    return [
        f"## {proposal.id} {state}",
        "",
        f"- page: {proposal.path}",
        f"- why: {' '.join(proposal.reason.split())}",
        *([f"- facts: {', '.join(proposal.facts)}"] if proposal.facts else []),
        "",
        f"{fence}diff",
        *proposal.diff.split("\n"),
        fence,
    ]


def _entry(lines: Sequence[str], at: int, id: str, state: str, on: str) -> Waiting | None:
    said: dict[str, str] = {}
    for here in range(at + 1, len(lines)):
        line = lines[here]
        if (field := _FIELD.fullmatch(line)) is not None:
            said.setdefault(field[1], field[2].strip())
        elif (fence := _FENCE.fullmatch(line)) is not None:
            end = next((place for place in range(here + 1, len(lines)) if lines[place].rstrip() == fence[1]), None)
            if end is None or "page" not in said:
                return None
            facts = tuple(part.strip() for part in said.get("facts", "").split(",") if part.strip())
            diff = "\n".join(lines[here + 1 : end])
            return Waiting(Proposal(id, said["page"], diff, said.get("why", ""), facts), state, on, at, end + 1)
        elif line.startswith("## "):
            return None
    return None


def _lines(data: bytes | None) -> list[str]:
    return [line.removesuffix("\r") for line in (data or b"").decode("utf-8", "surrogateescape").split("\n")]


def _with_ends(data: bytes | None, text: str) -> bytes:
    ends = "\r\n" if data is not None and b"\r\n" in data else "\n"
    return text.replace("\n", ends).encode("utf-8", "surrogateescape")


def waiting(held: Iterable[Waiting], *, everything: bool = False) -> list[Waiting]:
    """Those that wait, or with `everything` all."""
    return [one for one in held if everything or one.state == OPEN]
