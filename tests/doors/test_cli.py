import json
import os
import subprocess
import sys
from importlib import import_module

import pytest

from dayleaf import __version__
from dayleaf.core.errors import TABLE
from dayleaf.doors import cli
from dayleaf.doors.cli.table import SUMMARIES

RUN = [sys.executable, "-c", "from dayleaf.doors.cli import run; run()"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("DAYLEAF_", "OPENCLAW_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/2025-11-27.md").write_text("## Retain\n- W @Peter: The zebra, 成語, sleeps standing.\n", encoding="utf-8")
    return tmp_path


def run(*words, stdin=b"", **environ):
    return subprocess.run([*RUN, *words], input=stdin, capture_output=True, check=False, env={**os.environ, **environ})


@pytest.mark.parametrize("name", SUMMARIES)
def test_the_table_tells_the_truth(name):
    command = import_module(f"dayleaf.doors.cli.{name.replace('-', '_')}").command
    assert (command.name, command.help) == (name, SUMMARIES[name])


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_has_help_and_the_common_options(name, capsys):
    assert cli.main([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert cli.main([name, "-h"]) == 0
    assert capsys.readouterr().out == said
    assert all(option in said for option in ("--workspace", "--json", "--now"))


def test_help_loads_no_command(place):
    code = "import sys; from dayleaf.doors.cli import main; main(['--help']); print([m for m in sys.modules if 'wiring' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
    assert all(f"  {name} " in done.stdout for name in SUMMARIES)


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"dayleaf {__version__}\n"


def test_common_options_stand_before_or_behind_the_command(place, capsys):
    options = ["-C", str(place), "--json", "--now", "2025-12-01T09:00:00+01:00"]
    for words in ([*options, "recall", "zebra"], ["recall", *options, "zebra"], ["recall", "zebra", *options]):
        assert cli.main(words) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["now"], len(answer["hits"])) == ("2025-12-01T09:00:00+01:00", 1)


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["recal", "x"], "there is no command `dayleaf recal`", "did you mean `dayleaf recall`?"),
        (["index", "rebuil"], "there is no command `dayleaf index rebuil`", "did you mean `dayleaf index rebuild`?"),
        (["recall", "x", "--buget", "3"], "no such option '--buget'", "did you mean --budget?"),
        (["recall", "x", "-q"], "no such option '-q'", "see `dayleaf recall --help`"),
        (["recall", "x", "--kind", "opinoin"], "there is no kind 'opinoin'", "did you mean opinion?"),
        (["recall", "x", "--k", "many"], "invalid value for '-k' / '--k': 'many' is not a valid integer", "see `dayleaf recall --help`"),
        (["--now", "soon", "recall", "x"], "'soon' is no ISO date or time", "write 2025-12-01"),
        (["retain", "x", "--day", "soon"], "'soon' is no date", "write it as 2025-12-01"),
        (["recall"], "nothing is asked", "give a question"),
        (["recall", "x", "--batch", "y"], "there is a query and --batch", "give one of them"),
        (["about"], "missing argument 'NAME'", "see `dayleaf about --help`"),
        (["completion"], "missing argument 'bash|zsh|fish'. Choose from: bash, zsh, fish", "see `dayleaf completion --help`"),
        (["when"], "give an expression", "such as"),
    ],
)
def test_wrong_usage_says_what_and_what_to_do(place, capsys, words, message, hint):
    assert cli.main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"dayleaf: {message}")
    assert f"hint: {hint}" in said.err


def test_with_json_an_error_is_an_object_on_standard_error(place, capsys):
    assert cli.main(["-C", "nowhere", "recall", "x", "--json"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    error = json.loads(said.err)["error"]
    assert (error["code"], error["hint"]) == ("workspace_missing", f"make a workspace with `dayleaf init {place / 'nowhere'}`")


def test_an_unforeseen_exception_is_no_traceback_unless_asked_for(place, capsys, monkeypatch):
    monkeypatch.setattr(cli.program, "invoke", lambda _: {}["x"])
    assert cli.main(["recall", "x"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("dayleaf: this should not have happened: KeyError: 'x'\nhint: ")
    monkeypatch.setenv("DAYLEAF_DEBUG", "1")
    assert cli.main(["recall", "x"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_interruption_is_quiet(place, capsys, monkeypatch):
    def interrupted(ctx):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.program, "invoke", interrupted)
    assert cli.main(["recall", "x"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_goes_away_is_no_error(place):
    (place / "many.jsonl").write_text('{"id": 1, "text": "yesterday"}\n' * 3000)
    with subprocess.Popen([*RUN, "when", "--batch", "many.jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_that_knows_few_letters_still_shows_something(place, encoding):
    done = run("recall", "zebra", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u6210\\u8a9e" in done.stdout


def test_json_is_utf8_whatever_the_terminal(place):
    done = run("recall", "zebra", "--json", PYTHONIOENCODING="ascii")
    assert "成語" in json.loads(done.stdout.decode("utf-8"))["hits"][0]["content"]


def test_words_that_are_not_utf8_are_asked_but_not_written(place):
    assert json.loads(run(b"recall", b"zebra \xff", b"--json").stdout)["query"] == "zebra \ufffd"
    refused = run(b"retain", b"zebra \xff")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert run("retain", "--stdin", stdin=b"\xff").returncode == 2


def test_a_pasted_bullet_is_text_and_not_an_option(place):
    done = run("--now", "2025-12-01", "retain", "--json", "- O(c=0.9) @Ada: Prefers tea.")
    assert done.returncode == 0
    fact = json.loads(done.stdout)["fact"]
    assert (fact["kind"], fact["confidence"], fact["entities"], fact["content"]) == ("opinion", 0.9, ["Ada"], "Prefers tea.")


def test_completion_scripts_and_answers(place, capsys):
    for shell in ("bash", "zsh", "fish"):
        assert cli.main(["completion", shell]) == 0
        assert "_DAYLEAF_COMPLETE" in capsys.readouterr().out
    done = run(_DAYLEAF_COMPLETE="bash_complete", COMP_WORDS="dayleaf reca", COMP_CWORD="1")
    assert done.stdout == b"plain,recall\n"


@pytest.mark.parametrize(
    ("words", "begun"), [("recall zebra --entity", "pe"), ("about", "P"), ("entity show", "Peter-P"), ("retain x --entity", "")]
)
def test_a_shell_completes_the_names_the_memory_knows(place, words, begun):
    (place / "memory/2025-11-28.md").write_text("## Retain\n- W @Peter-Pan: Does not grow up.\n", encoding="utf-8")
    typed = ["dayleaf", *words.split(), begun]
    asked = {"_DAYLEAF_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1)}
    told = run(**asked).stdout.decode().split()
    assert told == [f"plain,{name}" for name in ("Peter", "Peter-Pan") if name.casefold().startswith(begun.casefold())]


def test_where_nothing_can_be_completed_nothing_is_said(tmp_path):
    asked = {"_DAYLEAF_COMPLETE": "bash_complete", "COMP_WORDS": "dayleaf about P", "COMP_CWORD": "2"}
    done = subprocess.run(RUN, cwd=tmp_path, capture_output=True, check=False, env={**os.environ, **asked})
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("words", ["core show", "entity list", "opinion list", "index status", "work inventory", "review list"])
def test_a_command_with_commands_below_it_means_the_harmless_one_alone(place, capsys, words):
    told = []
    for typed in (words.split(), words.split()[:1], [words.split()[0], "--json"], [*words.split(), "--json"]):
        assert cli.main(typed) == 0
        told.append(capsys.readouterr().out)
    assert (told[0], told[2]) == (told[1], told[3])


def test_every_error_has_its_own_exit_status():
    assert len({status for _, _, status, _ in TABLE}) == len(TABLE)


def test_a_batch_answers_every_line_in_order_and_says_which_were_bad(place):
    lines = [
        '{"id": "a", "query": "zebra", "now": "2025-12-01T09:00:00+01:00", "k": 3}',
        '{"id": "b", "query": "zebra", "kind": "O", "as-of": "2025-12-01"}',
        "",
        '{"id": "c", "qeury": "zebra"}',
        "not json",
        '["zebra"]',
        '{"id": {"any": "value"}, "query": "zebra \\ud800", "entity": ["Peter"], "explain": true}',
        '{"id": "k", "query": "zebra", "k": "3"}',
    ]
    done = run("recall", "--batch", "-", stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 2
    assert b"-: 4 of 7 lines could not be answered" in done.stderr
    assert [answer["id"] for answer in answers] == ["a", "b", "c", None, None, {"any": "value"}, "k"]
    assert [len(answer["hits"]) if "hits" in answer else answer["error"]["code"] for answer in answers] == [
        1,
        0,
        "usage",
        "usage",
        "usage",
        1,
        "usage",
    ]
    assert (answers[0]["now"], answers[0]["k"]) == ("2025-12-01T09:00:00+01:00", 3)
    assert answers[2]["error"]["hint"] == "did you mean 'query'?"
    assert (answers[3]["line"], answers[6]["error"]["message"]) == (5, "'k' is '3'")
    assert "detail" in answers[5]["hits"][0]["why"][0]


def test_a_batch_of_time_expressions(place):
    lines = '{"id": 1, "text": "yesterday", "now": "2025-12-01", "lang": "en"}\n{"id": 2, "text": "zebra", "now": "2025-12-01"}\n'
    done = run("when", "--batch", "-", "--json", stdin=lines.encode())
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["found"], first["start"], first["end"]) == (1, True, "2025-11-30", "2025-12-01")
    assert (second["id"], second["found"], second["start"], second["end"]) == (2, False, None, None)


def test_a_time_expression_needs_no_workspace(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cli.main(["when", "yesterday", "--now", "2025-12-01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["start"] == "2025-11-30"


@pytest.mark.parametrize(
    ("words", "shut", "status"),
    [
        ("when yesterday", ">&-", 0),
        ("when yesterday", "2>&-", 0),
        ("when yesterday", ">/dev/full", 9),
        ("when yesterday", "2>/dev/full", 0),
        ("when yesterday", ">/dev/full 2>/dev/full", 9),
        ("nosuch", "2>/dev/full", 2),
        ("nosuch --json", ">&- 2>&-", 2),
        ("about nobody --json", "2>/dev/full", 11),
        ("recall --batch - --json", "<&-", 2),
        ("retain --stdin", "<&-", 2),
        ("retain --stdin", "<&- >&- 2>&-", 2),
    ],
)
def test_a_stream_that_is_shut_or_full_is_no_crash(place, words, shut, status):
    call = f'"{sys.executable}" -c "from dayleaf.doors.cli import run; run()" {words} {shut}'
    done = subprocess.run(["sh", "-c", call], capture_output=True, check=False)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"should not" not in done.stderr
