"""Measure a memory on its own facts: how fast each way is, how large the index, how good each embedder."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from dayleaf.core.entry import Row
from dayleaf.core.errors import DayleafError
from dayleaf.core.recall.known_item import Item, asked_terms, chosen, items
from dayleaf.core.recall.query import Query, Way
from dayleaf.ports import Index
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.ground import Ground
from dayleaf.shell.recalling import answer

TOP = 5
"""Hits among which a fact must be to count as found."""

QUESTIONS = 100
"""Questions asked of each embedder, if the memory has so many facts."""

OTHERS = 30
"""Questions asked of each other way."""


@dataclass(frozen=True, slots=True)
class Rival:
    """An embedder to measure: its setting, and its semantic way, or why there is none."""

    name: str
    meaning: Meaning | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a warm recall takes in one way: milliseconds of wall clock at the median and the 99th percentile."""

    way: str
    questions: int
    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Quality:
    """What one embedder finds of the known items.

    Attributes:
        embedder: its setting; `none` is recall without a model.
        found: share of the facts among the first `TOP` hits, 0 to 1.
        first: share that came first.
        mrr: mean of one over the rank, 0 where it was not found.
        p50: milliseconds of a warm recall at the median.
        embedding: seconds it took to embed the memory.
        trouble: why it could not be measured; then all figures are 0.
    """

    embedder: str
    found: float = 0.0
    first: float = 0.0
    mrr: float = 0.0
    p50: float = 0.0
    embedding: float = 0.0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured.

    Attributes:
        facts, passages: what the memory holds.
        markdown, index: bytes of the pages and of the index.
        rebuild: facts and passages read from the Markdown in a second.
        paces: the ways.
        qualities: the embedders, best first; those that could not be measured last.
        questions: how many known items each was asked for.
        seed: what decided which.
    """

    facts: int
    passages: int
    markdown: int
    index: int
    rebuild: float
    paces: tuple[Pace, ...]
    qualities: tuple[Quality, ...]
    questions: int
    seed: int


def measure(ground: Ground, rivals: Sequence[Rival], *, seed: int = 0, questions: int = QUESTIONS) -> Measured:
    """Measure the memory; the index is built anew for it, the pages are only read.

    Raises:
        DiskFailed, Busy, IndexFailed: the index cannot be built.
    """
    began = time.perf_counter()
    report = ground.keeper.rebuild(None)
    spent = time.perf_counter() - began
    index = ground.keeper.ready(most=None).index
    rows = chosen(index.facts(), questions, seed, index.further)
    asked = items(rows, index.frequencies(asked_terms(rows, index.further)), seed, index.further)
    qualities = [_quality(ground, index, rival, asked) for rival in (Rival("none"), *rivals)]
    status = report.status
    return Measured(
        facts=status.facts,
        passages=status.passages,
        markdown=sum(stamp.size for stamp in ground.workspace.listing().stamps),
        index=status.bytes,
        rebuild=(status.facts + status.passages) / max(spent, 1e-9),
        paces=tuple(_paces(ground, index, rows, asked)),
        qualities=tuple(sorted(qualities, key=lambda quality: (bool(quality.trouble), -quality.mrr))),
        questions=len(asked),
        seed=seed,
    )


def _paces(ground: Ground, index: Index, rows: Sequence[Row], asked: Sequence[Item]) -> list[Pace]:
    some = asked[:OTHERS]
    texts = {
        Way.LEXICAL: [row.fact.text[:80] for row in rows[:OTHERS]],
        Way.ENTITY: [f"tell me about {item.name}" for item in some if item.name],
        Way.TEMPORAL: [f"what happened in {item.month}" for item in some if item.month],
        Way.OPINION: [f"what does {item.name} prefer?" for item in some if item.name],
    }
    return [_pace(ground, index, way.value, questions) for way, questions in texts.items() if questions]


def _pace(ground: Ground, index: Index, way: str, questions: Sequence[str]) -> Pace:
    times = []
    for text in [*questions, *questions]:
        began = time.perf_counter()
        answer(index, Query(text), ground.clock.now())
        times.append((time.perf_counter() - began) * 1000)
    warm = times[len(questions) :]
    return Pace(way, len(questions), _percentile(warm, 0.5), _percentile(warm, 0.99))


def _quality(ground: Ground, index: Index, rival: Rival, asked: Sequence[Item]) -> Quality:
    if rival.trouble:
        return Quality(rival.name, trouble=rival.trouble)
    began = time.perf_counter()
    try:
        if rival.meaning is not None and (notes := rival.meaning.update(index)):
            return Quality(rival.name, trouble="; ".join(notes))
        spent = time.perf_counter() - began if rival.meaning is not None else 0.0
        ranks, times = [], []
        for item in asked:
            started = time.perf_counter()
            bundle = answer(index, Query(item.question, budget=1 << 20), ground.clock.now(), meaning=rival.meaning)
            times.append((time.perf_counter() - started) * 1000)
            trouble = next((note for note in bundle.notes if note.startswith("looked for words only")), "")
            if trouble:
                return Quality(rival.name, trouble=trouble)
            ranks.append(next((rank for rank, hit in enumerate(bundle.hits, 1) if hit.fact.id == item.fact), 0))
    except DayleafError as failure:
        return Quality(rival.name, trouble=failure.message)
    finally:
        if rival.meaning is not None:
            rival.meaning.close()
    n = max(len(ranks), 1)
    return Quality(
        rival.name,
        found=sum(0 < rank <= TOP for rank in ranks) / n,
        first=sum(rank == 1 for rank in ranks) / n,
        mrr=sum(1 / rank for rank in ranks if rank) / n,
        p50=_percentile(times, 0.5),
        embedding=spent,
    )


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
