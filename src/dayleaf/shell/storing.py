"""A store of values by namespace and key: those that last on pages, those with a time to live in working memory."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dayleaf.core.errors import PageMissing, UnknownName
from dayleaf.core.page.edit import Edit
from dayleaf.core.page.items import (
    CATEGORY,
    HOME,
    Item,
    category_of,
    drop_item,
    item_on,
    items_on,
    page_of,
    plain,
    put_item,
    read_item,
    text_of,
)
from dayleaf.core.terms import probes, terms
from dayleaf.ports import Workspace
from dayleaf.shell.ground import Ground
from dayleaf.shell.revising import revise
from dayleaf.shell.working import Work

MINUTE = 60.0
"""Seconds in the unit of a time to live."""


class Store:
    """The store of one memory.

    A value without a time to live stands on the page of its namespace under `bank/store/`, in Markdown, and is recalled like any
    fact. One with a time to live is in working memory, under `store/…`, and gone when that is over.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._work = Work(ground)

    def get(self, namespace: Sequence[str], key: str, *, refresh: bool = False) -> Item | None:
        """The item of this namespace and key; `refresh` lets its time to live begin anew.

        Raises:
            EditConflict: the page of the namespace cannot be read.
        """
        try:
            item = read_item(self._work.get(f"{_place(namespace)}/{plain(key)}").value)
        except UnknownName:
            path = page_of(namespace)
            placed = item_on(path, _bytes(self._ground.workspace, path) or b"", namespace, key)
            return None if placed is None else placed.item
        return self._refreshed(item) if refresh else item

    def put(
        self,
        namespace: Sequence[str],
        key: str,
        value: Mapping[str, Any],
        *,
        ttl: float | None = None,
        text: str | None = None,
        allow_secret: bool = False,
    ) -> Item:
        """Write a value, in place of the one of this namespace and key.

        Args:
            namespace: at least one label.
            key: its name there.
            value: what JSON can hold.
            ttl: minutes it lives after it was last used, at most 30 days; None: it lasts.
            text: what people and recall read of it; None: all it says, empty: nothing.
            allow_secret: write it on a page although it seems to carry a key or password.

        Raises:
            UsageError: the value is not JSON, there is no room in working memory, or an argument makes no sense.
            SecretRefused, PathRefused, EditConflict, Busy, DiskFailed: it could not be written; nothing was.
        """
        now = self._ground.clock.now()
        old = self.get(namespace, key)
        item = Item(tuple(namespace), key, value, now if old is None else old.created, now, ttl)
        if ttl is not None:
            self._keep(item)
            self._drop_from_page(namespace, key)
            return item
        path, said = page_of(namespace), text_of(value) or key if text is None else text
        revise(self._ground, path, lambda data: put_item(path, data, item, said), allow_secret=allow_secret)
        self._drop_from_work(namespace, key)
        return item

    def delete(self, namespace: Sequence[str], key: str) -> None:
        """Take a value out, if there is one.

        Raises:
            PathRefused, EditConflict, Busy, DiskFailed: it could not be; nothing was changed.
        """
        self._drop_from_work(namespace, key)
        self._drop_from_page(namespace, key)

    def items(self, prefix: Sequence[str] = ()) -> list[Item]:
        """Every item whose namespace begins with these labels, the last written first.

        Raises:
            EditConflict: a page cannot be read.
        """
        start = tuple(prefix)
        top = HOME + "/".join(map(plain, start))
        pages = [
            stamp.path for stamp in self._ground.workspace.listing().stamps if stamp.path.startswith(top) and stamp.path.startswith(HOME)
        ]
        found = [item for path in pages for item in self._on(path)]
        for slot in self._work.inventory():
            if slot.namespace.startswith(f"{CATEGORY}/"):
                try:
                    found.append(read_item(self._work.get(slot.address).value))
                except (UnknownName, ValueError):
                    continue  # expired since, or put there by somebody else
        mine = [item for item in found if item.namespace[: len(start)] == start]
        return sorted(mine, key=lambda item: (-item.updated.timestamp(), item.namespace, item.key))

    def refresh(self, items: Sequence[Item]) -> None:
        """Let the time to live of these items begin anew; those that last have none."""
        for item in items:
            if item.ttl is not None:
                self._refreshed(item)

    def sweep(self) -> int:
        """Make room where values have expired; how many slots there were. What has expired is gone for everybody anyway."""
        return self._work.sweep()

    @staticmethod
    def category(prefix: Sequence[str]) -> str:
        """The category to recall in, for what lasts in these namespaces."""
        return category_of(prefix)

    def likeness(self, item: Item, query: str) -> float:
        """How much of a question's words an item says, 0 to 1, by their weight."""
        further = self._ground.keeper.further
        held = set(terms(text_of(item.value), further))
        asked = [probe for probe in probes(query, further) if not probe.stop]
        whole = sum(probe.weight for probe in asked)
        return sum(probe.weight for probe in asked if not held.isdisjoint(probe.alternatives)) / whole if whole else 0.0

    def _on(self, path: str) -> list[Item]:
        data = _bytes(self._ground.workspace, path)
        return [placed.item for placed in items_on(path, data)] if data else []

    def _keep(self, item: Item) -> None:
        ttl = None if item.ttl is None else item.ttl * MINUTE
        self._work.put(plain(item.key), item.written(), caller=_place(item.namespace), ttl=ttl, category=CATEGORY)

    def _refreshed(self, item: Item) -> Item:
        self._keep(item)
        return item

    def _drop_from_page(self, namespace: Sequence[str], key: str) -> None:
        path = page_of(namespace)

        def decide(data: bytes | None) -> Edit | None:
            return drop_item(path, data, namespace, key)

        if _bytes(self._ground.workspace, path) is not None:
            revise(self._ground, path, decide)

    def _drop_from_work(self, namespace: Sequence[str], key: str) -> None:
        try:
            self._work.delete(plain(key), caller=_place(namespace))
        except UnknownName:
            return


def _place(namespace: Sequence[str]) -> str:
    """The namespace of working memory for one of the store."""
    return f"{CATEGORY}/{plain(namespace[0] if len(namespace) == 1 else json.dumps(list(namespace)))}"


def _bytes(workspace: Workspace, path: str) -> bytes | None:
    try:
        return workspace.read(path)
    except PageMissing:
        return None
