"""The exceptions of dayleaf, drawn here, with code, exit status and HTTP status in one table.

    DayleafError
    ├── UsageError            a call, option or expression that makes no sense        exit 2
    ├── WorkspaceMissing      no workspace where one was expected                     exit 3
    ├── PageMissing           a page that is not there                                exit 4
    ├── PathRefused           a path that would leave the workspace                   exit 5
    ├── EditConflict          the file changed and the edit has no place any more     exit 6
    ├── SecretRefused         text that carries a key, token or password              exit 7
    ├── Busy                  somebody else holds the lock                            exit 8
    ├── DiskFailed            the disk is full, read-only or broken                   exit 9
    ├── IndexFailed           the index cannot be used (recall goes on without it)    exit 10
    ├── UnknownName           no fact, entity or proposal of that name                exit 11
    ├── Untrue                `verify` or `audit` found what must not be              exit 12
    └── Unavailable           an optional part is not installed                       exit 13

A bad line in a person's file is never an exception but a `Problem`. Every message says what happened and where;
`hint` says what to do about it.
"""

from __future__ import annotations

from typing import ClassVar


class DayleafError(Exception):
    """What every exception of this package is.

    Attributes:
        message: what happened, and where.
        hint: what to do about it, or the empty string.
    """

    code: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 1
    http_status: ClassVar[int] = 500

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class UsageError(DayleafError):
    """A call, option or expression that makes no sense."""


class WorkspaceMissing(DayleafError):
    """No workspace where one was expected."""


class PageMissing(DayleafError):
    """A page that is not there."""


class PathRefused(DayleafError):
    """A path that would leave the workspace, or that no page may have."""


class EditConflict(DayleafError):
    """The file changed meanwhile and the edit has no place in it any more; nothing was written."""


class SecretRefused(DayleafError):
    """Text that seems to carry a key, token or password; nothing was written."""


class Busy(DayleafError):
    """Somebody else holds the lock longer than we wait."""


class DiskFailed(DayleafError):
    """The disk is full, read-only or broken; nothing was written."""


class IndexFailed(DayleafError):
    """The index cannot be read or written."""


class UnknownName(DayleafError):
    """There is no fact, entity or proposal of that name."""


class Untrue(DayleafError):
    """A proof failed: the index differs from the Markdown, or something vanished."""


class Unavailable(DayleafError):
    """An optional part that is not installed or not configured."""


TABLE: tuple[tuple[type[DayleafError], str, int, int], ...] = (
    (DayleafError, "error", 1, 500),
    (UsageError, "usage", 2, 400),
    (WorkspaceMissing, "workspace_missing", 3, 404),
    (PageMissing, "page_missing", 4, 404),
    (PathRefused, "path_refused", 5, 403),
    (EditConflict, "edit_conflict", 6, 409),
    (SecretRefused, "secret_refused", 7, 422),
    (Busy, "busy", 8, 503),
    (DiskFailed, "disk_failed", 9, 507),
    (IndexFailed, "index_failed", 10, 500),
    (UnknownName, "unknown_name", 11, 404),
    (Untrue, "untrue", 12, 409),
    (Unavailable, "unavailable", 13, 501),
)
"""Exception, code, exit status of the command line, HTTP status: the one table every door reads."""

for _error, _code, _exit, _http in TABLE:
    _error.code, _error.exit_status, _error.http_status = _code, _exit, _http
