"""Parsing a page: any bytes become a Reading, with typed facts, passages, the page's entity and its problems.

    bytes ─► text ─► front matter ─► blocks (blocks.py) ─► facts and passages ─► Reading
               │          │             │                      │
               └──────────┴─────────────┴──────► problems ◄────┘

A list item is a typed fact where typed facts may stand (below a heading `Retain`, or anywhere on a bank page) and if
`grammar.read_bullet` understands it. Everything else a reader of the page would see is a passage.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain

from dayleaf.core.fact import Entity, Fact, Kind, Problem, Source, entity_key, slug_of
from dayleaf.core.page.archive import archived_of
from dayleaf.core.page.attributes import Fault
from dayleaf.core.page.blocks import Block, Scanner, Shape
from dayleaf.core.page.comments import HIDDEN, visible
from dayleaf.core.page.front import BadHeader, Card, Front, HeaderReader, card_of, front_of, read_front
from dayleaf.core.page.grammar import Bullet, read_bullet
from dayleaf.core.page.ledger import without
from dayleaf.core.page.pieces import LONGEST, cut
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Archived, Page, Place, Reading, Role, digest_of
from dayleaf.core.page.speaker import AGENT, is_agent, is_role, label_of
from dayleaf.core.regex import regex

PARSER_VERSION = 5
"""Counts up whenever the same bytes give another Reading, so that an index knows it is out of date."""

MOSTLY = 0.25
"""Share of undecodable characters from which on a file is no text: Latin-1 prose stays below, Cyrillic code pages do not."""

LONGEST_TITLE = 200
"""Characters of a heading that the facts below it carry; a longer one is a passage besides."""

DEEPEST = 4
"""Levels of nested items that are searched for typed bullets."""

SLICE = 2_000
"""Facts in one slice of a page, about."""

_RETAIN = "retain"
_AROUND = " \t*_:："  # what people put around a heading's words
_PASSAGE = Kind.PASSAGE
_OLD_ENDS = "the lines of this page end with CR alone, so it is read as one line; save it with LF line ends"
_CRS_BEFORE_LF = regex(r"(?<!\r)\r++(?=\n)")
_NESTED = regex(r"^[ \t]*+[-*+][ \t]", re.MULTILINE)


def parse(path: str, data: bytes, header: HeaderReader) -> Reading:
    """Read a page.

    Args:
        path: relative to the workspace, with `/`; it decides role and day.
        data: the file's bytes, whatever they are.
        header: reads the YAML of a front matter.
    """
    slices = Slices(path, data, header)
    facts = tuple(chain.from_iterable(slices))
    return slices.rest._replace(facts=facts)


class Slices:
    """A page whose facts are read some thousand at a time, so that nobody need hold those of a huge one all at once.

    Iterating gives lists of consecutive facts; every time the page is read anew, with the same result. `rest` is what else
    it says, known when all facts have been read: a `Reading` without facts.
    """

    def __init__(self, path: str, data: bytes, header: HeaderReader) -> None:
        self._header = header
        text, self._problems = _decode(path, data)
        page = Page(path, text, digest_of(data), place_of(path))
        if page.place.role is Role.LOG and page.place.day is None:
            self._problems.append(Problem(Source(path, 0, 0), "impossible_date", "there is no such day; its facts are undated"))
        self.rest = Reading(page, (), None, tuple(self._problems))

    def __iter__(self) -> Iterator[list[Fact]]:
        page, problems = self.rest.page, list(self._problems)
        if page.place.role is Role.PROPOSALS or any(problem.code == "binary" for problem in problems):
            return  # what is only proposed is no knowledge yet
        if "\n" not in page.text and "\r" in page.text.rstrip():
            problems.append(Problem(Source(page.path, 0, 0), "line_ends", _OLD_ENDS))
        text = _lines_by_lf(page.text)
        reader = _Reader(page.path, page.place, problems)
        front = front_of(text)
        card = reader.front(front, self._header) if front else Card()
        yield from reader.body(text[front.end :] if front else text, front.below if front else 1)
        problems.sort(key=lambda problem: problem.source.first)
        self.rest = Reading(page, (), reader.entity(card), tuple(problems), tuple(reader.archived))


def _decode(path: str, data: bytes) -> tuple[str, list[Problem]]:
    """The text without BOM, and what was wrong with the bytes; the empty text for a binary file."""
    try:
        text, problems = data.decode(), []
    except UnicodeDecodeError:
        text, problems = data.decode(errors="replace"), _undecodable(path, data)
    if "\0" in text or (problems and text.count("\ufffd") > MOSTLY * len(text)):
        return "", [Problem(Source(path, 0, 0), "binary", "this is no UTF-8 text; the page is left out")]
    return text.removeprefix("\ufeff"), problems


def _undecodable(path: str, data: bytes) -> list[Problem]:
    problems = []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            message = f"byte {error.object[error.start]:#04x} is not UTF-8; shown as \ufffd"
            problems.append(Problem(Source(path, number, number), "invalid_utf8", message))
    return problems


def _lines_by_lf(text: str) -> str:
    """The same lines without the characters that are no part of them: CR, and BOM where files were joined."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\r" in text:
        text = _CRS_BEFORE_LF.sub("", text).replace("\r", " ")
    return text.replace("\n\ufeff", "\n") if "\ufeff" in text else text


class _Reader:
    """Turns the blocks of one page into facts, and keeps track of the headings above them."""

    __slots__ = (
        "_bare", "_everywhere", "_heading", "_path", "_place", "_retain", "_stack", "_title", "_voice", "archived", "facts", "problems",
    )  # fmt: skip

    def __init__(self, path: str, place: Place, problems: list[Problem]) -> None:
        self._path = path
        self._place = place
        self._everywhere = place.role in {Role.BANK, Role.ENTITY, Role.ARCHIVE}
        self._stack: list[tuple[int, str]] = []
        self._heading: tuple[str, ...] = ()
        self._retain: int | None = None  # the level of the heading whose section may hold typed facts
        self._title = ""  # the first heading of level 1
        self._voice: str | None = None  # the origin of what stands below a speaker's heading or a label on a line of its own
        self._bare: Block | None = None  # the last heading, while nothing has come below it
        self.facts: list[Fact] = []
        self.archived: list[Archived] = []
        self.problems = problems

    def front(self, front: Front, header: HeaderReader) -> Card:
        """What the front matter says; if it cannot be read it is a Problem, and a passage so that it can be found."""
        try:
            return card_of(read_front(front, header))
        except BadHeader as bad:
            self._report(bad.line, "front_matter", f"{bad}; kept as plain text")
        self._passage(front.text.rstrip(), front.first, front.below - 2)
        return Card()

    def body(self, text: str, first: int) -> Iterator[list[Fact]]:
        """Read all that stands below the front matter, a slice of facts at a time."""
        lines = text.split("\n")
        if not lines[-1]:
            del lines[-1]
        scanner = Scanner(lines, first, generated=self._place.role in {Role.BANK, Role.ENTITY})
        for block in scanner:
            shape = block.shape
            self._fill(scanner)
            if shape is Shape.HEADING:
                self._enter(block)
                continue
            self._bare = None
            if shape is Shape.BULLET and (self._everywhere or self._retain is not None):
                self._bullet(block, DEEPEST)
            else:
                self._passage(block.text, block.first, block.last)
            if len(self.facts) >= SLICE:
                yield self.facts
                self.facts = []
        self._fill(scanner)
        self._leave(0)
        if scanner.unclosed:
            line, what = scanner.unclosed
            self._report(line, f"unclosed_{what}", f"this {what} is never closed; all below it belongs to it")
        yield self.facts

    def _fill(self, scanner: Scanner) -> None:
        """A heading above a generated section is not bare."""
        if self._bare and scanner.sections and scanner.sections[-1][0] > self._bare.last:
            self._bare = None

    def entity(self, card: Card) -> Entity | None:
        """What an entity's page says of it; its name is that of the front matter, the first title or the file, in this order.

        One that is the same as another gives that one its names.
        """
        if self._place.role is not Role.ENTITY:
            return None
        slug = _nfc(self._path.rpartition("/")[2].removesuffix(".md"))
        if card.same and entity_key(card.same) != entity_key(slug):
            names = dict.fromkeys((card.name or _nfc(self._title) or slug, slug, *card.aliases))
            return Entity(slug_of(card.same), card.same, tuple(names), None, Source(self._path, 0, 0))
        return Entity(slug, card.name or _nfc(self._title) or slug, card.aliases, card.sort, Source(self._path, 0, 0))

    def _enter(self, block: Block) -> None:
        """A heading ends the sections of its level and below, and begins one."""
        title, above = block.text, self._bare
        self._leave(block.level)
        if len(title) > LONGEST_TITLE:
            self._passage(title, block.first, block.last)
            title = title[:LONGEST_TITLE]
        elif self._retain is None and title.strip(_AROUND).casefold() == _RETAIN:
            self._retain = block.level
            self._bare = above if above and above.level < block.level else None
        else:
            self._bare = block
        if block.level == 1:
            self._title = self._title or title
        self._stack.append((block.level, title))
        self._heading = self._path_above(block.level + 1)
        if is_role(title):
            self._voice = AGENT if is_agent(title) else None

    def _leave(self, level: int) -> None:
        """End the sections of this level and below; a heading with nothing below it becomes a passage."""
        bare, self._bare = self._bare, None
        if bare and bare.level >= level:
            self._heading = self._path_above(bare.level)
            self._passage(bare.text, bare.first, bare.last)
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._heading = self._path_above(level)
        role = next((title for title in reversed(self._heading) if is_role(title)), "")
        self._voice = AGENT if role and is_agent(role) else None
        if self._retain is not None and level <= self._retain:
            self._retain = None

    def _path_above(self, level: int) -> tuple[str, ...]:
        return tuple(title for above, title in self._stack if above < level and title)

    def _bullet(self, block: Block, depth: int) -> bool:
        """Read an item where typed facts may stand; True if it, or an item in it, is one."""
        body = visible(block.text) if HIDDEN in block.text else block.text
        last = block.last
        if self._place.role is Role.BANK and "\n" in body and body[0] == Kind.OPINION.letter:
            head, lines = without(block.text)  # what follows it is its evidence, not its text
            if lines <= last - block.first:
                body, last = (visible(head) if HIDDEN in head else head), block.first + lines - 1
        bullet = read_bullet(body)
        source = Source(self._path, block.first, last)
        match bullet:
            case Bullet():
                self._typed(bullet, source)
                return True
            case Fault(code, message):
                self.problems.append(Problem(source, code, message))
            case None if depth and _NESTED.search(body) and self._children(block, depth - 1):
                return True
        self._passage(block.text, block.first, block.last)
        return False

    def _children(self, block: Block, depth: int) -> bool:
        """Read a narrative item as its own blocks, if there is a typed fact among them."""
        held = len(self.facts)
        typed = False
        for inner in Scanner(block.text.split("\n"), block.first, nested=True):
            if inner.shape is Shape.BULLET:
                typed |= self._bullet(inner, depth)
            else:
                self._passage(inner.text, inner.first, inner.last)
        if not typed:
            del self.facts[held:]
        return typed

    def _typed(self, bullet: Bullet, source: Source) -> None:
        for fault in bullet.faults:
            self.problems.append(Problem(source, fault.code, fault.message))
        if self._place.role is Role.ARCHIVE and (archived := archived_of(bullet, source)):
            self.archived.append(archived)
            return
        names = tuple(name if name.isascii() else _nfc(name) for name in bullet.entities)
        self.facts.append(
            Fact(
                bullet.kind, bullet.text, source, names, self._place.day or bullet.on, bullet.when, bullet.confidence, bullet.category,
                bullet.origin, bool(bullet.evidence), bullet.supersedes, bullet.name, self._heading, 0, 0, bullet.extra,
            )
        )  # fmt: skip

    def _passage(self, text: str, first: int, last: int) -> None:
        """Keep a block of plain narrative, in parts if it is long; all parts are by whom the first one names."""
        origin = self._voice
        name, alone = label_of(text)
        if name:
            origin = AGENT if is_agent(name) else None
            if alone:
                self._voice = origin
        if len(text) <= LONGEST:
            self._keep(text, first, last, 0, origin)
            return
        for part, (piece, begins, ends) in enumerate(cut(text, first), 1):
            self._keep(piece, begins, ends, part, origin)

    def _keep(self, text: str, first: int, last: int, part: int, origin: str | None = None) -> None:
        if HIDDEN in text:
            text = visible(text)
        if text and not text.isspace():
            source, told = Source(self._path, first, last), self._place.day
            self.facts.append(Fact(_PASSAGE, text, source, (), told, None, None, None, origin, False, None, None, self._heading, part))

    def _report(self, line: int, code: str, message: str) -> None:
        self.problems.append(Problem(Source(self._path, line, line), code, message))


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)
