"""Conformance suites for authors of adapters: subclass one in a test module and say how to make yours.

The suites are plain classes with plain asserts; pytest collects them, but nothing here imports it.
"""

from __future__ import annotations

from dayleaf.testing.archive import ArchiveSuite
from dayleaf.testing.index import IndexSuite
from dayleaf.testing.working import WorkingMemorySuite
from dayleaf.testing.workspace import ClockSuite, WorkspaceSuite

__all__ = ["ArchiveSuite", "ClockSuite", "IndexSuite", "WorkingMemorySuite", "WorkspaceSuite"]
