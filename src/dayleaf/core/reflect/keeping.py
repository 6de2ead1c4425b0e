"""Keep the generated section of a page: put it there, bring it up to date, and move out of it what somebody wrote inside.

Everything outside the marks keeps its bytes. Of what stands inside only the machine's own lines are ever written over: a line it did not
write is moved below the section, under a heading that says so, and told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dayleaf.core.errors import EditConflict
from dayleaf.core.fact import Kind
from dayleaf.core.page.edit import BOM, edit_between
from dayleaf.core.page.generated import Section, written
from dayleaf.core.page.parse import parse
from dayleaf.core.page.sections import sections
from dayleaf.core.reflect.words import Words
from dayleaf.core.reflection import NOTHING, Decided, Reflection, Refused


def keep(path: str, data: bytes | None, lines: Sequence[str], title: str, words: Words) -> Decided:
    """What is to be done to a page so that its section has these lines.

    Args:
        path: the page.
        data: its bytes; None: there is none.
        lines: what stands between the marks; for none no section is begun.
        title: of a page that is made.
        words: for the heading of what is moved out.
    """
    if data is None:
        return Decided(edit_between(path, None, f"# {title}\n\n{written(lines)}\n".encode()) if lines else None)
    found, broken = sections(data)
    if broken or len(found) > 1:
        why = "the end of its generated section is missing" if broken else "it has several generated sections"
        return Decided(None, _refused(path, f"{why}; put `<!-- dayleaf:end -->` below its lines, or delete what is too much"))
    if not found and not lines:
        return Decided(None)
    section = found[0] if found else None
    if section and not section.is_touched and list(section.lines) == list(lines):
        return Decided(None)
    after, told = _inserted(data, lines) if section is None else _replaced(path, data, section, lines, words)
    _check(path, data, after, lines)
    return Decided(edit_between(path, data, after), told)


def _inserted(data: bytes, lines: Sequence[str]) -> tuple[bytes, Reflection]:
    """The page with a section at its end."""
    ends = b"\r\n" if b"\r\n" in data else b"\n"
    gap = b"" if not data.strip() else ends if data.endswith(b"\n") else ends * 2
    if data.endswith(ends * 2):
        gap = b""
    return data + gap + (written(lines) + "\n").encode().replace(b"\n", ends), NOTHING


def _replaced(path: str, data: bytes, section: Section, lines: Sequence[str], words: Words) -> tuple[bytes, Reflection]:
    """The page with the section brought up to date, and what a hand wrote inside it below it."""
    raw = data.split(b"\n")
    ends = "\r" if raw[section.first - 1].endswith(b"\r") else ""
    fresh = [(line + ends).encode("utf-8", "surrogateescape") for line in written(lines).split("\n")]
    held = Counter(line.rstrip() for line in lines)
    strange = [line for line in section.strange if not held[line.rstrip()]]
    last = section.last
    tail = raw[last:]
    if strange:
        out = [(line.rstrip("\r") + ends).encode("utf-8", "surrogateescape") for line in strange]
        tail = _moved_out(tail, out, f"## {words.by_hand}{ends}".encode(), ends.encode())
    elif not tail and not raw[-1].endswith(b"\r"):
        fresh[-1] = fresh[-1].removesuffix(b"\r")
    after = b"\n".join((*raw[: section.first - 1], *fresh, *tail))
    if section.first == 1 and data.startswith(BOM):
        after = BOM + after
    said = []
    if strange:
        said.append(f"{len(strange)} lines written inside the generated section were moved below it")
    elif section.is_touched and section.missing:
        said.append("lines taken out of the generated section are back; correct or forget the lines they cite instead")
    return after, _refused(path, said[0]) if said else NOTHING


def _moved_out(tail: list[bytes], out: list[bytes], heading: bytes, ends: bytes) -> list[bytes]:
    """What follows the section, with these lines under their heading."""
    at = next((place for place, line in enumerate(tail) if line.strip()), len(tail))
    if at < len(tail) and tail[at].rstrip() == heading.rstrip():
        below = at + 1
        while below < len(tail) and not tail[below].strip() and below < len(tail) - 1:
            below += 1
        return [*tail[:below], *out, *tail[below:]]
    rest = tail if any(line.strip() for line in tail) else [b""]
    return [ends, heading, ends, *out, *([ends] if rest[0].strip() else []), *rest]


def _check(path: str, before: bytes, after: bytes, lines: Sequence[str]) -> None:
    """Raise unless the page then has just this section, and says all it said outside it.

    Raises:
        EditConflict: the section has no place there.
    """
    found, broken = sections(after)
    if broken or len(found) != 1 or list(found[0].lines) != list(lines):
        raise EditConflict(f"{path} has no place for its generated section", hint="look for an unclosed fence or comment in it")
    lost = Counter(_saying(path, before))
    lost.subtract(Counter(_saying(path, after)))
    titles = {line.strip().lstrip("#").strip() for line in before.decode("utf-8", "replace").split("\n") if line.startswith("#")}
    if any(times > 0 and not (kind is Kind.PASSAGE and text in titles) for (kind, text), times in lost.items()):
        raise EditConflict(f"the generated section of {path} would hide what stands beside it", hint="leave a blank line around its marks")


def _saying(path: str, data: bytes) -> list[tuple[Kind, str]]:
    return [(fact.kind, fact.text) for fact in parse(path, data, lambda _: {}).facts]


def _refused(what: str, why: str) -> Reflection:
    return Reflection(refused=(Refused(what, why),))
