"""Name entities: aliases, two that are one, and back; mentions in the pages are written anew only where that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from dayleaf.core.entry import Condition, keys_of
from dayleaf.core.errors import PageMissing, UnknownName, UsageError
from dayleaf.core.fact import Entity, Fact, Kind, entity_key
from dayleaf.core.page.front import card_of, front_of, read_front
from dayleaf.core.page.grammar import mention_of
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.reflect.naming import RENAMED, Renaming, name_also, name_no_more, note, page_of, point_to, rename, renamed, strike
from dayleaf.core.reflection import Planned, Reflection
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach, carried_out

_TYPED = frozenset((Kind.WORLD, Kind.EXPERIENCE, Kind.OPINION, Kind.OBSERVATION))


class Naming:
    """The names of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def alias(self, name: str, *aliases: str, dry_run: bool = False) -> Reflection:
        """Let other names mean an entity from now on: they are written into the front matter of its page.

        Raises:
            UnknownName: nobody is known as `name`.
            UsageError: no alias is given, one is no name, or it means another entity already; two that are known are merged.
        """
        if not aliases:
            raise UsageError("no alias is given", hint="say `dayleaf entity alias NAME ALIAS`")

        def step(_: Ground, ready: Ready, __: Reach) -> Iterable[Planned]:
            entity = self._ground.entity(ready.index, name)
            for alias in aliases:
                mention_of(alias)
                self._refuse_taken(ready, entity, alias)
            return [name_also(entity, [" ".join(alias.split()).removeprefix("@") for alias in aliases], self._ground.header)]

        return self._done(step, dry_run=dry_run)

    def merge(self, name: str, into: str, *, rewrite: bool = False, dry_run: bool = False) -> Reflection:
        """Make two entities one: all names of the first mean the second. With `rewrite` the mentions in the pages are written anew too.

        The page of the first stays, and says that it is the same. Nothing is lost: `unmerge` takes it back.

        Raises:
            UnknownName: one of them is not known.
            UsageError: they are one already.
        """

        def step(ground: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
            one, other = ground.entity(ready.index, name), ground.entity(ready.index, into)
            if one == other:
                raise UsageError(f"{name!r} and {into!r} are one already ({other.name})")
            if one.page is None:
                yield name_also(other, [one.name], ground.header)
            else:
                if other.page is None:
                    yield name_also(other, [one.name], ground.header)
                for path in self._pages(ready, one):
                    yield point_to(path, other.name, ground.header)
            if rewrite:
                yield from self._anew(ready, one, other, reach)

        return self._done(step, dry_run=dry_run)

    def unmerge(self, name: str, *, rewrite: bool = False, dry_run: bool = False) -> Reflection:
        """Make a name mean an entity of its own again. With `rewrite` mentions that a merge wrote anew are called as before.

        Raises:
            UnknownName: nobody is known under that name.
            UsageError: it is the name of an entity itself, not one that was merged into another.
        """

        def step(ground: Ground, ready: Ready, _: Reach) -> Iterator[Planned]:
            entity, key = ground.entity(ready.index, name), entity_key(name.removeprefix("@"))
            pages = [path for path in self._pages(ready, entity) if key in self._names_on(path) and path != page_of(entity)]
            spelled = [alias for alias in self._aliases(page_of(entity)) if entity_key(alias) == key]
            if not pages and not spelled:
                raise UsageError(f"{name!r} is what {entity.name} is called, not a name merged into it", hint="see `dayleaf entity show`")
            yield from (point_to(path, None, ground.header) for path in pages)
            yield from (name_no_more(page_of(entity), alias, ground.header) for alias in spelled)
            if rewrite:
                yield from self._as_before(ready, key, entity)

        return self._done(step, dry_run=dry_run)

    def _done(self, step: Callable[[Ground, Ready, Reach], Iterable[Planned]], *, dry_run: bool) -> Reflection:
        return carried_out(self._ground, (step,), Reach(None, self._ground.clock.now().date()), dry_run=dry_run, asked=True)

    def _refuse_taken(self, ready: Ready, entity: Entity, alias: str) -> None:
        """Raise if a name means another entity."""
        key = entity_key(alias.removeprefix("@"))
        other = ready.index.named([key]).get(key)
        if other is not None and other != entity:
            raise UsageError(
                f"{alias!r} already means {other.name}{f' ({other.page})' if other.page else ', whom facts mention'}",
                hint=f"if they are one, say `dayleaf entity merge {other.slug} {entity.slug}`",
            )

    def _pages(self, ready: Ready, entity: Entity) -> list[str]:
        """The pages that belong to an entity: its own, and those that say they are the same."""
        found = []
        for stamp in self._ground.workspace.listing().stamps:
            if place_of(stamp.path).role is Role.ENTITY:
                slug = entity_key(stamp.path.rpartition("/")[2].removesuffix(".md"))
                if ready.index.named([slug]).get(slug) == entity:
                    found.append(stamp.path)
        return found

    def _names_on(self, path: str) -> set[str]:
        slug = path.rpartition("/")[2].removesuffix(".md")
        return set(keys_of((slug, *self._aliases(path))))

    def _aliases(self, path: str) -> tuple[str, ...]:
        text = self._ground.text(path)
        front = front_of(text.replace("\r\n", "\n")) if text else None
        try:
            return card_of(read_front(front, self._ground.header)).aliases if front else ()
        except ValueError:
            return ()

    def _anew(self, ready: Ready, one: Entity, other: Entity, reach: Reach) -> Iterator[Planned]:
        """Mentions of one written as mentions of the other; bullets that mention both stay."""
        keys, new = frozenset(keys_of(one.names)), mention_of(other.slug)
        theirs = frozenset(keys_of(other.names))
        found = []
        for fact in _mentioning(ready, keys):
            named = [name for name in fact.entities if entity_key(name) in keys]
            if len(named) == 1 and theirs.isdisjoint(keys_of(fact.entities)):
                found.append(Renaming(fact, named[0], new))
        if found:
            yield note(found, reach.today)
            yield from _by_page(found, keep_id=True)

    def _as_before(self, ready: Ready, key: str, entity: Entity) -> Iterator[Planned]:
        """Mentions that were written anew called as before."""
        try:
            record = renamed(self._ground.workspace.read(RENAMED))
        except PageMissing:
            return
        mine = set(keys_of(entity.names))
        lines = [one for one in record if entity_key(one.old) == key and entity_key(one.new) in mine]
        found = []
        for line in lines:
            rows = [row.fact for row in ready.index.find(line.fact) if row.fact.id == line.fact and line.new in row.fact.entities]
            found += [Renaming(fact, line.new, line.old) for fact in rows[:1]]
        yield from _by_page(found, keep_id=False)
        if lines:
            yield strike(lines)


def _mentioning(ready: Ready, keys: frozenset[str]) -> list[Fact]:
    rows = ready.index.rows(sorted(ready.index.select(Condition(_TYPED, keys))))
    return [row.fact for row in rows if keys & set(keys_of(row.fact.entities))]


def _by_page(found: Sequence[Renaming], *, keep_id: bool) -> Iterator[Planned]:
    for path in sorted({one.fact.source.path for one in found}):
        yield rename(path, [one for one in found if one.fact.source.path == path], keep_id=keep_id)


__all__ = ["Naming", "UnknownName"]
