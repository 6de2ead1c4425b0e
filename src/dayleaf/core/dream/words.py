"""The words that dreaming turns on, English and German: what may be left out of a comparison, and what forbids one."""

from __future__ import annotations

from dayleaf.core.terms.fold import fold

_UMLAUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def key_of(word: str) -> str:
    """The spelling in which words are compared here: folded, but an umlaut stays one (ae), for "wurde" is not "würde"."""
    return word.lower() if word.isascii() else fold(word.translate(_UMLAUT))


def _set(*lists: str) -> frozenset[str]:
    return frozenset(key_of(word) for words in lists for word in words.split())


def _pairs(text: str) -> dict[str, str]:
    return {key_of(word): key_of(words[0]) for line in text.split(";") if (words := line.split()) for word in words[1:]}


ARTICLES = {
    False: _set("a an the"),
    True: _set("der die das den dem des ein eine einen einem einer eines"),
}
"""English ones and German ones: "an" is an article in the one language and a preposition in the other."""
CASE = {"den": "^A", "einen": "^A", "dem": "^D", "einem": "^D", "des": "^G", "eines": "^G", "der": "^R", "einer": "^R"}
"""Of German articles, what they tell of the role of their noun."""

CONTRACTED = {
    "im": ("in", "dem"),
    "ins": ("in", "das"),
    "am": ("an", "dem"),
    "ans": ("an", "das"),
    "zum": ("zu", "dem"),
    "zur": ("zu", "der"),
    "vom": ("von", "dem"),
    "beim": ("bei", "dem"),
    "aufs": ("auf", "das"),
}

PREPOSITIONS = _set(
    "in at on by with under near behind beside inside outside to into onto from of for about against without over through across along",
    "around between during before after since until till towards upon off above below per via despite",
    "an auf bei unter neben hinter vor über zwischen nach zu mit von aus für gegen ohne um durch wegen seit bis während trotz ab",
    "als as than like wie called named namens",
)
HE = _set("he she er sie")
HIM = _set("him her ihn ihm")
NOW = _set("currently presently derzeit zurzeit momentan aktuell gegenwärtig")
"""Adverbs of a statement in the present tense that add nothing to it."""

MOMENT = NOW | _set("gerade tonight augenblicklich") | {"right now", "at the moment", "im moment", "im augenblick", "zur zeit"}
"""Words of a statement about a moment; told again later it is about another one."""

BE = _set("is are was were been being be")
PAST_BE = _set("was were")
BECOME = _set("wird wurde wurden worden")
LINKS = _set("and und because weil da denn but aber or oder sondern")
CAUSE = _set("because weil denn")
SUBORDINATE = _set("weil dass ob wenn falls")

GERMAN = _set(
    "der die das den dem des ein eine einen einem einer und auf mit ist",
    "sind hat im am zu zum zur von vom für nicht seit ab jetzt bei beim",
    "als es ich wir er sie ihr sein seine ihre kein keine wird wurde weil aus nach über unter vor neben jeden immer gern gerne sich",
)
ENGLISH = _set("the a an and on with is are has in at to of for not since now by as it he she they her his from always every was were")

BLOCK = _set(
    "not no never none nobody nothing neither nor only just solely merely without except unless if whether when while although though",
    "every each all any always most some few many much several both",
    "half may might could should would will wants plans hopes wishes intends",
    "considers considering maybe perhaps probably possibly allegedly supposedly rumoured said says claims used once formerly than then",
    "too also another other else instead more less least rather almost nearly hardly barely sometimes often rarely usually seldom",
    "until till before after during again still yet anymore longer against like as or but",
    "nicht kein keine keinen keinem keiner keines nie niemals nur bloß",
    "lediglich ohne außer wenn falls ob obwohl während alle alles jeder jede",
    "jedes jeden immer meist meistens manche einige wenige viele mehrere beide halb könnte sollte würde will möchte plant hofft wünscht",
    "überlegt vielleicht wahrscheinlich möglicherweise angeblich früher einst als",
    "dann auch noch weitere anderer andere anderes statt mehr",
    "weniger fast kaum manchmal oft selten gewöhnlich bis vor nach wieder gegen wie oder aber sondern ehemals dass",
)
"""Words with which a shorter sentence does not follow from a longer one."""

PRIVATIVE = _set(
    "former ex fake toy future potential alleged imaginary virtual would-be so-called half quasi pseudo deputy vice assistant model",
    "halbe halber halbes halben ehemalige ehemaliger ehemaliges ehemaligen",
    "falsche falscher falsches falschen künftige künftiger künftiges künftigen vermeintliche",
    "stellvertretende stellvertretender angebliche angeblicher first second third last",
    "next erste zweite dritte letzte nächste ersten zweiten",
    "new neue neuer neues neuen old alte alter altes alten own eigene eigener eigenes eigenen",
)
"""Modifiers that make another thing of what they modify, or tell one of several."""

PLAIN = _set(
    "red green blue black white grey yellow brown orange purple pink turquoise golden striped big large small tiny huge long short tall",
    "young wooden metal rusty beautiful lovely cosy quiet cheap",
    "expensive used second-hand colourful heavy light bright dark round square",
)
"""English adjectives that only add to what they stand before; any other word there may make another thing of it (a rocking horse)."""

ADDING = _set("from in at near with by of beside inside behind called named aus bei mit von an auf neben in namens hinter")
"""Prepositions of an adjunct that only adds to what a sentence says."""

HOURS = _set(
    "morning mornings evening evenings noon night nights afternoon afternoons breakfast lunch dinner weekend weekends",
    "morgens abends mittags nachts nachmittags vormittags frühstück mittag abend wochenende",
    "summer winter spring autumn sommer winter frühling herbst",
)
WEEKDAYS = _pairs(
    "mondays monday montag montags;tuesdays tuesday dienstag dienstags;wednesdays wednesday mittwoch mittwochs;"
    "thursdays thursday donnerstag donnerstags;fridays friday freitag freitags;saturdays saturday samstag samstags sonnabend sonnabends;"
    "sundays sunday sonntag sonntags"
) | {day: day for day in "mondays tuesdays wednesdays thursdays fridays saturdays sundays".split()}
HABIT = frozenset(word for word in WEEKDAYS if word.endswith("s"))
"""Weekdays said of every week."""

ONCE = _set(
    "signed painted built rebuilt founded wrote sold bought married graduated moved born died renovated translated composed designed",
    "published retired invented inherited adopted demolished tarred carved quit",
    "unterschrieben unterschrieb gestrichen gemalt gebaut gegründet geschrieben verkauft gekauft geheiratet geboren gestorben renoviert",
    "übersetzt entworfen veröffentlicht geerbt geräumt umgezogen gezogen abgerissen erfunden baute gründete schrieb verkaufte kaufte",
    "heiratete renovierte zog abgeschlossen promoviert",
)
"""Verbs of what happens once to one thing: told twice it is the same event."""

SAME = _pairs(
    "car automobile;bicycle bike;bicycles bikes;cars automobiles;phones telephones;films movies;shops stores;phone telephone;"
    "called named;tv television telly;film movie;photo photograph;doctor physician;colleague coworker;"
    "lives resides dwells;living residing;begins starts commences;bought purchased;buys purchases;large big;scared afraid;"
    "child kid;children kids;fridge refrigerator;flat apartment;rubbish garbage trash;lift elevator;"
    "lifts elevators;shop store;sofa couch;colour color;colours colors;favourite favorite;grey gray;centre center;theatre theater;"
    "licence license;aeroplane airplane plane;metre meter;metres meters;litre liter;litres liters;neighbour neighbor;"
    "neighbours neighbors;harbour harbor;jewellery jewelry;programme program;tyre tire;tyres tires;pyjamas pajamas;mum mom;mother mum;"
    "father dad;organises organizes;organised organized;specialises specializes;each every;keen fond;repairs fixes mends;"
    "repaired fixed mended;teaches instructs;hates detests loathes;enjoys likes;loves adores;sick ill;"
    "wohnt lebt;auto wagen pkw;fahrrad rad;handy mobiltelefon;fernseher fernsehgerät tv;kaufte erwarb;beginnt startet;"
    "samstags sonnabends;karotten möhren;lehrer lehrkraft;foto fotografie;fotos fotografien;treppenhaus stiegenhaus;"
    "brötchen semmeln;januar jänner;hasst verabscheut;liebt vergöttert;kinder kids;oma großmutter;opa großvater;mama mutter;papa vater;"
    "repariert flickt;ängstlich furchtsam;krank erkrankt;kollege arbeitskollege;kollegin arbeitskollegin"
)
"""Words that say the same wherever they stand."""

NUMBERS = {
    key_of(word): str(value)
    for words, values in (
        ("two three four five six seven eight nine ten eleven twelve", range(2, 13)),
        ("thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty", range(13, 21)),
        ("thirty forty fifty sixty seventy eighty ninety hundred", range(30, 110, 10)),
        ("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf", range(2, 13)),
        ("dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig", range(13, 21)),
        ("dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert", range(30, 110, 10)),
    )
    for word, value in zip(words.split(), values, strict=True)
}

UNITS: dict[str, tuple[str, int, int]] = {
    name: (base, up, down)
    for names, base, up, down in (
        ("mm millimetre millimetres millimeter millimeters", "m", 1, 1000),
        ("cm centimetre centimetres centimeter centimeters zentimeter", "m", 1, 100),
        ("m metre metres meter meters metern", "m", 1, 1),
        ("km kilometre kilometres kilometer kilometers kilometern", "m", 1000, 1),
        ("mg milligram milligrams milligramm", "g", 1, 1000),
        ("g gram grams gramm", "g", 1, 1),
        ("kg kilo kilos kilogram kilograms kilogramm", "g", 1000, 1),
        ("t ton tons tonne tonnes tonnen", "g", 1_000_000, 1),
        ("ml millilitre millilitres milliliter milliliters", "l", 1, 1000),
        ("l litre litres liter liters litern", "l", 1, 1),
        ("eur euro euros €", "eur", 1, 1),
        ("usd dollar dollars $", "usd", 1, 1),
        ("gbp pound pounds £", "gbp", 1, 1),
        ("percent prozent %", "%", 1, 1),
    )
    for name in names.split()
}
"""Unit → its base unit, and by what to multiply and divide."""

CONFUSED = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "desert/dessert personal/personnel costume/custom moral/morale ordinance/ordnance casual/causal cavalry/calvary martial/marital "
        "complement/compliment statue/statute adverse/averse planing/planning emigrate/immigrate principal/principle corps/corpse "
        "angel/angle allusion/illusion confidant/confident continual/continuous human/humane sacred/scared secession/session "
        "lightning/lightening raising/rising breathe/breath envelope/envelop prophecy/prophesy urban/urbane"
    ).split()
)
"""Words one letter apart that are both words."""
