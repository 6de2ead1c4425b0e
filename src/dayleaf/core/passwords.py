"""Passwords, PINs and keys that a text tells in words: `password is …`, `das Kennwort lautet …`, `api_key = …`.

Theory of operation. A word that announces a secret (`_WORD`) is followed, at once or a few words on, by what joins it to
its value: a *sign* (`:`, `=`, `lautet`), a *verb* (`is`, `ist`, `was`), a change (`to`, `auf`), or nothing. The weaker the
join, the less the value may look like a word of the sentence: behind a sign one plain word that ends the sentence will do;
behind a verb it must hold digits among letters, symbols, or stand in quotes; behind nothing letters *and* digits or symbols.
Only 200 characters behind each word are looked at, with possessive patterns, so that the time is linear.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

REACH = 200
"""Characters behind an announcing word in which its value must stand."""

ENTROPY = 2.8
"""Bits a character of a key: random hex has 3.5 and more at 20 characters, English words and version names mostly less."""

_STEMS = (
    "pass", "kennwort", "pwd", "pw", "contraseña", "mot de passe", "wachtwoord", "senha", "wlan", "wifi", "wi-fi", "netzwerk", "wpa",
    "パスワード", "密码", "密碼", "口令", "비밀번호", "暗証番号",
    "pin", "geheimzahl", "cvv", "cvc", "code", "key", "schlüssel", "secret", "token",
)  # fmt: skip
_WORD = (
    r"(?P<password>(?:(?:pass(?:wor[dt]|wd|phrase|code)|kennwort|contraseña|mot[ ]de[ ]passe|wachtwoord|senha|(?<![a-z])pwd?"
    r"|(?:wlan|wi-?fi|netzwerk|wpa2?)[ -]?(?:schlüssel|key)|パスワード|密码|密碼|口令|비밀번호)s?))"
    r"|(?P<pin>(?<![a-z])pin(?:[ -]?(?:code|nummer|number))?|geheimzahl|暗証番号|(?<![a-z])cv[vc]2?"
    r"|(?:(?<=door|gate|lock|safe)|(?<=alarm|entry)|(?<=access|garage|unlock|zugang)|(?<=door.|gate.|lock.|safe.)|(?<=alarm.|entry.)"
    r"|(?<=access.|garage.|unlock.|zugang.)|(?<=tür|tor)|(?<=schloss)|(?<=zugangs)|(?<=zutritts)|(?<=entsperr)|(?<=sicherheits))code)"
    r"|(?P<key>(?:(?<=api)|(?<=auth)|(?<=api.)|(?<=auth.)|(?<=access.|secret.)|(?<=signing.)|(?<=license.)|(?<=encryption.))(?:key|token|schlüssel)"
    r"|(?:(?<=client.)|(?<=webhook.))secret|(?P<mere>(?<![a-z])(?:secret|token)))"
)
_SUFFIX = r"(?i)[\w-]{0,20}+(?=[\"']?\s?(?:=|:))|(?![A-Za-z0-9äöüß_-])"
_STOP = (
    r"manager|policy|richtlinien?|reset|hash|hint|field|feld|length|länge|prompt|generator|rules?|regeln?|dialog|page|seite|form|formular"
    r"|change|strength|expiry|abfrage|safe|tresor|vault|app|tool|file|datei|database|datenbank|leak|breach|lists?|liste|and|und|or|oder"
    r"|but|aber|when|wenn|if|falls|because|weil|dass|budget|limit|usage|count|window|price|cost|kosten|verbrauch"
)
_VALUE = r"""(?:(?P<quote>["'`„“‚‘«»「])(?P<quoted>[^"'`“”’»\n「」]{3,80})["'`“”’»」]|(?P<value>\S++))"""
_JOIN = rf"""(?ix)(?P<gap>(?:[ \t]+(?!(?:{_STOP})\b)(?:[\w'’@/()-]++(?:\.[\w-]++)*)){{0,6}}?)
    (?:["'”]?\s*(?P<sign>:=|=>|->|→|[:=：＝]|(?<=[\s])(?:lautet|lautete|lauten|equals)\b:?|は|是|为|為|는|은)
      |[ \t]+(?P<verb>(?:is|was|are|ist|war|heißt|heisst|est|es|è|é)\b)(?P<colon>:)?
      |[ \t]+(?P<change>(?:to|auf|als)\b)
    )
    [ \t]*+\n?[ \t]*+
    (?:(?:now|still|currently|again|simply|just|always|set[ ]to|jetzt|nun|noch|immer|weiterhin|aktuell|einfach|wieder)[ \t]++)*
    {_VALUE}"""
_BARE = r"[ \t]{1,2}" + _VALUE
_PLACEHOLDER = r"(?i)[<$\[{(%].*|\*+|x{3,}|\.{2,}|…|(?:your|dein|mein|my|example|changeme|redacted|placeholder|none|null|todo)[\w-]*"
_ORDINARY = (
    r"(?i)https?://.*|[\w.+-]+@[\w-]+\.[\w.-]+|(?:[\w~.-]*/)+[\w.#-]*|[\w-]+\.(?:md|txt|ya?ml|json|toml|env|kdbx?|pdf|docx?|py|js|html?)"
    r"|\d{4}-\d\d-\d\d\S*|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{1,2}:\d\d.*|\d+[-–]?[a-zäöü]+|v?\d+(?:\.\d+)+"
    r"|[\w.]+[(\[].*|[\w.]*pass(?:word|wort|wd|phrase)\w*|(?:[a-z]+[._])+[a-z]+"  # code: a call, a variable
    r"|1password|keepass\w*|bitwarden|lastpass|sha-?\d+|base64|utf-?8|md5|(?:[A-Z]{1,4}-)?\d+(?:-\d+)*|[0-9a-f-]{36}"
)
_CODE = r"(?i)[a-z]{1,5}-?\d{1,5}"  # ICE577, X1: a word of the sentence unless it is the very next one
_STATE = (
    r"(?i).*(?:ed|ing|pflichtig|bar|los|frei|able|ible|lich)|(?:ge|ver|zer|ent|er|be|ab|an|zurück|unver|unbe)\w*(?:t|en)"
    r"|(?:siehe|see|same|unknown|unbekannt|none|keins?|keine|liegt|steht|held|kept|gone|lost|weak|strong|short|long|secret|safe|geheim|sicher"
    r"|schwach|stark|kurz|lang|falsch|richtig|wrong|right|correct|korrekt|okay|good|required|optional|nötig|fehlt|missing|neu|alte?s?|new|same"
    r"|not|nicht|nein|ja|yes|never|only|nur|from|with|this|that|what|which|when|frag|frage|please|bitte|only|hidden|default|empty|leer|there|here)"
)
_UNIT = (
    r"(?i)\s*(?:characters?|chars?|letters?|digits?|words?|times?|days?|months?|years?|tokens?"
    r"|zeichen|stellen|ziffern|tage|mal|jahre|wochen)\b"
)
_SENTENCE_ENDS = r"[.,;:)!?\"'”’“»`]*(?:\s*$|\s*\n|(?<=[.,;)!?])\s|\s+(?:and|und|or|oder|for|für|\()|\s*[(/,;])"
_LOGIN = (
    r"(?:login|credentials|zugang(?:sdaten)?|anmeld(?:edaten|ung))(?:[ \t]+(?:is|are|ist|sind|lauten)|[ \t]*[:=])[ \t]*"
    r"[^\s/]{2,40}[ \t]*[/|:][ \t]*(?P<value>[^\s/]{4,128})"
)
_LOGIN_STEMS = ("login", "credentials", "zugang", "anmeld")
_SEED = r"(?:phrase|words|satz|wörter)[ \t]*(?::|=|is|ist|lautet)\s*(?P<value>(?:[a-z]{3,8}+[ ,]{1,2}+){11,23}[a-z]{3,8})"
_SEED_STEMS = ("phrase", "words", "satz", "wörter")
_TRAILING = ".,;:)]}\"'”’“»`*_"


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compiled when first needed: most commands look for no secret, and compiling takes longer than a recall."""
    return re.compile(text)


def find_told(text: str) -> Iterator[tuple[int, int, str]]:
    """What the text tells: (start, end, kind), kind `password`, `pin`, `key` or `seed_phrase`; only the value itself."""
    low = _lowered(text)
    for at in _places(low, _STEMS):
        word = _pattern(_WORD).match(low, at)
        if word and (span := _announced(text, low, word)):
            yield *span, _kind(word)
    for at in _places(low, _LOGIN_STEMS):
        if found := _pattern(_LOGIN).match(low, at):
            start, end = _trimmed(text, *found.span("value"))
            if _strong(text[start:end]):
                yield start, end, "password"
    for at in _places(low, _SEED_STEMS):
        if found := _pattern(_SEED).match(low, at):
            yield *found.span("value"), "seed_phrase"


def _kind(word: re.Match[str]) -> str:
    return "password" if word["password"] else "pin" if word["pin"] else "key"


def _announced(text: str, low: str, word: re.Match[str]) -> tuple[int, int] | None:
    """The span of the value that an announcing word leads to: joined to it by words, else right behind it."""
    kind = _kind(word)
    suffix = _pattern(_SUFFIX).match(low, word.end())
    if suffix is None or (kind == "pin" and suffix[0]):
        return None
    spelled = "token" if word["mere"] else text[word.start() : word.end()]
    for pattern in (_JOIN, _BARE):
        joined = _pattern(pattern).match(text, suffix.end(), suffix.end() + REACH)
        if joined and (span := _value(text, joined, kind, spelled)):
            return span
    return None


def _lowered(text: str) -> str:
    """The text in lower case, every character at its offset (the few that would become two stay as they are)."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(one if len(one := letter.lower()) == 1 else letter for letter in text)


def _places(low: str, stems: tuple[str, ...]) -> list[int]:
    """Where any of the stems stands, in order."""
    places = []
    for stem in stems:
        at = low.find(stem)
        while at >= 0:
            places.append(at)
            at = low.find(stem, at + len(stem))
    return sorted(set(places))


def is_placeholder(value: str) -> bool:
    """Whether a value only stands for one: `<password>`, `$TOKEN`, `***`, `your_key`."""
    return _pattern(_PLACEHOLDER).fullmatch(value) is not None


def _value(text: str, joined: re.Match[str], kind: str, word: str) -> tuple[int, int] | None:
    """The span of the value, if it looks like one behind such a join."""
    quoted = joined["quoted"] is not None
    start, end = joined.span("quoted") if quoted else _trimmed(text, *joined.span("value"))
    value = text[start:end]
    if not value or is_placeholder(value) or _pattern(_UNIT).match(text, end):
        return None
    join = joined.groupdict()
    bare, change = joined.re.pattern == _BARE, join.get("change")
    if kind == "pin":
        fits = re.fullmatch(r"[#*]?\d{3,10}[#*]?", value) and len(value) >= (3 if word[:2].lower() == "cv" else 4)
        return (start, end) if fits and not change and (not bare or word[:3] in {"PIN", "CVC", "CVV"} or "ode" in word) else None
    if (bare or change or join["gap"]) and _pattern(_CODE).fullmatch(value) and not join.get("sign"):
        return None
    if kind == "key":
        return (start, end) if _random(value, named=word.lower() not in {"token", "secret"}) else None
    if join.get("sign") or join.get("colon") or (quoted and not change):
        plain = quoted or _pattern(_SENTENCE_ENDS).match(text, end)
        fits = len(value) >= 4 and (_strong(value) or value.isdecimal() or (plain and _no_word(value)))
    else:
        fits = len(value) >= (6 if change else 4) and (_strong(value) or (value.isdecimal() and not bare and not change))
    return (start, end) if fits else None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    value = text[start:end]
    trimmed = value.rstrip(_TRAILING)
    start += len(trimmed) - len(trimmed.lstrip("\"'`(„“‚‘«"))
    return start, max(start, end - len(value) + len(trimmed))


def _no_word(value: str) -> bool:
    """Whether one plain word may be a password: it says nothing about a password."""
    return not _pattern(_STATE).fullmatch(value) and not _pattern(_ORDINARY).fullmatch(value)


def _strong(value: str) -> bool:
    """Whether no sentence would hold this as a word: digits among letters, a symbol or a capital inside."""
    if _pattern(_ORDINARY).fullmatch(value) and not re.search(r"[!?%&$§#+*=]", value):
        return False
    letter, digit = any(map(str.isalpha, value)), any(map(str.isdecimal, value))
    symbol = re.search(r"\w[^\w\s'’./,:;()–-]+\w|^[!$%&#+=]+\w", value)
    humps = len(value) >= 6 and re.search(r"[a-zäöü][A-ZÄÖÜ]", value)
    return len(value) >= 4 and bool((letter and digit) or symbol or humps)


def _random(value: str, *, named: bool) -> bool:
    """Whether a value is a key: 12 characters and more of a key's alphabet, letters and digits mixed without order."""
    if len(value) < 12 or not re.fullmatch(r"[A-Za-z0-9_+/=.~-]+", value) or (not named and re.fullmatch(r"[0-9a-fA-F-]{36}", value)):
        return False
    mixed = any(map(str.isdecimal, value)) and any(map(str.isalpha, value))
    share = [count / len(value) for count in Counter(value).values()]
    return mixed and not re.fullmatch(r"(?:[a-z]+[-_./])+[\w.-]*", value) and -sum(part * math.log2(part) for part in share) >= ENTROPY
