"""The same world for every test: no network, a fixed environment, the installed package, Hypothesis profiles."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import worlds
from hypothesis import HealthCheck, settings

import dayleaf

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "workspace"

# the same examples every time, so that what fails here fails for everybody; `thorough` looks for new ones
settings.register_profile("quick", max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", parent=settings.get_profile("quick"), derandomize=False, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

_HOME = tempfile.mkdtemp(prefix="dayleaf-home-")
_KEPT = ("DAYLEAF_TEST_INSTALLED", "PATH", "LANG", "TMPDIR", "PYTHONPATH", "HYPOTHESIS_PROFILE", "VIRTUAL_ENV", "CI")


def pytest_configure() -> None:
    """Nothing of the machine's own settings reaches a test, nor a process that a test starts."""
    if os.environ.get("DAYLEAF_TEST_INSTALLED") and Path(dayleaf.__file__).is_relative_to(ROOT / "src"):
        pytest.exit(f"the built wheel should be under test, but {dayleaf.__file__} was imported", returncode=4)
    for name in list(os.environ):
        if name not in _KEPT and not name.startswith(("PYTEST_", "COVERAGE_")):
            del os.environ[name]
    os.environ.update(HOME=_HOME, TZ="Europe/Berlin", NO_COLOR="1", COLUMNS="120", PYTHONUTF8="1")
    os.environ.setdefault("LANG", "C.UTF-8")
    time.tzset()


def pytest_unconfigure() -> None:
    """The private home folder goes when the tests are done."""
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """What a test opened by `worlds` is closed when the test is over."""
    yield
    while worlds.OPENED:
        worlds.OPENED.pop().close()


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test talks to anybody outside this machine; sockets within it (127.0.0.1, ::1, Unix) are fine."""
    monkeypatch.setattr(socket.socket, "connect", _guarded(socket.socket.connect))
    monkeypatch.setattr(socket.socket, "connect_ex", _guarded(socket.socket.connect_ex))


def _guarded(connect):
    def guarded(self: socket.socket, address: object) -> object:
        if isinstance(address, tuple) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            pytest.fail(f"a test tried to reach {address!r}")
        return connect(self, address)

    return guarded


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A fresh copy of the example workspace, Nora's autumn of 2025."""
    root = tmp_path / "workspace"
    return shutil.copytree(EXAMPLE, root, ignore=shutil.ignore_patterns(".memory"))
