"""Draws how a belief moves when it is supported, contradicted, or told again. `python benchmarks/beliefs.py`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from dayleaf.core.opinion.weigh import replay
from dayleaf.core.page.ledger import Testimony

PLOT = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "how-beliefs-move.svg"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 340, 46, 210, 40, 44
WEEKS = 8
START = dt.date(2026, 1, 5)

Told = tuple[str, str]
STORIES: dict[str, tuple[str, float, Sequence[Told | None]]] = {
    "supported every week": ("#0b6e4f", 0.5, [("supports", "")] * WEEKS),
    "one source, repeated": ("#1f5fa8", 0.5, [("supports", ""), *[("supports", "again")] * (WEEKS - 1)]),
    "one outburst": ("#9a9a9a", 0.85, [None, None, ("contradicts", "strongly"), *[None] * (WEEKS - 3)]),
    "strong words, repeated": ("#b3541e", 0.85, [None, None, ("contradicts", "strongly"), None, ("contradicts", "strongly"), *[None] * 3]),
    "contradicted, then back": ("#6b3fa0", 0.7, [*[("contradicts", "")] * 3, *[("supports", "")] * (WEEKS - 3)]),
}
"""A name → its colour, where the belief begins, and what is told in each week."""


def path_of(start: float, told: Sequence[Told | None]) -> list[float]:
    """The confidence before the first week and after each."""
    said = [(week, *one) for week, one in enumerate(told) if one]
    evidence = [Testimony(START + dt.timedelta(weeks=week), stance, force, f"{week}", None, f"{week}") for week, stance, force in said]
    ends = [START + dt.timedelta(weeks=week) for week in range(WEEKS)]
    return [start, *(replay(start, [item for item in evidence if item.on <= end]).confidence for end in ends)]


def drawing() -> str:
    """The plot as SVG."""
    body = [_text(LEFT, 22, "How a belief moves", "start", 15)]
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        body += [_rule(LEFT, y, WIDTH - RIGHT, y), _text(LEFT - 8, y + 4, f"{tenth / 10:g}", "end")]
    body += [_text(_x(week), HEIGHT - BOTTOM + 18, str(week)) for week in range(WEEKS + 1)]
    body.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "weeks"))
    for number, (name, (colour, start, told)) in enumerate(STORIES.items()):
        placed = [(_x(week), _y(confidence)) for week, confidence in enumerate(path_of(start, told))]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        body.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
        key = TOP + 12 + 20 * number
        body.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{key - 8}" width="12" height="4" fill="{colour}"/>')
        body.append(_text(WIDTH - RIGHT + 32, key, name, "start"))
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
    return "\n".join((frame, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>', *body, "</svg>", ""))


def _x(week: float) -> float:
    return LEFT + week / WEEKS * (WIDTH - LEFT - RIGHT)


def _y(confidence: float) -> float:
    return HEIGHT - BOTTOM - confidence * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str = "middle", size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="#333333">{text}</text>'


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="#e4e4e4"/>'


if __name__ == "__main__":
    PLOT.write_text(drawing(), "utf-8")
    print(PLOT)
