"""Who said it: in a chat log the person's own short line stands before the assistant's long reply to it.

A reply repeats the words of the request at length, so by words alone it nearly always wins; but what happened, what is wanted and what
was decided, the person said. So what an assistant said is set back, unless the question asks for just that, and the request is
drawn forward to where its reply stands. A standing wish ("always …", "I prefer …") applies to more questions than share its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.page.speaker import AGENT, is_role, label_of
from dayleaf.core.regex import regex
from dayleaf.core.terms import spelling

REPLY = 0.4
"""What a passage said by an assistant keeps of its score."""

REQUEST = 0.8
"""What the passage that a reply answers has at least of that reply's score."""

WISH = 0.3
"""What it adds, of the whole score, that the person an assistant talks with (`user:`, `Nutzer:`) said how they want things in general."""

ONESELF = 0.1
"""What it adds, of the whole score, that a passage is said by somebody whom the question names: of oneself one tells most. Measured on
dialogues: budget 2,000 .872 before, .876 with .15, .880 with .3, but the first place falls with it (R@1 .555, .525, .511)."""

_ASKED_OF_AGENT = regex(
    r"""\b(?:did|have|had|were|are)\ you\b |
    \byou(?:'ve|\ have|\ had|\ just|\ once|\ already)*\ (?:recommended|suggested|advised|said|told|mentioned|proposed|explained|
    provided|gave|given|listed|wrote|written|offered|described|named|created|generated)\b |
    \byour\ (?:\w+\ )?(?:recommendation|suggestion|advice|answer|reply|response|explanation|proposal)s?\b | \bthe\ assistant\b |
    \b(?:hast|hattest|hatten|haben|bist|warst)\ (?:du|sie)\b | \b(?:du|sie)\b.*\b(?:hast|hattest|haben|hatten)\b |
    \bde(?:in|ine|inen|inem|iner)\ (?:\w+\ )?(?:empfehlung|vorschlag|rat|antwort|erklärung)(?:en)?\b |
    [你您].*(?:推荐|建议|说过|提到|解释) | (?:あなた|君)が""",
    re.IGNORECASE | re.VERBOSE,
)
_WISH = regex(
    r"""\b(?:always|never|prefer(?:s|red|ence|ences)?|whenever|from\ now\ on|rather\ than|instead\ of|i(?:'d|\ would)\ rather|
    (?:i|we)\ (?:really\ )?(?:like|love|hate|dislike|enjoy|avoid|don't\ like|don't\ want|can't\ stand)|please\ (?:don't|do\ not|avoid)|
    immer|nie|niemals|stets|bevorzug\w*|lieber|am\ liebsten|ab\ jetzt|künftig|anstatt|
    ich\ (?:mag|liebe|hasse|will\ nicht|möchte\ nicht|vermeide)|bitte\ (?:nicht|kein\w*))\b |
    总是 | 從不 | 从不 | 喜欢 | 喜歡 | 讨厌 | 偏好 | 以后都 | いつも | 必ず | 好き | 嫌い | 絶対に""",
    re.IGNORECASE | re.VERBOSE,
)


def asks_agent(question: str) -> bool:
    """Whether a question asks what the assistant itself said or did."""
    return _ASKED_OF_AGENT.search(question) is not None


def weight_of(fact: Fact, asked: Collection[str], *, of_agent: bool) -> float:
    """What a fact's score is multiplied by for who said it.

    Args:
        fact: the fact.
        asked: the words of the question in exact spelling, case folded.
        of_agent: whether the question asks what the assistant said.
    """
    if fact.kind is not Kind.PASSAGE:
        return 1.0
    if fact.origin == AGENT:
        return 1.0 if of_agent else REPLY
    name, _ = label_of(fact.text)
    if not name:
        return 1.0
    if is_role(name):
        return 1 + WISH if _WISH.search(fact.text) else 1.0
    return 1 + ONESELF if all(part in asked for part in spelling(name).split()) else 1.0


def requests(rows: Iterable[Row]) -> dict[int, int]:
    """The number of each row that an assistant said → that of the row before its reply, which may be the request."""
    return {row.number: row.number - (row.fact.part or 1) for row in rows if row.fact.origin == AGENT and row.fact.kind is Kind.PASSAGE}


def requesters(rows: Sequence[Row], asked: Mapping[int, int], before: Iterable[Row]) -> dict[int, Row]:
    """The rows of `requests` that are requests indeed: said by somebody else, on the same page, under the same heading.

    Args:
        rows: the rows found.
        asked: what `requests` gave for them.
        before: the rows of those numbers.
    """
    heads = {row.number: row for row in before}
    return {
        row.number: head
        for row in rows
        if (head := heads.get(asked.get(row.number, -1)))
        and head.fact.origin != AGENT
        and head.fact.kind is Kind.PASSAGE
        and (head.fact.source.path, head.fact.heading) == (row.fact.source.path, row.fact.heading)
    }
