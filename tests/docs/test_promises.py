"""What the front page says of the example workspace is so: each promise asked as a reader would ask it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from examples import DAYLEAF, NOW, absolute

Hits = list[dict[str, Any]]


@pytest.fixture
def recall(example: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("PYTHONPATH", absolute(os.environ.get("PYTHONPATH", "")))

    def ask(query: str, *options: str) -> Hits:
        command = [*DAYLEAF, "-C", str(example), "--now", NOW, "--json", "recall", query, *options]
        return json.loads(subprocess.run(command, capture_output=True, check=True, timeout=30).stdout)["hits"]

    return ask


def test_a_word_is_found_in_any_form_of_german(recall: Any) -> None:
    assert recall("Mietverträge", "--k", "1")[0]["source"] == "memory/2025-10-02.md#L10"


def test_a_time_in_words_finds_the_day(recall: Any) -> None:
    assert "memory/2025-10-27.md#L14" in [hit["source"] for hit in recall("What happened around 27 October?", "--k", "5")]


def test_every_citation_opens_what_is_quoted(recall: Any, example: Path) -> None:
    for hit in recall("Nora"):
        path, _, lines = hit["source"].partition("#L")
        first, _, last = lines.partition("-L")
        quoted = (example / path).read_text("utf-8").splitlines()[int(first) - 1 : int(last or first)]
        assert hit["content"].split()[-1] in " ".join(quoted)


def test_what_was_replaced_is_past_and_comes_after(recall: Any) -> None:
    homes = [hit for hit in recall("Where does Nora live?") if hit["content"].startswith("Lives in")]
    assert [(hit["content"][9:17].strip(), hit["status"]) for hit in homes] == [("Freiburg", "current"), ("Leipzig,", "past")]


def test_what_was_true_then_is_current_then(recall: Any) -> None:
    works = [hit for hit in recall("Where does Nora work?", "--as-of", "2025-10-15") if hit["content"].startswith("Works as")]
    assert [(hit["id"], hit["status"]) for hit in works] == [("nora-job-hafenwerk", "current")]


@pytest.mark.parametrize("name", ["Kaspar", "der Hund", "the dog"])
def test_any_name_of_an_entity_means_it(recall: Any, name: str) -> None:
    assert recall("vet", "--entity", name) == recall("vet", "--entity", "Kasper")
