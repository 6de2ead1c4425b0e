"""Commit what a pass did, if the workspace keeps its history: one commit a pass, with a message that says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dayleaf.core.errors import Unavailable
from dayleaf.core.reflection import Reflection, Refused
from dayleaf.shell.ground import Ground


def committed(ground: Ground, name: str, run: Callable[[], Reflection], *, dry_run: bool) -> Reflection:
    """Run a pass and commit the pages it changed; those that held changes of somebody else before are left for them.

    Args:
        ground: the memory.
        name: of the pass, for the message.
        run: the pass.
        dry_run: whether it is only rehearsed, so that there is nothing to commit.
    """
    history = ground.history
    if history is None or dry_run:
        return run()
    try:
        theirs = history.unsaved()
    except Unavailable as failure:
        return run() + _refused(str(failure))
    done = run()
    changed = list(dict.fromkeys(edit.path for edit in done.edits))
    mine = [path for path in changed if path not in theirs]
    left = [path for path in changed if path in theirs]
    try:
        why = history.commit(mine, message_of(name, done))
    except Unavailable as failure:
        why = str(failure)
    if left:
        done += _refused(f"not committed, for they hold changes of yours: {', '.join(left)}")
    return done + _refused(why) if why else done


def message_of(name: str, done: Reflection) -> str:
    """What a pass did, as the message of its commit: counts in the first line, every reason below."""
    counts = [
        f"{len(some)} {what}"
        for some, what in (
            (done.retired, "put away"),
            (done.inferred, "derived"),
            (done.shifts, "beliefs moved"),
            (done.proposals, "proposed"),
        )
        if some
    ]
    reasons = Counter(retired.reason for retired in done.retired)
    lines = [f"- {edit.path}: {edit.reason}" for edit in done.edits]
    lines += [f"- {times} put away because: {reason}" for reason, times in sorted(reasons.items())]
    lines += [f"- {', '.join(merged.parts)} said by {merged.into}" for merged in done.merged[:_MOST]]
    return f"dayleaf {name}: {', '.join(counts) or 'pages brought up to date'}\n\n" + "\n".join(lines) + "\n"


_MOST = 50


def _refused(why: str) -> Reflection:
    return Reflection(refused=(Refused("commit", why),))
