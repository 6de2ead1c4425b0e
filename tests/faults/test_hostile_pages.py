"""Pages made to be slow to read: a moment each, whatever stands there, and all of it in time that grows with the bytes only."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from dayleaf.adapters.header import read_header
from dayleaf.core.entry import indexed
from dayleaf.core.listing import Stamp
from dayleaf.core.page.parse import parse
from dayleaf.core.when import find

BOMB = b"---\na: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%b]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 9)) for n in range(20)
)
PAGES = {
    "one line of 300 kB": b"- W @P: " + b"word " * 60_000,
    "one word of 300 kB": b"- W: " + b"a" * 300_000,
    "Japanese without a blank": ("- W: " + "今日は成語しりとりをした" * 8000).encode(),
    "a list nested 1,000 levels": b"".join(b" " * (2 * n) + b"- x\n" for n in range(1000)),
    "100,000 list markers in a line": b"- " * 100_000 + b"x",
    "100,000 quotes in a line": b">" * 100_000 + b"x\n",
    "30,000 headings": b"# h\n" * 30_000,
    "50,000 backticks": b"- W: " + b"`a " * 50_000,
    "backticks of every length": b"- W: " + b"".join(b"`" * n + b" " for n in range(1, 400)),
    "50,001 fences": b"```\n" * 50_001,
    "50,000 open comments": b"<!-- " * 50_000,
    "front matter of 1 MB": b"---\n" + b"".join(b"k%d: v\n" % n for n in range(100_000)) + b"---\n- W: x\n",
    "front matter without an end": b"---\n" + b"a: b\n" * 50_000,
    "a YAML bomb": BOMB + b"aliases: *u\n---\n- W: x\n",
    "YAML nested deeply": b"---\na: " + b"[" * 20_000 + b"\n---\nx",
    "YAML that holds itself": b"---\naliases: &a [*a]\nname: *a\n---\nx",
    "YAML that would run something": b"---\na: !!python/object/apply:os.system ['false']\n---\nx",
    "YAML of odd values": b"---\nname: 2025-02-30\naliases: {a: b}\nkind: .nan\n? [a]\n: b\n---\n- W: x",
    "50,000 mentions": b"## Retain\n- W" + b" @b" * 50_000 + b": x\n",
    "50,000 keys": b"## Retain\n- W(" + b"a=b," * 50_000 + b"): x\n",
    "50,000 brackets": b"## Retain\n- W" + b"(" * 50_000 + b": x\n",
    "50,000 links": b"[[" * 25_000 + b"](b" * 25_000,
    "200,000 stars": b"*" * 200_000,
    "accents piled up": ("- W: Z" + "\u0301" * 100_000).encode(),
    "people joined into one": ("- W: " + "👩\u200d" * 50_000).encode(),
    "a bullet of 30,000 lines": b"## Retain\n- W @P: tea\n" + b"  more\n" * 30_000,
    "20,000 dates": b"## Retain\n- W: " + b"2025-11-27 last week " * 10_000,
    "20,000 half dates": b"- W: " + b"1/1-1.1:" * 20_000,
    "an identifier of 200 kB": b"- W: " + b"fooBar_baz-qux.x/" * 12_000,
    "zeros": b"\0" * 1_000_000,
    "blanks": b" " * 500_000 + b"- x",
    "backslashes": b"- W: " + b"\\" * 200_000,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_a_moment(name):
    data = PAGES[name]
    start = time.process_time()
    for path in ("memory/2025-11-27.md", "bank/entities/x.md"):
        indexed(Stamp(path, len(data), 0), parse(path, data, read_header))
    assert time.process_time() - start < 12


@pytest.mark.parametrize("unit", ["2025-11-27 last week ", "1/1-1.1:", "1st 2nd ", "昨天 2025年1月1日 ", "vom 1. bis 3. März 2024 "])
def test_dates_are_found_in_time_that_grows_with_the_text(unit):
    def seconds(times):
        start = time.process_time()
        found = find(unit * times, dt.date(2025, 11, 27))
        return time.process_time() - start, len(found)

    (short, few), (long, many) = min(seconds(500), seconds(500)), seconds(8000)
    assert many >= 15 * few
    assert long < 16 * 4 * max(short, 0.005)
