"""How well a diary answers: `python benchmarks/diary.py FOLDER [--embedder local] [--show N] [--only CATEGORY]`.

FOLDER holds `corpus.jsonl`, a line a row: {"id", "ts", "text", "extra": {"form": "fact" or "log", "kind", "entities", "c"?}}, and
`queries.jsonl`: {"id", "question", "category", "ts", "evidence": [ids], "extra": {"stale": [ids]}}. Each row becomes a bullet of its
day's log; all is asked in one process. R@5 is the share of the evidence among the first five hits, R@1 that of the first; new>old
says how often the best row of the evidence stands before the best stale one.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import re
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

from dayleaf import Memory

Row = dict[str, Any]
Place = tuple[str, int]


def rows(path: Path) -> list[Row]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def bullet(row: Row) -> str:
    """A row as a line of a log: typed where it is a fact."""
    extra = row.get("extra") or {}
    if extra.get("form") != "fact":
        return "- " + row["text"]
    sure = f"(c={extra['c']})" if extra.get("kind") == "O" and extra.get("c") is not None else ""
    names = "".join(" @" + re.sub(r"\W+", "-", name).strip("-") for name in extra.get("entities") or ())
    return f"- {extra.get('kind', 'W')}{sure}{names}: {row['text']}"


def written(folder: Path, corpus: list[Row]) -> dict[Place, str]:
    """Write the logs; the row each line holds."""
    days: dict[str, list[Row]] = defaultdict(list)
    for row in corpus:
        days[row["ts"][:10]].append(row)
    where = {}
    (folder / "memory").mkdir()
    for day, told in days.items():
        lines = [f"# {day}", ""]
        facts = [row for row in told if (row.get("extra") or {}).get("form") == "fact"]
        for part, title in (([row for row in told if row not in facts], "## Tag"), (facts, "## Retain")):
            lines += [title] if part else []
            for row in part:
                lines.append(bullet(row))
                where[f"memory/{day}.md", len(lines)] = row["id"]
            lines += [""] if part else []
        (folder / f"memory/{day}.md").write_text("\n".join(lines), "utf-8")
    return where


def answered(memory: Memory, query: Row, where: dict[Place, str]) -> list[set[str]]:
    """The rows of each hit, best first."""
    now = dt.datetime.fromisoformat(query["ts"]).astimezone()
    bundle = memory.at(now).recall(query["question"], k=25, budget=1_000_000)
    found = []
    for hit in bundle.hits:
        path, _, lines = str(hit.source).partition("#L")
        first, _, last = lines.replace("L", "").partition("-")
        found.append({where[path, n] for n in range(int(first), int(last or first) + 1) if (path, n) in where})
    return [hit for hit in found if hit]


def figures_of(query: Row, hits: list[set[str]]) -> dict[str, float]:
    """The figures of one question."""
    gold, stale = set(query["evidence"]), set((query.get("extra") or {}).get("stale", ()))
    figures = {f"R@{k}": len(gold & set().union(*hits[:k])) / len(gold) for k in (1, 5)}
    if stale:
        new, old = (next((n for n, hit in enumerate(hits) if hit & wanted), 1 << 30) for wanted in (gold, stale))
        figures["new>old"] = float(new < old)
    return figures


def show(query: Row, hits: list[set[str]], texts: dict[str, str]) -> None:
    """Print a question, its first hits (+ evidence, - stale) and the evidence that is missing among the first five, with its rank."""
    gold, stale = set(query["evidence"]), set((query.get("extra") or {}).get("stale", ()))
    print(f"\n{query['id']} [{query['category']}] {query['question']}  ({query['ts'][:10]})")
    for place, hit in enumerate(hits[:7], 1):
        print(f"  {place} {'+' if hit & gold else '-' if hit & stale else ' '} " + " | ".join(texts[row] for row in sorted(hit)))
    for row in sorted(gold.difference(*hits[:5])):
        print(f"    missing ({next((n for n, hit in enumerate(hits, 1) if row in hit), '-')}): {texts[row]}")


def main() -> None:
    """Write, ask, print a row a category, and with --show what is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--embedder", default="none")
    parser.add_argument("--only", help="one category")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show N questions with something missed")
    options = parser.parse_args()
    corpus = rows(options.folder / "corpus.jsonl")
    texts = {row["id"]: f"{row['ts'][:10]} {row['text']}" for row in corpus}
    tally: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with tempfile.TemporaryDirectory() as folder:
        where = written(Path(folder), corpus)
        with Memory.open(Path(folder), embedder=options.embedder) as memory:
            memory.update()
            for query in rows(options.folder / "queries.jsonl"):
                if not query["evidence"] or options.only not in (None, query["category"]):
                    continue
                hits = answered(memory, query, where)
                figures = figures_of(query, hits)
                if options.show and (figures["R@5"] < 1 or figures.get("new>old") == 0):
                    options.show -= 1
                    show(query, hits, texts)
                for category in (query["category"], "all"):
                    for name, figure in figures.items():
                        tally[category][name].append(figure)
    for category, found in sorted(tally.items()):
        print(f"{category:18} {len(found['R@1']):4}" + "".join(f"   {name} {fmean(figures):.3f}" for name, figures in found.items()))


if __name__ == "__main__":
    main()
