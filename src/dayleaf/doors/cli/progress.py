"""A progress bar for index work: on a terminal only, and only when it takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dayleaf.doors.cli.base import FAR

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 0.5
"""Seconds of silence before a bar appears."""


class _Shown:
    """The bar, once there is one."""

    def __init__(self) -> None:
        self.bar: Bar | None = None
        self.started = time.monotonic()

    def tell(self, done: int, total: int, label: str) -> None:
        if self.bar is None:
            if time.monotonic() - self.started < PATIENCE:
                return
            self._appear()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done, total=total, label=label)

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        columns = (
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[label]}", markup=False),
        )
        self.bar = Progress(*columns, console=console, transient=True)
        self.bar.add_task("index", label="")
        self.bar.start()


@contextmanager
def progress() -> Iterator[Callable[[int, int, str], None] | None]:
    """What to tell about index work: bytes done, bytes in all, the page at hand; None where nobody watches."""
    if FAR.get() is not None or not sys.stderr.isatty():
        yield None
        return
    shown = _Shown()
    try:
        yield shown.tell
    finally:
        if shown.bar is not None:
            shown.bar.stop()
