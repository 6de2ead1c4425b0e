"""Killed at any point of a pass, an editor or a fact meanwhile: nobody's line is lost, the next pass ends the same."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from killing import NOW, Killer, in_a_child, meanwhile, remembered
from worlds import InRam

from dayleaf.core.errors import Busy

BANK = "bank/opinions.md"
OPINIONS = "# Opinions\n\n- O(c=0.8) @Mona: Likes tea.\n- O @Jörg: Mag Zimtschnecken.\n\nMy own words.\n" + "A line of mine.\n" * 150
LOG = "## Retain\n- W @Mona: Asked for tea.\n- O(c=0.7) @Mona: Prefers trains.\n- W @Jörg: Hasst Zimtschnecken.\n"
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def laid_out(root: Path) -> Path:
    for path, text in ((BANK, OPINIONS), ("memory/2026-03-08.md", LOG)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root / BANK


def test_killed_at_every_point_the_page_is_whole_and_the_next_pass_ends_the_same(tmp_path: Path) -> None:
    page = laid_out(tmp_path)
    remembered(tmp_path).reflect()
    done = page.read_bytes()
    seen, point = set(), 0
    while True:
        point += 1
        laid_out(tmp_path)

        def reflect(point: int = point) -> None:
            memory = remembered(tmp_path)
            Killer(point).arm()
            memory.reflect()

        status = in_a_child(reflect)
        found = page.read_bytes()
        assert found in {OPINIONS.encode(), done}, f"torn at point {point}"
        assert (tmp_path / "memory/2026-03-08.md").read_text("utf-8") == LOG
        seen.add(found == done)
        if point % 9 == 0 or status == 0:
            remembered(tmp_path).reflect()
            assert page.read_bytes() == done
        if status == 0:
            break
        assert status == -signal.SIGKILL, f"point {point}"
    assert seen == {False, True}
    assert point > 20


@pytest.fixture
def world() -> InRam:
    return InRam({BANK: OPINIONS, "memory/2026-03-08.md": LOG}, NOW)


def test_what_an_editor_saves_meanwhile_is_there_beside_what_the_pass_did(world: InRam) -> None:
    mine = OPINIONS.replace("# Opinions\n", "# Opinions\n\nA remark saved just now.\n") + "- O(c=0.2) @Kofi: Likes rain.\n"
    meanwhile(world, lambda: world.save(BANK, mine))
    done = world.memory.reflect()
    text = (world.read(BANK) or b"").decode()
    assert "A remark saved just now." in text
    assert "- O(c=0.2) @Kofi: Likes rain." in text
    assert "2026-03-08 supports" in text
    assert len(done.shifts) == 2
    assert not world.memory.reflect()


def test_an_opinion_deleted_meanwhile_is_not_written_back(world: InRam) -> None:
    meanwhile(world, lambda: world.save(BANK, OPINIONS.replace("- O(c=0.8) @Mona: Likes tea.\n", "")))
    done = world.memory.reflect()
    assert "Likes tea" not in (world.read(BANK) or b"").decode()
    assert len(done.shifts) == 1


def test_a_fact_retained_meanwhile_survives_and_counts_in_the_next_pass(world: InRam) -> None:
    later = LOG + "- W @Mona: Enjoyed the tea.\n"
    meanwhile(world, lambda: world.save("memory/2026-03-08.md", later))
    world.memory.reflect()
    assert (world.read("memory/2026-03-08.md") or b"").decode() == later
    assert world.memory.reflect().edits


def test_a_page_that_is_locked_is_refused_by_name(world: InRam) -> None:
    def busy(path, decide):
        raise Busy(f"{path} is locked")

    world.workspace.change = busy  # type: ignore[method-assign]
    refused, *_ = world.memory.reflect().refused
    assert (refused.what, "locked" in refused.why) == (BANK, True)
