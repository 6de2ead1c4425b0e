"""A simulated year: daily logs of a known truth, reflected upon every day and dreamt about, then held against that truth.

    python benchmarks/year.py [--days 365] [--dreams 2] [--seed 7] [--keep FOLDER]

Five people move, change jobs and tastes; the logs tell it in plain sentences, English and German, among trifles, plans, hearsay and
questions; some days carry `## Retain` bullets, and some say again what was said before. Prints what was derived rightly, what is
believed current and as of a day, where opinions went, what was merged, and what a pass costs.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from dayleaf.config import Config
from dayleaf.core.fact import Kind
from dayleaf.wiring.memory import Memory

START = dt.date(2025, 1, 1)
CITIES = "Aalborg Bergen Cork Dresden Evora Faro Galway Husum Izmir Jena Kiel Lund Malmo Namur Odense".split()
FIRMS = "Altmark Brightwater Copperfield Dunmore Eastgate Fairholm Greywell Hartmoor".split()
TASTES = "night trains|cold brew|window seats|long walks|paper maps|early meetings|dark bread|ferry rides".split("|")
TASTES_DE = "Nachtzüge|Pfefferminztee|Fensterplätze|Landkarten|Schwarzbrot|Fähren|Frühschichten|Radtouren".split("|")
NOISE = (
    "It rained all morning. Nothing else happened.",
    "{name} will probably visit {city} next month.",
    "Did {name} call about the boxes?",
    "{other} said {name} moved to {city}, but nobody checked.",
    "If {name} sold the car, we would take the bus.",
    "“{name} lives in {city} now,” somebody joked.",
    "{name} wants to learn the accordion.",
    "Slept badly, long calls, late dinner.",
    "{name} hat wohl wieder den Schlüssel vergessen.",
    "Vielleicht zieht {name} nach {city}.",
    "{name} was tired and went to bed at nine.",
    "Angeblich arbeitet {name} bald bei {firm}.",
)


QUESTIONS = {False: ("Where does {} live?", "Where does {} work?"), True: ("Wo wohnt {}?", "Wo arbeitet {}?")}


@dataclass
class Person:
    """Somebody, in the language the logs tell of him, with what is true of him now and what was, each with its first day."""

    name: str
    german: bool
    homes: list[tuple[dt.date, str]] = field(default_factory=list)
    jobs: list[tuple[dt.date, str]] = field(default_factory=list)
    likes: dict[str, int] = field(default_factory=dict)


@dataclass
class World:
    """The truth, and what the logs say of it: path → text; the sentences that ought to be derived."""

    people: list[Person]
    logs: dict[dt.date, str] = field(default_factory=dict)
    stated: set[tuple[dt.date, str]] = field(default_factory=set)
    retained: list[str] = field(default_factory=list)
    repeats: int = 0


def made(days: int, seed: int) -> World:
    """A year of logs."""
    chance = random.Random(seed)
    people = [Person("Tamsin", False), Person("Rowan", False), Person("Mira", False), Person("Jorina", True), Person("Henning", True)]
    world = World(people)
    for number in range(days):
        day = START + dt.timedelta(days=number)
        said: list[str] = []
        for place, person in enumerate(people):
            told(chance, person, day, number - 3 * place, said)
        repeated(chance, world, said)
        world.stated |= {(day, sentence) for sentence in said}
        name, other = chance.sample([person.name for person in people], 2)
        noise = [
            line.format(name=name, other=other, city=chance.choice(CITIES), firm=chance.choice(FIRMS)) for line in chance.sample(NOISE, 2)
        ]
        chance.shuffle(noise)
        text = f"# {day}\n\n{noise[0]}\n\n" + "".join(f"{sentence}\n\n" for sentence in said) + noise[1] + "\n"
        if number % 9 == 4 and not said:
            bullet = f"W @{name}: {name} paid {number + 3} euros for ticket {1000 + number}."
            text += f"\n## Retain\n- {bullet}\n"
            world.retained.append(bullet.partition(": ")[2])
        world.logs[day] = text
    return world


def told(chance: random.Random, person: Person, day: dt.date, number: int, said: list[str]) -> None:
    """What a day tells of a person, in turn: a home, a job, a taste, and each again later."""
    name = person.name
    if number % 60 == 1:
        city = chance.choice([one for one in CITIES if not person.homes or one != person.homes[-1][1]])
        said.append(
            (f"{name} wohnt jetzt in {city}." if person.german else f"{name} moved to {city}.") if person.homes else _lives(person, city)
        )
        person.homes.append((day, city))
    if number % 75 == 6:
        firm = chance.choice([one for one in FIRMS if not person.jobs or one != person.jobs[-1][1]])
        now = person.jobs
        said.append(
            f"{name} arbeitet {'jetzt ' if now else ''}bei {firm}." if person.german else f"{name} {'now ' if now else ''}works at {firm}."
        )
        person.jobs.append((day, firm))
    if number % 40 == 11:
        tastes = TASTES_DE if person.german else TASTES
        taste = tastes[number // 40 % 2 + 2 * (sum(map(ord, name)) % 4)]
        person.likes.setdefault(taste, 1)
        turned = number > 200 and number // 40 % 2 == 0
        person.likes[taste] = -1 if turned else person.likes[taste]
        loves = (f"{name} mag keine {taste}." if turned else f"{name} mag {taste}.") if person.german else (
            f"{name} dislikes {taste}." if turned else f"{name} likes {taste}."
        )  # fmt: skip
        said.append(loves)


def _lives(person: Person, city: str) -> str:
    return f"{person.name} wohnt in {city}." if person.german else f"{person.name} lives in {city}."


def repeated(chance: random.Random, world: World, said: list[str]) -> None:
    """Now and then something true is said again, in the same words or in others."""
    if chance.random() > 0.12:
        return
    person = chance.choice([one for one in world.people if one.homes] or world.people)
    if person.homes:
        said.append(_lives(person, person.homes[-1][1]))
        world.repeats += 1


def lived(world: World, root: Path, dreams: int) -> tuple[Memory, dict[str, list[float]], list[tuple[int, int]]]:
    """Live the year: write the log of a day, reflect in the evening, dream some times a night. CPU seconds of each pass, and the growth."""
    spent: dict[str, list[float]] = defaultdict(list)
    growth = []
    for person in world.people:
        page = root / "bank" / "entities" / f"{person.name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"# {person.name}\n", "utf-8")
    (root / "memory").mkdir()
    config = Config(zone="UTC")
    memory = Memory.open(root, now=dt.datetime.combine(START, dt.time(21), dt.UTC), config=config)
    for number, (day, text) in enumerate(world.logs.items()):
        (root / "memory" / f"{day}.md").write_text(text, "utf-8")
        evening = dt.datetime.combine(day, dt.time(21), dt.UTC)
        timed(spent, "reflect", lambda evening=evening: memory.at(evening).reflect("2d"))
        for turn in range(dreams):
            later = evening + dt.timedelta(hours=3 + 20 * turn / max(1, dreams))
            timed(spent, "dream", lambda later=later: memory.at(later).dream())
        if number % 30 == 29:
            facts = memory.facts().facts
            growth.append((len(facts), sum(page.stat().st_size for page in (root / "bank").rglob("*.md"))))
    last = memory.at(dt.datetime.combine(max(world.logs), dt.time(23), dt.UTC))
    timed(spent, "reflect on all", last.reflect)
    return last, spent, growth


def timed(spent: dict[str, list[float]], name: str, run: object) -> None:
    """Run a pass and keep its CPU seconds."""
    begun = time.process_time()
    run()  # type: ignore[operator]
    spent[name].append(time.process_time() - begun)


def judged(world: World, memory: Memory) -> None:
    """Print how the memory stands to the truth."""
    holdings = memory.facts(everything=True)
    derived = [fact for fact in holdings.facts if fact.inferred and fact.source.path.startswith("bank/derived/")]
    archived = {entry.id: entry.fact for entry in memory._ground.ask(lambda ready: ready.index.archived())}  # noqa: SLF001
    made = {
        (fact.told, fact.text)
        for fact in (*derived, *(fact for fact in archived.values() if fact.inferred))
        if fact.kind is not Kind.PASSAGE
    }
    right = len(made & world.stated)
    print(f"derived      precision {right}/{len(made)} = {right / max(1, len(made)):.3f}, recall {right}/{len(world.stated)} = "
          f"{right / len(world.stated):.3f}")  # fmt: skip
    for wrong in sorted(made - world.stated, key=str)[:5]:
        print("   wrong   ", wrong)
    for lost in sorted(world.stated - made, key=str)[:5]:
        print("   missing ", lost)
    current(world, memory)
    past(world, memory)
    tastes(world, memory)
    texts = Counter(fact.text for fact in holdings.facts) + Counter(fact.text for fact in archived.values())
    missing = [text for text in world.retained if not texts[text]]
    audit = memory.audit()
    print(f"nothing lost retained {len(world.retained) - len(missing)}/{len(world.retained)}, audit {'ok' if audit.ok else audit}")
    print(f"merged       {len(archived)} put away, for {world.repeats} repeats")


def current(world: World, memory: Memory) -> None:
    """Whether the newest home and job, and only they, count, and are told first."""
    good = answered = stale = total = 0
    facts = [fact for fact in memory.facts().facts if fact.kind is not Kind.PASSAGE]
    for person in world.people:
        for history, question in zip((person.homes, person.jobs), QUESTIONS[person.german], strict=True):
            total += 1
            now = history[-1][1]
            mine = [fact for fact in facts if person.name in fact.entities]
            good += any(now in fact.text for fact in mine)
            old = {value for _, value in history} - {now}
            stale += sum(any(value in fact.text for value in old) for fact in mine)
            hits = memory.recall(question.format(person.name), k=3).hits
            answered += bool(hits) and now in hits[0].fact.text
    print(f"current      {good}/{total} stand, {answered}/{total} are told first, {stale} outdated still count")


def past(world: World, memory: Memory) -> None:
    """Whether the home as of a day in the middle of each interval is told first."""
    right = total = 0
    for person in world.people:
        for (begun, city), (ended, _) in zip(person.homes, person.homes[1:], strict=False):
            total += 1
            hits = memory.recall(QUESTIONS[person.german][0].format(person.name), k=3, as_of=begun + (ended - begun) / 2).hits
            right += bool(hits) and city in hits[0].fact.text
    print(f"as of a day  {right}/{total} homes are told first")


def tastes(world: World, memory: Memory) -> None:
    """Whether what is still liked is believed more than at first, and what is liked no more, less."""
    right = total = 0
    opinions = memory.opinions()
    for person in world.people:
        for taste, sign in person.likes.items():
            mine = [one for one in opinions if person.name in one.entities and taste in one.statement and not _denies(one.statement)]
            against = [one for one in opinions if person.name in one.entities and taste in one.statement and _denies(one.statement)]
            if not mine:
                continue
            total += 1
            liked, disliked = max(one.confidence for one in mine), max((one.confidence for one in against), default=0.0)
            good = liked >= 0.6 if sign > 0 else liked < 0.6 or disliked > liked
            right += good
            if not good:
                print(f"   belief   {person.name}: {taste} {sign:+d}: liked {liked:.2f}, disliked {disliked:.2f}")
    print(f"opinions     {right}/{total} went the right way")


def _denies(statement: str) -> bool:
    return "dislikes" in statement or " keine " in statement


def main() -> None:
    """Run it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--days", type=int, default=365)
    options.add_argument("--dreams", type=int, default=2)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--keep", type=Path)
    given = options.parse_args()
    world = made(given.days, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = given.keep or Path(folder)
        root.mkdir(exist_ok=True)
        memory, spent, growth = lived(world, root, given.dreams)
        judged(world, memory)
        for name, seconds in spent.items():
            ordered = sorted(seconds)
            print(f"{name:<15}{len(seconds)} passes, {sum(seconds):.1f} s CPU; median {ordered[len(ordered) // 2] * 1000:.0f} ms, "
                  f"slowest {ordered[-1] * 1000:.0f} ms")  # fmt: skip
        print("growth       " + ", ".join(f"{facts} facts {size // 1024} KiB" for facts, size in growth))
        memory.close()


if __name__ == "__main__":
    main()
