"""English words of time."""

from __future__ import annotations

from collections.abc import Iterator

from dayleaf.core.when.numbers import english
from dayleaf.core.when.span import Unit

Entry = tuple[str, tuple[str, object]]

PLAIN = {
    "p": "on at during throughout within",
    "i": "in inside",
    "d": "the",
    "1": "a an",
    "g": "of",
    "f": "from",
    "z": "between",
    "t": "to through thru",
    "&": "and",
    "s": "since starting",
    "U": "until till til 'til by",
    "b": "before pre",
    "A": "after post",
    "~": "around about circa approximately approx roughly ca c.",
    "a": "ago back",
    "F": "hence",
    "L": "last past previous preceding prior recent",
    "T": "this these current same present whole all",
    "J": "now",
    "K": "kw cw",
    "@": "closest nearest",
}
"""Class → words without a value."""

PHRASES = {
    "s": [
        "as of",
        "beginning on",
        "beginning from",
        "starting from",
        "starting on",
        "starting with",
        "as early as",
        "ever since",
        "from and after",
    ],
    "U": ["up to", "up until", "no later than", "not later than", "as late as"],
    "b": ["prior to", "earlier than", "ahead of"],
    "A": ["later than", "greater than"],
    "F": ["from now", "down the road"],
    "a": ["before now"],
    "~": ["on or about", "somewhere around", "sometime around"],
    "K": ["calendar week", "iso week", "week number", "week no."],
    "p": ["over the", "some time in", "sometime in", "sometime on"],
    "J": ["right now", "current date"],
}

MONTHS = "january february march april may june july august september october november december"
MONTHS_SHORT = {"jan": 1, "feb": 2, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12}
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
WEEKDAYS_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}

DAYS = {
    "today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1, "tmrw": 1, "day before yesterday": -2, "day after tomorrow": 2,
    "overmorrow": 2,
}  # fmt: skip

UNITS = {
    Unit.DAY: "day days", Unit.WORKDAY: "workday workdays", Unit.WEEKEND: "weekend weekends wkend", Unit.WORKWEEK: "workweek workweeks",
    Unit.WEEK: "week weeks wk wks", Unit.FORTNIGHT: "fortnight fortnights", Unit.MONTH: "month months mth mths",
    Unit.QUARTER: "quarter quarters qtr qtrs", Unit.HALF: "half halves", Unit.YEAR: "year years yr yrs cy",
    Unit.DECADE: "decade decades", Unit.CENTURY: "century centuries",
}  # fmt: skip
UNIT_PHRASES = {
    "business day": Unit.WORKDAY, "business days": Unit.WORKDAY, "working day": Unit.WORKDAY, "working days": Unit.WORKDAY,
    "working week": Unit.WORKWEEK, "work week": Unit.WORKWEEK, "business week": Unit.WORKWEEK, "half a year": Unit.HALF,
    "week - end": Unit.WEEKEND,
    "half year": Unit.HALF, "calendar year": Unit.YEAR, "calendar month": Unit.MONTH,
}  # fmt: skip

NEXT = {"next": "next", "coming": "coming", "following": "next", "upcoming": "upcoming", "subsequent": "next"}

COUNTS = {"couple": 2, "couple of": 2, "few": 3, "several": 3}

SEASONS = {"spring": 0, "springtime": 0, "summer": 1, "summertime": 1, "autumn": 2, "fall": 2, "winter": 3, "wintertime": 3}

PARTS = {"early": 0, "mid": 1, "late": 2}
PART_NOUNS = {"beginning": 0, "start": 0, "middle": 1, "end": 2, "close": 2, "first part": 0, "last part": 2}
UNIT_PARTS = {"eom": (2, Unit.MONTH), "eoy": (2, Unit.YEAR), "bom": (0, Unit.MONTH), "month end": (2, Unit.MONTH),
              "year end": (2, Unit.YEAR), "yearend": (2, Unit.YEAR), "midweek": (1, Unit.WEEK), "midyear": (1, Unit.YEAR)}  # fmt: skip
SHARES = {"earlier": "before", "later": "after", "rest of": "rest", "remainder of": "rest", "remaining of": "rest", "remaining": "rest"}

FEASTS = {
    "new year": "new year's day, new years day, new year day, new year's, new year",
    "new years eve": "new year's eve, new years eve, nye",
    "christmas": "christmas, xmas, christmas day",
    "christmas eve": "christmas eve, xmas eve",
    "boxing": "boxing day",
    "christmas days": "christmas holidays",
    "easter": "easter, easter sunday",
    "easter monday": "easter monday",
    "good friday": "good friday",
    "palm sunday": "palm sunday",
    "maundy thursday": "maundy thursday",
    "ash wednesday": "ash wednesday",
    "shrove tuesday": "shrove tuesday, mardi gras",
    "holy saturday": "holy saturday",
    "ascension": "ascension day",
    "pentecost": "pentecost, whitsun",
    "whit monday": "whit monday",
    "corpus christi": "corpus christi",
    "thanksgiving": "thanksgiving, thanksgiving day",
    "black friday": "black friday",
    "cyber monday": "cyber monday",
    "halloween": "halloween",
    "valentine": "valentine's day, valentines day, valentine's",
    "independence": "independence day",
    "labor": "labor day",
    "labour": "labour day, may day",
    "memorial": "memorial day",
    "ides": "ides of march",
    "veterans": "veterans day",
    "columbus": "columbus day",
    "mother": "mother's day, mothers day",
    "father": "father's day, fathers day",
    "patrick": "st patrick's day, st. patrick's day, saint patrick's day, saint patrick, saint patrick day, st patricks day",
    "fools": "april fools, april fools day, april fool's day",
    "all saints": "all saints day, all saints' day",
    "juneteenth": "juneteenth",
    "mlk": "martin luther king day, mlk day",
    "presidents": "presidents day, presidents' day",
    "guy fawkes": "guy fawkes, bonfire night",
    "epiphany": "epiphany",
    "advent": "advent",
    "advent 1": "first advent, first sunday of advent",
    "women": "international women's day",
    "bastille": "bastille day",
    "advent 2": "second sunday of advent",
    "advent 3": "third sunday of advent",
    "advent 4": "fourth sunday of advent",
}
"""Feast (see `holidays`) → its spellings."""

TO_DATE = {
    "year to date": Unit.YEAR,
    "ytd": Unit.YEAR,
    "month to date": Unit.MONTH,
    "week to date": Unit.WEEK,
    "to date": None,
    "till date": None,
}
ONWARD = ("or later", "and later", "and after", "or after", "and onwards", "onwards", "onward", "and beyond", "and greater", "and up")
BACKWARD = ("or earlier", "and earlier", "and before", "or before", "and older")

DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
DAYTIMES = "morning afternoon evening night noon midday lunchtime"
AHEAD = "will 'll i'll we'll he'll she'll they'll shall plan planned plans planning scheduled upcoming due deadline book remind reminder"

LIKELY = frozenset(
    "the of and to a is was were are what when who did do does how has have had on at with for since from until last next this i we "
    "my".split()
)
"""Function words that tell English from German."""


def entries() -> Iterator[Entry]:
    """Every spelling with its class and value."""
    for cls, words in PLAIN.items():
        yield from ((word, (cls, None)) for word in words.split())
    for cls, phrases in PHRASES.items():
        yield from ((phrase, (cls, None)) for phrase in phrases)
    for word, numeral in english().items():
        yield word, ("o" if numeral.ordinal else "n", numeral.value)
    for number, word in enumerate(MONTHS.split(), 1):
        yield word, ("r" if word in ("may", "march") else "m", number)
    for word, number in MONTHS_SHORT.items():
        yield from ((spelling, ("m", number)) for spelling in (word, word + "."))
    yield from (("mar", ("r", 3)), ("mar.", ("r", 3)))
    for number, word in enumerate(WEEKDAYS.split()):
        yield word, ("w", number)
    for word, number in WEEKDAYS_SHORT.items():
        yield from ((spelling, ("j", number)) for spelling in (word, word + "."))
    yield from _valued()


def _valued() -> Iterator[Entry]:
    yield from ((word, ("D", (Unit.DAY, offset))) for word, offset in DAYS.items())
    for unit, words in UNITS.items():
        yield from ((word, ("u", unit)) for word in words.split())
    yield from ((phrase, ("u", unit)) for phrase, unit in UNIT_PHRASES.items())
    yield from ((word, ("h", None)) for word in "hour hours hr hrs minute minutes min mins seconds".split())
    yield from ((word, ("n", count)) for word, count in COUNTS.items())
    yield from ((word, ("S", season)) for word, season in SEASONS.items())
    yield from ((word, ("k", part)) for word, part in PARTS.items())
    yield from ((word, ("l", part)) for word, part in PART_NOUNS.items())
    yield from ((word, ("V", part)) for word, part in UNIT_PARTS.items())
    yield from ((word, ("e", share)) for word, share in SHARES.items())
    yield from ((word, ("H", feast)) for feast, words in FEASTS.items() for word in words.split(", "))
    yield from ((word, ("X", decade)) for word, decade in DECADES.items())
    yield from ((word, ("c", None)) for word in DAYTIMES.split())
    yield from ((word, (">", "more")) for word in ("more than", "over", "at least"))
    yield from ((word, (">", "less")) for word in ("less than", "under", "fewer than", "at most"))
    yield from ((word + "s", ("G", number)) for number, word in enumerate(WEEKDAYS.split()))
    yield from ((word, ("N", which)) for word, which in NEXT.items())
    yield from ((word, ("E", unit)) for word, unit in TO_DATE.items())
    yield from ((word, ("+", None)) for word in ONWARD)
    yield from ((word, ("<", None)) for word in BACKWARD)
