"""Messages that ask for nothing: greetings, thanks, a nod. Nothing is looked up for them, for their words would find by chance."""

from __future__ import annotations

from dayleaf.core.regex import regex
from dayleaf.core.terms.stop import STOP

MOST_WORDS = 6
"""A longer message says something."""

_WORD = regex(r"[^\W_]+(?:['’][^\W_]+)*")

_PLEASANT = frozenset(
    """
    hi hello hey hiya howdy greetings good morning afternoon evening night day welcome back
    thanks thank thx ty lot cheers please ok okay yes yep yeah no nope sure right great fine nice cool perfect super wonderful awesome
    bye goodbye later see sorry understood
    hallo hi hey servus moin grüezi griaß grüß gott tag guten gute guter morgen abend nacht mahlzeit willkommen zurück
    danke dankeschön dank merci bitte ja nein jep jo klar gut prima toll klasse perfekt schön vielen lieben herzlichen
    tschüss tschüs ciao bis dann später entschuldigung verstanden alles
    你好 您好 早上好 晚上好 谢谢 好的 再见 こんにちは おはよう おはようございます こんばんは ありがとう ありがとうございます はい いいえ
    """.split()
)


def asks_nothing(message: str) -> bool:
    """Whether a message is empty, or only a few words of politeness."""
    words = [word.casefold() for word in _WORD.findall(message)]
    if len(words) > MOST_WORDS or (words and "?" in message and not set(words) <= _PLEASANT):
        return False
    return all(word in _PLEASANT or word in STOP for word in words) and (not words or not set(words).isdisjoint(_PLEASANT))
