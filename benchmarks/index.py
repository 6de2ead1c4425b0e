"""The index alone: facts a second into it, bytes, memory, one appended line; each beside a bare FTS5 table in the same run.

python benchmarks/index.py [--facts 200000] [--files 1000]
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from dayleaf.adapters.sqlite import SqliteIndex
from dayleaf.core.entry import Condition, Indexed, indexed
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.listing import Stamp
from dayleaf.core.page.reading import Page, Place, Reading, Role, digest_of
from dayleaf.core.terms import terms

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


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--facts", type=int, default=200_000)
    options.add_argument("--files", type=int, default=1_000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="dayleaf-index-") as name:
        index, _ = build(Path(name), given.facts, given.files)
        append(index, given.facts, given.files)
        look(index)
        bare(Path(name), given.facts)
        index.close()


if __name__ == "__main__":
    main()
