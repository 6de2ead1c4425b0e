"""Level one: days, months, years, units and feasts said by name or number ("3 May 2025", "last week", "vor drei Tagen")."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.holidays import feast
from dayleaf.core.when.resolve import REACH
from dayleaf.core.when.scan import century
from dayleaf.core.when.span import (
    Partial,
    Scene,
    Span,
    Unit,
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
    longest = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    if not 1 <= day <= longest:
        return None
    if match.cls("m") == "r" and match.cls("d") == "n" and match.spelled("m")[0].islower() and year is None and not _said(match):
        return None
    return "P", Partial(year, month, day, match["w"])


def _said(match: Match) -> bool:
    """Whether "may 3" in small letters stands where a date stands: after a preposition, at an end, before a mark or a little word."""
    before = match.before()
    return before is None or before.cls != "x" or (alone(match) and match.after() is None)


@POINTS.rule(r"(?:[LNT]?(?P<w>[wj])[,.]?[dp]?)?d?(?P<d>[no])[gd]{0,2}(?P<m>[mr])(?:[-/,]?[gi]?(?P<y>y))?", "mr no")
@POINTS.rule(r"(?<![mr])(?P<d>n)[-/](?P<m>[mr])(?:[-/](?P<y>y))?", "mr n -/")
def _day_month(match: Match) -> Made:
    return _day(match, year=match["y"])


@POINTS.rule(r"(?:[LNT]?(?P<w>[wj])[-,.]?d?)?(?P<m>[mr])[-/]?d?(?P<d>[no])(?![uh])(?:[-/,]?[gi]?(?P<y>y))?", "mr no")
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
    if match.scene.lang != "de" or not 1 <= match["m"] <= 12 or match["d"] > 31:
        return None
    return "P", Partial(match["y"], match["m"], match["d"], match["w"])


@POINTS.rule(r"(?P<m>[mr])[-/,]?[gid]{0,2}(?P<y>y)", "mr y")
def _month_year(match: Match) -> Made:
    return "M", Partial(match["y"], match["m"])


@POINTS.rule(r"(?P<m>[mr])g(?P<y>n)", "mr n g")
def _month_short_year(match: Match) -> Made:
    return ("M", Partial(century(match["y"]), match["m"])) if match["y"] > 31 else None


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


@POINTS.rule(r"[LNT]?(?P<w>[wj]),?d?(?P<p>#)", "wj #")
def _weekday_short(match: Match) -> Made:
    """As in "Friday 5/12", "next Friday 5/12": the date says more than the word before the weekday."""
    return "P", match["p"]._replace(weekday=match["w"])


@POINTS.rule(r"(?P<w>[wj]),?d?(?P<d>[no])(?![uhmr])", "wj no")
def _weekday_day(match: Match) -> Made:
    after = match.after()
    if match["d"] > 31 or (match.cls("d") == "n" and after is not None and after.cls not in ".,"):
        return None
    return ("P", Partial(None, None, match["d"], match["w"])) if alone(match) else None


@POINTS.rule(r"(?P<y>y)?[-/]?K(?P<n>[no])(?:[-/]?(?P<z>[yn]))?", "K no")
def _iso_week(match: Match) -> Made:
    year = match["y"] or (century(match["z"]) if match["z"] is not None else None)
    if year is None:
        return "I", match["n"]
    return spanned(week_of_year(year, match["n"]))


@POINTS.rule(r"(?P<n>o)K(?P<y>y)?", "K o")
def _iso_week_after(match: Match) -> Made:
    return spanned(week_of_year(match["y"], match["n"])) if match["y"] else ("I", match["n"])


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
    return Span(dt.date(year, *begins[number]), dt.date(year + (number == 3), *after), Unit.QUARTER)


@POINTS.rule(r"(?P<h>H)[,gi]{0,2}(?P<y>y)", "H y")
def _feast_of(match: Match) -> Made:
    return "P", feast(match["h"], match["y"])


@POINTS.rule(r"(?P<o>[on])(?P<u>u)", "o u")
def _century_of(match: Match) -> Made:
    if match["u"] is not Unit.CENTURY or not 1 <= match["o"] <= 29 or match.cls("o") != "o":
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


def _of_years(of_year: Callable[[int], Span], year: int, reach: int) -> Iterator[Span]:
    for number in range(max(year - reach, 1), min(year + reach, dt.MAXYEAR - 1) + 1):
        try:
            yield of_year(number)
        except ValueError:  # a year without week 53
            continue


def nearby(of_year: Callable[[int], Span], scene: Scene, which: str = "", reach: int = 2) -> Span | None:
    """Which year's feast or season is meant: the latest that has begun, unless a word, the wording or a note's day says otherwise."""
    today = scene.today
    if today is None:
        return None
    spans = list(_of_years(of_year, today.year, reach))
    begun = [span for span in spans if span.start is not None and span.start <= today]
    ended = [span for span in spans if span.end is not None and span.end <= today]
    coming = [span for span in spans if span.start is not None and span.start > today]
    if not ended or not coming:  # the ends of the calendar
        return None
    match which:
        case "L":
            return ended[-1]
        case "N":
            return coming[0]
        case "T":
            return begun[-1] if begun[-1] not in ended or coming[0].start is None or coming[0].start.year != today.year else coming[0]
        case _:
            pass
    if scene.ahead and not scene.log:
        return (coming[0] if begun[-1] in ended else begun[-1])._replace(certain=False)
    if scene.log and coming[0].start is not None and (coming[0].start - today).days <= REACH:
        past = ended[-1].end
        if begun[-1] in ended and past is not None and coming[0].start - today < today - past:
            return coming[0]._replace(certain=False)
    return begun[-1]._replace(certain=False)
