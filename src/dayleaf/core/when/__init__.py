"""Time expressions: "since last week" and a day → TimeRange; the dates inside a text."""

from dayleaf.core.when.option import window
from dayleaf.core.when.reader import WHEN_VERSION, Found, Understood, find, understand

__all__ = ["WHEN_VERSION", "Found", "Understood", "find", "understand", "window"]
