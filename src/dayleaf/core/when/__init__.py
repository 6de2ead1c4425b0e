"""Time expressions: "since last week" and a day → TimeRange; the dates inside a text."""

from dayleaf.core.when.option import window
from dayleaf.core.when.reader import Found, Understood, find, understand

__all__ = ["Found", "Understood", "find", "understand", "window"]
