"""Size and number of packages of a plain install: builds the wheel and installs it into a fresh environment.

python benchmarks/install_size.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEGABYTES, PACKAGES = 40, 12
"""What a plain install may take, dependencies included (10^6 bytes; with the compiled files pip makes)."""


def size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> None:
    """Install and count."""
    with tempfile.TemporaryDirectory(prefix="dayleaf-size-") as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", name], cwd=ROOT, check=True, capture_output=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
        packages = next((folder / "env" / "lib").glob("python*/site-packages"))
        before = size(packages)
        pip = [sys.executable, "-m", "venv", str(folder / "tool")]
        subprocess.run(pip, check=True)
        installer = [str(folder / "tool" / "bin" / "python"), "-m", "pip", "--python", str(folder / "env" / "bin" / "python")]
        subprocess.run([*installer, "install", "-qq", str(next(folder.glob("*.whl")))], check=True)
        listed = subprocess.run([*installer, "list", "--format", "json"], check=True, capture_output=True, text=True)
        names = sorted(package["name"] for package in json.loads(listed.stdout))
        megabytes = (size(packages) - before) / 1e6
        print(f"{len(names)} packages (at most {PACKAGES}): {', '.join(names)}")
        print(f"{megabytes:.1f} MB (at most {MEGABYTES})")
        for part in sorted(packages.iterdir(), key=lambda path: -size(path) if path.is_dir() else 0)[:6]:
            print(f"  {size(part) / 1e6:6.1f} MB  {part.name}")


if __name__ == "__main__":
    main()
