"""MCP over standard input and output: one message a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import BinaryIO, NoReturn

from dayleaf.doors.mcp.protocol import INVALID, PARSE, Message, Server, failure
from dayleaf.doors.reply.json import encode

LONGEST_LINE = 32 << 20
"""Bytes of one message at most: a value of working memory of 16 MB, escaped."""


def serve(server: Server, source: BinaryIO, target: BinaryIO) -> None:
    """Answer every message until the input ends; never stops for a bad one.

    Raises:
        BrokenPipeError: the client went away.
    """
    for line in _lines(source):
        answer = failure(None, INVALID, f"the message is longer than {LONGEST_LINE} bytes") if line is None else _answered(server, line)
        if answer is not None:
            target.write(encode(answer))
            target.flush()


def decoded(data: bytes) -> object:
    """The message these bytes are.

    Raises:
        ValueError: they are no JSON.
    """
    return json.loads(data.decode("utf-8", "surrogatepass"), parse_constant=_no_constant, parse_float=_finite)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(digits: str) -> float:
    """A number; `1e999` is none, for no answer could repeat it."""
    number = float(digits)
    return number if isfinite(number) else _no_constant(digits)


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Each line; None for one that is too long, which is read past."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line


def _answered(server: Server, line: bytes) -> Message | None:
    try:
        message = decoded(line)
    except (ValueError, RecursionError):
        return failure(None, PARSE, "this is no JSON")
    return server.answer(message)
