"""The same memory tool for the Python SDK of Claude: a `BetaAbstractMemoryTool` for its tool runner (extra `claude`).

from anthropic import Anthropic
from dayleaf.doors.claude_tool_sdk import DayleafMemoryTool

runner = Anthropic().beta.messages.tool_runner(tools=[DayleafMemoryTool("notes")], …)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dayleaf.core.errors import Unavailable
from dayleaf.doors.claude_tool import ClaudeMemory, ToolRefused
from dayleaf.doors.claude_words import SDK
from dayleaf.memory import Memory

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
except ImportError as error:
    raise Unavailable("the SDK of Claude is not installed", hint="pip install 'dayleaf[claude]'") from error

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )


class DayleafMemoryTool(BetaAbstractMemoryTool):
    """Claude's memory tool over a workspace; says what the SDK's own tool says, and refuses a little more (see the guide).

    Args:
        memory: an open memory, or the folder of a workspace, or None to find one from here.
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.backend.close()

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """View a file or a folder."""
        return self._done("view", path=command.path, view_range=command.view_range)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Create a file."""
        return self._done("create", path=command.path, file_text=command.file_text)

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a text in a file."""
        return self._done("str_replace", path=command.path, old_str=command.old_str, new_str=command.new_str)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return self._done("insert", path=command.path, insert_line=command.insert_line, insert_text=command.insert_text)

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Discard a file or a folder."""
        return self._done("delete", path=command.path)

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Rename a file or a folder."""
        return self._done("rename", old_path=command.old_path, new_path=command.new_path)

    def _done(self, name: str, **values: Any) -> str:  # noqa: ANN401 the command's own fields
        execute: Callable[[dict[str, Any]], str] = self.backend.execute
        try:
            return execute({"command": name, **values})
        except ToolRefused as refused:
            raise ToolError(refused.message) from refused
