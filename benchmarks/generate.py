"""Writes a workspace of any size that looks like a real one: daily logs and bank pages in English and German, by a seed.

The words are invented (syllables of both languages, German compounds and endings, real function words), and their
frequencies follow Zipf's law with exponent 1.05, as those of prose do; so do the entities'. The same arguments give the
same bytes on every machine.

    python benchmarks/generate.py FOLDER --facts 10000 [--days 1000] [--seed 1]
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

LAST_DAY = dt.date(2025, 11, 30)
EXPONENT = 1.05
WORDS = 12_000
"""Content words of each language; a person's own notes of some years hold about so many."""
GERMAN = 0.3
"""The share of facts that are German."""

_ENGLISH_FUNCTION = "the a of to and in for with on at from by it is was that this but not before after because when".split()
_GERMAN_FUNCTION = "der die das und in mit auf für von zu ist war nicht aber weil wenn nach vor bei ein eine dem den".split()
FUNCTION_WORDS = (*_ENGLISH_FUNCTION, *_GERMAN_FUNCTION)
"""The words between the content words, of both languages."""

_STARTS = "b br c cl d dr f fl g gr h k l m n p pl qu r s sh st t tr v w".split()
_VOWELS = "a e i o u ea ai oo".split()
_CLOSINGS = ["", "", "n", "r", "l", "t", "ck", "st", "nd", "m", "sk"]
_GERMAN_VOWELS = "a e i o u ä ö ü ei au ie".split()
_ENGLISH_ENDINGS = ["", "", "", "s", "ed", "ing", "er", "ly"]
_GERMAN_ENDINGS = ["", "", "e", "en", "ung", "ungen", "er", "lich", "t"]
_MONTHS = "January February March April May June July August September October November December".split()
_MONATE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language by falling frequency, with the running sums of their weights."""

    function: list[str]
    content: list[str]
    sums: list[float]

    def draw(self, random: Random, count: int) -> list[str]:
        """So many content words, frequent ones often."""
        return random.choices(self.content, cum_weights=self.sums, k=count)


@dataclass(frozen=True, slots=True)
class World:
    """Everything a seed decides before the first line is written."""

    english: Vocabulary
    german: Vocabulary
    names: list[str]
    name_sums: list[float]


def world(seed: int, facts: int) -> World:
    """The words and names for a workspace of so many facts: one entity for about 100 facts, 10 to 5,000 of them."""
    random = Random(f"world {seed}")
    names = [name.capitalize() for name in _words(random, min(max(facts // 100, 10), 5_000), _VOWELS, ["", "a", "o", "en"])]
    return World(
        Vocabulary(_ENGLISH_FUNCTION, english := _words(random, WORDS, _VOWELS, _ENGLISH_ENDINGS), _zipf(len(english))),
        Vocabulary(_GERMAN_FUNCTION, german := _words(random, WORDS, _GERMAN_VOWELS, _GERMAN_ENDINGS, compounds=0.25), _zipf(len(german))),
        names,
        _zipf(len(names)),
    )


def _zipf(count: int) -> list[float]:
    return list(accumulate(1 / rank**EXPONENT for rank in range(1, count + 1)))


def _words(random: Random, count: int, vowels: list[str], endings: list[str], compounds: float = 0) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        parts = [
            "".join(random.choice(_STARTS) + random.choice(vowels) + random.choice(_CLOSINGS) for _ in range(random.choice((1, 2, 2))))
            for _ in range(2 if random.random() < compounds else 1)
        ]
        found["".join(parts) + random.choice(endings)] = None
    return list(found)


def sentence(random: Random, words: Vocabulary, least: int = 6, most: int = 18) -> str:
    """One sentence: content words with function words between them, a full stop."""
    content = words.draw(random, random.randint(least, most) * 2 // 3)
    told = [part for word in content for part in ((random.choice(words.function), word) if random.random() < 0.5 else (word,))]
    return " ".join(told).capitalize() + "."


def bullet(random: Random, known: World, day: dt.date) -> str:
    """One bullet of a `## Retain` section."""
    german = random.random() < GERMAN
    letter = random.choices("WBOS", (40, 35, 18, 7))[0]
    keys = []
    if letter == "O":
        keys.append(f"c={random.randint(10, 19) * 0.05:.2f}")
    if random.random() < 0.08:
        keys.append(f"when={day - dt.timedelta(days=random.randint(0, 20))}")
    text = sentence(random, known.german if german else known.english)
    if random.random() < 0.08:
        spoken = day - dt.timedelta(days=random.randint(0, 300))
        text += f" Das war am {spoken.day}. {_MONATE[spoken.month - 1]} {spoken.year}." if german else ""
        text += "" if german else f" That was on {spoken.day} {_MONTHS[spoken.month - 1]} {spoken.year}."
    mentions = dict.fromkeys(random.choices(known.names, cum_weights=known.name_sums, k=random.choice((0, 1, 1, 1, 2))))
    attributes = f"({', '.join(keys)})" if keys else ""
    return f"- {letter}{attributes}{''.join(f' @{name}' for name in mentions)}: {text}\n"


def daily_log(random: Random, known: World, day: dt.date, count: int) -> str:
    """One day: a paragraph for about five bullets, then the bullets."""
    lines = [f"# {day:%A}, {day.day} {_MONTHS[day.month - 1]} {day.year}\n"]
    for _ in range(max(1, count // 5)):
        words = known.german if random.random() < GERMAN else known.english
        lines.append("\n" + "\n".join(sentence(random, words) for _ in range(random.randint(1, 4))) + "\n")
    lines.append("\n## Retain\n\n")
    lines += [bullet(random, known, day) for _ in range(count)]
    return "".join(lines)


def pages(facts: int, days: int, seed: int) -> Iterator[tuple[str, str]]:
    """Path and text of every page; the bullets of all pages together are exactly `facts`."""
    known = world(seed, facts)
    random = Random(f"pages {seed}")
    yield "memory.md", "# Memory\n\n" + "".join(f"- {sentence(random, known.english)}\n" for _ in range(10))
    banked = min(facts // 20, 2_000)
    for number, name in enumerate(("world", "experience", "opinions")):
        share = banked // 3 + (number < banked % 3)
        yield f"bank/{name}.md", f"# {name.capitalize()}\n\n" + "".join(bullet(random, known, LAST_DAY) for _ in range(share))
    for name in known.names[:100]:
        about = sentence(random, known.english)
        yield f"bank/entities/{name}.md", f"---\nname: {name}\naliases: [{name}-alias]\n---\n# {name}\n\n{about}\n"
    for number in range(days):
        day = LAST_DAY - dt.timedelta(days=days - 1 - number)
        share = (facts - banked) * (number + 1) // days - (facts - banked) * number // days
        yield f"memory/{day}.md", daily_log(random, known, day, share)


def generate(root: Path, facts: int, days: int | None = None, seed: int = 1) -> None:
    """Write the workspace; `days` is by default a tenth of the facts, from 30 days to ten years."""
    for path, text in pages(facts, days or min(max(facts // 10, 30), 3_650), seed):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8", newline="\n")


def questions(count: int, facts: int, seed: int = 1) -> list[str]:
    """Questions for such a workspace: two to four content words as frequent as they are in it, every third with a name."""
    known = world(seed, facts)
    random = Random(f"questions {seed}")
    asked = []
    for number in range(count):
        words = (known.german if random.random() < GERMAN else known.english).draw(random, random.randint(2, 4))
        if number % 3 == 0:
            words.insert(0, random.choices(known.names, cum_weights=known.name_sums)[0])
        asked.append(" ".join(words))
    return asked


def main() -> None:
    """Read the command line and write the workspace."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--facts", type=int, default=10_000)
    options.add_argument("--days", type=int)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    generate(given.folder, given.facts, given.days, given.seed)


if __name__ == "__main__":
    main()
