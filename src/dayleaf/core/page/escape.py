r"""How any text stands in a list item so that it comes back as the same text.

Text is written as it is, except where Markdown would take it for something else. Three escapes, undone exactly:

1. `<!--` anywhere becomes `<\!--`, so that no comment opens.
2. A continuation line that would open a heading, list item, quote, rule or fence gets a backslash before its first
   character, a numbered one before its dot (`1\.`).
3. When every continuation line begins with blanks, the first of them gets a backslash before its blanks, so that
   taking the item's indentation away cannot take theirs.

Where backslashes stand at such a place already, writing adds one and reading takes one away.
"""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

_LINE_ENDS = regex("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = regex("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_COMMENT = regex(r"<(\\*)!--")
_ESCAPED_COMMENT = regex(r"<\\(\\*)!--")
_OPENER = r"(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|```|~~~|=+\s*$|-+\s*$|(?:\*[^\S\n]*){3,}$|(?:_[^\S\n]*){3,}$)"
_OPENS = regex(rf"(\s*)(?=\\*{_OPENER})")
_NUMBERED = regex(r"(\s*\d{1,9})(?=\\*[.)](?:\s|$))", re.ASCII)
_MARGIN = regex(r"\\+\s")


def normal_text(text: str) -> str:
    """The text as a bullet keeps it.

    LF is the only line end; no blanks stand at line ends or around the text; control characters other than tab and LF,
    and lone surrogates, are U+FFFD.
    """
    if "\n" in text or not text.isprintable():
        text = _CONTROL.sub("\ufffd", _LINE_ENDS.sub("\n", text))
        text = "\n".join(line.rstrip() for line in text.split("\n"))
    return text.strip()


def escape(text: str) -> str:
    """A text in normal form, with the escapes it needs as the text of an item."""
    text = _COMMENT.sub(r"<\\\1!--", text)
    first, *rest = text.split("\n")
    if not rest:
        return text
    lines = [_escape_line(line) for line in rest]
    if all(not line or line[0].isspace() for line in lines):
        at = next(number for number, line in enumerate(lines) if line)
        lines[at] = "\\" + lines[at]
    return "\n".join((first, *lines))


def _escape_line(line: str) -> str:
    if _MARGIN.match(line):
        return "\\" + line
    found = _OPENS.match(line) or _NUMBERED.match(line)
    return f"{found[1]}\\{line[found.end() :]}" if found else line


def unescape(raw: str) -> str:
    """An item's text in normal form, without escapes: `unescape(escape(text)) == text`."""
    text = normal_text(raw)
    if "\\" not in text:
        return text
    first, *rest = text.split("\n")
    return _ESCAPED_COMMENT.sub(r"<\1!--", "\n".join((first, *map(_unescape_line, rest))))


def _unescape_line(line: str) -> str:
    if _MARGIN.match(line):
        line = line[1:]
        if line[0] == "\\":
            return line
    found = _OPENS.match(line) or _NUMBERED.match(line)
    return f"{found[1]}{line[found.end() + 1 :]}" if found and line[found.end()] == "\\" else line
