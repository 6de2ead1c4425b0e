"""What ran because it was due, and what was read closer → JSON, and → text for people."""

from __future__ import annotations

from dayleaf.doors.reply import reflection
from dayleaf.doors.reply.json import SCHEMA, Answer
from dayleaf.doors.reply.terminal import Look, safe
from dayleaf.shell.enriching import Enriched
from dayleaf.shell.scheduling import Due


def due_json(due: Due) -> Answer:
    """Each pass that ran, and when each is next; `held`: somebody else was at it."""
    return {
        "schema": SCHEMA,
        "held": due.held,
        "ran": [
            {"pass": name, **{key: value for key, value in reflection.json(done).items() if key != "schema"}} for name, done in due.ran
        ],
        "next": {name: at.isoformat() if at else None for name, at in due.next},
    }


def due_text(due: Due, look: Look, *, dry_run: bool) -> str:
    """The same in a few lines."""
    if due.held:
        return look.own("Somebody else is at it; nothing was done.")
    lines = []
    for name, done in due.ran:
        lines += [look.paint(name, "bold"), reflection.text(done, look, dry_run=dry_run)]
    lines += [look.own(f"next {name}: {at:%Y-%m-%d %H:%M}" if at else f"next {name}: now") for name, at in due.next]
    return "\n".join(lines)


def enriched_json(report: Enriched) -> Answer:
    """What was kept, read, and spent."""
    return {
        "schema": SCHEMA,
        "raw": str(report.raw) if report.raw else None,
        "reader": report.reader,
        "done": list(report.done),
        "failed": [one._asdict() for one in report.failed],
        "waiting": report.waiting,
        "spent": {"calls": report.spent.calls, "tokens_in": report.spent.tokens_in, "tokens_out": report.spent.tokens_out},
        "dropped": dict(report.dropped),
        "reflection": {key: value for key, value in reflection.json(report.reflection).items() if key != "schema"},
    }


def enriched_text(report: Enriched, look: Look) -> str:
    """The same in a few lines."""
    lines = [look.own(f"kept in {report.raw}")] if report.raw else []
    lines.append(look.own(f"read {len(report.done)} pages ({safe(report.reader)}); {report.waiting} wait"))
    if report.spent.calls:
        lines.append(
            look.own(f"spent {report.spent.tokens_in} tokens in, {report.spent.tokens_out} out, in {report.spent.calls} questions")
        )
    lines += [look.own(f"dropped {times}: {why}") for why, times in report.dropped]
    lines += [look.paint(f"not read {look.wrap(f'{one.what}: {one.why}', '         ')}", "yellow") for one in report.failed]
    if report.reflection:
        lines.append(reflection.text(report.reflection, look))
    return "\n".join(lines)
