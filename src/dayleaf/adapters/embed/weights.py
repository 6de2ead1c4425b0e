"""Weights that come inside a pinned package: found without importing it, and proved to be the known ones."""

from __future__ import annotations

from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path

from dayleaf.core.errors import Unavailable


def weights_of(package: str, file: str, expected: str, extra: str) -> Path:
    """The file of a package, after its SHA-256 was compared with the expected one (70 MB take 0.05 s).

    Raises:
        Unavailable: the package is not installed, or its file is not the one expected.
    """
    spec = find_spec(package)
    hint = f"pip install 'dayleaf[{extra}]'"
    if spec is None or spec.origin is None:
        raise Unavailable(f"the embedder {extra!r} is not installed", hint=hint)
    path = Path(spec.origin).parent / file
    try:
        with path.open("rb") as opened:
            found = file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}", hint=f"install it again: {hint}") from error
    if found != expected:
        raise Unavailable(f"{path} is not the model this version was made for", hint=f"install the pinned version: {hint}")
    return path
