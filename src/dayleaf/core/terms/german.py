"""Stem German words: Snowball, with verb forms led back to the infinitive and derived words to what they derive from.

Snowball takes endings off but leaves "gekündigt", "kündigt" and "kündigen" three different stems, and "Heizung" and
"heizen" two. The rules here close such gaps where the spelling alone tells them; each has its reason beside it and
its cases, wanted and unwanted, in `tests/spec/terms-german.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import Stemmer

from dayleaf.core.terms.fold import umlauts

_stem: Callable[[str], str] = Stemmer.Stemmer("german", 0).stemWord

_SEPARABLE = (
    "zurecht|zusammen|zuruck|zwischen|weiter|wieder|runter|unter|hinter|heraus|herein|heran|herauf|herunter|hinaus|hinein|hinzu|hervor|"
    "herum|umher|voraus|vorbei|vorher|uber|nach|fort|fest|fern|frei|heim|teil|statt|rein|raus|rauf|los|weg|her|hin|mit|auf|aus|ein|"
    "bei|vor|dar|ab|an|um|zu|da"
)
_INSEPARABLE = "miss|ver|ent|emp|zer|be|er|ge"
_PREFIXES = re.compile(rf"({_SEPARABLE})?({_INSEPARABLE})?")
_VOWEL = re.compile(r"[aeiouy]")

# Strong and irregular verbs: the infinitive's stem, its past tense, its participle, changed present forms after "=".
# "-" marks a past tense whose plural in -en is a common word of its own (gab, wies: Gaben, Wiesen). Left out altogether
# are forms that are nouns or other verbs, once umlauts are folded: band, bot, griff, schloss, sprach, stand, trieb, fuhr
# (führen), lag (Lage), gefahren (Gefahr), gehalten (Gehalt), gebeten (Gebet), tritt, zwang, log, tat.
_STRONG = """
geh ging gegangen;steh gestanden;komm kam gekommen;nehm -nahm genommen =nimmt =nimmst;geb -gab gegeben =gibt =gibst;
seh sah gesehen =sieht =siehst;sprech gesprochen =spricht;brech gebrochen =bricht;treff traf getroffen =trifft;helf half geholfen =hilft;
werf warf geworfen =wirft;sterb starb gestorben =stirbt;ess gegessen;vergess vergass =vergessen =vergesse =vergisst;les -las gelesen =liest;mess gemessen;
sitz -sass gesessen;lass liess gelassen;lauf lief gelaufen;ruf rief gerufen;schlaf schlief;halt hielt;fall fiel;fang fing gefangen;
hang hing gehangen;trag trug getragen;schlag schlug;wasch wusch gewaschen;wachs wuchs gewachsen;grab -grub;lad lud geladen;schaff schuf;
schreib schrieb geschrieben;bleib blieb geblieben;steig stieg gestiegen;schein schien;leih lieh geliehen;weis -wies gewiesen;
scheid schied;treib getrieben;reib -rieb gerieben;schweig schwieg;schrei schrie geschrien;greif gegriffen;
schneid geschnitten;reit geritten;reiss riss gerissen;beiss biss gebissen;streit stritt gestritten;streich gestrichen;leid litt gelitten;
schmeiss schmiss geschmissen;zieh zog gezogen;flieg flog geflogen;schieb schob geschoben;schiess schoss geschossen;schliess geschlossen;
giess goss gegossen;fliess -floss geflossen;verli verlor verloren;fri fror gefroren;bieg -bog gebogen;heb hob gehoben;find fand gefunden;
bind gebunden;trink trank getrunken;sing -sang gesungen;sink sank gesunken;spring sprang gesprungen;schwimm geschwommen;
beginn begann begonnen;gewinn gewann gewonnen;rinn rann;zwing gezwungen;gelt galt gegolten;schwind schwand geschwunden;denk dachte gedacht;
bring brachte gebracht;kenn kannte gekannt;nenn nannte genannt;renn rannte gerannt;brenn brannte gebrannt;wiss wusste gewusst;
tret trat;stehl stahl gestohlen =stiehlt;empfehl empfahl empfohlen =empfiehlt;befehl befahl befohlen =befiehlt;
schmelz schmolz geschmolzen =schmilzt;stoss stiess gestossen;heiss hiess geheissen;tu getan;erschreck erschrak;beschw =beschwerde =beschwerden
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
_AFTER_PREFIX = {  # participles whose ge- a prefix replaces: versprochen, übernommen, erkannt; not Verdacht
    word.removeprefix("ge"): base for word, base in _STRONG_FORM.items() if word.startswith("ge") and not word.startswith("gedacht")
} | _STRONG_FORM

# Words in ge- that are no participles, and verbs whose own stem begins with ge-.
_GE_NOUN = (
    "gebiet|gericht|gesicht|gewicht|gehalt|gewalt|gestalt|gerat|gebet|geburt|gebot|gerucht|gedicht|geschaft|gespenst|gemut|gefecht|geflecht|"
    "geschlecht|gelubd|gewinn|gesamt|gerecht|gegen|gefahrt|geschicht|gespann|gewohnheit|gelegen|gemein|gesell|gewerk|gesund|geist"
)
_GE_VERB = "genehmig|gefahrd|gestalt|genug|gewahr|gelang|gewohn|gebuhr|gedulde|gelob|genes|gestatt|gewicht"
_PARTICIPLE = re.compile(r"ge(?P<stem>[a-z]{2,}?[a-z])e?t(?:e[mnrs]?)?")
_NO_PARTICIPLE = re.compile(rf"(?:(?:{_GE_NOUN})(?:e[mnrs]?)?|(?:{_GE_VERB}).*)|.*(?:schaft|heit|keit|tat)(?:en)?")
_WITH_ZU = re.compile(r"zu(?!g[^aeiou])(?P<stem>[a-z]{2,}e[rl]?n)")

# Endings in which -t is a verb's: igt, iert, and clusters hardly any noun ends in. After a prefix of its own (verkauft,
# besucht) nearly every -t is a verb's.
_VERB_T = re.compile(
    r"(?P<stem>.+ier|.+ig|.*[aeiou](?:[bg]|tz|ll|mm|nn|rr|h[lnrm]|ck|nk|rk|rb|pf|[lnr]g)|.*(?:[ae]iz|eil|iel|ol|auf)|.+e[bh]"
    r"|(?:be|ver|er|ent|zer|emp|miss)[a-z]*[aeiou][a-z]*[bcdfghklmnprz])t(?:e[mnrst]?|est)?"
)
_VERB_ROOT_T = re.compile(r"(?:mach|lach|krach|such|brauch|tauch|hauch|hor|stor|hoff)t(?:e[mnrst]?|est)?")
_NO_VERB_T = re.compile(r".*(?:markt|punkt|luft|kraft|[nsd]acht|duft|letzt|haupt|recht|richt|sicht)(?:e[mnrs]?)?")
_VERB_ERT = re.compile(r"(?P<stem>[a-z]{2,}(?:er|el))t(?:e[mnrst]?)?")
_NO_VERB_ERT = re.compile(r".*(?:(?<!besch)(?<!ersch)wert|welt|zelt|pelt|konzert|bert|hundert|viert|dessert|alert|sert|pert|vert|elternt|entgelt|insert)(?:e[nmrs]?|s)?")
_AFTER_T = re.compile(r"(?P<stem>[a-z]{2,}[td])et(?:e[mnrst]?)?")

_UNG = re.compile(r"(?P<stem>[a-z]{3,}?)ung(?:en|s)?")
_NO_UNG = re.compile(r".*(?:zeit|acht|spr|schw|d|j|h|l|r)ung(?:en|s)?")
_UNG_AFTER_LIQUID = re.compile(r".*(?:er|el|hr|ll|hl|[aeiou]r|[aeiou]l|rd|ld|nd|[aeiou]d|hnd)")
_ATION = re.compile(r"(?P<stem>[a-z]{4,})at(?:ion|ur)(?:en|s)?")
_NO_ATION = re.compile(r".*(?:temperat|literat|tastat|karikat|generat|situat)(?:ion|ur)(?:en|s)?")
_DERIVED = re.compile(r"(?P<stem>[a-z]{4,}?)(?:heit|keit|lich|erin|erinn)")
_NO_DERIVED = re.compile(r"(?:herr|wirk|eigent|plotz|schliess|natur|hoffent|frei|ziem|ehr)lich")
_FOREIGN_PLURAL = re.compile(r"(?P<stem>[a-z]{3,}[aeiouy])s")
_NO_FOREIGN_PLURAL = re.compile(r".*(?:[ue]s|gas|glas|gras|nis|eis|los|oos|ais)")


def german(word: str) -> str:
    """The German stem of a folded word, whichever way its umlauts are typed."""
    word = umlauts(word)
    plain = _stem(word)
    if not word.isalpha() or len(word) < 4:
        return plain
    return _strong(word) or _derived(_stem(_infinitive(word) or word))


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
    if (found := _PARTICIPLE.fullmatch(rest)) and _VOWEL.search(found["stem"]) and not _NO_PARTICIPLE.fullmatch(rest):
        return separable + _with_ending(found["stem"])
    if separable and (found := _WITH_ZU.fullmatch(rest)) and _VOWEL.search(found["stem"][:-2]):
        return _infinitive(separable + found["stem"]) or separable + found["stem"]
    if (found := _VERB_ERT.fullmatch(word)) and _VOWEL.search(found["stem"][:-2]):
        return None if _NO_VERB_ERT.fullmatch(word) else _with_ending(found["stem"])
    if (found := _VERB_T.fullmatch(word)) and len(found["stem"]) > 2 and not _NO_VERB_T.fullmatch(word):
        return _with_ending(found["stem"])
    if _VERB_ROOT_T.fullmatch(word, len(separable + inseparable)):
        return _with_ending(word[: word.rindex("t")])
    if found := _AFTER_T.fullmatch(word):
        return found["stem"] + "en"
    return _verb_of_noun(word)


def _verb_of_noun(word: str) -> str | None:
    if (found := _UNG.fullmatch(word)) and _VOWEL.search(found["stem"]):
        stem = found["stem"]
        if _NO_UNG.fullmatch(word) and not _UNG_AFTER_LIQUID.fullmatch(stem):
            # -lung and -dlung after a consonant come from -eln: Sammlung, Handlung, Entwicklung
            return stem[:-1] + "el" if stem.endswith("l") and len(stem) > 3 else None
        return _with_ending(stem)
    if (found := _ATION.fullmatch(word)) and not _NO_ATION.fullmatch(word):
        return found["stem"] + "ieren"
    return None


def _with_ending(stem: str) -> str:
    """A verb's stem as an infinitive; -eln without its n, as Snowball leaves "handeln" and "Handel" alike."""
    if stem.endswith("el"):
        return stem
    return stem + "n" if stem.endswith("er") else stem + "en"


def _derived(stem: str) -> str:
    """What a noun in -heit, -keit, -erin, an adjective in -lich, or a plural such as "Autos" derives from."""
    if (found := _DERIVED.fullmatch(stem)) and not _NO_DERIVED.fullmatch(stem):
        return found["stem"]
    if (found := _FOREIGN_PLURAL.fullmatch(stem)) and not _NO_FOREIGN_PLURAL.fullmatch(stem):
        return found["stem"]
    return stem
