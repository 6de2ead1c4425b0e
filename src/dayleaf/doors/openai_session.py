"""A `Session` of the OpenAI Agents SDK that keeps its items beside a workspace (extra `openai`).

    from agents import Agent, Runner
    from dayleaf.doors.openai_session import DayleafSession

    result = await Runner.run(agent, "Hello", session=DayleafSession("chat-1", "notes"))

The items are the SDK's own and stand in `.memory/sessions.sqlite`, as `SQLiteSession` would keep them: this machine's state,
not in git, and no fact. What is worth keeping from a conversation is retained as a fact; see the guide.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from dayleaf.core.errors import Unavailable, UsageError
from dayleaf.wiring.memory import Memory
from dayleaf.wiring.sessions import sessions_of

try:
    from agents.memory.session import SessionABC
    from agents.memory.session_settings import SessionSettings, coerce_session_settings, resolve_session_limit
except ImportError as error:
    raise Unavailable("the OpenAI Agents SDK is not installed", hint="pip install 'dayleaf[openai]'") from error

if TYPE_CHECKING:
    from agents.items import TResponseInputItem

Answer = TypeVar("Answer")


class DayleafSession(SessionABC):
    """The history of one conversation.

    Args:
        session_id: which conversation; any text but the empty one, and none with lone surrogates.
        memory: an open memory, or the folder of a workspace, or None to find one from here. What was opened here is closed
            with `close`.
        session_settings: the SDK's settings: `limit` items are read at most.
    """

    def __init__(
        self,
        session_id: str,
        memory: Memory | str | os.PathLike[str] | None = None,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        if not session_id:
            raise UsageError("a session needs an id", hint="give the one your program knows the conversation by")
        if not session_id.isascii() and session_id.encode("utf-8", "replace").decode() != session_id:
            raise UsageError("the id of a session is no text", hint="give one without halves of characters (lone surrogates)")
        self.session_id = session_id
        self.session_settings = SessionSettings() if session_settings is None else coerce_session_settings(session_settings)
        self._own = not isinstance(memory, Memory)
        self._memory = memory if isinstance(memory, Memory) else Memory.open(memory)
        self._sessions = sessions_of(self._memory)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file, and of the memory if it was opened here."""
        self._sessions.close()
        if self._own:
            self._memory.close()

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items in their order; with a limit (else that of the settings) the newest so many. A negative one is none."""
        last = resolve_session_limit(limit, self.session_settings)
        return [json.loads(item) for item in await asyncio.to_thread(self._sessions.items, self.session_id, last)]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Put items at the end, all or none.

        Raises:
            UsageError: one of them is not JSON; nothing was written.
        """
        try:
            written = [json.dumps(item) for item in items]
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(f"an item is not JSON: {error}", hint="give the items as the SDK makes them") from error
        await _finished(self._sessions.add, self.session_id, written)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the newest item out."""
        item = await _finished(self._sessions.pop, self.session_id)
        return None if item is None else json.loads(item)

    async def clear_session(self) -> None:
        """Take all items of this session out; those of others stay."""
        await _finished(self._sessions.clear, self.session_id)


async def _finished(change: Callable[..., Answer], *values: object) -> Answer:
    """A change in a worker thread; who is cancelled meanwhile leaves only when it is done, so that nothing is half known."""
    task = asyncio.ensure_future(asyncio.to_thread(change, *values))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
