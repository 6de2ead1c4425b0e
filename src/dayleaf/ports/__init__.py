"""What the core needs of the world, as Protocols; every adapter passes the conformance suite of its port (`dayleaf.testing`)."""

from __future__ import annotations

import datetime as dt
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from dayleaf.core.entry import Condition, Indexed, Row
from dayleaf.core.fact import Entity, Problem
from dayleaf.core.languages import Further
from dayleaf.core.listing import Shelved
from dayleaf.core.page.archive import Away
from dayleaf.core.page.reading import Archived
from dayleaf.core.recall.semantic import Dense
from dayleaf.ports.sessions import Sessions as Sessions
from dayleaf.ports.workspace import Change as Change
from dayleaf.ports.workspace import Discarded as Discarded
from dayleaf.ports.workspace import Workspace as Workspace

if TYPE_CHECKING:  # what only an agent's turn needs
    from dayleaf.core.working import Listed, Room, Slot


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> dt.datetime:
        """This moment, with the local zone's offset."""


class Size(NamedTuple):
    """How much an index holds, for ranking: facts and passages together, and the sum of their lengths in terms."""

    rows: int
    terms: int


@dataclass(frozen=True, slots=True)
class Status:
    """What an index says of itself."""

    files: int
    facts: int
    passages: int
    problems: int
    bytes: int
    identity: str


class State(StrEnum):
    """In what state an index was found; all but `READY` and `LOCKED` are cured by `Index.rebuild`."""

    READY = "ready"
    MISSING = "missing"
    OLDER = "older"
    NEWER = "newer"
    OTHER = "other"
    BROKEN = "broken"
    LOCKED = "locked"


class Block(NamedTuple):
    """Where a page lies in an index: the number of its first row (the others follow), how many, and the page's digest."""

    start: int
    rows: int
    digest: bytes


class Index(Protocol):
    """The derived index: what stands where, found by terms, entities and days. Deleting it loses nothing.

    Each lookup sees one consistent state; inside `snapshot` all of them see the same one. Safe to use from several
    threads. A lookup never waits for a writer.

    Raises (every method but `state`, `close` and `rebuild`):
        IndexFailed: the index cannot be used; `state` says why, `rebuild` cures it.

    Raises (`put`, `note`, `rebuild`; nothing was changed then):
        Busy: another process writes longer than we wait.
        DiskFailed: the disk is full, read-only or broken.
    """

    @property
    def further(self) -> Further:
        """Languages beside English and German that its texts are analysed in."""

    def state(self) -> State:
        """What is there: `READY` to answer, or why not. Changes nothing, raises nothing."""

    def edition(self) -> object:
        """What tells this index from another one that somebody puts in its place. Changes nothing, raises nothing."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Inside, all lookups of this thread see one state, so row numbers keep their meaning. Do not write inside."""

    def shelf(self) -> Mapping[str, Shelved]:
        """Every page it holds, by path. The same object as long as nothing is written, where that can be known."""

    def put(self, pages: Sequence[Indexed], gone: Sequence[str] = (), seen: Sequence[Shelved] = ()) -> None:
        """Replace these pages, drop those gone, restamp those whose bytes are the same; one transaction."""

    def note(self, problems: Sequence[Problem]) -> None:
        """Replace the problems of the listing (those that belong to no page held)."""

    def rebuild(self, pages: Iterable[Indexed], problems: Sequence[Problem]) -> None:
        """Build a new index from all pages beside the old one and publish it at once; readers go on meanwhile."""

    def size(self) -> Size:
        """How much it holds."""

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many rows each term stands (0 if in none)."""

    def lengths(self) -> Sequence[int]:
        """The number of terms of each row, by the row's number (0 where no row has it), at most 65,535."""

    def blocks(self) -> Mapping[str, Block]:
        """Where each page lies, by path. The same object as long as nothing is written, where that can be known."""

    def vocabulary(self, start: str, end: str, limit: int) -> list[tuple[str, int]]:
        """The first `limit` terms from `start` up to (not including) `end`, by code points, each with its number of rows."""

    def endings(self, suffix: str, limit: int) -> list[tuple[str, int]]:
        """The first `limit` longer terms ending with `suffix` that may be compounds (`core.entry.has_parts`), with their rows."""

    def postings(self, terms: Sequence[str], *, once: bool = False) -> dict[str, array[int]]:
        """The numbers of the rows each term stands in, ascending, repeated as often as the term occurs in the row.

        `once`: each row once, which is twice as quick.
        """

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """The rows of these numbers, in the order asked; numbers that are gone are left out."""

    def select(self, condition: Condition, limit: int | None = None) -> array[int]:
        """The numbers of the rows that fulfil the condition, newest day first (undated last), then by path and line."""

    def matching(self, condition: Condition) -> array[int]:
        """The numbers of the rows that fulfil the condition, ascending."""

    def arrange(self, numbers: Sequence[int], wanted: int) -> list[int]:
        """The first `wanted` of these numbers, each once, in the order of `select`.

        Args:
            numbers: ascending; repeats are fine, and what is no row's number may be left out.
            wanted: how many are needed; the fewer, the quicker.
        """

    def named(self, keys: Sequence[str]) -> dict[str, Entity]:
        """The entities that these keys (`entity_key` of a name, slug or alias) mean; unknown keys are left out."""

    def find(self, id: str) -> list[Row]:
        """The rows whose id is this; if there is none, those whose id begins with it (at least four characters).

        By path and line.
        """

    def successors(self, ids: Sequence[str]) -> list[Row]:
        """The rows that say in `supersedes` that they replace a fact of one of these ids, by path and line."""

    def filed(self, slots: Sequence[int]) -> array[int]:
        """The numbers of the rows filed under these slots (`core.entry.Entry.slots`), ascending, once for each slot of a row."""

    def entities(self) -> list[tuple[Entity, int]]:
        """Every entity with a page or a mention, with the number of facts that mention it, most mentioned first.

        Mentions are joined to pages as `core.entry.gather` says; ties by slug.
        """

    def facts(self, path: str | None = None) -> Iterator[Row]:
        """All rows (of one page), by path and line."""

    def archived(self) -> list[Archived]:
        """Every entry of the archive, by path and line."""

    def away(self) -> Mapping[str, Away]:
        """What is put away (and was not restored), by id. The same object as long as nothing is written, where that can be known."""

    def problems(self) -> list[Problem]:
        """Every problem, by path and line."""

    def status(self) -> Status:
        """What it holds."""

    def check(self) -> list[str]:
        """What is inconsistent inside the index itself, in words; empty when it is sound."""

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""


class Passed(NamedTuple):
    """A pass that a history keeps: its message, and the pages it changed as they were before and after."""

    message: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]


class History(Protocol):
    """Keeps every version of the pages: a git repository around the workspace.

    Raises (every method):
        Unavailable: git is missing, or it refuses.
    """

    def unsaved(self) -> frozenset[str]:
        """The pages that hold changes nobody committed yet."""

    def commit(self, paths: Sequence[str], message: str) -> str | None:
        """Commit these pages, and nothing else, with this message.

        Returns why it was not done, for people: somebody staged changes of his own, or is in the middle of a merge; None when it
        is done, or when there was nothing to commit.
        """

    def passes(self, most: int) -> Iterator[Passed]:
        """The last passes it keeps, youngest first."""


Vector: TypeAlias = "array[float]"
"""A text's place in a model's space: 32-bit floats (typecode `f`), of norm 1."""


class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how much two texts mean the same. Safe to use from several threads.

    Cosines compare within one model only, and even there only with other cosines of the same question.

    Raises (everything but `id`):
        Unavailable: a package is missing, its weights are not the known ones, or nobody answers; the hint says what to do.
    """

    @property
    def id(self) -> str:
        """Provider and model, as the setting `embedder` spells it: `local`, `ollama:bge-m3@http://127.0.0.1:11434`."""

    @property
    def digest(self) -> str:
        """What the weights are, as far as can be known: the hex SHA-256 of their file, a revision, or the empty string."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector, 1 or more."""

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text that is to be found. Texts longer than the model reads are cut or averaged."""

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""


class Placed(NamedTuple):
    """A page as the vectors know it: its digest, and the key of each row's text in order (0: nothing to embed)."""

    path: str
    digest: bytes
    keys: array[int]


class Kept(NamedTuple):
    """What a store of vectors says of itself: vectors it holds, those some page needs and lacks, bytes on disk."""

    vectors: int
    lacking: int
    bytes: int


class Vectors(Protocol):
    """The vectors of one model, by key (64 bits of a digest over the text embedded), and which rows of a page they belong to.

    Derived like the index: deleting it loses nothing but the time to embed again. What was added is either whole or not
    there at all, whenever the process dies. Safe to use from several threads; one process writes at a time.

    Raises (everything that writes; nothing was changed then):
        Busy: another process writes.
        DiskFailed: the disk is full, read-only or broken.
    """

    def writing(self) -> AbstractContextManager[None]:
        """Inside, nobody else writes. Raises Busy at once if somebody does."""

    def placed(self) -> Mapping[str, bytes]:
        """The digest of every page placed, by path."""

    def place(self, pages: Sequence[Placed], gone: Sequence[str] = ()) -> None:
        """Say which keys the rows of these pages have, instead of what was said before; forget pages that are gone."""

    def lacking(self) -> dict[str, set[int]]:
        """The keys that have no vector yet, by the path of each page that needs them."""

    def add(self, vectors: Mapping[int, Vector]) -> None:
        """Keep vectors by their keys; a key that has one already keeps it."""

    def search(
        self,
        query: Vector,
        blocks: Mapping[str, Block],
        wanted: int,
        allowed: AbstractSet[int] | None = None,
        also: Sequence[int] = (),
        around: int = 0,
    ) -> Dense:
        """The rows nearest to a question.

        Args:
            query: its vector, of this model.
            blocks: where pages lie in the index; a page of another digest than the one placed is left out.
            wanted: how many rows to find.
            allowed: only these rows may be found (all of them tell what is usual); None allows every row.
            also: rows whose cosine is wanted too, near or not.
            around: rows on each side of all these, whose cosines are wanted too.
        """

    def tidy(self) -> None:
        """Drop the vectors that no page needs, if they are many."""

    def check(self) -> list[str]:
        """What is broken in the files, in words; empty when every vector is as it was written."""

    def status(self) -> Kept:
        """What it holds."""

    def close(self) -> None:
        """Let go of files; closing twice is fine."""


class WorkingMemory(Protocol):
    """Slots in namespaces, each with an end. Knows nothing of callers: who may write where is decided before.

    A slot whose end has come is gone at once, for every method; `sweep` only makes room. The moment is always given by
    the caller. Safe to use from several threads, and from several processes where the adapter is on disk; what `put`
    wrote is whole or not there at all, whenever the process dies.

    Raises (every method but `close`; nothing was changed then):
        Busy: another process writes longer than we wait.
        DiskFailed: the disk is full, read-only or broken; or the file was damaged and has been set aside, once.
    """

    def put(self, slot: Slot, now: dt.datetime, room: Room) -> None:
        """Write a slot, in place of the one of its address if there is one.

        Raises:
            UsageError: there is no room; see `core.working.admit`.
        """

    def get(self, namespace: str, key: str, now: dt.datetime) -> Slot | None:
        """The slot at an address."""

    def delete(self, namespace: str, key: str, now: dt.datetime) -> bool:
        """Take a slot out; whether there was one."""

    def list(self, namespace: str, now: dt.datetime) -> Sequence[Listed]:
        """The slots of one namespace, without their values, by key."""

    def inventory(self, now: dt.datetime) -> Sequence[Listed]:
        """The slots of all namespaces, without their values, by namespace and key."""

    def sweep(self, now: dt.datetime) -> int:
        """Make room where slots have expired; how many there were."""

    def close(self) -> None:
        """Let go of files; closing twice is fine."""


class ConversationLog(Protocol):
    """What was said, line by line, a file a day; written for the dream pass, never read to restore a conversation.

    Raises:
        DiskFailed: the disk is full, read-only or broken.
    """

    def append(self, day: dt.date, lines: Sequence[bytes]) -> None:
        """Add lines (JSON, without line ends) to the log of a day; each whole or not at all, whoever else writes."""

    def retire(self, before: dt.date) -> int:
        """Delete the logs of earlier days; how many there were."""


class Conversations(Protocol):
    """The log of what was said, a file of JSON Lines a day; read by the dream.

    Raises:
        DiskFailed: it cannot be read.
    """

    def days(self) -> list[dt.date]:
        """The days there is a log of, the earliest first."""

    def read(self, day: dt.date) -> bytes:
        """The log of a day; empty if there is none."""
