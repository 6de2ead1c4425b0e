"""Words that ask for what other words tell: where somebody lives is told by "wohnt", "lebt", "moved to"; what it costs, by "Euro".

A question names a relation, a fact tells it in one of a few ways, in either language. The table holds everyday relations of persons
and things only; a word that asks for one is looked for by its kin as well, at a part of its weight.
"""

from __future__ import annotations

from functools import cache

from dayleaf.core.terms import probes
from dayleaf.core.terms.fold import fold, umlauts

_KIN = """
live lives living lived reside resides home address moved / wohnt wohnen wohne lebt leben lebe zuhause adresse umgezogen
work works working worked job employed employer employee profession occupation / arbeitet arbeiten arbeite beruf beruflich angestellt beschäftigt arbeitgeber
cost costs price prices expensive pay paid fee euro euros dollar dollars eur usd / kostet kosten kostete preis teuer bezahlt gebühr
phone telephone call mobile / telefon telefonnummer handynummer telefonisch anrufen erreichbar
married marriage wedding wife husband spouse / verheiratet heirat hochzeit ehefrau ehemann geheiratet
brother brothers sister sisters sibling siblings / bruder brüder schwester schwestern geschwister
father mother parents dad mum mom / vater mutter eltern papa mama
daughter son child children kid kids / tochter sohn kind kinder
born birthday age old / geboren geburtstag alter alt
died dead death / gestorben tot tod verstorben starb
ill sick illness disease diagnosis diagnosed doctor / krank krankheit diagnose arzt ärztin erkältet
allergic allergy allergies intolerant / allergisch allergie allergien unverträglich
learn learns learning lesson lessons / lernen lernt unterricht kurs
teach teaches teacher taught / unterrichtet lehrer lehrerin lehrt
meeting meetings appointment appointments / termin termine treffen besprechung verabredung
travel trip journey flight / reise reisen ausflug flug fahrt
eat eats food meal breakfast lunch dinner / isst essen mahlzeit frühstück mittagessen abendessen
drink drinks / trinkt trinken getränk
car cars vehicle / auto wagen fahrzeug
cancelled canceled / abgesagt ausgefallen fiel storniert
postponed moved rescheduled delayed / verschoben verlegt vertagt
broken defect defective repair repaired / kaputt defekt reparatur repariert
bought buy purchased purchase / gekauft kaufen kaufte
sold sell / verkauft verkaufen
leads lead leader led head manages manager boss / leitet leitung leiterin chef chefin führt
rehearse rehearses rehearsal / probt proben probe
neighbour neighbor neighbours neighbors / nachbar nachbarn nachbarin nebenan
"""


@cache
def _table() -> dict[str, tuple[str, ...]]:
    """Comparing form of a word → the comparing forms of its line."""
    table: dict[str, dict[str, None]] = {}
    for line in _KIN.strip().splitlines():
        words = [word for word in line.split() if word != "/"]
        for word in words:
            table.setdefault(_key(word), {}).update(dict.fromkeys(words))
    return {key: tuple(words) for key, words in table.items()}


def _key(word: str) -> str:
    return umlauts(fold(word))


@cache
def kin_of(word: str) -> tuple[str, ...]:
    """The index terms of the words that tell what this word asks for, its own not among them; mostly none."""
    kin = _table().get(_key(word), ())
    terms = dict.fromkeys(term for other in kin for probe in probes(other) for term in probe.alternatives)
    own = {term for probe in probes(word) for term in probe.alternatives}
    return tuple(term for term in terms if term not in own)
