"""Where OpenClaw keeps its workspace: its configuration file, JSON with comments, gives the folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

_PIECE = r"""(?xs)
      (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<quoted>'(?:[^'\\]|\\.)*')
    | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<comma>,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]]))
    | (?P<name>[A-Za-z_$][\w$]*(?=\s*:))
    """


def relaxed(text: str) -> object:
    """Read JSON that a person wrote: comments, commas before a closing bracket, names without and strings with single quotes.

    Raises:
        ValueError: it is not even that.
    """
    strict = re.sub(_PIECE, _strict, text.removeprefix("\ufeff"))
    return import_module("json").loads(strict)  # loaded, as the pattern, only where nothing else names a workspace


def _strict(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "string":
            return found[0]
        case "quoted":
            inner = found[0][1:-1].replace("\\'", "'")
            return '"' + re.sub(r'(?<!\\)"', r"\"", inner) + '"'
        case "name":
            return f'"{found[0]}"'
        case _:
            return " "


def openclaw_workspace(environ: Mapping[str, str]) -> Path | None:
    """The workspace folder of this user's OpenClaw, or None when there is no OpenClaw or the folder does not exist.

    A configuration that cannot be read counts as none: the default folder `~/.openclaw/workspace` is tried.
    """
    home = environ.get("OPENCLAW_HOME") or environ.get("HOME") or environ.get("USERPROFILE")
    if not home:
        return None
    state = Path(environ.get("OPENCLAW_STATE_DIR") or Path(home, ".openclaw"))
    folder = _configured(Path(environ.get("OPENCLAW_CONFIG_PATH") or state / "openclaw.json"), home) or state / "workspace"
    return folder if folder.is_dir() else None


def _configured(file: Path, home: str) -> Path | None:
    try:
        node = relaxed(file.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError, RecursionError):
        return None
    for name in ("agents", "defaults", "workspace"):
        node = node.get(name) if isinstance(node, dict) else None
    if not isinstance(node, str) or not node.strip() or "\0" in node:
        return None
    return Path(home, node[1:].lstrip("/\\")) if node.startswith("~") else Path(home, node)
