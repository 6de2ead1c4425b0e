"""A pass that curates pages, killed at many points; editors meanwhile; accepting and merging killed: no line lost, the same end."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
from killing import NOW, Killer, in_a_child, meanwhile, remembered
from worlds import InRam

PAGE = "bank/entities/Mona.md"
PAGES = {
    PAGE: "# Mona\n\nMy own words.\n" + "A line of mine.\n" * 300,
    "memory.md": "# Memory\n\n- Mine.\n",
    "memory/2026-02-01.md": "## Retain\n- W @Mona: Uses metric units only.\n- W @Mona: Keeps bees.\n- B: I mended the gate.\n",
    "memory/2026-02-03.md": "## Retain\n- W @Mona: Uses metric units only.\n- W @Kofi: Has a cat.\n- B: I fed the cat.\n",
    "memory/2026-02-09.md": "## Retain\n- W @Mona: Uses metric units only.\n- W @Mona-Berger: Likes snow.\n- B: I paid the rent.\n",
}
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def laid_out(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    for path, text in PAGES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def found(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in sorted(root.rglob("*.md")) if ".memory" not in path.parts}


def act(root: Path, name: str) -> None:
    memory = remembered(root)
    match name:
        case "reflect":
            memory.reflect()
        case "accept":
            memory.review.accept(memory.review.list()[0].proposal.id)
        case "merge":
            memory.naming.merge("Mona-Berger", "Mona", rewrite=True)


@pytest.mark.parametrize("name", ["reflect", "accept", "merge"])
def test_killed_at_many_points_it_ends_the_same(tmp_path: Path, name: str) -> None:
    root = tmp_path / "workspace"
    laid_out(root)
    if name != "reflect":
        remembered(root).reflect()
    before = found(root)
    act(root, name)
    after = found(root)
    assert after != before
    point, status = 1, -1
    while status != 0:
        shutil.rmtree(root)
        for path, text in before.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")

        def run(point: int = point) -> None:
            Killer(point).arm()
            act(root, name)

        status = in_a_child(run)
        assert status in (0, -signal.SIGKILL), f"point {point}"
        for path, text in found(root).items():
            assert text in {before.get(path), after[path]}, f"torn at point {point}: {path}"
        again(root, name)
        assert found(root) == after, f"point {point}"
        point += 11


def again(root: Path, name: str) -> None:
    """The same once more, as a person would who saw it die; what is done already needs no second time."""
    memory = remembered(root)
    if name == "accept" and not any("metric" in one.proposal.diff for one in memory.review.list()):
        return
    if name == "merge" and memory.entity("Mona-Berger") == memory.entity("Mona"):
        memory.naming.unmerge("Mona-Berger", rewrite=True)
    act(root, name)


def test_an_editor_saving_meanwhile_loses_nothing(tmp_path: Path) -> None:
    world = InRam(PAGES, NOW)
    mine = PAGES[PAGE].replace("# Mona\n", "# Mona\n\nSaved just now.\n")
    meanwhile(world, lambda: world.save(PAGE, mine))
    world.memory.reflect()
    text = (world.read(PAGE) or b"").decode()
    assert text.startswith(mine)
    assert "- Keeps bees. (memory/2026-02-01.md#L3)" in text
    assert not world.memory.reflect()


def test_an_editor_writing_inside_the_section_meanwhile_loses_nothing() -> None:
    world = InRam(PAGES, NOW)
    world.memory.reflect()
    world.save("memory/2026-02-10.md", "## Retain\n- W @Mona: Has a green door.\n")
    inside = (world.read(PAGE) or b"").decode().replace("- Keeps bees.", "- Mine, inside.\n- Keeps bees.")
    meanwhile(world, lambda: world.save(PAGE, inside))
    done = world.memory.reflect()
    text = (world.read(PAGE) or b"").decode()
    assert text.endswith("## Written inside the generated section\n\n- Mine, inside.\n")
    assert "green door" in text
    assert any("moved below" in refused.why for refused in done.refused)
