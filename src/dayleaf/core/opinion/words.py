"""The words that an opinion turns on, English and German: what people like, praise, avoid, give up, only heard or would do.

Words are written in plain spelling and compared as `core.truth.words.key_of` spells them; verbs in all their forms, because the
stems of strong verbs differ ("ate", "aß").
"""

from __future__ import annotations

import re

from dayleaf.core.regex import regex
from dayleaf.core.truth.words import key_of


def _set(*lists: str) -> frozenset[str]:
    return frozenset(key_of(" ".join(lists)).split())


LIKE = _set(
    "like likes liked liking love loves loved loving adore adores adored enjoy enjoys enjoyed enjoying prefer prefers preferred preferring",
    "favour favours favor favors favoured favored fond keen cherish cherishes cherished appreciate appreciates appreciated value values",
    "valued admire admires admired favourite favourites favorite favorites relish relishes relished fan delighted thrilled swear swears",
    "mag mögen mochte mochten magst liebt liebte lieben geliebt bevorzugt bevorzugte bevorzugen gern gerne lieber liebsten schwärmt schwärmte",
    "schätzt schätzte geschätzt genießt genoss genießen genossen begeistert begeisterte lieblings lobt lobte gelobt vergöttert",
    "vergötterte bewundert bewunderte fan freut freute",
)
"""Somebody likes it."""

DISLIKE = _set(
    "dislike dislikes disliked disliking hate hates hated hating detest detests detested loathe loathes loathed despise despises despised",
    "avoid avoids avoided avoiding complain complains complained complaining annoyed annoys annoying bored boring sick tired fed",
    "hasst hasste hassen gehasst verabscheut verabscheute meidet mied meiden gemieden ungern satt leid nervt nervte nerven genervt",
    "beschwert beschwerte beklagt beklagte ärgert ärgerte stört störte langweilt langweilte",
)
"""Somebody does not like it."""

LOUD = _set(
    "hate hates hated hating detest detests detested loathe loathes loathed despise despises despised disaster utterly furious unbearable",
    "horrible atrocious disgusting intolerable catastrophe catastrophic",
    "hasst hasste hassen gehasst verabscheut verabscheute unerträglich katastrophe katastrophal grauenhaft grauenvoll widerlich abscheulich",
    "stinksauer ekelhaft",
)
"""Words so strong that what they say weighs more."""

BEAR = _set("stand bear tolerate stomach ausstehen leiden ertragen riechen abkann")
"""After a negation: `cannot stand`, `kann … nicht ausstehen`."""

SEEK = _set(
    "ask asks asked asking request requests requested order orders ordered ordering choose chooses chose chosen choosing book books booked",
    "pick picks picked want wants wanted wish wishes wished insist insists insisted recommend recommends recommended praise praises praised",
    "renew renews renewed",
    "bat bittet bitten gebeten bestellt bestellte wählt wählte gewählt buchte gebucht wünscht wünschte will wollte verlangt verlangte",
    "empfiehlt empfahl empfohlen verlängerte besteht bestand",
)
"""Somebody seeks it, or speaks for it."""

SHUN = _set(
    "refuse refuses refused refusing decline declines declined skip skips skipped reject rejects rejected cancel cancels cancelled canceled",
    "return returned ditch ditched criticise criticises criticised criticize criticizes criticized uninstall uninstalled deleted abandon",
    "abandoned abandons banned",
    "verweigert verweigerte ablehnt ablehnte abgelehnt lehnt lehnte kritisiert kritisierte storniert stornierte boykottiert verzichtet",
    "verzichtete verschmäht verschmähte weigert weigerte schwänzt schwänzte kündigte gekündigt",
)
"""Somebody shuns it, or speaks against it."""

ENDS = _set(
    "stop stops stopped quit quits gave given give gives ended dropped drops",
    "aufgehört aufgegeben gab gibt hört hörte eingestellt abgewöhnt",
)
"""Somebody ends what he did; `gave up`, `gab … auf` only with their particle."""

UP = _set("up auf")

GOOD = _set(
    "good great excellent wonderful fantastic delicious brilliant lovely superb perfect amazing awesome tasty pleasant nice fine best better",
    "outstanding magnificent splendid marvellous marvelous helpful useful worthwhile impressive delightful",
    "gut gute guter gutes guten gutem großartig großartige hervorragend hervorragende wunderbar wunderbare toll tolle tollen ausgezeichnet",
    "köstlich köstliche lecker leckere fantastisch perfekt prima super klasse schön schöne besser beste bestes besten angenehm hilfreich",
    "nützlich spitze herrlich",
)
BAD = _set(
    "bad awful terrible horrible dreadful poor lousy disappointing disgusting worst worse disaster mess nonsense useless pointless tedious",
    "unbearable rubbish garbage unpleasant atrocious waste intolerable catastrophe overrated bland stale mediocre",
    "schlecht schlechte schlechter schlechtes schlechten furchtbar furchtbare schrecklich schreckliche mies miese enttäuschend katastrophe",
    "katastrophal grauenhaft grauenvoll unsinn quatsch nutzlos nutzlose sinnlos sinnlose langweilig langweilige öde ekelhaft widerlich",
    "schlimm schlimme unerträglich unangenehm schlimmer schlimmste mist zumutung überbewertet fade",
)

AXES: dict[str, tuple[str, int]] = {}
"""Word → what it measures, and on which side it stands."""

for _axis, _high, _low in (
    (
        "fast",
        "fast quick faster quicker swift schnell schneller flott zügig schnelle schnelles",
        "slow slower sluggish langsam langsamer träge lahm langsame langsames",
    ),
    (
        "sure",
        "reliable dependable stable robust zuverlässig verlässlich stabil zuverlässige",
        "unreliable unstable flaky fragile unzuverlässig instabil wackelig unzuverlässige",
    ),
    (
        "dear",
        "expensive pricey costly overpriced teuer teure teurer teures",
        "cheap cheaper inexpensive affordable billig günstig preiswert günstige billige",
    ),
    ("loud", "loud noisy louder laut laute lauter lautes", "quiet silent quieter leise ruhig ruhige stille"),
    ("easy", "easy simple easier einfach leicht einfache leichte", "hard difficult complicated schwer schwierig kompliziert schwierige"),
    ("clean", "clean tidy spotless sauber ordentlich saubere", "dirty messy filthy schmutzig dreckig unordentlich dreckige"),
    ("warm", "warm hot warme heiß", "cold chilly freezing kalt eiskalt kalte"),
    ("safe", "safe secure sicher sichere", "unsafe dangerous insecure gefährlich unsicher gefährliche"),
    (
        "kind",
        "friendly kind polite freundlich höflich nett freundliche nette",
        "unfriendly rude impolite unfreundlich unhöflich unfreundliche",
    ),
    ("punctual", "punctual prompt pünktlich pünktliche", "late unpunctual unpünktlich verspätet"),
    ("full", "crowded busy packed voll überfüllt", "empty deserted leer"),
    ("fresh", "fresh frisch frische", "stale rotten altbacken verdorben"),
    ("useful", "helpful useful hilfreich nützlich", "useless pointless nutzlos unnütz"),
    ("interesting", "interesting exciting interessant spannend spannende", "boring dull tedious langweilig öde"),
):
    AXES.update(dict.fromkeys(_set(_high), (_axis, 1)))
    AXES.update(dict.fromkeys(_set(_low), (_axis, -1)))

NOT = _set(
    "not no never neither nor nobody nothing cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't hardly barely",
    "rarely seldom without",
    "nicht kein keine keinen keinem keiner keines nie niemals nimmer weder kaum selten ohne nichts",
)
NEVER = _set("never nie niemals nimmer")
AGAIN = _set("again anymore mehr wieder")
MORE = _set("longer anymore mehr any")

CONDITIONAL = _set(
    "if would whether unless maybe perhaps might could wonder wonders wondered hypothetically imagine imagined suppose supposing may",
    "falls wenn ob vielleicht womöglich eventuell angenommen möglicherweise",
)
"""Words of what may be, and of what somebody asks."""

WOULD = regex(r"\b(?:w(?:ü|ue)rden?|k(?:ö|oe)nnten?|w(?:ä|ae)ren?|h(?:ä|ae)tten?|d(?:ü|ue)rften?)\b", re.IGNORECASE)
"""German forms of what may be, which only their umlauts tell from the past ("wäre", "war")."""

WISHES = regex(r"\bm(?:ö|oe)chten?\b", re.IGNORECASE)

HEARSAY = _set(
    "rumour rumours rumor rumors claimed claims claim supposedly allegedly apparently reportedly gossip",
    "angeblich gerücht gerüchte gerüchten behauptet behauptete behaupten munkelt vermeintlich hörensagen soll",
)
SOMEONE = _set("someone somebody people others colleagues neighbours everyone everybody jemand man leute andere kollegen nachbarn alle")

IRONY = _set(
    "ironically ironic irony sarcastic sarcastically sarcasm eye-roll eyeroll eye-rolling rolling joked jokingly joking mockingly",
    "ironisch ironie sarkastisch sarkasmus spöttisch augenrollen augenrollend augenrollendem scherzhaft scherzte spöttelte höhnisch",
)
IRONY_SIGNS = ("🙄", "🙃", "/s", "yeah right", "na toll", "ganz toll", "oh joy")

EXCEPTION = _set(
    "exceptionally exception exceptional unusually uncharacteristically ausnahmsweise ausnahme ausnahmen",
)
ONCE = (
    "for once",
    "just this once",
    "only this once",
    "only once",
    "just once",
    "nur dieses eine mal",
    "nur einmal",
    "nur diesmal",
    "dieses eine mal",
)

FORMER = _set("formerly früher damals einst ehemals previously originally childhood kindheit jugend youth")
FORMERLY = (
    "used to", "as a child", "as a boy", "as a girl", "as a kid", "as a student", "when he was", "when she was", "years ago", "in the past",
    "als kind", "als junge", "als mädchen", "als schüler", "als student", "vor jahren", "in seiner jugend", "in ihrer jugend", "back in", "back then",
)  # fmt: skip

FORCED_SAYS = (
    "had to", "because", "since there", "for lack of", "only because", "nothing else", "was forced", "were forced", "no choice", "no other",
    "mangels", "weil", "musste", "notgedrungen", "gezwungenermaßen", "nichts anderes", "keine wahl",
)  # fmt: skip

REPEATS = (
    "as noted", "as mentioned", "as said", "as i said", "as reported", "as written", "summary", "recap", "in summary", "see above", "to recap",
    "wie gesagt", "wie erwähnt", "wie notiert", "wie berichtet", "zusammenfassung", "wie oben", "kurz gesagt", "siehe oben", "nachtrag",
)  # fmt: skip
"""Phrases of a text that tells again what was told."""

PLAN = _set(
    "plans plan planned considers considering considered thinking hopes hoped intends intended expects",
    "plant plante erwägt überlegt überlegte hofft hoffte beabsichtigt",
)

ABOUT = _set(
    "says said say saying told tells tell wrote writes write mentioned mentions mention declared declares repeated repeats repeat",
    "announced admitted admits confirmed confirms explained explains stated added called calls call find finds found finding consider considers",
    "considered think thinks thought burst shouted exclaimed insisted",
    "remarked noted reported vowed vows promised promises swore decided decides resolved agreed",
    "sagt sagte gesagt schreibt schrieb geschrieben erzählt erzählte erwähnt erwähnte erklärt erklärte wiederholt wiederholte meint meinte",
    "bestätigt bestätigte gab zu nannte nennt findet fand hält hielt gestand gesteht verkündet verkündete schwor schwört versprach verspricht beschloss beschließt gelobte berichtet berichtete rief ruft",
)
"""Verbs of saying and thinking: they carry no content of their own."""

LIGHT = _set(
    "go goes went gone going do does did done doing have has had having make makes made making take takes took taken taking get gets got",
    "getting give gives gave given come comes came put puts be being been use using let lets keep keeps kept seem seems seemed serve serves served",
    "work works worked working feel feels felt look looks looked turn turned turns become became try tries tried start starts started",
    "geht ging gehe gehen gegangen macht machte machen gemacht tut tat hat hatte nimmt nahm genommen kommt kam gekommen lässt ließ bleibt",
    "blieb stellt stellte wirkt wirkte scheint schien gibt gab",
)
"""Verbs that say little by themselves."""

ASIDE = _set(
    "really very much quite rather always often usually sometimes again still just also too even along past around near via per during",
    "so well day days week weeks month months year years time times evening morning today yesterday tonight lately recently once twice",
    "minute minutes moment second another ever everything something thing things lot bit way person people all every each whenever absolutely totally completely utterly truly deeply hugely",
    "gegenüber sehr wirklich ganz immer oft meistens manchmal wieder noch auch sogar viel viele mal abend morgen mittag tag tage woche wochen monat",
    "jahr jahre zeit heute gestern neulich kürzlich einmal zweimal erneut jeden jede jedes etwas ding dinge besonders total völlig absolut weiterhin",
    "eigenen eigene worten",
)
"""Words of degree and time, which are not what an opinion is about."""

TIMES_OF_DAY = _set("morning evening noon night afternoon early late morgens abends")

OTHERS = _set(
    "wife husband brother sister mother father son daughter friend friends boss colleague colleagues neighbour neighbor neighbours neighbors",
    "sons daughters brothers sisters mothers fathers wives husbands bosses partners cousins uncles aunts clients ex fiancé fiancée",
    "mum mom dad parents kids children partner girlfriend boyfriend cousin uncle aunt grandmother grandfather team everyone everybody nobody",
    "roommate flatmate client customer customers guests guest dog cat",
    "frau mann bruder schwester mutter vater sohn tochter freund freundin freunde chef chefin kollege kollegin kollegen nachbar nachbarin",
    "söhne töchter brüder schwestern mütter väter tanten freundinnen kolleginnen töchtern söhnen brüdern vermieter vermieterin verlobte verlobter",
    "nachbarn eltern kinder kind partner partnerin cousin cousine onkel tante oma opa großmutter großvater alle niemand mitbewohner kunde kunden",
    "gäste gast hund katze",
)
"""Somebody else than the one spoken of: `his wife`, `seine Frau`."""

_VERBS = """
eat eats ate eaten eating; drink drinks drank drunk drinking; sleep sleeps slept sleeping; run runs ran running; swim swims swam swum swimming
sing sings sang sung singing; ride rides rode ridden riding; drive drives drove driven driving; fly flies flew flown flying
write writes wrote written writing; read reads reading; wear wears wore worn wearing; buy buys bought buying; sell sells sold selling
speak speaks spoke spoken speaking; teach teaches taught teaching; pay pays paid paying; sit sits sat sitting; stand stands stood standing
wake wakes woke woken waking; build builds built building; draw draws drew drawn drawing
choose chooses chose chosen choosing; grow grows grew grown growing; throw throws threw thrown; hide hides hid hidden; leave leaves left leaving
cook cooks cooked cooking; walk walks walked walking walks; cycle cycles cycled cycling
go goes went gone going; have has had having; keep keeps kept keeping; work works worked working; live lives lived living
geh geht ging gehen gegangen; hab hat hatte haben gehabt; wohn wohnt wohnte wohnen gewohnt; lern lernt lernte lernen gelernt
bake bakes baked baking; repair repairs repaired repairing; travel travels travelled traveled travelling traveling; use uses used using
ess esse isst aß ass essen gegessen; trink trinke trinkt trank trinken getrunken; schlaf schlafe schläft schlief schlafen geschlafen
lauf laufe läuft lief laufen gelaufen; fahr fahre fährt fuhr fahren gefahren; les lese liest las lesen gelesen; schreib schreibt schrieb schreiben geschrieben
seh sehe sieht sah sehen gesehen; trag trage trägt trug tragen getragen; sing singt sang singen gesungen; schwimm schwimmt schwamm schwimmen geschwommen
sprech spricht sprach sprechen gesprochen; treff trifft traf treffen getroffen; sitz sitzt saß sitzen gesessen; steh steht stand stehen gestanden
lieg liegt lag liegen gelegen; reit reitet ritt reiten geritten; flieg fliegt flog fliegen geflogen; hör hört hörte hören gehört
koch kocht kochte kochen gekocht; wander wandert wanderte wandern gewandert; arbeit arbeitet arbeitete arbeiten gearbeitet; kauf kauft kaufte kaufen gekauft
spiel spielt spielte spielen gespielt; nutz nutzt nutzte nutzen genutzt benutzt benutzte verwendet verwendete; duz duzt duzte; rauch raucht rauchte rauchen geraucht
schau schaut schaute schauen geschaut; back backt backte backen gebacken; bezahl bezahlt bezahlte bezahlen zahlt zahlte zahlen gezahlt
"""
VERB: dict[str, str] = {}
"""A form of a verb → the form it is compared by."""

for _entry in _VERBS.replace("\n", ";").split(";"):
    _forms = key_of(_entry).split()
    for _form in _forms:
        VERB.setdefault(_form, "v " + _forms[0])

GERUND_NOT = _set(
    "morning evening thing king ring spring string ceiling building wedding king nothing something anything everything during swimming"
)
"""Words that end like a gerund and name a thing, or stand beside one."""

TELLING = frozenset().union(
    LIKE, DISLIKE, BEAR, SEEK, SHUN, ENDS, GOOD, BAD, AXES, NEVER, _set("again another wieder erneut abermals rather halt hielt halte")
)
"""Without one of these a fact says nothing of how somebody values a thing."""
