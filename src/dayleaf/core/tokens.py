"""How many tokens a text costs in a context, estimated without any model's vocabulary."""

from __future__ import annotations

from dayleaf.core.regex import regex

CITATION = 12
"""Tokens that a hit's citation costs beside its content (`memory/2025-11-27.md#L12` and its frame)."""

_WIDE = regex("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")


def count(text: str) -> int:
    """One token for each Chinese, Japanese or Korean character, one for every four other characters, rounded up."""
    if text.isascii() or max(text) < "\u3040":  # asked first, for the pattern takes 2 ms to compile
        return (len(text) + 3) // 4
    wide = len(_WIDE.findall(text))
    return wide + (len(text) - wide + 3) // 4
