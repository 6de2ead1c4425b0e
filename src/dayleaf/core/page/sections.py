"""Find the generated sections of a page, as the parser does, and tell a page without them."""

from __future__ import annotations

from dayleaf.core.page.blocks import Scanner
from dayleaf.core.page.edit import BOM
from dayleaf.core.page.front import front_of
from dayleaf.core.page.generated import BEGIN, Section, section_of


def sections(data: bytes) -> tuple[list[Section], bool]:
    """The generated sections of a page in order, and whether one of them has no end."""
    return _found(data.removeprefix(BOM).decode("utf-8", "surrogateescape"))


def by_hand(text: str) -> str:
    """A page's text without its generated sections; empty if nothing but a title is left."""
    if BEGIN not in text:
        return text
    lines = text.split("\n")
    for section in reversed(_found(text)[0]):
        lines[section.first - 1 : section.last] = []
    if all(not line.strip() or line.startswith("# ") for line in lines):
        return ""
    return "\n".join(lines).rstrip() + "\n"


def _found(text: str) -> tuple[list[Section], bool]:
    lines = [line.rstrip("\r") for line in text.split("\n")]
    front = front_of("\n".join(lines))
    below = front.below if front else 1
    scanner = Scanner(lines[below - 1 :], below, generated=True)
    for _ in scanner:
        pass
    whole = [section_of(lines, begin, end) for begin, end in scanner.sections if end is not None]
    return whole, len(whole) < len(scanner.sections)
