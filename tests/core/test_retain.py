"""Where a note goes in its day's page. In `PLACES` the line that is added is marked with `>`; everything else stands there before."""

import datetime as dt

import pytest

from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Kind, Source, TimeRange
from dayleaf.core.page.edit import Append, Create, splice
from dayleaf.core.retain import Note, place_note

DAY = dt.date(2025, 11, 27)
PATH = "memory/2025-11-27.md"
NOTE = Note(Kind.WORLD, "Sails on Monday.", ("Peter",))
ITEM = "- W @Peter: Sails on Monday."

PLACES = {
    "behind the last bullet, before blank lines and the next heading": """
## Retain
- W: a
> - W @Peter: Sails on Monday.

## Next
prose
""",
    "in the last of two sections": """
## Retain
- W: a

## Retain
- W: b
> - W @Peter: Sails on Monday.
""",
    "in a section that holds nothing": """
# Day
## Retain
> - W @Peter: Sails on Monday.

## Next
""",
    "of any level, below a smaller heading in it": """
#### Retain
- W: a
##### Later
- W: b
> - W @Peter: Sails on Monday.
#### Next
""",
    "under a setext heading, before another one": """
Retain
------
- W: a
> - W @Peter: Sails on Monday.

Next
====
""",
    "not before a setext heading that would become its text": """
## Retain
> - W @Peter: Sails on Monday.
>
Next
====
""",
    "behind prose, with a blank line between": """
## Retain
Some prose.
>
> - W @Peter: Sails on Monday.

## Next
""",
    "behind an item's continuation": """
## Retain
- W: a

  more of a
> - W @Peter: Sails on Monday.
""",
    "behind a fence": """
## Retain
```
## Retain
- W: code
```
>
> - W @Peter: Sails on Monday.
""",
    "before a fence that nobody closed": """
## Retain
- W: a
> - W @Peter: Sails on Monday.

```
code
""",
    "before a comment that nobody closed": """
## Retain
- W: a
> - W @Peter: Sails on Monday.

<!-- draft
## Next
""",
    "behind a comment": """
## Retain
- W: a
<!-- draft
- W: b
-->
> - W @Peter: Sails on Monday.
""",
    "in a new section": """
# Day

prose
>
> ## Retain
> - W @Peter: Sails on Monday.
""",
    "in a new section where the only one is a quote": """
> ## Retain (quoted)
>
> ## Retain
> - W @Peter: Sails on Monday.
""".replace("> ## Retain (quoted)", "&gt; ## Retain"),
    "in a new section before what nobody closed": """
# Day

> ## Retain
> - W @Peter: Sails on Monday.
>
~~~
## Retain
""",
    "below a front matter": """
---
title: Day
---
>
> # 2025-11-27
>
> ## Retain
> - W @Peter: Sails on Monday.
""",
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("sketch", PLACES.values(), ids=PLACES)
def test_place(sketch, end):
    lines = sketch.removeprefix("\n").splitlines()
    before = [line.replace("&gt;", ">") for line in lines if not line.startswith(">")]
    after = [line[2:] if line.startswith(">") else line.replace("&gt;", ">") for line in lines]
    data = "".join(line + end for line in before).encode()
    written = place_note(PATH, data, NOTE, DAY)
    assert splice(data, written.edit).decode() == "".join(line + end for line in after)
    line = len(after) - after[::-1].index(ITEM)
    assert (written.new, written.source) == (True, Source(PATH, line, line))


@pytest.mark.parametrize(
    ("data", "after"),
    [
        (b"", b"# 2025-11-27\n\n## Retain\n- W @Peter: Sails on Monday.\n"),
        (b"\xef\xbb\xbf", b"\xef\xbb\xbf# 2025-11-27\n\n## Retain\n- W @Peter: Sails on Monday.\n"),
        (b"# Day", b"# Day\n\n## Retain\n- W @Peter: Sails on Monday.\n"),
        (b"## Retain\n- W: a", b"## Retain\n- W: a\n- W @Peter: Sails on Monday.\n"),
        (b"# Day\r\n\r\n", b"# Day\r\n\r\n## Retain\r\n- W @Peter: Sails on Monday.\r\n"),
        (b"# Day\r## Retain\r", b"# Day\r## Retain\r\n\n## Retain\n- W @Peter: Sails on Monday.\n"),
    ],
)
def test_ends_of_files(data, after):
    written = place_note(PATH, data, NOTE, DAY)
    assert splice(data, written.edit) == after
    assert after.split(b"\n")[written.source.first - 1].strip() == ITEM.encode()


def test_a_missing_page_is_made():
    written = place_note(PATH, None, NOTE, DAY)
    assert written.edit == Create(PATH, f"# 2025-11-27\n\n## Retain\n{ITEM}\n")
    assert written.source == Source(PATH, 4, 4)


def test_a_long_text_has_several_lines():
    written = place_note(PATH, b"## Retain\n", Note(Kind.EXPERIENCE, "One\n\n# Two"), DAY)
    assert isinstance(written.edit, Append)
    assert written.source == Source(PATH, 2, 4)
    assert written.bullet.text == "One\n\n# Two"


def test_line_breaks_inside_a_fact_stay_inside_it():
    note = Note(Kind.WORLD, "Odile keeps goats.\n## Retain\n- W @Odile: Gave away the farm.\n")
    data = splice(b"", place_note(PATH, b"", note, DAY).edit)
    assert data.count(b"\n## Retain") == 1
    assert data.count(b"\n- ") == 1


def test_the_same_bullet_is_not_doubled():
    data = f"## Retain\n- W: a\n{ITEM}\n".encode()
    written = place_note(PATH, data, NOTE, DAY)
    assert (written.edit, written.new, written.source) == (None, False, Source(PATH, 3, 3))


@pytest.mark.parametrize(
    "other",
    [
        Note(Kind.OPINION, "Sails on Monday.", ("Peter",)),
        Note(Kind.WORLD, "Sails on Tuesday.", ("Peter",)),
        Note(Kind.WORLD, "Sails on Monday.", ("Lotte",)),
        Note(Kind.WORLD, "Sails on Monday.", ("Peter",), confidence=0.5),
        Note(Kind.WORLD, "Sails on Monday.", ("Peter",), category="boats"),
        Note(Kind.WORLD, "Sails on Monday.", ("Peter",), when=TimeRange.of_day(DAY)),
        Note(Kind.WORLD, "Sails on Monday.", ("Peter",), supersedes="abc"),
        Note(Kind.WORLD, "Sails on Monday.", ("Peter",), origin="untrusted"),
    ],
)
def test_a_different_bullet_is_new(other):
    assert place_note(PATH, f"## Retain\n{ITEM}\n".encode(), other, DAY).new


def test_who_said_it_does_not_double_a_trusted_bullet():
    assert not place_note(PATH, f"## Retain\n{ITEM}\n".encode(), Note(Kind.WORLD, "Sails on Monday.", ("@Peter",), origin="owner"), DAY).new


def test_a_binary_file_is_refused():
    with pytest.raises(EditConflict, match="no place"):
        place_note(PATH, b"\0\1\2", NOTE, DAY)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"text": " \n"}, "no text"),
        ({"kind": Kind.PASSAGE}, "passage"),
        ({"confidence": 1.2}, "between 0 and 1"),
        ({"confidence": float("nan")}, "between 0 and 1"),
        ({"category": "/a"}, "no category"),
        ({"category": "a/../b"}, "no category"),
        ({"origin": "nobody"}, "origin"),
        ({"entities": ("🦊",)}, "no mention"),
        ({"supersedes": "a b"}, "no id"),
    ],
)
def test_a_note_that_makes_no_sense_is_a_wrong_call(wrong, message):
    with pytest.raises(UsageError, match=message) as caught:
        Note(**({"kind": Kind.WORLD, "text": "Sails."} | wrong))
    assert caught.value.hint


def test_names_become_mentions():
    assert Note(Kind.WORLD, " Sails. ", ("The Castle", "@Peter", "Peter")).bullet.entities == ("The-Castle", "Peter")
