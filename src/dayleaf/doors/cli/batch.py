"""JSON lines in, one JSON answer a line out, in the same order; a bad line answers with an error and the rest goes on."""

from __future__ import annotations

import json as stdlib
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

from dayleaf.core.errors import DayleafError, UsageError
from dayleaf.doors.cli.base import put, standard_input
from dayleaf.doors.reply import json

Line = dict[str, object]


def answer_lines(file: str, answer: Callable[[Line], json.Answer]) -> None:
    """Answer each line of a file (`-`: standard input) with the line's `id`.

    Raises:
        UsageError: the file cannot be read; or, after all lines are answered, some could not be.
    """
    bad = lines = 0
    for number, data in _lines(file):
        lines += 1
        line: Line = {}
        try:
            line = _object(data)
            put({"schema": json.SCHEMA, "id": line.get("id")} | answer(line))
        except DayleafError as failure:
            bad += 1
            put({"schema": json.SCHEMA, "id": line.get("id"), "line": number} | json.error(failure))
        if file == "-":
            sys.stdout.flush()
    if bad:
        raise UsageError(f"{file}: {bad} of {lines} lines could not be answered", hint='see the answers with "error"')


def _lines(file: str) -> Iterator[tuple[int, bytes]]:
    try:
        with nullcontext(standard_input()) if file == "-" else Path(file).open("rb") as source:
            for number, data in enumerate(source, 1):
                if data.strip():
                    yield number, data
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{file} cannot be read: {getattr(error, 'strerror', None) or error}", hint="name a file of JSON lines, or -"
        ) from error


def _object(data: bytes) -> Line:
    try:
        line = stdlib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the line is not JSON: {error}", hint='write one object a line: {"id": 1, "query": "…"}') from error
    if not isinstance(line, dict):
        raise UsageError("the line is not a JSON object", hint='write {"id": 1, "query": "…"}')
    try:
        stdlib.dumps([[[[line.get("id")]]]], allow_nan=False)  # a little deeper than it will stand in the answer
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the id cannot be given back: {error}", hint="take a number or a short text") from error
    return line
