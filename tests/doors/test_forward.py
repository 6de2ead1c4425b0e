"""Commands that a server may answer: it is asked only when it is this user's and this workspace's own, and never twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from running import PROGRAM, program, running

from dayleaf.doors.cli.forward import forwarded

pytest.importorskip("uvicorn")

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("served")
    program(root, "init")
    with running(root) as found:
        yield found


@contextmanager
def listening(root, *answers):
    """What passes for a server: takes one call, and says these bytes to its head and to its body."""
    folder = Path(tempfile.mkdtemp(prefix="dayleaf-"))  # a short path, for that of a socket must be one
    path = f"{folder}/s"
    note = {"socket": path, "root": str(root), "zone": "Europe/Berlin", "pid": 1}
    (root / ".memory/serve.json").write_text(json.dumps(note))
    heard = []

    def answer(line):
        with suppress(OSError), line.accept()[0] as caller:  # nobody may call before the line is shut
            for said in answers:
                heard.append(caller.recv(1 << 16))
                caller.sendall(said)

    with socket.socket(socket.AF_UNIX) as line:
        line.bind(path)
        line.listen()
        threading.Thread(target=answer, args=(line,), daemon=True).start()
        yield heard
    shutil.rmtree(folder)


@pytest.fixture
def root(tmp_path):
    program(tmp_path, "init")
    return tmp_path.resolve()


def test_a_command_is_known_by_its_place_not_by_a_word_among_others(server, tmp_path):
    made = subprocess.run([*PROGRAM, "init", "work"], cwd=server.root, capture_output=True, check=False)
    assert made.returncode == 0
    assert (server.root / "work/memory.md").exists(), "made here, not where the server was started"
    shutil.rmtree(server.root / "work")
    program(tmp_path, "init")
    program(server.root, "retain", "The heron stands in the pond.")
    elsewhere = program(server.root, "recall", "heron", "-C", str(tmp_path))
    assert "Nothing found" in elsewhere.stdout, "the last -C counts"
    assert "Nothing found" in program(server.root, "recall", "--", "-C").stdout


def test_a_copy_of_a_workspace_is_not_answered_by_the_others_server(server, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(server.root, copy, ignore=shutil.ignore_patterns("*.sock"))
    assert program(copy, "retain", "Only the copy knows the otter.").returncode == 0
    assert "otter" in program(copy, "recall", "otter").stdout
    assert "Nothing found" in program(server.root, "recall", "otter").stdout


def test_another_time_zone_than_the_servers_is_kept(server):
    told = program(server.root, "context", "--session", "far", "--message", "x", "--json", TZ="Etc/GMT+12")
    assert json.loads(told.stdout)["now"].endswith("-12:00")


def test_another_moment_ends_no_session_of_the_server(server):
    program(server.root, "context", "--session", "long", "--message", "Good morning")
    program(server.root, "context", "--session", "other", "--message", "Later", "--now", "2031-01-01T09:00:00+01:00")
    with server.client() as client:
        assert client.post("/v1/context", json={"session": "long", "message": "And now?"}).json()["turn"] == 2


def test_a_reader_that_goes_away_or_a_full_disk_is_told_without_a_traceback(server):
    program(server.root, "retain", "long " * 20_000)
    call = f"{sys.executable} -c '{PROGRAM[2]}' -C {server.root} facts --all"
    gone = subprocess.run(["bash", "-c", f"{call} | true; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True, check=False)
    assert (gone.returncode, gone.stderr) == (141, "")
    if Path("/dev/full").exists():
        full = subprocess.run(f"{call} > /dev/full", shell=True, capture_output=True, text=True, check=False)  # noqa: S602 our own words
        assert (full.returncode, "No space left" in full.stderr, "Traceback" in full.stderr) == (9, True, False)


def test_a_server_that_hangs_costs_seconds_and_does_nothing_twice(root):
    with running(root) as found:
        found.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        assert program(root, "core", "append", "- Drinks green tea.").returncode == 0
        assert time.monotonic() - began < 8
        found.process.send_signal(signal.SIGCONT)
        time.sleep(0.3)
    assert (root / "memory.md").read_text().count("green tea") == 1


def test_what_was_piped_in_is_not_lost_when_no_server_takes_it(root):
    with listening(root, b"HTTP/1.1 503 Service Unavailable\r\n\r\n") as heard:
        assert program(root, "retain", "--stdin", sent="Piped in at noon.").returncode == 0
    assert b"noon" not in b"".join(heard), "nothing is sent before the server takes it"
    assert "Piped in at noon." in program(root, "recall", "noon").stdout


def test_a_server_that_dies_over_a_call_is_told_or_the_question_is_asked_again(root):
    program(root, "retain", "The ferry leaves at six.")
    with listening(root, CONTINUE, b""):
        failed = program(root, "core", "append", "- Drinks green tea.", "--json")
    assert (failed.returncode, json.loads(failed.stderr)["error"]["code"]) == (8, "busy")
    assert "green tea" not in (root / "memory.md").read_text()
    with listening(root, CONTINUE, b""):
        assert "ferry" in program(root, "recall", "ferry").stdout


@pytest.mark.parametrize("note", ["[]", '{"socket": 5}', '{"socket": "a\\u0000b"}', "[" * 9000, "\ufffd", '{"socket": "/tmp"}'])
def test_a_note_that_makes_no_sense_is_no_server(root, note):
    said = note.replace('{"', f'{{"root": {json.dumps(str(root))}, "zone": "Europe/Berlin", "', 1)
    (root / ".memory/serve.json").write_text(said)
    assert forwarded(["-C", str(root), "recall", "x"], {"TZ": "Europe/Berlin"}) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can run a server for somebody else")
def test_the_server_of_another_user_is_told_nothing(root):
    with listening(root, CONTINUE, b"HTTP/1.1 200 OK\r\n\r\n" + b'{"status": 0, "out": "mine", "err": ""}') as heard:
        assert program(root, "recall", "x").stdout == "mine"
        assert heard
    folder = Path(tempfile.mkdtemp(prefix="dayleaf-"))
    folder.chmod(0o777)
    path = f"{folder}/s"
    note = json.loads((root / ".memory/serve.json").read_text())
    (root / ".memory/serve.json").write_text(json.dumps(note | {"socket": path}))
    listen = "import os,socket,sys; os.setuid(65534)\n"
    listen += "s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print('on', flush=True)\n"
    take = "c=s.accept()[0]; print(c.recv(9999)); c.sendall(b'HTTP/1.1 100 Continue\\r\\n\\r\\n'); print(c.recv(9999))"
    with subprocess.Popen([sys.executable, "-c", listen + take, path], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        assert program(root, "retain", "A secret between us.").returncode == 0
        assert "POST" not in other.communicate(timeout=10)[0]
    shutil.rmtree(folder)
    assert "between us" in program(root, "recall", "between").stdout
