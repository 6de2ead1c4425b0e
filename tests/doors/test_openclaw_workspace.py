from pathlib import Path

import pytest

from dayleaf.adapters.openclaw import openclaw_workspace, relaxed


def configured(home: Path, text: str) -> dict[str, str]:
    (home / ".openclaw").mkdir(exist_ok=True)
    (home / ".openclaw/openclaw.json").write_text(text, encoding="utf-8")
    return {"HOME": str(home)}


def test_json_as_people_write_it():
    text = """\ufeff{
      // where it lives
      agents: { defaults: { 'workspace': "~/notes // not a comment", }, }, /* , } */
      "it's": 'say "no"', list: [1, 2,],
    }"""
    assert relaxed(text) == {"agents": {"defaults": {"workspace": "~/notes // not a comment"}}, "it's": 'say "no"', "list": [1, 2]}


def test_the_configured_folder_is_the_workspace(tmp_path):
    (tmp_path / "notes").mkdir()
    assert openclaw_workspace(configured(tmp_path, "{agents:{defaults:{workspace:'~/notes'}}}")) == tmp_path / "notes"


@pytest.mark.parametrize(
    "text", ["", "{}", "not json", '{"agents": []}', '{"agents": {"defaults": {"workspace": 3}}}', '{"a": "\\', "[" * 100_000]
)
def test_without_a_usable_setting_it_is_the_default_folder(tmp_path, text):
    environ = configured(tmp_path, text)
    assert openclaw_workspace(environ) is None
    (tmp_path / ".openclaw/workspace").mkdir()
    assert openclaw_workspace(environ) == tmp_path / ".openclaw/workspace"


def test_without_openclaw_there_is_none(tmp_path):
    assert openclaw_workspace({"HOME": str(tmp_path)}) is None
    assert openclaw_workspace({}) is None
