"""What is due: once a day, every few hours, by one at a time."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from dataclasses import replace

import pytest
from worlds import NOW, OPENED, InRam

from dayleaf.adapters.machine import RamMachine
from dayleaf.adapters.system import FixedClock
from dayleaf.core.errors import DiskFailed
from dayleaf.memory import Memory
from dayleaf.shell.scheduling import LEASE, STATE, keep_running, read_turns

HOUR = dt.timedelta(hours=1)


class Scheduled:
    """A memory in RAM with a machine."""

    def __init__(self) -> None:
        self.world = InRam({"bank/entities/Nora.md": "# Nora\n", "memory/2025-11-27.md": "Nora sold her car.\n"})
        self.machine = RamMachine()

    def at(self, after: dt.timedelta) -> Memory:
        ground = replace(self.world.memory._ground, machine=self.machine, clock=FixedClock(NOW + after), heard=lambda: 0.0)
        OPENED.append(Memory(ground))
        OPENED[-1]._scheduling.chance = lambda: 0.0
        return OPENED[-1]

    def ran(self, after: dt.timedelta) -> list[str]:
        return [name for name, _ in self.at(after).run_due().ran]


def test_the_first_time_everything_is_due_and_then_each_in_its_time() -> None:
    made = Scheduled()
    assert made.ran(0 * HOUR) == ["reflect", "dream"]
    assert made.world.read("bank/derived/2025-11.md")
    assert made.ran(1 * HOUR) == []
    assert made.ran(6 * HOUR) == ["dream"]
    assert made.ran(23 * HOUR) == ["dream"]
    assert made.ran(24 * HOUR) == ["reflect"]


def test_jitter_puts_the_next_one_off() -> None:
    made = Scheduled()
    memory = made.at(0 * HOUR)
    memory._scheduling.chance = lambda: 1.0
    assert dict(memory.run_due().next)["reflect"] == NOW + 24 * HOUR * 1.1


def test_somebody_who_writes_puts_off_the_dream_alone() -> None:
    made = Scheduled()
    memory = made.at(0 * HOUR)
    memory._ground = replace(memory._ground, heard=lambda: NOW.timestamp() - 60)
    memory._scheduling = type(memory._scheduling)(memory._ground)
    due = memory.run_due()
    assert [name for name, _ in due.ran] == ["reflect", "dream"]
    assert dict(due.next)["dream"] == NOW + HOUR / 2


def test_only_one_runs() -> None:
    made = Scheduled()
    with made.machine.lease(LEASE) as mine:
        assert mine
        due = made.at(0 * HOUR).run_due()
    assert due.held
    assert due.ran == ()


def test_a_pass_that_fails_is_tried_again_soon_and_the_others_run() -> None:
    made = Scheduled()
    memory = made.at(0 * HOUR)

    def broken(name: str, *, dry_run: bool):
        if name == "reflect":
            raise DiskFailed("the disk is full")
        return type(memory._scheduling)._pass(memory._scheduling, name, dry_run=dry_run)

    memory._scheduling._pass = broken
    due = memory.run_due()
    assert [one.why for one in dict(due.ran)["reflect"].refused] == ["the disk is full"]
    assert dict(due.next)["reflect"] == NOW + HOUR / 4
    assert made.ran(HOUR / 4) == ["reflect"]


def test_a_dry_run_changes_neither_pages_nor_the_timetable() -> None:
    made = Scheduled()
    due = made.at(0 * HOUR).run_due(dry_run=True)
    assert "+- W(from=memory/2025-11-27.md#L1" in dict(due.ran)["reflect"].edits[0].diff
    assert made.world.read("bank/derived/2025-11.md") is None
    assert made.machine.read(STATE) == ""


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"reflect": 1}', '{"reflect": {"next": "soon", "failures": 0}}', '{"reflect": {"next": "2025-12-01", "failures": 0}}'],
)
def test_a_timetable_that_cannot_be_read_is_none(text) -> None:
    assert read_turns(text, NOW) == {}


def test_a_clock_that_was_wrong_makes_nobody_wait() -> None:
    text = json.dumps({"reflect": {"next": "2035-01-01T00:00:00+00:00", "failures": 0}})
    assert read_turns(text, NOW) == {}


def test_a_server_calls_it_until_it_stops() -> None:
    calls: list[int] = []

    async def serve() -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(keep_running(lambda: calls.append(1), stop, 0.005))
        await asyncio.sleep(0.1)
        stop.set()
        await task

    asyncio.run(serve())
    assert len(calls) >= 2
