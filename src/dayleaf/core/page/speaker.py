"""Who speaks a passage of a chat log: the label it begins with, and whether that is a machine's."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

LONGEST_LABEL = 60
"""Characters at the start of a passage that are searched for a label."""

AGENT = "agent"
"""The origin of what an assistant said (see `Fact.origin`); of people nothing is claimed, for a label is easily forged."""

_LABEL = regex(
    r"""[\s>]*+(?:\[?\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?[ap]m)?\]?\s*+[-–—]?\s*+)?  # a quote's mark, a time
    (?P<mark>\*\*|__|)@?(?P<name>[^\W\d_][\w.'’&-]*(?:[ ][\w.'’&-]+){0,2}?)
    (?:\s?[(\[][^()\[\]\n]{1,24}[)\]])?                                                      # (GPT-4), [10:32]
    (?:[:：](?P=mark)|(?P=mark)\s?[:：])(?!//)(?=\s|[^\x00-\x7f]|$)""",
    re.VERBOSE | re.IGNORECASE,
)
_AGENTS = frozenset(
    """assistant agent ai bot chatbot chatgpt assistent assistentin ki 助手 助理 智能助手 アシスタント
    ai-assistant ki-assistent ki-assistentin voice-assistant""".split()
)
_PEOPLE = frozenset("user human me you nutzer nutzerin benutzer benutzerin ich du mensch 用户 用戶 我 你 ユーザー 私".split())


def label_of(text: str) -> tuple[str, bool]:
    """The speaker's name a passage begins with (empty if none), and whether nothing but the label stands there."""
    start = text[:LONGEST_LABEL]
    if ":" not in start and "：" not in start:
        return "", False
    found = _LABEL.match(start)
    return (found["name"], not text[found.end() :].strip()) if found else ("", False)


def is_agent(name: str) -> bool:
    """Whether a label or heading names an assistant by its role; a product's or person's name says nothing for sure."""
    return _role(name) in _AGENTS


def is_role(name: str) -> bool:
    """Whether a heading names somebody who speaks: an assistant, or the person it talks with."""
    role = _role(name)
    return role in _AGENTS or role in _PEOPLE


def _role(name: str) -> str:
    return "-".join(name.strip(" \t*_:：").casefold().split())
