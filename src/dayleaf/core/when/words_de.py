"""German words of time, with their endings and the spellings without umlauts."""

from __future__ import annotations

from collections.abc import Iterator

from dayleaf.core.when.numbers import german, plain
from dayleaf.core.when.span import Unit

Entry = tuple[str, tuple[str, object]]

PLAIN = {
    "p": "im am an über während ueber zu für fuer zum zur",
    "i": "in binnen",
    "d": "der die das den dem",
    "1": "ein eine einen einem einer eines",
    "g": "des",
    "f": "von vom",
    "z": "zwischen",
    "&": "und",
    "s": "seit ab",
    "U": "bis",
    "v": "vor",
    "a": "her",
    "A": "nach",
    "~": "etwa ungefähr circa ca. ca rund gegen um",
    "J": "jetzt",
    "K": "kw kalenderwoche",
}

PHRASES = {
    "s": ["beginnend am", "beginnend mit"],
    "U": ["bis zum", "bis zur", "bis spätestens", "spätestens am", "spätestens bis", "bis einschließlich", "bis inklusive"],
}

ADJECTIVES = {
    "L": "letzt vergangen vorig vorhergehend verflossen zurückliegend",
    "N": "nächst kommend folgend darauffolgend",
    "T": "dies laufend aktuell jetzig heurig ganz",
    "B": "vorletzt",
    "O": "übernächst",
}
"""Class → stems of adjectives, which take every ending."""

ENDINGS = ("e", "er", "en", "es", "em")

MONTHS = {
    "januar": 1,
    "jänner": 1,
    "februar": 2,
    "feber": 2,
    "märz": 3,
    "april": 4,
    "mai": 5,
    "juni": 6,
    "juli": 7,
    "august": 8,
    "september": 9,
    "oktober": 10,
    "november": 11,
    "dezember": 12,
    "jan": 1,
    "feb": 2,
    "mrz": 3,
    "mär": 3,
    "apr": 4,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "sept": 9,
    "okt": 10,
    "nov": 11,
    "dez": 12,
    "juno": 6,
    "julei": 7,
}
SHORT_MONTHS = frozenset("jan feb mrz mär apr jun jul aug sep sept okt nov dez".split())
"""Abbreviations, which take a full stop; full names take a genitive's s."""

WEEKDAYS = {"montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4, "samstag": 5, "sonnabend": 5, "sonntag": 6}
WEEKDAYS_SHORT = {"mo": 0, "di": 1, "mi": 2, "do": 3, "fr": 4, "sa": 5, "so": 6}
DAYTIMES = "morgen früh vormittag mittag nachmittag abend nacht"

DAYS = {
    "heute": (Unit.DAY, 0),
    "gestern": (Unit.DAY, -1),
    "vorgestern": (Unit.DAY, -2),
    "vorvorgestern": (Unit.DAY, -3),
    "morgen": (Unit.DAY, 1),
    "übermorgen": (Unit.DAY, 2),
    "überübermorgen": (Unit.DAY, 3),
    "vorjahr": (Unit.YEAR, -1),
    "vorjahres": (Unit.YEAR, -1),
    "vorwoche": (Unit.WEEK, -1),
    "vormonat": (Unit.MONTH, -1),
    "vormonats": (Unit.MONTH, -1),
    "vorquartal": (Unit.QUARTER, -1),
    "folgejahr": (Unit.YEAR, 1),
    "folgewoche": (Unit.WEEK, 1),
    "folgemonat": (Unit.MONTH, 1),
    "heuer": (Unit.YEAR, 0),
    "vortag": (Unit.DAY, -1),
}

UNITS = {
    Unit.DAY: "tag tage tagen tages tags",
    Unit.WORKDAY: "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
    Unit.WEEKEND: "wochenende wochenenden wochenendes wochenends",
    Unit.WORKWEEK: "arbeitswoche arbeitswochen",
    Unit.WEEK: "woche wochen",
    Unit.MONTH: "monat monate monaten monats monates",
    Unit.QUARTER: "quartal quartale quartalen quartals vierteljahr vierteljahre vierteljahres",
    Unit.HALF: "halbjahr halbjahre halbjahren halbjahres halbjahrs hälfte",
    Unit.YEAR: "jahr jahre jahren jahres jahrs kalenderjahr",
    Unit.DECADE: "jahrzehnt jahrzehnte jahrzehnten jahrzehnts",
    Unit.CENTURY: "jahrhundert jahrhunderte jahrhunderten jahrhunderts jh jh.",
}
UNIT_PHRASES = {"halbes jahr": Unit.HALF, "halben jahr": Unit.HALF, "halben jahres": Unit.HALF, "halbe jahr": Unit.HALF}
COUNTS = {"ein paar": 3, "paar": 3, "einigen": 3, "einige": 3, "wenigen": 3, "mehreren": 3, "beiden": 2, "beide": 2}
SEASONS = {"frühling": 0, "frühjahr": 0, "sommer": 1, "herbst": 2, "winter": 3, "spätsommer": 1, "spätherbst": 2, "frühsommer": 1}
PARTS = {"anfang": 0, "beginn": 0, "mitte": 1, "ende": 2, "anfangs": 0}
COMPOUND_PARTS = {"anfang": 0, "beginn": 0, "mitte": 1, "ende": 2}
COMPOUND_UNITS = {"jahres": Unit.YEAR, "monats": Unit.MONTH, "wochen": Unit.WEEK, "quartals": Unit.QUARTER}
SHARES = {"rest": "rest", "später": "after", "früher": "before"}

FEASTS = {
    "new year": "neujahr, neujahrstag",
    "new years eve": "silvester, sylvester, silvesterabend",
    "new years days": "jahreswechsel",
    "christmas eve": "heiligabend, heilig abend, heiliger abend, heiligen abend",
    "christmas days": "weihnachten",
    "christmas feast": "weihnachtstage, weihnachtstagen, weihnachtsfeiertage, weihnachtsfeiertagen",
    "christmas": "erster weihnachtstag, ersten weihnachtstag, ersten weihnachtsfeiertag",
    "boxing": "zweiter weihnachtstag, zweiten weihnachtstag, zweiten weihnachtsfeiertag",
    "nicholas": "nikolaus, nikolaustag",
    "easter days": "ostern",
    "easter": "ostersonntag",
    "easter monday": "ostermontag",
    "good friday": "karfreitag",
    "holy saturday": "karsamstag",
    "maundy thursday": "gründonnerstag",
    "palm sunday": "palmsonntag",
    "ash wednesday": "aschermittwoch",
    "rose monday": "rosenmontag",
    "shrove tuesday": "fastnacht, faschingsdienstag, fastnachtsdienstag",
    "carnival sunday": "fastnachtssonntag, faschingssonntag",
    "carnival saturday": "fastnachtssamstag",
    "weiberfastnacht": "weiberfastnacht",
    "pentecost days": "pfingsten",
    "pentecost": "pfingstsonntag",
    "whit monday": "pfingstmontag",
    "ascension": "christi himmelfahrt, himmelfahrt, vatertag",
    "corpus christi": "fronleichnam",
    "mother": "muttertag",
    "walpurgis": "walpurgisnacht",
    "labour": "tag der arbeit, maifeiertag, erster mai",
    "unity": "tag der deutschen einheit",
    "reformation": "reformationstag",
    "all saints": "allerheiligen",
    "all souls": "allerseelen",
    "martin": "martinstag, sankt martin",
    "repentance": "buß - und bettag, buß und bettag",
    "totensonntag": "totensonntag",
    "volkstrauertag": "volkstrauertag",
    "epiphany": "heilige drei könige, heilige drei koenige, dreikönigstag, dreikönig",
    "valentine": "valentinstag",
    "halloween": "halloween",
    "women": "frauentag, weltfrauentag",
    "children": "kindertag, weltkindertag",
    "assumption": "mariä himmelfahrt",
    "advent 1": "erster advent, ersten advent, 1. advent, ersten adventssonntag",
    "advent 2": "zweiter advent, zweiten advent, 2. advent",
    "advent 3": "dritter advent, dritten advent, 3. advent",
    "advent 4": "vierter advent, vierten advent, 4. advent",
    "advent": "advent, adventszeit",
    "thanksgiving": "thanksgiving",
    "black friday": "black friday",
    "spring begins": "frühlingsanfang",
    "summer begins": "sommeranfang",
    "autumn begins": "herbstanfang",
    "winter begins": "winteranfang",
}
"""Feast (see `holidays`) → its spellings."""

DECADES = {
    "zwanziger": 20,
    "dreißiger": 30,
    "vierziger": 40,
    "fünfziger": 50,
    "sechziger": 60,
    "siebziger": 70,
    "achtziger": 80,
    "neunziger": 90,
}
AHEAD = (
    "wird werde werden wirst werdet plane plant planen geplant geplante geplanten ansteht anstehen anstehende fällig termin erinnere "
    "erinnern"
)

LIKELY = frozenset(
    "der die das den dem des und ist war wir ich was wer wann wie im am vom zum zur seit bis vor nach mit für ein eine einen hat haben "
    "hatte wurde sind nicht auf bei von ab letzte letzten diese dieser diesen".split()
)
"""Function words that tell German from English."""


def entries() -> Iterator[Entry]:
    """Every spelling with its class and value, also without umlauts."""
    for spelling, entry in _entries():
        yield spelling, entry
        if not spelling.isascii():
            yield plain(spelling), entry


def _entries() -> Iterator[Entry]:
    for cls, words in PLAIN.items():
        yield from ((word, (cls, None)) for word in words.split())
    for cls, phrases in PHRASES.items():
        yield from ((phrase, (cls, None)) for phrase in phrases if " " in phrase)
    for cls, stems in ADJECTIVES.items():
        yield from ((stem + ending, (cls, None)) for stem in stems.split() for ending in ENDINGS)
    for word, numeral in german().items():
        yield word, ("o" if numeral.ordinal else "n", numeral.value)
    for word, number in MONTHS.items():
        yield word, ("m", number)
        yield (word + "." if word in SHORT_MONTHS else word + "s"), ("m", number)
    for word, number in WEEKDAYS.items():
        yield word, ("w", number)
        yield word + "es", ("w", number)
        yield from ((word + daytime, ("w", number)) for daytime in DAYTIMES.split())
    for word, number in WEEKDAYS_SHORT.items():
        yield from ((spelling, ("j", number)) for spelling in (word, word + "."))
    yield from _valued()


def _valued() -> Iterator[Entry]:
    yield from ((word, ("c", None)) for word in DAYTIMES.split())
    yield from ((word, ("D", unit)) for word, unit in DAYS.items())
    for unit, words in UNITS.items():
        yield from ((word, ("u", unit)) for word in words.split())
    yield from ((phrase, ("u", unit)) for phrase, unit in UNIT_PHRASES.items())
    yield from ((word, ("h", None)) for word in "stunde stunden minute minuten sekunden".split())
    yield from ((word, ("n", count)) for word, count in COUNTS.items())
    for word, season in SEASONS.items():
        yield from ((spelling, ("S", season)) for spelling in (word, word + "s"))
    yield from ((word, ("k", part)) for word, part in PARTS.items())
    for prefix, unit in COMPOUND_UNITS.items():
        for suffix, part in COMPOUND_PARTS.items():
            if prefix + suffix != "wochenende":
                yield prefix + suffix, ("V", (part, unit))
    yield from ((word, ("e", share)) for word, share in SHARES.items())
    yield from ((word, ("H", feast)) for feast, words in FEASTS.items() for word in words.split(", "))
    for word, decade in DECADES.items():
        yield from ((word + ending, ("X", decade)) for ending in ("", "n"))
    yield from ((word, ("+", None)) for word in ("oder später", "und später", "und danach", "oder danach"))
    yield from ((word, ("<", None)) for word in ("oder früher", "und früher", "und davor", "oder davor"))
    yield from ((word, (">", "more")) for word in ("mehr als", "mindestens"))
    yield from ((word, (">", "less")) for word in ("weniger als", "höchstens"))
    yield "unter der woche", ("V", (None, Unit.WORKWEEK))
