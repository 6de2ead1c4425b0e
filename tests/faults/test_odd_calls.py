"""Calls nobody means to make: every one is answered, or refused in a sentence with a number of the error table."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from dayleaf.core.errors import TABLE
from dayleaf.doors import cli

DAY = "memory/2025-11-27.md"
STATUSES = {0, *(status for _, _, status, _ in TABLE)} - {1}
RUN = [sys.executable, "-c", "from dayleaf.doors.cli import run; run()"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "memory").mkdir()
    (tmp_path / DAY).write_text("## Retain\n- W @Peter: Likes tea.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(capsys, *words):
    """Answer a call in this process: its status, and the JSON object on the one stream that speaks."""
    status = cli.main([*words, "--json"])
    said = capsys.readouterr()
    if status:
        assert said.out == ""
        assert json.loads(said.err)["error"]["message"]
        return status, json.loads(said.err)["error"]
    return status, json.loads(said.out)


def run(*words, cwd=None, stdin=b"", **environ):
    done = subprocess.run([*RUN, *words], input=stdin, capture_output=True, check=False, cwd=cwd, env={**os.environ, **environ}, timeout=30)
    assert b"Traceback" not in done.stderr
    assert done.returncode in STATUSES
    return done


@pytest.mark.parametrize(
    "moment", ["0001-01-01", "0001-01-01T00:00+14:00", "9999-12-31T23:59:59", "9999-12-31T23:59-12:00", "2025-03-30T02:30", "1900-01-01"]
)
@pytest.mark.parametrize(
    "words",
    [
        ["recall", "tea last week and next year"],
        ["recall", "tea", "--since", "30d"],
        ["recall", "tea", "--until", "next year"],
        ["about", "Peter"],
        ["retain", "Likes pears.", "--when", "yesterday"],
        ["when", "8000 years ago"],
        ["doctor"],
    ],
)
def test_at_the_ends_of_the_calendar(place, capsys, moment, words):
    status, _ = call(capsys, "--now", moment, *words)
    assert status in {0, 2}


@pytest.mark.parametrize("option", ["--since", "--until", "--during", "--as-of", "--known-at"])
@pytest.mark.parametrize(
    "when",
    ["", " ", "..", "-1d", "0d", "9" * 30 + "y", "2026-02-30", "2025-13-01", "0000-01-01", "2025-12-01..2025-11-01", "x" * 5000, "\u0661d"],
)
def test_times_that_are_none(place, capsys, option, when):
    status, _ = call(capsys, "recall", "tea", option, when)
    assert status in {0, 2}


@pytest.mark.parametrize("day", ["2026-02-30", "0000-01-01", "10000-01-01", "", "today", "../../etc/passwd", "2025-11-27/../x"])
def test_days_that_are_none_write_nothing(place, capsys, day):
    assert call(capsys, "retain", "Likes pears.", "--day", day)[0] == 2
    assert [page.name for page in (place / "memory").iterdir()] == ["2025-11-27.md"]


@pytest.mark.parametrize("number", ["-1", "0", "1", "13", "9" * 30, "1e3", "NaN", "", "½"])
@pytest.mark.parametrize("option", ["--k", "--budget"])
def test_numbers_that_are_too_small_too_large_or_none(place, capsys, option, number):
    status, answer = call(capsys, "recall", "tea", option, number)
    assert status in {0, 2}
    assert status == 2 or answer["tokens"] <= answer["budget"]


@pytest.mark.parametrize("option", ["--entity", "--category", "--supersedes", "--origin", "--confidence"])
@pytest.mark.parametrize("value", ["", "..", "../..", "/etc/passwd", "a/../b", 'a"b', "a\nb", "@", ")", "C:\\x", "\u202e", "9" * 400])
def test_names_and_paths_never_leave_the_memory(place, capsys, option, value):
    before = sorted(str(path) for path in place.parent.rglob("*") if ".memory" not in str(path))
    status, _ = call(capsys, "retain", "Likes pears.", "--day", "2025-11-27", option, value)
    assert status in {0, 2}
    assert sorted(str(path) for path in place.parent.rglob("*") if ".memory" not in str(path)) == before
    assert call(capsys, "facts")[1]["problems"] == []


@pytest.mark.parametrize("folder", ["~nobody-of-that-name", "~nobody-of-that-name/x", "/dev/null", "/dev/null/x", "x" * 300, "nowhere"])
@pytest.mark.parametrize("command", ["recall", "when"])
def test_folders_that_are_no_workspace(place, capsys, folder, command):
    assert call(capsys, "-C", folder, command, "tea")[0] in {3, 9}


@pytest.mark.parametrize(
    "name", ["with space", "Größe", "日本語", "two\nlines", "%41?#&", "quo'\"te", "-C", "~", "*", os.fsdecode(b"\xff\xfe")]
)
def test_a_workspace_of_any_name(tmp_path, capsys, name):
    page = tmp_path / name / DAY
    page.parent.mkdir(parents=True)
    page.write_text("## Retain\n- W: Likes tea.\n")
    folder = str(tmp_path / name)
    assert len(call(capsys, "-C", folder, "recall", "tea")[1]["hits"]) == 1
    assert call(capsys, "-C", folder, "index", "rebuild")[1]["facts"] == 1
    assert call(capsys, "-C", folder, "index", "verify")[1]["differences"] == []


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (lambda file: file.mkdir(), 9),
        (lambda file: os.mkfifo(file), 9),  # noqa: PLW0108 the name says what
        (lambda file: file.write_text("k = " + "[" * 50_000), 2),
        (lambda file: file.write_bytes(os.urandom(1000)), 2),
        (lambda file: file.write_text("k = -5"), 2),
        (lambda file: file.write_text("\ufeffk = 5\r\n"), 0),
        (lambda file: file.symlink_to("nothing"), 0),
    ],
)
def test_settings_that_are_none(place, capsys, made, status):
    (place / ".memory").mkdir()
    made(place / ".memory/settings.toml")
    assert call(capsys, "recall", "tea")[0] == status


@pytest.mark.parametrize("name", ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "index.sqlite.lock"])
@pytest.mark.parametrize("made", ["folder", "pipe", "link_out", "link_round"])
def test_something_else_in_the_place_of_the_index(place, name, made):
    outside = place.parent / f"{place.name}-outside"
    outside.write_text("precious")
    (place / ".memory").mkdir()
    file = place / ".memory" / name
    match made:
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)
        case "link_out":
            file.symlink_to(outside)
        case _:
            file.symlink_to(file)
    for words in (["recall", "tea", "--json"], ["index", "rebuild", "--json"], ["recall", "tea", "--json"]):
        done = run(*words, cwd=place)
        assert done.returncode in {0, 9}
        assert words[0] == "index" or (done.returncode == 0 and len(json.loads(done.stdout)["hits"]) == 1)
    assert outside.read_text() == "precious"


@pytest.mark.parametrize(
    "environ",
    [
        {"TZ": "UTC-25"},
        {"TZ": "Nowhere/Else"},
        {"HOME": ""},
        {"HOME": "/nonexistent"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"TERM": "", "COLUMNS": "-5"},
        {"COLUMNS": "9" * 30},
        {"DAYLEAF_LOCK_WAIT": "nan"},
        {"DAYLEAF_ZONE": "x"},
        {"_DAYLEAF_COMPLETE": ""},
        {"_DAYLEAF_COMPLETE": "bogus"},
        {"_DAYLEAF_COMPLETE": "bash_complete"},
        {"_DAYLEAF_COMPLETE": "zsh_complete", "COMP_WORDS": "dayleaf 'unclosed", "COMP_CWORD": "x"},
    ],
    ids=str,
)
def test_surroundings_that_make_no_sense(place, environ):
    done = run("recall", "größe 日本 tea", cwd=place, **environ)
    assert bool(done.stdout) == (done.returncode == 0)
    assert done.stdout or done.stderr


@pytest.mark.parametrize("words", [["--version"], ["completion", "bash"], ["completion", "zsh"], ["completion", "fish"]])
def test_what_is_asked_for_as_json_is_json(capsys, words):
    assert cli.main(["--json", *words]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 1


@pytest.mark.parametrize(
    "name", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"[" * 990 + b"]" * 990, b"[" * 30_000 + b"]" * 30_000, b"9" * 5000]
)
def test_one_id_that_cannot_be_given_back_stops_no_batch(place, name):
    lines = [b'{"id": %b, "query": "tea"}' % name, b"\xff\xfe", b'{"query": "t\x00"}', b'{"id": 2, "query": "tea"}']
    done = run("recall", "--batch", "-", stdin=b"\n".join(lines), cwd=place)
    answers = [json.loads(line, parse_constant=pytest.fail) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert (answers[-1]["id"], len(answers[-1]["hits"])) == (2, 1)
    assert done.returncode == 2


def test_a_batch_line_of_a_megabyte_and_one_of_nothing(place):
    lines = [json.dumps({"id": 1, "query": "tea " * 250_000}), "", json.dumps({"id": 2, "query": ""})]
    done = run("recall", "--batch", "-", stdin="\r\n".join(lines).encode(), cwd=place)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], len(first["hits"])) == (1, 1)
    assert second["error"]["code"] == "usage"
