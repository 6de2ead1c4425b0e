"""The words that truth over time turns on, English and German: lasting states, changes, ends, corrections, negations."""

from __future__ import annotations

from dayleaf.core.terms.fold import fold, umlauts
from dayleaf.core.terms.stop import STOP


def key_of(word: str) -> str:
    """The spelling in which words are compared here (one, or many with blanks between): folded, umlauts spelled one way."""
    return umlauts(fold(word))


def _set(*lists: str) -> frozenset[str]:
    return frozenset(key_of(" ".join(lists)).split())


NOW = _set(
    "now nowadays henceforth meanwhile instead anymore since effective rather",
    "jetzt nun inzwischen mittlerweile neuerdings seitdem fortan künftig stattdessen statt anstatt anstelle seit ab nunmehr mehr",
    "new neu neue neuer neues neuen neuem",
)
"""Words of a sentence that reports how things are after a change. `since`, `seit`, `ab`, `mehr` count only as `marks` says."""

WEAK = frozenset("since seit ab mehr effective rather".split())
"""Of these, those that say it only together with something else."""

CHANGE = _set(
    "changed changes switched switches moved moves replaced replaces renamed upgraded updated migrated migrates reinstalled raised",
    "increased increases lowered reduced postponed rescheduled delayed extended transferred became becomes relocated swapped promoted",
    "converted revised downgraded reassigned rebranded merged took takes taken cut",
    "gewechselt wechselt wechselte umgestellt umgezogen verschoben verlegt ersetzt ersetzte umbenannt erhöht erhöhte gesenkt senkt",
    "hochgestuft herabgestuft heruntergestuft geändert ändert angehoben verlängert vertagt aktualisiert gehoben übernimmt übernommen",
    "übernahm abgelöst nachgegeben umgestiegen umgerüstet umgesattelt vorgezogen verkürzt getauscht ausgetauscht zieht gezogen zog",
    "umzug umstieg aufgesetzt neuinstalliert wird befördert versetzt umgebucht umgesiedelt migriert",
)
"""Verbs that report a change of state. `takes`, `took` count only before `over`; `wird` never alone."""

WITH_OVER = frozenset("took takes taken".split())

FIX = _set("correction corrected corrigendum erratum actually berichtigung berichtigt korrektur korrigiert richtigstellung richtig")
"""At the head of a sentence: what was written before was wrong."""

OVER = _set(
    "quit quits resigned stopped stops ended cancelled canceled sold discontinued retired abandoned terminated divorced dropped",
    "died dies separated deregistered decommissioned scrapped dissolved abolished removed",
    "gestorben verstorben starb getrennt gekündigt aufgehört aufgegeben verkauft abgemeldet beendet abgeschafft "
    "storniert abgesagt ausgezogen aufgelöst verschrottet",
    "ausgetreten verlassen verlässt stillgelegt abgeschaltet abgestellt entfernt geschieden eingestellt kündigt verkaufte",
)
"""Verbs that end a state without naming the next one."""

NOT = _set(
    "not no never without neither nicht kein keine keinen keinem keiner keines nie niemals ohne weder cannot can't "
    "don't doesn't isn't aren't won't"
)
INSTEAD = _set("statt anstatt anstelle instead")
LONGER = _set("longer anymore more mehr again")

ALSO = _set(
    "also too another additionally besides second third both as well zusätzlich auch noch außerdem ausserdem "
    "weiterer weitere weiteres weiteren zweite "
    "zweiter zweites zweiten daneben ebenfalls nebenbei dazu sowie manchmal sometimes occasionally gelegentlich"
) - {"as", "well"}
"""Words that add to what is true instead of replacing it."""

UNSURE = _set(
    "if would might maybe perhaps plans wants hopes hope considers considering thinks might may could wonders asked",
    "whether rumour rumor claimed claims supposedly allegedly proposed proposes suggested suggests",
    "falls wenn vielleicht möchte plant hofft überlegt erwägt denkt könnte angeblich gerücht vorschlag schlägt wünscht",
)
"""Words of a sentence that does not say what is so, only what may be."""

PAST = _set(
    "went bought said told ran paid got gave saw met ate made found came had did wrote sent spent won lost drove flew took broke",
    "brought caught fell felt forgot heard held kept knew read rode sang slept spoke stood swam taught thought threw woke wore beat",
    "was were yesterday ago gestern vorgestern damals früher einst ausnahmsweise formerly once",
    "ging kam war waren sagte kaufte traf aß ass trank fuhr fand gab nahm sah schrieb rief lief bekam blieb verlor half hatte hatten",
    "wurde wurden schlief sprach brachte dachte starb stürzte brach",
)
"""Words of a sentence that tells an event or a time gone by; such a sentence stays true for ever."""

HAVE = _set("hat habe haben ist sind bin wurde wurden worden war")
NOT_PAST = _set("need speed bed red shed seed feed embed indeed hundred married used located based called named owned bred sacred naked")

FAMILY: dict[str, str] = {}
"""Word → the family of lasting states it speaks of."""

for _family, _words in {
    "home": "live lives living resides reside residing relocated moved moves wohnt wohne wohnen "
    "wohnhaft lebt lebe umgezogen gezogen zog zieht residiert",
    "work": "works working employed started starts angefangen begonnen arbeitet arbeite angestellt "
    "beschäftigt wechselt gewechselt wechselte jobbt",
    "wed": "married engaged dating verheiratet verlobt liiert zusammen",
    "lead": "leads lead led leading heads headed manages managed chairs chaired coordinates coordinated supervises leitet geleitet "
    "verantwortet koordiniert koordinierte moderiert verwaltet verwaltete",
    "care": "looks look looked cares responsible maintains maintained charge betreut betreute pflegt gepflegt zuständig verantwortlich "
    "kümmert kümmern versorgt hütet teaches taught coaches coached unterrichtet trainiert trainierte",
    "system": "runs running reinstalled upgraded migrated läuft aufgesetzt installiert aktualisiert gehoben",
}.items():
    FAMILY.update(dict.fromkeys(_set(_words), _family))

TAKE_OVER = _set("takes took taken übernimmt übernommen übernahm")
ROLES = frozenset(("lead", "care"))
"""Families whose object has one holder at a time: the holder is the value."""

LIKES = _set(
    "likes like loves love adores adore prefers prefer favours favors favourite favorite enjoys enjoy fond",
    "mag mögen liebt bevorzugt lieber liebsten lieblings gern gerne schwärmt schätzt genießt",
)
HATES = _set("dislikes dislike hates hate detests loathes despises avoids hasst verabscheut meidet satt leid ungern")
BEAR = _set("stand bear see sehen ausstehen leiden ertragen hören")
"""After a negation: `can't stand`, `kann … nicht mehr sehen`."""
OVER_WORDS = _set("over to than als")

MANY = _set(
    "plays play speaks speak knows know learns owns own has have collects collect member likes like sings reads visits studies keeps",
    "spielt spricht kennt lernt besitzt hat haben sammelt mitglied mag singt liest besucht studiert hält",
    "joined beigetreten begonnen angefangen took taken started",
)
"""States of which somebody has many at once."""

OPEN = _set("uses use eats eat nutzt benutzt verwendet isst orders buys bestellt kauft watches schaut hört trägt wears")
"""Verbs that say too little alone: only with more in common do two sentences speak of the same."""

ATTRIBUTES = _set(
    "status state colour color version branch name title password address number owner currency language theme "
    "timezone zone size type mode format",
    "level grade rank host provider supplier landlord capital brand model plan tariff diagnosis nickname username "
    "login email domain url weather",
    "status zustand farbe version zweig name titel passwort kennwort adresse nummer telefonnummer handynummer "
    "eigentümer besitzer währung sprache",
    "favourite favorite größe typ modus format stufe rang anbieter lieferant vermieter marke modell tarif diagnose "
    "spitzname benutzername domain niveau stand",
)
"""Nouns that have one value at a time, whatever kind of word it is."""

CALLED = _set("heißt heisst lautet called named")
"""Words after which a name follows."""

HOURS = _set(
    "morning evening noon night afternoon breakfast lunch dinner morgens abends mittags nachts nachmittags "
    "vormittags frühstück mittag abend weekend weekends"
)
"""Parts of a day: what somebody does in the one says nothing of the other."""

OPPOSITE = {
    key_of(no): key_of(yes)
    for no, yes in (
        pair.split("/")
        for pair in (
            "closed/open shut/open disabled/enabled unlocked/locked inactive/active unavailable/available offline/online "
            "inaccessible/accessible absent/present "
            "geschlossen/offen zu/offen deaktiviert/aktiviert inaktiv/aktiv entsperrt/gesperrt ausgeschaltet/eingeschaltet "
            "abgeschlossen/offen off/on aus/an"
        ).split()
    )
}
"""Words that deny what another one says."""

ONLY_LAST = frozenset("off on aus an zu".split())
"""Of these, those that are such a word only at the end of its part of the sentence."""

PLACES = _set(
    "in at on by with under near behind beside next inside outside to into im am an auf bei beim unter neben hinter "
    "vor über zwischen nach zu zum zur mit ins"
)
WHERE = _set("in at on near behind beside next inside outside im am an auf bei beim neben hinter vor über zwischen zu zum zur")
"""Of these, those that say where something is."""

WAYS = PLACES | _set("of from for without out off aus von vom für ohne")
EMPLOY = _set("at for as with bei beim für in im am an als zu zum zur")
CAUSES = _set("wegen durch nach dank trotz because due after despite aufgrund aus")
COPULA = _set("is are ist sind lautet lauten heißt beträgt betragen been 's liegt steht stehen")
BY = _set("by von vom durch")
OF = _set("of von vom in auf bei beim am im an for für at on from with mit zu zum zur der des hinter neben unter 's")
ARTICLES = _set(
    "the a an der die das den dem des ein eine einen einem einer eines her his their its my our your ihr ihre ihren "
    "ihrem sein seine seinen seinem mein meine unser unsere"
)
DEFINITE = frozenset("the der die das".split())
INDEFINITE = _set("a an ein eine einen einem einer")
PRONOUNS = _set("he she it they i we er sie es ich wir")
TIMES = _set(
    "since from starting effective until till through between ab seit bis von vom zwischen yesterday gestern",
    "last letzte letzten next nächste",
)
"""Words that may say from when or until when."""

UNTIL = _set("until till bis through")
MONTHS = _set(
    "january february march april may june july august september october november december januar februar märz mai "
    "juni juli oktober dezember jänner"
)
NUMBERS = {
    key_of(word): str(value)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for value, word in enumerate(words.split())
    if value > 1
}
DAYS = _set(
    "monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays",
    "montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags "
    "sonnabend sonntag sonntags",
)
AND = _set("and but und aber sondern")


def is_frame(key: str) -> bool:
    """Whether a word carries no content of a claim: a stop word, or one of the words above that only mark time or change."""
    return key in _FRAME


_FRAME = (
    CAUSES
    | CALLED
    | NOW
    | CHANGE
    | OVER
    | FIX
    | LONGER
    | INSTEAD
    | ALSO
    | COPULA
    | ARTICLES
    | PRONOUNS
    | _set(
        "today heute currently derzeit zurzeit aktuell momentan still noch already schon bereits just only self herself "
        "himself itself over back wieder zurück again "
        "erfahren learned heute's called named über gegen about every alle jeden jede jedes"
    )
    | _set(*STOP)
)
