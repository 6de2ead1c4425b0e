"""What of a memory can be read as a resource: the core pages, and a page for each entity."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from dayleaf.core.errors import UsageError
from dayleaf.doors.reply import markdown

if TYPE_CHECKING:
    from dayleaf.wiring.memory import Memory

CORE = "memory://core"
ENTITY = "memory://entity/"

RESOURCES = (
    {
        "uri": CORE,
        "name": "core",
        "title": "Core memory",
        "description": "The small pages that belong into every context: memory.md, SOUL.md, USER.md.",
        "mimeType": "text/markdown",
    },
)

TEMPLATES = (
    {
        "uriTemplate": ENTITY + "{slug}",
        "name": "entity",
        "title": "About a person, project, place or thing",
        "description": "The page of an entity and the facts about it, each with its citation.",
        "mimeType": "text/markdown",
    },
)


def read(memory: Memory, uri: str) -> str:
    """The Markdown of a resource.

    Raises:
        UnknownName: nothing is known under that name.
        UsageError: there is no such resource.
    """
    if uri == CORE:
        return "\n".join(f"<!-- {page.path} -->\n{page.text.rstrip()}\n" for page in memory.core.show())
    if uri.startswith(ENTITY) and (name := unquote(uri.removeprefix(ENTITY))):
        return markdown.about(memory.about(name, budget=memory.config.budget))
    raise UsageError(f"there is no resource {uri}", hint=f"there are {CORE} and {ENTITY}SLUG")
