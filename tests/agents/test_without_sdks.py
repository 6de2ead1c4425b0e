"""Where an SDK is not installed, its door says which extra brings it; everything else goes on."""

from __future__ import annotations

import importlib
import sys

import pytest

from dayleaf import Unavailable


@pytest.mark.parametrize(
    ("door", "package", "extra"),
    [("claude_tool_sdk", "anthropic", "claude"), ("openai_session", "agents", "openai"), ("langgraph_store", "langgraph", "langgraph")],
)
def test_a_door_without_its_sdk_says_how_to_get_it(monkeypatch, door, package, extra):
    for name in [name for name in sys.modules if name == f"dayleaf.doors.{door}" or name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Unavailable, match=rf"dayleaf\[{extra}\]"):
        importlib.import_module(f"dayleaf.doors.{door}")
