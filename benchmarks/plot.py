"""A small line chart as SVG, both axes logarithmic: for how a figure grows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 70, 170, 40, 50
COLOURS = ("#0b6e4f", "#9a9a9a", "#1f5fa8", "#c9c9c9", "#b3541e", "#6b3fa0")

Line = Sequence[tuple[float, float]]


def write(path: Path, title: str, across: str, up: str, lines: Mapping[str, Line]) -> None:
    """Draw the lines, each a name and points (x, y) above zero, into a file."""
    points = [point for line in lines.values() for point in line]
    left, right = _decades([x for x, _ in points])
    low, top = _decades([y for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (math.log10(x) - left) / (right - left) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - (math.log10(y) - low) / (top - low) * (HEIGHT - TOP - BOTTOM),
        )

    body = [_text(LEFT, 22, title, "start", 15), _text(LEFT - 60, TOP - 6, up, "start")]
    body.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across))
    for power in range(left, right + 1):
        x, y = place(10.0**power, 10.0**low)
        body += [_rule(x, TOP, x, y), _text(x, y + 18, f"{10**power:,}")]
    for power in range(low, top + 1):
        x, y = place(10.0**left, 10.0**power)
        body += [_rule(x, y, WIDTH - RIGHT, y), _text(x - 8, y + 4, f"{10.0**power:g}", "end")]
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        placed = [place(*point) for point in line]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        body.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
        key = TOP + 12 + 18 * number
        body.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{key - 8}" width="12" height="4" fill="{colour}"/>')
        body.append(_text(WIDTH - RIGHT + 32, key, name, "start"))
    path.parent.mkdir(parents=True, exist_ok=True)
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
    background = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    path.write_text("\n".join((frame, background, *body, "</svg>", "")), "utf-8")


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _text(x: float, y: float, text: str, anchor: str = "middle", size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="#333333">{text}</text>'


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="#e4e4e4"/>'
