"""Values → Markdown, for agents and pages: a bullet a fact, cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dayleaf.core.recall.query import Bundle, Hit
    from dayleaf.shell.answers import About


def recall(bundle: Bundle) -> str:
    """Every hit as a bullet; an empty answer says whether it can be relied on."""
    if bundle.hits:
        return "".join(map(hit_of, bundle.hits))
    return "Nothing was found, but a part of the workspace could not be checked.\n" if bundle.stale else "Nothing is known about that.\n"


def hit_of(hit: Hit) -> str:
    """One bullet, its later lines indented."""
    fact = hit.fact
    day = fact.told.isoformat() if fact.told else str(fact.when) if fact.when else ""
    sure = "" if fact.confidence is None else f"confidence {fact.confidence:g}"
    past = "no longer true" if str(hit.status) == "past" else ""
    traits = ", ".join(part for part in (fact.kind.value, day, sure, past, f"`{hit.source}`") if part)
    return f"- {hit.content.replace(chr(10), chr(10) + '  ')} ({traits})\n"


def about(found: About) -> str:
    """The page as it stands, then the facts."""
    page = found.page.strip() if found.page else f"# {found.entity.name}"
    return f"{page}\n\n{''.join(map(hit_of, found.facts))}" if found.facts else f"{page}\n"
