"""Vectors in files beside the index: keys, rows, pages and a sketch; found by a scan."""

from dayleaf.adapters.vectors.store import FileVectors

__all__ = ["FileVectors"]
