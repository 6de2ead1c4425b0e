"""Measure the text analysis: words a second into the index, microseconds a query, milliseconds to import.

    python benchmarks/terms.py [text file …]

Without files it makes up English, German and Japanese text of a natural spread of words. Prints CPU time, so a busy
machine changes little.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from dayleaf.core.terms import possible_parts, probes, terms

_ENGLISH = "the of and to in is that for it was on with as be by at this from we they have not are which you but had has".split()
_GERMAN = (
    "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach".split()
)
_ONSETS = "b bl br d dr f fl fr g gl gr h j k kl kr l m n p pl pr r s sch sp st t tr v w z".split()
_VOWELS = "a e i o u ei au".split()
_CODAS = "b ck d ft g k l ll m n nd ng r rt s st t x".split()


def _vocabulary(size: int, endings: list[str], chance: random.Random) -> list[str]:
    def word() -> str:
        syllables = (chance.choice(_ONSETS) + chance.choice(_VOWELS) + chance.choice(_CODAS) for _ in range(chance.choice((1, 2, 2, 3))))
        return "".join(syllables) + chance.choice(endings)

    return [word() for _ in range(size)]


def _text(common: list[str], endings: list[str], seed: int, lines: int = 20_000) -> list[str]:
    chance = random.Random(seed)
    rare = _vocabulary(20_000, endings, chance)
    weights = [1 / (rank + 8) for rank in range(len(rare))]
    drawn = iter(chance.choices(rare, weights, k=lines * 13))
    return [" ".join(chance.choice(common) if chance.random() < 0.45 else next(drawn) for _ in range(20)) + "." for _ in range(lines)]


def _rate(name: str, lines: list[str]) -> None:
    words = sum(len(line.split()) for line in lines)
    for line in lines[: len(lines) // 2]:
        terms(line)
    start = time.process_time()
    made = sum(len(terms(line)) for line in lines)
    spent = time.process_time() - start
    print(f"{name:10} {words / spent / 1000:7.0f} k words/s   {made / words:.2f} terms a word")


def _query(name: str, text: str) -> None:
    probes(text)
    start = time.process_time()
    for _ in range(2000):
        probes(text)
    print(f"{name:10} {(time.process_time() - start) * 500:7.1f} µs a query of {len(text.split())} words")


def _import() -> None:
    timing = "import time; import {0}; s = time.process_time(); import dayleaf.core.terms; print((time.process_time() - s) * 1000)"
    spent = [
        float(
            subprocess.run(
                [sys.executable, "-c", timing.format("Stemmer, dayleaf.core.fact")], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(9)
    ]
    print(f"import     {min(spent):7.1f} ms CPU beyond Stemmer and core.fact")


def main() -> None:
    """Print every figure."""
    if len(sys.argv) > 1:
        for path in map(Path, sys.argv[1:]):
            _rate(path.name[:10], path.read_text("utf-8", "replace").splitlines())
    else:
        _rate("English", _text(_ENGLISH, ["", "s", "ed", "ing", "ly", "er"], 1))
        _rate("German", _text(_GERMAN, ["", "en", "ung", "t", "e", "lich", "er"], 2))
        chance = random.Random(3)
        kana = [
            "".join(chance.choice("日本東京大学会社人年月私彼新しい高校生のにはをがでとたする") for _ in range(30)) for _ in range(2000)
        ]
        start = time.process_time()
        made = sum(len(terms(line)) for line in kana)
        spent = time.process_time() - start
        print(f"{'Japanese':10} {60_000 / spent / 1000:7.0f} k characters/s   {made / 60_000:.2f} terms a character")
    _query("English", "What did we decide about the invoice template last week?")
    _query("German", "Wann hat Jonas die kaputte Lichtmaschine in der Werkstatt reparieren lassen?")
    start = time.process_time()
    for _ in range(50):
        possible_parts("Donaudampfschifffahrtsgesellschaft")
    print(f"{'compound':10} {(time.process_time() - start) * 20_000:7.0f} µs for all parts of a word of 34 letters")
    _import()


if __name__ == "__main__":
    main()
