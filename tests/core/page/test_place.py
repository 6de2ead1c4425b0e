import datetime as dt

import pytest

from dayleaf.core.page.place import is_page, place_of
from dayleaf.core.page.reading import Place, Role


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("memory/2026-03-01.md", Place(Role.LOG, dt.date(2026, 3, 1))),
        ("memory/2026-03-01-harbour-walk.md", Place(Role.LOG, dt.date(2026, 3, 1))),
        ("memory/2026/03/2026-03-01.md", Place(Role.LOG, dt.date(2026, 3, 1))),
        ("memory/2026-02-30.md", Place(Role.LOG, None)),
        ("memory/0000-01-01.md", Place(Role.LOG, None)),
        ("memory/2026-03-011.md", Place(Role.NOTE)),
        ("memory/harbour.md", Place(Role.NOTE)),
        ("memory/memory.md", Place(Role.NOTE)),
        ("bank/world.md", Place(Role.BANK)),
        ("bank/2026-03-01.md", Place(Role.BANK)),
        ("bank/entities/Mara.md", Place(Role.ENTITY)),
        ("bank/entities/old/Mara.md", Place(Role.BANK)),
        ("memory.md", Place(Role.CORE)),
        ("MEMORY.md", Place(Role.CORE)),
        ("SOUL.md", Place(Role.CORE)),
        ("notes/2026-03-01.md", Place(Role.NOTE, dt.date(2026, 3, 1))),
        ("notes/2026-03-01-idea.md", Place(Role.NOTE, dt.date(2026, 3, 1))),
        ("notes/2026-02-30-idea.md", Place(Role.NOTE)),
        ("notes/idea-2026-03-01.md", Place(Role.NOTE)),
    ],
)
def test_the_path_decides_role_and_day(path: str, place: Place) -> None:
    assert place_of(path) == place


@pytest.mark.parametrize("path", ["memory/a.md", "memory/x/y/2026-03-01.md", "bank/world.md", "memory.md", "MEMORY.md", "USER.md"])
def test_belongs_to_the_memory(path: str) -> None:
    assert is_page(path)


@pytest.mark.parametrize(
    "path",
    ["README.md", "memory/a.txt", "memory/a.md.bak", ".cache/a.md", "memory/.dreams/a.md", "memory/.a.md", "bank/../x.md", "/memory/a.md"],
)
def test_does_not_belong_to_it(path: str) -> None:
    assert not is_page(path)


def test_globs_include_more() -> None:
    assert is_page("notes/a.md", ["notes/*.md"])
    assert not is_page("notes/deep/a.md", ["notes/*.md"])
    assert is_page("notes/deep/a.md", ["notes/**"])
    assert is_page("a.md", ["**/?.md"])
    assert is_page("x/y/a.md", ["**/?.md"])
    assert not is_page("notes/.secret/a.md", ["**"])
    assert not is_page("notes/a.txt", ["**"])
    assert not is_page("a+b.md", ["aab.md"])
