"""Level one, second part: what counts from the day of speaking ("last week", "vor drei Tagen", "next Friday", "diesen Sommer")."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.when.cascade import Made, Match
from dayleaf.core.when.holidays import feast
from dayleaf.core.when.points import POINTS, nearby, season, spanned
from dayleaf.core.when.resolve import last_weekday, next_weekday
from dayleaf.core.when.span import DAY, SLACK, WEEK, Span, Unit, month_start, of_day, shift, unit_at


@POINTS.rule(r"(?P<d>D)c?", "D")
def _day_word(match: Match) -> Made:
    unit, offset = match["d"]
    if match.scene.today is None or (unit is Unit.DAY and offset == 1 and _good_morning(match)):
        return None
    return spanned(unit_at(match.scene.today, unit, offset))


@POINTS.rule(r"(?P<d>D)(?P<e>D)", "D")
@POINTS.rule(r"(?P<w>w)(?P<e>D)", "w D")
def _this_morning(match: Match) -> Made:
    """As in "heute morgen", "Montag morgen": the part of the day, not tomorrow."""
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
    if unit is Unit.DAY and (which != "T" or match.spelled("u").casefold() in ("days", "tagen")):
        return None
    if unit is Unit.FORTNIGHT:
        return _counted(match, 1, certain=True)
    offset = OFFSETS[which]
    if unit is Unit.WEEKEND and which == "N" and (match["x"] != "next" or match.scene.lang == "de"):
        offset = 0 if today.weekday() < 5 else 1  # the coming one
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
    bare = _bare(match)
    if (match["x"] == "upcoming" and bare) or _inside_more(match, match["u"]):  # "two upcoming weeks": some mean the second, some both
        return None
    if (
        match.scene.lang == "en"
        and (match["n"] or 1) > 1
        and match.spelled("u")[-1:] != "s"
        and match.cls("n") == "n"
        and match.spelled("n").isdigit()
        and match.whole().casefold().startswith(match.spelled("n").casefold())
    ):  # "only 3 next week"
        return None
    return _counted(match, match["n"] or 1, certain=True, bare=bare)


def _bare(match: Match) -> bool:
    """Whether no article, preposition or owner stands before: "last two weeks" are whole ones as "last week" is one."""
    before = match.before()
    if before is None or before.cls in ".,&-":
        return True
    return before.cls == "x" and match.text[before.start : before.end].casefold() not in _OWNERS


_OWNERS = frozenset("my our his her their its your für for".split())
"""Words that stand where an article could, and prepositions that are none of time."""


def _counted(match: Match, count: int, *, certain: bool, bare: bool = False) -> Made:
    """The last or next n units.

    "In the last two weeks" is a stretch that reaches to now, and the past includes today. Without article or preposition they are
    whole units beside the current one, as quarters and longer ones always are.
    """
    today, unit, sign = match.scene.today, match["u"], -1 if match.cls("x") == "L" else 1
    if today is None or not 0 < count < 1000:
        return None
    if unit in (Unit.QUARTER, Unit.HALF, Unit.DECADE, Unit.CENTURY, Unit.WEEKEND):
        first, last = sorted((sign, sign * count))
        low, high = unit_at(today, unit, first), unit_at(today, unit, last)
        if unit is Unit.DECADE and sign > 0:
            low, high = unit_at(today, unit, 1), unit_at(today, unit, count)
        return "Q", Span(low.start, high.end, unit, certain)
    if bare and unit in (Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.YEAR):
        first, last = sorted((sign, sign * count))
        return "Q", Span(unit_at(today, unit, first).start, unit_at(today, unit, last).end, unit, certain)
    if sign < 0:
        return "Q", Span(shift(today, unit, -count), today + DAY, Unit.DAY, certain)
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
    """As in "more than two weeks ago" lies beyond the day, "less than" between it and the day it counts from."""
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
