"""What a user installs: a typed, licensed wheel with few dependencies."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = 12
"""A plain install may bring this many packages, dayleaf included."""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=60)
    return next(folder.glob("*.whl"))


def test_the_wheel_is_typed_and_licensed(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "dayleaf/py.typed" in names
    assert [name for name in names if name.endswith("licenses/LICENSE")]
    assert [name for name in names if not name.startswith("dayleaf")] == []


def test_the_wheel_holds_every_module(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}
    assert inside == {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}


def test_a_plain_install_brings_few_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found: set[str] = {"dayleaf"}
    open_ends = list(project["dependencies"])
    while open_ends:
        line = open_ends.pop()
        if "extra ==" in line.replace('"', "").replace("'", ""):
            continue
        name = re.match(r"[\w.-]+", line.strip())
        assert name, line
        key = re.sub(r"[-_.]+", "-", name[0]).lower()
        if key not in found:
            try:
                open_ends += requires(key) or []
            except PackageNotFoundError:
                assert ";" in line, f"{key} is not installed"
                continue
            found.add(key)
    assert len(found) <= PACKAGES, sorted(found)


@pytest.mark.parametrize("lock", sorted((ROOT / "locks").glob("*.txt")), ids=lambda path: path.stem)
def test_a_lock_names_versions_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    entries = re.split(r"\n(?=\S)", re.sub(r"\n\s+#.*", "", text.strip()))
    assert [entry.splitlines()[0] for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []
