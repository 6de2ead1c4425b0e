from pathlib import Path

import pytest

from dayleaf.config import Config, load, read_environment, read_settings
from dayleaf.core.errors import UsageError


def settings(root: Path, text: str) -> Path:
    (root / ".memory").mkdir()
    (root / ".memory/settings.toml").write_text(text, encoding="utf-8")
    return root


def test_a_workspace_without_settings_has_the_defaults(tmp_path):
    assert load(tmp_path, {}) == Config()


def test_the_environment_overrules_the_file_and_the_flags_overrule_both(tmp_path):
    root = settings(tmp_path, 'zone = "Europe/Berlin"\nk = 5\nbudget = 100\n')

    config = load(root, {"DAYLEAF_K": "6", "DAYLEAF_BUDGET": "200"}, {"budget": 300, "zone": None})

    assert (config.zone, config.k, config.budget) == ("Europe/Berlin", 6, 300)


def test_lists_are_separated_by_commas_in_the_environment():
    assert read_environment({"DAYLEAF_INCLUDE": "notes/*.md, x.md,"}) == {"include": ("notes/*.md", "x.md")}


def test_a_misspelt_setting_is_an_error_that_knows_better(tmp_path):
    with pytest.raises(UsageError, match=r"settings.toml: there is no setting 'budgit'; did you mean 'budget'\?"):
        load(settings(tmp_path, "budgit = 3"), {})
    with pytest.raises(UsageError, match=r"there is no setting DAYLEAF_ZOEN; did you mean DAYLEAF_ZONE\?"):
        read_environment({"DAYLEAF_ZOEN": "x"})


def test_what_other_programs_keep_in_the_environment_is_left_alone():
    assert read_environment({"DAYLEAF_WORKSPACE": "x", "DAYLEAF_DEBUG": "1", "DAYLEAF_PLUGIN_TOKEN": "x", "K": "3"}) == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("k = 0", "k: 0 is not a whole number from 1"),
        ("k = true", "k: True is not a whole number"),
        ('k = "many"', "k: 'many' is not"),
        ("include = 3", "include: 3 is not a list of patterns"),
        ("include = [1]", "is not a list of patterns"),
        ("lock_wait = -1", "lock_wait: -1 is not a number of seconds"),
        ("lock_wait = inf", "is not a number of seconds"),
        ("zone = 1", "zone: 1 is not the name of a time zone"),
        ("k 3", "is not TOML"),
    ],
)
def test_a_value_that_makes_no_sense_is_an_error_that_says_where(text, complaint):
    with pytest.raises(UsageError, match=complaint):
        read_settings(text, "settings.toml")


def test_bytes_that_are_no_text_are_an_error_not_a_crash(tmp_path):
    (tmp_path / ".memory").mkdir()
    (tmp_path / ".memory/settings.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError):
        load(tmp_path, {})
