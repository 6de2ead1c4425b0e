"""Levels two and three: what lies inside something else ("first Monday of May", "Anfang 2024", "Mittwoch der Vorwoche")."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.holidays import feast
from dayleaf.core.when.points import POINTS, nearby, season, spanned
from dayleaf.core.when.relative import more_or_less
from dayleaf.core.when.resolve import last_weekday, next_weekday, resolve, weekday_in
from dayleaf.core.when.span import DAY, WEEK, Partial, Scene, Span, Unit, halves, nth_within, of_day, portion, shift, unit_at, week_of_year

INSIDE = Level()
"""Dates that name the period they lie in."""

PARTS = Level()
"""Beginnings, middles, ends, and what is counted from another date."""

_IN = "[,gdpi]{0,2}"
"""What may stand between a date and the period it lies in: "of the", "im", "des"."""


def value_of(cls: str, value: object, scene: Scene) -> Span | Partial | None:
    """A token's value as a date: months, years, weekdays, feasts, seasons and quarters included."""
    if isinstance(value, (Span, Partial)):
        return value
    match cls:
        case "m" | "r":
            return Partial(month=value) if isinstance(value, int) else None
        case "y":
            return Partial(year=value) if isinstance(value, int) else None
        case "w" | "j":
            return Partial(weekday=value) if isinstance(value, int) else None
        case "o" | "n":
            return Partial(day=value) if isinstance(value, int) and 1 <= value <= 31 else None
        case "J" | "E":
            return of_day(scene.today) if scene.today else None
        case _:
            return named(cls, value, scene)


def named(cls: str, value: object, scene: Scene) -> Span | None:
    """The feast, season, quarter, week or unit of that class near the day of speaking."""
    if cls == "H" and isinstance(value, str):
        return nearby(lambda year: feast(value, year), scene)
    if cls == "S" and isinstance(value, int):
        return nearby(lambda year: season(value, year), scene)
    if cls == "q" and isinstance(value, tuple):
        unit, number = value
        return nearby(lambda year: unit_at(dt.date(year, 1, 1), unit, number - 1), scene)
    if cls == "I" and isinstance(value, int) and 1 <= value <= 53:
        return nearby(lambda year: week_of_year(year, value), scene, reach=2 if value < 53 else 7)
    if cls == "u" and isinstance(value, Unit) and scene.today is not None:
        return unit_at(scene.today, value)
    return None


def span_of(match: Match, group: str) -> Span | None:
    """The days the token of a group means."""
    value = value_of(match.cls(group), match[group], match.scene)
    return None if value is None else resolve(value, match.scene)


# ---- inside ---------------------------------------------------------------------------------------------------------


@INSIDE.rule(r"T?(?P<x>[LN])?(?P<w>[wj])[,.-]{0,2}[pd]?(?P<p>P)", "wj P")
@INSIDE.rule(r"(?P<p>P),?(?P<w>w)", "w P")
def _weekday_of_date(match: Match) -> Made:
    value, weekday = match["p"], match["w"]
    if value is None:  # before the first year there is
        return None
    if isinstance(value, Partial):
        return ("P", value._replace(weekday=weekday)) if value.weekday is None else None
    return spanned(weekday_in(value, weekday))


@INSIDE.rule(r"(?P<w>[wj])[,gdpif]{0,2}(?P<c>W)", "wj W")
@INSIDE.rule(r"(?P<c>W)[,gdpi]{0,2}(?P<w>w)", "w W")
def _weekday_of_week(match: Match) -> Made:
    week = match["c"]
    return spanned(weekday_in(week, match["w"])) if week is not None and week.unit is Unit.WEEK else None


@INSIDE.rule(rf"(?P<p>[PMmr]){_IN}(?P<y>Y)", "PMmr Y")
@INSIDE.rule(r"(?P<y>Y),?[pi]?(?P<p>[PMmr])", "PMmr Y")
def _date_of_year(match: Match) -> Made:
    value, year = value_of(match.cls("p"), match["p"], match.scene), span_of(match, "y")
    if not isinstance(value, Partial) or value.year is not None or year is None or year.start is None or value.month is None:
        return None
    return ("M" if value.day is None else "P"), value._replace(year=year.start.year)


@INSIDE.rule(rf"(?P<h>H){_IN}(?P<y>Y)", "H Y")
@INSIDE.rule(rf"(?P<h>S){_IN}(?P<y>Y)", "S Y")
@INSIDE.rule(rf"(?P<h>q){_IN}(?P<y>Y)", "q Y")
@INSIDE.rule(r"(?P<y>Y)(?P<h>[HSq])", "HSq Y")
@INSIDE.rule(rf"(?P<h>I){_IN}(?P<y>[Yy])", "I Yy")
@INSIDE.rule(rf"(?P<u>u)(?P<h>n){_IN}(?P<y>[Yy])", "u n Yy")
def _named_of_year(match: Match) -> Made:
    year, name, cls = span_of(match, "y"), match["h"], match.cls("h")
    if year is None or year.start is None:
        return None
    number = year.start.year
    match cls:
        case "H":
            return "P", feast(name, number)
        case "S":
            return "Q", season(name, number)
        case "q":
            return spanned(unit_at(dt.date(number, 1, 1), name[0], name[1] - 1))
        case "n" if match["u"] is not Unit.WEEK:
            return None
    return spanned(week_of_year(number, name))


@INSIDE.rule(rf"d?(?P<o>o){_IN}(?P<c>M)(?!o)", "o M")
@INSIDE.rule(r"d?(?P<o>o)[gd]{1,2}(?P<c>u)", "o u gd")
@INSIDE.rule(rf"(?P<c>M){_IN}(?P<o>o)(?![uwmrMt-])", "o M")
def _day_of_month(match: Match) -> Made:
    month = span_of(match, "c")
    if month is None or month.unit is not Unit.MONTH:
        return None
    return spanned(nth_within(month, Unit.DAY, None, match["o"]))


@INSIDE.rule(r"d?(?P<o>[oL1])?(?P<l>L)?(?P<n>n)?(?P<u>[uw])[gdpi]{1,2}(?P<c>[MYWQPmryuSI])(?P<y>[yY])?", "uw gdpi MYWQPmryuSI")
@INSIDE.rule(r"(?<![n1])(?P<u>u)f(?P<c>P)", "u f P")
@INSIDE.rule(r"d?(?P<o>o)(?P<l>L)?(?P<u>u)(?P<c>[yY])", "o u yY")
@INSIDE.rule(r"(?P<c>[mr]|Y)[gdpi]{0,2}(?P<o>[oL])(?P<u>[uw])", "uw oL mrY")
def _nth_of(match: Match) -> Made:
    """As in "first Monday of May", "the third last week of 2018", "letzter Tag im Oktober 2015", "first ten days of last year"."""
    whole = _container(match)
    if whole is None or match.cls("o") == "1" or (match.cls("o") == "" and match["n"] is None):
        return _week_of(match)
    unit, weekday = (Unit.DAY, match["u"]) if match.cls("u") == "w" else (match["u"], None)
    backwards = match.cls("l") == "L" or match.cls("o") == "L"
    number = match["o"] if match.cls("o") == "o" else 1
    if match["n"] is not None:
        return _several(whole, unit, match["n"], backwards=backwards) if number == 1 and match.cls("o") else None
    if unit is Unit.HALF and whole.unit is not Unit.YEAR:
        return spanned(halves(whole, 2 if backwards else number))
    return spanned(nth_within(whole, unit, weekday, -number if backwards else number))


def _container(match: Match) -> Span | None:
    if match.cls("c") == "u" and (match["c"] in (Unit.DAY, Unit.WEEKEND) or match.scene.today is None):
        return None
    if match["y"] is not None and match.cls("c") in "mr":
        year = span_of(match, "y")
        return resolve(Partial(year.start.year, match["c"]), match.scene) if year and year.start else None
    return span_of(match, "c") if match["y"] is None else None


def _several(whole: Span, unit: Unit, count: int, *, backwards: bool) -> Made:
    first = nth_within(whole, unit, None, -count if backwards else 1)
    last = nth_within(whole, unit, None, -1 if backwards else count)
    return ("Q", Span(first.start, last.end)) if first and last else None


def _week_of(match: Match) -> Made:
    """As in "the week of October 7th": the week that holds the day."""
    if match.cls("c") != "P" or match.cls("u") != "u" or match["u"] not in (Unit.WEEK, Unit.WEEKEND) or match["n"] is not None:
        return None
    day = span_of(match, "c")
    return spanned(unit_at(day.start, match["u"])) if day and day.start and not match.cls("o") else None


@INSIDE.rule(r"(?P<u>u)g(?P<d>d?)(?P<o>o)(?![uwgmr])", "u o g")
def _week_of_day(match: Match) -> Made:
    day = span_of(match, "o")
    return spanned(unit_at(day.start, Unit.WEEK)) if day and day.start and match["u"] is Unit.WEEK else None


def feast_weekend(match: Match) -> Made:
    """As in "labor day weekend": the weekend with the days between it and the feast."""
    if match["u"] is not Unit.WEEKEND:
        return None
    name, year = match["h"], match["y"]
    day = feast(name, year) if year else nearby(lambda number: feast(name, number), match.scene)
    if day is None or day.start is None:
        return None
    weekend = unit_at(day.start, Unit.WEEKEND, -1 if day.start.weekday() < 2 else 0)  # Monday, Tuesday: the one before
    if weekend.start is None or weekend.end is None:
        return None
    return "W", Span(min(weekend.start, day.start), max(weekend.end, day.start + DAY), Unit.WEEKEND)


POINTS.rule(r"(?P<h>H)(?P<y>y)?(?P<u>u)", "H u")(feast_weekend)
POINTS.rule(r"(?P<h>H)(?P<u>u)(?P<y>y)", "H y u")(feast_weekend)
POINTS.rule(r"(?P<u>u)gd?(?P<h>H)(?P<y>y)?", "H u g")(feast_weekend)


# ---- parts and offsets ------------------------------------------------------------------------------------------------


@PARTS.rule(r"d?(?P<k>k)[-]?[gdp]{0,2}~?(?P<c>[MYWQmryuSHq])", "k MYWQmryuSHq")
@PARTS.rule(r"d?(?P<k>l)g?~?[gdT]{0,2}(?P<c>[MYWQmryuSHq])", "l MYWQmryuSHq")
def _part_of(match: Match) -> Made:
    whole = span_of(match, "c")
    if (
        whole is None
        or (match.cls("c") == "u" and match["c"] in (Unit.DAY, Unit.HALF))
        or (match.cls("c") in "uSHmr" and not _linked(match))
    ):
        return None
    part = portion(whole, match["k"])
    if part is None:
        return None
    return "Q", part._replace(certain=whole.certain)


def _linked(match: Match) -> bool:
    """English nouns need "of" before a month or unit ("end of May"), and units need an article or "of" everywhere."""
    words = match.whole().casefold().split()
    if match.cls("c") in "uSH" and len(words) < 3 and match.scene.lang != "en":
        return False
    return match.cls("k") == "k" or len(words) > 2 or match.cls("c") in "mr"


@PARTS.rule(r"(?P<v>V)[gdpi]{0,2}(?P<y>[yY])?", "V")
def _part_of_unit(match: Match) -> Made:
    part, unit = match["v"]
    year = span_of(match, "y") if match.cls("y") else None
    day = year.start if year and year.start else match.scene.today
    if day is None or (year is not None and unit is not Unit.YEAR):
        return None
    whole = unit_at(day, unit)
    return spanned(whole if part is None else portion(whole, part))


@PARTS.rule(r"(?P<e>e)[gdTip]{0,3}(?P<c>[WMYQu])", "e WMYQu")
@PARTS.rule(r"(?P<c>[WMYQ])(?P<e>e)", "e WMYQ")
def _share_of(match: Match) -> Made:
    """As in "earlier this year", "later in the week", "Rest der Woche": up to today, or from today on.

    "Later" is not before the second half of what it is part of: later this week, said on a Monday, is not Tuesday.
    """
    whole, today, share = span_of(match, "c"), match.scene.today, match["e"]
    if whole is None or today is None or whole.start is None or whole.end is None:
        return None
    if match.cls("c") == "u" and len(match.whole().split()) < 3:
        return None
    second = halves(whole, 2)
    if second is None or second.start is None:
        return None
    if not whole.start <= today < whole.end:
        return None if share == "rest" else ("Q", Span(whole.start, second.start) if share == "before" else second)
    if share == "before":
        return "Q", Span(whole.start, today + DAY)
    return "Q", Span(max(today, second.start) if share == "after" else today, whole.end)


@PARTS.rule(r"(?:(?P<w>w),?)?(?P<q>>)?(?P<n>[n1])(?P<u>u)(?P<s>[fAbvs])f?d?(?P<c>[PHDwJYMy])", "n1 u fAbvs PHDwJYMy")
def _counted_from(match: Match) -> Made:
    """As in "3 days after tomorrow", "zwei Wochen vor Ostern"; "for 3 days from today" and "a week starting Monday" are ranges."""
    if match.cls("c") == "w":
        anchor = resolve(Partial(weekday=match["c"]), match.scene._replace(ahead=match.cls("s") in "fA"))
    else:
        anchor = span_of(match, "c")
    if anchor is None or anchor.start is None:
        return None
    count, unit, before = match["n"] or 1, match["u"], match.before()
    lasting = before is not None and match.text[before.start : before.end].casefold() in ("for", "für")
    if match.cls("c") in "YMy" and match.spelled("s").casefold() not in ("since", "seit"):
        return None
    if (match.cls("s") == "s" and match.spelled("s").casefold() not in ("since", "seit")) or (match.cls("s") == "f" and lasting):
        return "Q", Span(anchor.start, shift(anchor.start, unit, count))
    day = shift(anchor.start, unit, -count if match.cls("s") in "bv" else count)
    if match["q"] is not None:
        return "R", more_or_less(match["q"], anchor.start, day)
    return spanned(weekday_in(of_day(day), match["w"]) if match.cls("w") else of_day(day))


@PARTS.rule(r"d?(?P<o>o)(?P<w>w)(?P<s>[Abv])d?(?P<c>[PH])", "o w Abv PH")
def _nth_weekday_from(match: Match) -> Made:
    """As in "the third Tuesday after Easter", "der erste Montag nach Weihnachten"."""
    anchor, weeks = span_of(match, "c"), (match["o"] - 1) * WEEK
    if anchor is None or anchor.start is None or anchor.end is None:
        return None
    if match.cls("s") == "A":
        return "P", of_day(next_weekday(anchor.end - DAY, match["w"]) + weeks)
    return "P", of_day(last_weekday(anchor.start, match["w"]) - weeks)


@PARTS.rule(r"d?(?P<o>o)?@(?P<w>[wj])t(?P<c>[PH])", "@")
def _nearest(match: Match) -> Made:
    """As in "the closest Monday to May 3rd", "the second nearest Friday to Easter"."""
    anchor, count = span_of(match, "c"), match["o"] or 1
    if anchor is None or anchor.start is None or not 1 <= count <= 9:
        return None
    day, first = anchor.start, anchor.start - (anchor.start.weekday() - match["w"]) % 7 * DAY
    near = sorted((first + weeks * WEEK for weeks in range(-5, 6)), key=lambda near: abs(near - day))
    return "P", of_day(near[count - 1], certain=anchor.certain)


@PARTS.rule(r"[dp](?P<u>u)(?P<s>[Abv])d?(?P<c>[PH])", "dp u Abv PH")
def _next_to(match: Match) -> Made:
    """As in "the day after Thanksgiving", "die Woche vor Ostern"."""
    anchor, unit = span_of(match, "c"), match["u"]
    if anchor is None or anchor.start is None or anchor.end is None:
        return None
    day = anchor.end - DAY if match.cls("s") == "A" else anchor.start
    return spanned(unit_at(day, unit, 1 if match.cls("s") == "A" else -1)._replace(certain=anchor.certain))
