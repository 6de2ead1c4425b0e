"""The grammar of a bullet: one list item of Markdown ⇄ one Bullet, and back without loss.

    - <LETTER>[(key=value, …)] [@Mention]…: text
      continued, indented by two blanks

Reading is liberal (no blank before a mention, full-width `：（）＠` of CJK keyboards, commas between mentions); writing
is strict. A value is quoted, `key="…"` with backslashes before `"` and backslash, only when it holds something that ends a value.

How a text keeps Markdown from taking it for something else says `escape`.

A bullet is in normal form when it equals what reading gives back: `normal_text`, `normal_name`.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass, field

from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Kind, Source, TimeRange
from dayleaf.core.page.attributes import ORIGINS, Fault, day_or_none, one_line, read_attributes, sources_of
from dayleaf.core.page.escape import escape, normal_text, unescape
from dayleaf.core.regex import regex

_START = regex(r"([^\W\d_])[ \t]*(?=[(（@＠:：])")
_ATTRIBUTES = regex(r'[(（]((?:"(?:[^"\\\n]|\\.)*"|[^()（）"\n])*)[)）]')
_COLON = regex(r"[:：]")
_NO_BULLET = frozenset("\\/()-|:")  # `B:\\backup`, `S:)`
_BETWEEN = frozenset({"&", "+", "and", "und"})
_PLAIN_VALUE = regex(r'[^\s()（）"\\,，<>`]+(?: [^\s()（）"\\,，<>`]+)*')


@dataclass(frozen=True, slots=True)
class Bullet:
    """One typed bullet.

    Attributes:
        kind: world, experience, opinion or observation.
        text: the statement, in normal form (see `normal_text`).
        entities: the mentioned names, NFC, without `@`, in order, without repeats.
        confidence: 0 to 1, or None.
        when: the days of the event, or None.
        category: a hierarchical path, or None.
        origin: `owner`, `agent`, `untrusted`, or None.
        supersedes: the id of the fact this one replaces, or None.
        name: the id the bullet gives itself, or None.
        extra: (key, value) in order: the `MARKS` of the machine, unknown and repeated keys, values that could not be
            read, and (with an empty key) bare words, of which only `pinned` has a meaning.
        faults: what was wrong though the bullet could be read; not part of its value.
    """

    kind: Kind
    text: str
    entities: tuple[str, ...] = ()
    confidence: float | None = None
    when: TimeRange | None = None
    category: str | None = None
    origin: str | None = None
    supersedes: str | None = None
    name: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)

    @property
    def evidence(self) -> tuple[Source, ...]:
        """The lines it was derived from; empty if nobody derived it."""
        return next((sources_of(value) for key, value in self.extra if key == "from"), ()) if self.extra else ()

    @property
    def on(self) -> dt.date | None:
        """The day the machine wrote it on a page that has none."""
        return next((day_or_none(value) for key, value in self.extra if key == "on"), None) if self.extra else None


def read_bullet(body: str) -> Bullet | Fault | None:  # noqa: PLR0911 - one return for each way a line can be read
    """Read a list item as a bullet.

    Args:
        body: the item's text after its marker, continuation lines dedented, joined by LF.

    Returns:
        The bullet; a Fault when it was meant as one but cannot be read; None when it is plain narrative.
    """
    start = _START.match(body)
    if start is None:
        return None
    letter, at = start[1], start.end()
    attributes: str | None = None
    if body[at] in "(（":
        found = _ATTRIBUTES.match(body, at)
        if found is None or not _meant(found[1], body, found.end()):
            return _unclosed(letter, body, at) if found is None else None
        attributes, at = found[1], found.end()
    kind = Kind.of_letter(letter)
    line_end = body.find("\n", at)
    colon = _COLON.search(body, at, line_end if line_end >= 0 else len(body))
    between = body[at : colon.start()] if colon else ""
    if kind is None:
        return _unknown_kind(letter, attributes, between)
    if colon is None:
        return Fault("missing_colon", f"the bullet {letter} has no colon before its text; kept as plain text")
    entities = _mentions(between)
    if isinstance(entities, Fault):
        return entities
    if colon.start() == 1 and body[2:3] in _NO_BULLET:
        return None
    text = unescape(body[colon.end() :])
    if not text:
        return Fault("empty_text", "the bullet says nothing after its colon; ignored")
    if attributes is None:
        return Bullet(kind, text, entities)
    read = read_attributes(attributes)
    category, origin, supersedes, name = (read.words.get(key) or None for key in ("cat", "origin", "supersedes", "id"))
    return Bullet(kind, text, entities, read.confidence, read.when, category, origin, supersedes, name, read.extra, read.faults)


def write_bullet(bullet: Bullet) -> str:
    """The whole item, `- W @Peter: …`, continuation lines indented by two blanks, without a final newline.

    Raises:
        UsageError: the bullet has no text, no letter (a passage), or a name no mention can be made of.
    """
    text = normal_text(bullet.text)
    if not bullet.kind.letter:
        raise UsageError("a passage has no bullet", hint="choose one of world, experience, opinion, observation")
    if not text:
        raise UsageError("a bullet needs a text")
    pairs: list[tuple[str, str | None]] = [
        ("c", None if bullet.confidence is None else _number(bullet.confidence)),
        ("when", None if bullet.when is None else str(bullet.when)),
        ("cat", bullet.category),
        ("origin", None if _told_otherwise(bullet) else bullet.origin),
        ("supersedes", bullet.supersedes),
        ("id", bullet.name),
        *bullet.extra,
    ]
    written = ", ".join(f"{key}={_value(value)}" if key else _value(value) for key, value in pairs if value is not None)
    names = dict.fromkeys(mention_of(name) for name in bullet.entities)
    mentions = "".join(f" @{name}" for name in names)
    lines = escape(text).split("\n")
    head = f"- {bullet.kind.letter}{f'({written})' if written else ''}{mentions}: {lines[0]}"
    return "\n".join((head, *(f"  {line}" if line else "" for line in lines[1:])))


def normal_name(name: str) -> str:
    """A name as a mention spells it: NFC, without `@` before it and without dots and dashes around it."""
    return unicodedata.normalize("NFC", name).lstrip("@＠").strip("-.")


def mention_of(name: str) -> str:
    """The mention (without `@`) that means this name: blanks and other unusable characters become `-`.

    The mention and the name have the same entity key.

    Raises:
        UsageError: nothing usable is left.
    """
    plain = unicodedata.normalize("NFC", name.strip())
    spaced = "".join(letter if _usable(letter) else " " for letter in plain)
    mention = normal_name(re.sub(r"-*\s[\s-]*", "-", spaced))
    if not any(letter.isalnum() for letter in mention):
        raise UsageError(f"no mention can be made of the name {name!r}", hint="give a name with at least one letter or digit")
    return mention


def _meant(attributes: str, body: str, end: int) -> bool:
    """Whether brackets after a letter are a bullet's attributes, not `O(n)` of a sentence."""
    following = body[end : end + 8].lstrip()[:1]
    if following in ("@", "＠"):
        return True
    if following in (":", "："):
        return "=" in attributes or "＝" in attributes or not attributes.strip()
    return _known_key(attributes)


def _known_key(attributes: str) -> bool:
    return re.match(r"\s*(?:c|when|cat|origin|supersedes|id)\s*[=＝]", attributes) is not None


def _told_otherwise(bullet: Bullet) -> bool:
    """Whether an origin that is no known one, kept in `extra`, is why the bullet is untrusted."""
    return bullet.origin == "untrusted" and any(key == "origin" and value.lower() not in ORIGINS for key, value in bullet.extra)


def _unclosed(letter: str, body: str, at: int) -> Fault | None:
    if Kind.of_letter(letter) and _known_key(body[at + 1 : at + 32]):
        return Fault("bad_attributes", f"the brackets after {letter} cannot be read; kept as plain text")
    return None


def _unknown_kind(letter: str, attributes: str | None, between: str) -> Fault | None:
    """A Fault if the rest has a bullet's form, so that the letter must be meant as a kind."""
    mentions = between.split()
    if (mentions and all(len(word) > 1 and word[0] in "@＠" for word in mentions)) or (attributes and _known_key(attributes)):
        return Fault("unknown_kind", f"{letter} is none of W, B, O, S; kept as plain text")
    return None


def _usable(letter: str) -> bool:
    return letter.isalnum() or letter in "_-.'’·+#&" or unicodedata.category(letter)[0] == "M"


def _mentions(between: str) -> tuple[str, ...] | Fault:
    words = between.replace(",", " ").replace("，", " ").replace("、", " ").replace("＠", "@").split()
    if not words:
        return ()
    names: dict[str, None] = {}
    for word in words:
        if word[0] != "@":
            if word in _BETWEEN:
                continue
            return Fault("bad_mention", "between the letter and the colon stand words that are no @mention; kept as plain text")
        for name in word[1:].split("@"):
            plain = normal_name(name)
            if not any(map(str.isalnum, plain)) or not (plain.isalnum() or all(map(_usable, plain))):
                return Fault("bad_mention", f"@{name[:40]} is no usable mention; kept as plain text")
            names[plain] = None
    return tuple(names)


def _number(value: float) -> str:
    if not 0 <= value <= 1:
        raise UsageError(f"the confidence {value} is not between 0 and 1")
    return str(int(value)) if value in (0, 1) else repr(float(value))


def _value(value: str) -> str:
    """The value of a key on one line, quoted only if it must be."""
    value = one_line(value)
    if _PLAIN_VALUE.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("<!--", "<\\!--")
    return f'"{escaped}"'
