"""Proposals: what is proposed and why, and that a decision is remembered in Markdown."""

from __future__ import annotations

import pytest

from dayleaf.core.errors import EditConflict, UnknownName, UsageError

CORE = "# Memory\n\n- Mona keeps bees.\n"
PAGE = "bank/proposals.md"


def text(world, path: str) -> str:
    return (world.read(path) or b"").decode()


def tell(world, line: str, *days: str) -> None:
    for day in days:
        path = f"memory/{day}.md"
        world.save(path, text(world, path) or "## Retain\n")
        world.save(path, text(world, path) + f"- {line}\n")


@pytest.fixture
def told(world):
    world.save("memory.md", CORE)
    tell(world, "W @Mona: Uses metric units only.", "2025-10-01", "2025-10-09", "2025-11-02")
    return world


def test_what_is_told_again_and_again_is_proposed_and_the_core_is_not_touched(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    assert (proposal.path, proposal.reason) == ("memory.md", "told on 3 days since 2025-10-01, and nothing speaks against it")
    assert "\n+- Mona: Uses metric units only.\n" in proposal.diff
    assert len(proposal.facts) == 3
    assert text(told, "memory.md") == CORE
    assert [one.proposal for one in told.memory.review.list()] == [proposal]
    assert not told.memory.reflect()


def test_accepted_it_is_done_once(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    told.memory.review.accept(proposal.id[:4])
    assert text(told, "memory.md") == CORE + "- Mona: Uses metric units only.\n"
    assert told.memory.review.list() == ()
    assert not told.memory.reflect()
    with pytest.raises(UsageError, match="was accepted already on 2025-12-01"):
        told.memory.review.accept(proposal.id)


def test_declined_it_never_comes_back(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    told.memory.review.decline(proposal.id)
    assert f"## {proposal.id} declined 2025-12-01\n" in text(told, PAGE)
    tell(told, "W @Mona: Uses metric units only.", "2025-11-20", "2025-11-21")
    assert not told.memory.reflect().proposals
    assert text(told, "memory.md") == CORE
    told.memory.rebuild()
    assert [one.state for one in told.memory.review.list(everything=True)] == ["declined"]


def test_a_person_may_write_the_decision_and_change_the_diff(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    told.save(PAGE, text(told, PAGE).replace("+- Mona: Uses metric units only.", "+- Mona is metric."))
    assert not told.memory.reflect()
    told.memory.review.accept(proposal.id)
    assert text(told, "memory.md") == CORE + "- Mona is metric.\n"


def test_its_place_is_found_though_lines_were_added(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    told.save("memory.md", "# Memory\n\nA remark.\n\n- Mona keeps bees.\n- And one more.\n")
    told.memory.review.accept(proposal.id)
    assert text(told, "memory.md") == "# Memory\n\nA remark.\n\n- Mona keeps bees.\n- Mona: Uses metric units only.\n- And one more.\n"


def test_without_its_place_it_is_refused_and_made_anew(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    told.save("memory.md", "# Something else\n")
    with pytest.raises(EditConflict, match="not there any more"):
        told.memory.review.accept(proposal.id)
    assert text(told, "memory.md") == "# Something else\n"
    told.memory.reflect()
    told.memory.review.accept(proposal.id)
    assert text(told, "memory.md") == "# Something else\n\n- Mona: Uses metric units only.\n"


def test_what_is_no_longer_so_is_not_proposed_any_more(told) -> None:
    told.memory.reflect()
    told.save(PAGE, text(told, PAGE) + "\nMy own note.\n")
    tell(told, "W @Mona: No longer uses metric units only.", "2025-11-25")
    told.memory.reflect()
    assert told.memory.review.list() == ()
    assert text(told, PAGE).endswith("My own note.\n")


def test_what_the_core_says_already_is_not_proposed(told) -> None:
    told.save("memory.md", CORE + "- Mona uses metric units only, always.\n")
    assert not told.memory.reflect().proposals


def test_an_opinion_that_is_sure_is_proposed(told) -> None:
    told.save(PAGE, "")
    tell(told, "O(c=0.9) @Kofi: Prefers trains over planes.", "2025-10-01")
    for day in ("2025-10-05", "2025-10-12", "2025-10-20"):
        tell(told, f"W @Kofi: Took the train on the {day[-2:]}th, and prefers trains over planes.", day)
    done = told.memory.reflect()
    found = [one for one in done.proposals if "trains" in one.diff]
    assert [one.reason.partition(":")[0].startswith("believed at 0.9") for one in found] == [True]


def test_a_core_that_is_too_large_is_to_lose_lines_that_stand_elsewhere_then(told) -> None:
    story = "".join(f"- On day {n} the goats of the upper meadow walked home along the river by themselves again.\n" for n in range(150))
    told.save("memory.md", CORE + story)
    proposal, *_ = told.memory.reflect().proposals
    line = next(row[1:] for row in proposal.diff.split("\n") if row.startswith("-- "))
    told.memory.review.accept(proposal.id)
    assert line not in text(told, "memory.md").split("\n")
    assert line in text(told, "bank/world.md").split("\n")


def test_likely_names_are_proposed_never_applied(world) -> None:
    tell(world, "W @Jörg-Müller: Keeps goats.", "2025-11-01")
    tell(world, "W @Jörg-Mueller: Keeps sheep.", "2025-11-02")
    (proposal,) = world.memory.reflect().proposals
    assert "the same name, spelled otherwise" in proposal.reason
    assert len(world.memory.entities()) == 2
    world.memory.review.accept(proposal.id)
    assert len(world.memory.entities()) == 1
    assert not world.memory.reflect().proposals


def test_an_unknown_id_is_answered_with_what_was_probably_meant(told) -> None:
    (proposal,) = told.memory.reflect().proposals
    with pytest.raises(UnknownName, match=f"did you mean {proposal.id}"):
        told.memory.review.show(proposal.id[:-1] + "!")


def test_proposals_are_no_knowledge(told) -> None:
    told.memory.reflect()
    assert not [hit for hit in told.memory.recall("what waits as proposals in the review?").hits if hit.source.path == PAGE]


def test_a_dry_run_proposes_without_writing(told) -> None:
    rehearsed = told.memory.reflect(dry_run=True)
    assert rehearsed.proposals
    assert told.read(PAGE) is None
