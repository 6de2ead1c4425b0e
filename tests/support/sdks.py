"""The SDKs of agents in tests: skipped where they are not installed, except where everything must be (`scripts/test`)."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

import pytest


def sdk(name: str) -> ModuleType:
    """The module of an SDK."""
    if os.environ.get("DAYLEAF_TEST_INSTALLED"):
        return import_module(name)
    return pytest.importorskip(name)
