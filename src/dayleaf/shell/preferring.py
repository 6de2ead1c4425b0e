"""A step of the dream: learn preferences and lessons from the conversation log."""

from __future__ import annotations

from collections.abc import Iterator

from dayleaf.core.dream.plan import Putting
from dayleaf.core.dream.preferences import PATH, Around, Turn, cited, decide, infer, read_log, spent
from dayleaf.core.dream.writing import put_away
from dayleaf.core.errors import DiskFailed, PageMissing, PathRefused
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.page.archive import latest
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.page.tombstone import FORGOTTEN, tombstones
from dayleaf.core.reflection import Decided, Planned, Reflection, Refused
from dayleaf.ports import Conversations, Index
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach

LOG = ".memory/conversations"
"""Where the log lies, as citations name it."""

MOST = 8 << 20
"""Bytes of the log that a pass reads, the latest: some 30,000 turns, which take a few seconds."""


def preferring(ground: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
    """Write down what the user's own words ask for often or firmly enough, and put away what they took back."""
    if ground.conversations is None:
        return
    try:
        turns, left = turns_of(ground.conversations)
    except DiskFailed as failure:
        report = Reflection(refused=(Refused(LOG, str(failure)),))
        yield Planned(PATH, "", lambda _: Decided(None, report))
        return
    if left:
        yield Planned(PATH, "", lambda _: Decided(None, Reflection(refused=tuple(left))))
    if not any(turn.role == "user" for turn in turns):
        return
    data = _page(ground, PATH)
    standing = [row.fact for row in ready.index.facts(PATH) if row.fact.kind is not Kind.PASSAGE] if data is not None else []
    entries = latest(ready.index.archived())
    restored = frozenset(id for id, entry in entries.items() if entry.restored)
    gone = frozenset(source for id, entry in entries.items() if id not in restored for source in cited(entry.fact))
    around = Around((), gone, restored, tombstones(_page(ground, FORGOTTEN)))
    found = infer(turns, standing, around._replace(spent=gone | spent(data)))
    if found.new or found.confirmed:
        around = around._replace(known=tuple(_known(ready.index)))
        reason = "; ".join(f"{one.text} ({one.why})" for one in found.new) or "said again"
        yield Planned(PATH, reason, lambda now: decide(now, turns, reach.today, around))
    if found.withdrawn:
        puttings = [Putting(one.fact, f"taken back by the user: {one.by}", None) for one in found.withdrawn]
        yield put_away(puttings, (), reach.today)


def turns_of(log: Conversations) -> tuple[list[Turn], list[Refused]]:
    """Every turn of the log, the latest days first; and what was left out of it: lines that are no turns, and what lies too far back.

    Raises:
        DiskFailed: it cannot be read.
    """
    turns: list[Turn] = []
    left: list[Refused] = []
    room = MOST
    for day in reversed(log.days()):
        path, data = f"{LOG}/{day.isoformat()}.jsonl", log.read(day)
        read, problems = read_log(path, data, room)
        turns += read
        if problems:
            lines = "1 line is no turn" if len(problems) == 1 else f"{len(problems)} lines are no turns"
            left.append(Refused(path, f"{lines} of a conversation, and left out; the first is line {problems[0].source.first}"))
        room -= len(data)
        if room < 0:
            left.append(Refused(LOG, f"only its last {MOST >> 20} MB were read; that is from {day.isoformat()} on"))
            break
    return turns, left


def _page(ground: Ground, path: str) -> bytes | None:
    try:
        return ground.workspace.read(path)
    except (PageMissing, PathRefused, DiskFailed):
        return None


def _known(index: Index) -> Iterator[str]:
    """What stands elsewhere: every statement a person or an agent wrote, and the core pages."""
    return (row.fact.text for row in index.facts() if _counts(row.fact))


def _counts(fact: Fact) -> bool:
    if fact.source.path == PATH or fact.inferred or fact.origin == "untrusted":
        return False
    return fact.kind is not Kind.PASSAGE or place_of(fact.source.path).role is Role.CORE
