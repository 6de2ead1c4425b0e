"""The opinion way: whether a question asks what somebody prefers, likes or thinks, and of whom."""

from __future__ import annotations

import re

from dayleaf.core.recall.clue import Asked, Clue
from dayleaf.core.recall.query import Way
from dayleaf.core.regex import regex

SHARE = 1.0
"""What it weighs that a fact is an opinion of the one asked about, beside all else the question says: half of the whole."""

_ASKS = regex(
    r"""\b(?:do|does|did|would)\b.*\b(?:prefer|like|love|hate|dislike|enjoy|favou?r|mind|think\ (?:of|about)|feel\ about|want|rather)\b |
    \b(?:opinion|preferences?|favou?rites?|taste|attitude|stance|views?|feelings?|thoughts?)\b.*\b(?:on|of|about|for|in|towards?)\b |
    \w['’]s\ (?:\w+\ )?(?:opinion|preferences?|favou?rites?|taste|attitude|stance|views?)\b |
    \b(?:prefers|likes|loves|hates|dislikes|enjoys)\b |
    \b(?:mag|mögen|möchte|bevorzugt|bevorzugen|liebt|hasst|schätzt|vorlieben?|abneigung(?:en)?|meinung|ansicht|einstellung|
    lieblings\w+|lieber|am\ liebsten)\b |
    \b(?:findet|denkt|hält|meint)\b.*\b(?:von|über|zu|gut|schlecht)\b | \b(?:von|über|zu)\b.*\b(?:denkt|hält|meint)\b | \bgefällt\b |
    喜欢 | 喜歡 | 讨厌 | 討厭 | 偏好 | 看法 | 好き | 嫌い | 好み | どう思""",
    re.IGNORECASE | re.VERBOSE,
)
_STATES = regex(
    r"\s*(?:what|which|how|who|does|do|did|would|was|welche\w*|wie|wer|mag|hat|ob|tell)\b|.*[?？]|.*[一-鿿぀-ヿ]", re.IGNORECASE | re.DOTALL
)


def asks_belief(question: str) -> bool:
    """Whether a question asks for what somebody prefers, likes or thinks; a sentence that merely says so does not ask."""
    return _STATES.match(question) is not None and _ASKS.search(question) is not None


def beliefs(question: str, asked: Asked) -> tuple[Clue, ...]:
    """A clue that the opinions of everybody named in such a question agree with; none if nobody known is named."""
    named = [clue for clue in asked.clues if clue.way is Way.ENTITY]
    if not named or not asks_belief(question):
        return ()
    keys = frozenset[str]().union(*(clue.keys for clue in named))
    return (Clue(Way.OPINION, "opinion of " + ", ".join(clue.label for clue in named), keys=keys),)
