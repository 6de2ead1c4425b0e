"""One memory used by several threads, several memories of one workspace, a memory carried into a child process."""

from __future__ import annotations

import os
import threading
import time

import pytest
from worlds import InFolder, retain

from dayleaf import Kind, UsageError

DAY = "memory/2025-11-27.md"
FACTS = 60


@pytest.fixture
def world(tmp_path):
    return InFolder(tmp_path, {DAY: retain(*(f"W @Peter: Fact {n} about tea." for n in range(FACTS)))})


def at_once(*works):
    """Run them in threads; every exception any of them raised."""
    raised: list[BaseException] = []

    def caught(work):
        try:
            work()
        except BaseException as error:  # noqa: BLE001 whatever it is, the test shall show it
            raised.append(error)

    threads = [threading.Thread(target=caught, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_closing_a_memory_while_others_ask_it_is_no_error(world):
    memory = world.memory
    memory.recall("tea")
    inode = world.file.stat().st_ino

    def ask():
        for _ in range(30):
            assert memory.recall("tea").hits

    def close():
        for _ in range(30):
            memory.close()
            time.sleep(0.003)

    assert at_once(ask, ask, ask, close) == []
    assert world.file.stat().st_ino == inode, "the index was built anew although nothing was wrong with it"


def test_threads_write_ask_and_rebuild_with_one_memory(world):
    memory = world.memory

    def work(name):
        for n in range(6):
            memory.retain(f"Thread {name} said {n}.")
            assert memory.recall(f"thread {name} said {n}").hits
            memory.facts()
            if n == 3:
                memory.rebuild()

    assert at_once(*(lambda name=name: work(name) for name in "abcd")) == []
    assert len(memory.facts().facts) == FACTS + 24
    assert memory.verify().differences == ()


def test_two_memories_of_one_workspace_see_each_others_facts_at_once(world):
    one, other = world.memory, world.open()
    for n in range(5):
        one.retain(f"The one says {n}.")
        other.retain(f"The other says {n}.")
        assert f"The one says {n}." in [hit.content for hit in other.recall(f"one says {n}").hits]
        assert f"The other says {n}." in [hit.content for hit in one.recall(f"other says {n}").hits]
    one.rebuild()
    assert len(other.facts().facts) == FACTS + 10
    assert other.verify().differences == ()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_memory_carried_into_child_processes(world):
    memory = world.memory
    memory.recall("tea")
    children = []
    for name in "abc":
        child = os.fork()
        if not child:
            status = 1
            try:
                for n in range(8):
                    memory.retain(f"Child {name} said {n}.")
                    memory.recall("said")
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    for n in range(8):
        memory.retain(f"The parent said {n}.")
        memory.recall("said")
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert len(memory.facts().facts) == FACTS + 32
    assert memory.verify().differences == ()


def test_one_name_is_not_taken_for_its_letters(world):
    assert world.memory.retain("Likes pears.", entities="Anna").fact.entities == ("Anna",)
    assert [hit.content for hit in world.memory.recall(entities="Anna").hits] == ["Likes pears."]


def test_kinds_may_be_given_by_name_or_letter_and_unknown_ones_are_refused(world):
    assert world.memory.retain("Prefers tea.", kind="O").fact.kind is Kind.OPINION
    assert len(world.memory.recall(kinds="opinion").hits) == len(world.memory.recall(kinds=[Kind.OPINION]).hits) == 1
    for wrong in ("opinions", "x"):
        with pytest.raises(UsageError, match="no kind"):
            world.memory.recall("tea", kinds=[wrong])
        with pytest.raises(UsageError, match="no kind"):
            world.memory.retain("Tea.", kind=wrong)


def test_pages_vanish_while_questions_are_asked(world):
    for n in range(40):
        world.save(f"memory/note-{n}.md", f"- tea number {n}\n")
    world.memory.recall("tea")

    def ask():
        for _ in range(20):
            assert not world.memory.recall("tea").notes

    def remove():
        for n in range(40):
            world.remove(f"memory/note-{n}.md")
            time.sleep(0.001)

    assert at_once(ask, ask, remove) == []
    assert world.memory.facts(everything=True).problems == ()
    assert world.memory.status().status.files == 1
