"""The same memory tool for the Python SDK of Claude: for its tool runner, and for that of its async client (extra `claude`).

from anthropic import Anthropic
from dayleaf.doors.claude_tool_sdk import DayleafMemoryTool

runner = Anthropic().beta.messages.tool_runner(tools=[DayleafMemoryTool("notes")], …)
"""

from __future__ import annotations

import asyncio
import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dayleaf.core.errors import Unavailable
from dayleaf.doors.claude_tool import ClaudeMemory, ToolRefused
from dayleaf.doors.claude_words import SDK
from dayleaf.memory import Memory

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
except ImportError as error:
    raise Unavailable("the SDK of Claude is not installed", hint="pip install 'dayleaf[claude]'") from error

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818Command,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )

_FIELDS = ("path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text", "old_path", "new_path")


class _Over:
    """What both tools have: a backend that is opened and closed with them."""

    backend: ClaudeMemory

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.backend.close()

    def done(self, command: BetaMemoryTool20250818Command) -> str:
        """Do what the model asks."""
        given: dict[str, Any] = {name: getattr(command, name) for name in ("command", *_FIELDS) if hasattr(command, name)}
        try:
            return self.backend.execute(given)
        except ToolRefused as refused:
            raise ToolError(refused.message) from refused


class DayleafMemoryTool(_Over, BetaAbstractMemoryTool):
    """Claude's memory tool over a workspace; says what the SDK's own tool says, and refuses a little more (see the guide).

    Args:
        memory: an open memory, or the folder of a workspace, or None to find one from here. What was opened here is closed
            at the end of a `with`.
        allow_secret: write texts although they seem to carry a key or password.
        cache_control: handed on to the SDK.
    """

    def __init__(
        self,
        memory: Memory | str | os.PathLike[str] | None = None,
        *,
        allow_secret: bool = False,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self.backend = ClaudeMemory(memory, wording=SDK, allow_secret=allow_secret)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """View a file or a folder."""
        return self.done(command)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Create a file."""
        return self.done(command)

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a text in a file."""
        return self.done(command)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return self.done(command)

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Discard a file or a folder."""
        return self.done(command)

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Rename a file or a folder."""
        return self.done(command)


class AsyncDayleafMemoryTool(_Over, BetaAsyncAbstractMemoryTool):
    """The same for `AsyncAnthropic`; each command runs in a worker thread.

    Args: as `DayleafMemoryTool`.
    """

    def __init__(
        self,
        memory: Memory | str | os.PathLike[str] | None = None,
        *,
        allow_secret: bool = False,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self.backend = ClaudeMemory(memory, wording=SDK, allow_secret=allow_secret)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """View a file or a folder."""
        return await asyncio.to_thread(self.done, command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Create a file."""
        return await asyncio.to_thread(self.done, command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a text in a file."""
        return await asyncio.to_thread(self.done, command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return await asyncio.to_thread(self.done, command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Discard a file or a folder."""
        return await asyncio.to_thread(self.done, command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Rename a file or a folder."""
        return await asyncio.to_thread(self.done, command)
