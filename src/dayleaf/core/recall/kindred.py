"""Words that ask for what other words tell: where somebody lives is told by "wohnt", "lebt", "moved to"; what it costs, by "Euro".

A question names a relation, a fact tells it in one of a few ways, in either language. The table holds everyday relations of persons
and things only; a word that asks for one is looked for by its kin as well, at a part of its weight. Each word stands in one line.
The name of a class is looked for by its members as well.
"""

from __future__ import annotations

from functools import cache

from dayleaf.core.recall.members import MEMBERS
from dayleaf.core.terms import probes
from dayleaf.core.terms.fold import fold, umlauts

_KIN = """
live lives living lived reside resides home moved / wohnt wohnen wohne wohnte lebt leben lebe Zuhause Adresse umgezogen
work works working worked job employed employer profession / arbeitet arbeiten arbeite Beruf beruflich angestellt beschäftigt Arbeitgeber
cost costs price prices expensive fee euro euros dollar dollars eur usd / kostet kosten kostete Preis teuer Gebühr
phone telephone / Telefon Telefonnummer Handynummer telefonisch erreichbar
married marriage wedding wife husband spouse / verheiratet Heirat Hochzeit Ehefrau Ehemann geheiratet
brother brothers sister sisters sibling siblings / Bruder Brüder Schwester Schwestern Geschwister
father mother parents / Vater Mutter Eltern
daughter son child children kids / Tochter Sohn Kind Kinder
born birthday age / geboren Geburtstag Alter
died dead death / gestorben verstorben starb Tod
ill sick illness disease diagnosis diagnosed doctor / krank Krankheit Diagnose Arzt Ärztin
allergic allergy allergies intolerant / allergisch Allergie Allergien unverträglich
learn learns learning lesson lessons / lernen lernt Unterricht Kurs
teach teaches teacher taught / unterrichtet Lehrer Lehrerin lehrt
meeting meetings appointment appointments / Termin Termine Treffen Besprechung Verabredung
trip journey travel / Reise Reisen Ausflug Fahrt
eat eats food meal breakfast lunch dinner / isst essen Mahlzeit Frühstück Mittagessen Abendessen
drink drinks / trinkt trinken Getränk
car cars vehicle / Auto Wagen Fahrzeug
cancelled canceled / abgesagt ausgefallen storniert
postponed rescheduled delayed / verschoben verlegt vertagt
broken defect defective repair repaired / kaputt defekt Reparatur repariert
bought buy purchased / gekauft kaufen kaufte
sold sell / verkauft verkaufen
leads leader led manages manager boss / leitet Leitung Leiter Leiterin Chef Chefin
rehearse rehearses rehearsal / probt proben Probe
neighbour neighbor neighbours neighbors / Nachbar Nachbarn Nachbarin nebenan
"""


@cache
def _table() -> dict[str, tuple[str, ...]]:
    """A word as `_key` leaves it → the words of its line, and the members of the class it names."""
    lines = [[word for word in line.split() if word != "/"] for line in _KIN.strip().splitlines()]
    kin = {_key(word): tuple(words) for words in lines for word in words}
    for line in MEMBERS.replace("\n    ", " ").strip().splitlines():
        names, _, members = line.partition(": ")
        for name in map(_key, names.split()):
            kin[name] = (*kin.get(name, ()), *members.split())
    return kin


def _key(word: str) -> str:
    """The comparing form; a German noun keeps its capital, for "kind" and "Kind" ask for other things."""
    form = umlauts(fold(word))
    return form.capitalize() if word[:1].isupper() else form


@cache
def kin_of(word: str) -> tuple[str, ...]:
    """The index terms of the words that tell what this word asks for, none for its own forms; mostly there are none at all."""
    kin = _table().get(_key(word), ()) or _table().get(_key(word.lower()), ())
    own = set(_terms(word)) if kin else set()
    return tuple(dict.fromkeys(term for other in kin if own.isdisjoint(_terms(other)) for term in _terms(other)))


def _terms(word: str) -> tuple[str, ...]:
    return tuple(term for probe in probes(word) for term in probe.alternatives)
