"""Text that was injected from memory: how it is marked, and how it is known again so that it is never learned as new."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

TAG = "dayleaf-memory"
"""The element that frames an injected text, in Markdown and XML alike."""

JSON_KEY = "dayleaf_memory"
"""The first key of an injected text rendered as JSON."""

_NAME = "dayleaf"
_TAG = regex(r"[<\uff1c\ufe64](?=[\W_]{0,9}dayleaf[\W_]{0,9}memory)", re.IGNORECASE)
"""What is a tag of the frame, or looks like one to a reader: blanks, unseen letters and other dashes within it do not count."""

_KEY = regex(r'"(?=dayleaf_memory"\s*:)')
_BLOCK = regex(r"<[ \t]*dayleaf-memory\b[^<>]*>.*?(?:<[ \t]*/[ \t]*dayleaf-memory[ \t]*>|\Z)", re.IGNORECASE | re.DOTALL)
_JSON = regex(r'\{\s*"dayleaf_memory"\s*:')
_LINE = regex(r"^[ \t]*[-*+][ \t]+\[[\w.:-]{1,64}\] [^\n]{0,400}?\.md#L\d+(?:-L\d+)?\)?:[ \t][^\n]*$", re.MULTILINE)


def disarmed(text: str) -> str:
    """A text from memory that can neither open nor close the frame it is put into."""
    if _NAME not in text.lower():
        return text
    return _KEY.sub("“", _TAG.sub("‹", text))


def is_injected(text: str) -> bool:
    """Whether a part of the text was injected from memory: a framed block, in any rendering, or a recalled line with its citation."""
    return without_injected(text) != text


def without_injected(text: str) -> str:
    """The text without what was injected; blanks around it may differ, every other byte stays.

    A block that is opened and never closed reaches to the end.
    """
    lowered = text.lower()
    if TAG in lowered:
        text = _BLOCK.sub("", text)
    if JSON_KEY in lowered:
        text = _without_json(text)
    return _LINE.sub("", text) if "#L" in text else text


def _without_json(text: str) -> str:
    at = 0
    while found := _JSON.search(text, at):
        at = found.start()
        text = text[:at] + text[_end_of_object(text, at) :]
    return text


def _end_of_object(text: str, at: int) -> int:
    """Where the JSON object that begins here ends; of one cut off, the end of the text."""
    depth = 0
    for found in _BRACE.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return len(text)


_BRACE = regex(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)
