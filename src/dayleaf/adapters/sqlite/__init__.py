"""The derived index in one SQLite file: FTS5 for the terms, plain tables for everything else."""

from dayleaf.adapters.sqlite.index import SqliteIndex

__all__ = ["SqliteIndex"]
