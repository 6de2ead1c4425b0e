"""The words deriving goes by: verbs that state what lasts or tell what happened, what a person is or has, and what makes a sentence uncertain."""

from __future__ import annotations

from collections.abc import Iterable

from dayleaf.core.regex import regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# ------------------------------------------------------------------------------------------------------------ English

_REGULAR_STATES = "live reside work study own pay weigh cost use lead manage teach play collect attend belong suffer train commute coach"
_REGULAR_EVENTS = (
    "move start join marry finish pass repair fix install deploy release visit travel arrive adopt graduate retire open close publish sign receive "
    "hire change switch migrate update replace upgrade configure merge debug rename remove add learn book order donate climb complete submit "
    "deliver plant rent return transfer celebrate host organise organize perform record ship paint renovate register enrol cancel postpone "
    "reschedule resolve discover restore rewrite order document implement resign inherit retake earn fail"
)
_DOUBLED = "stop:stopped ship:shipped plan: debug:debugged transfer:transferred enrol:enrolled cancel:cancelled"
_STRONG_EVENTS = (
    "began begun left quit bought sold won lost broke broken met flew flown founded wrote written built paid ran run "
    "became become found turned got split rebuilt rewrote rewritten lent spent"
)


def _past(verb: str) -> str:
    given = dict(pair.split(":") for pair in _DOUBLED.split()).get(verb)
    if given:
        return given
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "ed"


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "s"


def _going(verb: str) -> str:
    return verb.removesuffix("e") + "ing"


STATES = frozenset(form for verb in _REGULAR_STATES.split() for form in (verb, _third(verb))) | _words(
    "speak speaks sing sings run runs drive drives supports requires"
)
"""Verbs in the present that state what lasts."""

EVENTS = frozenset(map(_past, _REGULAR_EVENTS.split())) | _words(_STRONG_EVENTS)
"""Verbs in the past that tell what happened, their participles included."""

LASTING = frozenset(map(_going, _REGULAR_STATES.split())) | _words("learning studying")
"""What somebody `is …ing` or `has been …ing` for a time."""

STATE_PARTICIPLES = frozenset(map(_past, _REGULAR_STATES.split())) | _words("taught led driven spoken sung known")
LIKES = frozenset(form for verb in "prefer like love hate dislike enjoy detest adore favour favor".split() for form in (verb, _third(verb)))
PASSIVE = _words(
    "born hired promoted fired elected diagnosed appointed admitted released repaired replaced fixed moved accepted awarded founded built married"
)
ADVERBS = _words(
    "now also just already recently currently still finally always often usually mostly even then again officially mainly both"
)

HAS = _words(
    "daughter daughters son sons kid kids child children brother brothers sister sisters twin twins cat cats dog dogs tortoise parrot horse horses "
    "car bike house flat apartment garden boat allergy diabetes asthma degree licence license passport cabin van hives rabbits hamster phd "
    "appointment subscription grandchildren grandson granddaughter"
)
"""What somebody `has` for long."""

TRAITS = regex(
    r"(?:allergic to|intolerant|vegetarian|vegan|married|engaged|divorced|pregnant|widowed|retired|diabetic|asthmatic|left-handed|bilingual|"
    r"based in|in charge of|responsible for|fluent in|called|named|from [A-Z]|originally from|afraid of|\d+ years old|\d+ (?:cm|m) tall|"
    r"deaf|blind|colou?r-?blind|lactose|gluten)\b"
)
"""What somebody `is` for long."""

_ROLE_EN = regex(
    r"(?:an?|the|our|my|his|her|head|chief|senior|junior) (?:[\w-]+ ){0,3}?(?P<role>[\w-]*(?:er|or|ist|ian|ess|yst|eer)|nurse|cook|chef|vet|"
    r"student|owner|member|head|judge|pilot|coach|guide|clerk|assistant|consultant|accountant|architect|vegetarian|vegan|surgeon|midwife|"
    r"apprentice|intern|colleague|boss|neighbour|neighbor|friend|cousin|uncle|aunt|niece|nephew|sister|brother|mother|father|wife|husband|"
    r"daughter|son|lead|freelancer|partner)\b"
)
_NO_ROLE = _words(
    "better never winner loser liar number matter other another bigger smaller over under after later wonder killer disaster monster super "
    "master pleasure idler poor minor major error terror horror"
)


def is_role(predicate: str) -> bool:
    """Whether what somebody is called is an office, a trade or a kinship."""
    found = _ROLE_EN.match(predicate)
    return bool(found) and found is not None and found["role"].casefold() not in _NO_ROLE


# ------------------------------------------------------------------------------------------------------------- German

_STATES_DE = "wohn leb arbeit studier spiel besitz leit unterricht zahl wieg kost nutz benutz verwend sammel sing gehör trainier pendel lern betreu verdien leid"
_STATES_OTHER = "spricht spreche sprechen heißt heiße sammelt sammle läuft fährt fahre trägt"


def _present(stem: str) -> Iterable[str]:
    e = "e" if stem.endswith(("t", "d")) else ""
    return (stem + e + "t", stem + "e", stem + ("n" if stem.endswith("el") else "en"))


STATES_DE = frozenset(form for stem in _STATES_DE.split() for form in _present(stem)) | _words(_STATES_OTHER)
_EVENTS_DE = (
    "zog kaufte verkaufte heiratete wechselte verließ kündigte gewann verlor reparierte besuchte traf flog reiste gründete eröffnete "
    "installierte baute schrieb unterschrieb adoptierte ersetzte aktualisierte bekam erhielt beendete veröffentlichte löste mietete bestellte "
    "bezahlte übernahm renovierte pflanzte behob bestand absolvierte feierte"
)
EVENTS_DE = frozenset(form for verb in _EVENTS_DE.split() for form in (verb, verb + ("n" if verb.endswith("e") else "en")))
PARTICIPLES_DE = _words(
    "gezogen umgezogen eingezogen ausgezogen gekauft verkauft geheiratet begonnen angefangen gewechselt verlassen gekündigt gewonnen verloren "
    "repariert besucht getroffen geflogen gereist gegründet eröffnet bestanden installiert gebaut ausgebaut eingebaut umgebaut geschrieben "
    "unterschrieben adoptiert gefunden ersetzt aktualisiert bekommen erhalten abgeschlossen beendet veröffentlicht gelöst umgestellt gemietet "
    "bestellt bezahlt übernommen renoviert gepflanzt aufgehört gelernt eingerichtet behoben konfiguriert migriert ausgetauscht verschoben "
    "abgesagt gebucht abgegeben eingereicht geboren befördert eingestellt entlassen operiert gebrochen gefeiert geworden absolviert gestimmt "
    "zurückgekehrt ausgeliefert umbenannt umgeschrieben verlobt getrennt angemeldet entfernt hinzugefügt angeschafft geerbt gespendet verliehen geliehen umgestiegen gestartet promoviert"
)
AUXILIARIES_DE = _words("hat ist habe bin haben sind wurde wurden")
LIKES_DE = _words("mag mögen liebt liebe lieben hasst hasse hassen bevorzugt bevorzuge bevorzugen")
EATS_DE = _words(
    "isst esse essen trinkt trinke trinken liest lese lesen hört höre hören kocht koche kochen reist reise reisen schwimmt schwimme schwimmen "
    "wandert wandere wandern frühstückt frühstücke frühstücken sitzt schläft backt backe arbeitet arbeite arbeiten spielt spiele spielen fährt fahre "
    "fahren bekommt nimmt schreibt singt"
)
"""What one does `gern`, `lieber`, `am liebsten`."""

ADVERBS_DE = _words(
    "jetzt nun auch gerade schon bereits inzwischen mittlerweile endlich immer oft meist meistens noch derzeit aktuell seitdem "
    "nur wieder dort hier heute"
)
HAS_DE = _words(
    "tochter töchter sohn söhne kind kinder bruder brüder schwester schwestern geschwister zwillinge katze katzen hund hunde schildkröte papagei "
    "pferd auto fahrrad haus wohnung garten boot allergie diabetes asthma abschluss führerschein reisepass pflegegrad enkel enkelin bienenvölker "
    "kaninchen hamster geburtstag abonnement ferienhaus"
)
TRAITS_DE = regex(
    r"(?:allergisch gegen|vegetarisch|vegan|verheiratet|verlobt|geschieden|schwanger|verwitwet|\d+ Jahre alt|geboren|zuständig für|"
    r"verantwortlich für|im Ruhestand|im \w+ (?:Lehrjahr|Semester|Schuljahr)|Linkshänder|zweisprachig|in Rente|in Elternzeit|taub|blind)\b"
)
_ROLE_DE = regex(
    r"(?:(?:der|die|das|ein|eine|unser|unsere|mein|meine) )?(?:[a-zäöü][\w-]*e[rns]? ){0,2}(?P<role>[A-ZÄÖÜ][\w-]*(?:er|erin|in|ist|ant|ent|eur|arzt|frau|"
    r"mann|amme|koch|wirt|ling|anwalt)|Koch|Azubi|Arzt|Mitglied|Chef|Wirt|Lehrling|Hebamme|Patin|Pate|Onkel|Tante|Neffe|Nichte|Cousine|"
    r"Cousin|Oma|Opa|Kollege|Kollegin|Bruder|Rektor)\b"
)
_NO_ROLE_DE = _words("wetter sommer winter donner feuer wunder fehler ärger kummer hunger hin")


def is_role_de(predicate: str) -> bool:
    """The same in German, where a trade needs no article."""
    found = _ROLE_DE.match(predicate)
    return bool(found) and found is not None and found["role"].casefold() not in _NO_ROLE_DE


# ------------------------------------------------------------------------------------------------------------- guards

UNCERTAIN = regex(
    r"\b(?:if|would|could|might|(?<!\d )(?<!in )(?<!of )(?<!since )(?<!last )(?<!until )(?<!early )(?<!late )may(?! \d)|should|ought|must|maybe|perhaps|probably|possibly|unless|suppose|supposed|imagine|wish|wishes|wished|hope|hopes|hoped|"
    r"said|says|say|saying|told|tells|heard|hears|apparently|allegedly|supposedly|reportedly|according|claims?|claimed|thinks?|thought|believes?|"
    r"believed|rumou?rs?|seems?|seemed|guess|wonders?|wondered|mentioned|will|won't|shall|gonna|going to|plans?|planned|planning|intends?|"
    r"wants?|wanted|about to|almost|nearly|pretend\w*|joke[ds]?|joking|dreamt|dreamed|whether|as though|used to|formerly|tries|tried|try|trying|"
    r"looking forward|considering|considered|considers|can(?!'?t stand|not stand|not bear|'?t bear)|sort of|kind of|not sure|unsure|once upon|"
    r"wenn|falls|würden?|könnten?|hätten?|wären?|sollten?|soll|sollen|müssten?|dürften?|vielleicht|wahrscheinlich|möglicherweise|vermutlich|"
    r"angeblich|anscheinend|offenbar|scheinbar|wohl|sagte?n?|erzählt\w*|meinte?n?|behauptet\w*|glaubte?n?|glaube|denkt|denke|dachte|scheint|"
    r"schien|laut|gehört,|hieß es|heißt es|sei|seien|habe\s+er|möchten?|wollen|will|wollte|plant|plane|planen|hofft|hoffe|vor,|vorhaben|beinahe|fast|"
    r"träumte|geträumt|ob|früher|damals|versucht|versuche|überlegt|überlege|gemeint|gesagt|wünscht|wünsche|eventuell|ehemals|wollten|werde|werden|wird)\b"
    r"|\b\w+(?:'ll|’ll|'d|’d)\b|\?|\bI think\b|\bich finde\b|\bas if\b|\bals ob\b|:\s|—|\s[-–]\s|\.\.\.|…|!",
)
"""What makes a sentence a guess, a plan, a wish, hearsay, a question, an outcry, or one of several voices."""

IDIOMS = regex(
    r"\b(?:patience|temper|nerve|balance|his match|her match|the way|the lottery|the point|safe|mad|by surprise|mit dem gedanken|eine rolle|"
    r"nummer sicher|recht bekommen|besuch|geduld|nerven|zu spät|auf eine idee|den faden|im griff)\b"
)
"""Words that turn a plain verb into a figure of speech, or into a trifle."""

PLACED = _words("at for as in with from on near part-time full-time nights shifts")
PLACED_DE = _words("bei beim als in im für mit auf an am seit von vom teilzeit vollzeit nachts halbtags")
"""What says where, for whom, or as what somebody works."""

NEGATION = regex(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|hardly|barely|without|\w+n't|\w+n’t|cannot|"
    r"nicht|nie|niemals|kein\w*|niemand|nichts|weder|kaum|ohne)\b"
)
CLEAR = regex(
    r"\b(?:no longer|any ?more|does(?:n't|n’t| not)|do(?:n't|n’t| not)|never|can(?:not|'t|’t| not) (?:stand|bear)|nicht mehr|kein\w*|"
    r"nicht (?:ausstehen|leiden)|nie|has no|have no|hat kein\w*)\b"
)
"""Negations that deny just what the verb says."""

CLAUSES = regex(r",|\b(?:because|but|and|or|since|although|though|unless|weil|aber|und|oder|denn|obwohl|sondern)\b")
SCALE = regex(
    r"\b(?:not only|not all|not every|nicht nur|nicht alle|nicht jede\w*|not just|no wonder|no problem|kein wunder|keine ahnung)\b"
)

FICTION = regex(r"\b(?:film|movie|novel|story|book|game|dream|episode|roman|geschichte|buch|spiel|traum|folge|märchen|series|serie)\b")
"""What a sentence begins with when it tells an invention: `In the film, …`."""

ENGLISH = _words(
    "the a an and is was has have had of in on at to for with from his her my our we i she he they now by since as it that this are were new"
)
GERMAN = _words(
    "der die das ein eine und ist war hat haben von im am zu für mit aus sein ihr mein unser wir ich sie er es jetzt seit als bei den dem des "
    "nicht wurde sind in auf nach einen einem eines"
)

KIN = _words(
    "mother father brother sister son daughter wife husband parents aunt uncle cousin niece nephew boss doctor colleague friend neighbour "
    "neighbor teacher partner girlfriend boyfriend manager customer client landlord nurse mutter vater bruder schwester sohn tochter frau mann "
    "eltern tante onkel cousine cousin nichte neffe chef chefin arzt ärztin kollege kollegin freund freundin nachbar nachbarin lehrer lehrerin "
    "kundin kunde vermieter oma opa herr baby kid child girl boy woman man guy kind mädchen junge herrin mum mom dad mama papa"
)
"""Persons without a name: a pronoun may mean them."""

MONTHS = _words(
    "january february march april may june july august september october november december "
    "januar februar märz mai juni juli oktober dezember jänner"
)

NO_NAMES = (
    _words(
        "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november "
        "december christmas easter montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember "
        "weihnachten ostern i the a an he she it we they you this that these those there here my our his her their in on at after before when while "
        "also then but and so if today yesterday tomorrow meanwhile later finally nobody everybody everyone somebody someone er sie es wir ihr ich der die "
        "das ein eine dann aber und so heute gestern morgen später endlich niemand jeder alle man mein unser sein im am nach vor seit mit bei von "
        "english german french spanish italian deutsch englisch french spanisch"
    )
    | KIN
)
"""Capitalised words that name nobody."""

DETERMINERS = _words(
    "der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner unser unsere unseren sein seine seinen ihr ihre ihren "
    "kein keine keinen dieser diese dieses diesen jeder jede jedes alle viele zwei drei vier im am zum zur beim vom ins ans the a an my our his her "
    "their your this that these those some any no every each"
)
"""What stands before a noun, and before no name."""

PERSONS_DO = _words(
    "geht kommt sagt sagte meint meinte ruft rief schreibt schrieb wohnt lebt arbeitet studiert spielt spricht mag liebt kocht isst trinkt lernt kaufte "
    "verkaufte heiratete zog fährt fuhr hilft half lacht lachte schläft schlief erzählt erzählte besuchte traf brachte bringt"
)
"""German verbs whose subject is a person."""

SURE = 0.6
"""Confidence of an opinion that was derived: it was said once, in passing."""
