"""The sentences of a log that a person simply wrote: no quotes, code, tables, tasks, or sections in which others speak."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from dayleaf.core.page.blocks import Block, Scanner, Shape
from dayleaf.core.page.comments import HIDDEN
from dayleaf.core.page.front import front_of
from dayleaf.core.page.section import is_retain
from dayleaf.core.regex import regex

LONGEST = 300
"""Characters of a sentence that is looked at; a longer one holds more than one fact."""


class Sentence(NamedTuple):
    """One sentence.

    Attributes:
        text: on one line, blanks collapsed, without the mark that ends an item.
        first, last: its lines on the page, from 1.
        before: the sentences before it in the same block, in order.
    """

    text: str
    first: int
    last: int
    before: tuple[str, ...] = ()


_OTHERS = regex(
    r"(?:^|[^\w])(?:e-?mails?|mail|web|clippings?|newsletter|transcripts?|forwarded|quotes?|zitate?|protokoll|weitergeleitet|"
    r"todo|to-do|tasks?|aufgaben|plans?|pläne|ideas?|ideen|questions?|fragen|dreams?|träume|tool output|logs?)(?:$|[^\w])"
)
"""Headings below which somebody else speaks, or what is not so (yet)."""

_MARKS = regex(r"\[[ xX]\]|^\s*[>|]|\|.*\||</?[a-z!]|\{|\}|https?://|\]\(|\*\*\*|[“”„«»\"]")
"""What no plain sentence holds: tasks, tables, tags, addresses, quotation marks."""

_END = regex(r"(?:[.!?…]+[)\]]?|;)(?:\s+|$)|\n\s*\n")
_SHORT = regex(
    r"(?:^|[\s(])(?:dr|prof|mr|mrs|ms|st|sr|jr|vs|etc|e\.g|i\.e|approx|no|nr|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|usw|ggf|evtl|str|hr|fr|tel|inkl|mio|"
    r"[a-z])\.$"
    r"|\b(?:am|im|vom|zum|zur|der|die|das|den|dem|seit|bis|und|dem|ab|beim)\s\d{1,2}\.$"
)
"""What ends with a dot and ends no sentence: abbreviations, initials, German ordinals."""

_QUOTES = regex(r"[“”„«»\"]")
_UNTRUSTED = regex(r"^origin\s*:\s*[\"']?(?!owner|agent)\w")


def is_narrative(text: str) -> bool:
    """Whether a log leaves it to us what of it is a fact: nobody wrote a `## Retain` section, and it is not somebody else's text."""
    front = front_of(text)
    if front and any(_UNTRUSTED.match(line.strip().casefold()) for line in front.text.split("\n")):
        return False
    return not any(block.shape is Shape.HEADING and is_retain(block.text) for block in _blocks(text))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a page's text, in order."""
    silent: int | None = None
    for block in _blocks(text):
        if block.shape is Shape.HEADING:
            if silent is None or block.level <= silent:
                silent = block.level if _OTHERS.search(block.text.casefold()) else None
        elif silent is None:
            yield from _of_block(block)


def _blocks(text: str) -> list[Block]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", " ")
    front = front_of(text)
    below = front.below if front else 1
    return list(Scanner((text[front.end :] if front else text).split("\n"), below))


def _of_block(block: Block) -> Iterator[Sentence]:
    match block.shape:
        case Shape.PARAGRAPH:
            yield from _split(block.text, block.first)
        case Shape.BULLET | Shape.NUMBERED:
            for inner in Scanner(block.text.split("\n"), block.first, nested=True):
                if inner.shape is Shape.PARAGRAPH:
                    yield from _split(inner.text, inner.first)
                elif inner.first > block.first:
                    yield from _of_block(inner)
        case _:
            return


def _split(text: str, first: int) -> Iterator[Sentence]:
    """The sentences of a paragraph; inside a quotation, however long, there is none."""
    starts = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
    before: list[str] = []
    at, open_ = 0, False
    for end in _ends(text):
        piece = text[at:end]
        lead = len(piece) - len(piece.lstrip())
        line = " ".join(piece.replace(HIDDEN, " ").split())
        quotes = len(_QUOTES.findall(piece))
        plain = not open_ and not quotes and not _MARKS.search(line) and len(line) <= LONGEST
        open_ ^= quotes % 2 == 1
        if plain and line:
            one = first + bisect_right(starts, at + lead) - 1
            yield Sentence(line.rstrip(";").rstrip(), one, first + bisect_right(starts, max(at, end - 1 - _tail(piece))) - 1, tuple(before))
        if line:
            before.append(line)
        at = end


def _tail(piece: str) -> int:
    return len(piece) - len(piece.rstrip())


def _ends(text: str) -> Iterator[int]:
    for found in _END.finditer(text):
        head = text[max(0, found.start() - 12) : found.end()].rstrip().casefold()
        if found[0].lstrip().startswith(".") and found[0].strip() == "." and _SHORT.search(head) and found.end() < len(text):
            continue
        yield found.end()
    if text and not _END.search(text[-3:]):
        yield len(text)
