"""The index: the whole path from Markdown, one huge page, one appended line; then the index alone, beside a bare FTS5 table.

python benchmarks/index.py [--facts 200000] [--files 1000]
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import generate
from dayleaf import Memory
from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.core.entry import Condition, Indexed, indexed
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.listing import Stamp
from dayleaf.core.page.reading import Page, Place, Reading, Role, digest_of
from dayleaf.core.terms import terms

RATE = 15_000
"""Facts and passages a second of CPU, from Markdown into the index."""

SIZE = 2.5
"""Bytes of the index for a byte of Markdown."""

IDLE, HELD = 45, 120
"""MB resident before anything is asked, and with 100,000 facts."""

PAGE_SECONDS, PAGE_MEMORY = 20, 150
"""CPU and MB resident for one page of 20 MB."""

LINE = 25
"""Milliseconds of CPU until an appended line is found in 1,000 files."""

FIRST_DAY = dt.date(2020, 1, 1)
NAMES = [f"Person{number}" for number in range(300)]
SYLLABLES = [consonant + vowel for consonant in "bdklmnrt" for vowel in "aeiou"]


def vocabulary(size: int) -> list[str]:
    """Invented words, the same in every run."""
    chance = random.Random(7)
    return ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(size)]


WORDS = vocabulary(40_000)
WEIGHTS = [1 / (rank + 3) for rank in range(len(WORDS))]


def bullets(count: int) -> Iterator[str]:
    """Lines of about 100 bytes, words as unevenly frequent as in a language."""
    chance = random.Random(11)
    words = iter(())
    for _ in range(count):
        text: list[str] = []
        while sum(map(len, text)) + len(text) < 84:
            word = next(words, None)
            if word is None:
                words = iter(chance.choices(WORDS, WEIGHTS, k=100_000))
                continue
            text.append(word)
        yield " ".join(text)


def readings(facts: int, files: int) -> Iterator[tuple[Stamp, Reading, int]]:
    """Daily logs of equally many bullets: stamp, reading, bytes of Markdown."""
    lines = bullets(facts)
    chance = random.Random(13)
    for number in range(files):
        day = FIRST_DAY + dt.timedelta(days=number)
        path = f"memory/{day}.md"
        said, size = [], 40
        for line in range(facts * number // files, facts * (number + 1) // files):
            name, text = chance.choice(NAMES), next(lines)
            place = line - facts * number // files + 5
            said.append(Fact(Kind.WORLD, text, Source(path, place, place), (name,), day, heading=(str(day), "Retain")))
            size += len(f"- W @{name}: {text}\n")
        page = Page(path, "", digest_of(path.encode()), Place(Role.LOG, day))
        yield Stamp(path, size, 1_700_000_000_000_000_000), Reading(page, tuple(said)), size


def memory() -> float:
    """MB resident at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident() -> float:
    """MB resident now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


class Watch:
    """Adds up the CPU time spent outside of what it watches."""

    def __init__(self, pages: Iterator[Indexed]) -> None:
        self.pages, self.making = pages, 0.0

    def __iter__(self) -> Iterator[Indexed]:
        while True:
            started = time.process_time()
            page = next(self.pages, None)
            self.making += time.process_time() - started
            if page is None:
                return
            yield page


def bare(folder: Path, facts: int) -> None:
    """The same texts into an FTS5 table and nothing else, in batches of 10,000."""
    path = folder / "bare.sqlite"
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE VIRTUAL TABLE fact USING fts5(text, tokenize = 'porter unicode61')")
    lines = list(bullets(facts))
    started = time.process_time()
    for first in range(0, facts, 10_000):
        database.execute("BEGIN")
        database.executemany("INSERT INTO fact (text) VALUES (?)", ((line,) for line in lines[first : first + 10_000]))
        database.execute("COMMIT")
    taken = time.process_time() - started
    started = time.perf_counter()
    database.execute("INSERT INTO fact (text) VALUES (?)", (lines[0],))
    one = time.perf_counter() - started
    database.close()
    print(f"bare FTS5 insert        {facts / taken:12,.0f} facts/s CPU  {path.stat().st_size / 1e6:8.1f} MB   one more {one * 1e3:.2f} ms")


def build(folder: Path, facts: int, files: int) -> tuple[SqliteIndex, float]:
    """Rebuild from ready readings; print the part of the terms and the part of the index."""
    index = SqliteIndex(folder / "index.sqlite", "bench")
    markdown = 0

    def pages() -> Iterator[Indexed]:
        nonlocal markdown
        for stamp, reading, size in readings(facts, files):
            markdown += size
            yield indexed(stamp, reading)

    before, started = memory(), time.process_time()
    watch = Watch(pages())
    index.rebuild(watch, ())
    taken = time.process_time() - started - watch.making
    size = (folder / "index.sqlite").stat().st_size
    print(f"rebuild, insert part    {facts / taken:12,.0f} facts/s CPU  {size / 1e6:8.1f} MB = {size / markdown:.2f} x Markdown", end="")
    print(f"   memory {before:.0f} -> {memory():.0f} MB")
    return index, markdown


def append(index: SqliteIndex, facts: int, files: int) -> None:
    """One more bullet at the end of one page."""
    some = [(stamp, reading) for stamp, reading, _ in readings(facts, files)][:: max(files // 60, 1)]
    times = []
    for turn, (stamp, reading) in enumerate(some):
        last = reading.facts[-1]
        below = Source(stamp.path, last.source.last + 1, last.source.last + 1)
        said = Fact(Kind.WORLD, f"something new {turn} {last.text}", below, ("Ann",), last.told)
        page = indexed(stamp, Reading(reading.page, (*reading.facts, said)))
        started = time.perf_counter()
        index.put([page])
        times.append(time.perf_counter() - started)
    print(f"append one line: put    p50 {statistics.median(times) * 1e3:.2f} ms, worst of {len(times)} {max(times) * 1e3:.2f} ms")


def look(index: SqliteIndex) -> None:
    """What a question costs: the parts of it that are the index's."""
    chance = random.Random(17)
    for many, words in (("rare", WORDS[5000:20000]), ("middling", WORDS[100:1000]), ("common", WORDS[:20])):
        times, rows = [], 0
        for _ in range(30):
            asked = [term for word in chance.choices(words, k=4) for term in terms(word)]
            started = time.process_time()
            with index.snapshot():
                index.frequencies(asked)
                found = index.postings(asked)
                numbers = [number for each in found.values() for number in each[:10]]
                index.rows(numbers)
            times.append(time.process_time() - started)
            rows += sum(map(len, found.values()))
        middle, worst = statistics.median(times) * 1e3, max(times) * 1e3
        print(f"4 {many:8} words        p50 {middle:.2f} ms, worst {worst:.2f} ms, {rows // 30:,} postings")
    month = TimeRange(FIRST_DAY + dt.timedelta(days=300), FIRST_DAY + dt.timedelta(days=330))
    conditions = {
        "during 30 days": Condition(during=month),
        "of an entity": Condition(keys=frozenset(("person7",))),
        "of a kind": Condition(kinds=frozenset((Kind.WORLD,))),
        "the newest 25": Condition(),
    }
    for what, condition in conditions.items():
        started = time.perf_counter()
        found = index.select(condition, 25 if what.startswith("the") else None)
        print(f"select {what:16} {(time.perf_counter() - started) * 1e3:9.2f} ms, {len(found):,} rows")
    lookups = {
        "entities": index.entities,
        "lengths": index.lengths,
        "shelf": index.shelf,
        "endings": lambda: index.endings("rararu", 50),
    }
    for what, lookup in lookups.items():
        started = time.perf_counter()
        lookup()
        print(f"{what:23} {(time.perf_counter() - started) * 1e3:9.2f} ms")


def whole(folder: Path, facts: int) -> None:
    """The whole path on a generated workspace: read, parse, find terms and dates, insert."""
    generate.generate(folder, facts)
    markdown = sum(page.stat().st_size for page in folder.rglob("*.md"))
    idle = resident()
    with Memory.open(folder) as opened:
        started = time.process_time()
        status = opened.rebuild().status
        taken = time.process_time() - started
        rows = status.facts + status.passages
        opened.recall("what was said")
        held = resident()
    print(f"rebuild, whole path     {rows / taken:12,.0f} facts and passages/s CPU, {taken:.1f} s for {rows:,}", end="")
    print(f"   target {RATE:,}/s {met(rows / taken >= RATE)}")
    print(f"index on disk           {status.bytes / markdown:12.2f} x Markdown   target {SIZE} {met(status.bytes / markdown <= SIZE)}")
    print(f"resident memory         idle {idle:.0f} MB, after rebuild and a question {held:.0f} MB (peak {memory():.0f})", end="")
    print(f"   target {IDLE} / {HELD} MB {met(idle <= IDLE and held <= HELD)}")


def huge(folder: Path, facts: int) -> None:
    """One log with all the bullets."""
    chance, known, day = random.Random(5), generate.world(1, facts), dt.date(2025, 11, 1)
    (folder / "memory").mkdir(parents=True)
    page = folder / "memory" / f"{day}.md"
    with page.open("w", encoding="utf-8") as out:
        out.write("# A day\n\n## Retain\n\n")
        out.writelines(generate.bullet(chance, known, day) for _ in range(facts))
    with Memory.open(folder) as opened:
        started = time.process_time()
        opened.rebuild()
        taken = time.process_time() - started
    print(f"one page, {facts:,} facts   {taken:.1f} s CPU for {page.stat().st_size / 1e6:.0f} MB, peak {memory():.0f} MB resident", end="")
    print(f"   target {PAGE_SECONDS} s, {PAGE_MEMORY} MB {met(taken <= PAGE_SECONDS and memory() <= PAGE_MEMORY)}")


def one_line(folder: Path, files: int) -> None:
    """One line appended to a page by hand, until recall finds it."""
    generate.generate(folder, files * 20, files)
    pages = sorted((folder / "memory").glob("*.md"))
    times = []
    with Memory.open(folder) as opened:
        opened.rebuild()
        time.sleep(2.1)  # until all pages are settled, as those of a workspace are
        opened.recall("zebrafinch")
        for turn in range(21):
            with pages[-1 - turn * 7].open("a", encoding="utf-8") as out:
                out.write(f"- W: The zebrafinch sang song{turn}x.\n")
            started = time.process_time()
            found = opened.recall(f"song{turn}x").hits
            times.append((time.process_time() - started) * 1e3)
            if not any(f"song{turn}x" in hit.content for hit in found):
                raise SystemExit("recall did not find the line")
    middle = statistics.median(times)
    print(f"one appended line       {middle:.1f} ms CPU until recall has found it (worst {max(times):.1f}), {len(pages):,} logs", end="")
    print(f"   target {LINE} ms {met(middle <= LINE)}")


def met(reached: bool) -> str:  # noqa: FBT001
    """The word for it."""
    return "met" if reached else "MISSED"


PARTS = ("whole", "huge", "one_line")


def main() -> None:
    """Measure and print; the whole path in processes of their own, for memory that was used stays counted."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--facts", type=int, default=200_000)
    options.add_argument("--files", type=int, default=1_000)
    options.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="dayleaf-index-") as name:
        match given.part:
            case "whole":
                whole(Path(name) / "whole", 100_000)
            case "huge":
                huge(Path(name) / "huge", 200_000)
            case "one_line":
                one_line(Path(name) / "line", given.files)
            case _:
                for part in PARTS:
                    subprocess.run([sys.executable, __file__, "--part", part, "--files", str(given.files)], check=True)
                index, _ = build(Path(name), given.facts, given.files)
                append(index, given.facts, given.files)
                look(index)
                bare(Path(name), given.facts)
                index.close()


if __name__ == "__main__":
    main()
