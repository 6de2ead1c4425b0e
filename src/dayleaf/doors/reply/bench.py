"""What `bench` measured → JSON, a table, a picture."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING

from dayleaf.doors.reply.json import SCHEMA, Answer

if TYPE_CHECKING:
    from dayleaf.shell.measuring import Measured

BAR = 24
"""Characters of the longest bar."""

_ROW, _LEFT, _WIDTH = 30, 190, 640


def data(measured: Measured) -> Answer:
    """As JSON; times in ms (`embedding` in s), sizes in bytes, shares 0 to 1; a rival that was not measured has `trouble` only."""
    return {
        "schema": SCHEMA,
        "seed": measured.seed,
        "questions": measured.questions,
        "facts": measured.facts,
        "passages": measured.passages,
        "markdown_bytes": measured.markdown,
        "index_bytes": measured.index,
        "rebuild_per_second": round(measured.rebuild),
        "ways": [{key: _rounded(value) for key, value in asdict(pace).items()} for pace in measured.paces],
        "embedders": [
            {"embedder": quality.embedder, "trouble": quality.trouble}
            if quality.trouble
            else {key: _rounded(value) for key, value in asdict(quality).items() if key != "trouble"}
            for quality in measured.qualities
        ],
    }


def table(measured: Measured) -> str:
    """As lines for people."""
    held = f"{measured.facts:,} facts and {measured.passages:,} passages"
    ratio = measured.index / max(measured.markdown, 1)
    lines = [
        f"{held}; index {measured.index / 1e6:.1f} MB, {ratio:.1f} × the Markdown; built anew at {measured.rebuild:,.0f} a second",
        "",
        f"{'way':<10} {'questions':>9} {'p50':>9} {'p99':>9}",
    ]
    lines += [f"{pace.way:<10} {pace.questions:>9} {pace.p50:>6.1f} ms {pace.p99:>6.1f} ms" for pace in measured.paces]
    if not measured.questions:
        return "\n".join([*lines, "", "no fact has enough words to ask for it: nothing to compare embedders by"])
    width = max([9, *(len(quality.embedder) for quality in measured.qualities)])
    lines += ["", f"{'embedder':<{width}} {'found in 5':>10} {'first':>6} {'p50':>9} {'embedding':>10}"]
    for quality in measured.qualities:
        if quality.trouble:
            lines.append(f"{quality.embedder:<{width}} not measured: {quality.trouble}")
        else:
            bar = "█" * round(BAR * quality.found)
            figures = f"{quality.found:>10.3f} {quality.first:>6.3f} {quality.p50:>6.1f} ms {quality.embedding:>8.1f} s"
            lines.append(f"{quality.embedder:<{width}} {figures}  {bar}")
    lines += [
        "",
        f"{measured.questions} known items of this memory, seed {measured.seed}: rare words hidden, asked by name, common words, month",
    ]
    return "\n".join(lines)


def picture(measured: Measured) -> str:
    """As SVG: a bar for each embedder that was measured, its share found in five."""
    shown = [quality for quality in measured.qualities if not quality.trouble]
    height = _ROW * (len(shown) + 2)
    room = _WIDTH - _LEFT - 80
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f"<title>Known items found in five, {measured.questions} questions</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        f'<text x="10" y="20" fill="#333">known items found among five hits, {measured.questions} questions</text>',
    ]
    for place, quality in enumerate(shown, 1):
        y = _ROW * place + 6
        long = room * quality.found
        parts += [
            f'<text x="10" y="{y + 16}" fill="#333">{escape(quality.embedder[:24])}</text>',
            f'<rect x="{_LEFT}" y="{y}" width="{long:.1f}" height="20" fill="#00897b"/>',
            f'<text x="{_LEFT + long + 8:.1f}" y="{y + 16}" fill="#333">{quality.found:.3f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value
