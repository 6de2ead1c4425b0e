"""Sentences of which rules cannot tell for which side they speak, though they have its words."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

LONGEST = 600
"""Characters of a fact that is judged; what is longer tells a story."""

_UNCLEAR = regex(
    r"\?"
    r"|\b(?:stop(?:s|ped)?|quits?|ceased|gave up|never stopped) (?:hat|dislik|loath|despis|detest|mind|avoid|refus|fear)ing\b"
    r"|\b(?:hört|hörte|aufgehört)\b.{0,60}\b(?:zu hassen|zu meiden|zu fürchten|zu vermeiden|abzulehnen)\b"
    r"|\b(?:hat|dislik|lov|enjoy|lik|mind|adore)(?:e?[sd]?|es) (?:it (?:when|if|that)|when|how)\b|\bcan't stand (?:it )?(?:when|how)\b"
    r"|\b(?:hasst|hasste|mag|mochte|liebt|liebte|fürchtet) (?:es|das)\b.{0,20}?,? (?:wenn|dass|wie)\b"
    r"|\b(?:anything|everything|all) but\b|\balles andere als\b"
    r"|\bwill (?:probably|perhaps|likely|surely|soon|one day)\b|\bwird\b.{0,60}\b(?:wohl|wahrscheinlich|vermutlich)\b"
    r"|\b(?:called|titled|entitled|namens|betitelt|mit dem titel) [\"'„“‚‘«»]",
    re.IGNORECASE,
)


def is_unclear(text: str) -> bool:
    """Whether a text is a story, asks, guesses what will be, ends a dislike, says when something is liked, or only names a title."""
    return len(text) > LONGEST or _UNCLEAR.search(text) is not None
