"""What a server does with a command line that was forwarded to it: run it over the open memory, for a far terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from dayleaf.core.errors import UsageError
from dayleaf.doors import cli
from dayleaf.doors.cli.base import FAR, Far
from dayleaf.doors.reply.terminal import Look

if TYPE_CHECKING:
    from dayleaf.doors.reply.json import Answer
    from dayleaf.wiring.memory import Memory


def typed(memory: Memory) -> Callable[[Mapping[str, Any]], Answer]:
    """What runs a command line over this memory."""

    def run(given: Mapping[str, Any]) -> Answer:
        try:
            far = Far(_look(given, "out"), _look(given, "err"), given.get("sent", "").encode("latin-1", "replace"))
            args = [str(arg) for arg in given["args"]]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UsageError("this is no command line", hint="only `dayleaf` itself asks here") from error
        token = FAR.set(far)
        try:
            status = cli.main(args, open=memory)
        finally:
            FAR.reset(token)
        return {"status": status, "out": far.out.decode("utf-8", "replace"), "err": far.err.decode("utf-8", "replace")}

    return run


def _look(given: Mapping[str, Any], name: str) -> Look:
    width, colour, glyphs = given["looks"][name]
    return Look(int(width), bool(colour), bool(glyphs))
