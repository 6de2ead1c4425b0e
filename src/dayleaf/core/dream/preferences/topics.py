"""What a wish is about: its content words as stems, and a small vocabulary of topics whose words mean one another.

"Shorter, please", "too long again" and "keep it brief" share no word; the vocabulary says that all three want the same of the
same topic. Everything else meets by its own words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dayleaf.core.regex import regex
from dayleaf.core.terms import terms
from dayleaf.core.terms.cut import cut
from dayleaf.core.terms.fold import fold, tidy
from dayleaf.core.terms.stop import STOP, language


class Aspect(NamedTuple):
    """One value of a topic: what it is called in a category, which value is its opposite, and the words that mean it."""

    topic: str
    opposite: str
    words: str


_ASPECTS: dict[str, Aspect] = {
    "short": Aspect(
        "length", "long",
        r"short(?:er|en)?(?! (?:notice|term|cut))|brief(?:er|ly)?(?!e|en\b|kasten)|concise(?:ly)?|succinct(?:ly)?|terse(?:ly)?"
        r"|condensed?|crisp"
        r"|to the point|less (?:text|verbose|wordy|detail(?:ed)?)|fewer words|tl;?dr|kürzer\w*|kurz(?:e[rnsm]?|fassen|gefasst)?"
        r"|knapp(?:e[rnsm]?)?"
        r"|bündig|weniger (?:text|ausführlich|worte|details)|nicht so (?:lang|ausführlich)|auf den punkt|prägnant\w*",
    ),
    "long": Aspect(
        "length", "short",
        r"long(?:er|-winded|winded)?(?! (?:ago|time|distance|term))|lengthy|verbose|wordy|rambling|more (?:detail(?:ed)?s?|thorough)"
        r"|in (?:more )?detail"
        r"|detailed|exhaustive|elaborate|länger\w*|lang(?:e[rnsm]?|atmig\w*)?|ausführlich\w*|ausschweifend\w*|weitschweifig\w*"
        r"|mehr details|detailliert\w*",
    ),
    "formal": Aspect("tone", "casual", r"formal(?:ly|er)?|stiff|less casual|förmlich\w*|steif\w*|gestelzt\w*|siezen|siezt|sieze|mehr förmlich"),
    "casual": Aspect(
        "tone", "formal",
        r"casual(?:ly)?|informal(?:ly)?|less (?:formal|stiff)|relaxed|chummy|locker\w*|weniger (?:förmlich|steif)|formlos\w*|duzen|duze"
        r"|duzt|lässig\w*",
    ),
    "simple": Aspect(
        "wording", "technical",
        r"simpl(?:e|er|y)|plain(?:er)? (?:language|words|english)|easy words|layman\S*|less (?:jargon|technical)|einfach(?:er|e worte"
        r"|e sprache)"
        r"|verständlich\w*|weniger (?:fachchinesisch|fachbegriffe|technisch)",
    ),
    "technical": Aspect("wording", "simple", r"technical(?:ly)?|jargon|complicated|kompliziert\w*|fachchinesisch|technisch\w*|geschwollen\w*"),
    "lists": Aspect("format", "prose", r"bullet(?:s| points?|ed lists?)?|bulleted|stichpunkt\w*|stichwort\w*|aufzählung\w*|spiegelstrich\w*"),
    "prose": Aspect("format", "lists", r"prose|full sentences|running text|paragraphs?|fließtext\w*|ganze\w* sätze\w*|absätze\w*"),
    "celsius": Aspect("units", "fahrenheit", r"celsius|centigrade"),
    "fahrenheit": Aspect("units", "celsius", r"fahrenheit"),
    "metric": Aspect("units", "imperial", r"metric|metrisch\w*|kilomet(?:re|er)s?n?|km|kilograms?|kilos?|kilogramm|kg|lit(?:re|er)s?n?|centimet(?:re|er)s?"),
    "imperial": Aspect("units", "metric", r"imperial|miles?|meilen|pounds|inch(?:es)?|zoll|feet|gallons?|yards?"),
    "24h": Aspect("time", "12h", r"24[- ]?(?:h|hours?|stunden)(?:[- ](?:clock|format|zeit|format))?"),
    "12h": Aspect("time", "24h", r"12[- ]?(?:h|hours?|stunden)(?:[- ](?:clock|format))?|am/pm|a\.m\."),
    "early": Aspect("time", "late", r"early|earlier|früh(?:er|e[rnsm]?|estens)?"),
    "late": Aspect("time", "early", r"late(?:r)?|spät(?:er|e[rnsm]?|estens)?"),
    "loud": Aspect("volume", "quiet", r"loud(?:er|ly)?|laut(?:er|e[rnsm]?)?(?! plan)|noisy"),
    "quiet": Aspect("volume", "loud", r"quiet(?:er|ly)?|leiser?|leise\w*|silent(?:ly)?"),
    "fast": Aspect("speed", "slow", r"fast(?:er)?|quick(?:er|ly)?|schnell(?:er|e[rnsm]?)?"),
    "slow": Aspect("speed", "fast", r"slow(?:er|ly)?|langsam(?:er|e[rnsm]?)?"),
    "expensive": Aspect("budget", "cheap", r"expensive|pric(?:e)?y|costly|teuer|teure\w*"),
    "cheap": Aspect("budget", "expensive", r"cheap(?:er|ly)?|inexpensive|affordable|billig\w*|günstig\w*|preiswert\w*"),
    "big": Aspect("size", "small", r"big(?:ger)?|large(?:r)?|huge|größer\w*|groß\w*|riesig\w*"),
    "small": Aspect("size", "big", r"small(?:er)?|tiny|kleiner\w*|klein(?:e[rnsm]?)?|winzig\w*"),
    "spicy": Aspect("diet", "bland", r"spicy|spicier|hot(?:ter)? food|scharf|schärfer\w*|scharfe\w*"),
    "bland": Aspect("diet", "spicy", r"mild(?:er)? food|not so spicy|milder\w*"),
}  # fmt: skip

_ALONE = {
    "language": r"german|english|french|dutch|spanish|italian|polish|turkish|portuguese|swedish|danish|japanese|chinese|russian|deutsch"
    r"|englisch"
    r"|französisch|niederländisch|spanisch|italienisch|polnisch|türkisch|portugiesisch|schwedisch|dänisch|japanisch|chinesisch|russisch",
    "units": r"kelvin|euros?|eur|usd|dollars?|francs?|franken|pfund|gramm|grams?|met(?:re|er)s?|knots|knoten|prozent|percent",
    "format": r"tables?|tabellen?|pdfs?|markdown|csv|excel|word|json|html|headings?|überschrift\w*|emojis?|smileys?|bold|fett|charts?"
    r"|diagramm\w*|list(?:s|e|en)?"
    r"|footnotes?|fußnoten?|screenshots?|code blocks?|links?|sources?|quellen|abbreviations?|abkürzung\w*|exclamation\w*|ausrufe\w*"
    r"|images?|bilder?",
    "diet": r"meat|fish|butter|milk|cheese|breakfast|dinner|lunch|vegan|vegetarian\w*|allerg\w*|gluten|nuts|sugar|garlic|onions?|coffee"
    r"|tea|decaf|recipes?"
    r"|fleisch|fisch|milch|käse|frühstück\w*|abendessen|mittagessen|veganer\w*|vegetari\w*|nüsse|zucker|knoblauch|zwiebeln?|kaffee|tee"
    r"|rezept\w*|eat|esse",
    "travel": r"hotels?|flights?|flug|flüge|trains?|zug|züge|seats?|sitz\w*|bus(?:es|se)?|window|aisle|fenster\w*|gang\w*|airport"
    r"|layovers?|taxis?",
    "git": r"main|master|branch(?:es)?|merge|commits?|push|rebase|force-push|deploy\w*|release|hotfix|pull requests?|repo\w*",
    "code": r"code|tabs|spaces|indent\w*|lint\w*|tests?|type hints?|functions?|semicolons?|variables?|python|java\w*|rust|sql"
    r"|einrück\w*|comments|docstrings?",
    "mail": r"e-?mails?|mails?|newsletters?|inbox|attachments?|anhäng\w*|anhang|cc|letters?|briefe?n?|rechnungen|invoices?|signature"
    r"|postfach",
    "calendar": r"meetings?|calendar|appointments?|invit\w*|termine?n?|kalender|einlad\w*|lade|gäste|guests?|besprechung\w*|working day"
    r"|arbeitstag|feierabend",
    "files": r"files?|folders?|photos?|dateien?|ordner|fotos?|backups?|documents?|dokumente?n?|downloads?|desktop",
    "privacy": r"phone number|telefonnummer|address(?:es)?|passwords?|private|privat\w*|tracking|location|standort|share|teile",
    "names": r"call me|address me|nicknames?|spitzname\w*|nenn\w*|first name|vorname\w*|surname|last name",
    "notifications": r"notif\w+|reminders?|alerts?|pings?|benachrichtig\w*|erinnerung\w*|calls?|anrufe?n?|ring",
    "shopping": r"shops?|buy|order|purchase|kauf\w*|bestell\w*|händler|brands?|marken?",
}

_ASPECT = {name: regex(rf"(?<![\w-])(?:{aspect.words})(?![\w-])", re.IGNORECASE) for name, aspect in _ASPECTS.items()}
_TOPIC = {name: regex(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE) for name, words in _ALONE.items()}

_TONGUES = {
    "german": "de", "deutsch": "de", "english": "en", "englisch": "en", "french": "fr", "französisch": "fr", "dutch": "nl", "niederländisch": "nl",
    "spanish": "es", "spanisch": "es", "italian": "it", "italienisch": "it", "polish": "pl", "polnisch": "pl", "turkish": "tr", "türkisch": "tr",
    "portuguese": "pt", "portugiesisch": "pt", "swedish": "sv", "schwedisch": "sv", "danish": "da", "dänisch": "da", "japanese": "ja",
    "japanisch": "ja", "chinese": "zh", "chinesisch": "zh", "russian": "ru", "russisch": "ru",
}  # fmt: skip

_LIGHT = frozenset(
    """use using write give make put take keep get have want wish like love prefer hate need let go do say tell answer reply please
    always never stop avoid ever instead rather nice nicer good better fine okay great bit little much many lot thing things way
    really actually maybe perhaps again time times next future forward now remember note mind forget change changed plan user one even
    also too would could should something anything everything sure hm hey well oh ah right wrong ok add show again start try look
    bring find such kind whole enough quite rule hey already still verwende verwenden benutze benutzen nutze nutzen nimm nehmen
    schreib schreibe schreiben gib geben mach mache machen bitte immer nie niemals stets lieber gern gerne gut besser schön schöner
    nett netter bisschen etwas wenig viel mal wieder jetzt sofort künftig zukünftig zukunft merk merke denk denke daran vergiss
    stattdessen statt wäre wären hätte ding dinge sache sachen nochmal noch eigentlich vielleicht gefällt mag möchte will hasse nervt
    stört heute okay ordnung nutzer nutzers geändert anders überlegt plan antworte antworten auf hör lass lassen weg wünsche wunsch
    answers reply replies response responses summary message output version antworten antwort zusammenfassung ausgabe taste liking
    geschmack fass fasse fassen words finds find finde finden findet möchten mochte wollen bevorzugt fänd fände fand ans uhr o'clock oclock anders
    unacceptable intolerable taboo nogo annoy annoys annoying bother bothers irritate irritates drive drives crazy mad nuts sick
    nerves limits nerven mich total halt stop soll sollst sollen darf darfst dürfen muss kommen kommt""".split()
)


class Content(NamedTuple):
    """What a phrase speaks of: values of topics (`length:short`), and the stems of its other content words."""

    aspects: frozenset[str]
    words: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.aspects or self.words)

    @property
    def all(self) -> frozenset[str]:
        """Both together."""
        return self.aspects | self.words


NO_CONTENT = Content(frozenset(), frozenset())


def content_of(text: str, tongue: str) -> Content:
    """What a phrase speaks of.

    Args:
        text: the phrase.
        tongue: `en` or `de`, for the stems of its words.
    """
    text = tidy(text)
    aspects: set[str] = set()
    rest = text
    for name, pattern in _ASPECT.items():
        if pattern.search(rest):
            aspects.add(f"{_ASPECTS[name].topic}:{name}")
            rest = pattern.sub(" ", rest)
    words: set[str] = set()
    for piece in cut(rest):
        if code := _TONGUES.get(piece.casefold()):
            aspects.add(f"language:{code}")
        elif piece.casefold() not in _LIGHT and fold(piece) not in STOP and piece.casefold() not in STOP:
            words.update(_stems(piece, tongue))
    return Content(frozenset(aspects), frozenset(words))


def _stems(piece: str, tongue: str) -> list[str]:
    """The stem of one word in a language: the index's own analysis, with a frame that tells it which."""
    frame = "der und nicht mit ist " if tongue == "de" else "the and with is "
    found = [term for term in terms(frame + piece) if not term.startswith("~")]
    return found[:1] if found else []


_SHOWN = {
    "short": ("shorter", "kürzer"), "long": ("longer", "länger"), "formal": ("more formal", "förmlicher"), "casual": ("less formal", "weniger förmlich"),
    "simple": ("simpler", "einfacher"), "technical": ("more technical", "technischer"), "early": ("earlier", "früher"), "late": ("later", "später"),
    "loud": ("louder", "lauter"), "quiet": ("quieter", "leiser"), "fast": ("faster", "schneller"), "slow": ("slower", "langsamer"),
    "cheap": ("cheaper", "günstiger"), "big": ("bigger", "größer"), "small": ("smaller", "kleiner"), "spicy": ("spicier", "schärfer"),
    "bland": ("milder", "milder"),
}  # fmt: skip


def shown(aspect: str, tongue: str) -> str:
    """A value of a topic as a word for people, in `en` or `de`; empty if it has none."""
    words = _SHOWN.get(aspect.partition(":")[2])
    return words[tongue == "de"] if words else ""


def opposite(aspect: str) -> str | None:
    """The value of the same topic that excludes this one; None if there is none (a language excludes all others)."""
    topic, _, value = aspect.partition(":")
    known = _ASPECTS.get(value)
    return f"{topic}:{known.opposite}" if known else None


def topics_of(text: str) -> tuple[str, ...]:
    """The topics a text touches, those of the vocabulary's aspects first; empty if it touches none."""
    text = tidy(text)
    found = [aspect.topic for name, aspect in _ASPECTS.items() if _ASPECT[name].search(text)]
    found += [name for name, pattern in _TOPIC.items() if pattern.search(text)]
    return tuple(dict.fromkeys(found))


def tongue_of(text: str, otherwise: str = "en") -> str:
    """`en` or `de`: by function words and umlauts, else what is given."""
    text = tidy(text)
    found = language([word.casefold() for word in cut(text)] + cut(text))
    if found:
        return found
    return "de" if _UMLAUT.search(text) or _GERMAN_ONLY.search(text) else otherwise


_UMLAUT = regex(r"[äöüÄÖÜß]")
_GERMAN_ONLY = regex(r"\b(?:ohne|bitte|kein\w*|nie|niemals|ich|nicht|und|auch|zu|wieder|merk|merke|ab|hör|lass)\b", re.IGNORECASE)
