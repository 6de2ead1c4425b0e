"""Citations are read as they are, found again where their content moved to, or refused — in a moment, however long the page."""

from __future__ import annotations

import time

import pytest

from dayleaf.core.errors import EditConflict, UsageError


def test_content_that_moved_is_found_though_the_page_has_fewer_lines(world):
    world.save("bank/world.md", "x\n" * 90 + "The heron\nstands\nin the pond\n")
    hash = world.memory.citing.read("bank/world.md#L91-L93").hash
    world.save("bank/world.md", "y\n" * 9 + "The heron\nstands\nin the pond\n")
    found = world.memory.citing.read("bank/world.md#L91-L93", hash=hash)
    assert (str(found.source), found.moved) == ("bank/world.md#L10-L12", True)


def test_a_search_for_what_is_gone_ends_soon(world):
    world.save("bank/world.md", "".join(f"line {number}\n" for number in range(60_000)))
    began = time.process_time()
    with pytest.raises(UsageError, match="at most 2000 lines"):
        world.memory.citing.read("bank/world.md#L1-L50000", hash="0" * 16)
    with pytest.raises(EditConflict, match="no more"):
        world.memory.citing.read("bank/world.md#L1-L1500", hash="0" * 16)
    assert time.process_time() - began < 4
