"""The world in which the tests run: no network, nothing of this machine's settings, the tests' own time zone."""

from __future__ import annotations

import datetime as dt
import os
import socket
from pathlib import Path

import pytest


def test_nobody_outside_can_be_reached() -> None:
    with pytest.raises(pytest.fail.Exception, match="tried to reach"), socket.socket() as plug:
        plug.connect(("192.0.2.1", 80))


def test_a_server_on_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as plug:
        assert plug.getpeername() == server.getsockname()


def test_the_settings_of_the_machine_stay_outside() -> None:
    assert "dayleaf-home-" in os.environ["HOME"]
    assert [name for name in os.environ if name.startswith("DAYLEAF_") and name != "DAYLEAF_TEST_INSTALLED"] == []


def test_days_change_at_midnight_in_berlin() -> None:
    evening = dt.datetime(2025, 7, 1, 22, 30, tzinfo=dt.UTC)
    assert evening.astimezone().date() == dt.date(2025, 7, 2)


def test_the_example_is_a_copy(example: Path) -> None:
    assert (example / "memory" / "2025-11-11.md").exists()
    assert not example.is_relative_to(Path(__file__).parents[2])
