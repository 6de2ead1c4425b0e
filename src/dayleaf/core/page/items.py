"""Items of an agent's store on pages under `bank/store/`: a bullet that is recalled, and the exact value in a comment below it.

    - W(cat=store/users/123, origin=agent, id=st-1f0c…): food: likes pizza with olives
      <!-- dayleaf:item st-1f0c… {"namespace": ["users", "123"], "key": "food", "value": {"food": "likes pizza with olives"}, …} -->

The comment is the value; the bullet is what people and recall read of it. An item that is not to be found has no bullet.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dayleaf.core.digest import blake2b
from dayleaf.core.errors import EditConflict, UsageError
from dayleaf.core.fact import Kind
from dayleaf.core.page.edit import Append, Create, Edit, Replace
from dayleaf.core.page.grammar import Bullet, write_bullet
from dayleaf.core.page.reading import digest_of

HOME = "bank/store/"
"""The folder of these pages."""

CATEGORY = "store"
"""The category that all items are in; below it, the parts of their namespace."""

LONGEST_PART = 60
"""Characters of a label that stand in a path; a longer one is cut and told apart by a digest."""

_ITEM = re.compile(rb"^[ \t]*<!-- dayleaf:item (\S+) (.*) -->[ \t]*\r?$", re.MULTILINE)
_PLAIN = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a store.

    Attributes:
        namespace: the labels that lead to it, at least one.
        key: its name there.
        value: what JSON can hold.
        created, updated: when it was first and last written.
        ttl: minutes it lives after it was last used, or None for ever.
    """

    namespace: tuple[str, ...]
    key: str
    value: Mapping[str, Any]
    created: dt.datetime
    updated: dt.datetime
    ttl: float | None = None

    @property
    def id(self) -> str:
        """The name of its fact."""
        return id_of(self.namespace, self.key)

    def written(self) -> str:
        """The item as one line of JSON, from which `read_item` makes an equal one.

        Raises:
            UsageError: the value is not JSON.
        """
        said = {"namespace": self.namespace, "key": self.key, "value": self.value}
        times = {"created": self.created.isoformat(), "updated": self.updated.isoformat()}
        try:
            line = json.dumps(said | times | ({} if self.ttl is None else {"ttl": self.ttl}), ensure_ascii=False)
            line.encode()
        except UnicodeEncodeError:  # a lone surrogate has a form in JSON, and none in UTF-8
            line = json.dumps(said | times | ({} if self.ttl is None else {"ttl": self.ttl}))
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(f"the value is not JSON: {error}", hint="give numbers, texts, lists and mappings of them") from error
        return re.sub("[>\x7f-\x9f\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", line)


class Placed(NamedTuple):
    """An item on a page, and the bytes that hold it with its bullet."""

    item: Item
    start: int
    end: int


def read_item(line: str) -> Item:
    """The item that `Item.written` wrote.

    Raises:
        ValueError: it is none.
    """
    match json.loads(line):
        case {
            "namespace": [*labels],
            "key": str() as key,
            "value": dict() as value,
            "created": str() as made,
            "updated": str() as changed,
            **more,
        }:
            ttl = more.get("ttl")
            if not isinstance(ttl, float | int | None):
                raise ValueError(ttl)  # noqa: TRY004 a bad line, not a bad call
            return Item(tuple(map(str, labels)), key, value, dt.datetime.fromisoformat(made), dt.datetime.fromisoformat(changed), ttl)
    raise ValueError


def page_of(namespace: Sequence[str]) -> str:
    """The page of a namespace."""
    return f"{HOME}{'/'.join(map(plain, namespace))}.md"


def category_of(namespace: Sequence[str]) -> str:
    """The category of what is in a namespace, or below it."""
    return "/".join((CATEGORY, *map(plain, namespace)))


def plain(label: str) -> str:
    """A label as a part of a path: itself if it is a short word, else its letters and digits and a digest."""
    if (
        len(label) <= LONGEST_PART
        and _PLAIN.fullmatch(label)
        and not _RESERVED.fullmatch(label)
        and unicodedata.is_normalized("NFC", label)
    ):
        return label
    word = "-".join(_PLAIN.findall(unicodedata.normalize("NFC", label)))[:LONGEST_PART].strip("-_")
    digest = blake2b(label.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{word or 'x'}-{digest}"


def items_on(path: str, data: bytes, id: str | None = None) -> Iterator[Placed]:
    """The items of a page, in their order; with an id, only that of this id, and the others are not even read.

    Raises:
        EditConflict: one of them cannot be read.
    """
    for found in _ITEM.finditer(data):
        if id is not None and found[1] != id.encode():
            continue
        try:
            item = read_item(found[2].decode())
        except (ValueError, RecursionError):
            item = None
        if item is None or item.id.encode() != found[1]:
            line = data.count(b"\n", 0, found.start()) + 1
            raise EditConflict(f"{path}#L{line} holds an item that cannot be read", hint="mend the JSON in the comment, or delete the line")
        end = data.find(b"\n", found.end())
        above = data.rfind(b"\n", 0, max(found.start() - 1, 0)) + 1
        head = data[above : found.start()]
        own = head.lstrip().startswith(b"- ") and re.search(rb"[(, ]id=" + found[1] + rb"[,)]", head)
        yield Placed(item, above if own else found.start(), len(data) if end < 0 else end + 1)


def item_on(path: str, data: bytes, namespace: Sequence[str], key: str) -> Placed | None:
    """The item of this namespace and key, if the page holds it.

    Raises:
        EditConflict: it cannot be read.
    """
    return next(items_on(path, data, id_of(namespace, key)), None)


def id_of(namespace: Sequence[str], key: str) -> str:
    """The name of an item's fact: a digest of namespace and key."""
    return "st-" + blake2b(json.dumps([*namespace, key]).encode(), digest_size=10).hexdigest()


def put_item(path: str, data: bytes | None, item: Item, text: str) -> Edit:
    """Write an item, in place of the one of its namespace and key.

    Args:
        path: the page of its namespace.
        data: the page's bytes, None when there is none.
        item: what to write.
        text: what people and recall read of it; empty for nothing.

    Raises:
        UsageError: the value is not JSON.
        EditConflict: an item of the page cannot be read.
    """
    said = " ".join(text.split())
    line = f"<!-- dayleaf:item {item.id} {item.written()} -->\n"
    if said:
        bullet = Bullet(Kind.WORLD, said, category=category_of(item.namespace), origin="agent", name=item.id)
        line = f"{write_bullet(bullet)}\n  {line}"
    if data is None:
        return Create(path, f"# {' / '.join(' '.join(label.split()) for label in item.namespace)}\n\n{line}")
    placed = item_on(path, data, item.namespace, item.key)
    if placed is None:
        return Append(path, len(data), line, digest_of(data))
    return Replace(path, placed.start, placed.end, line, digest_of(data))


def drop_item(path: str, data: bytes | None, namespace: Sequence[str], key: str) -> Edit | None:
    """Take an item out of its page; None if it is not there.

    Raises:
        EditConflict: an item of the page cannot be read.
    """
    held = data or b""
    placed = item_on(path, held, namespace, key)
    return None if placed is None else Replace(path, placed.start, placed.end, "", digest_of(held))


def text_of(value: object) -> str:
    """What a value says, in words: its texts and numbers with the names they stand under."""
    match value:
        case str():
            return value
        case bool() | int() | float():
            return json.dumps(value)
        case {"text": str() as text, **rest} if not rest:
            return text
        case dict():
            return "; ".join(f"{name}: {said}" for name, part in value.items() if (said := text_of(part)))
        case list() | tuple():
            return ", ".join(said for part in value if (said := text_of(part)))
    return ""
