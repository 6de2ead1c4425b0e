"""Tell an order from a statement by how it begins."""

from __future__ import annotations

from dayleaf.core.regex import regex

_NO_ORDER_FIRST = frozenset(
    """i i'm i've i'd i'll you he she it they we my our his her their the a an this that these those there what who how why when where
    which is are was were will would can could do does did has have had if because since although while ich du er sie es wir ihr man
    mein meine meinen sein seine unser unsere der die das den dem des ein eine einen dies diese dieser was wer wie warum wann wo wem
    wen ist sind war waren hat haben hatte kann könnte wird würde will soll sollte darf muss weil denn wenn ob obwohl während als dass
    yes ja nein no and und but aber oder or""".split()
)
_FINITE = regex(
    r"(?:is|are|was|has|had|will|would|can|does|did|ist|sind|war|hat|kann|will|wird|mag|soll|darf|muss|isst"
    r"|\w{2,}(?<!nich)(?<!mi)(?<!jetz)(?<!ers)(?<!dor)(?<!sons)(?<!of)(?<!selbs)(?<!gu)(?<!sofor)(?<!mindestens)(?<!nu)(?<!al)(?<!fas)(?<!end)(?<!lau)t)",
    0,
)


def is_order(text: str) -> bool:
    """Whether a sentence begins like an order: no pronoun, article or name with a verb behind it."""
    words = text.split()
    first = words[0].strip(",;:").casefold() if words else ""
    if not first or first in _NO_ORDER_FIRST or not first[0].isalpha():
        return False
    second = words[1].strip(",;:!") if len(words) > 1 else ""
    return not (words[0][0].isupper() and second and second.islower() and _FINITE.fullmatch(second))
