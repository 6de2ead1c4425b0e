"""Level one: days, months, years, units and feasts said by name or number ("3 May 2025", "last week", "vor drei Tagen")."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.holidays import feast
from dayleaf.core.when.resolve import REACH, last_weekday, next_weekday
from dayleaf.core.when.scan import century
from dayleaf.core.when.span import (
    DAY,
    MONTHS_IN,
    SLACK,
    WEEK,
    Partial,
    Scene,
    Span,
    Unit,
    month_start,
    of_day,
    shift,
    unit_at,
    week_of_year,
    years_span,
)
from dayleaf.core.when.words_de import LIKELY as LIKELY_DE
from dayleaf.core.when.words_en import LIKELY as LIKELY_EN

POINTS = Level()
"""Calendar dates, and expressions that count from the day of speaking."""

CLASS_OF = {Unit.DAY: "P", Unit.WORKDAY: "P", Unit.WEEKEND: "W", Unit.WORKWEEK: "W", Unit.WEEK: "W", Unit.FORTNIGHT: "W",
            Unit.MONTH: "M", Unit.YEAR: "Y"}  # fmt: skip
"""The class of a resolved span; Q for all others."""

_ON = frozenset("on am den dem zum vom bis seit ab until till since by vor nach before after from between zwischen to".split())
_DOTTED_EN = frozenset(("on",))


def spanned(span: Span | None) -> Made:
    """A span as a token's class and value."""
    return None if span is None else (CLASS_OF.get(span.unit, "Q"), span)


def alone(match: Match) -> bool:
    """Whether what follows may follow a date that would otherwise read as part of a name: "on the 3rd we …", not "the 3rd floor"."""
    after = match.after()
    if after is None or after.cls != "x":
        return True
    word = match.text[after.start : after.end]
    return word.casefold() in LIKELY_EN or word.casefold() in LIKELY_DE or (match.scene.lang == "de" and word[:1].islower())


def _day(match: Match, *, year: int | None = None) -> Made:
    month, day = match["m"], match["d"]
    if " - " in match.whole() or " – " in match.whole():
        return None
    longest = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31  # noqa: PLR2004
    if not 1 <= day <= longest:
        return None
    if match.cls("m") == "r" and match.cls("d") == "n" and match.spelled("m")[0].islower() and year is None and not _said(match):
        return None
    return "P", Partial(year, month, day, match["w"])


def _said(match: Match) -> bool:
    """Whether "may 3" in small letters stands where a date stands: after a preposition, at an end, before a mark or a little word."""
    before = match.before()
    return before is None or before.cls != "x" or (alone(match) and match.after() is None)


@POINTS.rule(r"(?:(?P<w>[wj])[,.]?[dp]?)?d?(?P<d>[no])[gd]{0,2}(?P<m>[mr])(?:[-/,]?[gi]?(?P<y>y))?", "mr no")
@POINTS.rule(r"(?<![mr])(?P<d>n)[-/](?P<m>[mr])(?:[-/](?P<y>y))?", "mr n -/")
def _day_month(match: Match) -> Made:
    return _day(match, year=match["y"])


@POINTS.rule(r"(?:(?P<w>[wj])[-,.]?d?)?(?P<m>[mr])[-/]?d?(?P<d>[no])(?![uh])(?:[-/,]?[gi]?(?P<y>y))?", "mr no")
def _month_day(match: Match) -> Made:
    return _day(match, year=match["y"])


@POINTS.rule(r"(?P<m>[mr])[-/]?d?(?P<d>[no]),?(?P<w>[wj])", "mr no wj")
def _month_day_weekday(match: Match) -> Made:
    return _day(match)


@POINTS.rule(r"(?:(?P<y>y)[-/](?P<m>[mr])[-/](?P<d>n)|(?P<m2>[mr])[-/](?P<y2>y)[-/](?P<d2>[no])|(?P<d3>n)[-/](?P<y3>y)[-/](?P<m3>[mr])"
      r"|(?P<y4>y)[-/](?P<d4>n)[-/](?P<m4>[mr]))", "mr y n -/")  # fmt: skip
def _joined(match: Match) -> Made:
    for suffix in ("", "2", "3", "4"):
        if match["m" + suffix] is not None:
            return "P", Partial(match["y" + suffix], match["m" + suffix], match["d" + suffix])
    return None


@POINTS.rule(r"(?:(?P<w>w),?d?)?(?P<d>o)(?P<m>o)(?P<y>y)?", "o")
def _numbered(match: Match) -> Made:
    """German "am siebten vierten", "7. 4."."""
    if match.scene.lang != "de" or not 1 <= match["m"] <= 12 or match["d"] > 31:  # noqa: PLR2004
        return None
    return "P", Partial(match["y"], match["m"], match["d"], match["w"])


@POINTS.rule(r"(?P<m>[mr])[-/,]?[gid]{0,2}(?P<y>y)", "mr y")
def _month_year(match: Match) -> Made:
    return "M", Partial(match["y"], match["m"])


@POINTS.rule(r"(?P<m>[mr])g(?P<y>n)", "mr n g")
def _month_short_year(match: Match) -> Made:
    return ("M", Partial(century(match["y"]), match["m"])) if match["y"] > 31 else None  # noqa: PLR2004


@POINTS.rule(r"(?P<y>y)[-/]?(?P<m>[mr])", "mr y")
def _year_month(match: Match) -> Made:
    return "M", Partial(match["y"], match["m"])


@POINTS.rule(r"(?P<p>#)", "#")
def _short(match: Match) -> Made:
    """A day and month in figures: after a word that dates take, or (German) with both full stops inside a sentence."""
    before, after, figures = match.before(), match.after(), match.spelled("p")
    word = match.text[before.start : before.end].casefold() if before else ""
    german = match.scene.lang == "de"
    said = word in (_ON if german or "/" in figures else _DOTTED_EN) or (before is not None and before.cls in "wj")
    stops = german and figures.endswith(".") and after is not None and (before is None or before.cls != "x")
    return ("P", match["p"]) if said or stops else None


@POINTS.rule(r"(?P<w>[wj]),?d?(?P<p>#)", "wj #")
def _weekday_short(match: Match) -> Made:
    return "P", match["p"]._replace(weekday=match["w"])


@POINTS.rule(r"(?P<w>[wj]),?d?(?P<d>[no])(?![uhmr])", "wj no")
def _weekday_day(match: Match) -> Made:
    after = match.after()
    if match["d"] > 31 or (match.cls("d") == "n" and after is not None and after.cls not in ".,"):  # noqa: PLR2004
        return None
    return ("P", Partial(None, None, match["d"], match["w"])) if alone(match) else None


@POINTS.rule(r"(?P<y>y)?[-/]?K(?P<n>[no])(?:[-/]?(?P<z>[yn]))?", "K no")
def _iso_week(match: Match) -> Made:
    year = match["y"] or (century(match["z"]) if match["z"] is not None else None)
    if year is None:
        return "K", match["n"]
    return spanned(week_of_year(year, match["n"]))


@POINTS.rule(r"(?P<n>o)K(?P<y>y)?", "K o")
def _iso_week_after(match: Match) -> Made:
    return spanned(week_of_year(match["y"], match["n"])) if match["y"] else ("K", match["n"])


@POINTS.rule(r"(?P<q>q)[-/.g]?(?P<y>y)", "q y")
@POINTS.rule(r"(?P<y>y)[-/]?(?P<q>q)", "q y")
def _quarter_of(match: Match) -> Made:
    unit, number = match["q"]
    return spanned(unit_at(dt.date(match["y"], 1, 1), unit, number - 1))


@POINTS.rule(r"(?P<s>S)[,gdi]{0,2}(?P<y>y)(?:[-/][yn])?", "S y")
def _season_of(match: Match) -> Made:
    return "Q", season(match["s"], match["y"])


def season(number: int, year: int) -> Span:
    """Spring to winter (0 to 3) as the sun has them; a winter belongs to the year it begins in."""
    begins = ((3, 21), (6, 21), (9, 24), (12, 21))
    after = begins[(number + 1) % 4]
    return Span(dt.date(year, *begins[number]), dt.date(year + (number == 3), *after), Unit.QUARTER)  # noqa: PLR2004


@POINTS.rule(r"(?P<h>H)[,gi]{0,2}(?P<y>y)", "H y")
def _feast_of(match: Match) -> Made:
    return "P", feast(match["h"], match["y"])


@POINTS.rule(r"(?P<o>[on])(?P<u>u)", "o u")
def _century_of(match: Match) -> Made:
    if match["u"] is not Unit.CENTURY or not 1 <= match["o"] <= 29 or match.cls("o") != "o":  # noqa: PLR2004
        return None
    return "Q", years_span((match["o"] - 1) * 100, match["o"] * 100, Unit.CENTURY)


@POINTS.rule(r"(?P<c>[dpisUbAtk~])?(?P<x>X)(?P<u>u)?", "X")
def _decade(match: Match) -> Made:
    if match["u"] is not Unit.YEAR and (match["u"] is not None or not (match.cls("c") or match.scene.lang == "en")):
        return None
    latest = match.scene.today.year if match.scene.today else 2030
    start = (2000 if 2000 + match["x"] <= latest else 1900) + match["x"]  # the latest ones that have begun
    return "Q", years_span(start, start + 10, Unit.DECADE)._replace(certain=False)


@POINTS.rule(r"(?P<u>u)(?P<y>y)", "u y")
def _the_year(match: Match) -> Made:
    return ("Y", Partial(match["y"])) if match["u"] is Unit.YEAR else None


@POINTS.rule(r"(?P<w>w)c", "w c")
def _weekday_part(match: Match) -> Made:
    return "w", match["w"]


# ---- counted from the day of speaking ---------------------------------------------------------------------------------


@POINTS.rule(r"(?P<d>D)c?", "D")
def _day_word(match: Match) -> Made:
    unit, offset = match["d"]
    if match.scene.today is None or (unit is Unit.DAY and offset == 1 and _good_morning(match)):
        return None
    return spanned(unit_at(match.scene.today, unit, offset))


@POINTS.rule(r"(?P<d>D)(?P<e>D)", "D")
@POINTS.rule(r"(?P<w>w)(?P<e>D)", "w D")
def _this_morning(match: Match) -> Made:
    """ "heute morgen", "Montag morgen": the part of the day, not tomorrow."""
    if match.spelled("e").casefold() != "morgen" or match.scene.today is None:
        return None
    if match.cls("w"):
        return "w", match["w"]
    unit, offset = match["d"]
    return spanned(unit_at(match.scene.today, unit, offset)) if unit is Unit.DAY else None


def _good_morning(match: Match) -> bool:
    """German "Morgen" the noun: "guten Morgen", "am Morgen", "jeden Morgen"; "morgen" itself is written small."""
    before = match.before()
    return match.spelled("d")[:1] == "M" and before is not None and before.cls != "."


@POINTS.rule(r"(?P<x>[TLN])c", "TLN c")
def _part_of_day(match: Match) -> Made:
    offset = {"T": 0, "L": -1, "N": 1}[match.cls("x")]
    return spanned(unit_at(match.scene.today, Unit.DAY, offset)) if match.scene.today else None


OFFSETS = {"L": -1, "N": 1, "T": 0, "B": -2, "O": 2}


@POINTS.rule(r"T?(?P<x>[LNTBO])(?P<u>u)", "LNTBO u")
def _this_unit(match: Match) -> Made:
    today, unit, which = match.scene.today, match["u"], match.cls("x")
    if today is None or _inside_more(match, unit) or (match["x"] == "upcoming" and match.behind().endswith("n")):
        return None
    if which in "LN" and _plural(match.spelled("u"), match.spelled("x"), match.scene.lang):
        return _counted(match, 3, certain=False)
    if unit is Unit.DAY and which != "T":
        return None
    if unit is Unit.FORTNIGHT:
        return _counted(match, 1, certain=True)
    offset = OFFSETS[which]
    if unit is Unit.WEEKEND and which == "N" and (match["x"] != "next" or match.scene.lang == "de"):
        offset = 0 if today.weekday() < 5 else 1  # noqa: PLR2004 - the coming one
    return spanned(unit_at(today, unit, offset))


_LONGER = frozenset(("u", "Lu", "Nu", "Tu", "Bu", "Ou", "y", "m", "r", "P"))


def _inside_more(match: Match, unit: Unit) -> bool:
    """Whether "last" only picks from a longer period that follows: "the last week of July", "letzter Tag im Oktober"."""
    if match.cls("x") != "L":
        return False
    coming = match.coming()
    rest = coming.lstrip("gdpi")
    inside = rest != coming and rest[:1] + (rest[1:2] if rest[:1] in "LNTBO" else "") in _LONGER
    return match.behind().endswith("o") or (inside and (unit < Unit.MONTH or (unit < Unit.YEAR and rest[:1] not in "mr")))


def _plural(unit: str, adjective: str, lang: str) -> bool:
    unit = unit.casefold().removesuffix("'s").removesuffix("’s")
    if lang == "de":
        return adjective.endswith("n") and unit.endswith(("tagen", "wochen", "monaten", "jahren", "quartalen", "jahrzehnten"))
    return unit.endswith("s")


@POINTS.rule(r"T?(?P<x>[LN])(?P<n>[n1])g?(?P<u>u)", "LN n1 u")
@POINTS.rule(r"(?P<n>n)(?P<x>[LN])(?P<u>u)", "LN n u")
def _counted_units(match: Match) -> Made:
    if match["x"] == "upcoming" or _inside_more(match, match["u"]):  # "two upcoming weeks": some mean the second, some both
        return None
    if match.scene.lang == "en" and (match["n"] or 1) > 1 and match.spelled("u")[-1:] != "s" and match.cls("n") == "n" and match.spelled("n").isdigit() \
            and match.whole().casefold().startswith(match.spelled("n").casefold()):  # "only 3 next week"
        return None
    return _counted(match, match["n"] or 1, certain=True)


def _counted(match: Match, count: int, *, certain: bool) -> Made:
    """The last or next n units: whole ones for quarters and longer, else counted in days from today, which the past includes."""
    today, unit, sign = match.scene.today, match["u"], -1 if match.cls("x") == "L" else 1
    if today is None or not 0 < count < 1000:  # noqa: PLR2004
        return None
    if unit in (Unit.QUARTER, Unit.HALF, Unit.DECADE, Unit.CENTURY, Unit.WEEKEND):
        first, last = sorted((sign, sign * count))
        low, high = unit_at(today, unit, first), unit_at(today, unit, last)
        if unit is Unit.DECADE and sign > 0:
            low, high = unit_at(today, unit, 1), unit_at(today, unit, count)
        return "Q", Span(low.start, high.end, unit, certain)
    if sign < 0:
        return "Q", Span(shift(today, unit, -count), today + DAY, Unit.DAY, certain)
    if unit in (Unit.MONTH, Unit.YEAR):  # they follow as "next month" does
        return "Q", Span(unit_at(today, unit, 1).start, unit_at(today, unit, count).end, unit, certain)
    start = today + DAY
    end = shift(today, unit, count) + DAY if unit is Unit.WORKDAY else shift(start, unit, count)
    return "Q", Span(start, end, Unit.DAY, certain)


@POINTS.rule(r"[LN][n1]?h|[n1]hF|[n1]ha|v[n1]h|i[n1]h", "h")
def _hours(match: Match) -> Made:
    return spanned(of_day(match.scene.today)) if match.scene.today else None


@POINTS.rule(r"(?P<q>>?)(?P<r>~?)(?P<n>[n1])[gd]?(?P<u>u)(?:&?(?P<k>[n1])(?P<v>u))?(?P<s>[aF])", "n1 u aF")
@POINTS.rule(r"(?P<s>v)(?P<q>>?)(?P<r>~?)(?P<n>[n1])[gd]?(?P<u>u)(?:&?(?P<k>[n1])(?P<v>u))?", "n1 u v")
@POINTS.rule(r"(?P<s>i)(?P<r>~?)(?P<n>[n1])[gd]?(?P<u>u)(?:&?(?P<k>[n1])(?P<v>u))?", "n1 u i")
def _ago(match: Match) -> Made:
    today = match.scene.today
    if today is None or (match.cls("s") == "i" and match.coming().startswith("s")):
        return None
    sign = 1 if match.cls("s") in "Fi" else -1
    day = shift(today, match["u"], sign * (match["n"] or 1))
    if match["v"] is not None:
        day = shift(day, match["v"], sign * (match["k"] or 1))
    if match["q"] is not None:
        return "R", more_or_less(match["q"], today, day)
    slack = SLACK.get(match["u"], 0)
    if match["r"] is not None or match.cls("r"):
        return "P", Span(day - max(slack, 3) * DAY, day + (max(slack, 3) + 1) * DAY, Unit.DAY, certain=True, tolerance=max(slack, 3))
    return "P", of_day(day, tolerance=slack)


def more_or_less(which: str, anchor: dt.date, day: dt.date) -> Span:
    """ "more than two weeks ago" lies beyond the day, "less than" between it and the day it counts from."""
    if which == "more":
        return Span(None, day + DAY) if day < anchor else Span(day, None)
    return Span(min(day, anchor), max(day, anchor) + (DAY if day < anchor else 0 * DAY))


@POINTS.rule(r"(?P<u>u)(?P<s>[aF])|v1?(?P<u2>u)", "u aFv")
def _half_year_ago(match: Match) -> Made:
    unit = match["u"] if match["u"] is not None else match["u2"]
    if unit is not Unit.HALF or match.scene.today is None:
        return None
    sign = 1 if match.cls("s") == "F" else -1
    return "P", of_day(shift(match.scene.today, unit, sign), tolerance=SLACK[unit])


@POINTS.rule(r"(?P<n>[n1])(?P<w>[wG])(?P<s>[aF])|v(?P<n2>[n1])(?P<w2>[wG])", "n1 wG aFv")
def _weekdays_ago(match: Match) -> Made:
    today = match.scene.today
    count, weekday = (match["n"] or 1, match["w"]) if match["w"] is not None else (match["n2"] or 1, match["w2"])
    if today is None:
        return None
    if match.cls("s") == "F":
        return "P", of_day(next_weekday(today, weekday) + (count - 1) * WEEK)
    return "P", of_day(last_weekday(today, weekday) - (count - 1) * WEEK)


@POINTS.rule(r"(?P<u>[uw])(?:(?P<n>A)d?N|(?P<l>b)d?L)(?![uwmr])", "uw AbN LN")
def _second_next(match: Match) -> Made:
    today, ahead = match.scene.today, match.cls("n") == "A"
    if today is None:
        return None
    if match.cls("u") == "u":
        return None if match["u"] is Unit.DAY else spanned(unit_at(today, match["u"], 2 if ahead else -2))
    return "P", of_day(next_weekday(today, match["u"]) + WEEK if ahead else last_weekday(today, match["u"]) - WEEK)


@POINTS.rule(r"T?(?P<x>[LNTBO])(?P<w>[wj])", "LNTBO wj")
def _this_weekday(match: Match) -> Made:
    today, which, weekday = match.scene.today, match.cls("x"), match["w"]
    if today is None or _inside_more(match, Unit.DAY):
        return None
    match which:
        case "L":
            day = last_weekday(today, weekday)
        case "B":
            day = last_weekday(today, weekday) - WEEK
        case "T":
            day = today - today.weekday() * DAY + weekday * DAY
        case "O":
            day = next_weekday(today, weekday) + WEEK
        case _ if match["x"] == "next" and match.scene.lang != "de":  # English "next Friday" is the one of next week
            day = today - today.weekday() * DAY + WEEK + weekday * DAY
        case _:
            day = next_weekday(today, weekday)
    return "P", of_day(day)


@POINTS.rule(r"(?P<x>[LNT])(?P<m>[mr])", "LNT mr")
def _this_month_name(match: Match) -> Made:
    today, month = match.scene.today, match["m"]
    if today is None:
        return None
    year = today.year
    if match.cls("x") == "L":
        year -= month >= today.month
    elif match.cls("x") == "N":
        year += month <= today.month
    return "M", Span(dt.date(year, month, 1), month_start(year, month + 1), Unit.MONTH)


@POINTS.rule(r"(?P<x>[LNT])(?P<s>S)", "LNT S")
def _this_season(match: Match) -> Made:
    return "Q", nearby(lambda year: season(match["s"], year), match.scene, match.cls("x"))


@POINTS.rule(r"(?P<x>[LNT])(?P<h>H)", "LNT H")
def _this_feast(match: Match) -> Made:
    return "P", nearby(lambda year: feast(match["h"], year), match.scene, match.cls("x"))


def nearby(of_year: Callable[[int], Span], scene: Scene, which: str = "") -> Span | None:
    """Which year's feast or season is meant: the latest that has begun, unless a word, the wording or a note's day says otherwise."""
    today = scene.today
    if today is None:
        return None
    spans: list[Span] = [of_year(today.year + offset) for offset in (-2, -1, 0, 1, 2)]
    begun = [span for span in spans if span.start is not None and span.start <= today]
    ended = [span for span in spans if span.end is not None and span.end <= today]
    coming = [span for span in spans if span.start is not None and span.start > today]
    match which:
        case "L":
            return ended[-1]
        case "N":
            return coming[0]
        case "T":
            return begun[-1] if begun[-1] not in ended or coming[0].start is None or coming[0].start.year != today.year else coming[0]
    if scene.ahead and not scene.log:
        return (coming[0] if begun[-1] in ended else begun[-1])._replace(certain=False)
    if scene.log and coming[0].start is not None and (coming[0].start - today).days <= REACH:
        past = ended[-1].end
        if begun[-1] in ended and past is not None and coming[0].start - today < today - past:
            return coming[0]._replace(certain=False)
    return begun[-1]._replace(certain=False)


__all__ = ["MONTHS_IN", "POINTS", "alone", "nearby", "season", "spanned"]
