"""Questions about a memory that the memory itself can answer: a fact is known, its rare words are hidden, the rest asks for it.

Known-item search (J. Azzopardi, M. de Rijke, K. Balog, Building simulated queries for known-item topics, 2007) without chance: which
facts are taken and which words stay is decided by digests of a seed and the fact's id, so the same memory and seed give the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.entry import Row
from dayleaf.core.fact import Kind
from dayleaf.core.languages import Further
from dayleaf.core.terms import Probe, probes

FEWEST_WORDS = 5
"""Words that mean something which a fact must have to be asked for."""

HIDDEN = 0.4
"""Share of those words that is hidden, the rarest first: who asks from memory rarely finds the very word."""

KEPT = 4
"""Words that a question has at most, besides the name and the month."""

_MONTHS = "January February March April May June July August September October November December".split()


class Item(NamedTuple):
    """A question and what answers it.

    Attributes:
        question: a name, a few common words of the fact, every other time the month.
        fact: the id of the fact asked for.
        name: the first entity of the fact, or empty.
        month: the month of its log, such as `November 2025`, or empty.
    """

    question: str
    fact: str
    name: str
    month: str


def chosen(rows: Iterable[Row], most: int, seed: int, further: Further = ()) -> list[Row]:
    """The rows to ask for: typed facts first, then passages, in an order that only the seed and their ids decide."""
    fit = [row for row in rows if not row.fact.part and len(_words(row, further)) >= FEWEST_WORDS]
    return sorted(fit, key=lambda row: (row.fact.kind is Kind.PASSAGE, _lot(row.fact.id, seed)))[:most]


def items(rows: Sequence[Row], frequencies: Mapping[str, int], seed: int, further: Further = ()) -> list[Item]:
    """A question for each row.

    Args:
        rows: the rows asked for.
        frequencies: in how many rows each term stands; see `asked_terms`.
        seed: decides which words stay, and who is asked for with the month.
        further: languages of the memory, beside English and German.
    """
    return [_item(row, frequencies, seed, further) for row in rows]


def asked_terms(rows: Sequence[Row], further: Further = ()) -> list[str]:
    """Every term whose frequency `items` needs."""
    return list(dict.fromkeys(term for row in rows for probe in _words(row, further) for term in probe.alternatives))


def _item(row: Row, frequencies: Mapping[str, int], seed: int, further: Further) -> Item:
    fact = row.fact
    name = fact.entities[0].replace("-", " ") if fact.entities else ""
    month = f"{_MONTHS[fact.told.month - 1]} {fact.told.year}" if fact.told else ""
    names = set(name.casefold().split())
    words = [probe for probe in _words(row, further) if probe.exact not in names]
    rarest_last = sorted(words, key=lambda probe: -max((frequencies.get(term, 0) for term in probe.alternatives), default=0))
    shown = rarest_last[: max(len(words) - round(HIDDEN * len(words)), 1)]
    kept = sorted(shown, key=lambda probe: _lot(fact.id + probe.exact, seed))[:KEPT]
    said = [probe.word for probe in words if probe in kept]
    timed = month if _lot(fact.id + "month", seed)[0] % 2 else ""
    return Item(" ".join(filter(None, (name, *said, timed))), fact.id, name, month)


def _words(row: Row, further: Further) -> list[Probe]:
    return [probe for probe in probes(row.fact.text, further) if not probe.stop and probe.weight >= 0.5]


def _lot(text: str, seed: int) -> bytes:
    return blake2b(f"{seed}\0{text}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
