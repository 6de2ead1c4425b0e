"""Stem German words: Snowball, with verb forms led back to the infinitive and derived words to what they derive from.

Snowball takes endings off but leaves "gekündigt", "kündigt" and "kündigen" three different stems, and "Heizung" and
"heizen" two. The rules here close such gaps where the spelling alone tells them; each has its reason beside it and
its cases, wanted and unwanted, in `tests/spec/terms-german.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import Stemmer

from dayleaf.core.regex import regex
from dayleaf.core.terms.fold import umlauts

_stem: Callable[[str], str] = Stemmer.Stemmer("german", 0).stemWord

_SEPARABLE = (
    "zurecht|zusammen|zuruck|zwischen|weiter|wieder|runter|unter|hinter|heraus|herein|heran|herauf|herunter|hinaus|hinein|hinzu|hervor|"
    "herum|umher|voraus|vorbei|vorher|uber|nach|fort|fest|fern|frei|heim|teil|statt|rein|raus|rauf|los|weg|her|hin|mit|auf|aus|ein|"
    "bei|vor|dar|ab|an|um|zu|da"
)
_INSEPARABLE = "miss|ver|ent|emp|zer|be|er|ge"
_PREFIXES = regex(rf"({_SEPARABLE})?({_INSEPARABLE})?")
_VOWELS = frozenset("aeiouy")

# Strong and irregular verbs: the infinitive's stem, its past tense, its participle, changed present forms after "=".
# "-" marks a past tense whose plural in -en is a common word of its own (gab, wies: Gaben, Wiesen). Left out altogether
# are forms that are nouns or other verbs, once umlauts are folded: band, bot, griff, schloss, sprach, stand, trieb, fuhr
# (führen), lag (Lage), gefahren (Gefahr), gehalten (Gehalt), gebeten (Gebet), tritt, zwang, log, tat.
_STRONG = """
geh ging gegangen;steh gestanden;komm kam gekommen;nehm -nahm genommen =nimmt =nimmst;geb -gab gegeben =gibt =gibst;
seh sah gesehen =sieht =siehst;sprech gesprochen =spricht;brech gebrochen =bricht;treff traf getroffen =trifft;
helf half geholfen =hilft;werf warf geworfen =wirft;sterb starb gestorben =stirbt;ess gegessen;
vergess vergass =vergessen =vergesse =vergisst;les -las gelesen =liest;mess gemessen;sitz -sass gesessen;lass liess gelassen;
lauf lief gelaufen;ruf rief gerufen;schlaf schlief;halt hielt;fall fiel;fang fing gefangen;hang hing gehangen;
trag trug getragen;schlag schlug;wasch wusch gewaschen;wachs wuchs gewachsen;grab -grub;lad lud geladen;schaff schuf;
schreib schrieb geschrieben;bleib blieb geblieben;steig stieg gestiegen;schein schien;leih lieh geliehen;weis -wies gewiesen;
scheid schied;treib getrieben;reib -rieb gerieben;schweig schwieg;schreien schrie geschrien;greif gegriffen;schneid geschnitten;
reit geritten;reiss riss gerissen;beiss biss gebissen;streit stritt gestritten;streich gestrichen;leid litt gelitten;
schmeiss schmiss geschmissen;zieh zog gezogen;flieg flog geflogen;schieb schob geschoben;schiess schoss geschossen;
schliess geschlossen;giess goss gegossen;fliess -floss geflossen;verli verlor verloren;frier fror gefroren;bieg -bog gebogen;
heb hob gehoben;find fand gefunden;bind gebunden;trink trank getrunken;sing -sang gesungen;sink sank gesunken;
spring sprang gesprungen;schwimm geschwommen;beginn begann begonnen;gewinn gewann gewonnen;rinn rann;zwing gezwungen;
gelt galt gegolten;schwind schwand geschwunden;denk dachte gedacht;bring brachte gebracht;kenn kannte gekannt;
nenn nannte genannt;renn rannte gerannt;brenn brannte gebrannt;wiss wusste gewusst;tret trat;stehl stahl gestohlen =stiehlt;
empfehl empfahl empfohlen =empfiehlt;befehl befahl befohlen =befiehlt;schmelz schmolz geschmolzen =schmilzt;
stoss stiess gestossen;heiss hiess geheissen;tun getan;erschreck erschrak;beschw =beschwerde =beschwerden
"""


def _forms(form: str) -> list[str]:
    """The full words a listed form stands for: persons of a past tense, declensions of a participle."""
    if form[0] == "=":
        return [form[1:]]
    if form[0] == "-":
        return [form[1:]] if form[-1] == "s" else [form[1:], form[1:] + "st", form[1:] + "t"]
    if form.startswith("ge") or form.endswith("en"):
        return [form + ending for ending in ("", "e", "em", "en", "er", "es")]
    return [form + ending for ending in (("", "n", "st", "t") if form[-1] == "e" else ("", "en", "st", "t"))]


_VERBS = [line.split() for line in _STRONG.replace("\n", "").split(";")]
_STRONG_FORM = {word: base for base, *forms in _VERBS for form in forms for word in _forms(form)}
_AFTER_PREFIX = (
    {  # participles whose ge- a prefix replaces: versprochen, übernommen, erkannt; not Verdacht
        word.removeprefix("ge"): base for word, base in _STRONG_FORM.items() if word.startswith("ge") and not word.startswith("gedacht")
    }
    | _STRONG_FORM
    | {"sprach": "sprech", "schloss": "schliess"}
)  # alone these are nouns

_PARTICIPLE = regex(r"ge(?P<stem>[a-z]{2,}?[a-z])e?t(?:e[mnrs]?)?")
# Nouns in ge-…-t that are no participles ("eingerichtet" is one all the same), endings that are a noun's, and verbs whose own
# stem begins with ge-, so that theirs has to stay.
_GE_NOUNS = frozenset(
    """gebiet gericht gesicht gewicht gehalt gewalt gestalt gerat gebet geburt gebot gerucht gedicht geschaft gespenst gemut gefecht
geflecht geschlecht gesamt gerecht gefahrt gegenwart geist gegent""".split()
)
_NOUN_ENDINGS = ("schaft", "heit", "keit", "tat", "schaften", "heiten", "keiten", "taten")
_GE_VERBS = tuple("genehmig gefahrd gestalt genug gewahr gelang gewohn gebuhr gedulde gelob genes gestatt gewicht".split())

_WITH_ZU = regex(r"zu(?!g[^aeiou])(?P<stem>[a-z]{2,}e[rl]?n)")  # abzuholen; not Anzughosen

# Where -t is a verb's: after ier and ig, after sounds in which hardly any noun in -t ends, after an inseparable prefix
# (verkauft, entdeckt), in a few common verbs (sucht, hört). Macht is taken for "macht": the verb is the commoner.
_VERB_T = regex(
    r"(?P<stem>.+ier|.+ig|.*[aeiou](?:[bg]|tz|ll|mm|nn|rr|h[lnrm]|ck|nk|rk|rb|pf|[lnr]g)|.*(?:[ae]iz|eil|iel|ol|auf)|.+e[bh]"
    r"|(?:be|ver|er|ent|zer|emp|miss)[a-z]*[aeiou][a-z]*[bcdfghklmnprz])t(?:e[mnrst]?)?"
)
_VERB_ROOT_T = regex(r"(?P<stem>mach|lach|krach|such|brauch|tauch|hauch|hor|stor|hoff|bau|schau|trau|freu)t(?:e[mnrst]?)?")
_NO_VERB_T = ("markt", "punkt", "luft", "kraft", "nacht", "sacht", "dacht", "duft", "letzt", "haupt", "recht", "richt", "sicht")
_VERB_ERT = regex(r"(?P<stem>[a-z]{2,}e[rl])t(?:e[mnrst]?)?")
_NO_VERB_ERT = (
    "wert",
    "welt",
    "zelt",
    "pelt",
    "konzert",
    "bert",
    "hundert",
    "viert",
    "dessert",
    "alert",
    "sert",
    "pert",
    "vert",
    "entgelt",
)
_AFTER_T = regex(r"(?P<stem>[a-z]{2,}[td])et(?:e[mnrst]?)?")  # arbeitet, redete

_UNG = regex(r"(?P<stem>[a-z]{3,}?)ung(?:en|s)?")
_NO_UNG = ("zeit", "spr", "schw", "j")  # Zeitung is no Zeit; Ursprung, Aufschwung have another -ung
_ATION = regex(r"(?P<stem>[a-z]{4,})at(?:ion|ur)(?:en|s)?")  # Installation, Reparatur; not Station, Natur
_NO_ATION = ("temper", "liter", "tast", "karik", "gener", "situ")
_NO_LICH = frozenset("herr wirk eigent plotz schliess natur hoffent ziem ehr".split())
_NO_PLURAL_S = ("gas", "glas", "gras", "nis", "eis", "los", "oos", "ais")


@lru_cache(8192)  # a word of a text is asked for twice or three times
def german(word: str) -> str:
    """The German stem of a folded word, whichever way its umlauts are typed."""
    word = umlauts(word)
    if not word.isalpha():
        return _stem(word)
    if strong := _strong(word):
        return strong
    verb = _infinitive(word) or word
    return _stem(verb[:-5]) if _from_noun(verb) else _derived(_stem(verb))


def _from_noun(verb: str) -> bool:
    """Whether a verb in -ieren is a longer noun's: nummerieren, kontrollieren; not frieren, nor passieren, which is no Pass."""
    return verb.endswith("ieren") and len(verb) >= 10 and not verb.endswith(_NO_IEREN) and not _VOWELS.isdisjoint(verb[:-5])


_NO_IEREN = ("frieren", "schmieren", "verlieren")


def snowball(word: str) -> str:
    """The stem without this module's rules: how a compound begins that has this word as its first part."""
    return _stem(umlauts(word))


def _strong(word: str) -> str | None:
    """The infinitive's stem of a strong form, prefixes kept: "verschrieb", "angerufen" (an + gerufen), "umgezogen"."""
    if base := _STRONG_FORM.get(word):
        return base
    separable, inseparable = _prefixes(word)
    if separable and (base := _AFTER_PREFIX.get(word[len(separable) :])):
        return separable + base
    if inseparable and (base := _AFTER_PREFIX.get(word[len(separable + inseparable) :])):
        return separable + base if separable and inseparable == "ge" else separable + inseparable + base
    return None


def _prefixes(word: str) -> tuple[str, str]:
    found = _PREFIXES.match(word)
    return (found[1] or "", found[2] or "") if found else ("", "")


def _infinitive(word: str) -> str | None:
    """The infinitive that a participle, a past tense, a third person, or a noun in -ung, -ation, -atur belongs to."""
    if word.endswith("eln"):
        return word[:-1]
    separable, inseparable = _prefixes(word)
    rest = word[len(separable) :]
    if (found := _PARTICIPLE.fullmatch(rest)) and _is_participle(rest, found["stem"]):
        return separable + _with_ending(found["stem"])
    if separable and (found := _WITH_ZU.fullmatch(rest)) and not _VOWELS.isdisjoint(found["stem"][:-2]):
        return _infinitive(separable + found["stem"]) or separable + found["stem"]
    return _of_verb(word, len(separable + inseparable)) or _of_noun(word)


def _is_participle(word: str, stem: str) -> bool:
    if _VOWELS.isdisjoint(stem) or word.startswith(_GE_VERBS) or word.endswith(_NOUN_ENDINGS):
        return False
    return f"ge{stem}t" not in _GE_NOUNS


def _of_verb(word: str, prefix: int) -> str | None:
    """The infinitive of a form in -t, -te, -ten, …; the word's prefixes are so many letters long."""
    if (found := _VERB_ERT.fullmatch(word)) and not _VOWELS.isdisjoint(found["stem"][:-2]):
        form = found["stem"] + "t"
        return None if form.endswith(_NO_VERB_ERT) and not form.endswith(("beschwert", "erschwert")) else _with_ending(found["stem"])
    if (found := _VERB_T.fullmatch(word)) and len(found["stem"]) > 2 and not (found["stem"] + "t").endswith(_NO_VERB_T):
        return _with_ending(found["stem"])
    if found := _VERB_ROOT_T.fullmatch(word, prefix):
        return word[:prefix] + _with_ending(found["stem"])
    if found := _AFTER_T.fullmatch(word):
        return found["stem"] + "en"
    return None


def _of_noun(word: str) -> str | None:
    """The infinitive a noun in -ung, -ation or -atur is made from."""
    if found := _UNG.fullmatch(word):
        stem = found["stem"]
        if stem == "acht" or stem.endswith(_NO_UNG) or _VOWELS.isdisjoint(stem):
            return None
        # -lung after a consonant comes from -eln: Sammlung, Handlung, Entwicklung; not Zahlung, Stellung, Schulung
        return stem[:-1] + "el" if stem[-1] == "l" and stem[-2] not in "aeiouhlr" else _with_ending(stem)
    if (found := _ATION.fullmatch(word)) and not found["stem"].endswith(_NO_ATION):
        return found["stem"] + "ieren"
    return None


def _with_ending(stem: str) -> str:
    """A verb's stem as an infinitive; -eln without its n, as Snowball leaves "handeln" and "Handel" alike."""
    if stem.endswith("el"):
        return stem
    return stem + "n" if stem.endswith("er") and not stem.endswith("ier") else stem + "en"


def _derived(stem: str) -> str:
    """What a noun in -heit, -keit, -erin, an adjective in -lich, or a plural such as "Autos" derives from."""
    if len(stem) >= 8:  # four letters must be left, or chance decides
        if stem.endswith(("heit", "keit", "erin")) or (stem.endswith("lich") and stem[:-4] not in _NO_LICH):
            return stem[:-4]
        if stem.endswith("erinn"):
            return stem[:-5]
    if len(stem) > 4 and stem[-1] == "s" and stem[-2] in "aoiy" and not stem.endswith(_NO_PLURAL_S):
        return stem[:-1]
    return stem
