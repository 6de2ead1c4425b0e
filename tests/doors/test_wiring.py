import datetime as dt

import pytest

from dayleaf.config import Config
from dayleaf.core.errors import UsageError, WorkspaceMissing
from dayleaf.core.fact import Kind
from dayleaf.wiring.making import make_workspace
from dayleaf.wiring.memory import Memory, similar
from dayleaf.wiring.place import clock_of, config_here, find_workspace

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    for name in ("DAYLEAF_WORKSPACE", "OPENCLAW_HOME", "OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def test_the_folder_named_is_the_workspace_whatever_lies_in_it(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "plain").mkdir()
    assert find_workspace(tmp_path / "plain", start=tmp_path) == tmp_path / "plain"


def test_else_the_one_the_environment_names(tmp_path):
    (tmp_path / "memory").mkdir()
    assert find_workspace(None, tmp_path, {"DAYLEAF_WORKSPACE": str(tmp_path / "home")}) == tmp_path / "home"


@pytest.mark.parametrize("sign", [".memory", "memory"])
def test_else_the_nearest_parent_with_a_sign_of_one(tmp_path, sign):
    (tmp_path / sign).mkdir()
    (tmp_path / "a/b").mkdir(parents=True)
    assert find_workspace(None, tmp_path / "a/b", {}) == tmp_path


def test_else_the_one_of_openclaw(tmp_path, home):
    (tmp_path / "elsewhere").mkdir()
    (home / ".openclaw/workspace").mkdir(parents=True)
    assert find_workspace(None, tmp_path / "elsewhere", {"HOME": str(home)}) == home / ".openclaw/workspace"


def test_else_it_says_how_to_make_one(tmp_path):
    with pytest.raises(WorkspaceMissing, match="make one with `dayleaf init`"):
        find_workspace(None, tmp_path, {})


def test_a_folder_that_does_not_exist_is_an_error_also_when_there_would_be_another(tmp_path):
    (tmp_path / "memory").mkdir()
    with pytest.raises(WorkspaceMissing, match="nowhere does not exist; make a workspace with `dayleaf init"):
        find_workspace(tmp_path / "nowhere", tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(WorkspaceMissing, match="is a file"):
        find_workspace(tmp_path / "file")
    with pytest.raises(WorkspaceMissing, match="no folder"):
        find_workspace("a\0b")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(WorkspaceMissing):
        find_workspace(tmp_path / "loop")


def test_a_root_reached_through_a_link_is_its_target(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert find_workspace(tmp_path / "link") == tmp_path / "real"


def test_settings_without_a_workspace_are_those_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DAYLEAF_K", "7")
    assert config_here() == Config(k=7)
    with pytest.raises(WorkspaceMissing):
        config_here(tmp_path / "nowhere")


def test_a_naive_moment_is_local_to_the_zone_of_the_settings_in_summer_too():
    clock = clock_of(Config(zone="Europe/Berlin"), dt.datetime(2025, 7, 1, 0, 30))  # noqa: DTZ001 naive on purpose
    assert clock.now().isoformat() == "2025-07-01T00:30:00+02:00"
    assert clock_of(Config(zone="Europe/Berlin"), NOW).now() == NOW
    with pytest.raises(UsageError, match="no time zone"):
        clock_of(Config(zone="Mars/Olympus"))


def test_making_a_workspace_writes_first_pages_and_does_nothing_the_second_time(tmp_path):
    made = make_workspace(tmp_path / "new", NOW)

    assert made.created == (".memory/.gitignore", "memory.md", "memory/2025-12-01.md")
    assert (tmp_path / "new/bank/entities").is_dir()
    assert (tmp_path / "new/.memory/.gitignore").read_text() == "*\n"
    assert make_workspace(tmp_path / "new", NOW).created == ()


def test_making_a_workspace_overwrites_nothing(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/2025-11-30.md").write_text("my day")
    (tmp_path / "MEMORY.md").write_text("mine")

    assert make_workspace(tmp_path, NOW).created == (".memory/.gitignore",)
    assert (tmp_path / "MEMORY.md").read_text() == "mine"


def test_notes_outside_the_layout_are_included_and_it_says_so(tmp_path):
    for path in ("notes/idea.md", ".hidden/x.md", "node_modules/pkg/README.md", "bank/world.md"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("The zebra sleeps standing.\n")

    made = make_workspace(tmp_path, NOW)

    assert (made.include, made.notes) == (("**/*.md",), 1)
    with Memory.open(tmp_path, now=NOW) as memory:
        paths = {source.path for hit in memory.recall("zebra").hits for source in hit.evidence}
    assert paths <= {"notes/idea.md", "bank/world.md", "node_modules/pkg/README.md"}
    assert "notes/idea.md" in paths


def test_a_file_cannot_become_a_workspace(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        make_workspace(tmp_path / "file", NOW)


def test_the_first_log_teaches_but_states_nothing(tmp_path):
    make_workspace(tmp_path, NOW)
    with Memory.open(tmp_path, now=NOW) as memory:
        assert memory.facts().facts == ()
        assert memory.recall("Ada Lovelace, notebook, definitions").hits == ()
        assert memory.facts().problems == ()
        written = memory.retain("Prefers tea.", kind=Kind.OPINION, entities=("Ada",))
        assert [str(fact.source) for fact in memory.facts().facts] == [str(written.fact.source)]
    assert (tmp_path / "memory/2025-12-01.md").read_text().endswith("## Retain\n- O @Ada: Prefers tea.\n")


def test_a_recall_alone_keeps_the_index_out_of_git(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/2025-11-30.md").write_text("The zebra sleeps standing.\n")
    with Memory.open(tmp_path, now=NOW) as memory:
        assert len(memory.recall("zebra").hits) == 1
        assert memory.at(NOW + dt.timedelta(days=1)).recall("zebra").now == NOW + dt.timedelta(days=1)
    assert (tmp_path / ".memory/.gitignore").read_text() == "*\n"


def test_similar_names_come_nearest_first():
    assert similar("Petr", ["Ada", "Peter", "Petra", "warelay"]) == ["Peter", "Petra"]
    assert similar("zzz", ["Ada"]) == []
