"""The language model a setting names. Loaded only where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from dayleaf.adapters.model import AnthropicModel, CompatibleModel
from dayleaf.adapters.model.anthropic import URL, VERSION
from dayleaf.adapters.model.asking import Line
from dayleaf.adapters.model.replay import ReplayModel
from dayleaf.core.errors import Unavailable, UsageError
from dayleaf.ports.outside import LanguageModel

OPENAI, OLLAMA = "https://api.openai.com/v1", "http://127.0.0.1:11434"
"""Where a model is asked for when its setting names no address."""

CHOICES = "none, ollama:MODEL@URL, openai:MODEL@URL, anthropic:MODEL or replay:FILE"


def model_of(setting: str, environ: Mapping[str, str]) -> LanguageModel:
    """The model of this setting; nobody is asked before there is a question. Keys come from the environment alone.

    Raises:
        UsageError: there is no such model.
        Unavailable: httpx is not installed.
    """
    name, _, rest = setting.partition(":")
    model, _, url = rest.rpartition("@") if "://" in rest.rpartition("@")[2] else (rest, "", "")
    if not model or name not in {"openai", "ollama", "anthropic", "replay"}:
        raise UsageError(f"there is no model {setting!r}", hint=f"choose {CHOICES}")
    if name == "replay":
        return ReplayModel(Path(rest))
    if find_spec("httpx") is None:
        raise Unavailable(f"the model {setting!r} needs httpx, which is not installed", hint="pip install 'dayleaf[endpoint]'")
    own = environ.get("DAYLEAF_MODEL_KEY")
    if name == "anthropic":
        url = (url or URL).rstrip("/")
        key = own or (environ.get("ANTHROPIC_API_KEY") if url == URL else None)
        return AnthropicModel(setting, model, Line(url, {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})))
    url = (url or (OLLAMA if name == "ollama" else OPENAI)).rstrip("/")
    key = own or (environ.get("OPENAI_API_KEY") if url == OPENAI else None)
    base = url if name == "openai" or url.endswith("/v1") else f"{url}/v1"
    return CompatibleModel(setting, model, Line(base, {"Authorization": f"Bearer {key}"} if key else {}))
