"""A workspace in a folder on disk: list its pages, read them, change them without losing anybody's byte.

Paths never leave the folder. Listing asks the disk for names, sizes and times only. A change is taken under a lock
that every dayleaf process respects, and published by swapping a complete new file with the old one, so that an
editor that knows of no lock loses nothing either.
"""

from __future__ import annotations

from dayleaf.adapters.files.folder import FolderWorkspace

__all__ = ["FolderWorkspace"]
