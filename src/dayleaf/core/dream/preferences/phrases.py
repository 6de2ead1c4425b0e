"""Write what was learned as a sentence of its own: the user's words, without address and opening, in the third person."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

LONGEST = 300
"""Characters of a learned sentence."""

_EN = {
    "i'm": "the user is", "i am": "the user is", "i've": "the user has", "i have": "the user has", "i'd": "the user would", "i'll": "the user will",
    "i do": "the user does", "i don't": "the user doesn't", "i do not": "the user does not", "i was": "the user was", "i haven't": "the user hasn't",
    "my": "the user's", "mine": "the user's", "me": "the user", "myself": "themselves", "our": "the user's", "us": "the user",
}  # fmt: skip
_EN_PLAIN = regex(
    r"\b(?:i'm|i am|i've|i have|i'd|i'll|i don't|i do not|i haven't|i was|i do|myself|my|mine|me|our|us)\b(?!')", re.IGNORECASE
)
_EN_VERB = regex(
    r"\bi ((?:really|always|never|only|just|also|strongly|much|usually|generally|absolutely|simply|still|hardly|rarely|very much|now) )*([a-z']+)",
    re.IGNORECASE,
)
_SAME = frozenset(
    "can can't cannot could couldn't would wouldn't will won't should shouldn't may might must mustn't did didn't had said told asked".split()
)
_DE = {
    "mich": "den Nutzer", "mir": "dem Nutzer", "mein": "sein", "meine": "seine", "meinen": "seinen", "meinem": "seinem", "meiner": "seiner", "meines": "seines",
    "uns": "dem Nutzer", "unser": "sein", "unsere": "seine", "unseren": "seinen", "unserem": "seinem", "unserer": "seiner",
}  # fmt: skip
_DE_PLAIN = regex(r"\b(?:mich|mir|mein(?:e[nmrs]?)?|uns|unser(?:e[nmr]?)?)\b", re.IGNORECASE)
_ICH = regex(r"\b(ich) (\w+)|\b(\w+) (ich)\b", re.IGNORECASE)
_VERBS = {
    "bin": "ist", "habe": "hat", "hab": "hat", "esse": "isst", "nehme": "nimmt", "lese": "liest", "sehe": "sieht", "fahre": "fährt", "schlafe": "schläft",
    "trage": "trägt", "gebe": "gibt", "spreche": "spricht", "vertrage": "verträgt", "laufe": "läuft", "werde": "wird", "weiß": "weiß", "arbeite": "arbeitet",
    "finde": "findet", "vergesse": "vergisst", "rate": "rät", "halte": "hält", "lasse": "lässt", "ziehe": "zieht", "hasse": "hasst", "antworte": "antwortet",
    "empfange": "empfängt", "treffe": "trifft", "brauche": "braucht", "rede": "redet", "bade": "badet", "miete": "mietet", "zahle": "zahlt",
}  # fmt: skip
_STILL = frozenset("mag möchte will kann darf soll muss wollte sollte könnte würde hätte wäre mochte durfte musste".split())


def sentence(text: str) -> str:
    """With a capital, one end mark, at most `LONGEST` characters."""
    text = " ".join(text.split()).strip(" ,;:–—-")
    if len(text) > LONGEST:
        text = text[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def third_person(text: str, tongue: str) -> str:
    """The user's own words as somebody else says them of the user."""
    return _german(text) if tongue == "de" else _english(text)


def _english(text: str) -> str:
    text = _EN_PLAIN.sub(lambda found: _EN[found[0].casefold()], text)
    text = _EN_VERB.sub(_english_verb, text)
    return re.sub(r"\bI\b", "the user", text)


def _english_verb(found: re.Match[str]) -> str:
    verb = found[2]
    between = found[0][2 : found.start(2) - found.start()].strip()
    return " ".join(filter(None, ("the user", between, _third(verb))))


def _third(verb: str) -> str:
    if verb.casefold() in _SAME or not verb.isalpha() or verb.endswith("ed"):
        return verb
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else verb + "s"


def _german(text: str) -> str:
    text = _ICH.sub(_german_verb, text)
    text = re.sub(r"\bich\b", "der Nutzer", text, flags=re.IGNORECASE)
    if text.startswith("dass der Nutzer"):
        head, _, last = text.rpartition(" ")
        text = f"{head} {_person(last)}"
    return _DE_PLAIN.sub(lambda found: _DE[found[0].casefold()], text)


def _german_verb(found: re.Match[str]) -> str:
    if found[1]:
        return f"der Nutzer {_person(found[2])}"
    if found[3].casefold() in {"dass", "wenn", "weil", "ob", "und", "aber", "oder", "was", "wo", "wie", "denn", "als"}:
        return f"{found[3]} der Nutzer"
    return f"{_person(found[3])} der Nutzer"


def _person(verb: str) -> str:
    """First person singular to third, present tense; what is no such verb stays."""
    plain = verb.casefold()
    if plain in _VERBS:
        return _VERBS[plain]
    if (
        plain in _STILL
        or not plain.endswith("e")
        or not verb[0].islower()
        or plain in {"bitte", "gerne", "alle", "keine", "diese", "eine", "heute"}
    ):
        return verb
    stem = verb[:-1]
    return stem + ("et" if stem.endswith(("t", "d")) else "t")


def prefers(phrase: str, tongue: str) -> str:
    """A short request as a statement: `in Celsius`, `without breakfast`, `shorter`."""
    if _ADVERBIAL.match(phrase):
        phrase = phrase[0].lower() + phrase[1:]
    if tongue == "de":
        return sentence(f"Der Nutzer möchte es {phrase}" if _ADVERBIAL.match(phrase) else f"Der Nutzer bevorzugt {phrase}")
    return sentence(f"The user prefers it {phrase}" if _ADVERBIAL.match(phrase) else f"The user prefers {phrase}")


_ADVERBIAL = regex(
    r"(?:in|as|without|with|on|at|by|no|less|more|not|\w+er|ohne|mit|auf|als|im|am|kein\w*|nicht|weniger|mehr|kurz|knapp|brief|short|concise)\b",
    re.IGNORECASE,
)


def wishes(text: str, tongue: str) -> str:
    """A statement that does not say whose wish it is, with the one whose it is."""
    if "user" in text or "Nutzer" in text:
        return sentence(text)
    return sentence(f"Wunsch des Nutzers: {text}" if tongue == "de" else f"The user wishes: {text[0].lower() + text[1:]}")


def finds(phrase: str, remedy: str, tongue: str) -> str:
    """A complaint as a statement: `too long`, and what is wanted instead if the vocabulary knows it."""
    if tongue == "de":
        return sentence(f"Der Nutzer findet es {phrase}" + (f" und möchte es {remedy}" if remedy else ""))
    return sentence(f"The user finds it {phrase}" + (f" and prefers it {remedy}" if remedy else ""))


def lesson(dont: str, because: str, instead: str, tongue: str) -> str:
    """A lesson in one sentence: what not to do, why, and what to do instead."""
    dont = dont.strip(" ,;")
    if tongue == "de":
        why = f", {because}" if because else ""
        other = f"; stattdessen: {instead}" if instead else ""
    else:
        why = f", because {because}" if because else ""
        other = f"; instead {instead[0].lower() + instead[1:]}" if instead else ""
    return sentence(f"{dont}{why}{other}")
