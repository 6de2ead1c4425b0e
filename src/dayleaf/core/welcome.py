"""The first pages of a new workspace: they teach the format to whoever opens them."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.page.edit import Create

_CORE = """\
# Memory

<!--
What should always be in mind: a few lasting facts and preferences, at most a page of them.
This page is read before every answer; everything else is looked up when it is needed.
-->
"""

# What explains the format stands in a comment: a person reads it, and no question is ever answered with it.
_LOG = """\
# {day}

This memory begins today.

<!--
This page is a text file, and it is yours: read it, change it, put it under git. Write here what the day
brings, in plain sentences, as you would in a notebook. What happened, what was decided, what turned out
otherwise. There is no form to fill in. Tomorrow gets a page of its own, memory/{tomorrow}.md.

Now and then a sentence deserves to be kept by itself. Give it a line under the heading Retain, with a
letter for what it is, and an @ for whom or what it is about:

- W @Ada: Ada Lovelace published her notes on the Analytical Engine in 1843.
- B @Ada: I read the notes to the end, and the program in Note G works but for one sign.
- O(c=0.9) @Ada: Would rather see one worked example than three definitions.
- S @Ada: Her questions come in the morning, the long ones on Mondays.

W is how the world is. B is what the writer did. O is a preference or a judgement, and c says how sure it
is, from 0 to 1. S sums up what was observed. Each line should make sense alone, a year from now.

Two to five such lines make a good day. If one of them is wrong, just correct it: the file is the truth,
and whatever a machine derives from it can be thrown away and built again.

(What stands between these arrows is for you alone; the memory does not learn it. Delete it when you know it.)
-->

## Retain
"""


def first_pages(day: dt.date) -> tuple[Create, ...]:
    """The core page and the day's log, for a workspace that has neither."""
    tomorrow = day + dt.timedelta(days=1) if day < dt.date.max else day
    return Create("memory.md", _CORE), Create(
        f"memory/{day.isoformat()}.md", _LOG.format(day=day.isoformat(), tomorrow=tomorrow.isoformat())
    )
