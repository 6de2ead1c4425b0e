"""A core page as a model reads it: without front matter, without comments for people, without secrets."""

from __future__ import annotations

from dayleaf.core.page.comments import HIDDEN, Comments
from dayleaf.core.page.front import front_of
from dayleaf.core.secrets import without_secrets


def page_text(text: str) -> str:
    """The text that counts; empty if there is none."""
    text = text.replace("\r\n", "\n")
    front = front_of(text)
    lines = text[front.end if front else 0 :].split("\n")
    comments = Comments(lines)
    fence = ""
    for at, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if mark in {"```", "~~~"} and fence in {"", mark}:
            fence = "" if fence else mark
        elif not fence:
            comments.hide(at, to_end=False)
    return without_secrets("\n".join(line for line in lines if line != HIDDEN).strip())
